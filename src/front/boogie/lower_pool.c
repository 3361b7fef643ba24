/* Pools: hints for instantiation.  {:pool "A"} on a bound variable asks to instantiate the quantifier at
   the terms that {:add_to_pool "A", e} names.  A pool is a predicate that is true of everything: it is a
   trigger of the first and stands beside the formula that carries the second. */
#include "front/boogie/lowering.h"

static wr_func pool_function (bpl_lowering *lo, wr_str pool, wr_sort sort) {
  wr_symbol key = bpl_symf (lo, "$pool %.*s %u", WR_STR_ARGS (pool), sort.ix);
  uint64_t found = wr_map_or (&lo->builtins, key.ix, 0);
  if (found) return (wr_func){(uint32_t)found};
  wr_symbol name = bpl_symf (lo, "$pool %.*s", WR_STR_ARGS (pool));
  wr_func func = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, name), &sort, 1,
                              wr_sort_simple (lo->core, WR_SORT_BOOL));
  wr_map_put (&lo->builtins, key.ix, func.ix);
  wr_var x = wr_var_new (lo->core, WR_VAR_BOUND, bpl_sym (lo, "x"), sort, (wr_span){0});
  wr_expr arg = wr_mk_var (lo->core, x), term = wr_mk_app (lo->core, func, &arg, 1);
  bpl_add_internal_axiom (lo, pool.ptr, (wr_span){0}, &x, 1, &term, 1, term);
  return func;
}

static wr_expr pool_term (bpl_lowering *lo, wr_str pool, wr_expr e) {
  wr_func func = pool_function (lo, pool, wr_expr_info (lo->core, e)->sort);
  return wr_mk_app (lo->core, func, &e, 1);
}

static const struct bpl_attr_arg *pool_of (const bpl_lowering *lo, const bpl_var *var) {
  const bpl_attr *a = bpl_attr_get (lo, var->attrs, "pool");
  return a && a->arg_count && !a->args[0].expr ? &a->args[0] : NULL;
}

bool bpl_all_pooled (const bpl_lowering *lo, const bpl_vars *bound) {
  for (uint32_t i = 0; i < bound->len; i++) {
    if (!pool_of (lo, bound->data[i])) return false;
  }
  return bound->len;
}

void bpl_pool_terms (bpl_lowering *lo, const bpl_vars *bound, const wr_var *vars, wr_expr *out) {
  for (uint32_t i = 0; i < bound->len; i++) {
    out[i] = pool_term (lo, pool_of (lo, bound->data[i])->text, wr_mk_var (lo->core, vars[i]));
  }
}

wr_expr bpl_add_to_pool (bpl_lowering *lo, const bpl_attr *attrs, wr_expr e, enum wr_op op) {
  WR_VEC (wr_expr) terms = {0};
  for (const bpl_attr *a = attrs; a; a = a->next) {
    if (a->kind != BPL_ATTR || !a->arg_count || a->args[0].expr) continue;
    if (!wr_str_equal (wr_symbol_text (lo->symbols, a->name.name), WR_LIT ("add_to_pool")))
      continue;
    for (uint32_t i = 1; i < a->arg_count; i++) {
      if (!a->args[i].expr) continue;
      wr_expr value = bpl_lower_at (lo, a->args[i].expr, 0);
      WR_VEC_PUSH (&terms, pool_term (lo, a->args[0].text, value));
    }
  }
  if (terms.len) e = wr_mk2 (lo->core, op, wr_mk_and (lo->core, terms.data, terms.len), e);
  WR_VEC_FREE (&terms);
  return e;
}
