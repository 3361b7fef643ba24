/* analysis/settle.h -- are the goals still proved when some labels are absent, all at once?  A goal whose core has none of
   them is: its core was proved alone.  One query per other goal that they bear on, in worker processes, with axioms that
   are not among them plain, as a text without the elements would be asked. */
#ifndef WR_ANALYSIS_SETTLE_H
#define WR_ANALYSIS_SETTLE_H

#include "analysis/cover.h"

/* A goal that is no longer proved. */
struct wr_loss {
  uint32_t body, goal;
};
typedef WR_VEC (struct wr_loss) wr_losses;

/* Goals whose own label is absent are not asked.
   Losses are appended in the order of bodies and goals.  False: no solver could be started. */
bool wr_settle (const wr_cover *cover, const struct wr_cover_options *options, const wr_bitset *off,
                wr_arena *arena, wr_losses *lost);

#endif
