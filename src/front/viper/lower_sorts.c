/* front/viper/lower_sorts.c -- sorts of types, and the functions of snapshots.

   A snapshot is a value of one uninterpreted sort: the unit, a pair, or a boxed value.  Boxes exist for the sorts that need them. */
#include "front/viper/lower_domains.h"

wr_sort vpr_int_sort (vpr_lowering *lo) { return wr_sort_simple (lo->core, WR_SORT_INT); }
wr_sort vpr_bool_sort (vpr_lowering *lo) { return wr_sort_simple (lo->core, WR_SORT_BOOL); }
wr_sort vpr_perm_sort (vpr_lowering *lo) { return wr_sort_simple (lo->core, WR_SORT_REAL); }

const vpr_type *vpr_ground (vpr_lowering *lo, const vpr_type *type) {
  if (type->kind == VPR_TYPE_PARAM) {
    uint64_t key = wr_hash_mix ((uint64_t)(uintptr_t)type->decl, type->param), found;
    return wr_map_get (&lo->type_env, key, &found) ? (const vpr_type *)(uintptr_t)found : type;
  }
  if (!type->args.len || vpr_type_is_ground (type)) return type;
  vpr_type **args = WR_NEW (lo->arena, vpr_type *, type->args.len);
  for (uint32_t i = 0; i < type->args.len; i++)
    args[i] = (vpr_type *)(uintptr_t)vpr_ground (lo, type->args.data[i]);
  return vpr_type_with_args ((vpr_type_table *)lo->program->types, (vpr_type *)(uintptr_t)type,
                             args);
}

static wr_sort named (vpr_lowering *lo, const vpr_type *type) {
  wr_str text = vpr_type_text (lo->arena, lo->symbols, type);
  return wr_sort_named (lo->core, vpr_unique (lo, text.ptr));
}

static wr_sort domain_sort (vpr_lowering *lo, const vpr_type *type) {
  vpr_type *instance = vpr_type_at (lo->program->types, type->number);
  vpr_instance_add (lo, instance);
  if (type->decl->interpreted) return vpr_interpreted_sort (lo, type->decl);
  return type->decl->kind == VPR_DECL_ADT ? vpr_adt_sort (lo, instance) : named (lo, type);
}

static wr_sort make_sort (vpr_lowering *lo, const vpr_type *type) {
  switch ((int)type->kind) {
  case VPR_TYPE_INT: return vpr_int_sort (lo);
  case VPR_TYPE_BOOL:
  case VPR_TYPE_IMPURE:
  case VPR_TYPE_PREDICATE:
  case VPR_TYPE_WAND: return vpr_bool_sort (lo);
  case VPR_TYPE_PERM: return vpr_perm_sort (lo);
  case VPR_TYPE_DOMAIN: return domain_sort (lo, type);
  default: return named (lo, type);
  }
}

wr_sort vpr_sort (vpr_lowering *lo, const vpr_type *type) {
  type = vpr_ground (lo, type);
  uint64_t found;
  if (wr_map_get (&lo->sorts, type->number, &found)) return (wr_sort){(uint32_t)found};
  wr_sort sort = make_sort (lo, type);
  wr_map_put (&lo->sorts, type->number, sort.ix);
  return sort;
}

wr_expr vpr_default (vpr_lowering *lo, wr_sort sort) {
  uint64_t found;
  if (!wr_map_get (&lo->defaults, sort.ix, &found)) {
    found = vpr_func (lo, "default", NULL, 0, sort).ix;
    wr_map_put (&lo->defaults, sort.ix, found);
  }
  return vpr_app (lo, (wr_func){(uint32_t)found}, NULL, 0);
}

/* -- snapshots ------------------------------------------------------------------------------------- */

wr_sort vpr_snap_sort (vpr_lowering *lo) {
  if (lo->snap.ix) return lo->snap;
  wr_sort s = lo->snap = wr_sort_named (lo->core, vpr_unique (lo, "Snapshot"));
  lo->unit = vpr_func (lo, "unit", NULL, 0, s);
  lo->pair = vpr_func (lo, "pair", (wr_sort[]){s, s}, 2, s);
  lo->first = vpr_func (lo, "first", &s, 1, s);
  lo->second = vpr_func (lo, "second", &s, 1, s);
  wr_var vars[2] = {vpr_bound (lo, "a", s), vpr_bound (lo, "b", s)};
  wr_expr a = wr_mk_var (lo->core, vars[0]), b = wr_mk_var (lo->core, vars[1]);
  wr_expr pair = vpr_app2 (lo, lo->pair, a, b);
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, pair);
  wr_expr both = vpr_and (lo, vpr_eq (lo, vpr_app1 (lo, lo->first, pair), a),
                          vpr_eq (lo, vpr_app1 (lo, lo->second, pair), b));
  vpr_axiom (lo, vpr_forall (lo, vars, 2, &t, both), (wr_label){0});
  vpr_triggers_free (&t);
  return s;
}

static void make_box (vpr_lowering *lo, wr_sort sort) {
  if (wr_map_has (&lo->boxes, sort.ix)) return;
  wr_sort snap = vpr_snap_sort (lo);
  wr_func box = vpr_func (lo, "box", &sort, 1, snap),
          unbox = vpr_func (lo, "unbox", &snap, 1, sort);
  wr_map_put (&lo->boxes, sort.ix, box.ix);
  wr_map_put (&lo->unboxes, sort.ix, unbox.ix);
  wr_var x = vpr_bound (lo, "x", sort);
  wr_expr value = wr_mk_var (lo->core, x), boxed = vpr_app1 (lo, box, value);
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, boxed);
  wr_expr same = vpr_eq (lo, vpr_app1 (lo, unbox, boxed), value);
  vpr_axiom (lo, vpr_forall (lo, &x, 1, &t, same), (wr_label){0});
  vpr_triggers_free (&t);
}

wr_expr vpr_box (vpr_lowering *lo, wr_expr value) {
  wr_sort sort = wr_expr_info (lo->core, value)->sort;
  if (sort.ix == vpr_snap_sort (lo).ix) return value;
  make_box (lo, sort);
  return vpr_app1 (lo, (wr_func){(uint32_t)wr_map_or (&lo->boxes, sort.ix, 0)}, value);
}

/* unbox (box (x)) is x. */
wr_expr vpr_unbox (vpr_lowering *lo, wr_expr snap, wr_sort sort) {
  if (sort.ix == vpr_snap_sort (lo).ix) return snap;
  make_box (lo, sort);
  const struct wr_expr_info *info = wr_expr_info (lo->core, snap);
  uint64_t box = wr_map_or (&lo->boxes, sort.ix, 0);
  if (info->op == WR_OP_APP && info->data == box) return wr_expr_child (lo->core, snap, 0);
  return vpr_app1 (lo, (wr_func){(uint32_t)wr_map_or (&lo->unboxes, sort.ix, 0)}, snap);
}

wr_expr vpr_unit (vpr_lowering *lo) {
  vpr_snap_sort (lo);
  return vpr_app (lo, lo->unit, NULL, 0);
}

wr_expr vpr_pair (vpr_lowering *lo, wr_expr a, wr_expr b) {
  vpr_snap_sort (lo);
  return vpr_app2 (lo, lo->pair, a, b);
}

static wr_expr projection (vpr_lowering *lo, wr_expr snap, uint32_t side) {
  vpr_snap_sort (lo);
  const struct wr_expr_info *info = wr_expr_info (lo->core, snap);
  if (info->op == WR_OP_APP && info->data == lo->pair.ix)
    return wr_expr_child (lo->core, snap, side);
  return vpr_app1 (lo, side ? lo->second : lo->first, snap);
}

wr_expr vpr_first (vpr_lowering *lo, wr_expr snap) { return projection (lo, snap, 0); }
wr_expr vpr_second (vpr_lowering *lo, wr_expr snap) { return projection (lo, snap, 1); }
