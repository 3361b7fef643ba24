/* front/viper/consistent_expr.c -- what may stand where in an expression: assertions as values, wildcards, `old`, `perm`, triggers. */
#include "front/viper/consistent.h"
#include "front/viper/report.h"

enum {
  IN_ACC = 1,        /* inside of acc(...) */
  IN_WAND = 2,       /* inside of a magic wand, or in its script */
  LEFT_OF_WAND = 4,  /* of the innermost one */
  RIGHT_OF_WAND = 8, /* or its right side */
};

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

static bool is_labelled (const vpr_expr *e) { return e->ident.name.ix != 0 && !e->lhs; }

static bool contains (const vpr_expr *e, bool (*wanted) (const vpr_expr *e)) {
  if (wanted (e)) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (contains (e->args.data[i], wanted)) return true;
  return false;
}

/* -- single nodes ------------------------------------------------------------------------------ */

static bool is_wildcard (const vpr_expr *e) { return e->kind == VPR_EXPR_WILDCARD; }

static void check_amount (vpr_consistency *c, const vpr_decl *member, const vpr_expr *acc) {
  if (acc->args.len < 2 || member->kind == VPR_DECL_FUNCTION) return;
  const vpr_expr *amount = acc->args.data[1];
  if (amount->kind == VPR_EXPR_WILDCARD || !contains (amount, is_wildcard)) return;
  vpr_consistency_error (
      c->diags, WR_CODE_MISPLACED, amount->span,
      "`wildcard` is a whole permission amount and cannot be part of another one");
}

/* The part that must be a value, though its type may be that of an assertion. */
static void check_pure (vpr_consistency *c, const vpr_expr *e) {
  const vpr_expr *part = NULL;
  if (e->kind == VPR_EXPR_LET) part = e->args.data[0];
  if (e->kind == VPR_EXPR_UNFOLDING || e->kind == VPR_EXPR_APPLYING ||
      e->kind == VPR_EXPR_ASSERTING)
    part = e->args.data[1];
  if (!part || vpr_type_is_pure (part->type)) return;
  vpr_consistency_error (c->diags, WR_CODE_IMPURE, part->span,
                         "this is an assertion about permissions, and a value is expected here");
}

static bool is_ghost (const vpr_expr *e) {
  return (e->kind == VPR_EXPR_UNFOLDING || e->kind == VPR_EXPR_APPLYING) &&
         !vpr_type_is_pure (e->type);
}

static void check_wand (vpr_consistency *c, const vpr_expr *e) {
  if (contains (e, is_ghost))
    vpr_consistency_error (c->diags, WR_CODE_MISPLACED, e->span,
                           "`unfolding` and `applying` of an assertion about permissions cannot "
                           "stand in a magic wand");
}

static void check_old (vpr_consistency *c, const vpr_expr *e, enum vpr_role role, uint32_t in) {
  if (e->lhs) {
    if (!(in & IN_WAND))
      vpr_consistency_error (c->diags, WR_CODE_OLD_OUT_OF_PLACE, e->span,
                             "`old[lhs]` stands only in magic wands and in their proof scripts");
    else if (in & LEFT_OF_WAND)
      vpr_consistency_error (
          c->diags, WR_CODE_OLD_OUT_OF_PLACE, e->span,
          "`old[lhs]` stands on the right side of a magic wand, not on the left");
    return;
  }
  bool clause = role == VPR_ROLE_REQUIRES || role == VPR_ROLE_ENSURES || role == VPR_ROLE_BODY ||
                role == VPR_ROLE_AXIOM;
  if (is_labelled (e) && !e->label && !clause)
    vpr_consistency_error (c->diags, WR_CODE_UNKNOWN_LABEL, e->span, "the method has no label `%s`",
                           vpr_consistency_name (c, e->ident.name));
}

/* -- triggers ---------------------------------------------------------------------------------- */

static bool mentions (const vpr_expr *e, const vpr_var *var) {
  if (e->kind == VPR_EXPR_NAME) return e->var == var;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions (e->args.data[i], var)) return true;
  return false;
}

static bool mentions_any (const vpr_expr *e, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++)
    if (mentions (e, vars.data[i])) return true;
  return false;
}

static void check_trigger (vpr_consistency *c, const vpr_expr *quantifier,
                           const struct vpr_trigger *trigger) {
  for (uint32_t i = 0; i < quantifier->vars.len; i++) {
    const vpr_var *var = quantifier->vars.data[i];
    bool found = false;
    for (uint32_t j = 0; j < trigger->exprs.len; j++)
      found |= mentions (trigger->exprs.data[j], var);
    if (found) continue;
    wr_diag *diag = vpr_consistency_error (c->diags, WR_CODE_TRIGGER_INCOMPLETE, var->id.span,
                                           "a trigger does not mention `%s`",
                                           vpr_consistency_name (c, var->id.name));
    wr_diag_note (c->diags, diag, trigger->span, "this is the trigger");
  }
  for (uint32_t j = 0; j < trigger->exprs.len; j++)
    if (!mentions_any (trigger->exprs.data[j], quantifier->vars))
      vpr_consistency_error (c->diags, WR_CODE_TRIGGER_INCOMPLETE, trigger->exprs.data[j]->span,
                             "this term of a trigger mentions no variable of the quantifier");
}

/* -- the walk ---------------------------------------------------------------------------------- */

struct place {
  const vpr_decl *member;
  enum vpr_role role;
};

static uint32_t context_of_kid (const vpr_expr *e, uint32_t i, uint32_t in) {
  if (e->kind == VPR_EXPR_ACC) return in | IN_ACC;
  if (!is_wand (e)) return in;
  in &= ~(uint32_t)(LEFT_OF_WAND | RIGHT_OF_WAND);
  return in | IN_WAND | (i ? RIGHT_OF_WAND : LEFT_OF_WAND);
}

static void check (vpr_consistency *c, const struct place *place, const vpr_expr *e, uint32_t in) {
  check_pure (c, e);
  if (e->kind == VPR_EXPR_ACC) check_amount (c, place->member, e);
  if (e->kind == VPR_EXPR_OLD) check_old (c, e, place->role, in);
  if (is_wand (e)) check_wand (c, e);
  if (e->kind == VPR_EXPR_WILDCARD && !(in & IN_ACC))
    vpr_consistency_error (c->diags, WR_CODE_MISPLACED, e->span,
                           "`wildcard` stands only as the amount of an accessibility predicate");
  if (e->kind == VPR_EXPR_NAME && e->var->kind == VPR_VAR_RETURN &&
      place->role == VPR_ROLE_REQUIRES)
    vpr_consistency_error (c->diags, WR_CODE_MISPLACED, e->span,
                           "result `%s` of the method cannot stand in its precondition",
                           vpr_consistency_name (c, e->ident.name));
  for (uint32_t i = 0; i < e->triggers.len; i++) check_trigger (c, e, &e->triggers.data[i]);
  for (uint32_t i = 0; i < e->args.len; i++)
    check (c, place, e->args.data[i], context_of_kid (e, i, in));
}

/* -- whole clauses ----------------------------------------------------------------------------- */

static bool is_plain_old (const vpr_expr *e) {
  return e->kind == VPR_EXPR_OLD && !e->lhs && !is_labelled (e);
}
static bool is_labelled_old (const vpr_expr *e) {
  return e->kind == VPR_EXPR_OLD && is_labelled (e);
}
static bool is_perm (const vpr_expr *e) {
  return e->kind == VPR_EXPR_PERM || e->kind == VPR_EXPR_FORPERM;
}
static bool is_result (const vpr_expr *e) { return e->kind == VPR_EXPR_RESULT; }
static bool is_asserting (const vpr_expr *e) { return e->kind == VPR_EXPR_ASSERTING; }
static bool is_location (const vpr_expr *e) {
  return e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_ACC || e->kind == VPR_EXPR_PERM ||
         (e->kind == VPR_EXPR_CALL && e->decl->kind == VPR_DECL_PREDICATE);
}

static void refuse (vpr_consistency *c, const vpr_expr *clause, bool (*wanted) (const vpr_expr *e),
                    const char *what, const char *where) {
  if (contains (clause, wanted))
    vpr_consistency_error (c->diags, WR_CODE_MISPLACED, clause->span, "%s cannot stand in %s", what,
                           where);
}

static const char *words_for (const vpr_decl *member, enum vpr_role role) {
  bool function = member->kind == VPR_DECL_FUNCTION;
  if (role == VPR_ROLE_REQUIRES) return "a precondition";
  if (role == VPR_ROLE_ENSURES) return function ? "a function" : "a postcondition";
  if (role == VPR_ROLE_AXIOM) return "an axiom";
  return function ? "the body of a function" : "the body of a predicate";
}

void vpr_consistent_expr (vpr_consistency *c, const vpr_decl *member, vpr_expr *expr,
                          enum vpr_role role) {
  struct place place = {member, role};
  const char *where = words_for (member, role);
  bool clause = role == VPR_ROLE_REQUIRES || role == VPR_ROLE_ENSURES || role == VPR_ROLE_BODY ||
                role == VPR_ROLE_AXIOM;
  bool two_states = role == VPR_ROLE_ENSURES && member->kind == VPR_DECL_METHOD;
  if (clause && !two_states) refuse (c, expr, is_plain_old, "`old`", where);
  if (clause) refuse (c, expr, is_labelled_old, "`old` with a label", where);
  if (role == VPR_ROLE_BODY) {
    refuse (c, expr, is_perm, "`perm` and `forperm`", where);
    refuse (c, expr, is_result, "`result`", where);
  }
  if (role == VPR_ROLE_AXIOM) {
    refuse (c, expr, is_asserting, "`asserting`", where);
    refuse (c, expr, is_location, "a location of the heap", where);
  }
  check (c, &place, expr, c->in_script ? IN_WAND : 0);
}
