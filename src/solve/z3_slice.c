#include "solve/z3_slice.h"

#include "base/check.h"
#include "core/build.h"

struct slice {
  struct wr_z3_formula *f;
  const wr_core *core;
  const wr_bitset *labels;
  uint32_t goal;
  wr_bitset vars;         /* incarnations that occur in the slice */
  WR_VEC (wr_expr) exprs; /* everything in the slice */
  Z3_ast *nodes;
};

static bool holds (const struct slice *s, wr_label label) {
  return label.ix && wr_bitset_has (s->labels, label.ix);
}

static void speak_of (struct slice *s, wr_expr e) {
  wr_u32s vars = {0};
  wr_free_vars (s->core, e, &vars);
  for (uint32_t i = 0; i < vars.len; i++) wr_bitset_set (&s->vars, vars.data[i], true);
  WR_VEC_FREE (&vars);
  WR_VEC_PUSH (&s->exprs, e);
}

/* A frame fact that only defines an incarnation that does not occur elsewhere in the slice has no effect. */
static bool is_idle (const struct slice *s, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (s->core, e);
  if (info->op != WR_OP_EQ) return false;
  const struct wr_expr_info *name = wr_expr_info (s->core, wr_expr_child (s->core, e, 0));
  return name->op == WR_OP_VAR && s->core->vars.data[name->data].kind == WR_VAR_INCARNATION &&
         !wr_bitset_has (&s->vars, name->data);
}

static bool is_kept (const struct slice *s, const struct wr_vc_node *n) {
  return n->label.ix ? holds (s, n->label) : !is_idle (s, n->expr);
}

/* Which nodes lead to the goal. */
static bool *find_ways (const struct slice *s) {
  const wr_vc *vc = s->f->vc;
  bool *leads = wr_alloc (vc->node_count + 1, sizeof *leads);
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    switch (n->kind) {
    case WR_VC_STOP: break;
    case WR_VC_FACT: leads[i] = leads[n->next]; break;
    case WR_VC_GOAL: leads[i] = n->goal == s->goal || leads[n->next]; break;
    case WR_VC_CHOICE: leads[i] = leads[n->next] || leads[n->other]; break;
    }
  }
  return leads;
}

/* Later nodes have smaller indices, so uses of an incarnation are seen before the fact that defines it. */
static void find_exprs (struct slice *s, const bool *leads) {
  const wr_vc *vc = s->f->vc;
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (leads[i] && n->kind == WR_VC_FACT && n->label.ix && holds (s, n->label))
      speak_of (s, n->expr);
    if (!leads[i] || n->kind != WR_VC_GOAL) continue;
    const struct wr_goal *goal = &vc->passive->goals[n->goal];
    if (n->goal == s->goal ? holds (s, goal->label) : holds (s, goal->assumed))
      speak_of (s, goal->cond);
  }
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (leads[i] && n->kind == WR_VC_FACT && !n->label.ix && !is_idle (s, n->expr))
      speak_of (s, n->expr);
  }
}

static Z3_ast guarded (const struct slice *s, wr_label label, Z3_ast term) {
  if (!label.ix) return term;
  return Z3_mk_implies (s->f->terms->z3, wr_z3_label (s->f->terms, label.ix), term);
}

static Z3_ast both (const struct slice *s, Z3_ast a, Z3_ast b) {
  if (b == s->f->terms->no || a == s->f->terms->yes) return b;
  if (b == s->f->terms->yes) return a;
  Z3_ast parts[2] = {a, b};
  return Z3_mk_and (s->f->terms->z3, 2, parts);
}

/* A node of another goal that is not assumed has no effect: conditions that differ in such nodes have the same slice. */
static bool is_silent (const struct slice *s, const struct wr_vc_node *n) {
  return n->kind == WR_VC_GOAL && n->goal != s->goal &&
         !holds (s, s->f->vc->passive->goals[n->goal].assumed);
}

/* The chain of facts from node `at` on, as one conjunction. */
static Z3_ast chain (struct slice *s, uint32_t at) {
  WR_VEC (Z3_ast) parts = {0};
  const struct wr_vc_node *nodes = s->f->vc->nodes;
  uint32_t end = at;
  while (nodes[end].kind == WR_VC_FACT || is_silent (s, &nodes[end])) end = nodes[end].next;
  Z3_ast made = s->nodes[end];
  WR_ASSERT (made); /* successors are made first */
  if (made == s->f->terms->no) return made;
  for (; at != end; at = nodes[at].next)
    if (nodes[at].kind == WR_VC_FACT && is_kept (s, &nodes[at]))
      WR_VEC_PUSH (&parts, guarded (s, nodes[at].label, wr_z3_expr (s->f->terms, nodes[at].expr)));
  if (parts.len) {
    WR_VEC_PUSH (&parts, made);
    made = Z3_mk_and (s->f->terms->z3, parts.len, parts.data);
  }
  WR_VEC_FREE (&parts);
  return made;
}

static Z3_ast either (const struct slice *s, Z3_ast a, Z3_ast b) {
  if (a == s->f->terms->no || a == b) return b;
  if (b == s->f->terms->no) return a;
  Z3_ast parts[2] = {a, b};
  return Z3_mk_or (s->f->terms->z3, 2, parts);
}

static Z3_ast make_node (struct slice *s, uint32_t at) {
  const struct wr_vc_node *n = &s->f->vc->nodes[at];
  Z3_context z3 = s->f->terms->z3;
  switch (n->kind) {
  case WR_VC_STOP: return s->f->terms->no;
  case WR_VC_FACT: return NULL; /* only ever seen inside a chain */
  case WR_VC_GOAL: {
    const struct wr_goal *goal = &s->f->vc->passive->goals[n->goal];
    bool own = n->goal == s->goal;
    wr_label label = own ? goal->label : goal->assumed;
    Z3_ast cond = holds (s, label) ? wr_z3_expr (s->f->terms, goal->cond) : NULL;
    if (own) return cond ? guarded (s, label, Z3_mk_not (z3, cond)) : s->f->terms->yes;
    Z3_ast later = chain (s, n->next);
    return cond ? both (s, guarded (s, label, cond), later) : later;
  }
  case WR_VC_CHOICE: return either (s, chain (s, n->next), chain (s, n->other));
  }
  WR_UNREACHABLE ();
}

/* -- what is never off ---------------------------------------------------------------------------- */

/* The functions that occur in the slice, and the sorts of maps that it stores to. */
static void find_funcs (const struct slice *s, wr_bitset *funcs, wr_bitset *maps) {
  wr_u32s order = {0};
  WR_VEC (wr_expr) work = {0};
  for (uint32_t i = 0; i < s->exprs.len; i++) WR_VEC_PUSH (&work, s->exprs.data[i]);
  while (work.len) {
    WR_VEC_CLEAR (&order);
    wr_postorder (s->core, work.data, work.len, &order);
    WR_VEC_CLEAR (&work);
    for (uint32_t i = 0; i < order.len; i++) {
      const struct wr_expr_info *e = &s->core->exprs.data[order.data[i]];
      if (e->op == WR_OP_STORE) wr_bitset_set (maps, e->sort.ix, true);
      if (e->op != WR_OP_APP || wr_bitset_has (funcs, e->data)) continue;
      wr_bitset_set (funcs, e->data, true);
      enum wr_func_kind kind = s->core->funcs.data[e->data].kind;
      if (kind == WR_FUNC_DEFINED || kind == WR_FUNC_LAMBDA)
        WR_VEC_PUSH (&work, s->core->funcs.data[e->data].body);
    }
  }
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&work);
}

/* Asserts that constants are distinct, as far as they occur in the slice. */
static void assert_distinct (const struct slice *s, Z3_solver solver, const wr_bitset *funcs) {
  WR_VEC (Z3_ast) parts = {0};
  for (uint32_t i = 0; i < s->core->distinct.len; i++) {
    wr_expr all = s->core->distinct.data[i];
    const struct wr_expr_info *e = wr_expr_info (s->core, all);
    WR_VEC_CLEAR (&parts);
    for (uint32_t k = 0; k < e->count; k++) {
      wr_expr one = wr_expr_child (s->core, all, k);
      const struct wr_expr_info *c = wr_expr_info (s->core, one);
      if (c->op == WR_OP_APP && !wr_bitset_has (funcs, c->data)) continue;
      if (!s->f->translated) wr_z3_translate (s->f->terms, &one, 1);
      WR_VEC_PUSH (&parts, wr_z3_expr (s->f->terms, one));
    }
    if (parts.len > 1)
      Z3_solver_assert (s->f->terms->z3, solver,
                        Z3_mk_distinct (s->f->terms->z3, parts.len, parts.data));
  }
  WR_VEC_FREE (&parts);
}

/* Asserts axioms of this slice that no earlier slice had below the scope of the slice, where they stay. */
static void assert_axioms (struct slice *s, struct wr_z3_slices *slices, const wr_bitset *maps) {
  Z3_context z3 = s->f->terms->z3;
  for (uint32_t i = 1; i < s->core->sorts.len; i++) {
    if (!wr_bitset_has (maps, i) || wr_bitset_has (&slices->maps, i)) continue;
    wr_bitset_set (&slices->maps, i, true);
    wr_z3_map_axiom (s->f->terms, slices->solver, (wr_sort){i});
  }
  for (uint32_t i = 0; i < s->core->axioms.len; i++) {
    const struct wr_axiom *axiom = &s->core->axioms.data[i];
    if (axiom->label.ix && !holds (s, axiom->label)) continue;
    if (wr_bitset_has (&slices->axioms, i)) continue;
    wr_bitset_set (&slices->axioms, i, true);
    Z3_solver_assert (z3, slices->solver,
                      guarded (s, axiom->label, wr_z3_expr (s->f->terms, axiom->expr)));
  }
}

static void assert_frame (struct slice *s, Z3_solver solver, const wr_bitset *funcs) {
  assert_distinct (s, solver, funcs);
  for (uint32_t i = 1; i < s->core->funcs.len; i++)
    if (wr_bitset_has (funcs, i) && s->core->funcs.data[i].kind == WR_FUNC_LAMBDA)
      Z3_solver_assert (s->f->terms->z3, solver, wr_z3_lambda_axiom (s->f->terms, (wr_func){i}));
}

/* Translates the slice's expressions if the formula's terms were not made. */
static void translate_all (struct slice *s, const bool *leads) {
  WR_VEC (wr_expr) roots = {0};
  for (uint32_t i = 0; i < s->exprs.len; i++) WR_VEC_PUSH (&roots, s->exprs.data[i]);
  for (uint32_t i = 0; i < s->f->vc->node_count; i++) {
    const struct wr_vc_node *n = &s->f->vc->nodes[i];
    if (leads[i] && n->kind == WR_VC_FACT && is_kept (s, n)) WR_VEC_PUSH (&roots, n->expr);
  }
  wr_z3_translate (s->f->terms, roots.data, roots.len);
  WR_VEC_FREE (&roots);
}

/* With a scope for axioms. */
static void open_solver (struct wr_z3_slices *slices, Z3_context z3, bool watched) {
  if (slices->open) Z3_solver_pop (z3, slices->solver, 1);
  slices->open = false;
  if (slices->solver) return;
  slices->solver = Z3_mk_simple_solver (z3);
  if (!slices->solver) return;
  Z3_solver_inc_ref (z3, slices->solver);
  if (watched) wr_z3_watch_over (&slices->watch, z3, slices->solver);
  Z3_solver_push (z3, slices->solver);
}

static void note_labels (struct wr_z3_slices *slices, const wr_core *core,
                         const wr_bitset *labels) {
  wr_bitset_copy (&slices->labels, labels);
  wr_bitset_clear (&slices->earlier);
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (!label || !wr_bitset_has (&slices->axioms, i)) continue;
    wr_bitset_set (&slices->earlier, label, !wr_bitset_has (labels, label));
    wr_bitset_set (&slices->labels, label, true);
  }
}

bool wr_z3_slice (struct wr_z3_slices *slices, struct wr_z3_formula *f, uint32_t goal,
                  const wr_bitset *labels) {
  struct slice s = {.f = f, .core = f->vc->core, .labels = labels, .goal = goal};
  WR_REQUIRE (labels && goal < f->vc->passive->goal_count);
  Z3_context z3 = f->terms->z3;
  open_solver (slices, z3, f->terms->maps_are_functions);
  if (!slices->solver) return false;
  bool *leads = find_ways (&s);
  find_exprs (&s, leads);
  for (uint32_t i = 0; i < s.core->axioms.len; i++)
    if (!s.core->axioms.data[i].label.ix || holds (&s, s.core->axioms.data[i].label))
      WR_VEC_PUSH (&s.exprs, s.core->axioms.data[i].expr);
  if (!f->translated) translate_all (&s, leads);
  s.nodes = wr_alloc (f->vc->node_count + 1, sizeof *s.nodes);
  for (uint32_t i = 0; i < f->vc->node_count; i++)
    s.nodes[i] = leads[i] ? make_node (&s, i) : f->terms->no;
  wr_bitset funcs = {0}, maps = {0};
  find_funcs (&s, &funcs, &maps);
  assert_axioms (&s, slices, &maps);
  Z3_solver_push (z3, slices->solver);
  slices->open = true;
  assert_frame (&s, slices->solver, &funcs);
  Z3_solver_assert (z3, slices->solver, chain (&s, f->vc->root));
  note_labels (slices, s.core, labels);
  WR_ASSERT (wr_bitset_within (labels, &slices->labels));
  WR_ASSERT (!wr_bitset_meets (labels, &slices->earlier));
  free (leads);
  free (s.nodes);
  WR_VEC_FREE (&s.exprs);
  wr_bitset_free (&s.vars);
  wr_bitset_free (&funcs);
  wr_bitset_free (&maps);
  return Z3_get_error_code (z3) == Z3_OK;
}

/* A solver that a limit has stopped may keep a part of the assertions that it was processing, so it is not reused. */
void wr_z3_slices_clear (struct wr_z3_slices *slices, Z3_context z3) {
  if (!slices->solver || slices->stopped) {
    wr_z3_slices_free (slices, z3);
    return;
  }
  WR_ASSERT (!slices->stopped);
  Z3_solver_pop (z3, slices->solver, slices->open ? 2 : 1);
  Z3_solver_push (z3, slices->solver);
  slices->open = false;
  wr_bitset_clear (&slices->labels);
  wr_bitset_clear (&slices->earlier);
  wr_bitset_clear (&slices->axioms);
  wr_bitset_clear (&slices->maps);
}

void wr_z3_slices_free (struct wr_z3_slices *slices, Z3_context z3) {
  if (slices->solver) Z3_solver_dec_ref (z3, slices->solver);
  wr_bitset_free (&slices->labels);
  wr_bitset_free (&slices->earlier);
  wr_bitset_free (&slices->axioms);
  wr_bitset_free (&slices->maps);
  *slices = (struct wr_z3_slices){0};
}
