#include "analysis/contradiction.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* -- kinds ---------------------------------------------------------------------------------------- */

static const struct wr_pitem *item_of (const wr_passive *passive, uint32_t label) {
  for (uint32_t b = 0; b < passive->block_count; b++)
    for (uint32_t i = 0; i < passive->blocks[b].item_count; i++) {
      const struct wr_pitem *item = &passive->blocks[b].items[i];
      if (item->kind == WR_PITEM_FACT && item->label.ix == label) return item;
    }
  return NULL;
}

static bool is_false (const wr_core *core, const wr_passive *passive, uint32_t label) {
  const struct wr_pitem *item = item_of (passive, label);
  if (!item) return false;
  const struct wr_expr_info *e = wr_expr_info (core, item->expr);
  if (e->op == WR_OP_NOT) {
    e = wr_expr_info (core, wr_expr_child (core, item->expr, 0));
    return e->op == WR_OP_TRUE;
  }
  return e->op == WR_OP_FALSE;
}

/* Does the fact hold only if this goal does: a check of its own element, or of the call that it comes from? */
static bool rests_on (const struct wr_label_info *fact, const struct wr_label_info *goal) {
  const struct wr_role_info *role = wr_role_info (fact->role), *check = wr_role_info (goal->role);
  if (role->reason == WR_REASON_ELEMENT && check->check == WR_CHECK_ELEMENT)
    return fact->element && fact->element == goal->element;
  return role->after_call && check->check == WR_CHECK_CALL && fact->site.ix &&
         fact->site.ix == goal->site.ix;
}

/* Is this the fact that is assumed after a goal that is not proved, or one that rests on such a goal? */
static bool is_failed (const wr_core *core, const struct wr_body_result *body, uint32_t label) {
  const struct wr_label_info *fact = wr_label_info (&core->labels, (wr_label){label});
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    const struct wr_goal *goal = &body->passive->goals[g];
    if (body->goals[g].verdict == WR_VERDICT_PROVED) continue;
    if (goal->assumed.ix == label) return true;
    if (goal->label.ix && rests_on (fact, wr_label_info (&core->labels, goal->label))) return true;
  }
  return false;
}

/* An assignment only gives a value to a new name, so it excludes nothing: in a contradiction with axioms it provides the terms for which
   the axioms are instantiated, and the axioms contradict each other.  So does any other fact of which only the terms are needed (`need`, or
   NULL), if it is the only one: then the contradiction was proved with its terms instead of it.  If there are several, it is known whether it was
   proved with the terms of all of them (struct wr_explanation, `terms`). */
static enum wr_contradiction_kind kind_of (const wr_core *core, const struct wr_body_result *body,
                                           const struct wr_contradiction *c,
                                           const struct wr_explanation *e) {
  const enum wr_need *need = e->need;
  uint32_t axioms = 0, conditions = 0, code = 0, constants = 0, internal = 0, terms = 0;
  bool literal = false, cut = false;
  for (uint32_t i = 0; i < c->core_count; i++) {
    const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){c->core[i]});
    if (is_failed (core, body, c->core[i])) return WR_CONTRADICTION_FAILED;
    internal += info->cls == WR_CLASS_INTERNAL;
    const struct wr_role_info *role = wr_role_info (info->role);
    cut |= role->trust == WR_ROLE_TRUST_CUT;
    axioms += role->program;
    code += role->off == WR_OFF_ARBITRARY;
    terms += need && need[i] == WR_NEED_TRIGGER && !role->program && role->off != WR_OFF_ARBITRARY;
    if (role->off == WR_OFF_ENTERED) {
      conditions++;
      constants += is_false (core, body->passive, c->core[i]);
    }
    literal |= role->assumes && is_false (core, body->passive, c->core[i]);
  }
  WR_ASSERT (axioms + conditions + code <= c->core_count);
  if (internal == c->core_count || constants || cut) return WR_CONTRADICTION_CUT;
  if (axioms && axioms + code == c->core_count) return WR_CONTRADICTION_AXIOMS;
  if (axioms && e->terms && axioms + code + terms == c->core_count) return WR_CONTRADICTION_AXIOMS;
  if (axioms && terms == 1 && axioms + code + 1 == c->core_count) return WR_CONTRADICTION_AXIOMS;
  if (literal) return WR_CONTRADICTION_FALSE;
  if (conditions + code == c->core_count) return WR_CONTRADICTION_CODE;
  return conditions ? WR_CONTRADICTION_SPECIFICATION : WR_CONTRADICTION_ASSUMPTIONS;
}

/* -- collecting ------------------------------------------------------------------------------------- */

struct collect {
  const wr_cover *cover;
  const struct wr_body_result *body;
  uint32_t *idom;
  uint32_t first; /* of this body in `out` */
  wr_contradictions *out;
};

static void add (struct collect *c, const struct wr_explanation *e, struct wr_point at) {
  WR_ASSERT (e->known && at.block < c->body->passive->block_count);
  struct wr_contradiction made = {
      .body = c->body->body, .core = e->core, .core_count = e->core_count};
  made.point = wr_contradiction_point (c->body->passive, c->idom, at, e->core, e->core_count);
  for (uint32_t i = c->first; i < c->out->len; i++) {
    struct wr_contradiction *old = &c->out->data[i];
    bool equal =
        old->core_count == made.core_count &&
        (!made.core_count || !memcmp (old->core, made.core, made.core_count * sizeof *made.core));
    if (!equal) continue;
    if (!wr_point_dominates (c->idom, old->point, made.point)) old->point = made.point;
    return;
  }
  made.kind = kind_of (c->cover->result->core, c->body, &made, e);
  WR_VEC_PUSH (c->out, made);
}

static int by_point (const void *a, const void *b) {
  const struct wr_contradiction *x = a, *y = b;
  if (x->point.block != y->point.block) return x->point.block < y->point.block ? -1 : 1;
  if (x->point.item != y->point.item) return x->point.item < y->point.item ? -1 : 1;
  return (x->core_count > y->core_count) - (x->core_count < y->core_count);
}

/* The first contradiction whose point dominates `at`; points below two contradictions belong to the earlier one. */
static struct wr_contradiction *owner_of (const struct collect *c, struct wr_point at) {
  for (uint32_t i = c->first; i < c->out->len; i++)
    if (wr_point_dominates (c->idom, c->out->data[i].point, at)) return &c->out->data[i];
  return NULL;
}

static void spread (struct collect *c) {
  const wr_passive *passive = c->body->passive;
  const wr_core *core = c->cover->result->core;
  for (uint32_t b = 0; b < passive->block_count; b++) {
    for (uint32_t i = 0; c->idom[b] != UINT32_MAX && i < passive->blocks[b].item_count; i++) {
      const struct wr_pitem *item = &passive->blocks[b].items[i];
      struct wr_contradiction *owner = owner_of (c, (struct wr_point){b, i});
      if (!owner) continue;
      if (item->kind == WR_PITEM_GOAL) {
        WR_VEC_PUSH (&owner->goals, item->goal);
        if (passive->goals[item->goal].assumed.ix)
          WR_VEC_PUSH (&owner->facts, passive->goals[item->goal].assumed.ix);
      }
      if (item->kind == WR_PITEM_FACT && item->label.ix &&
          wr_label_info (&core->labels, item->label)->cls != WR_CLASS_INTERNAL)
        WR_VEC_PUSH (&owner->facts, item->label.ix);
    }
  }
}

/* Is every axiom of `part` in `whole`? */
static bool has_axioms_of (const wr_core *core, const struct wr_contradiction *whole,
                           const struct wr_contradiction *part) {
  for (uint32_t i = 0; i < part->core_count; i++) {
    if (!wr_role_info (wr_label_info (&core->labels, (wr_label){part->core[i]})->role)->program)
      continue;
    bool found = false;
    for (uint32_t k = 0; k < whole->core_count; k++) found |= whole->core[k] == part->core[i];
    if (!found) return false;
  }
  return true;
}

/* Where axioms that contradict each other are in a contradiction, the other facts in it only provide terms. */
static void find_more_axioms (const wr_core *core, wr_contradictions *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const struct wr_contradiction *axioms = &list->data[i];
    if (axioms->kind != WR_CONTRADICTION_AXIOMS) continue;
    for (uint32_t k = 0; k < list->len; k++) {
      bool other = list->data[k].kind == WR_CONTRADICTION_ASSUMPTIONS ||
                   list->data[k].kind == WR_CONTRADICTION_SPECIFICATION;
      if (other && has_axioms_of (core, &list->data[k], axioms))
        list->data[k].kind = WR_CONTRADICTION_AXIOMS;
    }
  }
}

void wr_contradictions_of (const wr_cover *cover, wr_contradictions *out) {
  const wr_result *result = cover->result;
  wr_arena *arena = wr_arena_new ();
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    struct collect c = {cover, body, wr_dominators (body->passive, arena), out->len, out};
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      const struct wr_explanation *e = &cover->goals[b][g];
      const struct wr_goal *goal = &body->passive->goals[g];
      if (e->known && e->vacuous) add (&c, e, (struct wr_point){goal->block, goal->item});
    }
    for (uint32_t k = 0; k < body->passive->block_count; k++) {
      const struct wr_explanation *e = &cover->blocks[b][k];
      if (e->known) add (&c, e, (struct wr_point){k, body->passive->blocks[k].item_count});
    }
    if (out->len > c.first)
      qsort (out->data + c.first, out->len - c.first, sizeof *out->data, by_point);
    for (uint32_t i = c.first; i < out->len; i++)
      WR_ASSERT (out->data[i].point.block < body->passive->block_count);
    spread (&c);
  }
  find_more_axioms (result->core, out);
  wr_arena_free (arena);
}

void wr_contradictions_free (wr_contradictions *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    WR_VEC_FREE (&list->data[i].goals);
    WR_VEC_FREE (&list->data[i].facts);
  }
  WR_VEC_FREE (list);
}
