/* front/boogie/resolve_expr.c -- names in expressions, attributes and triggers.  Operators are walked with a
   work list, so that long chains need no stack; binders recurse (their nesting is limited). */
#include "base/words.h"
#include "front/boogie/hint.h"
#include "front/boogie/resolve.h"

bpl_var *bpl_resolve_var (bpl_resolver *r, bpl_ident id) {
  struct bpl_slot *slot = bpl_slot_of (r, id.name);
  if (slot->var) return slot->var;
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED, id.span, "`%s` is not declared",
                            bpl_name (r, id.name));
  if (slot->function || slot->constructor)
    wr_diag_note (r->diags, d, (slot->function ? slot->function->id : slot->constructor->id).span,
                  "there is a function of this name; call it with parentheses");
  else if (bpl_hint_name (wr_symbol_text (r->symbols, id.name)))
    wr_diag_note (r->diags, d, (wr_span){0}, "%s",
                  bpl_hint_name (wr_symbol_text (r->symbols, id.name)));
  else
    bpl_note_nearest (r, d, id.name, BPL_SPACE_VAR);
  return NULL;
}

static void resolve_name (bpl_resolver *r, bpl_expr *e) {
  bpl_var *var = e->u.name.var = bpl_resolve_var (r, e->ident);
  if (!var) return;
  var->mark = r->serial;
  if (var->kind != BPL_VAR_GLOBAL || (r->state != BPL_STATELESS && !r->in_pure)) return;
  const char *where = r->in_pure ? "a pure procedure" : "an axiom, a function or a trigger";
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_GLOBAL_OUT_OF_PLACE, bpl_expr_place (e),
                            "global variable `%s` cannot be mentioned in %s",
                            bpl_name (r, e->ident.name), where);
  wr_diag_note (r->diags, d, var->id.span, "declared here");
}

static void resolve_call (bpl_resolver *r, bpl_expr *e) {
  struct bpl_slot *slot = bpl_slot_of (r, e->ident.name);
  if (slot->constructor) {
    e->u.call.constructor = slot->constructor;
    e->u.call.decl = slot->constructor->datatype;
  } else if (slot->function) {
    e->u.call.decl = slot->function;
    if (r->function) {
      struct bpl_call_edge edge = {r->function, slot->function};
      WR_VEC_PUSH (&r->calls, edge);
    }
  } else {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED_FUNCTION, e->ident.span,
                              "function `%s` is not declared", bpl_name (r, e->ident.name));
    if (slot->procedure)
      wr_diag_note (r->diags, d, slot->procedure->id.span,
                    "there is a procedure of this name; it needs a call statement");
    else
      bpl_note_nearest (r, d, e->ident.name, BPL_SPACE_FUNCTION);
  }
}

/* -- triggers ---------------------------------------------------------------------------------------- */

static const char *unfit_for_trigger (const bpl_expr *e) {
  if (e->kind == BPL_EXPR_FORALL || e->kind == BPL_EXPR_EXISTS || e->kind == BPL_EXPR_LAMBDA)
    return "a quantifier";
  switch ((enum bpl_op)e->op) {
  case BPL_OP_IFF:
  case BPL_OP_IMPLIES:
  case BPL_OP_EXPLIES:
  case BPL_OP_AND:
  case BPL_OP_OR:
  case BPL_OP_NOT: return "a boolean operator";
  case BPL_OP_EQ: return "an equality";
  case BPL_OP_LT:
  case BPL_OP_LE:
  case BPL_OP_GT:
  case BPL_OP_GE: return "an arithmetic comparison";
  case BPL_OP_NONE:
  case BPL_OP_NE:
  case BPL_OP_CONCAT:
  case BPL_OP_ADD:
  case BPL_OP_SUB:
  case BPL_OP_MUL:
  case BPL_OP_DIV:
  case BPL_OP_MOD:
  case BPL_OP_REALDIV:
  case BPL_OP_POW:
  case BPL_OP_NEG:
  case BPL_OP_COUNT: return NULL;
  }
  return NULL;
}

static bool is_negative_trigger (const bpl_resolver *r, const bpl_attr *a) {
  return a->kind == BPL_ATTR &&
         wr_str_equal (wr_symbol_text (r->symbols, a->name.name), WR_LIT ("nopats"));
}

static void resolve_trigger (bpl_resolver *r, bpl_attr *a, bpl_vars bound) {
  uint32_t errors = wr_diags_errors (r->diags);
  r->serial++;
  bool outer = r->in_trigger;
  r->in_trigger = true;
  for (uint32_t i = 0; i < a->arg_count; i++) {
    bpl_expr *e = a->args[i].expr;
    if (!e) continue;
    bpl_resolve_expr (r, e);
    if (e->kind == BPL_EXPR_NAME && e->u.name.var)
      wr_diag_add (r->diags, WR_CODE_TRIGGER_VARIABLE, bpl_expr_place (e),
                   "`%s` alone cannot be a trigger", bpl_name (r, e->ident.name));
  }
  r->in_trigger = outer;
  if (a->kind != BPL_TRIGGER || wr_diags_errors (r->diags) != errors) return;
  for (uint32_t i = 0; i < bound.len; i++)
    if (bound.data[i]->mark != r->serial)
      wr_diag_add (r->diags, WR_CODE_TRIGGER_INCOMPLETE, a->span,
                   "this trigger does not mention the bound variable `%s`",
                   bpl_name (r, bound.data[i]->id.name));
}

/* -- attributes -------------------------------------------------------------------------------------- */

static void resolve_attr (bpl_resolver *r, bpl_attr *a) {
  for (uint32_t i = 0; i < a->arg_count; i++)
    if (a->args[i].expr) bpl_resolve_expr (r, a->args[i].expr);
  wr_str name = wr_symbol_text (r->symbols, a->name.name);
  bool one = wr_str_equal (name, WR_LIT ("verified_under")) ||
             wr_str_equal (name, WR_LIT ("minimize")) || wr_str_equal (name, WR_LIT ("maximize"));
  if (one && a->arg_count != 1)
    wr_diag_add (r->diags, WR_CODE_ATTRIBUTE_ARGUMENTS, a->span,
                 "attribute `:%s` takes exactly one argument", name.ptr);
}

void bpl_resolve_attrs (bpl_resolver *r, bpl_attr *attrs) {
  for (bpl_attr *a = attrs; a; a = a->next) resolve_attr (r, a);
}

/* -- binders ----------------------------------------------------------------------------------------- */

static void resolve_binder (bpl_resolver *r, bpl_expr *e) {
  uint32_t params = bpl_tparams_bind (r, e->u.binder.params);
  uint32_t mark = bpl_scope_enter (r);
  bpl_vars bound = e->u.binder.bound;
  for (uint32_t i = 0; i < bound.len; i++) {
    bpl_scope_bind (r, bound.data[i]);
    bpl_resolve_type (r, bound.data[i]->type);
    bpl_resolve_attrs (r, bound.data[i]->attrs);
    if (bound.data[i]->where) bpl_resolve_expr (r, bound.data[i]->where);
  }
  for (bpl_attr *a = e->u.binder.attrs; a; a = a->next) {
    if (a->kind == BPL_TRIGGER || is_negative_trigger (r, a))
      resolve_trigger (r, a, bound);
    else
      resolve_attr (r, a);
  }
  bpl_resolve_expr (r, e->args.data[0]);
  bpl_scope_leave (r, mark);
  bpl_tparams_unbind (r, params);
}

static void resolve_let (bpl_resolver *r, bpl_expr *e) {
  uint32_t values = e->args.len - 1;
  if (values != e->u.binder.bound.len)
    wr_diag_add (r->diags, WR_CODE_ASSIGN_COUNT, bpl_expr_place (e),
                 "%u variable%s on the left, %u value%s on the right", e->u.binder.bound.len,
                 wr_plural (e->u.binder.bound.len, "", "s"), values, wr_plural (values, "", "s"));
  for (uint32_t i = 0; i < values; i++) bpl_resolve_expr (r, e->args.data[i]);
  uint32_t mark = bpl_scope_enter (r);
  for (uint32_t i = 0; i < e->u.binder.bound.len; i++) {
    bpl_var *var = e->u.binder.bound.data[i];
    bpl_scope_bind (r, var);
    if (var->type) bpl_resolve_type (r, var->type);
  }
  bpl_resolve_attrs (r, e->u.binder.attrs);
  bpl_resolve_expr (r, e->args.data[values]);
  bpl_scope_leave (r, mark);
}

static void resolve_code (bpl_resolver *r, bpl_expr *e) {
  uint32_t mark = bpl_scope_enter (r);
  r->program->has_code = true;
  bpl_resolve_locals (r, e->u.code.locals);
  bpl_resolve_body (r, e->u.code.body, NULL);
  bpl_scope_leave (r, mark);
}

/* -- the walk ---------------------------------------------------------------------------------------- */

static void push_args (bpl_resolver *r, bpl_expr *e) {
  for (uint32_t i = e->args.len; i > 0; i--) WR_VEC_PUSH (&r->work, e->args.data[i - 1]);
}

static void resolve_node (bpl_resolver *r, bpl_expr *e) {
  const char *unfit = r->in_trigger ? unfit_for_trigger (e) : NULL;
  if (unfit)
    wr_diag_add (r->diags, WR_CODE_TRIGGER_OPERATOR, bpl_expr_place (e),
                 "%s is not allowed in a trigger", unfit);
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_NAME: resolve_name (r, e); break;
  case BPL_EXPR_CALL:
    resolve_call (r, e);
    push_args (r, e);
    break;
  case BPL_EXPR_OLD:
    if (r->state != BPL_TWO_STATE)
      wr_diag_add (r->diags, WR_CODE_OLD_OUT_OF_PLACE, bpl_expr_place (e),
                   "`old` can only stand where there is an earlier state");
    push_args (r, e);
    break;
  case BPL_EXPR_COERCE:
    bpl_resolve_type (r, e->u.coerce.of_type);
    push_args (r, e);
    break;
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS:
  case BPL_EXPR_LAMBDA: resolve_binder (r, e); break;
  case BPL_EXPR_LET: resolve_let (r, e); break;
  case BPL_EXPR_CODE: resolve_code (r, e); break;
  case BPL_EXPR_EXTRACT:
    if (!e->args.len)
      wr_diag_add (r->diags, WR_CODE_BOUNDS_POSITION, bpl_expr_place (e),
                   "bitvector bounds can only stand directly between brackets");
    push_args (r, e);
    break;
  case BPL_EXPR_ERROR:
  case BPL_EXPR_FALSE:
  case BPL_EXPR_TRUE:
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE:
  case BPL_EXPR_UNARY:
  case BPL_EXPR_BINARY:
  case BPL_EXPR_IS:
  case BPL_EXPR_FIELD:
  case BPL_EXPR_FIELD_UPDATE:
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE:
  case BPL_EXPR_TO_INT:
  case BPL_EXPR_TO_REAL:
  case BPL_EXPR_ITE:
  case BPL_EXPR_KIND_COUNT: push_args (r, e); break;
  }
}

void bpl_resolve_expr (bpl_resolver *r, bpl_expr *expr) {
  uint32_t base = r->work.len;
  WR_VEC_PUSH (&r->work, expr);
  while (r->work.len > base) resolve_node (r, WR_VEC_POP (&r->work));
}
