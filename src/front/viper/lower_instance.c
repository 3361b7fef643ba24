/* front/viper/lower_instance.c -- predicate instances as values, and which is inside of which: facts at fold and unfold, for orders of
   termination. */
#include "front/viper/lower_domains.h"
#include "front/viper/lower_termination.h"

/* The instance is a function of the arguments and of the snapshot: the same arguments at another time may be another instance. */
static wr_func instance_func (vpr_lowering *lo, const vpr_decl *predicate, wr_sort sort) {
  struct vpr_domains *d = vpr_domains_of (lo);
  uint64_t key = (uint64_t)(uintptr_t)predicate, found;
  if (wr_map_get (&d->predicates, key, &found)) return (wr_func){(uint32_t)found};
  uint32_t count = predicate->formals.len;
  wr_sort *sorts = WR_NEW (lo->arena, wr_sort, count + 1);
  for (uint32_t i = 0; i < count; i++) sorts[i] = vpr_sort (lo, predicate->formals.data[i]->type);
  sorts[count] = vpr_snap_sort (lo);
  wr_symbol name = vpr_symf (lo, "instance of %s", vpr_text (lo, predicate->id.name));
  wr_func func = vpr_func (lo, vpr_text (lo, name), sorts, count + 1, sort);
  wr_map_put (&d->predicates, key, func.ix);
  return func;
}

static wr_expr instance (vpr_lowering *lo, const vpr_decl *predicate, const wr_expr *index,
                         wr_expr snap, wr_sort sort) {
  uint32_t count = predicate->formals.len;
  wr_expr *args = WR_NEW (lo->arena, wr_expr, count + 1);
  for (uint32_t i = 0; i < count; i++) args[i] = index[i];
  args[count] = snap;
  return vpr_app (lo, instance_func (lo, predicate, sort), args, count + 1);
}

wr_expr vpr_instance_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  const struct vpr_resource *r = vpr_resource_of (lo, e->decl);
  wr_expr *index = WR_NEW (lo->arena, wr_expr, e->args.len + 1);
  vpr_values (lo, &e->args, ctx, index);
  if (!e->args.len) index[0] = wr_mk_int (lo->core, 0);
  return instance (lo, e->decl, index, vpr_heap_at (lo, ctx->here, r, index),
                   vpr_sort (lo, e->type));
}

/* -- nesting ----------------------------------------------------------------------------------- */

struct nesting {
  wr_func inside;
  wr_sort sort;
  wr_expr outer;
  const struct vpr_ctx *ctx;
  struct vpr_cause *cause;
};

static void add_inner (vpr_lowering *lo, const struct nesting *n, const vpr_expr *acc,
                       wr_expr guard) {
  const vpr_expr *call = acc->args.data[0];
  if (call->kind != VPR_EXPR_CALL) return;
  wr_expr *index;
  const struct vpr_resource *r = vpr_place (lo, call, n->ctx, &index);
  wr_expr inner =
      instance (lo, call->decl, index, vpr_heap_at (lo, n->ctx->here, r, index), n->sort);
  vpr_fact (lo, n->cause, vpr_implies (lo, guard, vpr_app2 (lo, n->inside, inner, n->outer)));
}

/* Every predicate in the body, under the conditions around it; quantified ones are left out. */
static void walk (vpr_lowering *lo, const struct nesting *n, const vpr_expr *e, wr_expr guard) {
  if (e->kind == VPR_EXPR_ACC) {
    add_inner (lo, n, e, guard);
  } else if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    walk (lo, n, e->args.data[0], guard);
    walk (lo, n, e->args.data[1], guard);
  } else if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_IMPLIES) {
    if (vpr_type_is_pure (e->type)) return;
    wr_expr left = vpr_value (lo, e->args.data[0], n->ctx);
    walk (lo, n, e->args.data[1], vpr_and (lo, guard, left));
  } else if (e->kind == VPR_EXPR_COND) {
    if (vpr_type_is_pure (e->type)) return;
    wr_expr cond = vpr_value (lo, e->args.data[0], n->ctx);
    walk (lo, n, e->args.data[1], vpr_and (lo, guard, cond));
    walk (lo, n, e->args.data[2], vpr_and (lo, guard, vpr_not (lo, cond)));
  }
}

void vpr_nested_facts (vpr_lowering *lo, const struct vpr_nest *p, const struct vpr_ctx *ctx,
                       wr_expr guard, struct vpr_cause *cause) {
  const vpr_decl *domain = vpr_domain_named (lo, "PredicateInstancesNestedRelation");
  const vpr_decl *f = domain ? vpr_domain_function (lo, domain, "nestedPredicates") : NULL;
  if (!f || f->formals.len != 2) return;
  struct nesting n = {.ctx = ctx, .cause = cause};
  vpr_type *self = vpr_type_self (lo->program->types, f->owner);
  n.inside = vpr_instance_func (lo, self, f);
  n.sort = vpr_sort (lo, f->formals.data[0]->type);
  n.outer = instance (lo, p->predicate, p->index, p->snap, n.sort);
  walk (lo, &n, p->predicate->value, guard);
}
