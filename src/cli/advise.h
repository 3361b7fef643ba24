/* cli/advise.h -- the findings of a run, with advice that the solver has confirmed. */
#ifndef WR_CLI_ADVISE_H
#define WR_CLI_ADVISE_H

#include "analysis/findings.h"
#include "cli/prove.h"

/* Adds the findings to the run's diagnostics; `advice` as for wr_findings. */
void wr_advise (wr_run *run, const struct wr_proved *proved, const wr_coverage *coverage,
                wr_bitset *advice);

#endif
