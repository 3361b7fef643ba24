/* front/viper/copy.c -- copies of trees. */
#include "front/viper/copy.h"

static bool spend (struct vpr_copier *c) {
  if (!c->budget) return false;
  c->budget--;
  return true;
}

vpr_type *vpr_copy_type (struct vpr_copier *c, const vpr_type *t) {
  if (!t) return NULL;
  vpr_type *copy = WR_NEW (c->arena, vpr_type, 1);
  *copy = *t;
  copy->args.data = WR_NEW (c->arena, vpr_type *, t->args.len);
  for (uint32_t i = 0; i < t->args.len; i++)
    copy->args.data[i] = spend (c) ? vpr_copy_type (c, t->args.data[i]) : t->args.data[i];
  return copy;
}

static vpr_vars copy_vars (struct vpr_copier *c, vpr_vars vars) {
  vpr_vars copy = {WR_NEW (c->arena, vpr_var *, vars.len), vars.len};
  for (uint32_t i = 0; i < vars.len; i++) {
    copy.data[i] = WR_NEW (c->arena, vpr_var, 1);
    *copy.data[i] = *vars.data[i];
    copy.data[i]->written = vpr_copy_type (c, vars.data[i]->written);
  }
  return copy;
}

static vpr_exprs copy_exprs (struct vpr_copier *c, vpr_exprs exprs) {
  vpr_exprs copy = {WR_NEW (c->arena, vpr_expr *, exprs.len), exprs.len};
  for (uint32_t i = 0; i < exprs.len; i++) copy.data[i] = vpr_copy_expr (c, exprs.data[i]);
  return copy;
}

static vpr_idents copy_idents (struct vpr_copier *c, vpr_idents ids) {
  if (ids.len) ids.data = wr_arena_copy (c->arena, ids.data, ids.len, sizeof *ids.data);
  return ids;
}

vpr_expr *vpr_copy_expr (struct vpr_copier *c, const vpr_expr *e) {
  if (!e) return NULL;
  vpr_expr *copy = WR_NEW (c->arena, vpr_expr, 1);
  *copy = *e;
  if (!spend (c)) {
    *copy = (vpr_expr){.kind = VPR_EXPR_ERROR, .span = e->span, .height = 1};
    return copy;
  }
  copy->args = copy_exprs (c, e->args);
  copy->vars = copy_vars (c, e->vars);
  copy->idents = copy_idents (c, e->idents);
  copy->written = vpr_copy_type (c, e->written);
  copy->written_value = vpr_copy_type (c, e->written_value);
  if (e->triggers.len)
    copy->triggers.data =
        wr_arena_copy (c->arena, e->triggers.data, e->triggers.len, sizeof *e->triggers.data);
  for (uint32_t i = 0; i < e->triggers.len; i++)
    copy->triggers.data[i].exprs = copy_exprs (c, e->triggers.data[i].exprs);
  return copy;
}

static vpr_measures copy_measures (struct vpr_copier *c, vpr_measures measures) {
  if (measures.len)
    measures.data = wr_arena_copy (c->arena, measures.data, measures.len, sizeof *measures.data);
  for (uint32_t i = 0; i < measures.len; i++) {
    measures.data[i].tuple = copy_exprs (c, measures.data[i].tuple);
    measures.data[i].condition = vpr_copy_expr (c, measures.data[i].condition);
  }
  return measures;
}

static vpr_stmt *copy_stmt (struct vpr_copier *c, const vpr_stmt *s) {
  vpr_stmt *copy = WR_NEW (c->arena, vpr_stmt, 1);
  *copy = *s;
  copy->vars = copy_vars (c, s->vars);
  copy->targets = copy_exprs (c, s->targets);
  copy->value = vpr_copy_expr (c, s->value);
  copy->condition = vpr_copy_expr (c, s->condition);
  copy->invariants = copy_exprs (c, s->invariants);
  copy->measures = copy_measures (c, s->measures);
  copy->body = vpr_copy_stmts (c, s->body);
  copy->orelse = vpr_copy_stmts (c, s->orelse);
  if (s->kind == VPR_STMT_LABEL) {
    copy->label = WR_NEW (c->arena, vpr_label, 1);
    *copy->label = (vpr_label){s->ident, copy, NULL};
  }
  return copy;
}

vpr_stmts vpr_copy_stmts (struct vpr_copier *c, vpr_stmts stmts) {
  vpr_stmts copy = {WR_NEW (c->arena, vpr_stmt *, stmts.len), stmts.len};
  for (uint32_t i = 0; i < stmts.len; i++)
    copy.data[i] = spend (c) ? copy_stmt (c, stmts.data[i]) : stmts.data[i];
  return copy;
}
