/* front/viper/lower_adt.c -- algebraic data types are datatypes of core. */
#include "front/viper/lower_domains.h"

/* -- datatypes --------------------------------------------------------------------------------- */

static bool is_founded (vpr_lowering *lo, const vpr_type *instance, const wr_map *open);

/* An argument has values without a value of the instances that are being looked at. */
static bool has_values (vpr_lowering *lo, const vpr_type *type, const wr_map *open) {
  if (type->kind != VPR_TYPE_DOMAIN || type->decl->kind != VPR_DECL_ADT) return true;
  return !wr_map_has (open, type->number) && is_founded (lo, type, open);
}

static bool is_founded (vpr_lowering *lo, const vpr_type *instance, const wr_map *open) {
  const vpr_decl *adt = instance->decl;
  wr_map inner = wr_map_copy (open);
  bool founded = false;
  wr_map_put (&inner, instance->number, 1);
  for (uint32_t i = 0; i < adt->members.len && !founded; i++) {
    const vpr_vars formals = adt->members.data[i]->formals;
    founded = true;
    for (uint32_t k = 0; k < formals.len && founded; k++)
      founded = has_values (
          lo, vpr_type_substitute (lo->program->types, formals.data[k]->type, adt, &instance->args),
          &inner);
  }
  wr_map_free (&inner);
  return founded;
}

wr_sort vpr_adt_sort (vpr_lowering *lo, vpr_type *instance) {
  struct vpr_domains *d = vpr_domains_of (lo);
  wr_map open = {0};
  if (!is_founded (lo, instance, &open))
    vpr_unsupported (
        lo, instance->decl->id.span,
        "an ADT whose constructors all take values of the ADT itself is not supported");
  wr_map_free (&open);
  wr_str name = vpr_type_text (lo->arena, lo->symbols, instance);
  WR_VEC_PUSH (&d->pending, instance);
  return wr_datatype_declare (lo->core, vpr_unique (lo, name.ptr));
}

static void add_constructor (vpr_lowering *lo, const vpr_type *instance, const vpr_decl *c) {
  uint32_t count = c->formals.len;
  wr_symbol *names = WR_NEW (lo->arena, wr_symbol, count),
            *shown = WR_NEW (lo->arena, wr_symbol, count);
  wr_sort *sorts = WR_NEW (lo->arena, wr_sort, count);
  wr_symbol name = vpr_unique (lo, vpr_text (lo, c->id.name));
  for (uint32_t i = 0; i < count; i++) {
    const vpr_var *formal = c->formals.data[i];
    shown[i] = formal->id.name;
    names[i] = vpr_symf (lo, "%s#%s", vpr_text (lo, formal->id.name), vpr_text (lo, name));
    sorts[i] = vpr_sort (lo, vpr_type_substitute (lo->program->types, formal->type, instance->decl,
                                                  &instance->args));
  }
  wr_constructor_add (lo->core, vpr_sort (lo, instance), name, c->id.name, names, shown, sorts,
                      count);
}

/* All constructors of one datatype before those of the next; their arguments may add datatypes. */
void vpr_adt_finish (vpr_lowering *lo) {
  struct vpr_domains *d = vpr_domains_of (lo);
  if (d->adding) return;
  d->adding = true;
  for (uint32_t i = 0; i < d->pending.len; i++) {
    vpr_type *instance = d->pending.data[i];
    /* the sorts of the arguments first: they may declare datatypes, but no constructor */
    for (uint32_t k = 0; k < instance->decl->members.len; k++)
      add_constructor (lo, instance, instance->decl->members.data[k]);
  }
  d->pending.len = 0;
  d->adding = false;
}

uint32_t vpr_adt_constructor (vpr_lowering *lo, vpr_type *instance, const vpr_decl *constructor) {
  wr_sort sort = vpr_sort (lo, instance);
  vpr_adt_finish (lo);
  const struct wr_sort_info *info = wr_sort_info (lo->core, sort);
  uint32_t position = 0;
  while (instance->decl->members.data[position] != constructor) position++;
  return lo->core->datatypes.data[info->a].first_constructor + position;
}

wr_expr vpr_adt_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  const vpr_decl *constructor = e->decl;
  vpr_type *instance = vpr_instance_of (lo, constructor->owner, &e->type_args);
  uint32_t index = vpr_adt_constructor (lo, instance, constructor);
  wr_expr *args = WR_NEW (lo->arena, wr_expr, e->args.len + 1);
  vpr_values (lo, &e->args, ctx, args);
  if (e->kind == VPR_EXPR_DISCRIMINATOR) return wr_mk_is (lo->core, index, args[0]);
  if (e->kind == VPR_EXPR_CALL) return wr_mk_construct (lo->core, index, args, e->args.len);
  uint32_t field = lo->core->constructors.data[index].first_field;
  for (uint32_t i = 0; constructor->formals.data[i] != e->var; i++) field++;
  return wr_mk_field (lo->core, field, args[0]);
}
