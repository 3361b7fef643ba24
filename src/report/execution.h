/* report/execution.h -- an execution for people and for programs: its steps with the values that they changed, and how it ended. */
#ifndef WR_REPORT_EXECUTION_H
#define WR_REPORT_EXECUTION_H

#include "base/json.h"
#include "base/jsontext.h"
#include "diagnose/counterexample.h"

/* `file:line: x = 4, r = 2`, one line per step, and the end. */
void wr_report_execution (wr_buf *out, const wr_core *core, const struct wr_execution *e);
/* "outcome", "steps", "outputs", and what is known about the end. */
void wr_report_execution_json (json_t *object, const wr_core *core, const struct wr_execution *e);

/* Parts of both: the values of a step, and its place ("file", "line", "column"). */
const char *wr_report_step_kind (enum wr_trace_kind kind); /* start, loop, statement, return */
void wr_report_values (wr_buf *out, const struct wr_shown_value *values, uint32_t count);
json_t *wr_report_step_json (const wr_core *core, const struct wr_shown_step *step);
/* {"valid": true, "steps": [...], "functions": {...}} or {"valid": false, "reason": "..."} */
void wr_report_counterexample (struct wr_jsontext *to, const char *key, const wr_core *core,
                               const struct wr_counterexample *c);

#endif
