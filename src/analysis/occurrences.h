/* analysis/occurrences.h -- a goal can occur at several points of a body: an invariant on every edge into its loop.  The
   occurrences have one label and are one goal for people, which holds if it holds at every point.  Its explanation joins
   those of the occurrences. */
#ifndef WR_ANALYSIS_OCCURRENCES_H
#define WR_ANALYSIS_OCCURRENCES_H

#include "analysis/cover.h"

/* Per goal of the body, the explanation of all goals with its label: a goal that occurs once has its own.  The union of the cores
   proves the goal at every point.  A fact is needed if one occurrence needs it; the goal is vacuous if no execution reaches any
   of its points. */
const struct wr_explanation **wr_occurrences_joined (const wr_cover *cover, uint32_t body,
                                                     wr_arena *arena);
/* Is the goal known to be reached at another of its points? */
bool wr_is_reached_elsewhere (const wr_cover *cover, uint32_t body, uint32_t goal);

#endif
