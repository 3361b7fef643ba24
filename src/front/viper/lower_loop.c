/* front/viper/lower_loop.c -- while loops.  Two paths leave the head: one iteration that holds nothing but the invariants, and what
   follows the loop, with what was not given to the invariants. */
#include "front/viper/lower_termination.h"

static void havoc_name (vpr_lowering *lo, const vpr_expr *target, wr_span at) {
  if (target->kind != VPR_EXPR_NAME || !target->var->lowered) return;
  wr_expr var = {(uint32_t)(uintptr_t)target->var->lowered};
  if (wr_expr_info (lo->core, var)->op == WR_OP_VAR)
    vpr_havoc_at (lo, (wr_var){wr_expr_info (lo->core, var)->data}, at);
}

void vpr_havoc_assigned (vpr_lowering *lo, const vpr_stmts *list, wr_span at) {
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    for (uint32_t k = 0; k < s->targets.len; k++) havoc_name (lo, s->targets.data[k], at);
    vpr_havoc_assigned (lo, &s->body, at);
    vpr_havoc_assigned (lo, &s->orelse, at);
  }
}

void vpr_invariants_exhale (vpr_lowering *lo, const vpr_clauses *list, wr_site site, bool kept) {
  struct vpr_mark *mark = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, mark);
  for (uint32_t i = 0; i < list->len; i++) {
    const struct vpr_clause *c = &list->data[i];
    const char *error = kept ? "invariant.not.preserved" : "invariant.not.established";
    struct vpr_cause cause = vpr_cause_of (lo, c, error, c->whole->span, site);
    cause.goal = kept ? WR_ROLE_INVARIANT_MAINTAINED : WR_ROLE_INVARIANT_ESTABLISHED;
    struct vpr_transfer t = {.ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo)};
    t.ctx.here = mark->state;
    vpr_exhale (lo, c->conjunct, &t);
  }
}

void vpr_invariants_inhale (vpr_lowering *lo, const vpr_clauses *list, wr_site site, bool checked) {
  for (uint32_t i = 0; i < list->len; i++) {
    const struct vpr_clause *c = &list->data[i];
    struct vpr_cause cause = vpr_cause_of (lo, c, "not.wellformed", c->whole->span, site);
    cause.fact = WR_ROLE_INVARIANT_ASSUMED;
    struct vpr_transfer t = {
        .ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo), .checked = checked};
    vpr_inhale (lo, c->conjunct, &t);
  }
}

void vpr_while (vpr_lowering *lo, const vpr_stmt *s) {
  vpr_clauses invariants = {0};
  struct wr_site_info info = {.kind = WR_SITE_LOOP, .span = s->span, .procedure = lo->procedure};
  lo->body->by_contracts = true;
  wr_site site = wr_site_new (&lo->core->labels, &info);
  vpr_clauses_of (lo, &s->invariants, WR_ROLE_INVARIANT_ASSUMED, &invariants);
  struct vpr_cause cause = vpr_cause_new (lo, "while.failed", s->value->span, s->value->span);
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_PATH_CONDITION;
  vpr_invariants_exhale (lo, &invariants, site, false);
  vpr_havoc_assigned (lo, &s->body, s->span);
  struct vpr_loop loop = {.outer = lo->body->loop, .range = s->span};
  if (vpr_has_goto (&s->body)) {
    loop.aside = vpr_mark_new (lo, "aside");
    vpr_mark_set (lo, loop.aside);
  }
  struct vpr_block *main = vpr_side_begin (lo, "loop");
  lo->body->loop = &loop;
  vpr_masks_clear (lo);
  vpr_invariants_inhale (lo, &invariants, site, true);
  struct vpr_ctx ctx = vpr_here (lo);
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  vpr_branch (lo, s->value, vpr_value (lo, s->value, &ctx), cause.element, false);
  struct vpr_caller *measure = vpr_loop_measure_begin (lo, s);
  vpr_stmts_lower (lo, &s->body);
  if (lo->body->at) {
    vpr_invariants_exhale (lo, &invariants, site, true);
    vpr_loop_measure_end (lo, s, measure);
  }
  lo->body->loop = loop.outer;
  vpr_side_end (lo, main);
  vpr_invariants_inhale (lo, &invariants, site, false);
  ctx = vpr_here (lo);
  vpr_branch (lo, s->value, vpr_value (lo, s->value, &ctx), cause.element, true);
}
