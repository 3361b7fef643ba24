/* front/boogie/equal.c -- structural equality.  Positions, parentheses and what later phases add do not count.
   The two programs may have different interners. */
#include "front/boogie/boogie.h"

struct pair {
  const wr_interner *a, *b;
};

static bool same_expr (struct pair s, const bpl_expr *a, const bpl_expr *b);
static bool same_body (struct pair s, const struct bpl_body *a, const struct bpl_body *b);

static bool same_name (struct pair s, bpl_ident a, bpl_ident b) {
  if (a.name.ix == 0 || b.name.ix == 0) return a.name.ix == b.name.ix;
  if (s.a == s.b) return a.name.ix == b.name.ix;
  return wr_str_equal (wr_symbol_text (s.a, a.name), wr_symbol_text (s.b, b.name));
}

static bool same_names (struct pair s, bpl_idents a, bpl_idents b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_name (s, a.data[i], b.data[i])) return false;
  return true;
}

static bool same_params (struct pair s, bpl_tparams a, bpl_tparams b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_name (s, a.data[i]->id, b.data[i]->id)) return false;
  return true;
}

static bool same_exprs (struct pair s, bpl_exprs a, bpl_exprs b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_expr (s, a.data[i], b.data[i])) return false;
  return true;
}

/* -- types, attributes, variables --------------------------------------------------------------------- */

static bool same_type (struct pair s, const bpl_type *a, const bpl_type *b) {
  if (!a || !b) return a == b;
  if (a->kind != b->kind || a->args.len != b->args.len || !same_name (s, a->name, b->name) ||
      a->bits != b->bits || a->exponent != b->exponent || !same_params (s, a->params, b->params))
    return false;
  for (uint32_t i = 0; i < a->args.len; i++)
    if (!same_type (s, a->args.data[i], b->args.data[i])) return false;
  return same_type (s, a->result, b->result);
}

static bool same_attrs (struct pair s, const bpl_attr *a, const bpl_attr *b) {
  for (; a && b; a = a->next, b = b->next) {
    if (a->kind != b->kind || !same_name (s, a->name, b->name) || a->arg_count != b->arg_count)
      return false;
    for (uint32_t i = 0; i < a->arg_count; i++) {
      const struct bpl_attr_arg *x = &a->args[i], *y = &b->args[i];
      if (!x->expr != !y->expr || !wr_str_equal (x->text, y->text)) return false;
      if (x->expr && !same_expr (s, x->expr, y->expr)) return false;
    }
  }
  return a == b; /* both at the end */
}

static bool same_var (struct pair s, const bpl_var *a, const bpl_var *b) {
  return a->kind == b->kind && a->unique == b->unique && a->group_first == b->group_first &&
         same_name (s, a->id, b->id) && same_attrs (s, a->attrs, b->attrs) &&
         same_type (s, a->type, b->type) && same_expr (s, a->where, b->where);
}

static bool same_vars (struct pair s, bpl_vars a, bpl_vars b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_var (s, a.data[i], b.data[i])) return false;
  return true;
}

/* -- expressions -------------------------------------------------------------------------------------- */

/* What the node itself holds, without its arguments. */
static bool same_node (struct pair s, const bpl_expr *a, const bpl_expr *b) {
  if (a->kind != b->kind || a->op != b->op || a->args.len != b->args.len ||
      !same_name (s, a->ident, b->ident))
    return false;
  switch ((int)a->kind) {
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE:
    return a->u.literal.bits == b->u.literal.bits &&
           wr_str_equal (a->u.literal.text, b->u.literal.text);
  case BPL_EXPR_EXTRACT:
    return a->u.literal.hi == b->u.literal.hi && a->u.literal.lo == b->u.literal.lo;
  case BPL_EXPR_COERCE: return same_type (s, a->u.coerce.of_type, b->u.coerce.of_type);
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS:
  case BPL_EXPR_LAMBDA:
  case BPL_EXPR_LET:
    return same_params (s, a->u.binder.params, b->u.binder.params) &&
           same_vars (s, a->u.binder.bound, b->u.binder.bound) &&
           same_attrs (s, a->u.binder.attrs, b->u.binder.attrs);
  case BPL_EXPR_CODE: return same_body (s, a->u.code.body, b->u.code.body);
  default: return true;
  }
}

/* Along the first argument in a loop: chains of operators are long. */
static bool same_expr (struct pair s, const bpl_expr *a, const bpl_expr *b) {
  for (;;) {
    if (!a || !b) return a == b;
    if (!same_node (s, a, b)) return false;
    if (a->args.len == 0) return true;
    for (uint32_t i = 1; i < a->args.len; i++)
      if (!same_expr (s, a->args.data[i], b->args.data[i])) return false;
    a = a->args.data[0];
    b = b->args.data[0];
  }
}

/* -- statements ----------------------------------------------------------------------------------------- */

static bool same_specs (struct pair s, bpl_specs a, bpl_specs b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++) {
    const struct bpl_spec *x = &a.data[i], *y = &b.data[i];
    if (x->kind != y->kind || x->free != y->free || !same_attrs (s, x->attrs, y->attrs) ||
        !same_exprs (s, x->exprs, y->exprs) || !same_names (s, x->idents, y->idents))
      return false;
  }
  return true;
}

static bool same_target (struct pair s, const struct bpl_target *a, const struct bpl_target *b) {
  if (!same_name (s, a->id, b->id) || a->step_count != b->step_count) return false;
  for (uint32_t i = 0; i < a->step_count; i++) {
    const struct bpl_step *x = &a->steps[i], *y = &b->steps[i];
    if (x->kind != y->kind || !same_exprs (s, x->index, y->index) ||
        !same_name (s, x->field, y->field))
      return false;
  }
  return true;
}

static bool same_stmt (struct pair s, const bpl_stmt *a, const bpl_stmt *b) {
  if (a->kind != b->kind || a->free != b->free || a->else_if != b->else_if ||
      a->targets.len != b->targets.len || a->labels.len != b->labels.len ||
      !a->target != !b->target)
    return false;
  for (uint32_t i = 0; i < a->targets.len; i++)
    if (!same_target (s, &a->targets.data[i], &b->targets.data[i])) return false;
  return same_attrs (s, a->attrs, b->attrs) && same_name (s, a->ident, b->ident) &&
         same_names (s, a->idents, b->idents) && same_exprs (s, a->exprs, b->exprs) &&
         same_specs (s, a->specs, b->specs) && same_body (s, a->body, b->body) &&
         same_body (s, a->otherwise, b->otherwise);
}

static bool same_body (struct pair s, const struct bpl_body *a, const struct bpl_body *b) {
  if (!a || !b) return a == b;
  if (!same_vars (s, a->locals, b->locals) || a->stmts.len != b->stmts.len) return false;
  for (uint32_t i = 0; i < a->stmts.len; i++)
    if (!same_stmt (s, a->stmts.data[i], b->stmts.data[i])) return false;
  return true;
}

/* -- declarations ----------------------------------------------------------------------------------------- */

static bool same_decls (struct pair s, bpl_decls a, bpl_decls b);

static bool same_constructors (struct pair s, const bpl_decl *a, const bpl_decl *b) {
  if (a->constructors.len != b->constructors.len) return false;
  for (uint32_t i = 0; i < a->constructors.len; i++) {
    const struct bpl_constructor *x = &a->constructors.data[i], *y = &b->constructors.data[i];
    if (!same_name (s, x->id, y->id) || !same_attrs (s, x->attrs, y->attrs) ||
        !same_vars (s, x->fields, y->fields))
      return false;
  }
  return true;
}

static bool same_decl (struct pair s, const bpl_decl *a, const bpl_decl *b) {
  return a->kind == b->kind && a->hideable == b->hideable && a->revealed == b->revealed &&
         a->pure == b->pure && a->has_uses == b->has_uses &&
         a->type_group_first == b->type_group_first && a->result_colon == b->result_colon &&
         same_name (s, a->id, b->id) && same_attrs (s, a->attrs, b->attrs) &&
         same_params (s, a->params, b->params) && same_vars (s, a->vars, b->vars) &&
         same_vars (s, a->ins, b->ins) && same_vars (s, a->outs, b->outs) &&
         same_type (s, a->body_type, b->body_type) && same_expr (s, a->body_expr, b->body_expr) &&
         same_decls (s, a->axioms, b->axioms) && same_constructors (s, a, b) &&
         same_specs (s, a->specs, b->specs) && same_body (s, a->body, b->body);
}

static bool same_decls (struct pair s, bpl_decls a, bpl_decls b) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!same_decl (s, a.data[i], b.data[i])) return false;
  return true;
}

bool bpl_program_equal (const struct bpl_program *a, const struct bpl_program *b) {
  return same_decls ((struct pair){a->symbols, b->symbols}, a->decls, b->decls);
}
