/* What the union and the instances have in common.  A function with a type parameter is read in the union as
   (T, x) -> (T, f<T>(x)); so for an instance T that is known f<all>($into x) is $into (f<T>(x)).  That is an
   axiom where the union is read at such a place, which happens only where a value of unknown type turned out
   to be one of a known type; and always of applications at an opaque sort: there are few of them, and nothing
   else is known of them. */
#include "front/boogie/lowering.h"

/* The value as one of sort `to`: itself, or put into the union. */
static bool as (bpl_lowering *lo, wr_expr e, wr_sort to, wr_expr *out) {
  *out = e;
  return wr_expr_info (lo->core, e)->sort.ix == to.ix || bpl_into_union (lo, e, to, out);
}

void bpl_link_union (bpl_lowering *lo, const struct bpl_link *link) {
  wr_core *core = lo->core;
  if (!link->always && lo->axiom_count > BPL_LINK_AXIOMS) return;
  uint32_t count = wr_func_info (core, link->all)->param_count;
  wr_var *vars = wr_alloc (count + 1, sizeof *vars);
  wr_expr *args = wr_alloc (count + 1, sizeof *args), *into = wr_alloc (count + 1, sizeof *into);
  WR_REQUIRE (wr_func_info (core, link->one)->param_count == count);
  bool ok = true, differ = false;
  for (uint32_t i = 0; i < count && ok; i++) {
    wr_sort sort = wr_func_param (core, link->one, i);
    vars[i] =
        wr_var_new (core, WR_VAR_BOUND, bpl_symf (lo, "i%u", (unsigned)i), sort, (wr_span){0});
    args[i] = wr_mk_var (core, vars[i]);
    ok = as (lo, args[i], wr_func_param (core, link->all, i), &into[i]);
    differ |= ok && into[i].ix != args[i].ix;
  }
  wr_sort result = wr_func_info (core, link->all)->sort;
  wr_expr one = {0}, value = {0};
  if (ok && differ) one = wr_mk_app (core, link->one, args, count);
  if (one.ix && as (lo, one, result, &value)) {
    wr_expr read = wr_mk_app (core, link->all, into, count);
    wr_expr fact = wr_mk2 (core, WR_OP_EQ, read, value);
    bpl_add_internal_axiom (lo, link->node, link->span, vars, count, &read, 1, fact);
    if (link->always)
      bpl_add_internal_axiom (lo, link->node, link->span, vars, count, &one, 1, fact);
  }
  free (vars);
  free (args);
  free (into);
}

bool bpl_instance_is_opaque (const struct bpl_instance *instance) {
  for (uint32_t i = 0; i < instance->count; i++)
    if (bpl_type_is_opaque (instance->args[i])) return true;
  return false;
}

/* Each type parameter follows from the arguments, and the function is allowed in a trigger. */
static bool can_link (const bpl_lowering *lo, const bpl_decl *decl, wr_func func) {
  enum wr_func_kind kind = wr_func_info (lo->core, func)->kind;
  if (kind != WR_FUNC_UNINTERPRETED && kind != WR_FUNC_AXIOM) return false;
  for (uint32_t p = 0; p < decl->params.len; p++) {
    bool follows = false;
    for (uint32_t i = 0; i < decl->ins.len && !follows; i++)
      follows = bpl_type_mentions (decl->ins.data[i]->type, decl->params.data[p]);
    if (!follows) return false;
  }
  return true;
}

/* The function `number` at the union, and its other instances. */
static void link_function (bpl_lowering *lo, uint32_t number) {
  const struct bpl_instances *in = lo->instances;
  const bpl_decl *decl = in->all.data[number].decl;
  wr_func all = {(uint32_t)wr_map_or (&lo->lowered, number, 0)};
  if (!all.ix || !can_link (lo, decl, all)) return;
  uint32_t at = (uint32_t)wr_map_or (&in->by_decl, (uint64_t)(uintptr_t)decl, 0);
  for (; at; at = in->previous.data[at - 1]) {
    struct bpl_instance other = in->all.data[at - 1];
    wr_func one = {(uint32_t)wr_map_or (&lo->lowered, at - 1, 0)};
    if (!one.ix || bpl_has_union (lo, other.args, other.count)) continue;
    struct bpl_link link = {decl, decl->span, one, all, bpl_instance_is_opaque (&other)};
    bpl_link_union (lo, &link);
  }
}

void bpl_link_functions (bpl_lowering *lo) {
  if (!lo->instances->unions.len) return;
  for (uint32_t d = 0; d < lo->program->decls.len; d++) {
    const bpl_decl *decl = lo->program->decls.data[d];
    if (decl->kind != BPL_DECL_FUNCTION || !decl->params.len) continue;
    uint64_t at = wr_map_or (&lo->instances->by_decl, (uint64_t)(uintptr_t)decl, 0);
    for (; at; at = lo->instances->previous.data[at - 1]) {
      struct bpl_instance instance = lo->instances->all.data[at - 1];
      if (bpl_has_union (lo, instance.args, instance.count)) link_function (lo, (uint32_t)at - 1);
    }
  }
}

/* -- values in the union ---------------------------------------------------------------------------------- */

/* The number of the type of a value of the union. */
static wr_func type_function (bpl_lowering *lo, wr_sort sort) {
  wr_symbol key = bpl_symf (lo, "$type %u", sort.ix);
  uint64_t found = wr_map_or (&lo->builtins, key.ix, 0);
  if (found) return (wr_func){(uint32_t)found};
  wr_symbol name = bpl_fresh_name (lo, &lo->func_names, bpl_sym (lo, "$type"));
  wr_sort integer = wr_sort_simple (lo->core, WR_SORT_INT);
  wr_func func = wr_func_new (lo->core, name, &sort, 1, integer);
  wr_map_put (&lo->builtins, key.ix, func.ix);
  return func;
}

/* Whether values of an opaque sort are compared with others. */
static bool compares_opaque (const bpl_lowering *lo) {
  for (uint32_t i = 0; i < lo->intos.len; i++) {
    wr_sort from = wr_func_param (lo->core, (wr_func){lo->intos.data[i]}, 0);
    if (bpl_type_is_opaque (bpl_type_of_sort (lo, from))) return true;
  }
  return false;
}

/* Different values of a type are different in the union, and so are values of types that are known.  Where no
   value is of an opaque sort this proves hardly more, and costs: programs that Dafny prints take up to 60 %
   more steps. */
void bpl_finish_union (bpl_lowering *lo) {
  wr_core *core = lo->core;
  if (!compares_opaque (lo)) return;
  for (uint32_t i = 0; i < lo->intos.len; i++) {
    wr_func into = {lo->intos.data[i]};
    wr_sort from = wr_func_param (core, into, 0), to = wr_func_info (core, into)->sort;
    const bpl_type *type = bpl_type_of_sort (lo, from);
    wr_var var = wr_var_new (core, WR_VAR_BOUND, bpl_sym (lo, "v"), from, (wr_span){0});
    wr_expr value = wr_mk_var (core, var), put = wr_mk_app (core, into, &value, 1);
    wr_symbol name = bpl_fresh_name (lo, &lo->func_names, bpl_sym (lo, "$from"));
    wr_func back = wr_func_new (core, name, &to, 1, from);
    wr_expr fact = wr_mk2 (core, WR_OP_EQ, wr_mk_app (core, back, &put, 1), value);
    if (!bpl_type_is_opaque (type)) {
      wr_expr number = wr_mk_int (core, (int64_t)from.ix);
      wr_expr tag = wr_mk_app (core, type_function (lo, to), &put, 1);
      fact = wr_mk2 (core, WR_OP_AND, fact, wr_mk2 (core, WR_OP_EQ, tag, number));
    }
    bpl_add_internal_axiom (lo, lo->instances, (wr_span){0}, &var, 1, &put, 1, fact);
  }
}
