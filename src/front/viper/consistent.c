/* front/viper/consistent.c -- consistency of declarations. */
#include "front/viper/consistent.h"
#include "front/viper/report.h"

const char *vpr_consistency_name (const vpr_consistency *c, wr_symbol name) {
  return wr_symbol_text (c->symbols, name).ptr;
}

static void visit (void *ctx, vpr_decl *member, vpr_stmt *stmt, vpr_expr *expr,
                   enum vpr_role role) {
  if (!stmt) vpr_consistent_expr (ctx, member, expr, role);
}

/* -- domains and ADTs -------------------------------------------------------------------------- */

static void check_interpretation (vpr_consistency *c, const vpr_decl *domain) {
  const char *name = vpr_consistency_name (c, domain->id.name);
  bool known = false;
  for (uint32_t i = 0; i < domain->interpretations.len; i++)
    known |=
        wr_str_equal (wr_symbol_text (c->symbols, domain->interpretations.data[i].backend.name),
                      WR_LIT ("SMTLIB"));
  if (!known)
    vpr_consistency_error (c->diags, WR_CODE_INTERPRETATION, domain->span,
                           "domain `%s` has no interpretation for SMTLIB", name);
  if (domain->params.len)
    vpr_consistency_error (c->diags, WR_CODE_INTERPRETATION, domain->span,
                           "domain `%s` has an interpretation and cannot have type parameters",
                           name);
}

static void check_domain (vpr_consistency *c, const vpr_decl *domain) {
  if (domain->interpreted) check_interpretation (c, domain);
  for (uint32_t i = 0; i < domain->members.len; i++) {
    const vpr_decl *member = domain->members.data[i];
    if (member->unique && member->formals.len)
      vpr_consistency_error (c->diags, WR_CODE_ARGUMENT_COUNT, member->span,
                             "function `%s` is unique and cannot have arguments",
                             vpr_consistency_name (c, member->id.name));
  }
}

static void check_adt (vpr_consistency *c, const vpr_decl *adt) {
  if (!adt->members.len)
    vpr_consistency_error (c->diags, WR_CODE_EMPTY_ADT, adt->span, "ADT `%s` has no constructor",
                           vpr_consistency_name (c, adt->id.name));
}

void vpr_check_consistency (vpr_program *program, wr_diags *diags) {
  vpr_consistency c = {program, diags, program->symbols, false};
  for (uint32_t i = 0; i < program->decls.len && !wr_cancelled (program->cancel); i++) {
    vpr_decl *decl = program->decls.data[i];
    if (decl->kind == VPR_DECL_DOMAIN) check_domain (&c, decl);
    if (decl->kind == VPR_DECL_ADT) check_adt (&c, decl);
    vpr_each_top_of (decl, visit, &c);
    if (decl->kind == VPR_DECL_METHOD) vpr_consistent_body (&c, decl);
  }
  vpr_consistent_cycles (&c);
}
