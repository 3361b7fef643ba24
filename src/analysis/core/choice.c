#include "analysis/core/search.h"

#include "base/check.h"

bool wr_search_replace (wr_search *s, struct wr_found *set) {
  wr_shrink (s, set, NULL, WR_SHARED);
  if (s->found.minimal && !set->minimal) return false; /* more is known about the old core */
  if (!wr_search_proves (s, &set->on, WR_CLEAN)) return false;
  struct wr_stand_in old = {.sufficient = true}; /* for members that the old core does without */
  old.use = wr_search_members (s, &old.count);
  WR_BITSET_EACH (&set->on, i) {
    if (wr_bitset_has (&s->found.on, i)) continue;
    wr_bitset_set (&s->judged, i, true);
    old.label = i;
    WR_VEC_PUSH (&s->stand_ins, old);
  }
  set->trust = WR_CLEAN;
  WR_ASSERT (set->exists && wr_bitset_within (&set->on, &s->all));
  wr_found_copy (&s->found, set);
  return true;
}

static void add_list (wr_bitset *set, const uint32_t *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) wr_bitset_set (set, items[i], true);
}

/* `keep` and what an answer without `label` reported, if they prove the goal. */
static bool try_stand_in (wr_search *s, uint32_t label, const wr_bitset *keep, wr_bitset *other) {
  for (uint32_t i = 0; i < s->stand_ins.len; i++) {
    const struct wr_stand_in *in = &s->stand_ins.data[i];
    if (in->label != label) continue;
    wr_bitset_copy (other, keep);
    add_list (other, in->use, in->count);
    return in->sufficient || wr_search_proves (s, other, WR_SHARED);
  }
  return false;
}

/* Has `set` facts that repeat what was proved, and that the core has not? */
static bool repeats_more (const wr_search *s, const wr_bitset *set) {
  WR_BITSET_EACH (set, i)
  if (!wr_bitset_has (&s->found.on, i) && wr_core_repeats (s, i)) return true;
  return false;
}

static uint32_t element_of (const wr_search *s, uint32_t label) {
  return wr_label_info (&s->core->labels, (wr_label){label})->element;
}

/* Has `set` facts of the element of `label` that the core has not?  Then the goal still rests on that element. */
static bool keeps_element (const wr_search *s, uint32_t label, const wr_bitset *set) {
  uint32_t element = element_of (s, label);
  WR_BITSET_EACH (set, i)
  if (element && !wr_bitset_has (&s->found.on, i) && element_of (s, i) == element) return true;
  return false;
}

/* Facts of `rest` that prove the goal: those that the answer reports and `keep`, if they suffice, else `rest`. */
static bool try_rest (wr_search *s, const wr_bitset *rest, const wr_bitset *keep,
                      struct wr_found *other) {
  if (!wr_search_try (s, rest, WR_SHARED, other)) return false;
  WR_BITSET_EACH (keep, i) wr_bitset_set (&other->on, i, true);
  if (!wr_search_proves (s, &other->on, WR_SHARED)) wr_bitset_copy (&other->on, rest);
  return true;
}

/* A core without `label` that keeps the other members: the core, without `label`, and as few other facts as possible.  `strict`: none of them
   repeats what was proved or belongs to the element of `label`. */
static bool other_core (wr_search *s, uint32_t label, bool strict, struct wr_found *other) {
  wr_bitset rest = {0}, keep = {0};
  wr_bitset_copy (&rest, &s->all);
  wr_bitset_set (&rest, label, false);
  wr_bitset_copy (&keep, &s->found.on);
  wr_bitset_set (&keep, label, false);
  WR_ASSERT (label != s->goal && wr_bitset_has (&s->found.on, label));
  bool yes = !strict && try_stand_in (s, label, &keep, &other->on);
  uint32_t element = element_of (s, label);
  for (uint32_t i = 0; strict && i < s->count; i++) {
    uint32_t one = s->universe[i];
    if (wr_bitset_has (&keep, one)) continue;
    if (wr_core_repeats (s, one) || (element && element_of (s, one) == element))
      wr_bitset_set (&rest, one, false);
  }
  if (!yes) yes = try_rest (s, &rest, &keep, other);
  wr_bitset_copy (&other->within, &other->on);
  if (yes) wr_shrink (s, other, &keep, WR_SHARED);
  wr_bitset_free (&rest);
  wr_bitset_free (&keep);
  return yes && !s->lost;
}

static void add_alternative (wr_search *s, uint32_t label, const wr_bitset *other) {
  struct wr_explanation *out = &s->out;
  struct wr_alternative *alt = &out->alternatives[out->alternative_count++];
  WR_ASSERT (wr_bitset_has (&s->found.on, label) && !wr_bitset_has (other, label));
  *alt = (struct wr_alternative){.instead_of = label, .use = WR_NEW (s->arena, uint32_t, s->count)};
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t one = s->universe[i];
    if (wr_bitset_has (other, one) && !wr_bitset_has (&s->found.on, one))
      alt->use[alt->use_count++] = one;
  }
}

/* One round over the members.  True: `best` is a better core. */
static bool choose_round (wr_search *s, struct wr_found *best) {
  struct wr_found other = {0};
  wr_bitset_copy (&best->on, &s->found.on);
  s->out.alternatives = WR_NEW (s->arena, struct wr_alternative, s->count);
  s->out.alternative_count = 0;
  for (uint32_t i = 0; i < s->count && !s->lost; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->found.on, label) ||
        s->need[label] != WR_NEED_NONE || !other_core (s, label, false, &other))
      continue;
    add_alternative (s, label, &other.on);
    bool repeats = !s->out.vacuous && repeats_more (s, &other.on);
    bool same = !s->out.vacuous && keeps_element (s, label, &other.on);
    if ((repeats || same) && !other_core (s, label, true, &other) && repeats) continue;
    if (wr_core_is_better (s, &other.on, &best->on)) wr_bitset_copy (&best->on, &other.on);
  }
  wr_found_free (&other);
  wr_bitset_copy (&best->within, &best->on);
  return wr_core_is_better (s, &best->on, &s->found.on);
}

/* Looks for a core with fewer expensive facts: among all others, and those expensive ones that are needed. */
static void avoid_expensive (wr_search *s) {
  wr_bitset part = {0};
  struct wr_found better = {0};
  bool fewer = false;
  wr_bitset_copy (&part, &s->all);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_core_price (s, label) || wr_search_is_needed (s, &s->found.on, label)) continue;
    fewer |= wr_bitset_has (&s->found.on, label);
    wr_bitset_set (&part, label, false);
  }
  if (fewer && wr_search_within (s, &part, &better)) wr_search_replace (s, &better);
  wr_bitset_free (&part);
  wr_found_free (&better);
}

static bool take_better (wr_search *s, struct wr_found *best) {
  if (s->oracle->allow_better) s->oracle->allow_better (s->oracle->ctx);
  return wr_search_replace (s, best);
}

void wr_search_choose (wr_search *s) {
  struct wr_found best = {0};
  if (wr_search_found (s)) avoid_expensive (s);
  for (uint64_t round = 1; wr_search_found (s) && choose_round (s, &best); round++)
    if (round >= s->budgets->choice_rounds || !take_better (s, &best)) break;
  wr_found_free (&best);
}

void wr_search_alternatives (wr_search *s, const wr_bitset *cores, uint32_t count) {
  s->out.alternative_count = 0;
  s->out.alternatives = WR_NEW (s->arena, struct wr_alternative, s->count * count + 1);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->found.on, label)) continue;
    for (uint32_t k = 1; k < count; k++)
      if (!wr_bitset_has (&cores[k], label)) add_alternative (s, label, &cores[k]);
  }
}
