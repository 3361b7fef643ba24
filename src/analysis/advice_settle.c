/* analysis/advice_settle.c -- proves the advice of a run again, as a whole. */
#include "analysis/advice.h"

#include "base/check.h"

#include <stdlib.h>

struct settling {
  const wr_coverage *coverage;
  const wr_core *core;
  const struct wr_confirm *confirm;
  bool *stays;
  wr_arena *arena;
  struct wr_settled_advice *out;
};

static uint32_t root_of (const wr_core *core, uint32_t label) {
  return wr_label_root (&core->labels, (wr_label){label}).ix;
}

/* -- what can be followed without a second thought ------------------------------------------------------- */

struct own_goal {
  const struct wr_explanation *why;
  uint32_t root, next; /* the next goal of the same element, from 1; 0: none */
};

struct following {
  const wr_core *core;
  WR_VEC (struct own_goal) goals;
  uint32_t *first; /* per root: its first goal, from 1 */
  bool *goes;      /* per root */
  bool *in_use;    /* per root: a goal that stays uses it */
};

static const struct wr_role_info *role_at (const wr_core *core, uint32_t label) {
  return wr_role_info (wr_label_info (&core->labels, (wr_label){label})->role);
}

static void find_goals (struct following *f, const wr_cover *cover) {
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
      uint32_t own = body->passive->goals[g].label.ix, root = own ? root_of (f->core, own) : 0;
      struct own_goal goal = {&cover->goals[b][g], root, f->first[root]};
      WR_VEC_PUSH (&f->goals, goal);
      f->first[root] = f->goals.len;
    }
  }
}

static void mark_used (struct following *f, const struct wr_explanation *e) {
  for (uint32_t i = 0; i < e->core_count; i++) f->in_use[root_of (f->core, e->core[i])] = true;
}

/* Does the assertion need an element that could be judged, that stays, and that nothing else needs?  Without the assertion it would be unnecessary. */
static bool frees_something (const struct following *f, uint32_t root) {
  for (uint32_t at = f->first[root]; at; at = f->goals.data[at - 1].next) {
    const struct wr_explanation *e = f->goals.data[at - 1].why;
    for (uint32_t i = 0; i < e->core_count; i++) {
      uint32_t used = root_of (f->core, e->core[i]);
      const struct wr_role_info *role = role_at (f->core, used);
      if (role->finding != WR_CODE_NONE && !role->goal && !f->goes[used] && !f->in_use[used])
        return true;
    }
  }
  return false;
}

static void keep_assertions (struct following *f, uint32_t count) {
  for (uint32_t i = 0; i < f->goals.len; i++)
    if (!f->goes[f->goals.data[i].root]) mark_used (f, f->goals.data[i].why);
  for (uint32_t root = 1; root < count; root++) {
    if (!f->goes[root] || !role_at (f->core, root)->goal || !frees_something (f, root)) continue;
    f->goes[root] = false;
    for (uint32_t at = f->first[root]; at; at = f->goals.data[at - 1].next)
      mark_used (f, f->goals.data[at - 1].why);
  }
}

void wr_advice_keep_last (const wr_coverage *coverage, bool *can_go) {
  const wr_core *core = coverage->cover->result->core;
  uint32_t count = core->labels.infos.len;
  struct following f = {.core = core};
  f.goes = wr_alloc (count + 1, sizeof *f.goes);
  f.in_use = wr_alloc (count + 1, sizeof *f.in_use);
  f.first = wr_alloc (count + 1, sizeof *f.first);
  for (uint32_t i = 1; i < count; i++) f.goes[i] = i < coverage->fact_count && can_go[i];
  find_goals (&f, coverage->cover);
  keep_assertions (&f, count);
  for (uint32_t i = 1; i < coverage->fact_count; i++) {
    WR_ASSERT (can_go[i] || !f.goes[i]);
    can_go[i] = f.goes[i];
  }
  WR_VEC_FREE (&f.goals);
  free (f.goes);
  free (f.in_use);
  free (f.first);
}

void wr_advice_labels (const wr_coverage *coverage, const bool *can_go, wr_bitset *out) {
  const wr_core *core = coverage->cover->result->core;
  for (uint32_t i = 1; i < core->labels.infos.len; i++) {
    uint32_t root = root_of (core, i);
    if (root < coverage->fact_count && can_go[root]) wr_bitset_set (out, i, true);
  }
}

/* -- what goes together ------------------------------------------------------------------------------------ */

static bool uses (const wr_core *core, const struct wr_explanation *e, uint32_t label) {
  for (uint32_t i = 0; i < e->core_count; i++) {
    if (root_of (core, e->core[i]) != label) continue;
    bool replaced = false;
    for (uint32_t a = 0; a < e->alternative_count; a++)
      replaced |= e->alternatives[a].instead_of == e->core[i];
    if (!replaced) return true;
  }
  return false;
}

void wr_advice_with (const wr_coverage *coverage, const bool *can_go, uint32_t label,
                     wr_u32s *out) {
  const wr_cover *cover = coverage->cover;
  wr_bitset seen = {0};
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      uint32_t own = body->passive->goals[g].label.ix;
      uint32_t root = own ? root_of (cover->result->core, own) : 0;
      if (!root || root == label || !can_go[root] || wr_bitset_has (&seen, root)) continue;
      if (wr_role_is_goal (wr_label_info (&cover->result->core->labels, (wr_label){root})->role))
        continue; /* its goal stays */
      if (!uses (cover->result->core, &cover->goals[b][g], label)) continue;
      wr_bitset_set (&seen, root, true);
      WR_VEC_PUSH (out, root);
    }
  }
  wr_bitset_free (&seen);
}

/* Gives back what the goals of an element use. */
static void keep_used_by (const wr_coverage *coverage, bool *can_go, uint32_t kept, wr_u32s *work) {
  const wr_cover *cover = coverage->cover;
  const wr_core *core = cover->result->core;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
      uint32_t own = body->passive->goals[g].label.ix;
      if (!own || root_of (core, own) != kept) continue;
      const struct wr_explanation *e = &cover->goals[b][g];
      for (uint32_t i = 0; i < e->core_count; i++) {
        uint32_t root = root_of (core, e->core[i]);
        if (!can_go[root]) continue;
        can_go[root] = false;
        WR_VEC_PUSH (work, root);
      }
    }
  }
}

void wr_advice_keep (const wr_coverage *coverage, bool *can_go, uint32_t label) {
  wr_u32s work = {0};
  can_go[label] = false;
  WR_VEC_PUSH (&work, label);
  while (work.len) keep_used_by (coverage, can_go, WR_VEC_POP (&work), &work);
  WR_VEC_FREE (&work);
}

/* Goals of assertions and postconditions stay, even if no proof uses the facts. */
static void absent_labels (const struct settling *s, wr_bitset *out) {
  for (uint32_t i = 1; i < s->core->labels.infos.len; i++) {
    uint32_t root = root_of (s->core, i);
    if (!s->out->can_go[root]) continue;
    bool end = wr_role_is_goal (wr_label_info (&s->core->labels, (wr_label){root})->role);
    bool goal = wr_role_is_goal (wr_label_info (&s->core->labels, (wr_label){i})->role);
    if (!end || !goal) wr_bitset_set (out, i, true);
  }
}

/* -- giving back --------------------------------------------------------------------------------------- */

/* Gives back all advice that a lost goal can use. */
static void give_back (struct settling *s, const wr_losses *lost) {
  wr_u32s labels = {0};
  for (uint32_t i = 0; i < lost->len; i++) {
    const struct wr_body_result *body = &s->coverage->cover->result->bodies[lost->data[i].body];
    WR_ASSERT (lost->data[i].goal < body->passive->goal_count);
    WR_VEC_CLEAR (&labels);
    wr_vc_goal_labels (body->vc, lost->data[i].goal, &labels);
    for (uint32_t k = 0; k < labels.len; k++) s->stays[root_of (s->core, labels.data[k])] = true;
    for (uint32_t k = 0; k < s->core->axioms.len; k++)
      s->stays[s->core->axioms.data[k].label.ix] = true;
  }
  WR_VEC_FREE (&labels);
}

enum outcome { KEPT, LOST, UNKNOWN };

/* Proves all goals again without the advice. */
static enum outcome settle_once (struct settling *s, wr_losses *lost) {
  wr_bitset off = {0};
  absent_labels (s, &off);
  bool ok = !wr_bitset_size (&off) || s->confirm->ask (s->confirm->ctx, &off, lost);
  wr_bitset_free (&off);
  return !ok ? UNKNOWN : lost->len ? LOST : KEPT;
}

static void settle (struct settling *s) {
  enum outcome outcome = LOST;
  wr_losses lost = {0};
  for (uint64_t round = 0; outcome == LOST && round < s->confirm->rounds; round++) {
    WR_VEC_CLEAR (&lost);
    outcome = settle_once (s, &lost);
    if (outcome != LOST) break;
    give_back (s, &lost);
    s->out->can_go = wr_advice (s->coverage, s->stays, s->arena);
  }
  if (outcome != KEPT) s->out->can_go = WR_NEW (s->arena, bool, s->coverage->fact_count + 1);
  WR_VEC_FREE (&lost);
}

/* -- one of two ------------------------------------------------------------------------------------------ */

static bool is_candidate (const struct settling *s, uint32_t label) {
  const struct wr_label_info *info = wr_label_info (&s->core->labels, (wr_label){label});
  const struct wr_role_info *role = wr_role_info (info->role);
  bool judged = role->finding != WR_CODE_NONE && !role->goal;
  return judged && !info->clause.ix && !info->free && info->cls == WR_CLASS_EXPLICIT &&
         !s->stays[label] && !s->out->can_go[label];
}

/* Per label: an element that could be judged and that is in some core.  Nothing is said about bodies that are not explained. */
static bool *find_candidates (const struct settling *s) {
  uint32_t count = s->coverage->fact_count;
  bool *used = WR_NEW (s->arena, bool, count + 1), *open = WR_NEW (s->arena, bool, count + 1);
  for (uint32_t i = 1; i < count; i++) {
    enum wr_fact_status status = s->coverage->facts[i].status;
    uint32_t root = root_of (s->core, i);
    used[root] |= status == WR_FACT_INTERCHANGEABLE || status == WR_FACT_NEEDED;
    open[root] |= status == WR_FACT_NO_INFORMATION || status == WR_FACT_UNREACHABLE;
  }
  for (uint32_t i = 1; i < count; i++) used[i] &= !open[i] && is_candidate (s, i);
  return used;
}

/* Is there an alternative to this member of a core that uses nothing that is removed, except `back` (0: none)?  `partner` receives an
   element of the alternative.  A goal below a contradiction may also have a proof that does not use the
   contradiction; this proof is an alternative to every member. */
static bool has_way_around (const struct settling *s, const struct wr_explanation *e,
                            uint32_t member, const bool *candidate, uint32_t back,
                            uint32_t *partner) {
  uint32_t label = root_of (s->core, member);
  for (uint32_t a = 0; a < e->alternative_count; a++) {
    const struct wr_alternative *way = &e->alternatives[a];
    bool clear = way->instead_of == member;
    uint32_t with = 0;
    for (uint32_t k = 0; clear && k < way->use_count; k++) {
      uint32_t other = root_of (s->core, way->use[k]);
      clear = other != label && (!s->out->can_go[other] || other == back);
      if (candidate[other] || other == back) with = other;
    }
    if (!clear) continue;
    if (with) *partner = with;
    return true;
  }
  bool own = e->has_own;
  for (uint32_t k = 0; own && k < e->own_count; k++) {
    uint32_t other = root_of (s->core, e->own[k]);
    own = other != label && (!s->out->can_go[other] || other == back);
  }
  return own;
}

/* Is the goal removed with its invariant or precondition, `label` or one that goes? */
static bool goes_along (const struct settling *s, wr_label goal, uint32_t label) {
  if (!goal.ix) return false;
  uint32_t root = root_of (s->core, goal.ix);
  if (root == label) return true;
  enum wr_role_check check = wr_role_info (wr_label_info (&s->core->labels, goal)->role)->check;
  return s->out->can_go[root] && (check == WR_CHECK_LOOP || check == WR_CHECK_CALL);
}

/* Has every proof that stays an alternative to each member that goes, if `label` goes too and `back` stays? */
static bool can_be_spared (const struct settling *s, uint32_t label, const bool *candidate,
                           uint32_t back, uint32_t *partner) {
  const wr_cover *cover = s->coverage->cover;
  bool before = s->out->can_go[label], good = true;
  s->out->can_go[label] = true;
  for (uint32_t b = 0; b < cover->result->body_count && good; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count && good; g++) {
      const struct wr_explanation *e = &cover->goals[b][g];
      if (goes_along (s, body->passive->goals[g].label, label)) continue;
      for (uint32_t i = 0; i < e->core_count && good; i++) {
        uint32_t root = root_of (s->core, e->core[i]), other = 0;
        if (!s->out->can_go[root] || root == back) continue;
        good = has_way_around (s, e, e->core[i], candidate, back, &other);
        if (root == label && other) *partner = other;
      }
    }
  }
  s->out->can_go[label] = before;
  return good;
}

/* Adds elements that every proof can replace, and those that only what goes needs, until there are no more; true: there are some. */
static bool spare_more (struct settling *s) {
  bool *candidate = find_candidates (s), any = false;
  bool *kept = WR_NEW (s->arena, bool, s->coverage->fact_count + 1);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = s->coverage->fact_count; i-- > 1;) {
      uint32_t partner = 0, again = 0;
      if (!candidate[i] || kept[i] || s->out->can_go[i]) continue;
      if (!can_be_spared (s, i, candidate, 0, &partner)) continue;
      bool mutual = partner && !kept[partner] && can_be_spared (s, partner, candidate, 0, &again);
      s->out->can_go[i] = any = more = true;
      if (!mutual) continue;
      WR_ASSERT (partner != i);
      kept[partner] = true;
      WR_VEC_PUSH (&s->out->pairs, ((struct wr_one_of){i, partner}));
    }
  }
  return any;
}

static enum wr_role role_of (const struct settling *s, uint32_t label) {
  return wr_label_info (&s->core->labels, (wr_label){label})->role;
}

/* If an element outside all cores is an alternative to one of the same role inside, either of them can be removed. */
static void name_others (struct settling *s) {
  const bool *candidate = find_candidates (s);
  for (uint32_t i = 1; i < s->coverage->fact_count; i++) {
    bool paired = !s->out->can_go[i];
    for (uint32_t k = 0; k < s->out->pairs.len; k++) paired |= s->out->pairs.data[k].label == i;
    for (uint32_t k = 1; k < s->coverage->fact_count && !paired; k++) {
      uint32_t partner = 0;
      if (!candidate[k] || role_of (s, k) != role_of (s, i)) continue;
      if (!can_be_spared (s, k, candidate, i, &partner) || partner != i) continue;
      WR_VEC_PUSH (&s->out->pairs, ((struct wr_one_of){i, k}));
      paired = true;
    }
  }
}

/* Extends the advice as far as it is proved again. */
static void settle_all (struct settling *s) {
  uint32_t count = s->coverage->fact_count;
  bool *before = wr_arena_copy (s->arena, s->out->can_go, count + 1, sizeof *before);
  if (spare_more (s)) {
    wr_losses lost = {0};
    enum outcome outcome = settle_once (s, &lost);
    WR_VEC_FREE (&lost);
    if (outcome == KEPT) return;
    s->out->can_go = before;
    s->out->pairs.len = 0;
  }
  settle (s);
}

void wr_advice_settle (const wr_coverage *coverage, bool *stays, const struct wr_confirm *confirm,
                       wr_arena *arena, struct wr_settled_advice *out) {
  *out = (struct wr_settled_advice){0};
  struct settling s = {.coverage = coverage,
                       .core = coverage->cover->result->core,
                       .confirm = confirm,
                       .stays = stays,
                       .arena = arena,
                       .out = out};
  out->can_go = wr_advice (coverage, stays, arena);
  if (!confirm) return;
  settle_all (&s);
  name_others (&s);
}
