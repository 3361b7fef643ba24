/* front/viper/walk.c -- all expressions of a program. */
#include "front/viper/check.h"

struct walk {
  vpr_decl *member;
  vpr_visit_top *visit;
  void *ctx;
};

static void one (const struct walk *w, vpr_stmt *stmt, vpr_expr *expr, enum vpr_role role) {
  if (expr) w->visit (w->ctx, w->member, stmt, expr, role);
}

static void list (const struct walk *w, vpr_stmt *stmt, vpr_exprs exprs, enum vpr_role role) {
  for (uint32_t i = 0; i < exprs.len; i++) one (w, stmt, exprs.data[i], role);
}

static void measures (const struct walk *w, vpr_stmt *stmt, vpr_measures all) {
  for (uint32_t i = 0; i < all.len; i++) {
    list (w, stmt, all.data[i].tuple, VPR_ROLE_MEASURE);
    one (w, stmt, all.data[i].condition, VPR_ROLE_MEASURE);
  }
}

static enum vpr_role role_of_value (const vpr_stmt *s) {
  switch (s->kind) {
  case VPR_STMT_INHALE:
  case VPR_STMT_EXHALE:
  case VPR_STMT_ASSERT:
  case VPR_STMT_ASSUME:
  case VPR_STMT_REFUTE: return VPR_ROLE_ASSERTION;
  case VPR_STMT_FOLD:
  case VPR_STMT_UNFOLD:
  case VPR_STMT_PACKAGE:
  case VPR_STMT_APPLY:
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL: return VPR_ROLE_RESOURCE;
  case VPR_STMT_IF:
  case VPR_STMT_WHILE: return VPR_ROLE_CONDITION;
  case VPR_STMT_ERROR:
  case VPR_STMT_DEFINE:
  case VPR_STMT_BLOCK:
  case VPR_STMT_VAR:
  case VPR_STMT_ASSIGN:
  case VPR_STMT_CALL:
  case VPR_STMT_GOTO:
  case VPR_STMT_LABEL:
  case VPR_STMT_KIND_COUNT: break;
  }
  return VPR_ROLE_VALUE;
}

static void body (const struct walk *w, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    vpr_stmt *s = stmts.data[i];
    list (w, s, s->targets, VPR_ROLE_TARGET);
    one (w, s, s->condition, VPR_ROLE_CONDITION);
    bool call = s->value && s->value->kind == VPR_EXPR_CALL && s->value->decl &&
                s->value->decl->kind == VPR_DECL_METHOD;
    if (call)
      list (w, s, s->value->args, VPR_ROLE_VALUE);
    else
      one (w, s, s->value, role_of_value (s));
    list (w, s, s->invariants, VPR_ROLE_INVARIANT);
    measures (w, s, s->measures);
    body (w, s->body);
    body (w, s->orelse);
  }
}

void vpr_each_top_of (vpr_decl *member, vpr_visit_top *visit, void *ctx) {
  struct walk w = {member, visit, ctx};
  list (&w, NULL, member->requires_, VPR_ROLE_REQUIRES);
  list (&w, NULL, member->ensures, VPR_ROLE_ENSURES);
  measures (&w, NULL, member->measures);
  one (&w, NULL, member->value, member->kind == VPR_DECL_AXIOM ? VPR_ROLE_AXIOM : VPR_ROLE_BODY);
  body (&w, member->body);
  for (uint32_t i = 0; i < member->members.len; i++)
    vpr_each_top_of (member->members.data[i], visit, ctx);
}

void vpr_each_top (vpr_program *program, vpr_visit_top *visit, void *ctx) {
  for (uint32_t i = 0; i < program->decls.len && !wr_cancelled (program->cancel); i++)
    vpr_each_top_of (program->decls.data[i], visit, ctx);
}

void vpr_stack_parts (vpr_expr_stack *stack, const vpr_expr *e) {
  for (uint32_t i = e->args.len; i > 0; i--) WR_VEC_PUSH (stack, e->args.data[i - 1]);
  for (uint32_t i = e->triggers.len; i > 0; i--) {
    vpr_exprs terms = e->triggers.data[i - 1].exprs;
    for (uint32_t j = terms.len; j > 0; j--) WR_VEC_PUSH (stack, terms.data[j - 1]);
  }
}
