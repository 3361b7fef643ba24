/* run/axioms.h -- axiomatization coverage by the procedures of a program (axioms/program.h). */
#ifndef WR_RUN_AXIOMS_H
#define WR_RUN_AXIOMS_H

#include "axioms/program.h"
#include "run/run.h"

/* After wr_run_prove: adds the program's axioms and tests; strings live in the arena of the run.  When the run is cancelled, tests
   without a result say so.  If no worker could be started, run->failure has the reason. */
void wr_run_axioms (wr_run *run, const struct wr_logtest_options *how, struct wr_file_tests *out);

#endif
