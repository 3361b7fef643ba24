/* analysis/findings.h -- what a user should look at, as diagnostics of phase "findings" (codes in
   source/codes/finding.def, rules in docs/guide/coverage.md).  One finding per cause; what silencers name is left
   out, and a silencer that silences nothing is a finding itself. */
#ifndef WR_ANALYSIS_FINDINGS_H
#define WR_ANALYSIS_FINDINGS_H

#include "analysis/advice.h"
#include "source/diag.h"

/* `confirm` proves the advice again as a whole (NULL: it rests on the cores alone); `advice`, if not NULL, gets the labels of
   what is called unnecessary. */
/* Returns per label: no proof needs this element, and it can be removed together with all others. */
const bool *wr_findings (const wr_coverage *coverage, const struct wr_confirm *confirm,
                         wr_diags *diags, wr_bitset *advice, wr_arena *arena);

#endif
