/* run/refute.h -- the values of counterexamples (diagnose/counterexample.h), for the goals that pass 1 found to fail. */
#ifndef WR_RUN_REFUTE_H
#define WR_RUN_REFUTE_H

#include "diagnose/counterexample.h"
#include "run/run.h"

/* After pass 1.  Every failed goal has a counterexample afterwards, valid or not; the sink receives them. */
void wr_run_refute (wr_run *run);

#endif
