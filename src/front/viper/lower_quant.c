/* front/viper/lower_quant.c -- quantifiers, let and forperm as terms. */
#include "front/viper/lowering.h"

/* The variables as bound ones; what they stood for is in `saved`. */
static wr_var *bind_vars (vpr_lowering *lo, const vpr_vars *vars, wr_expr *saved) {
  wr_var *bound = WR_NEW (lo->arena, wr_var, vars->len + 1);
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, vars->len + 1);
  for (uint32_t i = 0; i < vars->len; i++) {
    bound[i] =
        vpr_bound (lo, vpr_text (lo, vars->data[i]->id.name), vpr_sort (lo, vars->data[i]->type));
    terms[i] = wr_mk_var (lo->core, bound[i]);
  }
  vpr_bind (vars, terms, saved);
  return bound;
}

void vpr_triggers_of (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                      struct vpr_triggers *out) {
  struct vpr_ctx inner = *ctx;
  inner.triggers = true;
  for (uint32_t i = 0; i < e->triggers.len; i++) {
    const vpr_exprs *list = &e->triggers.data[i].exprs;
    if (e->triggers.data[i].relaxed) continue;
    wr_expr *terms = WR_NEW (lo->arena, wr_expr, list->len + 1);
    for (uint32_t k = 0; k < list->len; k++) terms[k] = vpr_value (lo, list->data[k], &inner);
    WR_VEC_PUSH (&out->list, ((struct wr_trigger){terms, list->len}));
  }
}

/* Arithmetic that was pulled out of a trigger: variables of their own, and what they are equal to. */
struct pulled {
  WR_VEC (wr_var) vars;
  wr_expr equal;
};

static wr_expr pull (vpr_lowering *lo, wr_expr term, struct pulled *out) {
  struct wr_expr_info info = *wr_expr_info (lo->core, term);
  if (info.op == WR_OP_ADD || info.op == WR_OP_SUB || info.op == WR_OP_MUL ||
      info.op == WR_OP_NEG) {
    wr_var var = vpr_bound (lo, "sum", info.sort);
    wr_expr name = wr_mk_var (lo->core, var);
    WR_VEC_PUSH (&out->vars, var);
    out->equal = vpr_and (lo, out->equal, vpr_eq (lo, name, term));
    return name;
  }
  if (info.op != WR_OP_APP && info.op != WR_OP_SELECT) return term;
  wr_expr *parts = WR_NEW (lo->arena, wr_expr, info.count + 1);
  for (uint32_t i = 0; i < info.count; i++)
    parts[i] = pull (lo, wr_expr_child (lo->core, term, i), out);
  return wr_mk_like (lo->core, term, parts);
}

/* `forall x :: body` as `forall x, k :: k == arithmetic ==> body`, with a trigger that has k in place of the arithmetic. */
static wr_expr relaxed (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                        const wr_var *vars, wr_expr body) {
  struct vpr_ctx inner = *ctx;
  struct pulled out = {.equal = vpr_true (lo)};
  struct vpr_triggers triggers = {0};
  const vpr_exprs *list = &e->triggers.data[0].exprs;
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, list->len + 1);
  inner.triggers = true;
  for (uint32_t i = 0; i < e->vars.len; i++) WR_VEC_PUSH (&out.vars, vars[i]);
  for (uint32_t k = 0; k < list->len; k++)
    terms[k] = pull (lo, vpr_value (lo, list->data[k], &inner), &out);
  WR_VEC_PUSH (&triggers.list, ((struct wr_trigger){terms, list->len}));
  bool all = e->kind == VPR_EXPR_FORALL;
  body = all ? vpr_implies (lo, out.equal, body) : vpr_and (lo, out.equal, body);
  wr_expr term = all ? vpr_forall (lo, out.vars.data, out.vars.len, &triggers, body)
                     : vpr_exists (lo, out.vars.data, out.vars.len, &triggers, body);
  vpr_triggers_free (&triggers);
  WR_VEC_FREE (&out.vars);
  return term;
}

static wr_expr quantified (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->vars.len + 1);
  wr_var *vars = bind_vars (lo, &e->vars, saved);
  struct vpr_triggers triggers = {0};
  wr_expr body = vpr_value (lo, e->args.data[0], ctx);
  if (e->triggers.len && e->triggers.data[0].relaxed) {
    wr_expr whole = relaxed (lo, e, ctx, vars, body);
    vpr_unbind (&e->vars, saved);
    return whole;
  }
  vpr_triggers_of (lo, e, ctx, &triggers);
  vpr_unbind (&e->vars, saved);
  wr_expr term = e->kind == VPR_EXPR_FORALL ? vpr_forall (lo, vars, e->vars.len, &triggers, body)
                                            : vpr_exists (lo, vars, e->vars.len, &triggers, body);
  vpr_triggers_free (&triggers);
  return term;
}

static wr_expr let_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr saved, term = vpr_value (lo, e->args.data[0], ctx);
  vpr_bind (&e->vars, &term, &saved);
  wr_expr body = vpr_value (lo, e->args.data[1], ctx);
  vpr_unbind (&e->vars, &saved);
  return body;
}

static wr_expr forperm_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->vars.len + 1), *index;
  wr_var *vars = bind_vars (lo, &e->vars, saved);
  const struct vpr_resource *r = vpr_place (lo, e->args.data[0], ctx, &index);
  wr_expr amount = vpr_mask_at (lo, ctx->held, r, index);
  wr_expr body = vpr_implies (lo, vpr_lt (lo, vpr_real (lo, "0"), amount),
                              vpr_value (lo, e->args.data[1], ctx));
  struct vpr_triggers triggers = {0};
  vpr_trigger1 (lo, &triggers, amount);
  vpr_trigger1 (lo, &triggers, vpr_heap_at (lo, ctx->here, r, index));
  vpr_unbind (&e->vars, saved);
  wr_expr term = vpr_forall (lo, vars, e->vars.len, &triggers, body);
  vpr_triggers_free (&triggers);
  return term;
}

wr_expr vpr_quantifier_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (e->kind == VPR_EXPR_LET) return let_value (lo, e, ctx);
  if (e->kind == VPR_EXPR_FORPERM) return forperm_value (lo, e, ctx);
  return quantified (lo, e, ctx);
}
