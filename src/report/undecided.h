/* report/undecided.h -- why the solver did not decide a goal, in the user's words, and what can be done about it. */
#ifndef WR_REPORT_UNDECIDED_H
#define WR_REPORT_UNDECIDED_H

#include "result/result.h"

/* Adds a clause that continues "this goal of P ": `timed out after 2 s (--timeout); raise it or split the goal`. */
void wr_undecided_words (wr_buf *out, const wr_result *result, const struct wr_body_result *body,
                         const struct wr_goal_result *goal);

#endif
