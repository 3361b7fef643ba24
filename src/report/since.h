/* report/since.h -- what an edit has changed: the goals that a former run did not prove (a document of `diagnose --json=FILE` or
   `verify --json=FILE`), with their counterexamples, beside those of this run.  Goals are matched by name, states by their order. */
#ifndef WR_REPORT_SINCE_H
#define WR_REPORT_SINCE_H

#include "report/tests.h"

/* [{"goal", "text", "state", "judgement", "judgement_before", "at", "before", "after"}]; "state" is "proved" (it was not before), "new" (it is
   not proved, and was or did not exist), "changed" (the counterexample has another state), "same" (it has the same states), "unknown" (a
   run has no confirmed counterexample) or "gone" (the goal is not there any more). */
json_t *wr_report_since (const struct wr_tests_report *r, const json_t *before);
void wr_report_since_text (wr_buf *out, const json_t *since);

#endif
