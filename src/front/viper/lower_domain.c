/* front/viper/lower_domain.c -- domains: functions, unique constants and axioms of each instance. */
#include "front/viper/lower_domains.h"

static void free_domains (void *what) {
  struct vpr_domains *d = what;
  WR_VEC_FREE (&d->instances);
  WR_VEC_FREE (&d->pending);
  wr_map_free (&d->known);
  wr_map_free (&d->funcs);
  wr_map_free (&d->predicates);
}

struct vpr_domains *vpr_domains_of (vpr_lowering *lo) {
  if (lo->domains) return lo->domains;
  lo->domains = WR_NEW (lo->arena, struct vpr_domains, 1);
  wr_arena_defer (lo->arena, free_domains, lo->domains);
  return lo->domains;
}

static vpr_type_table *types_of (const vpr_lowering *lo) { return lo->program->types; }

/* -- instances --------------------------------------------------------------------------------- */

static void tell_limit (vpr_lowering *lo, const vpr_type *instance) {
  struct vpr_domains *d = vpr_domains_of (lo);
  if (d->limited) return;
  d->limited = true;
  wr_diag_add (lo->diags, WR_CODE_INSTANCE_LIMIT, instance->decl->id.span,
               "axioms ask for instances of `%s` without end; some are left out",
               vpr_text (lo, instance->decl->id.name));
}

void vpr_instance_add (vpr_lowering *lo, vpr_type *instance) {
  struct vpr_domains *d = vpr_domains_of (lo);
  if (wr_map_has (&d->known, instance->number)) return;
  wr_map_put (&d->known, instance->number, 1);
  WR_VEC_PUSH (&d->instances, instance);
}

vpr_type *vpr_instance_of (vpr_lowering *lo, vpr_decl *domain, const vpr_types *args) {
  vpr_type **ground = WR_NEW (lo->arena, vpr_type *, domain->params.len);
  for (uint32_t i = 0; i < domain->params.len; i++)
    ground[i] = (vpr_type *)(uintptr_t)vpr_ground (lo, args->data[i]);
  vpr_type *instance = vpr_type_domain (types_of (lo), domain, ground);
  vpr_instance_add (lo, instance);
  return instance;
}

static uint64_t env_key (const vpr_decl *domain, uint32_t param) {
  return wr_hash_mix ((uint64_t)(uintptr_t)domain, param);
}

void vpr_instance_enter (vpr_lowering *lo, const vpr_type *instance) {
  for (uint32_t i = 0; i < instance->args.len; i++)
    wr_map_put (&lo->type_env, env_key (instance->decl, i),
                (uint64_t)(uintptr_t)instance->args.data[i]);
}

void vpr_instance_leave (vpr_lowering *lo, const vpr_type *instance) {
  for (uint32_t i = 0; i < instance->args.len; i++) {
    vpr_type *param = vpr_type_param (types_of (lo), instance->decl, i);
    wr_map_put (&lo->type_env, env_key (instance->decl, i), (uint64_t)(uintptr_t)param);
  }
}

vpr_decl *vpr_domain_named (vpr_lowering *lo, const char *name) {
  wr_symbol symbol = wr_intern_find (lo->symbols, wr_str_of (name));
  for (uint32_t i = 0; symbol.ix && i < lo->program->decls.len; i++) {
    vpr_decl *decl = lo->program->decls.data[i];
    if (decl->kind == VPR_DECL_DOMAIN && decl->id.name.ix == symbol.ix) return decl;
  }
  return NULL;
}

const vpr_decl *vpr_domain_function (vpr_lowering *lo, const vpr_decl *domain, const char *name) {
  wr_symbol symbol = wr_intern_find (lo->symbols, wr_str_of (name));
  for (uint32_t i = 0; i < domain->members.len; i++)
    if (domain->members.data[i]->kind == VPR_DECL_DOMAIN_FUNCTION &&
        domain->members.data[i]->id.name.ix == symbol.ix)
      return domain->members.data[i];
  return NULL;
}

/* -- functions --------------------------------------------------------------------------------- */

static wr_func declare (vpr_lowering *lo, const vpr_type *instance, const vpr_decl *f) {
  wr_sort *sorts = WR_NEW (lo->arena, wr_sort, f->formals.len + 1);
  for (uint32_t i = 0; i < f->formals.len; i++)
    sorts[i] = vpr_sort (lo, vpr_type_substitute (types_of (lo), f->formals.data[i]->type,
                                                  instance->decl, &instance->args));
  wr_sort result =
      vpr_sort (lo, vpr_type_substitute (types_of (lo), f->type, instance->decl, &instance->args));
  wr_func func = vpr_func (lo, vpr_text (lo, f->id.name), sorts, f->formals.len, result);
  wr_func_edit (lo->core, func)->span = f->id.span;
  if (f->interpreted) vpr_interpret_func (lo, func, f);
  return func;
}

wr_func vpr_instance_func (vpr_lowering *lo, vpr_type *instance, const vpr_decl *f) {
  struct vpr_domains *d = vpr_domains_of (lo);
  uint64_t key = WR_KEY2 (instance->number, f->index), found;
  if (wr_map_get (&d->funcs, key, &found)) return (wr_func){(uint32_t)found};
  vpr_instance_add (lo, instance);
  wr_func func = declare (lo, instance, f);
  wr_map_put (&d->funcs, key, func.ix);
  return func;
}

wr_expr vpr_domain_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  vpr_type *instance = vpr_instance_of (lo, e->decl->owner, &e->type_args);
  wr_expr *args = WR_NEW (lo->arena, wr_expr, e->args.len + 1);
  vpr_values (lo, &e->args, ctx, args);
  return vpr_app (lo, vpr_instance_func (lo, instance, e->decl), args, e->args.len);
}

/* -- axioms ------------------------------------------------------------------------------------ */

static void add_axiom (vpr_lowering *lo, const vpr_decl *axiom) {
  struct vpr_ctx ctx = {0};
  uint64_t element;
  uint64_t key = (uint64_t)(uintptr_t)axiom;
  if (!wr_map_get (&lo->elements, key, &element)) {
    element = wr_element_new (&lo->core->labels);
    wr_map_put (&lo->elements, key, element);
  }
  struct wr_label_info info = {.role = WR_ROLE_AXIOM,
                               .cls = WR_CLASS_EXPLICIT,
                               .span = axiom->value->span,
                               .report = axiom->value->span,
                               .element = (uint32_t)element};
  bool builtin = axiom->owner->builtin;
  wr_label label = builtin ? (wr_label){0} : wr_label_new (&lo->core->labels, &info);
  uint32_t before = lo->core->axioms.len;
  vpr_axiom (lo, vpr_value (lo, axiom->value, &ctx), label);
  for (uint32_t i = before; i < lo->core->axioms.len; i++)
    if (lo->core->axioms.data[i].label.ix == label.ix)
      lo->core->axioms.data[i].name = axiom->id.name;
}

/* Axioms of domains without an instance. */
static void add_dormant (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const vpr_decl *domain = lo->program->decls.data[i];
    for (uint32_t k = 0; domain->kind == VPR_DECL_DOMAIN && k < domain->members.len; k++) {
      const vpr_decl *axiom = domain->members.data[k];
      bool open = axiom->kind == VPR_DECL_AXIOM && !domain->builtin;
      if (!open || wr_map_has (&lo->elements, (uint64_t)(uintptr_t)axiom)) continue;
      struct wr_dormant_axiom dormant = {axiom->value->span, axiom->id.name};
      WR_VEC_PUSH (&lo->core->dormant, dormant);
    }
  }
}

/* Unique functions of one type are different. */
static void add_unique (vpr_lowering *lo, vpr_type *instance) {
  const vpr_decl *domain = instance->decl;
  vpr_terms terms = {0};
  wr_map done = {0};
  for (uint32_t i = 0; i < domain->members.len; i++) {
    const vpr_decl *f = domain->members.data[i];
    if (f->kind != VPR_DECL_DOMAIN_FUNCTION || !f->unique || wr_map_has (&done, f->type->number))
      continue;
    wr_map_put (&done, f->type->number, 1);
    WR_VEC_CLEAR (&terms);
    for (uint32_t k = i; k < domain->members.len; k++) {
      const vpr_decl *g = domain->members.data[k];
      if (g->kind == VPR_DECL_DOMAIN_FUNCTION && g->unique && g->type == f->type)
        WR_VEC_PUSH (&terms, vpr_app (lo, vpr_instance_func (lo, instance, g), NULL, 0));
    }
    if (terms.len > 1)
      WR_VEC_PUSH (&lo->core->distinct, wr_mk (lo->core, WR_OP_DISTINCT, terms.data, terms.len));
  }
  WR_VEC_FREE (&terms);
  wr_map_free (&done);
}

static void add_axioms (vpr_lowering *lo, vpr_type *instance) {
  const vpr_decl *domain = instance->decl;
  if (domain->kind != VPR_DECL_DOMAIN) return;
  vpr_instance_enter (lo, instance);
  add_unique (lo, instance);
  for (uint32_t k = 0; k < domain->members.len; k++)
    if (domain->members.data[k]->kind == VPR_DECL_AXIOM) add_axiom (lo, domain->members.data[k]);
  vpr_instance_leave (lo, instance);
  vpr_derived_axioms (lo, instance);
}

/* -- rounds ------------------------------------------------------------------------------------ */

void vpr_domains_begin (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    vpr_decl *domain = lo->program->decls.data[i];
    if (domain->kind == VPR_DECL_DOMAIN && !domain->params.len)
      vpr_instance_add (lo, vpr_type_self (types_of (lo), domain));
  }
}

/* Whether the pattern becomes the type when type parameters of `domain` stand for the types in `found`. */
static bool match (const vpr_type *pattern, vpr_type *type, const vpr_decl *domain,
                   vpr_type **found) {
  if (pattern->kind == VPR_TYPE_PARAM && pattern->decl == domain) {
    if (!found[pattern->param]) found[pattern->param] = type;
    return found[pattern->param] == type;
  }
  if (pattern == type) return true;
  if (pattern->kind != type->kind || pattern->decl != type->decl ||
      pattern->args.len != type->args.len || !pattern->args.len)
    return false;
  for (uint32_t i = 0; i < pattern->args.len; i++)
    if (!match (pattern->args.data[i], type->args.data[i], domain, found)) return false;
  return true;
}

/* The axioms of `domain` speak about functions of other domains: instances of those make instances of it. */
static void match_calls (vpr_lowering *lo, vpr_decl *domain, const vpr_expr *e,
                         vpr_type *instance) {
  if (e->kind == VPR_EXPR_CALL && e->decl->owner == instance->decl && domain != instance->decl) {
    vpr_type **found = WR_NEW (lo->arena, vpr_type *, domain->params.len);
    bool fits = true;
    for (uint32_t i = 0; fits && i < e->type_args.len; i++)
      fits = match (e->type_args.data[i], instance->args.data[i], domain, found);
    for (uint32_t i = 0; i < domain->params.len; i++) fits &= found[i] != NULL;
    if (fits) vpr_instance_add (lo, vpr_type_domain (types_of (lo), domain, found));
  }
  for (uint32_t i = 0; i < e->args.len; i++) match_calls (lo, domain, e->args.data[i], instance);
}

static void match_axioms (vpr_lowering *lo, vpr_type *instance) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    vpr_decl *domain = lo->program->decls.data[i];
    if (domain->kind != VPR_DECL_DOMAIN || !domain->params.len) continue;
    for (uint32_t k = 0; k < domain->members.len; k++)
      if (domain->members.data[k]->kind == VPR_DECL_AXIOM)
        match_calls (lo, domain, domain->members.data[k]->value, instance);
  }
}

void vpr_domain_rounds (vpr_lowering *lo) {
  struct vpr_domains *d = vpr_domains_of (lo);
  uint32_t given = d->instances.len; /* what the program itself mentions is not limited in depth */
  while (d->done < d->instances.len && !lo->failed) {
    vpr_type *instance = d->instances.data[d->done++];
    bool deep = d->done > given && instance->depth > VPR_MAX_INSTANCE_DEPTH;
    if (deep || d->done > VPR_MAX_INSTANCES) {
      tell_limit (lo, instance);
      continue;
    }
    match_axioms (lo, instance);
    add_axioms (lo, instance);
  }
  add_dormant (lo);
  vpr_adt_finish (lo);
}
