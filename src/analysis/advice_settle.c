/* analysis/advice_settle.c -- the advice of a run, proved again as a whole. */
#include "analysis/advice.h"

#include <string.h>

enum {
  MAX_ROUNDS = 6, /* of giving back */
  MAX_TRIES = 16  /* elements tried one by one */
};

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

void wr_advice_labels (const wr_core *core, const bool *can_go, wr_bitset *out) {
  for (uint32_t i = 1; i < core->labels.infos.len; i++)
    if (can_go[root_of (core, i)]) wr_bitset_set (out, i, true);
}

/* Assertions and postconditions are ends: their goals are asked even if nobody uses them. */
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

/* The advice that bears on a goal that was lost stays. */
static void give_back (struct settling *s, const wr_losses *lost) {
  wr_u32s labels = {0};
  for (uint32_t i = 0; i < lost->len; i++) {
    const struct wr_body_result *body = &s->coverage->cover->result->bodies[lost->data[i].body];
    WR_VEC_CLEAR (&labels);
    wr_vc_goal_labels (body->vc, lost->data[i].goal, &labels);
    for (uint32_t k = 0; k < labels.len; k++) s->stays[root_of (s->core, labels.data[k])] = true;
    for (uint32_t k = 0; k < s->core->axioms.len; k++)
      s->stays[s->core->axioms.data[k].label.ix] = true;
  }
  WR_VEC_FREE (&labels);
}

/* False: nothing can be said. */
static bool settle_once (struct settling *s, bool *lost_any) {
  wr_bitset off = {0};
  wr_losses lost = {0};
  absent_labels (s, &off);
  bool ok = !wr_bitset_size (&off) || s->confirm->ask (s->confirm->ctx, &off, false, &lost);
  *lost_any = lost.len > 0;
  if (lost.len) give_back (s, &lost);
  wr_bitset_free (&off);
  WR_VEC_FREE (&lost);
  return ok;
}

static void settle (struct settling *s) {
  bool lost = true, ok = true;
  for (int round = 0; ok && lost && round < MAX_ROUNDS; round++) {
    ok = settle_once (s, &lost);
    if (lost) s->out->can_go = wr_advice (s->coverage, s->stays, s->arena);
  }
  if (lost || !ok) s->out->can_go = WR_NEW (s->arena, bool, s->coverage->fact_count + 1);
}

/* -- one of two ------------------------------------------------------------------------------------------ */

static bool proves_without (struct settling *s, uint32_t label) {
  wr_bitset off = {0};
  wr_losses lost = {0};
  bool before = s->out->can_go[label];
  s->out->can_go[label] = true;
  absent_labels (s, &off);
  bool ok = s->confirm->ask (s->confirm->ctx, &off, true, &lost) && !lost.len;
  s->out->can_go[label] = before;
  wr_bitset_free (&off);
  WR_VEC_FREE (&lost);
  return ok;
}

static bool is_judged (enum wr_role role) {
  return role == WR_ROLE_REQUIRES || role == WR_ROLE_ASSUME || role == WR_ROLE_INVARIANT_ASSUMED ||
         role == WR_ROLE_AXIOM;
}

static bool is_candidate (const struct settling *s, uint32_t label) {
  const struct wr_label_info *info = wr_label_info (&s->core->labels, (wr_label){label});
  return !info->clause.ix && !info->free && info->cls == WR_CLASS_EXPLICIT &&
         is_judged (info->role) && !s->stays[label] && !s->out->can_go[label];
}

/* Elements in some core that no goal needs.  In order; per label. */
static bool *find_interchangeable (const struct settling *s) {
  uint32_t count = s->coverage->fact_count;
  bool *in_core = WR_NEW (s->arena, bool, count + 1), *needed = WR_NEW (s->arena, bool, count + 1);
  for (uint32_t i = 1; i < count; i++) {
    enum wr_fact_status status = s->coverage->facts[i].status;
    uint32_t root = root_of (s->core, i);
    in_core[root] |= status == WR_FACT_INTERCHANGEABLE;
    needed[root] |= status == WR_FACT_NEEDED || status == WR_FACT_NO_INFORMATION ||
                    status == WR_FACT_UNREACHABLE;
  }
  for (uint32_t i = 1; i < count; i++) in_core[i] &= !needed[i] && is_candidate (s, i);
  return in_core;
}

/* What stands in for the element in the proof of some goal, and could go instead; 0: nothing. */
static uint32_t partner_of (struct settling *s, uint32_t label) {
  const wr_cover *cover = s->coverage->cover;
  uint32_t tried = 0;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      const struct wr_explanation *e = &cover->goals[b][g];
      for (uint32_t a = 0; a < e->alternative_count; a++) {
        if (root_of (s->core, e->alternatives[a].instead_of) != label) continue;
        for (uint32_t k = 0; k < e->alternatives[a].use_count; k++) {
          uint32_t other = root_of (s->core, e->alternatives[a].use[k]);
          if (other == label || other == tried || !is_candidate (s, other)) continue;
          tried = other;
          if (proves_without (s, other)) return other;
        }
      }
    }
  }
  return 0;
}

static void try_one_by_one (struct settling *s) {
  const bool *candidate = find_interchangeable (s);
  uint32_t tries = 0;
  for (uint32_t i = s->coverage->fact_count; i-- > 1 && tries < MAX_TRIES;) {
    if (!candidate[i] || s->stays[i]) continue;
    tries++;
    if (!proves_without (s, i)) continue;
    uint32_t other = partner_of (s, i);
    s->out->can_go[i] = true;
    if (!other) continue;
    s->stays[other] = true;
    WR_VEC_PUSH (&s->out->pairs, ((struct wr_one_of){i, other}));
  }
}

/* What was tried one by one holds as a whole, or is given up. */
static void settle_tried (struct settling *s, bool *before) {
  wr_bitset off = {0};
  wr_losses lost = {0};
  absent_labels (s, &off);
  bool ok = s->confirm->ask (s->confirm->ctx, &off, false, &lost) && !lost.len;
  if (!ok) {
    s->out->can_go = before;
    s->out->pairs.len = 0;
  }
  wr_bitset_free (&off);
  WR_VEC_FREE (&lost);
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
  settle (&s);
  bool *before = wr_arena_copy (arena, out->can_go, coverage->fact_count + 1, sizeof *before);
  try_one_by_one (&s);
  if (memcmp (before, out->can_go, coverage->fact_count + 1)) settle_tried (&s, before);
}
