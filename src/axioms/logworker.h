/* axioms/logworker.h -- the backend of worker processes that ask logs: it has no program, and nothing is open. */
#ifndef WR_AXIOMS_LOGWORKER_H
#define WR_AXIOMS_LOGWORKER_H

#include "solve/solve.h"

extern const struct wr_backend wr_log_backend;

#endif
