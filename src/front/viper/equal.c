/* front/viper/equal.c -- structural equality. */
#include "front/viper/equal.h"

static bool same_name (vpr_ident a, vpr_ident b) { return a.name.ix == b.name.ix; }

static bool same_idents (vpr_idents a, vpr_idents b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_name (a.data[i], b.data[i])) return false;
  return true;
}

static bool same_annots (const vpr_annot *a, const vpr_annot *b) {
  for (; a && b; a = a->next, b = b->next) {
    if (!same_name (a->name, b->name) || a->args.len != b->args.len) return false;
    for (uint32_t i = 0; i < a->args.len; i++)
      if (!wr_str_equal (a->args.data[i], b->args.data[i])) return false;
  }
  return !a && !b;
}

static bool same_type (const vpr_type *a, const vpr_type *b) {
  if (!a || !b) return a == b;
  if (a->kind != b->kind || !same_name (a->name, b->name) || a->args.len != b->args.len)
    return false;
  for (uint32_t i = 0; i < a->args.len; i++)
    if (!same_type (a->args.data[i], b->args.data[i])) return false;
  return true;
}

static bool same_vars (vpr_vars a, vpr_vars b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_name (a.data[i]->id, b.data[i]->id) || a.data[i]->kind != b.data[i]->kind ||
        !same_type (a.data[i]->written, b.data[i]->written))
      return false;
  return true;
}

/* -- expressions -------------------------------------------------------------------------------------- */

static bool same_exprs (vpr_exprs a, vpr_exprs b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!vpr_expr_equal (a.data[i], b.data[i])) return false;
  return true;
}

static bool same_triggers (const vpr_expr *a, const vpr_expr *b) {
  if (a->triggers.len != b->triggers.len) return false;
  for (uint32_t i = 0; i < a->triggers.len; i++)
    if (!same_exprs (a->triggers.data[i].exprs, b->triggers.data[i].exprs)) return false;
  return true;
}

bool vpr_expr_equal (const vpr_expr *a, const vpr_expr *b) {
  if (!a || !b) return a == b;
  return a->kind == b->kind && a->op == b->op && same_name (a->ident, b->ident) &&
         wr_str_equal (a->text, b->text) && a->implicit == b->implicit && a->all == b->all &&
         a->lhs == b->lhs && same_vars (a->vars, b->vars) && same_triggers (a, b) &&
         same_type (a->written, b->written) && same_type (a->written_value, b->written_value) &&
         same_idents (a->idents, b->idents) && same_annots (a->annots, b->annots) &&
         same_exprs (a->args, b->args);
}

static bool same_measures (vpr_measures a, vpr_measures b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (a.data[i].kind != b.data[i].kind || !same_exprs (a.data[i].tuple, b.data[i].tuple) ||
        !vpr_expr_equal (a.data[i].condition, b.data[i].condition))
      return false;
  return true;
}

/* -- statements --------------------------------------------------------------------------------------- */

static bool same_stmts (vpr_stmts a, vpr_stmts b);

static bool same_stmt (const vpr_stmt *a, const vpr_stmt *b) {
  return a->kind == b->kind && same_annots (a->annots, b->annots) && same_vars (a->vars, b->vars) &&
         same_exprs (a->targets, b->targets) && vpr_expr_equal (a->value, b->value) &&
         vpr_expr_equal (a->condition, b->condition) && same_exprs (a->invariants, b->invariants) &&
         same_measures (a->measures, b->measures) && same_stmts (a->body, b->body) &&
         same_stmts (a->orelse, b->orelse) && a->has_script == b->has_script &&
         a->has_else == b->has_else && same_name (a->ident, b->ident);
}

static bool same_stmts (vpr_stmts a, vpr_stmts b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_stmt (a.data[i], b.data[i])) return false;
  return true;
}

/* -- declarations --------------------------------------------------------------------------------------- */

static bool same_derives (const vpr_decl *a, const vpr_decl *b) {
  if (a->derives.len != b->derives.len) return false;
  for (uint32_t i = 0; i < a->derives.len; i++) {
    const struct vpr_derive *x = &a->derives.data[i], *y = &b->derives.data[i];
    if (!same_name (x->name, y->name) || !same_type (x->type, y->type) ||
        !same_idents (x->without, y->without))
      return false;
  }
  return true;
}

static bool same_interpretations (const vpr_decl *a, const vpr_decl *b) {
  if (a->interpretations.len != b->interpretations.len) return false;
  for (uint32_t i = 0; i < a->interpretations.len; i++)
    if (!same_name (a->interpretations.data[i].backend, b->interpretations.data[i].backend) ||
        !wr_str_equal (a->interpretations.data[i].text, b->interpretations.data[i].text))
      return false;
  return true;
}

static bool same_decl (const vpr_decl *a, const vpr_decl *b);

static bool same_members (vpr_decls a, vpr_decls b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_decl (a.data[i], b.data[i])) return false;
  return true;
}

static bool same_decl (const vpr_decl *a, const vpr_decl *b) {
  return a->kind == b->kind && same_annots (a->annots, b->annots) && same_name (a->id, b->id) &&
         same_idents (a->params, b->params) && same_vars (a->formals, b->formals) &&
         same_vars (a->returns, b->returns) && same_type (a->written, b->written) &&
         same_exprs (a->requires_, b->requires_) && same_exprs (a->ensures, b->ensures) &&
         same_measures (a->measures, b->measures) && a->has_body == b->has_body &&
         vpr_expr_equal (a->value, b->value) && same_stmts (a->body, b->body) &&
         a->unique == b->unique && a->interpreted == b->interpreted && same_derives (a, b) &&
         same_interpretations (a, b) && same_members (a->members, b->members);
}

static const vpr_decl *next_own (const vpr_program *program, uint32_t *i) {
  while (*i < program->decls.len) {
    const vpr_decl *decl = program->decls.data[(*i)++];
    if (!decl->builtin && decl->kind != VPR_DECL_IMPORT) return decl;
  }
  return NULL;
}

bool vpr_program_equal (const vpr_program *a, const vpr_program *b) {
  for (uint32_t i = 0, k = 0;;) {
    const vpr_decl *x = next_own (a, &i), *y = next_own (b, &k);
    if (!x || !y) return x == y;
    if (!same_decl (x, y)) return false;
  }
}
