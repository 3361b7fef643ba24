/* front/viper/lower_call.c -- method calls: the precondition is given away, the postcondition is gained. */
#include "front/viper/lower_termination.h"

static void exhale_pre (vpr_lowering *lo, const struct vpr_method_info *m, const vpr_stmt *s,
                        wr_site site, const struct vpr_mark *before) {
  for (uint32_t i = 0; i < m->requires_.len; i++) {
    const struct vpr_clause *c = &m->requires_.data[i];
    struct vpr_cause cause = vpr_cause_of (lo, c, "call.precondition", s->span, site);
    cause.goal = WR_ROLE_REQUIRES_AT_CALL;
    struct vpr_transfer t = {.ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo)};
    t.ctx.here = before->state;
    vpr_exhale (lo, c->conjunct, &t);
    if (!vpr_is_pure (c->conjunct)) wr_label_mark_takes (&lo->core->labels, c->label);
  }
}

static void inhale_post (vpr_lowering *lo, const struct vpr_method_info *m, const vpr_stmt *s,
                         wr_site site, const struct vpr_mark *before) {
  for (uint32_t i = 0; i < m->ensures.len; i++) {
    const struct vpr_clause *c = &m->ensures.data[i];
    struct vpr_cause cause = vpr_cause_of (lo, c, "call.failed", s->span, site);
    cause.fact = WR_ROLE_ENSURES_OF_CALL;
    struct vpr_transfer t = {.ctx = vpr_here (lo),
                             .cause = &cause,
                             .guard = vpr_true (lo),
                             .injective = "qp.not.injective"};
    t.ctx.old = before->state;
    vpr_inhale (lo, c->conjunct, &t);
  }
}

static void check_targets (vpr_lowering *lo, const vpr_stmt *s, struct vpr_ctx *ctx,
                           struct vpr_cause *cause, wr_expr *receivers) {
  for (uint32_t i = 0; i < s->targets.len; i++) {
    const vpr_expr *target = s->targets.data[i];
    if (target->kind != VPR_EXPR_FIELD) continue;
    vpr_wf (lo, target->args.data[0], ctx, vpr_true (lo), cause);
    receivers[i] = vpr_name (lo, "receiver", vpr_value (lo, target->args.data[0], ctx));
  }
}

static void set_targets (vpr_lowering *lo, const vpr_stmt *s, const wr_expr *results,
                         const wr_expr *receivers) {
  for (uint32_t i = 0; i < s->targets.len; i++) {
    const vpr_expr *target = s->targets.data[i];
    if (target->kind == VPR_EXPR_NAME) {
      wr_expr var = {(uint32_t)(uintptr_t)target->var->lowered};
      vpr_assign (lo, (wr_var){wr_expr_info (lo->core, var)->data}, results[i], (wr_label){0});
      continue;
    }
    struct vpr_cause cause = vpr_cause_new (lo, "assignment.failed", s->span, s->span);
    cause.cls = WR_CLASS_IMPLICIT;
    const struct vpr_resource *r = vpr_resource_of (lo, target->decl);
    WR_REQUIRE (r->number < lo->resources.len);
    wr_expr held = vpr_mask_at (lo, lo->body->now, r, &receivers[i]);
    vpr_check_goal (lo, &cause, vpr_le (lo, vpr_real (lo, "1"), held), "insufficient.permission",
                    target->span);
    vpr_heap_set (lo, r, &receivers[i], results[i], (wr_label){0});
  }
}

/* An arbitrary value, by the name of what gets it: that is what a counterexample shows. */
static wr_expr result_of (vpr_lowering *lo, const vpr_stmt *s, uint32_t i) {
  const vpr_var *formal = s->value->decl->returns.data[i];
  const vpr_expr *target = i < s->targets.len ? s->targets.data[i] : NULL;
  bool named = target && target->kind == VPR_EXPR_NAME;
  wr_symbol name = named ? target->var->id.name : formal->id.name;
  wr_var var = vpr_local (lo, vpr_text (lo, name), vpr_sort (lo, formal->type));
  vpr_havoc_at (lo, var, named ? s->span : (wr_span){0});
  return wr_mk_var (lo->core, var);
}

void vpr_call (vpr_lowering *lo, const vpr_stmt *s) {
  const vpr_expr *call = s->value;
  const vpr_decl *callee = call->decl;
  const struct vpr_method_info *m = callee->lowered;
  struct vpr_cause cause = vpr_cause_new (lo, "call.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_METHOD_CALL;
  struct vpr_ctx ctx = vpr_here (lo);
  uint32_t ins = callee->formals.len, outs = callee->returns.len;
  wr_expr *args = WR_NEW (lo->arena, wr_expr, ins + 1),
          *results = WR_NEW (lo->arena, wr_expr, outs + 1);
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, ins + 1),
          *saved_out = WR_NEW (lo->arena, wr_expr, outs + 1);
  wr_expr *receivers = WR_NEW (lo->arena, wr_expr, s->targets.len + 1);
  check_targets (lo, s, &ctx, &cause, receivers);
  for (uint32_t i = 0; i < ins; i++) vpr_wf (lo, call->args.data[i], &ctx, vpr_true (lo), &cause);
  vpr_values (lo, &call->args, &ctx, args);
  vpr_names (lo, "argument", args, ins);
  struct wr_site_info info = {.kind = WR_SITE_CALL, .span = s->span, .procedure = lo->procedure};
  lo->body->by_contracts = true;
  wr_site site = wr_site_new (&lo->core->labels, &info);
  struct vpr_mark *before = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, before);
  struct vpr_call_place place = {s->span, &ctx};
  vpr_termination_call (lo, callee, args, &place, vpr_true (lo));
  vpr_bind (&callee->formals, args, saved);
  exhale_pre (lo, m, s, site, before);
  for (uint32_t i = 0; i < outs; i++) results[i] = result_of (lo, s, i);
  vpr_bind (&callee->returns, results, saved_out);
  inhale_post (lo, m, s, site, before);
  vpr_unbind (&callee->returns, saved_out);
  vpr_unbind (&callee->formals, saved);
  set_targets (lo, s, results, receivers);
}
