/* front/viper/lower_derived.c -- what ADTs derive: `contains`, and the order of their values for termination. */
#include "front/viper/lower_domains.h"

static bool is_adt (const vpr_type *type) {
  return type->kind == VPR_TYPE_DOMAIN && type->decl->kind == VPR_DECL_ADT;
}

/* A fact about every value of the instance that the constructor made, and one of its arguments. */
struct part {
  vpr_type *whole;             /* the ADT */
  const vpr_decl *constructor; /* of it */
  uint32_t argument;
};

static vpr_type *type_of_part (vpr_lowering *lo, const struct part *p) {
  return vpr_type_substitute (lo->program->types, p->constructor->formals.data[p->argument]->type,
                              p->whole->decl, &p->whole->args);
}

/* forall x {x.d}: x.isC ==> related (x.d, x), and the same for C(args). */
static void relate_part (vpr_lowering *lo, const struct part *p, wr_func related) {
  uint32_t index = vpr_adt_constructor (lo, p->whole, p->constructor);
  uint32_t first = lo->core->constructors.data[index].first_field,
           count = p->constructor->formals.len;
  wr_var x = vpr_bound (lo, "x", vpr_sort (lo, p->whole));
  wr_expr value = wr_mk_var (lo->core, x);
  wr_expr part = wr_mk_field (lo->core, first + p->argument, value);
  struct vpr_triggers triggers = {0};
  vpr_trigger1 (lo, &triggers, part);
  wr_expr fact =
      vpr_implies (lo, wr_mk_is (lo->core, index, value), vpr_app2 (lo, related, part, value));
  vpr_axiom (lo, vpr_forall (lo, &x, 1, &triggers, fact), (wr_label){0});
  vpr_triggers_free (&triggers);
  wr_var *vars = WR_NEW (lo->arena, wr_var, count);
  wr_expr *args = WR_NEW (lo->arena, wr_expr, count);
  for (uint32_t i = 0; i < count; i++) {
    vars[i] = vpr_bound (lo, "a", lo->core->fields.data[first + i].sort);
    args[i] = wr_mk_var (lo->core, vars[i]);
  }
  wr_expr made = wr_mk_construct (lo->core, index, args, count);
  struct vpr_triggers by_value = {0};
  vpr_trigger1 (lo, &by_value, made);
  vpr_axiom (
      lo, vpr_forall (lo, vars, count, &by_value, vpr_app2 (lo, related, args[p->argument], made)),
      (wr_label){0});
  vpr_triggers_free (&by_value);
}

/* forall a, b, c {ab(a, b), bc(b, c)}: ab(a, b) && bc(b, c) ==> ac(a, c) */
static void transitive (vpr_lowering *lo, wr_func ab, wr_func bc, wr_func ac) {
  wr_var vars[3] = {vpr_bound (lo, "a", wr_func_param (lo->core, ab, 0)),
                    vpr_bound (lo, "b", wr_func_param (lo->core, ab, 1)),
                    vpr_bound (lo, "c", wr_func_param (lo->core, bc, 1))};
  wr_expr a = wr_mk_var (lo->core, vars[0]), b = wr_mk_var (lo->core, vars[1]),
          c = wr_mk_var (lo->core, vars[2]);
  wr_expr first = vpr_app2 (lo, ab, a, b), second = vpr_app2 (lo, bc, b, c);
  struct vpr_triggers triggers = {0};
  vpr_trigger2 (lo, &triggers, first, second);
  wr_expr fact = vpr_implies (lo, vpr_and (lo, first, second), vpr_app2 (lo, ac, a, c));
  vpr_axiom (lo, vpr_forall (lo, vars, 3, &triggers, fact), (wr_label){0});
  vpr_triggers_free (&triggers);
}

/* -- contains ---------------------------------------------------------------------------------- */

/* Whether a value contains this argument of a constructor. */
static bool contains_argument (vpr_lowering *lo, const vpr_decl *adt, const vpr_var *argument) {
  for (uint32_t i = 0; i < adt->derives.len; i++) {
    const struct vpr_derive *derive = &adt->derives.data[i];
    bool left_out =
        !wr_str_equal (wr_symbol_text (lo->symbols, derive->name.name), WR_LIT ("contains"));
    for (uint32_t k = 0; k < derive->without.len && !left_out; k++)
      left_out = derive->without.data[k].name.ix == argument->id.name.ix;
    if (!left_out) return true;
  }
  return false;
}

static wr_func contains_of (vpr_lowering *lo, const vpr_type *like, vpr_type *part,
                            vpr_type *whole) {
  vpr_type *args[] = {part, whole};
  vpr_type *instance = vpr_type_domain (lo->program->types, like->decl, args);
  return vpr_instance_func (lo, instance, vpr_domain_function (lo, like->decl, "contains"));
}

static void add_contains (vpr_lowering *lo, vpr_type *instance) {
  vpr_type *part = instance->args.data[0], *whole = instance->args.data[1];
  if (!is_adt (whole)) return;
  wr_func related = contains_of (lo, instance, part, whole);
  wr_map through = {0};
  for (uint32_t i = 0; i < whole->decl->members.len; i++) {
    const vpr_decl *constructor = whole->decl->members.data[i];
    for (uint32_t k = 0; k < constructor->formals.len; k++) {
      if (!contains_argument (lo, whole->decl, constructor->formals.data[k])) continue;
      struct part p = {whole, constructor, k};
      vpr_type *type = type_of_part (lo, &p);
      if (type == part) relate_part (lo, &p, related);
      if (!is_adt (type) || wr_map_has (&through, type->number)) continue;
      wr_map_put (&through, type->number, 1);
      transitive (lo, contains_of (lo, instance, part, type),
                  contains_of (lo, instance, type, whole), related);
    }
  }
  wr_map_free (&through);
}

/* -- the order --------------------------------------------------------------------------------- */

static bool has_own_order (vpr_lowering *lo, const vpr_decl *adt) {
  wr_symbol name = vpr_symf (lo, "%sWellFoundedOrder", vpr_text (lo, adt->id.name));
  return vpr_domain_named (lo, vpr_text (lo, name)) != NULL;
}

static void add_order (vpr_lowering *lo, vpr_type *instance) {
  vpr_type *whole = instance->args.data[0];
  if (!is_adt (whole) || has_own_order (lo, whole->decl)) return;
  wr_func smaller =
      vpr_instance_func (lo, instance, vpr_domain_function (lo, instance->decl, "decreasing"));
  wr_func bounded =
      vpr_instance_func (lo, instance, vpr_domain_function (lo, instance->decl, "bounded"));
  for (uint32_t i = 0; i < whole->decl->members.len; i++)
    for (uint32_t k = 0; k < whole->decl->members.data[i]->formals.len; k++) {
      struct part p = {whole, whole->decl->members.data[i], k};
      if (type_of_part (lo, &p) == whole) relate_part (lo, &p, smaller);
    }
  transitive (lo, smaller, smaller, smaller);
  wr_var x = vpr_bound (lo, "x", vpr_sort (lo, whole));
  wr_expr fact = vpr_app1 (lo, bounded, wr_mk_var (lo->core, x));
  struct vpr_triggers triggers = {0};
  vpr_trigger1 (lo, &triggers, fact);
  vpr_axiom (lo, vpr_forall (lo, &x, 1, &triggers, fact), (wr_label){0});
  vpr_triggers_free (&triggers);
}

void vpr_derived_axioms (vpr_lowering *lo, vpr_type *instance) {
  wr_str name = wr_symbol_text (lo->symbols, instance->decl->id.name);
  if (wr_str_equal (name, WR_LIT ("ContainsDomain")) && instance->decl->builtin)
    add_contains (lo, instance);
  if (wr_str_equal (name, WR_LIT ("WellFoundedOrder")) && instance->args.len == 1)
    add_order (lo, instance);
}
