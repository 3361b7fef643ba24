/* run/vacuous.h -- goals that are known to hold vacuously without asking a solver: behind `assume false`, or because an earlier run that
   explained the same program found out. */
#ifndef WR_RUN_VACUOUS_H
#define WR_RUN_VACUOUS_H

#include "run/run.h"

struct wr_known_vacuous {
  uint32_t count;
  wr_span first; /* where the first of them is */
};

/* Proved goals only; goals that are meant to be unreachable do not count. */
struct wr_known_vacuous wr_run_known_vacuous (wr_run *run);

#endif
