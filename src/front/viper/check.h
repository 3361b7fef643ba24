/* front/viper/check.h -- the checks behind types: terms of triggers and arguments of forperm, consistency, decreases clauses; and the
   choice of triggers.  Each tells all its errors. */
#ifndef WR_FRONT_VIPER_CHECK_H
#define WR_FRONT_VIPER_CHECK_H

#include "front/viper/names.h"

/* Predicate instances, before types are inferred: their domain, if decreases clauses have some.  False: there were errors.  [orders.c] */
bool vpr_add_instances (vpr_program *program, wr_diags *diags);
/* The well-founded orders of the types in decreases clauses, resolved and typed.  [orders.c] */
void vpr_add_orders (vpr_program *program, wr_diags *diags);

/* Terms of triggers, arguments of forperm.  [terms.c] */
void vpr_check_terms (vpr_program *program, wr_diags *diags);

/* Purity, and where expressions and statements may stand.  [consistent.c] */
void vpr_check_consistency (vpr_program *program, wr_diags *diags);

/* Decreases clauses and predicate instances.  [measure_rules.c] */
void vpr_check_measure_rules (vpr_program *program, wr_diags *diags);

/* Triggers for quantifiers that have none.  [triggers.c] */
void vpr_choose_triggers (vpr_program *program, wr_diags *diags);

/* -- walks ------------------------------------------------------------------------------------- */

/* Where an expression stands. */
enum vpr_role {
  VPR_ROLE_REQUIRES,
  VPR_ROLE_ENSURES,
  VPR_ROLE_INVARIANT,
  VPR_ROLE_BODY, /* of a function or a predicate */
  VPR_ROLE_AXIOM,
  VPR_ROLE_MEASURE,   /* a component or the condition of a decreases clause */
  VPR_ROLE_CONDITION, /* of `if`, `while`, quasihavoc */
  VPR_ROLE_VALUE,     /* a right side, an argument of a call */
  VPR_ROLE_TARGET,
  VPR_ROLE_ASSERTION, /* of inhale, exhale, assert, assume, refute */
  VPR_ROLE_RESOURCE   /* of fold, unfold, package, apply, quasihavoc */
};

/* Calls visit for every expression of a member that is not part of another one.  [walk.c] */
typedef void vpr_visit_top (void *ctx, vpr_decl *member, vpr_stmt *stmt, vpr_expr *expr,
                            enum vpr_role role);
void vpr_each_top (vpr_program *program, vpr_visit_top *visit, void *ctx);
void vpr_each_top_of (vpr_decl *member, vpr_visit_top *visit, void *ctx);

/* The parts of an expression in the order of the text, the expression itself first; those of triggers too. */
typedef WR_VEC (vpr_expr *) vpr_expr_stack;
void vpr_stack_parts (vpr_expr_stack *stack, const vpr_expr *expr); /* pushes the direct parts */

#endif
