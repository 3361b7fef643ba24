/* front/viper/lower_used.c -- which resources the code of a member can speak of.  A body has variables for these alone: with those of
   all fields and predicates, the size of the program would be squared.

   The set is that of the declarations which the text leads to: what its expressions name, the contracts of methods and functions that it
   calls, and the bodies of predicates.  It may hold more than is needed, never less. */
#include "front/viper/lowering.h"

/* A declaration has two nodes: what others see of it, and its body; wands share one. */
struct vpr_uses {
  wr_map nodes;                      /* declaration -> its first node */
  WR_VEC (struct vpr_resource *) of; /* by node; NULL: it is no resource */
  WR_VEC (uint32_t) edges;
  uint32_t *first; /* by node: where its edges begin; one more at the end */
  uint32_t *seen;  /* by node: the last search that came there */
  uint32_t searches, wands;
};

static void name_decl (vpr_lowering *lo, const vpr_decl *decl) {
  uint64_t node;
  if (decl && wr_map_get (&lo->uses->nodes, (uint64_t)(uintptr_t)decl, &node))
    WR_VEC_PUSH (&lo->uses->edges, (uint32_t)node);
}

/* A new object has permission to the listed fields, and is in no field that holds references. */
static void name_fields (vpr_lowering *lo, const vpr_expr *e) {
  for (uint32_t i = 0; i < lo->all_resources.len; i++) {
    const struct vpr_resource *r = lo->all_resources.data[i];
    if (r->kind != VPR_RESOURCE_FIELD) continue;
    bool named = e->all || r->decl->type->kind == VPR_TYPE_REF;
    for (uint32_t k = 0; k < e->idents.len; k++)
      named |= e->idents.data[k].name.ix == r->decl->id.name.ix;
    if (named) name_decl (lo, r->decl);
  }
}

static void name_in (vpr_lowering *lo, const vpr_expr *e) {
  if (!e) return;
  name_decl (lo, e->decl);
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND)
    WR_VEC_PUSH (&lo->uses->edges, lo->uses->wands);
  if (e->kind == VPR_EXPR_NEW) name_fields (lo, e);
  for (uint32_t i = 0; i < e->args.len; i++) name_in (lo, e->args.data[i]);
  for (uint32_t i = 0; i < e->triggers.len; i++)
    for (uint32_t k = 0; k < e->triggers.data[i].exprs.len; k++)
      name_in (lo, e->triggers.data[i].exprs.data[k]);
}

static void name_in_all (vpr_lowering *lo, const vpr_exprs *list) {
  for (uint32_t i = 0; i < list->len; i++) name_in (lo, list->data[i]);
}

static void name_in_measures (vpr_lowering *lo, const vpr_measures *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    name_in_all (lo, &list->data[i].tuple);
    name_in (lo, list->data[i].condition);
  }
}

static void name_in_stmts (vpr_lowering *lo, const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    name_in (lo, s->value);
    name_in (lo, s->condition);
    name_in_all (lo, &s->targets);
    name_in_all (lo, &s->invariants);
    name_in_measures (lo, &s->measures);
    name_in_stmts (lo, &s->body);
    name_in_stmts (lo, &s->orelse);
  }
}

static void add_node (vpr_lowering *lo, struct vpr_resource *resource) {
  WR_VEC_PUSH (&lo->uses->of, resource);
}

static void add_nodes (vpr_lowering *lo) {
  struct vpr_uses *uses = lo->uses;
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const vpr_decl *decl = lo->program->decls.data[i];
    bool resource = decl->kind == VPR_DECL_FIELD || decl->kind == VPR_DECL_PREDICATE;
    wr_map_put (&uses->nodes, (uint64_t)(uintptr_t)decl, uses->of.len);
    add_node (lo, resource ? decl->lowered : NULL);
    add_node (lo, NULL);
  }
  uses->wands = uses->of.len;
  add_node (lo, NULL);
  for (uint32_t i = 0; i < lo->all_resources.len; i++)
    if (lo->all_resources.data[i]->kind == VPR_RESOURCE_WAND)
      add_node (lo, lo->all_resources.data[i]);
}

static void add_edges (vpr_lowering *lo) {
  struct vpr_uses *uses = lo->uses;
  uses->first = wr_alloc (uses->of.len + 1, sizeof *uses->first);
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const vpr_decl *decl = lo->program->decls.data[i];
    name_in_all (lo, &decl->requires_);
    name_in_all (lo, &decl->ensures);
    name_in_measures (lo, &decl->measures);
    name_in (lo, decl->value);
    uses->first[2 * i + 1] = uses->edges.len;
    name_in_stmts (lo, &decl->body);
    uses->first[2 * i + 2] = uses->edges.len;
  }
  for (uint32_t node = uses->wands; node < uses->of.len; node++) {
    for (uint32_t to = uses->wands + 1; node == uses->wands && to < uses->of.len; to++)
      WR_VEC_PUSH (&uses->edges, to);
    if (node > uses->wands) name_in (lo, uses->of.data[node]->wand);
    uses->first[node + 1] = uses->edges.len;
  }
}

void vpr_uses_begin (vpr_lowering *lo) {
  lo->uses = WR_NEW (lo->arena, struct vpr_uses, 1);
  add_nodes (lo);
  add_edges (lo);
  lo->uses->seen = wr_alloc (lo->uses->of.len + 1, sizeof *lo->uses->seen);
}

void vpr_uses_end (vpr_lowering *lo) {
  wr_map_free (&lo->uses->nodes);
  WR_VEC_FREE (&lo->uses->of);
  WR_VEC_FREE (&lo->uses->edges);
  free (lo->uses->first);
  free (lo->uses->seen);
}

static void reach (struct vpr_uses *uses, uint32_t node, wr_u32s *stack) {
  if (uses->seen[node] == uses->searches) return;
  uses->seen[node] = uses->searches;
  WR_VEC_PUSH (stack, node);
}

static int by_place (const void *a, const void *b) {
  const struct vpr_resource *const *x = a, *const *y = b;
  return ((*x)->place > (*y)->place) - ((*x)->place < (*y)->place);
}

void vpr_use (vpr_lowering *lo, const vpr_decl *decl) {
  struct vpr_uses *uses = lo->uses;
  wr_u32s stack = {0};
  for (uint32_t i = 0; i < lo->resources.len; i++) lo->resources.data[i]->number = UINT32_MAX;
  WR_VEC_CLEAR (&lo->resources);
  uses->searches++;
  uint32_t own = (uint32_t)wr_map_or (&uses->nodes, (uint64_t)(uintptr_t)decl, 0);
  reach (uses, own, &stack);
  reach (uses, own + 1, &stack);
  while (stack.len) {
    uint32_t node = WR_VEC_POP (&stack);
    if (uses->of.data[node]) WR_VEC_PUSH (&lo->resources, uses->of.data[node]);
    for (uint32_t e = uses->first[node]; e < uses->first[node + 1]; e++)
      reach (uses, uses->edges.data[e], &stack);
  }
  if (lo->resources.len)
    qsort (lo->resources.data, lo->resources.len, sizeof *lo->resources.data, by_place);
  for (uint32_t i = 0; i < lo->resources.len; i++) lo->resources.data[i]->number = i;
  WR_VEC_FREE (&stack);
}
