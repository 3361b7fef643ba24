/* report/timeouts.h -- who is to blame for timeouts and why (analysis/blame.h), for people and for programs. */
#ifndef WR_REPORT_TIMEOUTS_H
#define WR_REPORT_TIMEOUTS_H

#include "analysis/blame.h"
#include "base/json.h"

struct wr_timeouts_report {
  const wr_result *result;
  const wr_blames *blames;
  double limit; /* percent of a goal's budget */
  bool verbose; /* all quantifiers, and every attempt */
};

/* A paragraph per procedure in which goals ran out of budget: which goals are to blame, the evidence, and what to do.  Nothing if there is none. */
void wr_report_timeouts_text (wr_buf *out, const struct wr_timeouts_report *report);
/* The array "timeouts": an object per such procedure (CONTRACT: diagnose). */
json_t *wr_report_timeouts_json (const struct wr_timeouts_report *report);

/* The attempt that proves a goal with the smallest core, attempts without one element first; NULL: none does. */
const struct wr_fewer *wr_best_fewer (const struct wr_blame *blame);
/* What to do about a goal that is to blame, one sentence per remedy, each preceded by `before` and followed by a line end.  [timeouts_advice.c] */
void wr_report_timeout_advice (wr_buf *out, const struct wr_timeouts_report *report,
                               const struct wr_blame *blame, const char *before);
/* `axiom `x` (FILE:3:1)`: what a label stands for, with its procedure if it has one. */
void wr_report_element (wr_buf *out, const wr_core *core, wr_label label);

#endif
