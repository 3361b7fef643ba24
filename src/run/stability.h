/* run/stability.h -- a program is proved again with declarations in another order, with other names and with other seeds (analysis/stability.h). */
#ifndef WR_RUN_STABILITY_H
#define WR_RUN_STABILITY_H

#include "analysis/stability.h"
#include "run/run.h"

struct wr_stability_options {
  uint32_t runs;            /* of each axis, at least one */
  bool axes[WR_AXIS_COUNT]; /* which to try */
  enum wr_core_effort
      effort; /* NONE: no cores; else run->coverage has those of the undisturbed program */
};

/* After wr_run_prove, and wr_run_explain if cores are wanted.  NULL: the program could not be lowered again.  When the run is
   cancelled, the runs that were finished count.  If no solver could be started, run->failure has the reason. */
wr_stability *wr_run_stability (wr_run *run, const struct wr_stability_options *options);

#endif
