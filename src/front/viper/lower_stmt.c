/* front/viper/lower_stmt.c -- statements. */
#include "front/viper/lowering.h"

struct vpr_ctx vpr_here (vpr_lowering *lo) {
  struct vpr_body *body = lo->body;
  return (struct vpr_ctx){.here = body->now,
                          .held = body->now,
                          .old = body->entry ? body->entry->state : NULL,
                          .lhs = body->package ? vpr_package_lhs (lo) : NULL};
}

static struct vpr_cause cause_of (vpr_lowering *lo, const char *error, const vpr_stmt *s) {
  struct vpr_cause cause = vpr_cause_new (lo, error, s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_ASSIGN;
  cause.goal = WR_ROLE_WELL_FORMED;
  return cause;
}

/* -- assignments ----------------------------------------------------------------------------------- */

void vpr_target_set (vpr_lowering *lo, const vpr_expr *target, wr_expr value,
                     struct vpr_cause *cause) {
  wr_label label = vpr_fact_label (lo, cause);
  if (target->kind == VPR_EXPR_NAME) {
    wr_expr var = {(uint32_t)(uintptr_t)target->var->lowered};
    WR_ASSERT (wr_expr_info (lo->core, var)->op == WR_OP_VAR);
    vpr_assign (lo, (wr_var){wr_expr_info (lo->core, var)->data}, value, label);
    return;
  }
  wr_expr *index;
  struct vpr_ctx ctx = vpr_here (lo);
  const struct vpr_resource *r = vpr_place (lo, target, &ctx, &index);
  vpr_names (lo, "at", index, 1);
  wr_expr held = vpr_mask_at (lo, ctx.here, r, index);
  vpr_check_goal (lo, cause, vpr_le (lo, vpr_real (lo, "1"), held), "insufficient.permission",
                  target->span);
  vpr_heap_set (lo, r, index, value, label);
}

static void assign (vpr_lowering *lo, const vpr_stmt *s) {
  if (s->value->kind == VPR_EXPR_NEW) {
    vpr_new (lo, s);
    return;
  }
  struct vpr_cause cause = cause_of (lo, "assignment.failed", s);
  struct vpr_ctx ctx = vpr_here (lo);
  const vpr_expr *target = s->targets.data[0];
  if (target->kind == VPR_EXPR_FIELD)
    vpr_wf (lo, target->args.data[0], &ctx, vpr_true (lo), &cause);
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  wr_expr value = vpr_value (lo, s->value, &ctx);
  vpr_target_set (lo, target, value, &cause);
}

void vpr_declare (vpr_lowering *lo, const vpr_vars *vars) {
  for (uint32_t i = 0; i < vars->len; i++) {
    vpr_var *v = vars->data[i];
    wr_var var = vpr_local (lo, vpr_text (lo, v->id.name), vpr_sort (lo, v->type));
    wr_var_edit (lo->core, var)->span = v->id.span;
    vpr_note (lo, &v->lowered, (void *)(uintptr_t)wr_mk_var (lo->core, var).ix);
    bool local = v->kind == VPR_VAR_LOCAL;
    vpr_havoc_at (lo, var, local ? v->id.span : lo->body->decl->id.span);
  }
}

/* -- inhale, exhale, assert, assume ---------------------------------------------------------------- */

static void conjuncts (vpr_lowering *lo, const vpr_stmt *s, const char *error,
                       void (*each) (vpr_lowering *, const vpr_expr *, struct vpr_transfer *)) {
  vpr_exprs list;
  struct vpr_mark *mark = NULL;
  bool takes = each == vpr_exhale && !vpr_is_pure (s->value);
  vpr_conjuncts (lo, s->value, &list);
  if (takes) {
    mark = vpr_mark_new (lo, "before");
    vpr_mark_set (lo, mark);
  }
  for (uint32_t i = 0; i < list.len; i++) {
    struct vpr_cause cause = vpr_cause_new (lo, error, s->value->span, list.data[i]->span);
    struct vpr_transfer t = {
        .ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo), .checked = true};
    if (mark) t.ctx.here = mark->state;
    cause.takes = s->kind == VPR_STMT_EXHALE && !vpr_is_pure (list.data[i]);
    each (lo, list.data[i], &t);
  }
  if (mark && s->kind == VPR_STMT_ASSERT) vpr_mark_restore (lo, mark, false, true);
}

static void refute (vpr_lowering *lo, const vpr_stmt *s) {
  if (!vpr_is_pure (s->value)) {
    vpr_unsupported (lo, s->value->span, "refute with permissions is not supported");
    return;
  }
  struct vpr_cause cause = vpr_cause_new (lo, "refute.failed", s->value->span, s->value->span);
  struct vpr_ctx ctx = vpr_here (lo);
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  wr_expr cond = vpr_value (lo, s->value, &ctx);
  wr_label label = vpr_goal_label (lo, &cause, WR_ROLE_REFUTE, "refutation.true", s->value->span);
  struct wr_cmd cmd = {.kind = WR_CMD_ASSERT, .expr = cond, .label = label, .at = s->value->span};
  if (lo->body->at && !lo->body->silent) WR_VEC_PUSH (&lo->body->at->cmds, cmd);
}

/* -- if -------------------------------------------------------------------------------------------- */

/* Both sides of a condition are one element. */
static wr_label side_label (vpr_lowering *lo, const vpr_expr *e, uint32_t element, bool negative) {
  struct wr_label_info info = {.role = WR_ROLE_CONDITION,
                               .cls = WR_CLASS_IMPLICIT,
                               .span = e->span,
                               .report = e->span,
                               .element = element,
                               .negative = negative,
                               .procedure = lo->procedure};
  return wr_label_new (&lo->core->labels, &info);
}

void vpr_branch (vpr_lowering *lo, const vpr_expr *cond, wr_expr value, uint32_t element,
                 bool negative) {
  wr_label label = side_label (lo, cond, element, negative);
  struct wr_cmd cmd = {.kind = WR_CMD_ASSUME, .label = label, .at = cond->span};
  cmd.expr = negative ? vpr_not (lo, value) : value;
  if (lo->body->at) WR_VEC_PUSH (&lo->body->at->cmds, cmd);
}

static void lower_if (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_cause cause = vpr_cause_new (lo, "if.failed", s->value->span, s->value->span);
  struct vpr_ctx ctx = vpr_here (lo);
  cause.goal = WR_ROLE_WELL_FORMED;
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_PATH_CONDITION;
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  wr_expr cond = vpr_name (lo, "condition", vpr_value (lo, s->value, &ctx));
  struct vpr_block *from = lo->body->at, *yes = vpr_block_new (lo, "then", s->span),
                   *no = vpr_block_new (lo, "else", s->span),
                   *join = vpr_block_new (lo, "join", (wr_span){0});
  if (!from) return;
  WR_VEC_PUSH (&from->succs, yes);
  WR_VEC_PUSH (&from->succs, no);
  bool reached = false;
  for (int side = 0; side < 2; side++) {
    vpr_block_enter (lo, side ? no : yes);
    vpr_branch (lo, s->value, cond, cause.element, side == 1);
    vpr_stmts_lower (lo, side ? &s->orelse : &s->body);
    reached |= lo->body->at != NULL;
    vpr_block_go (lo, join);
  }
  if (reached) vpr_block_enter (lo, join);
}

/* -- all ------------------------------------------------------------------------------------------- */

static void lower (vpr_lowering *lo, const vpr_stmt *s) {
  switch (s->kind) {
  case VPR_STMT_BLOCK: vpr_stmts_lower (lo, &s->body); return;
  case VPR_STMT_VAR:
    vpr_declare (lo, &s->vars);
    if (!s->value) return;
    if (s->value->kind == VPR_EXPR_CALL && s->value->decl &&
        s->value->decl->kind == VPR_DECL_METHOD)
      vpr_call (lo, s);
    else
      assign (lo, s);
    return;
  case VPR_STMT_ASSIGN: assign (lo, s); return;
  case VPR_STMT_CALL: vpr_call (lo, s); return;
  case VPR_STMT_INHALE: conjuncts (lo, s, "inhale.failed", vpr_inhale); return;
  case VPR_STMT_EXHALE: conjuncts (lo, s, "exhale.failed", vpr_exhale); return;
  case VPR_STMT_ASSERT: conjuncts (lo, s, "assert.failed", vpr_exhale); return;
  case VPR_STMT_ASSUME:
    if (vpr_is_pure (s->value))
      conjuncts (lo, s, "inhale.failed", vpr_inhale);
    else
      vpr_assume_stmt (lo, s);
    return;
  case VPR_STMT_REFUTE: refute (lo, s); return;
  case VPR_STMT_FOLD: vpr_fold (lo, s); return;
  case VPR_STMT_UNFOLD: vpr_unfold (lo, s); return;
  case VPR_STMT_IF: lower_if (lo, s); return;
  case VPR_STMT_WHILE: vpr_while (lo, s); return;
  case VPR_STMT_GOTO: vpr_goto (lo, s); return;
  case VPR_STMT_LABEL: vpr_label_stmt (lo, s); return;
  case VPR_STMT_PACKAGE: vpr_package_stmt (lo, s); return;
  case VPR_STMT_APPLY: vpr_apply (lo, s); return;
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL: vpr_quasihavoc (lo, s); return;
  case VPR_STMT_DEFINE:
  case VPR_STMT_ERROR:
  case VPR_STMT_KIND_COUNT: break;
  }
  vpr_unsupported (lo, s->span, "this statement is not supported");
}

void vpr_stmt_lower (vpr_lowering *lo, const vpr_stmt *s) {
  if (wr_cancelled (lo->program->cancel)) return;
  /* code that is not reachable may hold a label that is */
  if (!lo->body->at && s->kind != VPR_STMT_LABEL && s->kind != VPR_STMT_VAR &&
      s->kind != VPR_STMT_BLOCK)
    return;
  lower (lo, s);
}

void vpr_stmts_lower (vpr_lowering *lo, const vpr_stmts *list) {
  const struct vpr_loop *outer = lo->body->loop;
  vpr_loops_find (lo, list);
  for (uint32_t i = 0; i < list->len; i++) {
    vpr_loops_end (lo, outer, list->data[i]->span.begin);
    vpr_stmt_lower (lo, list->data[i]);
  }
  vpr_loops_end (lo, outer, UINT32_MAX);
}
