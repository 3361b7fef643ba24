/* solve/z3_formula.c -- translates the graph of a verification condition (vc/vc.h) bottom up. */
#include "solve/z3_formula.h"

#include "base/check.h"
#include "core/build.h"

#include <stdio.h>

typedef WR_VEC (Z3_ast) terms_vec;

static Z3_ast numbered (struct wr_z3_formula *f, char kind, uint32_t i) {
  char name[32];
  snprintf (name, sizeof name, "!%c%u", kind, i);
  Z3_context z3 = f->terms->z3;
  return Z3_mk_const (z3, Z3_mk_string_symbol (z3, name), Z3_mk_bool_sort (z3));
}

/* label => term; the term itself when it has no label or labels are not tracked. */
static Z3_ast guarded (struct wr_z3_formula *f, wr_label label, Z3_ast term) {
  if (!label.ix || !f->tracked) return term;
  return Z3_mk_implies (f->terms->z3, wr_z3_label (f->terms, label.ix), term);
}

/* Is the goal one of those that the formula asks about? A small group asks about some of them. */
static bool is_asked (const struct wr_z3_formula *f, uint32_t goal) {
  return !f->plain || (goal >= f->first && goal <= f->last);
}

/* The nodes of a small group's formula are those that lead to one of its goals. */
static bool *find_ways (const struct wr_z3_formula *f) {
  bool *leads = wr_alloc (f->vc->node_count + 1, sizeof *leads);
  for (uint32_t i = 0; i < f->vc->node_count; i++) {
    const struct wr_vc_node *n = &f->vc->nodes[i];
    WR_ASSERT (n->kind == WR_VC_STOP || n->next < i); /* successors are made first */
    switch (n->kind) {
    case WR_VC_STOP: break;
    case WR_VC_FACT: leads[i] = leads[n->next]; break;
    case WR_VC_GOAL: leads[i] = is_asked (f, n->goal) || leads[n->next]; break;
    case WR_VC_CHOICE: leads[i] = leads[n->next] || leads[n->other]; break;
    }
  }
  return leads;
}

/* How many nodes lead to each: a fact with one parent becomes part of the parent's conjunction. */
static uint32_t *count_parents (const wr_vc *vc) {
  uint32_t *parents = wr_alloc (vc->node_count, sizeof *parents);
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (n->kind != WR_VC_STOP) parents[n->next]++;
    if (n->kind == WR_VC_CHOICE) parents[n->other]++;
  }
  parents[vc->root]++;
  WR_ASSERT (vc->root < vc->node_count);
  return parents;
}

/* `first` (NULL: nothing) and the chain of facts that starts with node `at` and what comes after it. */
static Z3_ast conjunction (struct wr_z3_formula *f, const uint32_t *parents, Z3_ast first,
                           uint32_t at, bool whole) {
  const struct wr_vc_node *nodes = f->vc->nodes;
  uint32_t end = at;
  for (bool own = whole; nodes[end].kind == WR_VC_FACT && (own || parents[end] == 1); own = false)
    end = nodes[end].next;
  Z3_ast rest = f->nodes[end];
  WR_ASSERT (rest); /* made before its parents, unless it is part of one conjunction only */
  if (rest == f->terms->no) return rest;
  terms_vec parts = {0};
  if (first) WR_VEC_PUSH (&parts, first);
  for (; at != end; at = nodes[at].next)
    WR_VEC_PUSH (&parts, guarded (f, nodes[at].label, wr_z3_expr (f->terms, nodes[at].expr)));
  WR_VEC_PUSH (&parts, rest);
  Z3_ast made = parts.len == 1 ? rest : Z3_mk_and (f->terms->z3, parts.len, parts.data);
  WR_VEC_FREE (&parts);
  return made;
}

static Z3_ast either (struct wr_z3_formula *f, Z3_ast a, Z3_ast b) {
  if (a == f->terms->no) return b;
  if (b == f->terms->no) return a;
  Z3_ast both[2] = {a, b};
  return Z3_mk_or (f->terms->z3, 2, both);
}

/* Does the formula ask about several goals of a procedure, but not all? Then it says "a or b" instead of the
   equivalent "a, or not a and b", with the later goal first; this takes fewer steps, but more for a whole procedure
   (docs/design/solving.md). The core is also more precise: each goal follows from facts before it, without an earlier
   goal of the group.  In a program with few axioms a part has many goals, and a goal may rest on those before it: there the
   second formula is used, as for a whole procedure. */
static bool is_part (const struct wr_z3_formula *f) {
  bool all = f->first == 0 && f->last + 1 >= f->vc->passive->goal_count;
  return f->terms->maps_are_functions && !all && f->last > f->first;
}

static bool is_lean (const struct wr_z3_formula *f, uint32_t goal) {
  return is_asked (f, goal) && is_part (f);
}

static Z3_ast goal_node (struct wr_z3_formula *f, const uint32_t *parents, uint32_t at) {
  const struct wr_vc_node *n = &f->vc->nodes[at];
  const struct wr_goal *goal = &f->vc->passive->goals[n->goal];
  Z3_context z3 = f->terms->z3;
  Z3_ast cond = wr_z3_expr (f->terms, goal->cond);
  if (f->plain) {
    bool asked = is_asked (f, n->goal), lean = is_lean (f, n->goal);
    Z3_ast after = goal->assumed.ix && !lean ? guarded (f, goal->assumed, cond) : NULL;
    Z3_ast passes = conjunction (f, parents, after, n->next, false);
    Z3_ast fails = asked ? Z3_mk_not (z3, cond) : f->terms->no;
    return lean ? either (f, passes, fails) : either (f, fails, passes);
  }
  Z3_ast fails[2] = {f->selectors[n->goal], guarded (f, goal->label, Z3_mk_not (z3, cond))};
  Z3_ast later = goal->assumed.ix ? guarded (f, goal->assumed, cond) : NULL;
  return either (f, Z3_mk_and (z3, 2, fails), conjunction (f, parents, later, n->next, false));
}

static Z3_ast make_node (struct wr_z3_formula *f, const uint32_t *parents, uint32_t at) {
  const struct wr_vc_node *n = &f->vc->nodes[at];
  switch (n->kind) {
  case WR_VC_STOP: return f->terms->no;
  case WR_VC_FACT:
    /* Any other fact is part of its parent's conjunction. */
    return parents[at] == 1 && at != f->vc->root ? NULL : conjunction (f, parents, NULL, at, true);
  case WR_VC_GOAL: return goal_node (f, parents, at);
  case WR_VC_CHOICE: {
    Z3_ast c = f->plain ? NULL : f->choices[n->choice];
    return either (
        f, conjunction (f, parents, c, n->next, false),
        conjunction (f, parents, c ? Z3_mk_not (f->terms->z3, c) : NULL, n->other, false));
  }
  }
  WR_UNREACHABLE ();
}

static void make_nodes (struct wr_z3_formula *f) {
  uint32_t *parents = count_parents (f->vc);
  bool *leads = find_ways (f);
  for (uint32_t i = 0; i < f->vc->node_count; i++)
    if (parents[i] > 0) f->nodes[i] = leads[i] ? make_node (f, parents, i) : f->terms->no;
  free (parents);
  free (leads);
  WR_REQUIRE (f->nodes[f->vc->root]);
}

void wr_z3_formula_begin (struct wr_z3_formula *f, struct wr_z3_terms *terms, const wr_vc *vc,
                          bool tracked) {
  *f = (struct wr_z3_formula){.vc = vc, .terms = terms, .tracked = tracked};
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (n->kind == WR_VC_FACT) WR_VEC_PUSH (&f->exprs, n->expr);
    if (n->kind == WR_VC_GOAL) WR_VEC_PUSH (&f->exprs, vc->passive->goals[n->goal].cond);
  }
}

void wr_z3_formula_terms (struct wr_z3_formula *f) {
  if (!f->translated) wr_z3_translate (f->terms, f->exprs.data, f->exprs.len);
  f->translated = true;
}

Z3_ast wr_z3_formula_whole (struct wr_z3_formula *f) {
  const wr_vc *vc = f->vc;
  if (!f->selectors) {
    f->selectors = wr_alloc (vc->passive->goal_count + 1, sizeof *f->selectors);
    f->choices = wr_alloc (vc->choice_count + 1, sizeof *f->choices);
    for (uint32_t i = 0; i < vc->passive->goal_count; i++) f->selectors[i] = numbered (f, 's', i);
    for (uint32_t i = 0; i < vc->choice_count; i++) f->choices[i] = numbered (f, 'c', i);
  }
  wr_z3_formula_terms (f);
  if (f->terms->error.len > 0) return f->terms->no;
  if (!f->nodes) {
    f->nodes = wr_alloc (vc->node_count + 1, sizeof *f->nodes);
    make_nodes (f);
  }
  return f->nodes[vc->root];
}

void wr_z3_formula_bare (struct wr_z3_formula *f) {
  struct wr_z3_formula bare = *f;
  bool tracked = f->tracked;
  WR_ASSERT (!f->plain); /* only copies are */
  if (f->bare || f->nodes) return;
  bare.tracked = false;
  wr_z3_formula_whole (&bare);
  *f = bare;
  f->tracked = tracked;
  f->bare = true;
  if (!tracked) return;
  free (f->nodes);
  f->nodes = NULL;
}

static struct wr_z3_formula plain_of (const struct wr_z3_formula *f, uint32_t goal,
                                      uint32_t count) {
  struct wr_z3_formula plain = *f;
  WR_ASSERT (count > 0 && goal + count <= f->vc->passive->goal_count);
  plain.plain = true;
  plain.first = goal;
  plain.last = goal + (count > 0 ? count - 1 : 0);
  return plain;
}

void wr_z3_formula_labels (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                           wr_bitset *out) {
  struct wr_z3_formula plain = plain_of (f, goal, count);
  bool *leads = find_ways (&plain);
  for (uint32_t i = 0; i < f->vc->node_count; i++) {
    const struct wr_vc_node *n = &f->vc->nodes[i];
    wr_label label = {0};
    if (n->kind == WR_VC_FACT && leads[i]) label = n->label;
    if (n->kind == WR_VC_GOAL && leads[n->next] && !is_lean (&plain, n->goal))
      label = f->vc->passive->goals[n->goal].assumed;
    if (label.ix) wr_bitset_set (out, label.ix, true);
  }
  free (leads);
}

Z3_ast wr_z3_formula_plain (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                            bool labels) {
  if (f->terms->error.len > 0) return f->terms->no;
  struct wr_z3_formula plain = plain_of (f, goal, count);
  plain.nodes = wr_alloc (f->vc->node_count + 1, sizeof *plain.nodes);
  plain.tracked &= labels;
  make_nodes (&plain);
  Z3_ast root = plain.nodes[f->vc->root];
  free (plain.nodes);
  return root;
}

void wr_z3_formula_free (struct wr_z3_formula *f) {
  free (f->nodes);
  free (f->selectors);
  free (f->choices);
  WR_VEC_FREE (&f->exprs);
  wr_z3_sums_free (&f->sums);
  *f = (struct wr_z3_formula){0};
}

void wr_z3_formula_select (struct wr_z3_formula *f, Z3_solver solver, uint32_t goal,
                           uint32_t count) {
  Z3_context z3 = f->terms->z3;
  terms_vec parts = {0};
  WR_ASSERT (count > 0 && goal + count <= f->vc->passive->goal_count);
  WR_ASSERT (f->selectors || f->terms->error.len > 0); /* the whole formula is made */
  for (uint32_t i = 0; i < f->vc->passive->goal_count; i++) {
    bool in = i == goal || (i > goal && i - goal < count);
    WR_VEC_PUSH (&parts, in ? f->selectors[i] : Z3_mk_not (z3, f->selectors[i]));
  }
  Z3_solver_assert (z3, solver, Z3_mk_and (z3, parts.len, parts.data));
  WR_VEC_FREE (&parts);
}

/* -- mentioned terms -------------------------------------------------------------------------------- */

static void mention_terms (struct wr_z3_formula *f, Z3_solver solver, Z3_ast guard, wr_expr root) {
  wr_u32s terms = {0};
  wr_ground_terms (f->terms->core, root, &terms);
  for (uint32_t i = 0; i < terms.len; i++) {
    Z3_ast fact = wr_z3_mention (f->terms, (wr_expr){terms.data[i]});
    Z3_solver_assert (f->terms->z3, solver, Z3_mk_implies (f->terms->z3, guard, fact));
  }
  WR_VEC_FREE (&terms);
}

Z3_ast wr_z3_formula_mention (struct wr_z3_formula *f, Z3_solver solver, uint32_t label) {
  Z3_ast guard = wr_z3_mention_guard (f->terms, label);
  const wr_core *core = f->terms->core;
  for (uint32_t i = 0; i < f->vc->node_count; i++) {
    const struct wr_vc_node *n = &f->vc->nodes[i];
    if (n->kind == WR_VC_FACT && n->label.ix == label) mention_terms (f, solver, guard, n->expr);
    if (n->kind == WR_VC_GOAL && f->vc->passive->goals[n->goal].assumed.ix == label)
      mention_terms (f, solver, guard, f->vc->passive->goals[n->goal].cond);
  }
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].label.ix == label)
      mention_terms (f, solver, guard, core->axioms.data[i].expr);
  return guard;
}
