/* front/viper/infer_pre.c -- what must hold of a node, types aside: numbers of arguments, what is a location, a predicate, a wand. */
#include "front/viper/typecheck.h"

static const char *name_of (const vpr_checker *c, wr_symbol name) {
  return wr_symbol_text (c->symbols, name).ptr;
}

static bool is_predicate_call (const vpr_expr *e) {
  return e->kind == VPR_EXPR_CALL && e->decl && e->decl->kind == VPR_DECL_PREDICATE;
}

static bool is_field_access (const vpr_expr *e) { return e->kind == VPR_EXPR_FIELD && e->decl; }

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

static bool check_call (vpr_checker *c, const vpr_expr *e) {
  const vpr_decl *decl = e->decl;
  if (!decl) return false; /* told by name resolution */
  const char *name = name_of (c, e->ident.name);
  if (decl->kind == VPR_DECL_METHOD) {
    vpr_fail (c, WR_CODE_UNDECLARED_FUNCTION, e->ident.span,
              "method `%s` cannot be called in an expression", name);
    vpr_fail_note (c, decl->id.span, "it is declared here");
    return false;
  }
  if (decl->formals.len != e->args.len) {
    vpr_fail (c, WR_CODE_ARGUMENT_COUNT, e->span, "`%s` takes %u argument%s, not %u", name,
              decl->formals.len, decl->formals.len == 1 ? "" : "s", e->args.len);
    vpr_fail_note (c, decl->id.span, "it is declared here");
    return false;
  }
  if (c->in_axiom && decl->kind == VPR_DECL_FUNCTION && decl->requires_.len) {
    vpr_fail (c, WR_CODE_MISPLACED, e->ident.span,
              "function `%s` has a precondition and cannot be called in an axiom", name);
    return false;
  }
  return true;
}

static bool check_selection (vpr_checker *c, const vpr_expr *e) {
  if (e->decl) return true;
  if (vpr_slot_of (c->names, e->ident.name)->destructors) return true;
  wr_str text = wr_symbol_text (c->symbols, e->ident.name);
  if (text.len < 3 || !wr_str_starts (text, WR_LIT ("is"))) return false;
  wr_symbol name = wr_intern_find (c->symbols, (wr_str){text.ptr + 2, text.len - 2});
  const vpr_decl *decl = name.ix ? vpr_slot_of (c->names, name)->decl : NULL;
  return decl && decl->kind == VPR_DECL_CONSTRUCTOR;
}

/* acc(l), perm(l), forperm [l]: what l may be. */
static bool check_resource (vpr_checker *c, const vpr_node *location, bool wands) {
  const vpr_expr *e = location->expr;
  if (location->bad || is_field_access (e) || is_predicate_call (e) || (wands && is_wand (e)))
    return true;
  vpr_fail (c, WR_CODE_NOT_A_LOCATION, e->span,
            wands ? "this is neither a field access nor a predicate nor a magic wand"
                  : "this is neither a field access nor a predicate");
  return false;
}

static bool check_unfolding (vpr_checker *c, const vpr_node *node) {
  const vpr_expr *acc = node->expr->args.data[0];
  if (node->kids[0]->bad) return true;
  const vpr_expr *call = acc->kind == VPR_EXPR_ACC ? acc->args.data[0] : acc;
  if (!is_predicate_call (call)) {
    vpr_fail (c, WR_CODE_NOT_A_LOCATION, acc->span, "this is no predicate");
    return false;
  }
  if (call->decl->has_body) return true;
  vpr_fail (c, WR_CODE_ABSTRACT_PREDICATE, call->ident.span,
            "predicate `%s` has no body and cannot be unfolded", name_of (c, call->decl->id.name));
  vpr_fail_note (c, call->decl->id.span, "it is declared here");
  return false;
}

static bool check_result (vpr_checker *c, const vpr_expr *e) {
  if (c->result_allowed) return true;
  vpr_fail (c, WR_CODE_MISPLACED, e->span, "`result` stands only in postconditions of functions");
  return false;
}

static bool check_new (vpr_checker *c, const vpr_expr *e) {
  vpr_fail (c, WR_CODE_MISPLACED, e->span, "`new` stands only on the right side of `:=`");
  return false;
}

static bool check_applying (vpr_checker *c, const vpr_node *node) {
  const vpr_expr *wand = node->expr->args.data[0];
  if (node->kids[0]->bad || is_wand (wand)) return true;
  vpr_fail (c, WR_CODE_NOT_A_LOCATION, wand->span, "this is no magic wand");
  return false;
}

static bool check_ascription (const vpr_checker *c, const vpr_expr *e) {
  return e->written && e->written->number && vpr_type_at (c->types, e->written->number) != c->error;
}

bool vpr_precheck (vpr_checker *c, vpr_node *node) {
  const vpr_expr *e = node->expr;
  switch (e->kind) {
  case VPR_EXPR_NAME: return e->var != NULL;
  case VPR_EXPR_RESULT: return check_result (c, e);
  case VPR_EXPR_NEW: return check_new (c, e);
  case VPR_EXPR_CALL:
  case VPR_EXPR_INSTANCE: return check_call (c, e);
  case VPR_EXPR_FIELD: return check_selection (c, e);
  case VPR_EXPR_ASCRIBED: return check_ascription (c, e);
  case VPR_EXPR_ACC: return check_resource (c, node->kids[0], false);
  case VPR_EXPR_PERM:
  case VPR_EXPR_FORPERM: return check_resource (c, node->kids[0], true);
  case VPR_EXPR_UNFOLDING: return check_unfolding (c, node);
  case VPR_EXPR_APPLYING: return check_applying (c, node);
  case VPR_EXPR_ERROR:
  case VPR_EXPR_KIND_COUNT: return false;
  case VPR_EXPR_TRUE:
  case VPR_EXPR_FALSE:
  case VPR_EXPR_NULL:
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
  case VPR_EXPR_OLD:
  case VPR_EXPR_LET:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_ASSERTING:
  case VPR_EXPR_SEQ:
  case VPR_EXPR_SET:
  case VPR_EXPR_MULTISET:
  case VPR_EXPR_MAP:
  case VPR_EXPR_RANGE:
  case VPR_EXPR_LENGTH:
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE:
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP:
  case VPR_EXPR_DOMAIN_OF:
  case VPR_EXPR_RANGE_OF: return true;
  }
  return false;
}
