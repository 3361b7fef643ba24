/* front/viper/lower_inhale.c -- gaining permissions and facts. */
#include "front/viper/lower_qp.h"

static wr_expr zero (vpr_lowering *lo) { return vpr_real (lo, "0"); }

void vpr_gain (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index, wr_expr amount,
               struct vpr_transfer *t) {
  const vpr_state *now = lo->body->now;
  bool exact = lo->body->silent && amount.ix;
  wr_expr q = exact ? amount : vpr_fresh (lo, "gained", vpr_perm_sort (lo)), g = t->guard;
  if (!exact) vpr_frame (lo, vpr_le (lo, zero (lo), q));
  wr_expr known = amount.ix ? vpr_eq (lo, q, amount) : vpr_lt (lo, zero (lo), q);
  vpr_gain_fact (lo, t->cause, vpr_implies (lo, g, known));
  wr_expr held = vpr_mask_at (lo, now, r, index), value = vpr_heap_at (lo, now, r, index);
  wr_expr other = vpr_fresh (lo, "value", r->value);
  wr_expr kept = vpr_or (lo, vpr_lt (lo, zero (lo), held), vpr_not (lo, g));
  vpr_heap_set (lo, r, index, vpr_ite (lo, kept, value, other), (wr_label){0});
  vpr_mask_set (lo, r, index, vpr_add (lo, held, vpr_ite (lo, g, q, zero (lo))));
  if (r->kind != VPR_RESOURCE_FIELD) return;
  if (lo->body->silent) {
    held = vpr_mask_at (lo, now, r, index);
    vpr_fact (lo, t->cause, vpr_le (lo, held, vpr_real (lo, "1")));
    return;
  }
  held = vpr_mask_at (lo, now, r, index);
  if (!lo->body->in_function) vpr_frame (lo, vpr_le (lo, held, vpr_real (lo, "1")));
  wr_expr gained = vpr_and (lo, vpr_lt (lo, zero (lo), q), g);
  vpr_frame (lo, vpr_implies (lo, gained, vpr_not (lo, vpr_eq (lo, index[0], vpr_null (lo)))));
}

static void inhale_acc (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->checked && !t->only_pure) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  if (t->only_pure) return;
  wr_expr *index, amount = {0};
  const struct vpr_resource *r = vpr_place (lo, e, &t->ctx, &index);
  vpr_names (lo, "at", index, r->arity);
  if (!vpr_is_wildcard (e)) {
    amount = vpr_amount (lo, e, &t->ctx);
    if (t->factor.ix) amount = vpr_mul (lo, amount, t->factor);
    amount = vpr_name (lo, "amount", amount);
  }
  if (t->wild) amount = (wr_expr){0};
  vpr_gain (lo, r, index, amount, t);
}

static void inhale_guarded (vpr_lowering *lo, const vpr_expr *e, wr_expr cond,
                            struct vpr_transfer *t) {
  struct vpr_transfer inner = *t;
  inner.guard = vpr_name (lo, "guard", vpr_and (lo, t->guard, cond));
  vpr_inhale (lo, e, &inner);
}

static void inhale_pure (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->pure_last) return;
  if (t->checked) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  vpr_fact (lo, t->cause, vpr_implies (lo, t->guard, vpr_value (lo, e, &t->ctx)));
}

static void inhale_let (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->checked) vpr_wf (lo, e->args.data[0], &t->ctx, t->guard, t->cause);
  wr_expr saved, term = vpr_name (lo, "let", vpr_value (lo, e->args.data[0], &t->ctx));
  vpr_bind (&e->vars, &term, &saved);
  vpr_inhale (lo, e->args.data[1], t);
  vpr_unbind (&e->vars, &saved);
}

/* A condition is told by name, so that what is gained below it does not change it. */
static wr_expr condition (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (t->checked && !t->only_pure) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  return vpr_name (lo, "condition", vpr_value (lo, e, &t->ctx));
}

static void inhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (vpr_is_pure (e)) {
    inhale_pure (lo, e, t);
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: inhale_acc (lo, e, t); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) {
      vpr_inhale (lo, e->args.data[0], t);
      vpr_inhale (lo, e->args.data[1], t);
    } else if (e->op == VPR_OP_IMPLIES) {
      inhale_guarded (lo, e->args.data[1], condition (lo, e->args.data[0], t), t);
    } else {
      inhale_acc (lo, e, t);
    }
    return;
  case VPR_EXPR_COND: {
    wr_expr c = condition (lo, e->args.data[0], t);
    inhale_guarded (lo, e->args.data[1], c, t);
    inhale_guarded (lo, e->args.data[2], vpr_not (lo, c), t);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: vpr_inhale (lo, e->args.data[t->exhale_side], t); return;
  case VPR_EXPR_FORALL: vpr_inhale_quantified (lo, e, t); return;
  case VPR_EXPR_LET: inhale_let (lo, e, t); return;
  default: vpr_unsupported (lo, e->span, "this assertion is not supported here"); return;
  }
}

void vpr_inhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t) {
  if (lo->depth > VPR_MAX_WALK) {
    vpr_unsupported (lo, e->span, "this assertion is nested too deeply");
    return;
  }
  lo->depth++;
  inhale (lo, e, t);
  lo->depth--;
}
