/* analysis/advice.h -- what can be removed.  An element is unnecessary when the program without it, in all
   its roles, still proves every other goal.  The advice is one set, the largest that the cores found allow:
   a goal whose core does not meet the set is proved without all of it, since cores are re-proved alone.
   So the whole advice can be followed at once.

   Invariants and preconditions take their own goals with them, so use inside their own justification is no
   use, and neither is mutual support.  Assertions and postconditions are ends: their goals stay. */
#ifndef WR_ANALYSIS_ADVICE_H
#define WR_ANALYSIS_ADVICE_H

#include "analysis/coverage.h"
#include "analysis/settle.h"

/* Per label: a clause or statement as written (no derived label) that can go.  `stays`, per label: what the
   advice must not contain; the goals of such elements stay too.  In `arena`. */
bool *wr_advice (const wr_coverage *coverage, const bool *stays, wr_arena *arena);

/* Proves goals again with labels absent; as wr_settle. */
struct wr_confirm {
  void *ctx;
  bool (*ask) (void *ctx, const wr_bitset *off, wr_losses *lost);
};

/* Either of two elements can go, not both. */
struct wr_one_of {
  uint32_t label, other;
};

struct wr_settled_advice {
  bool *can_go; /* per label, as above; of a pair only `label` */
  WR_VEC (struct wr_one_of) pairs;
};

/* The advice and elements that, by the alternatives found, every proof could do without, proved again as a whole: what
   costs a goal is given back.  When one of two could go the pair is kept.  Without `confirm` the
   advice rests on the cores alone.  The caller frees `pairs`. */
void wr_advice_settle (const wr_coverage *coverage, bool *stays, const struct wr_confirm *confirm,
                       wr_arena *arena, struct wr_settled_advice *out);
/* All labels of the elements that can go, their goals among them. */
void wr_advice_labels (const wr_core *core, const bool *can_go, wr_bitset *out);

/* Everything in the body is proved, and every proof is explained. */
bool wr_body_explained (const wr_cover *cover, uint32_t body);

#endif
