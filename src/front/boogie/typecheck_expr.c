/* front/boogie/typecheck_expr.c -- types of expressions.  A work list visits each node after its arguments;
   binders recurse (their nesting is limited). */
#include "front/boogie/typecheck.h"
#include "front/boogie/resolve.h"

void bpl_set_type (bpl_checker *c, bpl_expr *e, bpl_type *type) {
  e->type = type;
  bpl_typing_note (&c->typing, &e->type);
}

void bpl_end_unit (bpl_checker *c, wr_span at) {
  bpl_typing *t = &c->typing;
  if (!bpl_typing_finish (t) && !t->too_large)
    wr_diag_add (
        c->diags, WR_CODE_AMBIGUOUS_TYPE, at,
        "the widths of the bitvectors in here cannot be inferred; give a type with `e: T`");
  if (t->too_large)
    wr_diag_add (c->diags, WR_CODE_INFERRED_TYPE_TOO_LARGE, at,
                 "the types in here are too large to compare");
  t->too_large = false;
}

bool bpl_is_mismatch (bpl_checker *c, bpl_type *want, bpl_type *got) {
  return !bpl_unify (&c->typing, want, got);
}

void bpl_check_bool (bpl_checker *c, bpl_expr *expr, wr_span at, const char *what) {
  bpl_check_expr (c, expr);
  if (!bpl_is_mismatch (c, c->typing.boolean, expr->type)) return;
  wr_diag_add (c->diags, WR_CODE_NOT_BOOLEAN, at, "%s must be of type bool, not %s", what,
               bpl_show_type (c, expr->type));
}

/* -- attributes -------------------------------------------------------------------------------------------- */

static void check_attr (bpl_checker *c, bpl_attr *a) {
  for (uint32_t i = 0; i < a->arg_count; i++)
    if (a->args[i].expr) bpl_check_expr (c, a->args[i].expr);
  if (a->kind != BPL_ATTR) return;
  if (!wr_str_equal (wr_symbol_text (c->symbols, a->name.name), WR_LIT ("verified_under"))) return;
  if (a->arg_count == 1 && a->args[0].expr &&
      !bpl_is_mismatch (c, c->typing.boolean, a->args[0].expr->type))
    return;
  wr_diag_add (c->diags, WR_CODE_ATTRIBUTE_TYPE, a->span,
               "attribute `:verified_under` takes one argument of type bool");
}

void bpl_check_attrs (bpl_checker *c, bpl_attr *attrs) {
  for (bpl_attr *a = attrs; a; a = a->next) check_attr (c, a);
}

/* -- binders ----------------------------------------------------------------------------------------------- */

static bool bound_mentions (bpl_vars bound, const bpl_tparam *param) {
  for (uint32_t i = 0; i < bound.len; i++)
    if (bpl_type_mentions (bound.data[i]->type, param)) return true;
  return false;
}

/* Whether the type of a part of the expression mentions the parameter. */
static bool expr_mentions (bpl_checker *c, bpl_expr *expr, const bpl_tparam *param) {
  uint32_t base = c->work.len;
  bool found = false;
  WR_VEC_PUSH (&c->work, ((struct bpl_visit){expr, false}));
  while (c->work.len > base) {
    bpl_expr *e = WR_VEC_POP (&c->work).expr;
    if (found) continue;
    found = e->type && bpl_type_mentions (e->type, param);
    for (uint32_t i = 0; i < e->args.len; i++)
      WR_VEC_PUSH (&c->work, ((struct bpl_visit){e->args.data[i], false}));
  }
  return found;
}

static void check_trigger_params (bpl_checker *c, bpl_expr *e) {
  bpl_tparams params = e->u.binder.params;
  for (uint32_t i = 0; i < params.len; i++) {
    if (bound_mentions (e->u.binder.bound, params.data[i])) continue;
    for (const bpl_attr *a = e->u.binder.attrs; a; a = a->next) {
      if (a->kind != BPL_TRIGGER) continue;
      bool found = false;
      for (uint32_t k = 0; k < a->arg_count && !found; k++)
        found = !a->args[k].expr || expr_mentions (c, a->args[k].expr, params.data[i]);
      if (!found)
        wr_diag_add (c->diags, WR_CODE_TRIGGER_TYPE_PARAMETER, a->span,
                     "this trigger does not determine the type parameter `%s`, which occurs in no "
                     "bound variable's type either",
                     bpl_show_name (c, params.data[i]->id.name));
    }
  }
}

static void check_quantifier (bpl_checker *c, bpl_expr *e) {
  bpl_check_attrs (c, e->u.binder.attrs);
  bpl_check_bool (c, e->args.data[0], bpl_expr_place (e), "the body of a quantifier");
  if (e->u.binder.params.len) check_trigger_params (c, e);
  bpl_set_type (c, e, c->typing.boolean);
}

static void check_lambda (bpl_checker *c, bpl_expr *e) {
  bpl_vars bound = e->u.binder.bound;
  bpl_check_attrs (c, e->u.binder.attrs);
  bpl_check_expr (c, e->args.data[0]);
  for (uint32_t i = 0; i < e->u.binder.params.len; i++)
    if (!bound_mentions (bound, e->u.binder.params.data[i]))
      wr_diag_add (c->diags, WR_CODE_LAMBDA_TYPE_PARAMETER, bpl_expr_place (e),
                   "type parameter `%s` does not occur in the types of the lambda's variables",
                   bpl_show_name (c, e->u.binder.params.data[i]->id.name));
  wr_arena *arena = e->args.data[0]->type->has_proxy ? c->typing.scratch : c->arena;
  bpl_type *map = WR_NEW (arena, bpl_type, 1);
  map->kind = BPL_TYPE_MAP;
  map->params = e->u.binder.params;
  map->args.data = WR_NEW (arena, bpl_type *, bound.len);
  map->args.len = bound.len;
  for (uint32_t i = 0; i < bound.len; i++) map->args.data[i] = bound.data[i]->type;
  map->result = e->args.data[0]->type;
  if (!bpl_type_seal (map)) {
    c->typing.too_large = true;
    map = c->typing.error;
  }
  bpl_set_type (c, e, map);
}

static void check_let (bpl_checker *c, bpl_expr *e) {
  bpl_vars bound = e->u.binder.bound;
  uint32_t values = e->args.len - 1;
  for (uint32_t i = 0; i < values; i++) bpl_check_expr (c, e->args.data[i]);
  for (uint32_t i = 0; i < bound.len && i < values; i++) {
    if (bound.data[i]->type) {
      if (bpl_is_mismatch (c, bound.data[i]->type, e->args.data[i]->type))
        wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, bound.data[i]->id.span,
                     "`%s` has type %s, its value %s", bpl_show_name (c, bound.data[i]->id.name),
                     bpl_show_type (c, bound.data[i]->type),
                     bpl_show_type (c, e->args.data[i]->type));
      continue;
    }
    bound.data[i]->type = e->args.data[i]->type;
    bpl_typing_note (&c->typing, &bound.data[i]->type);
  }
  bpl_check_attrs (c, e->u.binder.attrs);
  bpl_check_expr (c, e->args.data[values]);
  bpl_set_type (c, e, e->args.data[values]->type);
}

static void check_code (bpl_checker *c, bpl_expr *e) {
  bpl_check_locals (c, e->u.code.locals);
  bpl_check_body (c, e->u.code.body);
  bpl_set_type (c, e, c->typing.boolean);
}

/* -- simple nodes ------------------------------------------------------------------------------------------ */

static bpl_type *check_conversion (bpl_checker *c, bpl_expr *e) {
  bool to_int = e->kind == BPL_EXPR_TO_INT;
  bpl_type *from = to_int ? c->typing.real : c->typing.integer;
  if (bpl_is_mismatch (c, from, e->args.data[0]->type))
    wr_diag_add (c->diags, WR_CODE_CONVERSION, bpl_expr_place (e),
                 "`%s` converts from %s, not from %s", to_int ? "int" : "real",
                 to_int ? "real" : "int", bpl_show_type (c, e->args.data[0]->type));
  return to_int ? c->typing.integer : c->typing.real;
}

static bpl_type *check_coercion (bpl_checker *c, bpl_expr *e) {
  bpl_type *to = e->u.coerce.of_type;
  if (bpl_is_mismatch (c, to, e->args.data[0]->type))
    wr_diag_add (c->diags, WR_CODE_IMPOSSIBLE_COERCION, bpl_expr_place (e),
                 "an expression of type %s cannot be of type %s",
                 bpl_show_type (c, e->args.data[0]->type), bpl_show_type (c, to));
  return to;
}

static bpl_type *check_ite (bpl_checker *c, bpl_expr *e) {
  bpl_type *cond = e->args.data[0]->type, *yes = e->args.data[1]->type, *no = e->args.data[2]->type;
  if (bpl_is_mismatch (c, c->typing.boolean, cond))
    wr_diag_add (c->diags, WR_CODE_NOT_BOOLEAN, bpl_expr_place (e),
                 "the condition of `if` must be of type bool, not %s", bpl_show_type (c, cond));
  if (!bpl_is_mismatch (c, yes, no)) return yes;
  wr_diag_add (c->diags, WR_CODE_BRANCH_TYPES, bpl_expr_place (e),
               "the branches of `if` have types %s and %s", bpl_show_type (c, yes),
               bpl_show_type (c, no));
  return c->typing.error;
}

static bpl_type *check_field_update (bpl_checker *c, bpl_expr *e) {
  bpl_type *whole = e->args.data[0]->type;
  bpl_type *field = bpl_type_of_field (c, whole, e->ident, bpl_expr_place (e),
                                       &e->u.data.constructor, &e->u.data.field);
  if (bpl_is_mismatch (c, field, e->args.data[1]->type))
    wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, bpl_expr_place (e),
                 "field `%s` has type %s, the new value %s", bpl_show_name (c, e->ident.name),
                 bpl_show_type (c, field), bpl_show_type (c, e->args.data[1]->type));
  return whole;
}

static bpl_type *type_of_literal (bpl_checker *c, const bpl_expr *e) {
  switch (e->kind) {
  case BPL_EXPR_FALSE:
  case BPL_EXPR_TRUE: return c->typing.boolean;
  case BPL_EXPR_INT: return c->typing.integer;
  case BPL_EXPR_REAL: return c->typing.real;
  case BPL_EXPR_STRING: return c->typing.string;
  case BPL_EXPR_RMODE: return c->typing.rmode;
  case BPL_EXPR_BV: return bpl_bitvector (&c->typing, e->u.literal.bits);
  case BPL_EXPR_FLOAT: return bpl_type_of_float (c, e);
  default: return c->typing.error;
  }
}

static bpl_type *type_of_node (bpl_checker *c, bpl_expr *e) {
  bpl_expr **args = e->args.data;
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_NAME: return e->u.name.var->type ? e->u.name.var->type : c->typing.error;
  case BPL_EXPR_CALL: return bpl_type_of_call (c, e);
  case BPL_EXPR_UNARY: return bpl_type_of_unary (c, e);
  case BPL_EXPR_BINARY: return bpl_type_of_binary (c, e);
  case BPL_EXPR_IS: return bpl_type_of_is (c, e);
  case BPL_EXPR_FIELD:
    return bpl_type_of_field (c, args[0]->type, e->ident, bpl_expr_place (e),
                              &e->u.data.constructor, &e->u.data.field);
  case BPL_EXPR_FIELD_UPDATE: return check_field_update (c, e);
  case BPL_EXPR_SELECT:
    return bpl_type_of_index (c, args[0]->type, args + 1, e->args.len - 1, &e->u.select.type_args,
                              bpl_expr_place (e), "map");
  case BPL_EXPR_STORE: return bpl_type_of_store (c, e);
  case BPL_EXPR_EXTRACT: return bpl_type_of_extract (c, e);
  case BPL_EXPR_COERCE: return check_coercion (c, e);
  case BPL_EXPR_OLD: return args[0]->type;
  case BPL_EXPR_TO_INT:
  case BPL_EXPR_TO_REAL: return check_conversion (c, e);
  case BPL_EXPR_ITE: return check_ite (c, e);
  case BPL_EXPR_ERROR:
  case BPL_EXPR_FALSE:
  case BPL_EXPR_TRUE:
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE:
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS:
  case BPL_EXPR_LAMBDA:
  case BPL_EXPR_LET:
  case BPL_EXPR_CODE:
  case BPL_EXPR_KIND_COUNT: break;
  }
  return type_of_literal (c, e);
}

/* -- the walk ---------------------------------------------------------------------------------------------- */

static bool check_binder (bpl_checker *c, bpl_expr *e) {
  switch (e->kind) {
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS: check_quantifier (c, e); return true;
  case BPL_EXPR_LAMBDA: check_lambda (c, e); return true;
  case BPL_EXPR_LET: check_let (c, e); return true;
  case BPL_EXPR_CODE: check_code (c, e); return true;
  default: return false;
  }
}

void bpl_check_expr (bpl_checker *c, bpl_expr *expr) {
  uint32_t base = c->work.len;
  WR_VEC_PUSH (&c->work, ((struct bpl_visit){expr, false}));
  while (c->work.len > base) {
    struct bpl_visit *top = &WR_VEC_LAST (&c->work);
    bpl_expr *e = top->expr;
    if (top->ready || !e->args.len) {
      c->work.len--;
      if (top->ready || !check_binder (c, e)) bpl_set_type (c, e, type_of_node (c, e));
      continue;
    }
    if (e->kind >= BPL_EXPR_FORALL) {
      c->work.len--;
      check_binder (c, e);
      continue;
    }
    top->ready = true;
    for (uint32_t i = e->args.len; i > 0; i--)
      WR_VEC_PUSH (&c->work, ((struct bpl_visit){e->args.data[i - 1], false}));
  }
}
