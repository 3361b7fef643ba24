#include "analysis/explain.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct search {
  const wr_core *core;
  const struct wr_prover *prover;
  uint32_t goal;
  const uint32_t *universe;
  uint32_t count;
  struct wr_explanation *out;
  bool lost; /* a query was lost: nothing more is asked */
};

static enum wr_proof_status ask (struct search *s, const wr_bitset *on, uint32_t mention,
                                 wr_u32s *core) {
  if (s->lost) return WR_PROOF_LOST;
  s->out->queries++;
  if (core) WR_VEC_CLEAR (core);
  enum wr_proof_status status = s->prover->ask (s->prover->ctx, on, mention, core);
  if (status == WR_PROOF_LIMIT) s->out->limited = true;
  if (status == WR_PROOF_LOST) s->lost = true;
  return status;
}

static void set_of (wr_bitset *set, const uint32_t *items, uint32_t count) {
  wr_bitset_clear (set);
  for (uint32_t i = 0; i < count; i++) wr_bitset_set (set, items[i], true);
}

/* A derived fact is one that other goals justify: using it makes the closure larger. */
static bool is_derived (enum wr_role role) {
  switch (role) {
  case WR_ROLE_REQUIRES_AT_CALL_ASSUMED:
  case WR_ROLE_ENSURES_OF_CALL:
  case WR_ROLE_INVARIANT_ASSUMED:
  case WR_ROLE_ASSERT_ASSUMED:
  case WR_ROLE_WELL_FORMED_ASSUMED: return true;
  case WR_ROLE_REQUIRES:
  case WR_ROLE_REQUIRES_AT_CALL:
  case WR_ROLE_ENSURES:
  case WR_ROLE_INVARIANT_ESTABLISHED:
  case WR_ROLE_INVARIANT_MAINTAINED:
  case WR_ROLE_ASSERT:
  case WR_ROLE_ASSUME:
  case WR_ROLE_ASSIGN:
  case WR_ROLE_WHERE:
  case WR_ROLE_CONDITION:
  case WR_ROLE_AXIOM:
  case WR_ROLE_FUNCTION_BODY:
  case WR_ROLE_WELL_FORMED: return false;
  case WR_ROLE_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* Facts that goals before them in the same body justify: what follows from them follows without them. */
static bool is_local (enum wr_role role) {
  return role == WR_ROLE_ASSERT_ASSUMED || role == WR_ROLE_REQUIRES_AT_CALL_ASSUMED ||
         role == WR_ROLE_WELL_FORMED_ASSUMED;
}

/* How dear a fact is in a core. */
static int price (const struct search *s, uint32_t label, bool contradiction) {
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  if (!contradiction) return is_derived (role);
  return is_local (role) ? 2 : role == WR_ROLE_CONDITION;
}

struct candidate {
  uint32_t label;
  int rank; /* tried for removal first when larger */
};

static int by_rank (const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
  return (x->label < y->label) - (x->label > y->label); /* later labels first */
}

/* The order of removal that leaves the stated choice of core: for a proof, derived facts go first; for a
   contradiction, branch conditions go first; in either, what comes late goes before what comes early. */
static void removal_order (const struct search *s, const wr_bitset *on, bool contradiction,
                           struct candidate *out, uint32_t *count) {
  *count = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (on, label)) continue;
    out[(*count)++] = (struct candidate){label, price (s, label, contradiction)};
  }
  if (*count) qsort (out, *count, sizeof *out, by_rank);
}

/* Shrinks `on`, which proves, to a set from which nothing can be dropped.  Solver cores speed it up
   only where they are confirmed: a core counts once the set itself was proved. */
static void minimise (struct search *s, wr_bitset *on, bool contradiction) {
  struct candidate *order = wr_alloc (s->count ? s->count : 1, sizeof *order);
  uint32_t count;
  removal_order (s, on, contradiction, order, &count);
  wr_bitset without = {0};
  wr_u32s core = {0};
  for (uint32_t i = 0; i < count && !s->lost; i++) {
    if (!wr_bitset_has (on, order[i].label)) continue;
    wr_bitset_copy (&without, on);
    wr_bitset_set (&without, order[i].label, false);
    if (ask (s, &without, 0, &core) != WR_PROOF_YES) continue;
    wr_bitset_copy (on, &without);
    wr_bitset smaller = {0};
    set_of (&smaller, core.data, core.len);
    if (!contradiction) wr_bitset_set (&smaller, s->goal, true);
    if (wr_bitset_size (&smaller) < wr_bitset_size (on) &&
        ask (s, &smaller, 0, NULL) == WR_PROOF_YES)
      wr_bitset_copy (on, &smaller);
    wr_bitset_free (&smaller);
  }
  WR_VEC_FREE (&core);
  wr_bitset_free (&without);
  free (order);
}

/* A first set that proves, re-proved alone: the solver's core if it holds by itself, else everything. */
static bool first_core (struct search *s, const wr_bitset *all, wr_bitset *on) {
  wr_u32s core = {0};
  bool yes = ask (s, all, 0, &core) == WR_PROOF_YES;
  if (yes) {
    set_of (on, core.data, core.len);
    if (wr_bitset_has (all, s->goal)) wr_bitset_set (on, s->goal, true);
    if (ask (s, on, 0, NULL) != WR_PROOF_YES) wr_bitset_copy (on, all);
  }
  WR_VEC_FREE (&core);
  return yes && !s->lost;
}

/* `all` without the dearest facts; false when there are none. */
static bool cheap_part (const struct search *s, const wr_bitset *all, bool contradiction,
                        wr_bitset *part) {
  bool fewer = false;
  wr_bitset_copy (part, all);
  for (uint32_t i = 0; i < s->count; i++) {
    if (price (s, s->universe[i], contradiction) < (contradiction ? 2 : 1)) continue;
    fewer |= wr_bitset_has (part, s->universe[i]);
    wr_bitset_set (part, s->universe[i], false);
  }
  return fewer;
}

/* Starts from the facts that no other goal has to justify, and lets derived ones in only as needed. */
static bool find_proof (struct search *s, const wr_bitset *all, wr_bitset *on) {
  wr_bitset plain = {0};
  bool yes = cheap_part (s, all, false, &plain) && first_core (s, &plain, on);
  if (!yes) yes = first_core (s, all, on);
  if (yes) minimise (s, on, false);
  wr_bitset_free (&plain);
  return yes && !s->lost;
}

/* The same for a contradiction; most goals have none, so everything comes first. */
static bool find_contradiction (struct search *s, const wr_bitset *all, wr_bitset *on) {
  if (!first_core (s, all, on)) return false;
  wr_bitset plain = {0}, better = {0};
  if (cheap_part (s, all, true, &plain) && first_core (s, &plain, &better))
    wr_bitset_copy (on, &better);
  minimise (s, on, true);
  wr_bitset_free (&plain);
  wr_bitset_free (&better);
  return true;
}

static uint32_t *members (const struct search *s, const wr_bitset *on, wr_arena *arena,
                          uint32_t *count) {
  uint32_t *list = WR_NEW (arena, uint32_t, s->count);
  *count = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    if (s->universe[i] != s->goal && wr_bitset_has (on, s->universe[i]))
      list[(*count)++] = s->universe[i];
  }
  return list;
}

/* -- which members are needed ------------------------------------------------------------------- */

/* The order among cores (DESIGN, section 3): fewest derived facts, for a contradiction fewest conditions;
   then fewest labels; then the earliest. */
static bool is_better (const struct search *s, const wr_bitset *a, const wr_bitset *b) {
  uint32_t dear[2] = {0}, size[2] = {0};
  int earlier = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in[2] = {wr_bitset_has (a, label), wr_bitset_has (b, label)};
    int dearness = price (s, label, s->out->vacuous);
    for (int k = 0; k < 2; k++) {
      size[k] += in[k];
      dear[k] += in[k] ? (uint32_t)dearness : 0;
    }
    if (!earlier && in[0] != in[1]) earlier = in[0] ? 1 : -1;
  }
  if (dear[0] != dear[1]) return dear[0] < dear[1];
  if (size[0] != size[1]) return size[0] < size[1];
  return earlier > 0;
}

/* Another core without `label`, or why there is none. */
static enum wr_proof_status other_core (struct search *s, const wr_bitset *all, uint32_t label,
                                        wr_bitset *other) {
  wr_bitset rest = {0};
  wr_u32s found = {0};
  wr_bitset_copy (&rest, all);
  wr_bitset_set (&rest, label, false);
  enum wr_proof_status status = ask (s, &rest, 0, &found);
  if (status == WR_PROOF_YES) {
    set_of (other, found.data, found.len);
    if (s->goal && wr_bitset_has (all, s->goal)) wr_bitset_set (other, s->goal, true);
    if (ask (s, other, 0, NULL) != WR_PROOF_YES) wr_bitset_copy (other, &rest);
    minimise (s, other, s->out->vacuous);
  }
  WR_VEC_FREE (&found);
  wr_bitset_free (&rest);
  return status;
}

static void add_alternative (struct search *s, uint32_t label, const wr_bitset *other,
                             wr_arena *arena) {
  struct wr_explanation *out = s->out;
  struct wr_alternative *alt = &out->alternatives[out->alternative_count++];
  uint32_t count;
  uint32_t *list = members (s, other, arena, &count);
  *alt = (struct wr_alternative){.instead_of = label, .use = list};
  for (uint32_t k = 0; k < count; k++) {
    bool same = false;
    for (uint32_t j = 0; j < out->core_count; j++) same |= out->core[j] == list[k];
    if (!same) list[alt->use_count++] = list[k];
  }
}

/* One round over the core's members.  A better core met on the way is left in `best`. */
static void judge_round (struct search *s, const wr_bitset *all, const wr_bitset *on,
                         enum wr_need *known, wr_arena *arena, wr_bitset *best) {
  struct wr_explanation *out = s->out;
  out->need = WR_NEW (arena, enum wr_need, out->core_count);
  out->alternatives = WR_NEW (arena, struct wr_alternative, out->core_count);
  out->alternative_count = 0;
  wr_bitset other = {0}, rest = {0};
  wr_bitset_copy (best, on);
  for (uint32_t i = 0; i < out->core_count && !s->lost; i++) {
    uint32_t label = out->core[i];
    if (known[label] != WR_NEED_NONE) {
      out->need[i] = known[label];
      continue;
    }
    enum wr_proof_status status = other_core (s, all, label, &other);
    if (status == WR_PROOF_YES) {
      add_alternative (s, label, &other, arena);
      if (is_better (s, &other, best)) wr_bitset_copy (best, &other);
    } else if (status == WR_PROOF_NO) {
      wr_bitset_copy (&rest, all);
      wr_bitset_set (&rest, label, false);
      bool trigger = ask (s, &rest, label, NULL) == WR_PROOF_YES;
      out->need[i] = trigger ? WR_NEED_TRIGGER : WR_NEED_LOGICAL;
    } else if (status == WR_PROOF_LIMIT) {
      out->need[i] = WR_NEED_LIMIT;
    }
    known[label] = out->need[i];
  }
  wr_bitset_free (&other);
  wr_bitset_free (&rest);
}

enum { MAX_ROUNDS = 4 };

/* Needed means: everything without it does not prove.  Otherwise the proof found instead says what stands
   in; when it is the better one it becomes the core, and its members are judged in turn. */
static void judge_members (struct search *s, const wr_bitset *all, wr_bitset *on, wr_arena *arena) {
  struct wr_explanation *out = s->out;
  uint32_t last = s->count ? s->universe[s->count - 1] : 0;
  enum wr_need *known = wr_alloc (last + 1, sizeof *known);
  wr_bitset best = {0};
  for (int round = 0; round < MAX_ROUNDS && !s->lost; round++) {
    judge_round (s, all, on, known, arena, &best);
    if (!is_better (s, &best, on) || round + 1 == MAX_ROUNDS) break;
    wr_bitset_copy (on, &best);
    out->core = members (s, on, arena, &out->core_count);
  }
  wr_bitset_free (&best);
  free (known);
}

/* A proof of the goal's own beside the contradiction: without one of the clashing facts the point is
   reachable, and the goal still follows. */
static void own_proof (struct search *s, const wr_bitset *all, wr_arena *arena) {
  struct wr_explanation *out = s->out;
  wr_bitset rest = {0}, on = {0};
  for (uint32_t i = 0; i < out->core_count && !out->has_own && !s->lost; i++) {
    wr_bitset_copy (&rest, all);
    wr_bitset_set (&rest, out->core[i], false);
    wr_bitset_set (&rest, s->goal, false);
    if (ask (s, &rest, 0, NULL) == WR_PROOF_YES) continue; /* another contradiction is left */
    wr_bitset_set (&rest, s->goal, true);
    if (!find_proof (s, &rest, &on)) continue;
    out->own = members (s, &on, arena, &out->own_count);
    out->has_own = true;
  }
  wr_bitset_free (&rest);
  wr_bitset_free (&on);
}

void wr_explain_goal (const wr_core *core, const struct wr_prover *prover, wr_label goal,
                      const uint32_t *universe, uint32_t count, enum wr_core_effort effort,
                      wr_arena *arena, struct wr_explanation *out) {
  *out = (struct wr_explanation){0};
  if (effort == WR_CORES_NONE) return;
  struct search s = {core, prover, goal.ix, universe, count, out, false};
  wr_bitset all = {0}, on = {0};
  set_of (&all, universe, count);
  bool yes = false;
  if (effort == WR_CORES_FAST) {
    yes = first_core (&s, &all, &on);
  } else {
    wr_bitset_set (&all, goal.ix, false);
    out->vacuous = yes = find_contradiction (&s, &all, &on);
    if (!out->vacuous && !s.lost) {
      wr_bitset_set (&all, goal.ix, true);
      yes = find_proof (&s, &all, &on);
    }
    out->minimal = yes && !s.lost && !out->limited;
  }
  out->known = yes && !s.lost;
  if (out->known) {
    out->core = members (&s, &on, arena, &out->core_count);
    if (effort == WR_CORES_MUST) judge_members (&s, &all, &on, arena);
    if (out->vacuous) own_proof (&s, &all, arena);
    out->known = !s.lost;
  }
  wr_bitset_free (&all);
  wr_bitset_free (&on);
}

bool wr_explain_point (const wr_core *core, const struct wr_prover *prover,
                       const uint32_t *universe, uint32_t count, wr_arena *arena,
                       struct wr_explanation *out) {
  *out = (struct wr_explanation){0};
  struct search s = {core, prover, 0, universe, count, out, false};
  wr_bitset all = {0}, on = {0};
  set_of (&all, universe, count);
  out->vacuous = find_contradiction (&s, &all, &on);
  if (out->vacuous) out->core = members (&s, &on, arena, &out->core_count);
  out->known = out->vacuous && !s.lost;
  out->minimal = out->known && !out->limited;
  wr_bitset_free (&all);
  wr_bitset_free (&on);
  return out->known;
}
