/* front/boogie/resolve_decl.c -- declarations: their names first, all of them, then what is inside. */
#include "front/boogie/resolve.h"

#include <string.h>

/* -- registering ----------------------------------------------------------------------------------------- */

/* The attributes and name of the earlier declaration of a name. */
struct earlier {
  bpl_attr *attrs;
  wr_span at;
  bool *ignored;
};

static bool is_extern (const bpl_resolver *r, const bpl_attr *attrs) {
  return bpl_attr_true (r->symbols, attrs, "extern");
}

/* True if the new declaration replaces the earlier one; else it is ignored or a duplicate. */
static bool replaces (bpl_resolver *r, const char *what, bpl_ident id, bpl_attr *attrs,
                      bool *ignored, struct earlier earlier) {
  if (is_extern (r, attrs)) {
    *ignored = true;
    return false;
  }
  if (is_extern (r, earlier.attrs)) {
    *earlier.ignored = true;
    return true;
  }
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_DUPLICATE, id.span, "%s `%s` is declared twice", what,
                            bpl_name (r, id.name));
  wr_diag_note (r->diags, d, earlier.at, "the earlier declaration is here");
  return false;
}

static void register_type (bpl_resolver *r, bpl_decl *decl) {
  struct bpl_slot *slot = bpl_slot_of (r, decl->id.name);
  wr_str name = wr_symbol_text (r->symbols, decl->id.name);
  size_t digits = 2;
  while (digits < name.len && name.ptr[digits] >= '0' && name.ptr[digits] <= '9') digits++;
  if (name.len > 2 && digits == name.len && !memcmp (name.ptr, "bv", 2)) {
    wr_diag_add (r->diags, WR_CODE_RESERVED_TYPE_NAME, decl->id.span,
                 "`%s` is the name of a bitvector type", name.ptr);
    decl->ignored = true;
    return;
  }
  bpl_decl *old = slot->type;
  if (!old || replaces (r, "type", decl->id, decl->attrs, &decl->ignored,
                        (struct earlier){old->attrs, old->id.span, &old->ignored}))
    slot->type = decl;
}

static void register_constructor (bpl_resolver *r, struct bpl_constructor *c) {
  struct bpl_slot *slot = bpl_slot_of (r, c->id.name);
  if (!slot->constructor && !slot->function) {
    slot->constructor = c;
    return;
  }
  wr_diag *d =
      wr_diag_add (r->diags, WR_CODE_DUPLICATE, c->id.span,
                   "function or constructor `%s` is declared twice", bpl_name (r, c->id.name));
  wr_diag_note (r->diags, d, slot->function ? slot->function->id.span : slot->constructor->id.span,
                "the earlier declaration is here");
}

static void register_function (bpl_resolver *r, bpl_decl *decl) {
  struct bpl_slot *slot = bpl_slot_of (r, decl->id.name);
  bool none = false;
  struct earlier earlier = {NULL, {0, 0, 0}, &none};
  if (slot->function)
    earlier =
        (struct earlier){slot->function->attrs, slot->function->id.span, &slot->function->ignored};
  else if (slot->constructor)
    earlier.at = slot->constructor->id.span;
  if (!earlier.at.file || replaces (r, "function", decl->id, decl->attrs, &decl->ignored, earlier))
    slot->function = decl;
}

static void register_procedure (bpl_resolver *r, bpl_decl *decl) {
  struct bpl_slot *slot = bpl_slot_of (r, decl->id.name);
  bpl_decl *old = slot->procedure;
  if (!old || replaces (r, "procedure", decl->id, decl->attrs, &decl->ignored,
                        (struct earlier){old->attrs, old->id.span, &old->ignored}))
    slot->procedure = decl;
}

static void register_vars (bpl_resolver *r, bpl_decl *decl) {
  for (uint32_t i = 0; i < decl->vars.len; i++) {
    bpl_var *var = decl->vars.data[i];
    struct bpl_slot *slot = bpl_slot_of (r, var->id.name);
    bpl_var *old = slot->var;
    bpl_attr *attrs = var->attrs ? var->attrs : decl->attrs;
    if (!old || replaces (r, decl->kind == BPL_DECL_CONST ? "constant" : "variable", var->id, attrs,
                          &var->ignored,
                          (struct earlier){old->attrs  ? old->attrs
                                           : old->decl ? old->decl->attrs
                                                       : NULL,
                                           old->id.span, &old->ignored}))
      slot->var = var;
  }
}

static void register_axiom_name (bpl_resolver *r, bpl_decl *decl) {
  const bpl_attr *a = bpl_attr_find (r->symbols, decl->attrs, "name");
  if (!a || !a->arg_count || a->args[0].expr) return;
  uint32_t key = wr_intern (r->symbols, a->args[0].text).ix;
  uint64_t earlier;
  if (!wr_map_get (&r->axiom_names, key, &earlier)) {
    wr_map_put (&r->axiom_names, key, (uint64_t)(uintptr_t)decl);
    return;
  }
  bpl_decl *old = (bpl_decl *)(uintptr_t)earlier;
  wr_span at = a->args[0].span;
  bpl_ident id = {wr_intern (r->symbols, a->args[0].text), at};
  if (replaces (r, "axiom", id, decl->attrs, &decl->ignored,
                (struct earlier){old->attrs, old->span, &old->ignored}))
    wr_map_put (&r->axiom_names, key, (uint64_t)(uintptr_t)decl);
}

static void register_decl (bpl_resolver *r, bpl_decl *decl) {
  switch (decl->kind) {
  case BPL_DECL_DATATYPE:
    register_type (r, decl);
    for (uint32_t i = 0; i < decl->constructors.len; i++)
      register_constructor (r, &decl->constructors.data[i]);
    break;
  case BPL_DECL_TYPE: register_type (r, decl); break;
  case BPL_DECL_CONST:
  case BPL_DECL_VAR: register_vars (r, decl); break;
  case BPL_DECL_FUNCTION: register_function (r, decl); break;
  case BPL_DECL_PROCEDURE: register_procedure (r, decl); break;
  case BPL_DECL_AXIOM: register_axiom_name (r, decl); break;
  case BPL_DECL_IMPLEMENTATION:
  case BPL_DECL_UNSUPPORTED:
  case BPL_DECL_KIND_COUNT: break;
  }
}

void bpl_register (bpl_resolver *r) {
  for (uint32_t i = 0; i < r->program->decls.len; i++) {
    bpl_decl *decl = r->program->decls.data[i];
    register_decl (r, decl);
    if (bpl_attr_true (r->symbols, decl->attrs, "ignore") &&
        (decl->kind == BPL_DECL_AXIOM || decl->kind == BPL_DECL_IMPLEMENTATION))
      decl->ignored = true;
  }
}

/* -- resolving ------------------------------------------------------------------------------------------- */

static void bind_all (bpl_resolver *r, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) bpl_scope_bind (r, vars.data[i]);
}

static void resolve_vars (bpl_resolver *r, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    bpl_resolve_type (r, vars.data[i]->type);
    bpl_resolve_attrs (r, vars.data[i]->attrs);
    if (vars.data[i]->where) bpl_resolve_expr (r, vars.data[i]->where);
  }
}

static void resolve_axiom (bpl_resolver *r, bpl_decl *decl) {
  bpl_resolve_attrs (r, decl->attrs);
  r->state = BPL_STATELESS;
  bpl_resolve_expr (r, decl->body_expr);
  r->state = BPL_ONE_STATE;
}

static void resolve_uses (bpl_resolver *r, bpl_decl *decl) {
  for (uint32_t i = 0; i < decl->axioms.len; i++) resolve_axiom (r, decl->axioms.data[i]);
}

static void resolve_datatype (bpl_resolver *r, bpl_decl *decl) {
  bpl_resolve_attrs (r, decl->attrs);
  uint32_t params = bpl_tparams_bind (r, decl->params);
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    struct bpl_constructor *c = &decl->constructors.data[i];
    uint32_t mark = bpl_scope_enter (r);
    bind_all (r, c->fields);
    resolve_vars (r, c->fields);
    bpl_resolve_attrs (r, c->attrs);
    bpl_scope_leave (r, mark);
  }
  bpl_tparams_unbind (r, params);
}

static void resolve_function (bpl_resolver *r, bpl_decl *decl) {
  uint32_t params = bpl_tparams_bind (r, decl->params);
  uint32_t mark = bpl_scope_enter (r);
  bind_all (r, decl->ins);
  uint32_t result = bpl_scope_enter (r);
  r->level--; /* the result's name clashes with an argument's, but is in scope of attributes only */
  bind_all (r, decl->outs);
  r->level++;
  bpl_resolve_attrs (r, decl->attrs);
  bpl_scope_leave (r, result);
  resolve_vars (r, decl->ins);
  resolve_vars (r, decl->outs);
  bool expanded = bpl_attr_true (r->symbols, decl->attrs, "inline") ||
                  bpl_attr_true (r->symbols, decl->attrs, "define");
  if (decl->body_expr) {
    r->state = BPL_STATELESS;
    r->function = expanded ? decl : NULL;
    bpl_resolve_expr (r, decl->body_expr);
    r->function = NULL;
    r->state = BPL_ONE_STATE;
  } else if (expanded) {
    wr_diag_add (r->diags, WR_CODE_FUNCTION_WITHOUT_BODY, decl->id.span,
                 "function `%s` is to be expanded at each use, but has no body",
                 bpl_name (r, decl->id.name));
  }
  bpl_scope_leave (r, mark);
  bpl_tparams_unbind (r, params);
  bpl_check_params_occur (r, decl);
  resolve_uses (r, decl);
}

static void resolve_modifies (bpl_resolver *r, bpl_decl *decl) {
  bool any = false;
  for (uint32_t i = 0; i < decl->specs.len; i++) {
    struct bpl_spec *spec = &decl->specs.data[i];
    if (spec->kind != BPL_SPEC_MODIFIES) continue;
    any |= spec->idents.len > 0;
    spec->vars.data = WR_NEW (r->arena, bpl_var *, spec->idents.len);
    spec->vars.len = spec->idents.len;
    for (uint32_t k = 0; k < spec->idents.len; k++)
      spec->vars.data[k] = bpl_resolve_var (r, spec->idents.data[k]);
  }
  if (decl->pure && any)
    wr_diag_add (r->diags, WR_CODE_PURE_MODIFIES, bpl_place (decl->span, decl->at),
                 "pure procedure `%s` cannot modify global variables", bpl_name (r, decl->id.name));
}

static void resolve_specs (bpl_resolver *r, bpl_decl *decl, bool ensures) {
  r->state = ensures ? BPL_TWO_STATE : BPL_ONE_STATE;
  for (uint32_t i = 0; i < decl->specs.len; i++) {
    struct bpl_spec *spec = &decl->specs.data[i];
    if (spec->kind == BPL_SPEC_MODIFIES || (spec->kind == BPL_SPEC_ENSURES) != ensures) continue;
    bpl_resolve_attrs (r, spec->attrs);
    for (uint32_t k = 0; k < spec->exprs.len; k++) bpl_resolve_expr (r, spec->exprs.data[k]);
  }
  r->state = BPL_ONE_STATE;
}

static void resolve_body (bpl_resolver *r, bpl_decl *decl, const bpl_decl *procedure) {
  bpl_resolve_locals (r, decl->body->locals);
  r->state = BPL_TWO_STATE;
  bpl_resolve_body (r, decl->body, procedure);
  r->state = BPL_ONE_STATE;
}

static void resolve_procedure (bpl_resolver *r, bpl_decl *decl) {
  resolve_modifies (r, decl);
  r->in_pure = decl->pure;
  uint32_t params = bpl_tparams_bind (r, decl->params);
  uint32_t mark = bpl_scope_enter (r);
  bind_all (r, decl->ins);
  resolve_vars (r, decl->ins);
  resolve_specs (r, decl, false);
  bind_all (r, decl->outs);
  resolve_vars (r, decl->outs);
  resolve_specs (r, decl, true);
  bpl_resolve_attrs (r, decl->attrs);
  if (decl->body) resolve_body (r, decl, decl);
  bpl_scope_leave (r, mark);
  bpl_tparams_unbind (r, params);
  bpl_check_params_occur (r, decl);
  r->in_pure = false;
}

static void resolve_implementation (bpl_resolver *r, bpl_decl *decl) {
  decl->procedure = bpl_slot_of (r, decl->id.name)->procedure;
  if (!decl->procedure) {
    wr_diag *d =
        wr_diag_add (r->diags, WR_CODE_UNDECLARED_PROCEDURE, decl->id.span,
                     "procedure `%s` is implemented but not declared", bpl_name (r, decl->id.name));
    bpl_note_nearest (r, d, decl->id.name, BPL_SPACE_PROCEDURE);
  }
  r->in_pure = decl->procedure && decl->procedure->pure;
  uint32_t params = bpl_tparams_bind (r, decl->params);
  uint32_t mark = bpl_scope_enter (r);
  bind_all (r, decl->ins);
  bind_all (r, decl->outs);
  resolve_vars (r, decl->ins);
  resolve_vars (r, decl->outs);
  bpl_resolve_attrs (r, decl->attrs);
  if (decl->body) resolve_body (r, decl, decl->procedure);
  bpl_scope_leave (r, mark);
  bpl_tparams_unbind (r, params);
  bpl_check_params_occur (r, decl);
  r->in_pure = false;
}

static void resolve_globals (bpl_resolver *r, bpl_decl *decl) {
  bpl_resolve_attrs (r, decl->attrs);
  resolve_vars (r, decl->vars);
  for (uint32_t i = 0; i < decl->vars.len; i++) {
    bpl_var *var = decl->vars.data[i];
    const bpl_attr *attrs = var->attrs ? var->attrs : decl->attrs;
    if (var->where && bpl_attr_true (r->symbols, attrs, "assumption"))
      wr_diag_add (r->diags, WR_CODE_ASSUMPTION_VARIABLE, var->id.span,
                   "assumption variable `%s` cannot have a where clause",
                   bpl_name (r, var->id.name));
  }
  resolve_uses (r, decl);
}

void bpl_resolve_decl (bpl_resolver *r, bpl_decl *decl) {
  if (decl->ignored) return;
  r->state = BPL_ONE_STATE;
  switch (decl->kind) {
  case BPL_DECL_TYPE: bpl_resolve_attrs (r, decl->attrs); break;
  case BPL_DECL_DATATYPE: resolve_datatype (r, decl); break;
  case BPL_DECL_CONST:
  case BPL_DECL_VAR: resolve_globals (r, decl); break;
  case BPL_DECL_FUNCTION: resolve_function (r, decl); break;
  case BPL_DECL_AXIOM: resolve_axiom (r, decl); break;
  case BPL_DECL_PROCEDURE: resolve_procedure (r, decl); break;
  case BPL_DECL_IMPLEMENTATION: resolve_implementation (r, decl); break;
  case BPL_DECL_UNSUPPORTED:
  case BPL_DECL_KIND_COUNT: break;
  }
}
