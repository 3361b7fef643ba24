#include "analysis/advice.h"

#include "base/check.h"

struct advice {
  const wr_coverage *coverage;
  const wr_core *core;
  bool *can_go;  /* per label */
  bool *at_hand; /* per label of a fact: some goal can use it */
};

bool wr_body_explained (const wr_cover *cover, uint32_t body) {
  const struct wr_body_result *b = &cover->result->bodies[body];
  if (!b->passive || !b->selected) return false;
  for (uint32_t g = 0; g < b->passive->goal_count; g++)
    if (b->goals[g].verdict != WR_VERDICT_PROVED || !cover->goals[body][g].known) return false;
  return true;
}

static uint32_t root_of (const struct advice *a, uint32_t label) {
  return wr_label_root (&a->core->labels, (wr_label){label}).ix;
}

static bool may_go (const struct wr_label_info *info) {
  if (info->clause.ix || info->free || info->cls != WR_CLASS_EXPLICIT) return false;
  return wr_role_info (info->role)->finding != WR_CODE_NONE;
}

/* A postcondition counts as usable only at calls; that later clauses of the same contract may use it does not count. */
static bool is_of_caller (const struct advice *a, uint32_t label) {
  const wr_labels *labels = &a->core->labels;
  enum wr_role root = wr_label_info (labels, (wr_label){root_of (a, label)})->role;
  if (!wr_role_info (root)->at_return) return true;
  enum wr_role role = wr_label_info (labels, (wr_label){label})->role;
  return wr_role_info (role)->reason == WR_REASON_CALLEE;
}

/* Candidates: facts that some goal can use, at a reachable point. */
static void begin (struct advice *a, const bool *stays) {
  const wr_coverage *c = a->coverage;
  for (uint32_t i = 1; i < c->fact_count; i++) {
    enum wr_fact_status status = c->facts[i].status;
    if (a->at_hand[i] && status != WR_FACT_NONE && status != WR_FACT_UNREACHABLE &&
        is_of_caller (a, i))
      a->can_go[root_of (a, i)] = true;
  }
  for (uint32_t i = 1; i < c->fact_count; i++)
    a->can_go[i] &= !stays[i] && may_go (wr_label_info (&a->core->labels, (wr_label){i}));
}

static void find_at_hand (struct advice *a) {
  const wr_cover *cover = a->coverage->cover;
  wr_u32s labels = {0};
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      if (body->goals[g].trivial) continue;
      WR_VEC_CLEAR (&labels);
      wr_vc_goal_labels (body->vc, g, &labels);
      for (uint32_t i = 0; i < labels.len; i++) a->at_hand[labels.data[i]] = true;
    }
  }
  for (uint32_t i = 0; i < a->core->axioms.len; i++)
    a->at_hand[a->core->axioms.data[i].label.ix] = true;
  WR_VEC_FREE (&labels);
}

/* A body that is not explained may need everything in it, and every axiom. */
static void keep_unexplained (struct advice *a) {
  const wr_cover *cover = a->coverage->cover;
  bool all = true;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (wr_body_explained (cover, b)) continue;
    all = false;
    if (!body->passive) continue;
    for (uint32_t i = 0; i < body->vc->label_count; i++)
      a->can_go[root_of (a, body->vc->labels[i].ix)] = false;
  }
  if (all) return;
  for (uint32_t i = 1; i < a->coverage->fact_count; i++) {
    enum wr_role role = wr_label_info (&a->core->labels, (wr_label){i})->role;
    if (wr_role_info (role)->shared) a->can_go[i] = false;
  }
}

/* Is the goal removed with its invariant or precondition? */
static bool goes_along (const struct advice *a, wr_label goal) {
  if (!goal.ix || !a->can_go[root_of (a, goal.ix)]) return false;
  enum wr_role_check check = wr_role_info (wr_label_info (&a->core->labels, goal)->role)->check;
  return check == WR_CHECK_LOOP || check == WR_CHECK_CALL;
}

static bool keep (struct advice *a, const uint32_t *labels, uint32_t count) {
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t root = root_of (a, labels[i]);
    WR_ASSERT (root < a->coverage->fact_count);
    changed |= a->can_go[root];
    a->can_go[root] = false;
  }
  return changed;
}

/* Removes from the advice what the goals that stay depend on; true: more goals may stay now. */
static bool keep_used (struct advice *a) {
  const wr_cover *cover = a->coverage->cover;
  bool changed = false;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      const struct wr_explanation *e = &cover->goals[b][g];
      if (!e->known || goes_along (a, body->passive->goals[g].label)) continue;
      changed |= keep (a, e->core, e->core_count);
      changed |= keep (a, e->own, e->own_count);
    }
  }
  return changed;
}

bool *wr_advice (const wr_coverage *coverage, const bool *stays, wr_arena *arena) {
  struct advice a = {.coverage = coverage, .core = coverage->cover->result->core};
  a.can_go = WR_NEW (arena, bool, coverage->fact_count + 1);
  a.at_hand = WR_NEW (arena, bool, coverage->fact_count + 1);
  find_at_hand (&a);
  begin (&a, stays);
  keep_unexplained (&a);
  while (keep_used (&a)) continue;
  for (uint32_t i = 1; i < coverage->fact_count; i++)
    WR_ASSERT (!a.can_go[i] || (!stays[i] && root_of (&a, i) == i));
  return a.can_go;
}
