/* cli/selfcheck.h -- --self-check: results checked again by other means.  Counterexamples are replayed by the
   evaluator; proofs are asked again of cvc5, which shares no code with Z3.  A contradiction is a bug report
   of ours, never a verdict: exit code 5. */
#ifndef WR_CLI_SELFCHECK_H
#define WR_CLI_SELFCHECK_H

#include "cli/prove.h"

void wr_self_check (wr_run *run, struct wr_publish *report, const struct wr_proved *proved);
/* Pass 2 has asked a fresh solver about its cores (analysis/recheck.c): tells what came of it. */
void wr_self_check_cores (const wr_run *run, const wr_cover *cover);

#endif
