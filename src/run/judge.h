/* run/judge.h -- why goals are not proved: failed goals are judged by executions (diagnose/judge.h). */
#ifndef WR_RUN_JUDGE_H
#define WR_RUN_JUDGE_H

#include "diagnose/judge.h"
#include "run/run.h"

struct wr_diagnosed {
  struct wr_diagnosis **failures; /* in the order of the program, each clause once */
  uint32_t failure_count;
  struct wr_tests **tests; /* per body of the result; NULL: none were generated */
};

/* After pass 1 and wr_run_refute.  The sink receives each diagnosis.  If lines are selected that have failed goals, only these are
   diagnosed.  Goals that ran out of budget are among them if an execution violates them or the search proves them. */
struct wr_diagnosed wr_run_judge (wr_run *run, const struct wr_search_bounds *bounds);

#endif
