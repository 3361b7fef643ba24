/* front/viper/typecheck.c -- types of declarations. */
#include "front/viper/typecheck.h"

#include "front/viper/report.h"

static void check_clauses (vpr_checker *c, vpr_exprs clauses, vpr_type *expected, uint32_t place) {
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_infer (c, clauses.data[i], expected);
    vpr_check_place (c, clauses.data[i], place);
  }
}

static bool is_predicate (const vpr_expr *e) {
  return e->kind == VPR_EXPR_CALL && e->decl && e->decl->kind == VPR_DECL_PREDICATE;
}

/* In a tuple a predicate means its instance, whatever the amount. */
static void check_component (vpr_checker *c, vpr_expr *e) {
  if (e->kind == VPR_EXPR_ACC && is_predicate (e->args.data[0])) *e = *e->args.data[0];
  if (is_predicate (e)) e->kind = VPR_EXPR_INSTANCE;
  if (!vpr_infer (c, e, NULL) || vpr_type_is_pure (e->type)) return;
  vpr_type_error (c->diags, WR_CODE_IMPURE, e->span,
                  "this is an assertion about permissions, and a value is expected here");
}

void vpr_check_measures (vpr_checker *c, vpr_measures measures) {
  for (uint32_t i = 0; i < measures.len; i++) {
    struct vpr_measure *m = &measures.data[i];
    for (uint32_t j = 0; j < m->tuple.len; j++) {
      check_component (c, m->tuple.data[j]);
      vpr_check_place (c, m->tuple.data[j], 0);
    }
    if (!m->condition) continue;
    vpr_infer (c, m->condition, c->boolean);
    vpr_check_place (c, m->condition, 0);
  }
}

static void check_method (vpr_checker *c, vpr_decl *decl) {
  check_clauses (c, decl->requires_, c->impure, VPR_PLACE_NO_PERM);
  check_clauses (c, decl->ensures, c->impure, VPR_PLACE_NO_PERM);
  vpr_check_body (c, decl->body);
}

static void check_function (vpr_checker *c, vpr_decl *decl) {
  check_clauses (c, decl->requires_, c->impure, VPR_PLACE_NO_PERM | VPR_PLACE_NO_WAND);
  c->result_allowed = true; /* consistency refuses it in the body */
  check_clauses (c, decl->ensures, c->boolean, VPR_PLACE_NO_PERM | VPR_PLACE_NO_PERM_AT_ALL);
  if (decl->value) {
    vpr_infer (c, decl->value, decl->type);
    vpr_check_place (c, decl->value, 0);
  }
  c->result_allowed = false;
}

static void check_formula (vpr_checker *c, vpr_decl *decl, vpr_type *expected, uint32_t place) {
  if (!decl->value) return;
  vpr_infer (c, decl->value, expected);
  vpr_check_place (c, decl->value, place);
}

static void check_axioms (vpr_checker *c, vpr_decl *domain) {
  c->domain = domain;
  c->in_axiom = true;
  for (uint32_t i = 0; i < domain->members.len; i++) {
    c->member = domain->members.data[i];
    if (c->member->kind == VPR_DECL_AXIOM) check_formula (c, c->member, c->boolean, 0);
  }
  c->in_axiom = false;
  c->domain = NULL;
}

static void check_decl (vpr_checker *c, vpr_decl *decl) {
  c->member = decl;
  switch (decl->kind) {
  case VPR_DECL_METHOD: check_method (c, decl); break;
  case VPR_DECL_FUNCTION: check_function (c, decl); break;
  case VPR_DECL_PREDICATE: check_formula (c, decl, c->impure, VPR_PLACE_NO_WAND); break;
  case VPR_DECL_DOMAIN: check_axioms (c, decl); break;
  case VPR_DECL_ERROR:
  case VPR_DECL_IMPORT:
  case VPR_DECL_DEFINE:
  case VPR_DECL_FIELD:
  case VPR_DECL_DOMAIN_FUNCTION:
  case VPR_DECL_AXIOM:
  case VPR_DECL_ADT:
  case VPR_DECL_CONSTRUCTOR: break;
  }
  vpr_check_measures (c, decl->measures);
}

static vpr_decl *find_instances (vpr_checker *c) {
  wr_symbol name = wr_intern_find (c->symbols, WR_LIT ("PredicateInstance"));
  vpr_decl *decl = name.ix ? vpr_slot_of (c->names, name)->decl : NULL;
  return decl && decl->kind == VPR_DECL_DOMAIN && !decl->params.len ? decl : NULL;
}

static void init (vpr_checker *c) {
  c->error = vpr_type_basic (c->types, VPR_TYPE_ERROR);
  c->integer = vpr_type_basic (c->types, VPR_TYPE_INT);
  c->boolean = vpr_type_basic (c->types, VPR_TYPE_BOOL);
  c->ref = vpr_type_basic (c->types, VPR_TYPE_REF);
  c->perm = vpr_type_basic (c->types, VPR_TYPE_PERM);
  c->impure = vpr_type_basic (c->types, VPR_TYPE_IMPURE);
  c->predicate = vpr_type_basic (c->types, VPR_TYPE_PREDICATE);
  c->wand = vpr_type_basic (c->types, VPR_TYPE_WAND);
  c->v0 = vpr_type_variable (c->types, 0);
  c->v1 = vpr_type_variable (c->types, 1);
  c->env.types = c->types;
  c->instances = find_instances (c);
}

void vpr_type_from (vpr_program *program, uint32_t first, wr_diags *diags) {
  vpr_checker c = {.program = program,
                   .arena = program->arena,
                   .scratch = wr_arena_new (),
                   .symbols = program->symbols,
                   .diags = diags,
                   .types = program->types,
                   .names = program->names};
  c.empty = wr_arena_save (c.scratch);
  init (&c);
  for (uint32_t i = first; i < program->decls.len && !wr_cancelled (program->cancel); i++)
    check_decl (&c, program->decls.data[i]);
  vpr_env_free (&c.env);
  WR_VEC_FREE (&c.failures);
  WR_VEC_FREE (&c.sigs);
  wr_arena_free (c.scratch);
}
