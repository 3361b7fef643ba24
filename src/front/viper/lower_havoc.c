/* front/viper/lower_havoc.c -- quasihavoc: values that are held become arbitrary. */
#include "front/viper/lower_qp.h"

static void havoc_one (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_cause cause = vpr_cause_new (lo, "quasihavoc.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_SOURCE_CODE;
  struct vpr_ctx ctx = vpr_here (lo);
  wr_expr cond = vpr_true (lo), *index;
  if (s->condition) {
    vpr_wf (lo, s->condition, &ctx, cond, &cause);
    cond = vpr_value (lo, s->condition, &ctx);
  }
  for (uint32_t i = 0; i < s->value->args.len && s->value->kind != VPR_EXPR_BINARY; i++)
    vpr_wf (lo, s->value->args.data[i], &ctx, cond, &cause);
  const struct vpr_resource *r = vpr_place (lo, s->value, &ctx, &index);
  wr_expr other = vpr_fresh (lo, "value", r->value), value = vpr_heap_at (lo, ctx.here, r, index);
  wr_expr held = vpr_lt (lo, vpr_real (lo, "0"), vpr_mask_at (lo, ctx.here, r, index));
  vpr_heap_set (lo, r, index, vpr_ite (lo, vpr_and (lo, cond, held), other, value), (wr_label){0});
}

struct all {
  struct vpr_transfer *t;
};

/* `forall vars :: cond ==> acc (resource)`, as a tree for the code of quantified permissions. */
static vpr_expr *as_quantifier (vpr_lowering *lo, const vpr_stmt *s) {
  vpr_expr *nodes = WR_NEW (lo->arena, vpr_expr, 3), **args = WR_NEW (lo->arena, vpr_expr *, 4);
  nodes[0] = (vpr_expr){.kind = VPR_EXPR_FORALL, .span = s->value->span, .vars = s->vars};
  nodes[1] = (vpr_expr){.kind = VPR_EXPR_BINARY, .op = VPR_OP_IMPLIES, .span = s->value->span};
  nodes[2] = (vpr_expr){.kind = VPR_EXPR_ACC, .span = s->value->span};
  args[0] = &nodes[1];
  args[1] = s->condition;
  args[2] = &nodes[2];
  args[3] = s->value;
  nodes[2].args.data = args + 3;
  nodes[2].args.len = 1;
  nodes[1].args.data = args + 1;
  nodes[1].args.len = 2;
  nodes[0].args.data = s->condition ? args : args + 2;
  nodes[0].args.len = 1;
  return nodes;
}

static void havoc_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                        wr_expr condition, void *arg) {
  (void)condition;
  if (!pure) vpr_forget_all (lo, qp, arg);
}

void vpr_quasihavoc (vpr_lowering *lo, const vpr_stmt *s) {
  if (s->kind == VPR_STMT_QUASIHAVOC) {
    havoc_one (lo, s);
    return;
  }
  struct vpr_cause cause = vpr_cause_new (lo, "quasihavocall.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_SOURCE_CODE;
  struct vpr_transfer t = {.ctx = vpr_here (lo),
                           .cause = &cause,
                           .guard = vpr_true (lo),
                           .checked = true,
                           .injective = "quasihavocall.not.injective"};
  vpr_expr *all = as_quantifier (lo, s);
  vpr_wf (lo, all, &t.ctx, t.guard, &cause);
  vpr_split_quantified (lo, all, &t.ctx, havoc_part, &t);
}
