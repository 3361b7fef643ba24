/* front/viper/lower_pure.c -- what an assertion says apart from its permissions. */
#include "front/viper/lowering.h"

/* Assertions are nested like statements, and recursion is as deep as they are. */
bool vpr_is_pure (const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: return false;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) return false;
    if (e->op != VPR_OP_AND && e->op != VPR_OP_IMPLIES) return true;
    return vpr_is_pure (e->args.data[0]) && vpr_is_pure (e->args.data[1]);
  case VPR_EXPR_COND: return vpr_is_pure (e->args.data[1]) && vpr_is_pure (e->args.data[2]);
  case VPR_EXPR_INHALE_EXHALE: return false;
  case VPR_EXPR_FORALL: return vpr_is_pure (e->args.data[0]);
  case VPR_EXPR_LET:
  case VPR_EXPR_UNFOLDING:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING: return vpr_is_pure (e->args.data[1]);
  default: return true;
  }
}

bool vpr_has_snap (const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: return true;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) return false;
    if (e->op != VPR_OP_AND && e->op != VPR_OP_IMPLIES) return false;
    return vpr_has_snap (e->args.data[0]) || vpr_has_snap (e->args.data[1]);
  case VPR_EXPR_COND: return vpr_has_snap (e->args.data[1]) || vpr_has_snap (e->args.data[2]);
  case VPR_EXPR_INHALE_EXHALE:
  case VPR_EXPR_FORALL: return vpr_has_snap (e->args.data[0]);
  case VPR_EXPR_LET: return vpr_has_snap (e->args.data[1]);
  default: return false;
  }
}

static wr_expr pure_forall (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->vars.len + 1),
          *terms = WR_NEW (lo->arena, wr_expr, e->vars.len + 1);
  wr_var *vars = WR_NEW (lo->arena, wr_var, e->vars.len + 1);
  for (uint32_t i = 0; i < e->vars.len; i++) {
    vars[i] = vpr_bound (lo, vpr_text (lo, e->vars.data[i]->id.name),
                         vpr_sort (lo, e->vars.data[i]->type));
    terms[i] = wr_mk_var (lo->core, vars[i]);
  }
  vpr_bind (&e->vars, terms, saved);
  wr_expr body = vpr_pure_part (lo, e->args.data[0], ctx);
  struct vpr_triggers triggers = {0};
  vpr_triggers_of (lo, e, ctx, &triggers);
  vpr_unbind (&e->vars, saved);
  wr_expr all = vpr_forall (lo, vars, e->vars.len, &triggers, body);
  vpr_triggers_free (&triggers);
  return all;
}

wr_expr vpr_pure_part (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (vpr_is_pure (e)) return vpr_value (lo, e, ctx);
  switch ((int)e->kind) {
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND)
      return vpr_and (lo, vpr_pure_part (lo, e->args.data[0], ctx),
                      vpr_pure_part (lo, e->args.data[1], ctx));
    if (e->op == VPR_OP_IMPLIES)
      return vpr_implies (lo, vpr_value (lo, e->args.data[0], ctx),
                          vpr_pure_part (lo, e->args.data[1], ctx));
    return vpr_true (lo);
  case VPR_EXPR_COND:
    return vpr_ite (lo, vpr_value (lo, e->args.data[0], ctx),
                    vpr_pure_part (lo, e->args.data[1], ctx),
                    vpr_pure_part (lo, e->args.data[2], ctx));
  case VPR_EXPR_INHALE_EXHALE: return vpr_pure_part (lo, e->args.data[ctx->exhale_side], ctx);
  case VPR_EXPR_FORALL: return pure_forall (lo, e, ctx);
  case VPR_EXPR_LET: {
    wr_expr saved, term = vpr_value (lo, e->args.data[0], ctx);
    vpr_bind (&e->vars, &term, &saved);
    wr_expr body = vpr_pure_part (lo, e->args.data[1], ctx);
    vpr_unbind (&e->vars, &saved);
    return body;
  }
  default: return vpr_true (lo);
  }
}
