#include "analysis/core/search.h"

#include "base/check.h"

static bool is_axiom (const wr_search *s, uint32_t label) {
  return wr_role_info (wr_label_info (&s->core->labels, (wr_label){label})->role)->program;
}

/* Removes from `set` the axioms that have been in no core; false if there are none. */
static bool keep_near (const wr_search *s, wr_bitset *set) {
  bool fewer = false;
  for (uint32_t i = 0; s->oracle->near && i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_bitset_has (set, label) || !is_axiom (s, label) ||
        wr_bitset_has (s->oracle->near, label))
      continue;
    wr_bitset_set (set, label, false);
    fewer = true;
  }
  return fewer;
}

bool wr_search_within (wr_search *s, const wr_bitset *from, struct wr_found *set) {
  wr_bitset part = {0};
  wr_bitset_copy (&part, from);
  bool yes = keep_near (s, &part) && wr_search_try (s, &part, WR_SHARED, set);
  if (!yes) yes = wr_search_try (s, from, WR_SHARED, set);
  wr_bitset_free (&part);
  return yes;
}

/* The facts of the hint, with all axioms: pass 1 does not report axioms. */
static bool try_hint (wr_search *s, const wr_bitset *from, struct wr_found *set) {
  if (!s->hint) return false;
  wr_bitset part = {0};
  for (uint32_t i = 0; i < s->hint_count; i++) wr_bitset_set (&part, s->hint[i], true);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in = is_axiom (s, label) || wr_bitset_has (&part, label) || label == s->goal;
    wr_bitset_set (&part, label, in && wr_bitset_has (from, label));
  }
  bool yes = wr_bitset_size (&part) < wr_bitset_size (from) && wr_search_within (s, &part, set);
  wr_bitset_free (&part);
  return yes;
}

bool wr_search_find (wr_search *s, const wr_bitset *from, struct wr_found *set) {
  WR_ASSERT (!s->goal || wr_bitset_has (from, s->goal)); /* a proof, not a contradiction */
  bool yes = try_hint (s, from, set) || wr_search_within (s, from, set);
  if (yes) wr_shrink (s, set, NULL, WR_SHARED);
  return yes && !s->lost;
}

bool wr_search_core (wr_search *s) {
  WR_ASSERT (!s->out.vacuous);
  s->found.exists = wr_search_find (s, &s->all, &s->found);
  return s->found.exists;
}

/* A core in `all` without facts that repeat a goal; `claims`: those of goals that are not proved may stay.  False: there is none, or the core has no
   such fact. */
static bool find_unrepeated (wr_search *s, bool claims) {
  struct wr_found other = {0};
  wr_bitset part = {0};
  bool fewer = false, yes = false;
  wr_bitset_copy (&part, &s->all);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_core_repeats (s, label)) continue;
    if (claims && s->scale && s->scale->claims (s->scale->ctx, label)) continue;
    fewer |= wr_bitset_has (&s->found.on, label);
    wr_bitset_set (&part, label, false);
  }
  if (fewer && wr_search_within (s, &part, &other)) {
    wr_shrink (s, &other, NULL, WR_SHARED);
    yes = other.minimal || !s->found.minimal;
    if (yes) wr_found_copy (&s->found, &other);
  }
  wr_bitset_free (&part);
  wr_found_free (&other);
  return yes;
}

void wr_search_avoid_repeated (wr_search *s) {
  if (!wr_search_found (s) || s->out.vacuous) return;
  bool limited = s->out.limited, claims = false;
  WR_BITSET_EACH (&s->found.on, i)
  claims |= wr_core_repeats (s, i) && s->scale && s->scale->claims (s->scale->ctx, i);
  if (!find_unrepeated (s, false) && claims) find_unrepeated (s, true);
  s->out.limited = limited;
}
