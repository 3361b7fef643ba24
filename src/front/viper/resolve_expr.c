/* front/viper/resolve_expr.c -- names in expressions.  A stack of steps replaces recursion, because chains of operators are long. */
#include "front/viper/names.h"
#include "front/viper/report.h"

static void push (vpr_resolver *r, vpr_expr *expr) {
  if (expr) WR_VEC_PUSH (&r->steps, ((struct vpr_step){VPR_STEP_EXPR, expr}));
}

static void push_all (vpr_resolver *r, vpr_exprs exprs) {
  for (uint32_t i = exprs.len; i > 0; i--) push (r, exprs.data[i - 1]);
}

/* -- single names ------------------------------------------------------------------------------ */

static void resolve_variable (vpr_resolver *r, vpr_expr *e) {
  struct vpr_slot *slot = vpr_slot_of (r->names, e->ident.name);
  e->var = slot->var;
  if (e->var) return;
  wr_diag *diag = vpr_type_error (r->diags, WR_CODE_UNDECLARED, e->ident.span,
                                  "identifier `%s` is not declared", vpr_word (r, e->ident.name));
  vpr_note_hint (r, diag, e->ident, VPR_WANT_VAR);
}

static bool is_callable (const vpr_decl *decl) {
  switch (decl->kind) {
  case VPR_DECL_METHOD:
  case VPR_DECL_FUNCTION:
  case VPR_DECL_PREDICATE:
  case VPR_DECL_DOMAIN_FUNCTION:
  case VPR_DECL_CONSTRUCTOR: return true;
  case VPR_DECL_ERROR:
  case VPR_DECL_IMPORT:
  case VPR_DECL_DEFINE:
  case VPR_DECL_FIELD:
  case VPR_DECL_DOMAIN:
  case VPR_DECL_AXIOM:
  case VPR_DECL_ADT: break;
  }
  return false;
}

static void resolve_call (vpr_resolver *r, vpr_expr *e) {
  vpr_decl *decl = vpr_slot_of (r->names, e->ident.name)->decl;
  bool predicate_only = e->kind == VPR_EXPR_INSTANCE;
  if (decl && is_callable (decl) && (!predicate_only || decl->kind == VPR_DECL_PREDICATE)) {
    e->decl = decl;
    return;
  }
  const char *name = vpr_word (r, e->ident.name);
  wr_diag *diag = vpr_type_error (r->diags, WR_CODE_UNDECLARED_FUNCTION, e->ident.span,
                                  predicate_only ? "predicate `%s` is not declared"
                                                 : "no function or predicate `%s` is declared",
                                  name);
  if (decl)
    wr_diag_note (r->diags, diag, decl->id.span, "`%s` is declared here as something else", name);
  else
    vpr_note_hint (r, diag, e->ident, VPR_WANT_CALL);
}

/* e.isC, where C is a constructor. */
static bool is_discriminator (vpr_resolver *r, vpr_ident id) {
  wr_str text = wr_symbol_text (r->symbols, id.name);
  if (text.len < 3 || !wr_str_starts (text, WR_LIT ("is"))) return false;
  wr_symbol name = wr_intern_find (r->symbols, (wr_str){text.ptr + 2, text.len - 2});
  if (!name.ix) return false;
  vpr_decl *decl = vpr_slot_of (r->names, name)->decl;
  return decl && decl->kind == VPR_DECL_CONSTRUCTOR;
}

vpr_decl *vpr_resolve_field (vpr_resolver *r, vpr_ident id) {
  struct vpr_slot *slot = vpr_slot_of (r->names, id.name);
  if (slot->decl && slot->decl->kind == VPR_DECL_FIELD) return slot->decl;
  const char *name = vpr_word (r, id.name);
  wr_diag *diag =
      vpr_type_error (r->diags, WR_CODE_UNKNOWN_FIELD, id.span, "field `%s` is not declared", name);
  if (slot->decl)
    wr_diag_note (r->diags, diag, slot->decl->id.span, "`%s` is declared here, but it is no field",
                  name);
  else
    vpr_note_hint (r, diag, id, VPR_WANT_FIELD);
  return NULL;
}

static void resolve_selection (vpr_resolver *r, vpr_expr *e) {
  struct vpr_slot *slot = vpr_slot_of (r->names, e->ident.name);
  bool is_field = slot->decl && slot->decl->kind == VPR_DECL_FIELD;
  if (!is_field && (slot->destructors || is_discriminator (r, e->ident))) return; /* [type] */
  e->decl = vpr_resolve_field (r, e->ident);
}

static void resolve_old (vpr_resolver *r, vpr_expr *e) {
  if (!e->ident.name.ix || e->lhs) return;
  struct vpr_slot *slot = vpr_slot_of (r->names, e->ident.name);
  if (slot->labeled == r->member) e->label = slot->label;
}

/* -- steps ------------------------------------------------------------------------------------- */

/* The binder's scope is open until what is pushed after it is done. */
static void enter (vpr_resolver *r, vpr_expr *e) {
  vpr_scope_enter (r);
  for (uint32_t i = 0; i < e->vars.len; i++) {
    vpr_var *var = e->vars.data[i];
    var->type = var->written ? vpr_resolve_type (r, var->written) : NULL;
    var->decl = r->member;
    vpr_scope_bind (r, var);
  }
  WR_VEC_PUSH (&r->steps, ((struct vpr_step){VPR_STEP_LEAVE, e}));
}

static void resolve_binder (vpr_resolver *r, vpr_expr *e) {
  enter (r, e);
  push_all (r, e->args);
  for (uint32_t i = e->triggers.len; i > 0; i--) push_all (r, e->triggers.data[i - 1].exprs);
}

static void resolve_node (vpr_resolver *r, vpr_expr *e) {
  switch (e->kind) {
  case VPR_EXPR_LET: /* the value does not see the variable */
    WR_VEC_PUSH (&r->steps, ((struct vpr_step){VPR_STEP_LET, e}));
    push (r, e->args.data[0]);
    return;
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_FORPERM: resolve_binder (r, e); return;
  case VPR_EXPR_NAME: resolve_variable (r, e); return;
  case VPR_EXPR_CALL:
  case VPR_EXPR_INSTANCE: resolve_call (r, e); break;
  case VPR_EXPR_FIELD: resolve_selection (r, e); break;
  case VPR_EXPR_OLD: resolve_old (r, e); break;
  case VPR_EXPR_NEW:
    for (uint32_t i = 0; i < e->idents.len; i++) vpr_resolve_field (r, e->idents.data[i]);
    break;
  case VPR_EXPR_ASCRIBED:
  case VPR_EXPR_SEQ:
  case VPR_EXPR_SET:
  case VPR_EXPR_MULTISET:
  case VPR_EXPR_MAP:
    if (e->written) vpr_resolve_type (r, e->written);
    if (e->written_value) vpr_resolve_type (r, e->written_value);
    break;
  case VPR_EXPR_ERROR:
  case VPR_EXPR_TRUE:
  case VPR_EXPR_FALSE:
  case VPR_EXPR_NULL:
  case VPR_EXPR_RESULT:
  case VPR_EXPR_NONE:
  case VPR_EXPR_WRITE:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_EPSILON:
  case VPR_EXPR_INT:
  case VPR_EXPR_UNARY:
  case VPR_EXPR_BINARY:
  case VPR_EXPR_COND:
  case VPR_EXPR_INHALE_EXHALE:
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR:
  case VPR_EXPR_ACC:
  case VPR_EXPR_PERM:
  case VPR_EXPR_UNFOLDING:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING:
  case VPR_EXPR_RANGE:
  case VPR_EXPR_LENGTH:
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE:
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP:
  case VPR_EXPR_DOMAIN_OF:
  case VPR_EXPR_RANGE_OF:
  case VPR_EXPR_KIND_COUNT: break;
  }
  push_all (r, e->args);
}

void vpr_resolve_expr (vpr_resolver *r, vpr_expr *expr) {
  if (!expr) return;
  uint32_t base = r->steps.len;
  push (r, expr);
  while (r->steps.len > base) {
    struct vpr_step step = WR_VEC_POP (&r->steps);
    if (step.kind == VPR_STEP_LEAVE) {
      vpr_scope_leave (r);
    } else if (step.kind == VPR_STEP_LET) {
      enter (r, step.expr);
      push (r, step.expr->args.data[1]);
    } else {
      resolve_node (r, step.expr);
    }
  }
}

void vpr_resolve_exprs (vpr_resolver *r, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) vpr_resolve_expr (r, exprs.data[i]);
}

void vpr_resolve_measures (vpr_resolver *r, vpr_measures measures) {
  for (uint32_t i = 0; i < measures.len; i++) {
    vpr_resolve_exprs (r, measures.data[i].tuple);
    vpr_resolve_expr (r, measures.data[i].condition);
  }
}
