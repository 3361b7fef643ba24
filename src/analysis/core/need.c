#include "analysis/core/search.h"

#include "base/check.h"

/* Is `label` a member, besides the goal, that was not judged? */
static bool is_open (const wr_search *s, uint32_t label) {
  return label != s->goal && wr_bitset_has (&s->found.on, label) &&
         !wr_bitset_has (&s->judged, label);
}

/* Are there open members besides `label` that `use` does without? */
static bool spares_others (const wr_search *s, uint32_t label, const wr_bitset *use) {
  WR_BITSET_EACH (&s->found.on, i)
  if (i != label && is_open (s, i) && !wr_bitset_has (use, i)) return true;
  return false;
}

/* The core found without this member.  If it is sufficient by itself, it replaces every member that it omits.  If it is a subset of the
   core, the core was not minimal, and it becomes the core. */
static void take_stand_in (wr_search *s, uint32_t label) {
  struct wr_stand_in in = {.label = label, .count = s->reported.len};
  struct wr_found part = {0};
  in.use = WR_VEC_KEEP (s->arena, &s->reported);
  for (uint32_t i = 0; i < in.count; i++) wr_bitset_set (&part.on, in.use[i], true);
  wr_search_add_goal (s, &part.on);
  WR_ASSERT (!wr_bitset_has (&part.on, label));
  bool subset = wr_bitset_within (&part.on, &s->found.on);
  in.sufficient =
      (subset || spares_others (s, label, &part.on)) && wr_search_proves (s, &part.on, WR_SHARED);
  WR_VEC_PUSH (&s->stand_ins, in);
  for (uint32_t i = 0; in.sufficient && !subset && i < s->count; i++) {
    in.label = s->universe[i];
    if (in.label == label || !is_open (s, in.label) || wr_bitset_has (&part.on, in.label)) continue;
    wr_bitset_set (&s->judged, in.label, true);
    WR_VEC_PUSH (&s->stand_ins, in);
  }
  if (subset && in.sufficient) {
    wr_bitset_copy (&part.within, &part.on);
    wr_search_replace (s, &part);
  }
  wr_found_free (&part);
}

/* Asks about everything without the member but with its ground terms mentioned: NO means that logic needs it.  On YES the terms are left
   out too.  If the fact has no ground terms, one question answers both. */
static enum wr_need need_of (wr_search *s, uint32_t label) {
  const struct wr_oracle *oracle = s->oracle;
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &s->all);
  wr_bitset_set (&rest, label, false);
  WR_ASSERT (label != s->goal && wr_bitset_has (&s->all, label));
  bool terms = !oracle->has_terms || oracle->has_terms (oracle->ctx, label);
  enum wr_proof_status with = WR_PROOF_YES, without = WR_PROOF_NO;
  if (terms) with = wr_search_ask (s, &(struct wr_question){.on = &rest, .mention = label}).status;
  if (with == WR_PROOF_YES)
    without = wr_search_ask (s, &(struct wr_question){.on = &rest, .core = &s->reported}).status;
  wr_bitset_free (&rest);
  if (!terms) with = without;
  if (without == WR_PROOF_YES) take_stand_in (s, label);
  if (with == WR_PROOF_NO) return WR_NEED_LOGICAL;
  if (with != WR_PROOF_YES || without == WR_PROOF_LIMIT) return WR_NEED_LIMIT;
  return without == WR_PROOF_NO ? WR_NEED_TRIGGER : WR_NEED_NONE;
}

/* If one leave-one-out question hits its limit, the others are assumed to hit it too. */
void wr_search_judge (wr_search *s, const wr_bitset *among, bool in) {
  bool limited = wr_bitset_size (&s->exhausted) > 0;
  for (uint32_t i = 0; i < s->count && wr_search_found (s); i++) {
    uint32_t label = s->universe[i];
    if (!is_open (s, label)) continue;
    if (among && wr_bitset_has (among, label) != in) continue;
    s->need[label] = limited ? WR_NEED_LIMIT : need_of (s, label);
    wr_bitset_set (&s->judged, label, true);
    if (limited) wr_bitset_set (&s->exhausted, label, true);
    limited |= s->need[label] == WR_NEED_LIMIT;
  }
}

/* An assignment excludes nothing, and axioms are what is suspected. */
static bool only_gives_terms (const wr_search *s, uint32_t label) {
  const struct wr_role_info *role =
      wr_role_info (wr_label_info (&s->core->labels, (wr_label){label})->role);
  return !role->program && role->off != WR_OFF_ARBITRARY;
}

/* Of each such fact alone only the terms may be needed, because another one says the same.  So all are left out at once, and their terms are
   mentioned. */
void wr_search_terms (wr_search *s) {
  wr_bitset rest = {0}, terms = {0};
  bool all = s->out.vacuous && wr_search_found (s), axioms = false;
  if (all) wr_bitset_copy (&rest, &s->found.on);
  WR_BITSET_EACH (&s->found.on, i) {
    if (!all || i == s->goal) continue;
    axioms |= wr_role_info (wr_label_info (&s->core->labels, (wr_label){i})->role)->program;
    if (!only_gives_terms (s, i)) continue;
    all = s->need[i] == WR_NEED_TRIGGER;
    wr_bitset_set (&rest, i, false);
    wr_bitset_set (&terms, i, true);
  }
  if (all && axioms && wr_bitset_size (&terms) > 1)
    s->out.terms =
        wr_search_ask (s, &(struct wr_question){.on = &rest, .mentions = &terms}).status ==
        WR_PROOF_YES;
  wr_bitset_free (&rest);
  wr_bitset_free (&terms);
}

void wr_search_needed (const wr_search *s, wr_bitset *out) {
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (s->need[label] != WR_NEED_NONE && !wr_bitset_has (&s->exhausted, label))
      wr_bitset_set (out, label, true);
  }
}
