/* analysis/suspects.h -- from what a solver did with quantifiers (solve/profile.h) to the elements that the user wrote, and the cycle
   among them. */
#ifndef WR_ANALYSIS_SUSPECTS_H
#define WR_ANALYSIS_SUSPECTS_H

#include "analysis/blame.h"
#include "solve/profile.h"

/* Sets the fields of the blame that come from a profile.  A cycle is suspected from this generation on. */
void wr_blame_suspects (struct wr_blame *blame, const wr_result *result, const wr_profile *profile,
                        uint64_t loop_generation, wr_arena *arena);

#endif
