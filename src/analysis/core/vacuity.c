#include "analysis/core/search.h"

#include "base/check.h"

enum wr_proof_status wr_search_reach (wr_search *s) {
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &s->all);
  if (s->goal) wr_bitset_set (&rest, s->goal, false);
  enum wr_proof_status status =
      wr_search_ask (s, &(struct wr_question){.on = &rest, .core = &s->reported}).status;
  wr_bitset_free (&rest);
  return status;
}

/* From now on a contradiction is searched for and reported: the goal may not hold. */
static void become_vacuous (wr_search *s) {
  WR_ASSERT (!s->out.vacuous);
  if (s->found.exists) wr_bitset_copy (&s->proof, &s->found.on);
  s->out.vacuous = true;
  if (s->goal) wr_bitset_set (&s->all, s->goal, false);
}

/* `all` without the most expensive facts; false if `on` has none of them. */
static bool cheap_part (const wr_search *s, const wr_bitset *on, wr_bitset *part) {
  bool fewer = false;
  wr_bitset_copy (part, &s->all);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (wr_core_price (s, label) < 2) continue;
    fewer |= wr_bitset_has (on, label);
    wr_bitset_set (part, label, false);
  }
  return fewer;
}

bool wr_search_contradiction (wr_search *s) {
  struct wr_found cheap = {0};
  wr_bitset part = {0};
  become_vacuous (s);
  wr_bitset_copy (&s->found.within, &s->all);
  wr_search_take_reported (s, &s->all, &s->found.on);
  if (cheap_part (s, &s->found.on, &part) && wr_search_within (s, &part, &cheap))
    wr_found_copy (&s->found, &cheap);
  wr_shrink (s, &s->found, NULL, WR_SHARED);
  WR_ASSERT (!s->goal || !wr_bitset_has (&s->found.on, s->goal));
  wr_bitset_free (&part);
  wr_found_free (&cheap);
  return !s->lost;
}

bool wr_search_same_contradiction (wr_search *s, const uint32_t *core, uint32_t count,
                                   bool minimal) {
  wr_bitset on = {0};
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (core[i] != s->goal);
    wr_bitset_set (&on, core[i], true);
  }
  bool yes = wr_search_proves (s, &on, WR_SHARED);
  if (yes) {
    become_vacuous (s);
    wr_bitset_copy (&s->found.on, &on);
    if (!s->found.exists) wr_bitset_copy (&s->found.within, &on);
    wr_bitset_clear (&s->found.doubtful);
    s->found.minimal = minimal;
    s->found.trust = wr_search_trust (s, &on);
    s->found.exists = true;
  }
  wr_bitset_free (&on);
  return yes && !s->lost;
}

bool wr_search_core_is_contradiction (wr_search *s) {
  uint32_t count;
  const uint32_t *core = wr_search_members (s, &count);
  return wr_search_same_contradiction (s, core, count, s->found.minimal);
}

/* Without one of the contradictory facts the point is reachable, and the goal still follows. */
static bool find_own (wr_search *s, struct wr_found *own) {
  wr_bitset rest = {0};
  bool found = false;
  if (wr_bitset_size (&s->proof)) { /* the proof that was found first may be one */
    wr_bitset_copy (&rest, &s->proof);
    wr_bitset_set (&rest, s->goal, false);
    found = wr_search_ask (s, &(struct wr_question){.on = &rest}).status == WR_PROOF_NO;
    if (found) wr_bitset_copy (&own->on, &s->proof);
  }
  for (uint32_t i = 0; i < s->count && !found && !s->lost; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->found.on, label)) continue;
    wr_bitset_copy (&rest, &s->all);
    wr_bitset_set (&rest, label, false);
    if (wr_search_proves (s, &rest, WR_SHARED)) continue; /* by another contradiction */
    wr_bitset_set (&rest, s->goal, true);
    s->out.vacuous = false; /* the order of removal is that of a proof */
    found = wr_search_find (s, &rest, own);
    s->out.vacuous = true;
  }
  wr_bitset_free (&rest);
  return found;
}

void wr_search_own (wr_search *s) {
  struct wr_found own = {0};
  if (!s->out.vacuous) return;
  WR_ASSERT (s->goal);
  s->out.has_own = find_own (s, &own);
  if (s->out.has_own) {
    struct wr_label_list list = wr_search_list (s, &own.on);
    s->out.own = list.labels;
    s->out.own_count = list.count;
  }
  wr_found_free (&own);
}
