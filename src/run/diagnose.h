/* run/diagnose.h -- why goals are not proved: the steps of a run after wr_run_prove that look for the cause. */
#ifndef WR_RUN_DIAGNOSE_H
#define WR_RUN_DIAGNOSE_H

#include "analysis/blame.h"
#include "run/run.h"

/* Asks about each goal that ran out of budget alone, and about those that are to blame for more (analysis/blame.h).  `limit` is a
   percentage of a goal's budget; 0: the default.  Nothing is asked about goals whose labels are in `violated` (NULL: none).  Goals go to the sink as they are known.  If no solver could be started, run->failure has the reason. */
wr_blames *wr_run_blame (wr_run *run, double limit, bool quick, const wr_bitset *violated);

/* Finds out what the solver instantiates most where it ran out of memory; reports of failures name it. */
void wr_run_blame_memory (wr_run *run);

#endif
