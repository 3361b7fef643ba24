/* run/axioms.h -- axiomatization coverage by the procedures of a program (axioms/program.h). */
#ifndef WR_RUN_AXIOMS_H
#define WR_RUN_AXIOMS_H

#include "axioms/program.h"
#include "run/run.h"

/* After wr_run_prove: adds the program's axioms and tests to the relation, under the path of its first file.  When the run is cancelled, tests
   without a result say so.  If no worker could be started, run->failure has the reason. */
void wr_run_axioms (wr_run *run, enum wr_test_unit unit,
                    const struct wr_axiom_reduce_options *reduce, wr_relation *relation);

#endif
