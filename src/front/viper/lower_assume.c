/* front/viper/lower_assume.c -- `assume` of permissions: nothing is gained, but so much is known to be held.  Amounts of one
   statement add up where their locations are equal. */
#include "front/viper/lower_qp.h"

struct amount {
  const struct vpr_resource *resource;
  const wr_expr *index;
  wr_expr guard, amount;
};

struct sums {
  WR_VEC (struct amount) list;
  struct vpr_transfer *t;
};

static void assume_acc (vpr_lowering *lo, const vpr_expr *e, wr_expr guard, struct sums *sums) {
  struct vpr_transfer *t = sums->t;
  wr_expr *index, zero = vpr_real (lo, "0");
  vpr_wf (lo, e, &t->ctx, guard, t->cause);
  const struct vpr_resource *r = vpr_place (lo, e, &t->ctx, &index);
  wr_expr held = vpr_mask_at (lo, t->ctx.held, r, index);
  if (vpr_is_wildcard (e)) {
    vpr_fact (lo, t->cause, vpr_implies (lo, guard, vpr_lt (lo, zero, held)));
    return;
  }
  wr_expr sum = vpr_amount (lo, e, &t->ctx);
  struct amount own = {r, index, guard, sum};
  for (uint32_t i = 0; i < sums->list.len; i++) {
    const struct amount *other = &sums->list.data[i];
    if (other->resource != r) continue;
    wr_expr same = vpr_and (lo, other->guard, vpr_same (lo, other->index, index, r->arity));
    sum = vpr_add (lo, sum, vpr_ite (lo, same, other->amount, zero));
  }
  vpr_fact (lo, t->cause, vpr_implies (lo, guard, vpr_le (lo, sum, held)));
  WR_VEC_PUSH (&sums->list, own);
}

static void assume_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                         wr_expr condition, void *arg) {
  struct sums *sums = arg;
  (void)condition;
  if (!pure) vpr_assume_held (lo, qp, sums->t);
}

static void assume (vpr_lowering *lo, const vpr_expr *e, wr_expr guard, struct sums *sums) {
  struct vpr_transfer *t = sums->t;
  if (vpr_is_pure (e)) {
    vpr_wf (lo, e, &t->ctx, guard, t->cause);
    vpr_fact (lo, t->cause, vpr_implies (lo, guard, vpr_value (lo, e, &t->ctx)));
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: assume_acc (lo, e, guard, sums); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) {
      assume_acc (lo, e, guard, sums);
      return;
    }
    if (e->op == VPR_OP_IMPLIES) {
      vpr_wf (lo, e->args.data[0], &t->ctx, guard, t->cause);
      guard = vpr_and (lo, guard, vpr_value (lo, e->args.data[0], &t->ctx));
    } else {
      assume (lo, e->args.data[0], guard, sums);
    }
    assume (lo, e->args.data[1], guard, sums);
    return;
  case VPR_EXPR_COND: {
    vpr_wf (lo, e->args.data[0], &t->ctx, guard, t->cause);
    wr_expr c = vpr_value (lo, e->args.data[0], &t->ctx);
    assume (lo, e->args.data[1], vpr_and (lo, guard, c), sums);
    assume (lo, e->args.data[2], vpr_and (lo, guard, vpr_not (lo, c)), sums);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: assume (lo, e->args.data[0], guard, sums); return;
  case VPR_EXPR_FORALL:
    vpr_wf (lo, e, &t->ctx, guard, t->cause);
    t->guard = guard;
    vpr_split_quantified (lo, e, &t->ctx, assume_part, sums);
    t->guard = vpr_true (lo);
    vpr_fact (lo, t->cause, vpr_implies (lo, guard, vpr_pure_part (lo, e, &t->ctx)));
    return;
  default: vpr_unsupported (lo, e->span, "this assertion is not supported in assume"); return;
  }
}

void vpr_assume_stmt (vpr_lowering *lo, const vpr_stmt *s) {
  vpr_exprs list;
  struct sums sums = {0};
  vpr_conjuncts (lo, s->value, &list);
  for (uint32_t i = 0; i < list.len; i++) {
    struct vpr_cause cause =
        vpr_cause_new (lo, "inhale.failed", s->value->span, list.data[i]->span);
    struct vpr_transfer t = {.ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo)};
    sums.t = &t;
    assume (lo, list.data[i], t.guard, &sums);
  }
  WR_VEC_FREE (&sums.list);
}
