/* front/viper/typecheck_stmt.c -- types of statements. */
#include "front/viper/report.h"
#include "front/viper/typecheck.h"

static const char *name_of (const vpr_checker *c, wr_symbol name) {
  return wr_symbol_text (c->symbols, name).ptr;
}

static void check_expr (vpr_checker *c, vpr_expr *e, vpr_type *expected, uint32_t place) {
  if (!e) return;
  vpr_infer (c, e, expected);
  vpr_check_place (c, e, place);
}

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

/* -- assignments and calls --------------------------------------------------------------------- */

static void check_variable_target (vpr_checker *c, vpr_expr *target) {
  const vpr_var *var = target->var;
  target->type = c->error;
  if (!var) return;
  if (var->kind == VPR_VAR_LOCAL || var->kind == VPR_VAR_RETURN) {
    target->type = var->type ? var->type : c->error;
    return;
  }
  wr_diag *diag = vpr_type_error (c->diags, WR_CODE_ASSIGN_IMMUTABLE, target->span,
                                  "`%s` cannot be assigned: it is a %s", name_of (c, var->id.name),
                                  var->kind == VPR_VAR_FORMAL ? "parameter" : "bound variable");
  wr_diag_note (c->diags, diag, var->id.span, "it is declared here");
}

static void check_target (vpr_checker *c, vpr_expr *target) {
  if (target->kind == VPR_EXPR_NAME) {
    check_variable_target (c, target);
  } else if (target->kind == VPR_EXPR_FIELD) {
    if (target->decl) {
      vpr_infer (c, target, NULL);
      return;
    }
    vpr_infer (c, target->args.data[0], NULL);
    target->type = c->error;
    if (vpr_slot_of (c->names, target->ident.name)->decl) return; /* told */
    vpr_type_error (c->diags, WR_CODE_UNKNOWN_FIELD, target->ident.span,
                    "`%s` is no field: parts of a value of an ADT cannot be assigned",
                    name_of (c, target->ident.name));
  } else {
    target->type = c->error;
    vpr_type_error (c->diags, WR_CODE_ASSIGN_IMMUTABLE, target->span, "this cannot be assigned");
  }
}

static void check_result (vpr_checker *c, const vpr_expr *target, const vpr_var *formal) {
  if (target->type->has_error || formal->type->has_error || target->type == formal->type) return;
  wr_diag *diag = vpr_type_error (c->diags, WR_CODE_RESULT_TYPE, target->span,
                                  "the type is %s, but the result has type %s",
                                  vpr_type_text (c->arena, c->symbols, target->type).ptr,
                                  vpr_type_text (c->arena, c->symbols, formal->type).ptr);
  wr_diag_note (c->diags, diag, formal->id.span, "the result is declared here");
}

static void check_arguments (vpr_checker *c, const vpr_expr *call, const vpr_decl *method) {
  for (uint32_t i = 0; i < call->args.len; i++)
    check_expr (c, call->args.data[i],
                i < method->formals.len ? method->formals.data[i]->type : NULL, 0);
}

static void check_call (vpr_checker *c, vpr_stmt *s) {
  vpr_expr *call = s->value;
  const vpr_decl *method = call->decl;
  call->type = c->error;
  if (!method) return; /* told by name resolution */
  const char *name = name_of (c, call->ident.name);
  if (method->kind != VPR_DECL_METHOD) {
    wr_diag *diag = vpr_type_error (c->diags, WR_CODE_UNDECLARED_PROCEDURE, call->ident.span,
                                    s->targets.len ? "`%s` is no method: only the call of a method "
                                                     "has several results"
                                                   : "`%s` is no method: only the call of a method "
                                                     "without results is a statement",
                                    name);
    wr_diag_note (c->diags, diag, method->id.span, "it is declared here");
    return;
  }
  wr_diag *diag = NULL;
  if (method->formals.len != call->args.len)
    diag = vpr_type_error (c->diags, WR_CODE_ARGUMENT_COUNT, call->span,
                           "method `%s` takes %u argument%s, not %u", name, method->formals.len,
                           method->formals.len == 1 ? "" : "s", call->args.len);
  else if (method->returns.len != s->targets.len)
    diag =
        vpr_type_error (c->diags, WR_CODE_CALL_COUNT, s->span,
                        "method `%s` has %u result%s, and the number of targets is %u", name,
                        method->returns.len, method->returns.len == 1 ? "" : "s", s->targets.len);
  if (diag) {
    wr_diag_note (c->diags, diag, method->id.span, "it is declared here");
    return;
  }
  check_arguments (c, call, method);
  for (uint32_t i = 0; i < s->targets.len; i++)
    check_result (c, s->targets.data[i], method->returns.data[i]);
}

static void check_new (vpr_checker *c, const vpr_stmt *s) {
  vpr_expr *target = s->targets.data[0];
  s->value->type = c->ref;
  if (target->type != c->ref && !target->type->has_error)
    vpr_type_error (c->diags, WR_CODE_TYPE_MISMATCH, target->span,
                    "`new` gives a reference, but the type is %s",
                    vpr_type_text (c->arena, c->symbols, target->type).ptr);
}

static void check_assignment (vpr_checker *c, vpr_stmt *s) {
  for (uint32_t i = 0; i < s->targets.len; i++) check_target (c, s->targets.data[i]);
  bool is_call = s->value->kind == VPR_EXPR_CALL;
  bool is_method = is_call && s->value->decl && s->value->decl->kind == VPR_DECL_METHOD;
  if (is_call && (is_method || s->targets.len != 1)) {
    check_call (c, s);
  } else if (s->targets.len == 1) {
    if (s->value->kind == VPR_EXPR_NEW)
      check_new (c, s);
    else
      check_expr (c, s->value, s->targets.data[0]->type, 0);
  } else {
    s->value->type = c->error;
    vpr_type_error (c->diags, WR_CODE_ASSIGN_COUNT, s->span,
                    s->targets.len ? "only the call of a method gives several results"
                                   : "only the call of a method is a statement");
  }
}

/* -- the rest ---------------------------------------------------------------------------------- */

static void check_folded (vpr_checker *c, vpr_stmt *s, const char *done) {
  vpr_expr *e = s->value, *call = e->kind == VPR_EXPR_ACC ? e->args.data[0] : e;
  if (call->kind != VPR_EXPR_CALL) {
    e->type = c->error;
    vpr_type_error (c->diags, WR_CODE_NOT_A_LOCATION, e->span, "a predicate is expected here");
    return;
  }
  if (!call->decl) { /* told by name resolution */
    e->type = c->error;
    return;
  }
  if (call->decl->kind != VPR_DECL_PREDICATE) {
    e->type = c->error;
    wr_diag *diag = vpr_type_error (c->diags, WR_CODE_NOT_A_LOCATION, call->ident.span,
                                    "`%s` is no predicate", name_of (c, call->ident.name));
    wr_diag_note (c->diags, diag, call->decl->id.span, "it is declared here");
    return;
  }
  if (!call->decl->has_body) {
    wr_diag *diag = vpr_type_error (c->diags, WR_CODE_ABSTRACT_PREDICATE, call->ident.span,
                                    "predicate `%s` has no body and cannot be %s",
                                    name_of (c, call->ident.name), done);
    wr_diag_note (c->diags, diag, call->decl->id.span, "it is declared here");
  }
  check_expr (c, e, c->predicate, 0);
}

static void check_wand (vpr_checker *c, vpr_expr *e) {
  check_expr (c, e, c->wand, 0);
  if (!is_wand (e) && !e->type->has_error)
    vpr_type_error (c->diags, WR_CODE_NOT_A_LOCATION, e->span, "a magic wand is expected here");
}

static void check_havoc (vpr_checker *c, vpr_stmt *s) {
  vpr_expr *e = s->value;
  if (s->condition) check_expr (c, s->condition, c->boolean, 0);
  bool known = e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_CALL || is_wand (e);
  bool other = e->kind == VPR_EXPR_CALL && e->decl && e->decl->kind != VPR_DECL_PREDICATE;
  e->type = c->error;
  if (known && !other) {
    vpr_infer_resource (c, e);
    vpr_check_place (c, e, 0);
    if (e->kind != VPR_EXPR_DESTRUCTOR && e->kind != VPR_EXPR_DISCRIMINATOR) return;
  }
  vpr_type_error (c->diags, WR_CODE_NOT_A_LOCATION, s->span,
                  "a field access, a predicate or a magic wand is expected behind `%s`",
                  s->kind == VPR_STMT_QUASIHAVOC ? "quasihavoc" : "quasihavocall");
}

static void check_loop (vpr_checker *c, vpr_stmt *s) {
  check_expr (c, s->value, c->boolean, 0);
  for (uint32_t i = 0; i < s->invariants.len; i++)
    check_expr (c, s->invariants.data[i], c->impure, VPR_PLACE_NO_PERM);
  vpr_check_measures (c, s->measures);
  vpr_check_body (c, s->body);
}

static void check_stmt (vpr_checker *c, vpr_stmt *s) {
  switch (s->kind) {
  case VPR_STMT_BLOCK: vpr_check_body (c, s->body); return;
  case VPR_STMT_VAR:
    if (s->value) check_assignment (c, s);
    return;
  case VPR_STMT_ASSIGN:
  case VPR_STMT_CALL: check_assignment (c, s); return;
  case VPR_STMT_INHALE:
  case VPR_STMT_EXHALE:
  case VPR_STMT_ASSERT:
  case VPR_STMT_ASSUME:
  case VPR_STMT_REFUTE: check_expr (c, s->value, c->impure, 0); return;
  case VPR_STMT_FOLD: check_folded (c, s, "folded"); return;
  case VPR_STMT_UNFOLD: check_folded (c, s, "unfolded"); return;
  case VPR_STMT_IF:
    check_expr (c, s->value, c->boolean, 0);
    vpr_check_body (c, s->body);
    vpr_check_body (c, s->orelse);
    return;
  case VPR_STMT_WHILE: check_loop (c, s); return;
  case VPR_STMT_LABEL:
    for (uint32_t i = 0; i < s->invariants.len; i++)
      check_expr (c, s->invariants.data[i], c->impure, 0);
    return;
  case VPR_STMT_PACKAGE:
    check_wand (c, s->value);
    vpr_check_body (c, s->body);
    return;
  case VPR_STMT_APPLY: check_wand (c, s->value); return;
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL: check_havoc (c, s); return;
  case VPR_STMT_GOTO:
  case VPR_STMT_ERROR:
  case VPR_STMT_DEFINE:
  case VPR_STMT_KIND_COUNT: return;
  }
}

void vpr_check_body (vpr_checker *c, vpr_stmts body) {
  for (uint32_t i = 0; i < body.len && !wr_cancelled (c->program->cancel); i++)
    check_stmt (c, body.data[i]);
}
