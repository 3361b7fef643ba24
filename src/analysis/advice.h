/* analysis/advice.h -- what can be removed.  An element is unnecessary when the program without it, in all
   its roles, still proves every other goal.  The advice is one set, the largest that the cores found allow:
   a goal whose core does not meet the set is proved without all of it, since cores are re-proved alone.
   So the whole advice can be followed at once.

   Invariants and preconditions take their own goals with them, so use inside their own justification is no
   use, and neither is mutual support.  Assertions and postconditions are ends: their goals stay. */
#ifndef WR_ANALYSIS_ADVICE_H
#define WR_ANALYSIS_ADVICE_H

#include "analysis/coverage.h"

/* Per label: a clause or statement as written (no derived label) that can go.  `stays`, per label: what the
   advice must not contain; the goals of such elements stay too.  In `arena`. */
bool *wr_advice (const wr_coverage *coverage, const bool *stays, wr_arena *arena);
/* Everything in the body is proved, and every proof is explained. */
bool wr_body_explained (const wr_cover *cover, uint32_t body);

#endif
