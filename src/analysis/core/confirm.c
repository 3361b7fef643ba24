#include "analysis/core/search.h"

#include "base/check.h"

bool wr_search_sure (const wr_search *s) {
  const struct wr_found *found = &s->found;
  if (!found->exists) return true;
  return found->trust >= WR_CLEAN &&
         !(found->minimal && wr_bitset_meets (&found->doubtful, &found->on));
}

void wr_search_repair (wr_search *s, enum wr_solver_trust trust) {
  wr_bitset wide = {0};
  WR_ASSERT (trust > WR_SHARED);
  wr_bitset_copy (&wide, &s->found.within);
  WR_BITSET_EACH (&s->found.on, i) wr_bitset_set (&wide, i, true);
  if (s->out.vacuous) wr_bitset_set (&wide, s->goal, false); /* `within` may be of a proof */
  s->found.exists =
      wr_search_try (s, &wide, trust, &s->found) || wr_search_try (s, &s->all, trust, &s->found);
  if (s->found.exists) wr_shrink (s, &s->found, NULL, trust);
  s->out.alternative_count = 0; /* they were alternatives to members of another core */
  wr_bitset_free (&wide);
}

/* Leaves out the doubtful members once more, each in a fresh solver; true if one can go.  If the budget ends such a question, the first
   refusal stands. */
static bool drop_doubtful (wr_search *s) {
  wr_bitset without = {0};
  struct wr_found less = {0};
  bool limited = s->out.limited, goes = false;
  for (uint32_t i = 0; i < s->count && s->found.minimal && !goes; i++) {
    uint32_t label = s->universe[i];
    if (!wr_bitset_has (&s->found.doubtful, label) || !wr_bitset_has (&s->found.on, label))
      continue;
    wr_bitset_copy (&without, &s->found.on);
    wr_bitset_set (&without, label, false);
    goes = wr_search_try (s, &without, WR_FRESH, &less);
  }
  s->out.limited = limited;
  if (goes) {
    wr_shrink (s, &less, NULL, WR_CLEAN);
    WR_ASSERT (wr_bitset_size (&less.on) < wr_bitset_size (&s->found.on));
    wr_found_copy (&s->found, &less);
    s->out.alternative_count = 0;
  }
  wr_bitset_free (&without);
  wr_found_free (&less);
  return goes;
}

void wr_search_confirm (wr_search *s) {
  if (wr_search_sure (s)) return;
  if (!wr_search_proves (s, &s->found.on, WR_CLEAN)) wr_search_repair (s, WR_CLEAN);
  while (s->found.exists && drop_doubtful (s)) continue;
  if (s->found.trust < WR_CLEAN) s->found.trust = WR_CLEAN;
  wr_bitset_clear (&s->found.doubtful);
  WR_ASSERT (wr_search_sure (s));
}
