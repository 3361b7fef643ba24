/* front/viper/lower_snap.c -- snapshots: the values behind the permissions of an assertion, as one value. */
#include "front/viper/lower_qp.h"

/* -- from a state ---------------------------------------------------------------------------------- */

struct collected {
  wr_expr snap;
  const struct vpr_ctx *ctx;
};

static wr_expr join (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (!a.ix || !b.ix) return a.ix ? a : b;
  return vpr_pair (lo, a, b);
}

/* The values at the receivers, by the quantified variables. */
static void snap_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                       wr_expr condition, void *arg) {
  struct collected *c = arg;
  (void)condition;
  if (pure) return;
  wr_expr value = vpr_heap_at (lo, c->ctx->here, qp->resource, qp->index);
  wr_expr there = vpr_ite (lo, vpr_really (lo, qp), value, vpr_default (lo, qp->resource->value));
  wr_expr map = vpr_lambda (lo, qp->vars, qp->count, there);
  vpr_lambda_reads (lo, map, &(struct vpr_lambda_text){qp->vars, qp->count, there, value});
  c->snap = join (lo, c->snap, vpr_box (lo, map));
}

/* Is the amount positive?  No value is behind no permission. */
static wr_expr is_some (vpr_lowering *lo, const vpr_expr *acc, const struct vpr_ctx *ctx) {
  if (vpr_is_wildcard (acc)) return vpr_true (lo);
  wr_expr amount = vpr_amount (lo, acc, ctx);
  if (vpr_is_literal (lo, amount)) return wr_mk_bool (lo->core, !vpr_is_zero (lo, amount));
  return vpr_lt (lo, vpr_real (lo, "0"), amount);
}

wr_expr vpr_snap (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (!vpr_has_snap (e)) return (wr_expr){0};
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: {
    wr_expr *index;
    const struct vpr_resource *r = vpr_place (lo, e, ctx, &index);
    wr_expr value = vpr_box (lo, vpr_heap_at (lo, ctx->here, r, index));
    return vpr_ite (lo, is_some (lo, e, ctx), value, vpr_unit (lo));
  }
  case VPR_EXPR_BINARY: {
    if (e->op == VPR_OP_AND) {
      wr_expr a = vpr_snap (lo, e->args.data[0], ctx);
      return join (lo, a, vpr_snap (lo, e->args.data[1], ctx));
    }
    wr_expr c = vpr_value (lo, e->args.data[0], ctx);
    return vpr_ite (lo, c, vpr_snap (lo, e->args.data[1], ctx), vpr_unit (lo));
  }
  case VPR_EXPR_COND: {
    wr_expr c = vpr_value (lo, e->args.data[0], ctx), a = vpr_snap (lo, e->args.data[1], ctx),
            b = vpr_snap (lo, e->args.data[2], ctx);
    return vpr_ite (lo, c, a.ix ? a : vpr_unit (lo), b.ix ? b : vpr_unit (lo));
  }
  case VPR_EXPR_INHALE_EXHALE: return vpr_snap (lo, e->args.data[0], ctx);
  case VPR_EXPR_FORALL: {
    struct collected c = {.ctx = ctx};
    vpr_split_quantified (lo, e, ctx, snap_part, &c);
    return c.snap;
  }
  case VPR_EXPR_LET: {
    wr_expr saved, term = vpr_value (lo, e->args.data[0], ctx);
    vpr_bind (&e->vars, &term, &saved);
    wr_expr snap = vpr_snap (lo, e->args.data[1], ctx);
    vpr_unbind (&e->vars, &saved);
    return snap;
  }
  default: WR_UNREACHABLE ();
  }
}

/* -- into a state ---------------------------------------------------------------------------------- */

struct reading {
  struct vpr_ctx *ctx;
  vpr_state *state;
  wr_expr factor;
};

static void push (vpr_lowering *lo, const struct vpr_layer **top, struct vpr_layer layer) {
  struct vpr_layer *own = WR_NEW (lo->arena, struct vpr_layer, 1);
  *own = layer;
  own->below = *top;
  *top = own;
}

static void add_cell (vpr_lowering *lo, const vpr_expr *e, wr_expr snap, wr_expr guard,
                      struct reading *r) {
  wr_expr *index;
  const struct vpr_resource *res = vpr_place (lo, e, r->ctx, &index);
  wr_expr amount = vpr_is_wildcard (e) ? vpr_real (lo, "1") : vpr_amount (lo, e, r->ctx);
  if (r->factor.ix) amount = vpr_mul (lo, amount, r->factor);
  guard = vpr_and (lo, guard, is_some (lo, e, r->ctx));
  struct vpr_layer layer = {.kind = VPR_LAYER_CELL, .guard = guard, .index = index};
  layer.value = vpr_unbox (lo, snap, res->value);
  push (lo, &r->state->heap[res->number], layer);
  layer.value = amount;
  push (lo, &r->state->mask[res->number], layer);
}

/* Quantified parts, from the last one: the snapshot is a list of pairs that ends with the first. */
struct parts {
  WR_VEC (struct vpr_quantified *) list;
};

static void note_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                       wr_expr condition, void *arg) {
  struct parts *parts = arg;
  (void)condition;
  if (pure) return;
  struct vpr_quantified *own = WR_NEW (lo->arena, struct vpr_quantified, 1);
  *own = *qp;
  WR_VEC_PUSH (&parts->list, own);
}

static void add_quantified (vpr_lowering *lo, const vpr_expr *e, wr_expr snap, wr_expr guard,
                            struct reading *r) {
  struct parts parts = {0};
  vpr_split_quantified (lo, e, r->ctx, note_part, &parts);
  for (uint32_t i = parts.list.len; i-- > 0;) {
    struct vpr_quantified *qp = parts.list.data[i];
    wr_sort *sorts = WR_NEW (lo->arena, wr_sort, qp->count + 1);
    for (uint32_t v = 0; v < qp->count; v++) sorts[v] = wr_var_info (lo->core, qp->vars[v])->sort;
    wr_sort map = wr_sort_map (lo->core, sorts, qp->count, qp->resource->value);
    wr_expr part = i ? vpr_second (lo, snap) : snap;
    if (i) snap = vpr_first (lo, snap);
    qp->condition = vpr_and (lo, guard, vpr_really (lo, qp)); /* no value is behind no permission */
    struct vpr_layer layer = {.kind = VPR_LAYER_QP, .qp = qp, .value = vpr_unbox (lo, part, map)};
    push (lo, &r->state->heap[qp->resource->number], layer);
    layer.guard = qp->amount;
    if (qp->amount.ix && r->factor.ix) layer.guard = vpr_mul (lo, qp->amount, r->factor);
    push (lo, &r->state->mask[qp->resource->number], layer);
  }
  WR_VEC_FREE (&parts.list);
}

static void layers (vpr_lowering *lo, const vpr_expr *e, wr_expr snap, wr_expr guard,
                    struct reading *r) {
  if (!vpr_has_snap (e)) return;
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: add_cell (lo, e, snap, guard, r); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) {
      bool both = vpr_has_snap (e->args.data[0]) && vpr_has_snap (e->args.data[1]);
      layers (lo, e->args.data[0], both ? vpr_first (lo, snap) : snap, guard, r);
      layers (lo, e->args.data[1], both ? vpr_second (lo, snap) : snap, guard, r);
    } else {
      wr_expr c = vpr_value (lo, e->args.data[0], r->ctx);
      layers (lo, e->args.data[1], snap, vpr_and (lo, guard, c), r);
    }
    return;
  case VPR_EXPR_COND: {
    wr_expr c = vpr_value (lo, e->args.data[0], r->ctx);
    layers (lo, e->args.data[1], snap, vpr_and (lo, guard, c), r);
    layers (lo, e->args.data[2], snap, vpr_and (lo, guard, vpr_not (lo, c)), r);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: layers (lo, e->args.data[0], snap, guard, r); return;
  case VPR_EXPR_FORALL: add_quantified (lo, e, snap, guard, r); return;
  case VPR_EXPR_LET: {
    wr_expr saved, term = vpr_value (lo, e->args.data[0], r->ctx);
    vpr_bind (&e->vars, &term, &saved);
    layers (lo, e->args.data[1], snap, guard, r);
    vpr_unbind (&e->vars, &saved);
    return;
  }
  default: WR_UNREACHABLE ();
  }
}

void vpr_snap_layers (vpr_lowering *lo, const vpr_expr *e, wr_expr snap, wr_expr guard,
                      struct vpr_ctx *ctx, vpr_state *state, wr_expr factor) {
  struct reading r = {ctx, state, factor};
  WR_ASSERT (ctx->here == state);
  layers (lo, e, snap, guard, &r);
}
