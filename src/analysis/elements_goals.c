/* analysis/elements_goals.c -- what became of each goal, and what that says about the elements. */
#include "analysis/elementing.h"

#include "analysis/intended.h"
#include "base/check.h"

#include <string.h>

/* The contradiction that makes a goal vacuous; UINT32_MAX: none is known. */
static uint32_t contradiction_of (const struct wr_elementing *e, uint32_t body,
                                  const struct wr_explanation *why) {
  for (uint32_t i = 0; i < e->coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &e->coverage->contradictions.data[i];
    bool equal = c->body == body && c->core_count == why->core_count &&
                 (!c->core_count || !memcmp (c->core, why->core, c->core_count * sizeof *c->core));
    if (equal) return i;
  }
  return UINT32_MAX;
}

static enum wr_fate vacuous_fate (const struct wr_elementing *e, const struct wr_body_result *body,
                                  uint32_t goal) {
  uint32_t at = contradiction_of (e, body->body, &e->coverage->cover->goals[body->body][goal]);
  if (at == UINT32_MAX) return WR_FATE_VACUOUS;
  if (e->coverage->contradictions.data[at].kind == WR_CONTRADICTION_FAILED)
    return WR_FATE_AFTER_FAILURE;
  if (!e->intended[at]) return WR_FATE_VACUOUS;
  return wr_goal_marks_unreachable (e->core, body, goal) ? WR_FATE_MARK : WR_FATE_ACCEPTED;
}

static enum wr_fate fate_of (const struct wr_elementing *e, const struct wr_body_result *body,
                             uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  const struct wr_explanation *why = &e->coverage->cover->goals[body->body][goal];
  switch (r->verdict) {
  case WR_VERDICT_NONE: return WR_FATE_NOT_CHECKED;
  case WR_VERDICT_UNKNOWN:
    return r->reason == WR_STATUS_CANCELLED ? WR_FATE_NOT_CHECKED : WR_FATE_NOT_PROVED;
  case WR_VERDICT_FAILED:
  case WR_VERDICT_TIMEOUT: return WR_FATE_NOT_PROVED;
  case WR_VERDICT_PROVED: break;
  }
  if (!body->vc->reached[body->passive->goals[goal].block]) return WR_FATE_UNREACHED;
  if (r->trivial) return WR_FATE_CONSTANT;
  if (!why->known) return WR_FATE_NOT_EXPLAINED;
  return why->vacuous ? vacuous_fate (e, body, goal) : WR_FATE_PROVED;
}

/* Does a body of this run use the clause as a precondition? */
static bool is_used_by_body (const struct wr_elementing *e, const struct wr_label_info *info) {
  return info->clause.ix && e->coverage->facts[info->clause.ix].status != WR_FACT_NONE;
}

static void add_fate (struct wr_elementing *e, uint32_t element, enum wr_fate fate,
                      enum wr_verdict verdict) {
  if (!element) return;
  struct wr_element_notes *notes = &e->notes[element - 1];
  notes->fates[fate]++;
  if (fate == WR_FATE_NOT_PROVED && notes->verdict != WR_VERDICT_FAILED) notes->verdict = verdict;
}

static void add_goal (struct wr_elementing *e, const struct wr_body_result *body, uint32_t g) {
  wr_label label = body->passive->goals[g].label;
  struct wr_element_goal goal = {.body = body->body, .goal = g, .fate = fate_of (e, body, g)};
  if (label.ix) {
    const struct wr_label_info *info = wr_label_info (&e->core->labels, label);
    enum wr_role_check check = wr_role_info (info->role)->check;
    goal.own = e->out->of_label[label.ix];
    if (info->site.ix) goal.call = e->out->of_site[info->site.ix];
    bool of_body = check == WR_CHECK_CALL && is_used_by_body (e, info);
    goal.clause = goal.own && (check == WR_CHECK_LOOP || of_body);
    enum wr_verdict verdict = body->goals[g].verdict;
    if (!of_body) add_fate (e, goal.own, goal.fate, verdict);
    add_fate (e, goal.call, goal.fate, verdict);
  }
  goal.counts = !goal.clause;
  WR_VEC_PUSH (&e->goals, goal);
}

/* -- occurrences ------------------------------------------------------------------------------------ */

static void add_live (struct wr_elementing *e, uint32_t element, int value) {
  struct wr_element_notes *notes = &e->notes[element];
  notes->live += (uint32_t)value;
}

static void add_dead (struct wr_elementing *e, uint32_t element, int intended) {
  struct wr_element_notes *notes = &e->notes[element];
  WR_ASSERT (notes->live);
  notes->live--;
  if (intended)
    notes->accepted++;
  else
    notes->dead++;
}

static void add_side (struct wr_elementing *e, uint32_t element, int constant) {
  if (constant)
    e->notes[element].constant++;
  else
    e->notes[element].variable++;
}

static bool is_constant (const wr_core *core, wr_expr expr) {
  const struct wr_expr_info *info = wr_expr_info (core, expr);
  if (info->op == WR_OP_NOT) info = wr_expr_info (core, wr_expr_child (core, expr, 0));
  return info->op == WR_OP_TRUE || info->op == WR_OP_FALSE;
}

static void add_items (struct wr_elementing *e, const struct wr_body_result *body) {
  for (uint32_t k = 0; k < body->passive->block_count; k++) {
    const struct wr_pblock *block = &body->passive->blocks[k];
    for (uint32_t i = 0; body->vc->reached[k] && i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      if (item->kind == WR_PITEM_GOAL)
        wr_elements_each (e, body->passive->goals[item->goal].assumed.ix, add_live, 1);
      if (item->kind != WR_PITEM_FACT || !item->label.ix) continue;
      wr_elements_each (e, item->label.ix, add_live, 1);
      enum wr_role role = wr_label_info (&e->core->labels, item->label)->role;
      if (wr_role_info (role)->off == WR_OFF_ENTERED)
        wr_elements_each (e, item->label.ix, add_side, is_constant (e->core, item->expr));
    }
  }
}

static void add_contradictions (struct wr_elementing *e) {
  for (uint32_t i = 0; i < e->coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &e->coverage->contradictions.data[i];
    if (c->kind == WR_CONTRADICTION_FAILED) continue;
    for (uint32_t k = 0; k < c->facts.len; k++)
      wr_elements_each (e, c->facts.data[k], add_dead, e->intended[i]);
  }
}

void wr_elements_goals (struct wr_elementing *e) {
  const wr_contradictions *contradictions = &e->coverage->contradictions;
  e->intended = WR_NEW (e->arena, bool, contradictions->len + 1);
  for (uint32_t i = 0; i < contradictions->len; i++) {
    const struct wr_contradiction *c = &contradictions->data[i];
    e->intended[i] = wr_contradiction_is_intended (e->core, &e->result->bodies[c->body], c);
  }
  for (uint32_t b = 0; b < e->result->body_count; b++) {
    const struct wr_body_result *body = &e->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) add_goal (e, body, g);
    add_items (e, body);
  }
  add_contradictions (e);
}
