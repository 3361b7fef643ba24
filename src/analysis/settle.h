/* analysis/settle.h -- are the goals still proved if some labels are absent, all at once?  A goal whose core has none of
   them is proved: its core was proved by itself.  The other goals that the labels can influence are asked about again, in
   worker processes, with unlabelled axioms if no axiom is absent: the same query as for a program without these elements. */
#ifndef WR_ANALYSIS_SETTLE_H
#define WR_ANALYSIS_SETTLE_H

#include "analysis/cover.h"

/* A goal that is no longer proved. */
struct wr_loss {
  uint32_t body, goal;
};
typedef WR_VEC (struct wr_loss) wr_losses;

/* Goals whose own label is absent are not asked about.  Losses are appended in the order of bodies and goals.  False: no solver could
   be started. */
bool wr_settle (const wr_cover *cover, const struct wr_cover_options *options, const wr_bitset *off,
                wr_arena *arena, wr_losses *lost);

#endif
