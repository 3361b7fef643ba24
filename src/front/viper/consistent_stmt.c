/* front/viper/consistent_stmt.c -- labels, proof scripts of magic wands, and targets of calls. */
#include "front/viper/consistent.h"
#include "front/viper/report.h"

/* -- labels ------------------------------------------------------------------------------------ */

static void check_labels (vpr_consistency *c, const vpr_decl *method) {
  wr_map seen = {0};
  for (uint32_t i = 0; i < method->labels.len; i++) {
    const vpr_label *label = method->labels.data[i];
    uint64_t first;
    if (!wr_map_get (&seen, label->id.name.ix, &first)) {
      wr_map_put (&seen, label->id.name.ix, i);
      continue;
    }
    wr_diag *diag = vpr_consistency_error (c->diags, WR_CODE_REPEATED_LABEL, label->stmt->span,
                                           "label `%s` is declared twice",
                                           vpr_consistency_name (c, label->id.name));
    wr_diag_note (c->diags, diag, method->labels.data[first]->id.span,
                  "the earlier declaration is here");
  }
  wr_map_free (&seen);
}

/* -- proof scripts ----------------------------------------------------------------------------- */

static void collect_vars (wr_map *vars, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    for (uint32_t j = 0; j < s->vars.len; j++)
      wr_map_put (vars, (uint64_t)(uintptr_t)s->vars.data[j], 1);
    collect_vars (vars, s->body);
    collect_vars (vars, s->orelse);
  }
}

static const char *refused (const vpr_stmt *s, const wr_map *vars) {
  if (s->kind == VPR_STMT_WHILE) return "a loop cannot stand in the proof script of a magic wand";
  if (s->value && s->value->kind == VPR_EXPR_NEW)
    return "`new` cannot stand in the proof script of a magic wand";
  for (uint32_t i = 0; i < s->targets.len; i++) {
    const vpr_expr *target = s->targets.data[i];
    if (target->kind == VPR_EXPR_FIELD)
      return "a field cannot be assigned in the proof script of a magic wand";
    if (!wr_map_has (vars, (uint64_t)(uintptr_t)target->var))
      return "the proof script of a magic wand assigns only variables that it declares";
  }
  return NULL;
}

/* Nested scripts are checked by themselves. */
static void check_script (vpr_consistency *c, vpr_stmts stmts, const wr_map *vars) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    if (s->kind == VPR_STMT_PACKAGE) continue;
    const char *why = refused (s, vars);
    if (why) {
      vpr_consistency_error (c->diags, WR_CODE_MISPLACED_STATEMENT, s->span, "%s", why);
      continue;
    }
    check_script (c, s->body, vars);
    check_script (c, s->orelse, vars);
  }
}

/* -- statements -------------------------------------------------------------------------------- */

static void check_targets (vpr_consistency *c, const vpr_stmt *s) {
  for (uint32_t i = 1; i < s->targets.len; i++)
    for (uint32_t j = 0; j < i; j++) {
      const vpr_expr *a = s->targets.data[j], *b = s->targets.data[i];
      if (a->kind != VPR_EXPR_NAME || b->kind != VPR_EXPR_NAME || a->var != b->var) continue;
      vpr_consistency_error (c->diags, WR_CODE_ASSIGNED_TWICE, s->span,
                             "the call assigns `%s` twice",
                             vpr_consistency_name (c, b->ident.name));
      return;
    }
}

static void check_stmts (vpr_consistency *c, const vpr_decl *method, vpr_stmts stmts);

static void check_package (vpr_consistency *c, const vpr_decl *method, const vpr_stmt *s) {
  wr_map vars = {0};
  collect_vars (&vars, s->body);
  check_script (c, s->body, &vars);
  wr_map_free (&vars);
  bool outer = c->in_script;
  c->in_script = true;
  check_stmts (c, method, s->body);
  c->in_script = outer;
}

static void check_exprs (vpr_consistency *c, const vpr_decl *method, const vpr_stmt *s) {
  for (uint32_t i = 0; i < s->targets.len; i++)
    vpr_consistent_expr (c, method, s->targets.data[i], VPR_ROLE_TARGET);
  bool call =
      s->value && s->value->kind == VPR_EXPR_CALL && s->value->decl->kind == VPR_DECL_METHOD;
  for (uint32_t i = 0; call && i < s->value->args.len; i++)
    vpr_consistent_expr (c, method, s->value->args.data[i], VPR_ROLE_VALUE);
  if (s->value && !call && s->value->kind != VPR_EXPR_NEW)
    vpr_consistent_expr (c, method, s->value, VPR_ROLE_VALUE);
  if (s->condition) vpr_consistent_expr (c, method, s->condition, VPR_ROLE_CONDITION);
  for (uint32_t i = 0; i < s->invariants.len; i++)
    vpr_consistent_expr (c, method, s->invariants.data[i], VPR_ROLE_INVARIANT);
  for (uint32_t i = 0; i < s->measures.len; i++) {
    const struct vpr_measure *m = &s->measures.data[i];
    for (uint32_t j = 0; j < m->tuple.len; j++)
      vpr_consistent_expr (c, method, m->tuple.data[j], VPR_ROLE_MEASURE);
    if (m->condition) vpr_consistent_expr (c, method, m->condition, VPR_ROLE_MEASURE);
  }
}

static void check_stmts (vpr_consistency *c, const vpr_decl *method, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    check_exprs (c, method, s);
    check_targets (c, s);
    if (s->kind == VPR_STMT_GOTO && !s->label)
      vpr_consistency_error (c->diags, WR_CODE_UNKNOWN_LABEL, s->span,
                             "the method has no label `%s`",
                             vpr_consistency_name (c, s->ident.name));
    if (s->kind == VPR_STMT_PACKAGE) {
      check_package (c, method, s);
      continue;
    }
    check_stmts (c, method, s->body);
    check_stmts (c, method, s->orelse);
  }
}

void vpr_consistent_body (vpr_consistency *c, vpr_decl *method) {
  check_labels (c, method);
  check_stmts (c, method, method->body);
}
