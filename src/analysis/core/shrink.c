#include "analysis/core/search.h"

#include "base/check.h"

#include <stdlib.h>

/* `on` is a subset of `from`, which proves the goal, and `on` does not: adds what is missing.  Of the other facts, in the order in which
   they are kept, the shortest prefix that suffices ends with a missing fact.  It is found by bisection, until nothing is missing.  If too much
   is missing, `on` becomes a set that is known to prove the goal. */
static void grow (wr_search *s, wr_bitset *on, const wr_bitset *from, enum wr_solver_trust trust) {
  uint32_t *others = wr_alloc (s->count + 1, sizeof *others);
  wr_bitset proved = {0}, part = {0};
  bool proves = false, ended = false;
  wr_bitset_copy (&proved, from);
  for (uint64_t added = 0; added < s->budgets->missing_most && !proves && !ended; added++) {
    uint32_t count = wr_core_removal_order (s, &proved, on, others);
    if (count <= s->budgets->few_others) break; /* removing them one by one is as cheap */
    uint32_t without = 0, with = count;         /* prefixes that do not suffice, that suffice */
    while (with - without > 1 && !ended) {
      uint32_t middle = without + (with - without) / 2;
      wr_bitset_copy (&part, on);
      for (uint32_t i = 0; i < middle; i++) wr_bitset_set (&part, others[count - 1 - i], true);
      struct wr_reply reply = wr_search_ask (s, &(struct wr_question){.on = &part, .trust = trust});
      ended = reply.status == WR_PROOF_LIMIT || reply.status == WR_PROOF_LOST;
      if (reply.status == WR_PROOF_YES) wr_bitset_copy (&proved, &part);
      *(reply.status == WR_PROOF_YES ? &with : &without) = middle;
    }
    wr_bitset_set (on, others[count - with], true);
    proves = !ended && (with == 1 || wr_search_proves (s, on, trust));
  }
  WR_ASSERT (wr_bitset_within (&proved, from));
  if (!proves) wr_bitset_copy (on, &proved);
  wr_bitset_free (&proved);
  wr_bitset_free (&part);
  free (others);
}

/* `asked` proves the goal.  `on`, the subset that the answer reported, may be too small: then what is missing is added. */
static void settle (wr_search *s, const wr_bitset *asked, enum wr_solver_trust trust,
                    wr_bitset *on) {
  WR_ASSERT (wr_bitset_within (on, asked));
  if (!wr_bitset_within (asked, on) && !wr_search_proves (s, on, trust)) grow (s, on, asked, trust);
}

/* Because provability is monotone, a member that cannot be dropped from a set cannot be dropped from a subset either: one round
   is enough. */
void wr_shrink (wr_search *s, struct wr_found *set, const wr_bitset *keep,
                enum wr_solver_trust trust) {
  uint32_t *order = wr_alloc (s->count + 1, sizeof *order);
  wr_bitset without = {0};
  bool limited = false;
  WR_ASSERT (wr_bitset_within (&set->on, &set->within));
  WR_ASSERT (!keep || wr_bitset_within (keep, &set->on));
  settle (s, &set->within, trust, &set->on);
  wr_bitset_clear (&set->doubtful);
  uint32_t count = wr_core_removal_order (s, &set->on, keep, order);
  for (uint32_t i = 0; i < count && !s->lost; i++) {
    if (!wr_bitset_has (&set->on, order[i]) || wr_search_is_needed (s, &set->on, order[i]))
      continue;
    wr_bitset_copy (&without, &set->on);
    wr_bitset_set (&without, order[i], false);
    struct wr_reply reply = wr_search_ask (
        s, &(struct wr_question){.on = &without, .trust = trust, .core = &s->reported});
    limited |= reply.status == WR_PROOF_LIMIT;
    if (reply.status == WR_PROOF_NO && reply.trust == WR_SHARED)
      wr_bitset_set (&set->doubtful, order[i], true);
    if (reply.status != WR_PROOF_YES) continue;
    wr_search_take_reported (s, &without, &set->on);
    if (keep) WR_BITSET_EACH (keep, k) wr_bitset_set (&set->on, k, true);
    settle (s, &without, trust, &set->on);
  }
  WR_ASSERT (wr_bitset_within (&set->on, &set->within));
  WR_ASSERT (!keep || wr_bitset_within (keep, &set->on));
  set->minimal = !limited && !s->lost;
  set->trust = wr_search_trust (s, &set->on);
  set->exists = true;
  wr_bitset_free (&without);
  free (order);
}
