/* Polymorphic maps and lambdas: an uninterpreted sort with functions select<..> and store<..> for each
   instance of the map's own type parameters (docs/design/polymorphism.md). */
#include "front/boogie/lowering.h"

/* Instances of ordinary maps are kept under one key, with domain and range as arguments. */
const void *bpl_map_key (const bpl_lowering *lo) { return lo->instances; }

/* -- the order of a map's parameters ----------------------------------------------------------------- */

/* Two equal map types may name and order their parameters differently.  Fills order[i] with the number
   in `from` of parameter i of `to`, by walking both. */
static void match_params (const bpl_type *from, const bpl_type *to, const bpl_type *part,
                          const bpl_type *other, uint32_t *order) {
  part = bpl_type_head (part);
  other = bpl_type_head (other);
  if (part->kind == BPL_TYPE_PARAM && other->kind == BPL_TYPE_PARAM) {
    for (uint32_t i = 0; i < from->params.len; i++) {
      for (uint32_t j = 0; j < to->params.len; j++) {
        if (from->params.data[i] == part->param && to->params.data[j] == other->param) order[j] = i;
      }
    }
    return;
  }
  for (uint32_t i = 0; i < part->args.len && i < other->args.len; i++) {
    match_params (from, to, part->args.data[i], other->args.data[i], order);
  }
  if (part->result && other->result) match_params (from, to, part->result, other->result, order);
}

bpl_types bpl_map_type_args (bpl_lowering *lo, const bpl_type *type, const bpl_types *given) {
  const bpl_type *from = bpl_type_head (type);
  bpl_type *to = bpl_ground (lo, type);
  bpl_types out = {WR_NEW (lo->arena, bpl_type *, given->len), given->len};
  uint32_t *order = WR_NEW (lo->arena, uint32_t, given->len + 1);
  for (uint32_t i = 0; i < given->len; i++) order[i] = i;
  if (from->kind == BPL_TYPE_MAP) match_params (from, to, from, to, order);
  for (uint32_t i = 0; i < given->len; i++) out.data[i] = given->data[order[i]];
  return out;
}

/* -- select and store ------------------------------------------------------------------------------------ */

static const void *store_key (const bpl_type *map) { return (const char *)map + 1; }

/* The index sorts and the result at an instance. */
static void instance_sorts (bpl_lowering *lo, const bpl_type *map, bpl_type *const *args,
                            wr_sort *index, wr_sort *result) {
  for (uint32_t i = 0; i < map->params.len; i++) bpl_bind_type (lo, map->params.data[i], args[i]);
  for (uint32_t i = 0; i < map->args.len; i++) index[i] = bpl_sort (lo, map->args.data[i]);
  *result = bpl_sort (lo, map->result);
  bpl_unbind_types (lo, map->params.len);
}

static wr_func map_function (bpl_lowering *lo, bpl_type *map, bpl_type *const *args, bool store) {
  uint32_t count = map->params.len, arity = map->args.len;
  uint32_t number = bpl_instance_of (lo, store ? store_key (map) : map, args, count);
  uint64_t found = wr_map_or (&lo->lowered, number, 0);
  if (found) return (wr_func){(uint32_t)found};
  wr_sort *sorts = wr_alloc (arity + 2, sizeof *sorts), result;
  sorts[0] = bpl_ground_sort (lo, map);
  instance_sorts (lo, map, args, sorts + 1, &result);
  if (store) {
    sorts[arity + 1] = result;
    result = sorts[0];
  }
  wr_symbol name = bpl_instance_name (lo, bpl_sym (lo, store ? "store" : "select"), args, count);
  wr_func func = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, name), sorts,
                              arity + (store ? 2 : 1), result);
  free (sorts);
  wr_map_put (&lo->lowered, number, func.ix);
  if (!store) WR_VEC_PUSH (&lo->selects, number);
  return func;
}

static wr_func at_types (bpl_lowering *lo, const bpl_type *type, const bpl_types *type_args,
                         bool store) {
  bpl_types ordered = bpl_map_type_args (lo, type, type_args);
  WR_VEC (bpl_type *) args = {0};
  for (uint32_t i = 0; i < ordered.len; i++) {
    WR_VEC_PUSH (&args, bpl_ground (lo, ordered.data[i]));
  }
  bpl_type *map = bpl_ground (lo, type);
  wr_func func = map_function (lo, map, args.data, store);
  if (store) map_function (lo, map, args.data, false);
  WR_VEC_FREE (&args);
  lo->expanded_types = true;
  return func;
}

static wr_expr apply (bpl_lowering *lo, wr_func func, wr_expr map, const wr_expr *index,
                      uint32_t count, const wr_expr *value) {
  WR_VEC (wr_expr) args = {0};
  WR_VEC_PUSH (&args, map);
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&args, index[i]);
  if (value) WR_VEC_PUSH (&args, *value);
  wr_expr result = wr_mk_app (lo->core, func, args.data, args.len);
  WR_VEC_FREE (&args);
  return result;
}

wr_expr bpl_poly_select (bpl_lowering *lo, wr_expr map, const bpl_type *type,
                         const bpl_types *type_args, const wr_expr *index, uint32_t count) {
  return apply (lo, at_types (lo, type, type_args, false), map, index, count, NULL);
}

wr_expr bpl_poly_store (bpl_lowering *lo, wr_expr map, const bpl_type *type,
                        const bpl_types *type_args, const wr_expr *index, uint32_t count,
                        wr_expr value) {
  return apply (lo, at_types (lo, type, type_args, true), map, index, count, &value);
}

/* -- axioms ------------------------------------------------------------------------------------------------ */

static wr_var bound (bpl_lowering *lo, const char *name, uint32_t number, wr_sort sort) {
  return wr_var_new (lo->core, WR_VAR_BOUND, bpl_symf (lo, "%s%u", name, number), sort,
                     (wr_span){0});
}

struct access {
  wr_func select, store;
  uint32_t arity;
};

/* i == j where they can be compared: of one sort, or in the union. */
static bool index_equality (bpl_lowering *lo, wr_expr i, wr_expr j, wr_expr *out) {
  wr_core *core = lo->core;
  if (wr_expr_info (core, i)->sort.ix != wr_expr_info (core, j)->sort.ix)
    return bpl_equal_in_union (lo, i, j, out);
  *out = wr_mk2 (core, WR_OP_EQ, i, j);
  return true;
}

/* select_b(store_a(m, i, v), j): v at the same place and instance, select_b(m, j) where they differ. */
static void add_map_axiom (bpl_lowering *lo, const bpl_type *map, const struct access *a,
                           const struct access *b, bool same, bool distinct) {
  wr_core *core = lo->core;
  WR_VEC (wr_var) vars = {0};
  WR_VEC (wr_expr) i = {0}, j = {0}, differ = {0};
  WR_VEC_PUSH (&vars, bound (lo, "m", 0, wr_func_param (core, a->store, 0)));
  for (uint32_t k = 0; k < a->arity; k++) {
    WR_VEC_PUSH (&vars, bound (lo, "i", k, wr_func_param (core, a->store, k + 1)));
    WR_VEC_PUSH (&i, wr_mk_var (core, WR_VEC_LAST (&vars)));
  }
  WR_VEC_PUSH (&vars, bound (lo, "v", 0, wr_func_param (core, a->store, a->arity + 1)));
  wr_expr m = wr_mk_var (core, vars.data[0]), v = wr_mk_var (core, WR_VEC_LAST (&vars));
  for (uint32_t k = 0; k < a->arity && !same; k++) {
    WR_VEC_PUSH (&vars, bound (lo, "j", k, wr_func_param (core, b->select, k + 1)));
    WR_VEC_PUSH (&j, wr_mk_var (core, WR_VEC_LAST (&vars)));
    wr_expr equal = {0};
    if (!index_equality (lo, i.data[k], j.data[k], &equal)) continue;
    WR_VEC_PUSH (&differ, wr_mk1 (core, WR_OP_NOT, equal));
  }
  wr_expr stored = apply (lo, a->store, m, i.data, a->arity, &v);
  wr_expr read = apply (lo, b->select, stored, same ? i.data : j.data, a->arity, NULL);
  wr_expr fact;
  if (same) {
    fact = wr_mk2 (core, WR_OP_EQ, read, v);
  } else {
    fact = wr_mk2 (core, WR_OP_EQ, read, apply (lo, b->select, m, j.data, a->arity, NULL));
    if (!distinct) {
      wr_expr apart = wr_mk_or (core, differ.data, differ.len);
      fact = wr_mk2 (core, WR_OP_IMPLIES, apart, fact);
    }
  }
  bpl_add_internal_axiom (lo, map, map->span, vars.data, vars.len, &read, 1, fact);
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&i);
  WR_VEC_FREE (&j);
  WR_VEC_FREE (&differ);
}

static bool find_store (const bpl_lowering *lo, const struct bpl_instance *instance,
                        wr_func *store) {
  uint32_t number =
      bpl_instance_find (lo, store_key (instance->decl), instance->args, instance->count);
  uint64_t found = number == UINT32_MAX ? 0 : wr_map_or (&lo->lowered, number, 0);
  *store = (wr_func){(uint32_t)found};
  return found;
}

static bool instances_distinct (const struct bpl_instance *a, const struct bpl_instance *b) {
  for (uint32_t i = 0; i < a->count; i++) {
    if (!bpl_may_be_equal (a->args[i], b->args[i])) return true;
  }
  return false;
}

static struct access access_of (const bpl_lowering *lo, uint32_t number,
                                const struct bpl_instance *instance) {
  const bpl_type *map = instance->decl;
  struct access a = {.arity = map->args.len};
  a.select = (wr_func){(uint32_t)wr_map_or (&lo->lowered, number, 0)};
  find_store (lo, instance, &a.store);
  return a;
}

/* Whether the map is written at an opaque sort, which may stand for any other. */
static bool has_opaque_store (const bpl_lowering *lo, const bpl_type *map) {
  for (uint32_t x = 0; x < lo->selects.len; x++) {
    struct bpl_instance a = lo->instances->all.data[lo->selects.data[x]];
    wr_func store;
    if (a.decl == map && bpl_instance_is_opaque (&a) && find_store (lo, &a, &store)) return true;
  }
  return false;
}

/* What is known of selections at the instance `b` of a map, given those at `a`. */
static void add_pair (bpl_lowering *lo, uint32_t number_a, uint32_t number_b) {
  struct bpl_instance a = lo->instances->all.data[number_a], b = lo->instances->all.data[number_b];
  const bpl_type *map = a.decl;
  if (b.decl != a.decl || bpl_has_union (lo, a.args, a.count)) return;
  struct access from = access_of (lo, number_a, &a), to = access_of (lo, number_b, &b);
  bool distinct = number_a != number_b && instances_distinct (&a, &b);
  if (from.store.ix) add_map_axiom (lo, map, &from, &to, false, distinct);
  if (!bpl_has_union (lo, b.args, b.count)) return;
  bool always = bpl_instance_is_opaque (&a) || has_opaque_store (lo, map);
  struct bpl_link link = {map, map->span, from.select, to.select, always};
  bpl_link_union (lo, &link);
}

void bpl_poly_finish (bpl_lowering *lo) {
  for (uint32_t x = 0; x < lo->selects.len; x++) {
    struct bpl_instance a = lo->instances->all.data[lo->selects.data[x]];
    struct access from = access_of (lo, lo->selects.data[x], &a);
    if (from.store.ix && !bpl_has_union (lo, a.args, a.count))
      add_map_axiom (lo, a.decl, &from, &from, true, false);
    for (uint32_t y = 0; y < lo->selects.len; y++)
      add_pair (lo, lo->selects.data[x], lo->selects.data[y]);
  }
}

/* -- lambdas ------------------------------------------------------------------------------------------------- */

struct lambda_instance {
  wr_func select;
  wr_expr body;
  wr_var *indices;
};

static struct lambda_instance lower_instance (bpl_lowering *lo, const bpl_expr *e, bpl_type *map,
                                              const struct bpl_instance *instance) {
  const bpl_tparams *params = &e->u.binder.params;
  const bpl_vars *bound_vars = &e->u.binder.bound;
  uint32_t *order = WR_NEW (lo->arena, uint32_t, params->len + 1);
  for (uint32_t i = 0; i < params->len; i++) order[i] = i;
  const bpl_type *own = bpl_type_head (e->type);
  match_params (map, own, map, own, order);
  struct lambda_instance out = {.select = map_function (lo, map, instance->args, false)};
  for (uint32_t i = 0; i < params->len; i++) {
    bpl_bind_type (lo, params->data[i], instance->args[order[i]]);
  }
  out.indices = WR_NEW (lo->arena, wr_var, bound_vars->len);
  void **saved = wr_alloc (bound_vars->len + 1, sizeof *saved);
  for (uint32_t i = 0; i < bound_vars->len; i++) {
    bpl_var *var = bound_vars->data[i];
    out.indices[i] =
        wr_var_new (lo->core, WR_VAR_BOUND, var->id.name, bpl_sort (lo, var->type), var->id.span);
    saved[i] = bpl_bind_var (var, out.indices[i]);
  }
  lo->binders++;
  out.body = bpl_lower_codeless (lo, e->args.data[0], "a lambda");
  lo->binders--;
  for (uint32_t i = bound_vars->len; i-- > 0;) bound_vars->data[i]->lowered = saved[i];
  free (saved);
  bpl_unbind_types (lo, params->len);
  return out;
}

static void add_lambda_axiom (bpl_lowering *lo, const bpl_expr *e, struct bpl_leaves *leaves,
                              wr_func func, const struct lambda_instance *one) {
  uint32_t count = e->u.binder.bound.len;
  WR_VEC (wr_expr) index = {0};
  for (uint32_t i = 0; i < count; i++) {
    WR_VEC_PUSH (&index, wr_mk_var (lo->core, one->indices[i]));
  }
  wr_expr read = apply (lo, one->select, bpl_leaves_term (leaves, func), index.data, count, NULL);
  wr_expr body = bpl_leaves_abstract (leaves, one->body);
  wr_expr fact = wr_mk2 (lo->core, WR_OP_EQ, read, body);
  bpl_leaves_axiom (leaves, e, one->indices, count, read, fact);
  WR_VEC_FREE (&index);
}

/* Lambdas of the same shape at all instances share one function. */
static wr_symbol lambda_key (bpl_lowering *lo, const bpl_expr *e, struct bpl_leaves *leaves,
                             wr_sort sort, const struct lambda_instance *all, uint32_t count) {
  wr_buf key = {0};
  wr_buf_print (&key, "types %u", sort.ix);
  for (uint32_t i = 0; i < leaves->params.len; i++) {
    wr_buf_print (&key, ",%u", wr_var_info (lo->core, leaves->params.data[i])->sort.ix);
  }
  for (uint32_t i = 0; i < count; i++) {
    wr_expr body = bpl_leaves_abstract (leaves, all[i].body);
    wr_symbol shape = bpl_shape (lo, all[i].indices, e->u.binder.bound.len, leaves->params.data,
                                 leaves->params.len, body);
    wr_buf_print (&key, " %u:%u", all[i].select.ix, shape.ix);
  }
  wr_symbol symbol = wr_intern (lo->symbols, wr_buf_str (&key));
  wr_buf_free (&key);
  return symbol;
}

/* A function of the variables that the body mentions, with an axiom for each instance of the map. */
wr_expr bpl_lower_poly_lambda (bpl_lowering *lo, const bpl_expr *e) {
  lo->expanded_types = true;
  bpl_type *map = bpl_ground (lo, e->type);
  wr_sort sort = bpl_ground_sort (lo, map);
  struct bpl_leaves leaves = {.lo = lo, .first_inner = lo->core->vars.len};
  WR_VEC (struct lambda_instance) all = {0};
  WR_VEC (uint32_t) numbers = {0};
  const struct bpl_instances *in = lo->instances;
  uint64_t last = wr_map_or (&in->by_decl, (uint64_t)(uintptr_t)map, 0);
  for (uint32_t at = (uint32_t)last; at; at = in->previous.data[at - 1])
    WR_VEC_PUSH (&numbers, at - 1);
  bool holds = bpl_union_holds (lo, e);
  bpl_leaves_of_tree (&leaves, e);
  for (uint32_t i = numbers.len; i-- > 0 && !lo->failed;) {
    struct bpl_instance instance = in->all.data[numbers.data[i]];
    if (!holds && bpl_has_union (lo, instance.args, instance.count)) continue;
    WR_VEC_PUSH (&all, lower_instance (lo, e, map, &instance));
    bpl_leaves_of (&leaves, WR_VEC_LAST (&all).body);
  }
  wr_symbol key = lambda_key (lo, e, &leaves, sort, all.data, all.len);
  wr_func func = {(uint32_t)wr_map_or (&lo->lambdas, key.ix, 0)};
  if (!func.ix) {
    func = bpl_leaves_function (&leaves, bpl_symf (lo, "lambda#%u", lo->lambda_count++), sort);
    wr_map_put (&lo->lambdas, key.ix, func.ix);
    for (uint32_t i = 0; i < all.len; i++) add_lambda_axiom (lo, e, &leaves, func, &all.data[i]);
  }
  wr_expr result = bpl_leaves_call (&leaves, func);
  WR_VEC_FREE (&all);
  WR_VEC_FREE (&numbers);
  bpl_leaves_free (&leaves);
  return result;
}
