/* analysis/advice.h -- the elements that can be removed.  An element is unnecessary if the program without it, in all
   its roles, still proves every other goal.  The advice is one set, the largest that the cores allow: a goal whose core
   does not meet the set is proved without all of it, because cores are proved again by themselves.  So the whole advice
   can be followed at once.

   The goals of invariants and preconditions are removed with them, so use inside their own justification does not count as
   use, and neither does mutual support.  The goals of assertions and postconditions stay. */
#ifndef WR_ANALYSIS_ADVICE_H
#define WR_ANALYSIS_ADVICE_H

#include "analysis/coverage.h"
#include "analysis/settle.h"

/* Per label: can this clause or statement (no derived label) be removed?  `stays`, per label: the advice must not contain it, and
   its goals stay too.  The result is in `arena`. */
bool *wr_advice (const wr_coverage *coverage, const bool *stays, wr_arena *arena);

/* Proves goals again with labels absent, as wr_settle does. */
struct wr_confirm {
  void *ctx;
  bool (*ask) (void *ctx, const wr_bitset *off, wr_losses *lost);
  uint64_t rounds; /* of giving back, at most */
};

/* Either of two elements can be removed, but not both. */
struct wr_one_of {
  uint32_t label, other;
};

struct wr_settled_advice {
  bool *can_go; /* per label, as above; for a pair only `label` is set */
  WR_VEC (struct wr_one_of) pairs;
};

/* The advice, extended by elements that every proof can replace by an alternative, and proved again as a whole: elements whose removal
   loses a goal are given back.  If either of two elements can be removed, the pair is reported.  Without `confirm` the advice relies on
   the cores only.  The caller frees `pairs`. */
void wr_advice_settle (const wr_coverage *coverage, bool *stays, const struct wr_confirm *confirm,
                       wr_arena *arena, struct wr_settled_advice *out);
/* The elements that must be removed together with `label`: their own goals use it. */
void wr_advice_with (const wr_coverage *coverage, const bool *can_go, uint32_t label, wr_u32s *out);
/* The element stays after all, and so do those that its goals use, and so on. */
void wr_advice_keep (const wr_coverage *coverage, bool *can_go, uint32_t label);
/* An assertion that no later proof uses stays if it alone needs another element, which would be unnecessary without it: following the
   advice leaves no new advice. */
void wr_advice_keep_last (const wr_coverage *coverage, bool *can_go);
/* All labels of the elements that can be removed, the labels of their goals included. */
void wr_advice_labels (const wr_coverage *coverage, const bool *can_go, wr_bitset *out);

/* Are all goals of the body proved and explained? */
bool wr_body_explained (const wr_cover *cover, uint32_t body);

#endif
