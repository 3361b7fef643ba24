#include "analysis/search.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

static enum wr_proof_status ask (wr_search *s, const wr_bitset *on, uint32_t mention,
                                 wr_u32s *core) {
  const struct wr_prover *p = s->prover;
  bool alone = s->by_itself && p->ask_alone;
  if (s->lost) return WR_PROOF_LOST;
  s->out.queries++;
  if (core) WR_VEC_CLEAR (core);
  enum wr_proof_status status =
      alone ? p->ask_alone (p->ctx, on, s->straight, core) : p->ask (p->ctx, on, mention, core);
  bool exact = p->exact ? *p->exact : alone;
  if (status == WR_PROOF_YES && (exact || alone)) wr_bitset_copy (&s->alone, on);
  s->hard = status == WR_PROOF_NO && !exact;
  if (status == WR_PROOF_LIMIT) s->out.limited = true;
  if (status == WR_PROOF_LOST) s->lost = true;
  return status;
}

static bool was_alone (const wr_search *s, const wr_bitset *on) {
  return wr_bitset_within (on, &s->alone) && wr_bitset_within (&s->alone, on);
}

static bool proves_by_itself (wr_search *s, const wr_bitset *on) {
  if (!s->prover->ask_alone || was_alone (s, on)) return !s->lost;
  s->by_itself = true;
  bool yes = ask (s, on, 0, NULL) == WR_PROOF_YES;
  s->by_itself = false;
  return yes;
}

static void set_of (wr_bitset *set, const uint32_t *items, uint32_t count) {
  wr_bitset_clear (set);
  for (uint32_t i = 0; i < count; i++) wr_bitset_set (set, items[i], true);
}

static bool is_axiom (const wr_search *s, uint32_t label) {
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  return role == WR_ROLE_AXIOM || role == WR_ROLE_FUNCTION_BODY;
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
static int price (const wr_search *s, uint32_t label, bool contradiction) {
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  if (!contradiction) return is_derived (role);
  return is_local (role) ? 2 : role == WR_ROLE_CONDITION;
}

/* Where in the text a fact takes effect: clauses of a call or a havoc do so there, all else where it stands. */
struct effect {
  uint32_t at, label;
};

static struct effect effect_of (const wr_core *core, uint32_t label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){label});
  struct effect effect = {info->span.begin, label};
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&core->labels, info->site);
    if (site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) effect.at = site->span.begin;
  }
  return effect;
}

static bool is_earlier (struct effect a, struct effect b) {
  return a.at != b.at ? a.at < b.at : a.label < b.label;
}

struct candidate {
  uint32_t label;
  struct effect effect;
  int rank; /* tried for removal first when larger */
};

static int by_rank (const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
  return is_earlier (x->effect, y->effect) - is_earlier (y->effect, x->effect); /* later first */
}

/* The order of removal that leaves the stated choice of core: for a proof, derived facts go first; for a
   contradiction, branch conditions go first; in either, what comes late goes before what comes early. */
static uint32_t removal_order (const wr_search *s, const wr_bitset *on, const wr_bitset *keep,
                               struct candidate *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (on, label)) continue;
    if (keep && wr_bitset_has (keep, label)) continue;
    out[count++] =
        (struct candidate){label, effect_of (s->core, label), price (s, label, s->out.vacuous)};
  }
  if (count) qsort (out, count, sizeof *out, by_rank);
  return count;
}

uint32_t wr_search_order (const wr_search *s, uint32_t *labels) {
  struct candidate *order = wr_alloc (s->count + 1, sizeof *order);
  uint32_t count = removal_order (s, &s->on, NULL, order);
  for (uint32_t i = 0; i < count; i++) labels[i] = order[i].label;
  free (order);
  return count;
}

/* Everything without it does not prove, so no part does. */
static bool is_needed (const wr_search *s, const wr_bitset *on, uint32_t label) {
  if (wr_bitset_has (on, s->goal) != wr_bitset_has (&s->all, s->goal)) return false;
  return s->known[label] == WR_NEED_LOGICAL || s->known[label] == WR_NEED_TRIGGER;
}

/* A named set of so many is confirmed at the end, a larger one at once: when it does not prove, every question about its parts was
   for nothing. */
enum { MAX_UNCONFIRMED = 8 };

/* Removal one by one is as good where so few are beside what was named; where more than so many are missing, the budget does not reach. */
enum { FEW_OTHERS = 6, MAX_MISSING = 4 };

static bool is_end (enum wr_proof_status status) {
  return status == WR_PROOF_LIMIT || status == WR_PROOF_LOST;
}

/* `on`, a part of `proved`, does not prove: adds what it takes besides.  Of the others, in the order in which they are kept, the
   shortest list that proves ends with one that belongs to it; so by halves, until nothing is missing. */
static void complete (wr_search *s, wr_bitset *on, wr_bitset *proved) {
  struct candidate *others = wr_alloc (s->count + 1, sizeof *others);
  uint32_t count = removal_order (s, proved, on, others);
  wr_bitset part = {0};
  bool proves = false;
  s->pieced = true;
  enum wr_proof_status status = WR_PROOF_NO;
  for (int added = 0; count > FEW_OTHERS && added < MAX_MISSING && !proves && !is_end (status);
       added++) {
    uint32_t without = 0, with = count; /* so many others do not do, so many do */
    while (with - without > 1 && !is_end (status)) {
      uint32_t middle = without + (with - without) / 2;
      wr_bitset_copy (&part, on);
      for (uint32_t i = 0; i < middle; i++)
        wr_bitset_set (&part, others[count - 1 - i].label, true);
      status = ask (s, &part, 0, NULL);
      if (status == WR_PROOF_YES) {
        with = middle;
        wr_bitset_copy (proved, &part);
      } else {
        without = middle;
      }
    }
    wr_bitset_set (on, others[count - with].label, true);
    proves = with == 1 || ask (s, on, 0, NULL) == WR_PROOF_YES;
    count = removal_order (s, proved, on, others);
  }
  wr_bitset_copy (proves ? proved : on, proves ? on : proved);
  wr_bitset_free (&part);
  free (others);
}

/* Sets up to `most` are left for later.  True: more was added to `on`. */
static bool confirm (wr_search *s, wr_bitset *on, wr_bitset *proved, uint32_t most) {
  uint32_t size = wr_bitset_size (on);
  if (size == wr_bitset_size (proved) || (most && size <= most)) return false;
  bool yes = ask (s, on, 0, NULL) == WR_PROOF_YES;
  if (yes)
    wr_bitset_copy (proved, on);
  else
    complete (s, on, proved);
  return !yes;
}

/* One round of removal.  `on` may be what an answer named: it is taken for a proof until the end; `proved` is the smallest set that an
   answer has shown to prove.  True: more was added to `on` on the way, and is to be tried too. */
static bool remove_each (wr_search *s, wr_bitset *on, wr_bitset *proved, const wr_bitset *keep) {
  bool grew = false;
  struct candidate *order = wr_alloc (s->count + 1, sizeof *order);
  uint32_t count = removal_order (s, on, keep, order);
  wr_bitset without = {0};
  wr_u32s core = {0};
  for (uint32_t i = 0; i < count && !s->lost; i++) {
    if (!wr_bitset_has (on, order[i].label) || is_needed (s, on, order[i].label)) continue;
    if (wr_bitset_has (&s->refused, order[i].label)) continue;
    wr_bitset_copy (&without, on);
    wr_bitset_set (&without, order[i].label, false);
    enum wr_proof_status status = ask (s, &without, 0, &core);
    bool no = status == WR_PROOF_NO;
    wr_bitset_set (&s->hard_ones, order[i].label, s->hard || (no && s->pieced));
    wr_bitset_set (&s->refused, order[i].label, no);
    wr_bitset_set (&s->unlucky, order[i].label, no && !(s->prover->brief && *s->prover->brief));
    if (status != WR_PROOF_YES) continue;
    wr_bitset_copy (&s->early, &s->unlucky);
    wr_bitset_copy (proved, &without);
    set_of (on, core.data, core.len);
    if (s->goal && wr_bitset_has (proved, s->goal)) wr_bitset_set (on, s->goal, true);
    for (uint32_t k = 0; keep && k < s->count; k++)
      if (wr_bitset_has (keep, s->universe[k])) wr_bitset_set (on, s->universe[k], true);
    if (!confirm (s, on, proved, MAX_UNCONFIRMED)) continue;
    wr_bitset_clear (&s->refused); /* by less than there is now */
    grew = true;
  }
  WR_VEC_FREE (&core);
  wr_bitset_free (&without);
  free (order);
  return grew;
}

/* Shrinks `on` to a set from which nothing outside `keep` can be dropped.  `from`, of which it is a part, proves.  What
   answers name is confirmed once, at the end: if it does not prove, the removal goes on from what does. */
static void minimise (wr_search *s, wr_bitset *on, const wr_bitset *from, const wr_bitset *keep) {
  wr_bitset proved = {0};
  wr_bitset_copy (&proved, from);
  confirm (s, on, &proved, MAX_UNCONFIRMED);
  if (s->prover->focus) s->prover->focus (s->prover->ctx, on);
  bool again = true;
  while (again && !s->lost) {
    again = remove_each (s, on, &proved, keep);
    if (s->prover->focus) s->prover->focus (s->prover->ctx, on);
    if (!confirm (s, on, &proved, 0)) continue;
    wr_bitset_clear (&s->refused);
    again = true;
  }
  wr_bitset_free (&proved);
}

/* What more facts did not prove, fewer may: an incomplete solver loses itself in them.  So members that were refused early are asked about once more. */
static void ask_early_again (wr_search *s, wr_bitset *on) {
  wr_bitset early = {0};
  for (;;) {
    bool some = false;
    wr_bitset_copy (&early, &s->early);
    wr_bitset_clear (&s->early);
    for (uint32_t i = 0; i < s->count; i++) {
      uint32_t label = s->universe[i];
      bool again = wr_bitset_has (&early, label) && wr_bitset_has (&s->refused, label) &&
                   wr_bitset_has (on, label);
      if (again) wr_bitset_set (&s->refused, label, false);
      some |= again;
    }
    if (!some || s->lost) break;
    minimise (s, on, on, NULL);
    for (uint32_t i = 0; i < s->count; i++) /* where the budget ran out, the first answer stands */
      if (wr_bitset_has (&early, s->universe[i])) wr_bitset_set (&s->refused, s->universe[i], true);
    if (s->out.limited) break;
  }
  wr_bitset_free (&early);
}

/* As shrink; what is known of members that cannot be dropped from `on` or from more holds. */
static void shrink_on (wr_search *s, wr_bitset *on, const wr_bitset *from) {
  bool limited = s->out.limited;
  s->out.limited = false;
  minimise (s, on, from, NULL);
  s->minimal = !s->out.limited && !s->lost;
  s->out.limited |= limited;
  if (!s->minimal) return;
  limited = s->out.limited;
  s->out.limited = false;
  ask_early_again (s, on);
  s->minimal = !s->lost;
  s->out.limited = limited;
}

/* Nothing at all can be dropped, unless a budget ran out. */
static void shrink (wr_search *s, wr_bitset *on, const wr_bitset *from) {
  wr_bitset_clear (&s->hard_ones);
  wr_bitset_clear (&s->refused);
  wr_bitset_clear (&s->unlucky);
  wr_bitset_clear (&s->early);
  shrink_on (s, on, from);
}

/* `asked` proves and the solver named s->last: to be made minimal or confirmed. */
static void take_named (wr_search *s, const wr_bitset *asked, wr_bitset *on) {
  set_of (on, s->last.data, s->last.len);
  if (s->goal && wr_bitset_has (asked, s->goal)) wr_bitset_set (on, s->goal, true);
  wr_bitset_copy (&s->from, asked);
}

/* The smaller set is only named: see `from`. */
static bool try_set (wr_search *s, const wr_bitset *asked, wr_bitset *on) {
  if (ask (s, asked, 0, &s->last) != WR_PROOF_YES) return false;
  take_named (s, asked, on);
  return !s->lost;
}

/* Keeps of the axioms in `set` only those that are near; false when that changes nothing. */
static bool keep_near (const wr_search *s, wr_bitset *set) {
  bool fewer = false;
  for (uint32_t i = 0; s->prover->near && i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_bitset_has (set, label) || !is_axiom (s, label) ||
        wr_bitset_has (s->prover->near, label))
      continue;
    wr_bitset_set (set, label, false);
    fewer = true;
  }
  return fewer;
}

/* The part of `from` that the nearest questions are about; when it does not prove, all of it. */
static bool try_near (wr_search *s, const wr_bitset *from, wr_bitset *on) {
  wr_bitset part = {0};
  wr_bitset_copy (&part, from);
  bool yes = keep_near (s, &part) && try_set (s, &part, on);
  if (!yes) yes = try_set (s, from, on);
  wr_bitset_free (&part);
  return yes;
}

/* `all` without the dearest facts; false when `on` has none of them. */
static bool cheap_part (const wr_search *s, const wr_bitset *on, wr_bitset *part) {
  bool fewer = false;
  wr_bitset_copy (part, &s->all);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || price (s, label, s->out.vacuous) < (s->out.vacuous ? 2 : 1)) continue;
    fewer |= wr_bitset_has (on, label);
    wr_bitset_set (part, label, false);
  }
  return fewer;
}

/* What pass 1 used, with axioms. */
static bool try_hint (wr_search *s, const wr_bitset *all, wr_bitset *on) {
  if (!s->hint) return false;
  wr_bitset part = {0};
  bool yes = false;
  set_of (&part, s->hint, s->hint_count);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in = is_axiom (s, label) || wr_bitset_has (&part, label) || label == s->goal;
    wr_bitset_set (&part, label, in && wr_bitset_has (all, label));
  }
  if (wr_bitset_size (&part) < wr_bitset_size (all)) yes = try_near (s, &part, on);
  wr_bitset_free (&part);
  return yes;
}

/* `on`, which was made minimal just now if at all, is the core. */
static void take (wr_search *s, const wr_bitset *on) {
  if (on != &s->on) wr_bitset_copy (&s->on, on);
  wr_bitset_copy (&s->doubtful, &s->hard_ones);
  s->sure = was_alone (s, on);
}

static bool find_proof (wr_search *s, const wr_bitset *all, wr_bitset *on, bool minimal) {
  bool yes = try_hint (s, all, on) || try_near (s, all, on);
  if (yes && minimal) shrink (s, on, &s->from);
  if (yes && !minimal) confirm (s, on, &s->from, 0);
  return yes && !s->lost;
}

wr_search *wr_search_new (const wr_core *core, const struct wr_prover *prover, wr_label goal,
                          const uint32_t *universe, uint32_t count, const uint32_t *hint,
                          uint32_t hint_count, wr_arena *arena) {
  wr_search *s = WR_NEW (arena, wr_search, 1);
  uint32_t last = count ? universe[count - 1] : 0;
  *s = (wr_search){.core = core,
                   .prover = prover,
                   .arena = arena,
                   .goal = goal.ix,
                   .universe = universe,
                   .count = count,
                   .hint = hint,
                   .hint_count = hint_count,
                   .known = WR_NEW (arena, enum wr_need, last + 1),
                   .judged = WR_NEW (arena, bool, last + 1)};
  set_of (&s->all, universe, count);
  return s;
}

const uint32_t *wr_search_universe (const wr_search *s, uint32_t *count) {
  *count = s->count;
  return s->universe;
}

bool wr_search_minimal (const wr_search *s) { return s->minimal; }
bool wr_search_found (const wr_search *s) { return s->found && !s->lost; }

bool wr_search_core (wr_search *s, bool minimal) {
  s->found = find_proof (s, &s->all, &s->on, minimal);
  take (s, &s->on);
  return s->found;
}

/* -- vacuity -------------------------------------------------------------------------------------- */

enum wr_proof_status wr_search_reach (wr_search *s) {
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &s->all);
  if (s->goal) wr_bitset_set (&rest, s->goal, false);
  enum wr_proof_status status = ask (s, &rest, 0, &s->last);
  wr_bitset_free (&rest);
  return status;
}

bool wr_search_suffices (wr_search *s) {
  wr_bitset named = {0};
  wr_u32s core = {0};
  set_of (&named, s->last.data, s->last.len);
  bool yes = ask (s, &named, 0, &core) == WR_PROOF_YES;
  if (yes) {
    WR_VEC_CLEAR (&s->last);
    for (uint32_t i = 0; i < core.len; i++) WR_VEC_PUSH (&s->last, core.data[i]);
  }
  WR_VEC_FREE (&core);
  wr_bitset_free (&named);
  return yes;
}

bool wr_search_contradiction (wr_search *s, const uint32_t *core, uint32_t count) {
  wr_bitset on = {0}, plain = {0}, better = {0};
  bool yes = true;
  if (core) {
    set_of (&on, core, count);
    wr_bitset_clear (&s->hard_ones);
    yes = ask (s, &on, 0, NULL) == WR_PROOF_YES;
    s->minimal |= yes; /* as it is where it was found */
  }
  if (yes) {
    if (s->found) wr_bitset_copy (&s->proof, &s->on);
    s->out.vacuous = s->found = true;
    if (s->goal) wr_bitset_set (&s->all, s->goal, false);
  }
  if (yes && !core) {
    take_named (s, &s->all, &on);
    if (cheap_part (s, &on, &plain) && try_near (s, &plain, &better)) wr_bitset_copy (&on, &better);
    shrink (s, &on, &s->from);
  }
  if (yes) take (s, &on);
  wr_bitset_free (&on);
  wr_bitset_free (&plain);
  wr_bitset_free (&better);
  return yes && !s->lost;
}

/* A proof of the goal's own beside the contradiction: without one of the clashing facts the point is
   reachable, and the goal still follows. */
void wr_search_own (wr_search *s) {
  struct wr_explanation *out = &s->out;
  wr_bitset rest = {0}, on = {0};
  if (!out->vacuous) return;
  if (wr_bitset_size (&s->proof)) { /* what was found before may be one */
    wr_bitset_copy (&rest, &s->proof);
    wr_bitset_set (&rest, s->goal, false);
    if (ask (s, &rest, 0, NULL) == WR_PROOF_NO) {
      wr_bitset_copy (&on, &s->proof);
      out->has_own = true;
    }
  }
  bool vacuous = out->vacuous, minimal = s->minimal;
  for (uint32_t i = 0; i < s->count && !out->has_own && !s->lost; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->on, label)) continue;
    wr_bitset_copy (&rest, &s->all);
    wr_bitset_set (&rest, label, false);
    if (ask (s, &rest, 0, NULL) == WR_PROOF_YES) continue; /* another contradiction is left */
    wr_bitset_set (&rest, s->goal, true);
    out->vacuous = false; /* a proof is looked for, not a contradiction */
    out->has_own = find_proof (s, &rest, &on, true);
    out->vacuous = vacuous;
  }
  s->minimal = minimal;
  if (out->has_own) {
    out->own = WR_NEW (s->arena, uint32_t, s->count);
    for (uint32_t i = 0; i < s->count; i++)
      if (s->universe[i] != s->goal && wr_bitset_has (&on, s->universe[i]))
        out->own[out->own_count++] = s->universe[i];
  }
  wr_bitset_free (&rest);
  wr_bitset_free (&on);
}

uint32_t *wr_search_members (wr_search *s, uint32_t *count) {
  uint32_t *list = WR_NEW (s->arena, uint32_t, s->count);
  *count = 0;
  for (uint32_t i = 0; i < s->count; i++)
    if (s->universe[i] != s->goal && wr_bitset_has (&s->on, s->universe[i]))
      list[(*count)++] = s->universe[i];
  return list;
}

/* -- which members are needed ------------------------------------------------------------------- */

/* Takes another core, if it can be made minimal.  What the old one did without is not needed: the old one stands in for it. */
static bool take_core (wr_search *s, wr_bitset *on, const wr_bitset *from) {
  struct wr_named old = {.sure = true};
  bool minimal = s->minimal;
  shrink (s, on, from);
  if (minimal && !s->minimal) { /* a budget ran out: the old one is the better known */
    s->minimal = true;
    return false;
  }
  if (!proves_by_itself (s, on)) {
    s->minimal = minimal;
    return false;
  }
  old.use = wr_search_members (s, &old.count);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_bitset_has (on, label) || wr_bitset_has (&s->on, label)) continue;
    s->judged[label] = true;
    old.label = label;
    WR_VEC_PUSH (&s->named, old);
  }
  take (s, on);
  return true;
}

/* Has the core members besides `label` that are not judged and not in `use`? */
static bool spares_more (const wr_search *s, uint32_t label, const wr_bitset *use) {
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t one = s->universe[i];
    if (one != s->goal && one != label && wr_bitset_has (&s->on, one) && !s->judged[one] &&
        !wr_bitset_has (use, one))
      return true;
  }
  return false;
}

/* What was named without this member; if it proves alone, it stands in for every other that it does without too.  If it is a part of the
   core, that was not minimal: it is the core now. */
static void take_judged (wr_search *s, uint32_t label) {
  struct wr_named named = {.label = label, .count = s->last.len};
  named.use = WR_VEC_KEEP (s->arena, &s->last);
  wr_bitset use = {0};
  set_of (&use, named.use, named.count);
  if (s->goal && wr_bitset_has (&s->all, s->goal)) wr_bitset_set (&use, s->goal, true);
  bool part = wr_bitset_within (&use, &s->on);
  named.sure = (part || spares_more (s, label, &use)) && ask (s, &use, 0, NULL) == WR_PROOF_YES;
  WR_VEC_PUSH (&s->named, named);
  for (uint32_t i = 0; named.sure && !part && i < s->count; i++) {
    named.label = s->universe[i];
    if (named.label == s->goal || named.label == label || !wr_bitset_has (&s->on, named.label) ||
        s->judged[named.label] || wr_bitset_has (&use, named.label))
      continue;
    s->judged[named.label] = true;
    WR_VEC_PUSH (&s->named, named);
  }
  if (part && named.sure) take_core (s, &use, &use);
  wr_bitset_free (&use);
}

/* Everything without it, but with its terms around: does not prove means that logic needs it.  If it proves, its
   terms are left out too.  Where there are none, one question says both. */
static enum wr_need judge_one (wr_search *s, uint32_t label) {
  const struct wr_prover *p = s->prover;
  enum wr_need need = WR_NEED_NONE;
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &s->all);
  wr_bitset_set (&rest, label, false);
  bool terms = !p->has_terms || p->has_terms (p->ctx, label);
  enum wr_proof_status with = terms ? ask (s, &rest, label, NULL) : ask (s, &rest, 0, &s->last);
  enum wr_proof_status without = terms ? WR_PROOF_NO : with;
  if (terms && with == WR_PROOF_YES) without = ask (s, &rest, 0, &s->last);
  if (without == WR_PROOF_YES) take_judged (s, label);
  if (with == WR_PROOF_NO)
    need = WR_NEED_LOGICAL;
  else if (with != WR_PROOF_YES || without == WR_PROOF_LIMIT)
    need = WR_NEED_LIMIT;
  else if (without == WR_PROOF_NO)
    need = WR_NEED_TRIGGER;
  wr_bitset_free (&rest);
  return need;
}

/* Where a question about everything but one member does not come to an end, those about everything but another do not either. */
void wr_search_judge (wr_search *s, const wr_bitset *among, bool in) {
  for (uint32_t i = 0; i < s->count && s->found && !s->lost; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->on, label) || s->judged[label]) continue;
    if (among && wr_bitset_has (among, label) != in) continue;
    s->known[label] = s->endless ? WR_NEED_LIMIT : judge_one (s, label);
    s->judged[label] = true;
    if (s->endless) wr_bitset_set (&s->unasked, label, true);
    s->endless |= s->known[label] == WR_NEED_LIMIT;
  }
}

void wr_search_needed (const wr_search *s, wr_bitset *out) {
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (s->known[label] != WR_NEED_NONE && !wr_bitset_has (&s->unasked, label))
      wr_bitset_set (out, label, true);
  }
}

/* The order among cores (DESIGN, section 3): fewest derived facts, for a contradiction fewest conditions;
   then fewest labels; then the earliest. */
static bool is_better (const wr_search *s, const wr_bitset *a, const wr_bitset *b) {
  uint32_t dear[2] = {0}, size[2] = {0};
  struct effect first = {0}; /* of those in which they differ */
  bool mine = false;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in[2] = {wr_bitset_has (a, label), wr_bitset_has (b, label)};
    int dearness = label == s->goal ? 0 : price (s, label, s->out.vacuous);
    for (int k = 0; k < 2; k++) {
      size[k] += in[k];
      dear[k] += in[k] ? (uint32_t)dearness : 0;
    }
    if (in[0] == in[1]) continue;
    struct effect effect = effect_of (s->core, label);
    if (first.label && !is_earlier (effect, first)) continue;
    first = effect;
    mine = in[0];
  }
  if (dear[0] != dear[1]) return dear[0] < dear[1];
  if (size[0] != size[1]) return size[0] < size[1];
  return mine;
}

static void add_list (wr_bitset *set, const uint32_t *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) wr_bitset_set (set, items[i], true);
}

/* keep and what an answer named, if they prove. */
static bool try_named (wr_search *s, uint32_t label, const wr_bitset *keep, wr_bitset *other) {
  for (uint32_t i = 0; i < s->named.len; i++) {
    const struct wr_named *named = &s->named.data[i];
    if (named->label != label) continue;
    wr_bitset_copy (other, keep);
    add_list (other, named->use, named->count);
    return named->sure || ask (s, other, 0, NULL) == WR_PROOF_YES;
  }
  return false;
}

/* A core without `label` that keeps the others: core - label + as few as can be. */
static bool other_core (wr_search *s, uint32_t label, wr_bitset *other) {
  wr_bitset rest = {0}, keep = {0};
  wr_bitset_copy (&rest, &s->all);
  wr_bitset_set (&rest, label, false);
  wr_bitset_copy (&keep, &s->on);
  wr_bitset_set (&keep, label, false);
  bool yes = try_named (s, label, &keep, other);
  if (!yes && ask (s, &rest, 0, &s->last) == WR_PROOF_YES) {
    yes = true;
    wr_bitset_copy (other, &keep);
    add_list (other, s->last.data, s->last.len);
    if (ask (s, other, 0, NULL) != WR_PROOF_YES) wr_bitset_copy (other, &rest);
  }
  /* A single one in its place is needed there: the core was minimal. */
  wr_bitset_clear (&s->refused);
  if (yes && (!s->minimal || wr_bitset_size (other) > wr_bitset_size (&keep) + 1))
    minimise (s, other, other, &keep);
  wr_bitset_free (&rest);
  wr_bitset_free (&keep);
  return yes && !s->lost;
}

static void add_alternative (wr_search *s, uint32_t label, const wr_bitset *other) {
  struct wr_explanation *out = &s->out;
  struct wr_alternative *alt = &out->alternatives[out->alternative_count++];
  *alt = (struct wr_alternative){.instead_of = label, .use = WR_NEW (s->arena, uint32_t, s->count)};
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t one = s->universe[i];
    if (wr_bitset_has (other, one) && !wr_bitset_has (&s->on, one))
      alt->use[alt->use_count++] = one;
  }
}

enum { MAX_ROUNDS = 4 };

/* One round over the core's members.  A better core met on the way is left in `best`. */
static bool choose_round (wr_search *s, wr_bitset *best) {
  wr_bitset other = {0};
  wr_bitset_copy (best, &s->on);
  s->out.alternatives = WR_NEW (s->arena, struct wr_alternative, s->count);
  s->out.alternative_count = 0;
  for (uint32_t i = 0; i < s->count && !s->lost; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->on, label) || s->known[label] != WR_NEED_NONE)
      continue;
    if (!other_core (s, label, &other)) continue;
    add_alternative (s, label, &other);
    if (is_better (s, &other, best)) wr_bitset_copy (best, &other);
  }
  wr_bitset_free (&other);
  return is_better (s, best, &s->on);
}

/* Without the dearest facts, as far as they are not needed: a core that has fewer of them, if there is one. */
static void do_without_dear (wr_search *s) {
  wr_bitset part = {0}, better = {0};
  bool fewer = false;
  wr_bitset_copy (&part, &s->all);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !price (s, label, s->out.vacuous) || is_needed (s, &s->on, label))
      continue;
    fewer |= wr_bitset_has (&s->on, label);
    wr_bitset_set (&part, label, false);
  }
  if (fewer && try_near (s, &part, &better)) take_core (s, &better, &s->from);
  wr_bitset_free (&part);
  wr_bitset_free (&better);
}

void wr_search_choose (wr_search *s) {
  wr_bitset best = {0};
  if (s->found && !s->lost) do_without_dear (s);
  for (int round = 0; s->found && !s->lost && choose_round (s, &best); round++) {
    if (round + 1 == MAX_ROUNDS || !take_core (s, &best, &best)) break;
  }
  wr_bitset_free (&best);
}

static bool is_doubtful (const wr_search *s, uint32_t label) {
  return s->minimal && wr_bitset_has (&s->on, label) && wr_bitset_has (&s->doubtful, label);
}

bool wr_search_sure (const wr_search *s) {
  bool doubtful = false;
  for (uint32_t i = 0; i < s->count; i++) doubtful |= is_doubtful (s, s->universe[i]);
  return !s->found || (s->sure && !doubtful);
}

/* Among what proved where the core was found, or else among everything, by questions that are asked alone. */
void wr_search_repair (wr_search *s) {
  wr_bitset wide = {0};
  wr_bitset_copy (&wide, &s->from);
  for (uint32_t i = 0; i < s->count; i++)
    if (wr_bitset_has (&s->on, s->universe[i])) wr_bitset_set (&wide, s->universe[i], true);
  if (s->out.vacuous) wr_bitset_set (&wide, s->goal, false); /* it was there for a proof */
  s->found = try_set (s, &wide, &s->on) || try_set (s, &s->all, &s->on);
  if (s->found) shrink (s, &s->on, &s->from);
  wr_bitset_copy (&s->doubtful, &s->hard_ones);
  s->out.alternative_count = 0; /* they were of another core */
  wr_bitset_free (&wide);
}

/* Members that only a hard "no" kept are left out once more, alone: true when one can go.  Where the budget does not reach, the first
   answer stands. */
static bool drop_doubtful (wr_search *s) {
  wr_bitset without = {0}, on = {0};
  bool limited = s->out.limited, goes = false;
  for (uint32_t i = 0; i < s->count && !goes; i++) {
    if (!is_doubtful (s, s->universe[i])) continue;
    wr_bitset_copy (&without, &s->on);
    wr_bitset_set (&without, s->universe[i], false);
    s->straight = true;
    goes = try_set (s, &without, &on);
    s->straight = false;
  }
  s->out.limited = limited;
  if (goes) {
    shrink (s, &on, &s->from);
    take (s, &on);
    s->out.alternative_count = 0;
  }
  wr_bitset_free (&without);
  wr_bitset_free (&on);
  return goes;
}

uint32_t wr_search_rest (const wr_search *s) {
  uint32_t rest = 0;
  for (uint32_t i = 0; i < s->count && s->found && !s->minimal && !s->lost; i++) {
    uint32_t label = s->universe[i];
    rest += label != s->goal && wr_bitset_has (&s->on, label) &&
            !wr_bitset_has (&s->refused, label) && !is_needed (s, &s->on, label);
  }
  return rest;
}

void wr_search_go_on (wr_search *s) {
  shrink_on (s, &s->on, &s->on);
  take (s, &s->on);
}

void wr_search_confirm (wr_search *s) {
  if (wr_search_sure (s)) return;
  bool proves = proves_by_itself (s, &s->on);
  s->by_itself = true;
  if (!proves) wr_search_repair (s);
  while (s->found && drop_doubtful (s)) continue;
  s->by_itself = false;
  s->sure = true;
  wr_bitset_clear (&s->doubtful);
}

/* -- every core ----------------------------------------------------------------------------------- */

/* Among everything but `without`. */
static enum wr_proof_status find_core (void *ctx, const wr_bitset *without, wr_bitset *core) {
  wr_search *s = ctx;
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &s->all);
  enum wr_proof_status status = WR_PROOF_NO;
  bool needed = false;
  for (uint32_t i = 0; i < s->count; i++) {
    if (!wr_bitset_has (without, s->universe[i])) continue;
    needed |= is_needed (s, &s->all, s->universe[i]);
    wr_bitset_set (&rest, s->universe[i], false);
  }
  if (!needed) status = ask (s, &rest, 0, &s->last);
  if (status == WR_PROOF_YES) {
    bool minimal = s->minimal;
    take_named (s, &rest, core);
    shrink (s, core, &s->from);
    if (s->goal) wr_bitset_set (core, s->goal, false);
    if (s->lost) status = WR_PROOF_LOST;
    s->minimal = minimal;
  }
  wr_bitset_free (&rest);
  return status;
}

static bool proves_alone (void *ctx, const wr_bitset *core) {
  wr_search *s = ctx;
  wr_bitset on = {0};
  wr_bitset_copy (&on, core);
  if (s->goal && wr_bitset_has (&s->all, s->goal)) wr_bitset_set (&on, s->goal, true);
  bool yes = ask (s, &on, 0, NULL) == WR_PROOF_YES;
  wr_bitset_free (&on);
  return yes;
}

struct wr_label_list wr_search_list (const wr_search *s, const wr_bitset *set) {
  struct wr_label_list list = {WR_NEW (s->arena, uint32_t, s->count), 0};
  for (uint32_t i = 0; i < s->count; i++)
    if (s->universe[i] != s->goal && wr_bitset_has (set, s->universe[i]))
      list.labels[list.count++] = s->universe[i];
  return list;
}

/* Each other core that does without a member is an alternative to it. */
void wr_search_alternatives (wr_search *s, const wr_bitsets *cores) {
  struct wr_explanation *e = &s->out;
  e->alternative_count = 0;
  e->alternatives = WR_NEW (s->arena, struct wr_alternative, s->count * cores->len + 1);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (&s->on, label)) continue;
    for (uint32_t k = 1; k < cores->len; k++)
      if (!wr_bitset_has (&cores->data[k], label)) add_alternative (s, label, &cores->data[k]);
  }
}

void wr_search_enumerate (wr_search *s, uint32_t limit) {
  if (!s->found || s->lost) return;
  struct wr_explanation *e = &s->out;
  wr_bitsets cores = {0};
  wr_bitset first = {0};
  wr_bitset_copy (&first, &s->on);
  if (s->goal) wr_bitset_set (&first, s->goal, false);
  WR_VEC_PUSH (&cores, first);
  const struct wr_core_finder finder = {s, find_core, proves_alone};
  e->complete = s->minimal && wr_enumerate_cores (&finder, limit, &cores) && !s->lost;
  e->cores = WR_NEW (s->arena, struct wr_label_list, cores.len);
  e->cores_count = cores.len;
  for (uint32_t i = 0; i < cores.len; i++) e->cores[i] = wr_search_list (s, &cores.data[i]);
  wr_search_alternatives (s, &cores);
  wr_bitsets_free (&cores);
}

/* -- results -------------------------------------------------------------------------------------- */

void wr_search_end (wr_search *s, struct wr_explanation *out) {
  struct wr_explanation *e = &s->out;
  e->known = s->found && !s->lost;
  e->minimal = e->known && s->minimal;
  if (e->known) {
    uint32_t *core = WR_NEW (s->arena, uint32_t, s->count);
    bool judged = false;
    for (uint32_t i = 0; i < s->count; i++) {
      uint32_t label = s->universe[i];
      if (label == s->goal || !wr_bitset_has (&s->on, label)) continue;
      judged |= s->judged[label];
      core[e->core_count++] = label;
    }
    e->core = core;
    if (judged || e->alternatives) e->need = WR_NEW (s->arena, enum wr_need, e->core_count);
    for (uint32_t i = 0; e->need && i < e->core_count; i++) e->need[i] = s->known[core[i]];
  }
  *out = *e;
  wr_bitset_free (&s->all);
  wr_bitset_free (&s->on);
  wr_bitset_free (&s->from);
  wr_bitset_free (&s->proof);
  wr_bitset_free (&s->unasked);
  wr_bitset_free (&s->hard_ones);
  wr_bitset_free (&s->doubtful);
  wr_bitset_free (&s->refused);
  wr_bitset_free (&s->unlucky);
  wr_bitset_free (&s->early);
  wr_bitset_free (&s->alone);
  WR_VEC_FREE (&s->last);
  WR_VEC_FREE (&s->named);
}
