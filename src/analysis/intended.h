/* analysis/intended.h -- which contradictions the user intends.  `assert false`, a call whose precondition is `false` and `{:contradiction}` mark
   a point that is meant to be unreachable; a silencer accepts the finding; a constant condition and a case of a translator say it by themselves. */
#ifndef WR_ANALYSIS_INTENDED_H
#define WR_ANALYSIS_INTENDED_H

#include "analysis/contradiction.h"

/* Is a finding with this code silenced at the label, or in its procedure? */
bool wr_finding_is_silenced (const wr_core *core, enum wr_code code, wr_label label);
/* Does this goal say that its point is meant to be unreachable? */
bool wr_goal_marks_unreachable (const wr_core *core, const struct wr_body_result *body,
                                uint32_t goal);
/* Changes nothing: unlike the analysis of findings it does not record which silencers were used. */
bool wr_contradiction_is_intended (const wr_core *core, const struct wr_body_result *body,
                                   const struct wr_contradiction *contradiction);

#endif
