/* front/viper/measure_rules.c -- decreases clauses and predicate instances, as far as they can be checked without a proof. */
#include "front/viper/check.h"
#include "front/viper/report.h"

struct rules {
  vpr_program *program;
  wr_diags *diags;
  bool instances; /* the domain of predicate instances is there */
};

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

/* -- clauses ----------------------------------------------------------------------------------- */

/* At most one clause of each kind; the first of two is reported. */
static void check_kinds (struct rules *r, vpr_measures measures) {
  static const char *const words[] = {"tuple", "`_`", "`*`"};
  for (uint32_t i = 0; i < measures.len; i++) {
    bool first = true;
    for (uint32_t j = 0; j < i; j++) first &= measures.data[j].kind != measures.data[i].kind;
    for (uint32_t j = i + 1; first && j < measures.len; j++) {
      if (measures.data[j].kind != measures.data[i].kind) continue;
      wr_diag *diag = vpr_consistency_error (r->diags, WR_CODE_MEASURE_TWICE, measures.data[i].span,
                                             "there are two decreases clauses with a %s",
                                             words[measures.data[i].kind]);
      wr_diag_note (r->diags, diag, measures.data[j].span, "this is the second one");
      break;
    }
  }
}

/* The part that the value of the component comes from and that is an assertion; NULL: there is none. */
static const vpr_expr *find_assertion (const vpr_expr *e) {
  if (is_wand (e) || e->kind == VPR_EXPR_INHALE_EXHALE) return e;
  for (uint32_t i = e->kind == VPR_EXPR_COND; i < e->args.len; i++) {
    const vpr_expr *found = find_assertion (e->args.data[i]);
    if (found) return found;
  }
  return NULL;
}

static void check_component (struct rules *r, const vpr_expr *e) {
  const vpr_expr *assertion = find_assertion (e);
  if (assertion)
    vpr_consistency_error (r->diags, WR_CODE_IMPURE, assertion->span,
                           "this is an assertion and cannot stand in a decreases clause");
}

static void check_measures (struct rules *r, vpr_measures measures) {
  check_kinds (r, measures);
  for (uint32_t i = 0; i < measures.len; i++) {
    const struct vpr_measure *m = &measures.data[i];
    for (uint32_t j = 0; j < m->tuple.len; j++) check_component (r, m->tuple.data[j]);
    if (m->condition) check_component (r, m->condition);
  }
}

static void check_loops (struct rules *r, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    check_measures (r, stmts.data[i]->measures);
    check_loops (r, stmts.data[i]->body);
    check_loops (r, stmts.data[i]->orelse);
  }
}

/* -- recursion in postconditions --------------------------------------------------------------- */

static void check_post_call (struct rules *r, const vpr_decl *function, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_CALL && e->decl == function)
    vpr_consistency_error (r->diags, WR_CODE_MEASURE_MISSING, e->span,
                           "the postcondition of `%s` calls the function again, so that it needs "
                           "a decreases clause",
                           wr_symbol_text (r->program->symbols, function->id.name).ptr);
  for (uint32_t i = 0; i < e->args.len; i++) check_post_call (r, function, e->args.data[i]);
}

/* A postcondition that speaks about the function itself is an axiom: without termination it may contradict itself. */
static void check_posts (struct rules *r, const vpr_decl *function) {
  if (function->measures.len) return;
  for (uint32_t i = 0; i < function->ensures.len; i++)
    check_post_call (r, function, function->ensures.data[i]);
}

/* -- predicate instances ----------------------------------------------------------------------- */

static void check_instances (void *ctx, vpr_decl *member, vpr_stmt *stmt, vpr_expr *expr,
                             enum vpr_role role) {
  struct rules *r = ctx;
  (void)member, (void)stmt;
  if (r->instances) return;
  if (expr->kind == VPR_EXPR_INSTANCE && role != VPR_ROLE_MEASURE)
    vpr_consistency_error (r->diags, WR_CODE_UNDECLARED_TYPE, expr->span,
                           "predicate instances need `import <predicateinstance/pi.vpr>`");
  for (uint32_t i = 0; i < expr->args.len; i++)
    check_instances (r, member, stmt, expr->args.data[i], VPR_ROLE_VALUE);
}

static bool has_instances (vpr_program *program) {
  wr_symbol name = wr_intern_find (program->symbols, WR_LIT ("PredicateInstance"));
  const vpr_decl *decl = name.ix ? vpr_slot_of (program->names, name)->decl : NULL;
  return decl && decl->kind == VPR_DECL_DOMAIN;
}

void vpr_check_measure_rules (vpr_program *program, wr_diags *diags) {
  struct rules r = {program, diags, has_instances (program)};
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *decl = program->decls.data[i];
    check_measures (&r, decl->measures);
    check_loops (&r, decl->body);
    if (decl->kind == VPR_DECL_FUNCTION) check_posts (&r, decl);
  }
  vpr_each_top (program, check_instances, &r);
}
