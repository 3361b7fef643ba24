/* front/viper/resolve_decl.c -- global names, signatures and bodies of members. */
#include "front/viper/names.h"
#include "front/viper/report.h"

/* -- global names ------------------------------------------------------------------------------ */

static void report_twice (vpr_resolver *r, vpr_ident id, wr_span earlier) {
  wr_diag *diag = vpr_type_error (r->diags, WR_CODE_DUPLICATE, id.span, "`%s` is declared twice",
                                  vpr_word (r, id.name));
  wr_diag_note (r->diags, diag, earlier, "the earlier declaration is here");
}

static void declare_one (vpr_resolver *r, vpr_decl *decl) {
  if (!decl->id.name.ix || decl->kind == VPR_DECL_AXIOM) return;
  struct vpr_slot *slot = vpr_slot_of (r->names, decl->id.name);
  if (slot->decl)
    report_twice (r, decl->id, slot->decl->id.span);
  else
    slot->decl = decl;
}

/* Constructor arguments of one ADT have different names. */
static void declare_destructors (vpr_resolver *r, vpr_decl *constructor) {
  for (uint32_t i = 0; i < constructor->formals.len; i++) {
    vpr_var *var = constructor->formals.data[i];
    struct vpr_slot *slot = vpr_slot_of (r->names, var->id.name);
    struct vpr_destructor *other = slot->destructors;
    while (other && other->constructor->owner != constructor->owner) other = other->next;
    if (other) {
      report_twice (r, var->id, other->var->id.span);
      continue;
    }
    struct vpr_destructor *destructor = WR_NEW (r->arena, struct vpr_destructor, 1);
    *destructor = (struct vpr_destructor){constructor, var, slot->destructors};
    slot->destructors = destructor;
  }
}

/* e.d and e.isC must not mean a field or a function too. */
static void check_selectors (vpr_resolver *r, vpr_decl *constructor) {
  for (uint32_t i = 0; i < constructor->formals.len; i++) {
    vpr_ident id = constructor->formals.data[i]->id;
    const vpr_decl *decl = vpr_slot_of (r->names, id.name)->decl;
    if (decl) report_twice (r, id, decl->id.span);
  }
  wr_str name = wr_symbol_text (r->symbols, constructor->id.name);
  wr_symbol is = wr_intern_find (r->symbols, wr_str_print (r->arena, "is%.*s", WR_STR_ARGS (name)));
  const vpr_decl *decl = is.ix ? vpr_slot_of (r->names, is)->decl : NULL;
  if (!decl) return;
  wr_diag *diag = vpr_type_error (
      r->diags, WR_CODE_DUPLICATE, constructor->id.span,
      "constructor `%.*s` has the discriminator `is%.*s`, and something else has this name",
      WR_STR_ARGS (name), WR_STR_ARGS (name));
  wr_diag_note (r->diags, diag, decl->id.span, "it is declared here");
}

static void declare_members (vpr_resolver *r, vpr_decl *decl) {
  for (uint32_t i = 0; i < decl->members.len; i++) {
    decl->members.data[i]->owner = decl;
    declare_one (r, decl->members.data[i]);
  }
}

/* One pass over the constructors from declaration `first` on. */
static void each_constructor (vpr_resolver *r, uint32_t first,
                              void (*visit) (vpr_resolver *r, vpr_decl *decl)) {
  for (uint32_t i = first; i < r->program->decls.len; i++) {
    const vpr_decl *decl = r->program->decls.data[i];
    for (uint32_t j = 0; decl->kind == VPR_DECL_ADT && j < decl->members.len; j++)
      visit (r, decl->members.data[j]);
  }
}

static void number (const vpr_program *program) {
  uint32_t counts[VPR_DECL_CONSTRUCTOR + 1] = {0};
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    decl->index = counts[decl->kind]++;
    for (uint32_t j = 0; j < decl->members.len; j++)
      decl->members.data[j]->index = counts[decl->members.data[j]->kind]++;
  }
}

void vpr_declare_from (vpr_resolver *r, uint32_t first) {
  number (r->program);
  for (uint32_t i = first; i < r->program->decls.len; i++) {
    declare_one (r, r->program->decls.data[i]);
    declare_members (r, r->program->decls.data[i]);
  }
  each_constructor (r, first, declare_destructors);
  each_constructor (r, first, check_selectors);
}

/* -- signatures -------------------------------------------------------------------------------- */

static void type_vars (vpr_resolver *r, vpr_decl *decl, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    vars.data[i]->type = vpr_resolve_type (r, vars.data[i]->written);
    vars.data[i]->decl = decl;
  }
}

/* The formals of a domain function are no declarations for the rest of the program. */
static void check_formal_names (vpr_resolver *r, const vpr_decl *function) {
  for (uint32_t i = 0; i < function->formals.len; i++)
    for (uint32_t j = 0; j < i; j++) {
      vpr_ident a = function->formals.data[j]->id, b = function->formals.data[i]->id;
      if (!a.name.ix || a.name.ix != b.name.ix) continue;
      report_twice (r, b, a.span);
      break;
    }
}

static void resolve_derives (vpr_resolver *r, const vpr_decl *adt) {
  for (uint32_t i = 0; i < adt->derives.len; i++) {
    struct vpr_derive *derive = &adt->derives.data[i];
    if (derive->type) vpr_resolve_type (r, derive->type);
    for (uint32_t j = 0; j < derive->without.len; j++) {
      vpr_ident id = derive->without.data[j];
      const struct vpr_destructor *d = vpr_slot_of (r->names, id.name)->destructors;
      while (d && d->constructor->owner != adt) d = d->next;
      if (!d)
        vpr_type_error (r->diags, WR_CODE_UNKNOWN_FIELD, id.span,
                        "no constructor of `%s` has an argument `%s`", vpr_word (r, adt->id.name),
                        vpr_word (r, id.name));
    }
  }
}

void vpr_resolve_signature (vpr_resolver *r, vpr_decl *decl) {
  bool is_domain = decl->kind == VPR_DECL_DOMAIN || decl->kind == VPR_DECL_ADT;
  r->member = decl;
  if (is_domain) vpr_params_bind (r, decl);
  type_vars (r, decl, decl->formals);
  type_vars (r, decl, decl->returns);
  if (decl->written) decl->type = vpr_resolve_type (r, decl->written);
  if (decl->kind == VPR_DECL_CONSTRUCTOR) decl->type = vpr_type_self (r->types, decl->owner);
  if (decl->kind == VPR_DECL_DOMAIN_FUNCTION) check_formal_names (r, decl);
  for (uint32_t i = 0; i < decl->members.len; i++) vpr_resolve_signature (r, decl->members.data[i]);
  if (decl->kind == VPR_DECL_ADT) resolve_derives (r, decl);
  if (is_domain) vpr_params_unbind (r, decl);
}

/* -- bodies ------------------------------------------------------------------------------------ */

static void bind_all (vpr_resolver *r, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) vpr_scope_bind (r, vars.data[i]);
}

static void resolve_member (vpr_resolver *r, vpr_decl *decl) {
  vpr_scope_enter (r);
  if (decl->kind != VPR_DECL_DOMAIN_FUNCTION && decl->kind != VPR_DECL_CONSTRUCTOR)
    bind_all (r, decl->formals);
  bind_all (r, decl->returns);
  vpr_resolve_exprs (r, decl->requires_);
  vpr_resolve_exprs (r, decl->ensures);
  vpr_resolve_measures (r, decl->measures);
  vpr_resolve_expr (r, decl->value);
  if (decl->kind == VPR_DECL_METHOD) vpr_resolve_body (r, decl->body);
  vpr_scope_leave (r);
}

void vpr_resolve_decl (vpr_resolver *r, vpr_decl *decl) {
  bool is_domain = decl->kind == VPR_DECL_DOMAIN || decl->kind == VPR_DECL_ADT;
  if (is_domain) vpr_params_bind (r, decl);
  r->member = decl;
  if (decl->kind == VPR_DECL_METHOD) vpr_collect_labels (r, decl);
  resolve_member (r, decl);
  for (uint32_t i = 0; i < decl->members.len; i++) {
    r->member = decl->members.data[i];
    resolve_member (r, decl->members.data[i]);
  }
  if (is_domain) vpr_params_unbind (r, decl);
}
