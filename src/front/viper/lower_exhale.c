/* front/viper/lower_exhale.c -- goals for an assertion, and giving its permissions away.  What is given away is frame: it is never
   absent.  Well-formedness is checked in the state before (ctx.here), amounts in the current one (ctx.held). */
#include "front/viper/lower_qp.h"

static wr_expr zero (vpr_lowering *lo) { return vpr_real (lo, "0"); }

static const char *missing (const struct vpr_resource *r) {
  return r->kind == VPR_RESOURCE_WAND ? "wand.not.found" : "insufficient.permission";
}

/* An arbitrary part of what is held. */
static void take_some (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index,
                       wr_expr held, struct vpr_transfer *t) {
  wr_expr w = vpr_fresh (lo, "wildcard", vpr_perm_sort (lo));
  wr_expr less = vpr_implies (lo, vpr_lt (lo, zero (lo), held), vpr_lt (lo, w, held));
  vpr_frame (lo, vpr_and (lo, vpr_lt (lo, zero (lo), w), less));
  vpr_mask_set (lo, r, index, vpr_sub (lo, held, vpr_ite (lo, t->guard, w, zero (lo))));
}

static void exhale_acc (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  wr_expr *index;
  if (t->checked) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  const struct vpr_resource *r = vpr_place (lo, e, &t->ctx, &index);
  vpr_names (lo, "at", index, r->arity);
  if (lo->body->package) {
    vpr_transfer_in (lo, e, r, index, t);
    return;
  }
  wr_expr held = vpr_mask_at (lo, lo->body->now, r, index);
  wr_span node = e->kind == VPR_EXPR_ACC ? e->args.data[0]->span : e->span;
  if (vpr_is_wildcard (e) || t->wild) {
    vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, vpr_lt (lo, zero (lo), held)), missing (r),
              node);
    take_some (lo, r, index, held, t);
    return;
  }
  wr_expr amount = vpr_amount (lo, e, &t->ctx);
  if (t->factor.ix) amount = vpr_mul (lo, amount, t->factor);
  amount = vpr_name (lo, "amount", amount);
  vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, vpr_le (lo, amount, held)), missing (r), node);
  vpr_mask_set (lo, r, index, vpr_sub (lo, held, vpr_ite (lo, t->guard, amount, zero (lo))));
}

static void exhale_guarded (vpr_lowering *lo, const vpr_expr *e, wr_expr cond,
                            struct vpr_transfer *t) {
  struct vpr_transfer inner = *t;
  inner.guard = vpr_name (lo, "guard", vpr_and (lo, t->guard, cond));
  vpr_exhale (lo, e, &inner);
}

static wr_expr condition (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->checked) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  return vpr_name (lo, "condition", vpr_value (lo, e, &t->ctx));
}

static void exhale_pure (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    vpr_exhale (lo, e->args.data[0], t);
    vpr_exhale (lo, e->args.data[1], t);
    return;
  }
  if (t->checked) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, vpr_value (lo, e, &t->ctx)), "assertion.false",
            e->span);
}

static void exhale_let (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->checked) vpr_wf (lo, e->args.data[0], &t->ctx, t->guard, t->cause);
  wr_expr saved, term = vpr_name (lo, "let", vpr_value (lo, e->args.data[0], &t->ctx));
  vpr_bind (&e->vars, &term, &saved);
  vpr_exhale (lo, e->args.data[1], t);
  vpr_unbind (&e->vars, &saved);
}

static void exhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (vpr_is_pure (e)) {
    exhale_pure (lo, e, t);
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: exhale_acc (lo, e, t); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) {
      vpr_exhale (lo, e->args.data[0], t);
      vpr_exhale (lo, e->args.data[1], t);
    } else if (e->op == VPR_OP_IMPLIES) {
      exhale_guarded (lo, e->args.data[1], condition (lo, e->args.data[0], t), t);
    } else {
      exhale_acc (lo, e, t);
    }
    return;
  case VPR_EXPR_COND: {
    wr_expr c = condition (lo, e->args.data[0], t);
    exhale_guarded (lo, e->args.data[1], c, t);
    exhale_guarded (lo, e->args.data[2], vpr_not (lo, c), t);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: vpr_exhale (lo, e->args.data[1], t); return;
  case VPR_EXPR_FORALL: vpr_exhale_quantified (lo, e, t); return;
  case VPR_EXPR_LET: exhale_let (lo, e, t); return;
  default: vpr_unsupported (lo, e->span, "this assertion is not supported here"); return;
  }
}

void vpr_exhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (lo->depth > VPR_MAX_WALK) {
    vpr_unsupported (lo, e->span, "this assertion is nested too deeply");
    return;
  }
  lo->depth++;
  exhale (lo, e, t);
  lo->depth--;
}

/* -- without an effect ----------------------------------------------------------------------------- */

static void holds_quantified (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                              wr_expr condition_, void *arg) {
  struct vpr_transfer *t = arg;
  if (pure) return;
  (void)condition_;
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, qp->count + 1),
          *index = WR_NEW (lo->arena, wr_expr, qp->resource->arity);
  for (uint32_t i = 0; i < qp->count; i++)
    terms[i] = vpr_fresh (lo, "any", wr_var_info (lo->core, qp->vars[i])->sort);
  for (uint32_t i = 0; i < qp->resource->arity; i++)
    index[i] = vpr_replace (lo, qp->index[i], qp->vars, terms, qp->count);
  wr_expr in = vpr_and (lo, t->guard, vpr_replace (lo, qp->condition, qp->vars, terms, qp->count));
  if (qp->amount.ix)
    in = vpr_and (lo, in,
                  vpr_lt (lo, zero (lo), vpr_replace (lo, qp->amount, qp->vars, terms, qp->count)));
  wr_expr held = vpr_mask_at (lo, t->ctx.held, qp->resource, index);
  vpr_goal (lo, t->cause, vpr_implies (lo, in, vpr_lt (lo, zero (lo), held)),
            missing (qp->resource), qp->acc->span);
}

void vpr_holds (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  struct vpr_transfer inner = *t;
  if (vpr_is_pure (e) && !(e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND)) {
    vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, vpr_value (lo, e, &t->ctx)),
              "assertion.false", e->span);
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: {
    wr_expr *index;
    const struct vpr_resource *r = vpr_place (lo, e, &t->ctx, &index);
    wr_expr held = vpr_mask_at (lo, t->ctx.held, r, index), g = t->guard;
    if (!vpr_is_wildcard (e)) {
      wr_expr amount = vpr_amount (lo, e, &t->ctx);
      if (vpr_is_literal (lo, amount) && vpr_is_zero (lo, amount)) return;
      if (!vpr_is_literal (lo, amount)) g = vpr_and (lo, g, vpr_lt (lo, zero (lo), amount));
    }
    vpr_goal (lo, t->cause, vpr_implies (lo, g, vpr_lt (lo, zero (lo), held)), missing (r),
              e->args.data[0]->span);
    return;
  }
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) break;
    if (e->op == VPR_OP_AND) {
      vpr_holds (lo, e->args.data[0], t);
    } else {
      inner.guard = vpr_and (lo, t->guard, vpr_value (lo, e->args.data[0], &t->ctx));
    }
    vpr_holds (lo, e->args.data[1], &inner);
    return;
  case VPR_EXPR_COND: {
    wr_expr c = vpr_value (lo, e->args.data[0], &t->ctx);
    inner.guard = vpr_and (lo, t->guard, c);
    vpr_holds (lo, e->args.data[1], &inner);
    inner.guard = vpr_and (lo, t->guard, vpr_not (lo, c));
    vpr_holds (lo, e->args.data[2], &inner);
    return;
  }
  case VPR_EXPR_FORALL: {
    inner.ctx.exhale_side = true;
    vpr_split_quantified (lo, e, &inner.ctx, holds_quantified, &inner);
    wr_expr pure = vpr_pure_part (lo, e, &inner.ctx);
    vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, pure), "assertion.false", e->span);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: vpr_holds (lo, e->args.data[1], t); return;
  case VPR_EXPR_LET: {
    wr_expr saved, term = vpr_value (lo, e->args.data[0], &t->ctx);
    vpr_bind (&e->vars, &term, &saved);
    vpr_holds (lo, e->args.data[1], t);
    vpr_unbind (&e->vars, &saved);
    return;
  }
  default: break;
  }
  vpr_unsupported (lo, e->span, "this assertion is not supported here");
}
