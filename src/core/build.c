/* Variables, functions and expressions. */
#include "core/build.h"

#include "base/check.h"

wr_var wr_var_new (wr_core *core, enum wr_var_kind kind, wr_symbol name, wr_sort sort,
                   wr_span span) {
  WR_ASSERT (name.ix && sort.ix);
  WR_VEC_PUSH (&core->vars,
               ((struct wr_var_info){
                   .name = name, .shown = name, .kind = kind, .sort = sort, .span = span}));
  return (wr_var){core->vars.len - 1};
}

wr_func wr_func_new (wr_core *core, wr_symbol name, const wr_sort *params, uint32_t count,
                     wr_sort result) {
  WR_ASSERT (name.ix && result.ix);
  uint32_t first = core->pool.len;
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&core->pool, params[i].ix);
  WR_VEC_PUSH (
      &core->funcs,
      ((struct wr_func_info){
          .name = name, .shown = name, .sort = result, .first_sort = first, .param_count = count}));
  return (wr_func){core->funcs.len - 1};
}

wr_sort wr_func_param (const wr_core *core, wr_func func, uint32_t i) {
  const struct wr_func_info *info = wr_func_info (core, func);
  WR_ASSERT (i < info->param_count);
  return (wr_sort){core->pool.data[info->first_sort + i]};
}

/* -- hash-consing ------------------------------------------------------------------------------ */

struct expr_key {
  const wr_core *core;
  enum wr_op op;
  uint32_t data;
  wr_sort sort;
  const wr_expr *args;
  uint32_t count;
};

static bool same_expr (const void *ctx, uint32_t item) {
  const struct expr_key *key = ctx;
  const struct wr_expr_info *info = &key->core->exprs.data[item];
  if (info->op != key->op || info->data != key->data || info->count != key->count ||
      info->sort.ix != key->sort.ix) {
    return false;
  }
  const uint32_t *children = WR_VEC_FROM (&key->core->pool, info->first);
  for (uint32_t i = 0; i < key->count; i++) {
    if (children[i] != key->args[i].ix) return false;
  }
  return true;
}

static uint64_t hash_expr (const struct expr_key *key) {
  uint64_t hash = wr_hash_mix (WR_KEY2 (key->op, key->sort.ix), WR_KEY2 (key->count, key->data));
  for (uint32_t i = 0; i < key->count; i++) hash = wr_hash_mix (hash, key->args[i].ix);
  return hash;
}

/* Appends to the pool; `args` may itself lie in the pool, which may move. */
static uint32_t pool_exprs (wr_core *core, const wr_expr *args, uint32_t count) {
  uint32_t first = core->pool.len;
  const uint32_t *from = (const uint32_t *)args;
  bool inside = core->pool.data && from >= core->pool.data && from < core->pool.data + first;
  size_t offset = inside ? (size_t)(from - core->pool.data) : 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t ix = inside ? core->pool.data[offset + i] : args[i].ix;
    WR_VEC_PUSH (&core->pool, ix);
  }
  return first;
}

static void add_flags (const wr_core *core, struct wr_expr_info *info, wr_expr child) {
  const struct wr_expr_info *from = wr_expr_info (core, child);
  info->has_old |= from->has_old;
  info->has_binder |= from->has_binder;
  info->has_bound |= from->has_bound;
}

static void add_binder_flags (const wr_core *core, struct wr_expr_info *info) {
  info->has_binder = true;
  const struct wr_binder *binder = &core->binders.data[info->data];
  const uint32_t *pool = core->pool.data;
  for (uint32_t i = 0; i < binder->trigger_count; i++) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    for (uint32_t j = 0; j < pair[1]; j++) add_flags (core, info, (wr_expr){pool[pair[0] + j]});
  }
  for (uint32_t i = 0; i < binder->nopat_count; i++) {
    add_flags (core, info, (wr_expr){pool[binder->first_nopat + i]});
  }
}

static wr_expr make (wr_core *core, enum wr_op op, uint32_t data, wr_sort sort, const wr_expr *args,
                     uint32_t count) {
  WR_ASSERT (sort.ix);
  struct expr_key key = {core, op, data, sort, args, count};
  uint64_t hash = hash_expr (&key);
  uint32_t found = wr_index_find (&core->expr_index, hash, same_expr, &key);
  if (found != UINT32_MAX) return (wr_expr){found};
  struct wr_expr_info info = {.op = (uint8_t)op, .sort = sort, .data = data, .count = count};
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (args[i].ix && args[i].ix < core->exprs.len);
    add_flags (core, &info, args[i]);
  }
  if (op == WR_OP_OLD) info.has_old = true;
  if (op == WR_OP_VAR && core->vars.data[data].kind == WR_VAR_BOUND) info.has_bound = true;
  if (op == WR_OP_FORALL || op == WR_OP_EXISTS || op == WR_OP_LET) add_binder_flags (core, &info);
  info.first = pool_exprs (core, args, count);
  WR_VEC_PUSH (&core->exprs, info);
  wr_index_add (&core->expr_index, hash, core->exprs.len - 1);
  return (wr_expr){core->exprs.len - 1};
}

/* -- expressions ------------------------------------------------------------------------------- */

wr_expr wr_mk_literal (wr_core *core, enum wr_op op, wr_symbol text, wr_sort sort) {
  WR_ASSERT (op >= WR_OP_INT && op <= WR_OP_RMODE);
  return make (core, op, text.ix, sort, NULL, 0);
}

wr_expr wr_mk_var (wr_core *core, wr_var var) {
  WR_ASSERT (var.ix && var.ix < core->vars.len);
  return make (core, WR_OP_VAR, var.ix, wr_var_info (core, var)->sort, NULL, 0);
}

wr_expr wr_mk_app (wr_core *core, wr_func func, const wr_expr *args, uint32_t count) {
  WR_ASSERT (func.ix && func.ix < core->funcs.len &&
             wr_func_info (core, func)->param_count == count);
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (wr_expr_info (core, args[i])->sort.ix == wr_func_param (core, func, i).ix);
  }
  return make (core, WR_OP_APP, func.ix, wr_func_info (core, func)->sort, args, count);
}

wr_expr wr_mk (wr_core *core, enum wr_op op, const wr_expr *args, uint32_t count) {
  wr_sort sort = {0};
  bool fits = wr_op_sort (core, op, args, count, &sort);
  WR_REQUIRE (fits);
  return make (core, op, 0, sort, args, count);
}

wr_expr wr_mk1 (wr_core *core, enum wr_op op, wr_expr a) { return wr_mk (core, op, &a, 1); }

wr_expr wr_mk2 (wr_core *core, enum wr_op op, wr_expr a, wr_expr b) {
  return wr_mk (core, op, (wr_expr[]){a, b}, 2);
}

wr_expr wr_mk3 (wr_core *core, enum wr_op op, wr_expr a, wr_expr b, wr_expr c) {
  return wr_mk (core, op, (wr_expr[]){a, b, c}, 3);
}

wr_expr wr_mk_bool (wr_core *core, bool value) {
  return wr_mk (core, value ? WR_OP_TRUE : WR_OP_FALSE, NULL, 0);
}

wr_expr wr_mk_and (wr_core *core, const wr_expr *args, uint32_t count) {
  if (!count) return wr_mk_bool (core, true);
  return count == 1 ? args[0] : wr_mk (core, WR_OP_AND, args, count);
}

wr_expr wr_mk_or (wr_core *core, const wr_expr *args, uint32_t count) {
  if (!count) return wr_mk_bool (core, false);
  return count == 1 ? args[0] : wr_mk (core, WR_OP_OR, args, count);
}

wr_expr wr_mk_extract (wr_core *core, wr_expr bv, uint32_t hi, uint32_t lo) {
  const struct wr_sort_info *sort = wr_sort_info (core, wr_expr_info (core, bv)->sort);
  WR_REQUIRE (sort->kind == WR_SORT_BV && lo <= hi && hi <= sort->a);
  return make (core, WR_OP_EXTRACT, hi << 16 | lo, wr_sort_bv (core, hi - lo), &bv, 1);
}

wr_expr wr_mk_construct (wr_core *core, uint32_t constructor, const wr_expr *args, uint32_t count) {
  const struct wr_constructor *info = &core->constructors.data[constructor];
  WR_ASSERT (info->field_count == count);
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (wr_expr_info (core, args[i])->sort.ix ==
               core->fields.data[info->first_field + i].sort.ix);
  }
  return make (core, WR_OP_CONSTRUCT, constructor, info->sort, args, count);
}

wr_expr wr_mk_is (wr_core *core, uint32_t constructor, wr_expr value) {
  WR_ASSERT (wr_expr_info (core, value)->sort.ix == core->constructors.data[constructor].sort.ix);
  return make (core, WR_OP_IS, constructor, wr_sort_simple (core, WR_SORT_BOOL), &value, 1);
}

wr_expr wr_mk_field (wr_core *core, uint32_t field, wr_expr value) {
  const struct wr_field *info = &core->fields.data[field];
  WR_ASSERT (wr_expr_info (core, value)->sort.ix ==
             core->constructors.data[info->constructor].sort.ix);
  return make (core, WR_OP_FIELD, field, info->sort, &value, 1);
}

wr_expr wr_mk_field_update (wr_core *core, uint32_t field, wr_expr value, wr_expr update) {
  uint32_t constructor = core->fields.data[field].constructor;
  uint32_t first = core->constructors.data[constructor].first_field;
  uint32_t count = core->constructors.data[constructor].field_count;
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = first; i < first + count; i++) {
    wr_expr arg = i == field ? update : wr_mk_field (core, i, value);
    WR_VEC_PUSH (&args, arg);
  }
  wr_expr result = wr_mk_construct (core, constructor, args.data, args.len);
  WR_VEC_FREE (&args);
  return result;
}

wr_expr wr_mk_like (wr_core *core, wr_expr e, const wr_expr *args) {
  struct wr_expr_info info = *wr_expr_info (core, e);
  WR_ASSERT (info.op != WR_OP_FORALL && info.op != WR_OP_EXISTS && info.op != WR_OP_LET);
  for (uint32_t i = 0; i < info.count; i++) {
    WR_REQUIRE (wr_expr_info (core, args[i])->sort.ix ==
                wr_expr_info (core, wr_expr_child (core, e, i))->sort.ix);
  }
  return make (core, (enum wr_op)info.op, info.data, info.sort, args, info.count);
}

/* -- binders ----------------------------------------------------------------------------------- */

struct binder_key {
  const wr_core *core;
  const struct wr_quantifier *q;
};

static bool same_list (const wr_core *core, uint32_t first, uint32_t count, const wr_expr *exprs,
                       uint32_t expr_count) {
  if (count != expr_count) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (core->pool.data[first + i] != exprs[i].ix) return false;
  }
  return true;
}

static bool same_binder (const void *ctx, uint32_t item) {
  const struct binder_key *key = ctx;
  const struct wr_quantifier *q = key->q;
  const struct wr_binder *binder = &key->core->binders.data[item];
  const uint32_t *pool = key->core->pool.data;
  if (binder->var_count != q->var_count || binder->trigger_count != q->trigger_count ||
      binder->qid.ix != q->qid.ix || binder->weight != q->weight) {
    return false;
  }
  for (uint32_t i = 0; i < q->var_count; i++) {
    if (pool[binder->first_var + i] != q->vars[i].ix) return false;
  }
  for (uint32_t i = 0; i < q->trigger_count; i++) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    if (!same_list (key->core, pair[0], pair[1], q->triggers[i].exprs, q->triggers[i].count)) {
      return false;
    }
  }
  return same_list (key->core, binder->first_nopat, binder->nopat_count, q->nopats, q->nopat_count);
}

static uint64_t hash_binder (const struct wr_quantifier *q) {
  uint64_t hash = wr_hash_mix (q->qid.ix, (uint32_t)q->weight);
  for (uint32_t i = 0; i < q->var_count; i++) hash = wr_hash_mix (hash, q->vars[i].ix);
  for (uint32_t i = 0; i < q->trigger_count; i++) {
    hash = wr_hash_mix (hash, q->triggers[i].count);
    for (uint32_t j = 0; j < q->triggers[i].count; j++) {
      hash = wr_hash_mix (hash, q->triggers[i].exprs[j].ix);
    }
  }
  for (uint32_t i = 0; i < q->nopat_count; i++) hash = wr_hash_mix (hash, q->nopats[i].ix);
  return hash;
}

static uint32_t binder_of (wr_core *core, const struct wr_quantifier *q) {
  struct binder_key key = {core, q};
  uint64_t hash = hash_binder (q);
  uint32_t found = wr_index_find (&core->binder_index, hash, same_binder, &key);
  if (found != UINT32_MAX) return found;
  struct wr_binder binder = {.var_count = q->var_count,
                             .trigger_count = q->trigger_count,
                             .nopat_count = q->nopat_count,
                             .qid = q->qid,
                             .weight = q->weight};
  binder.first_var = core->pool.len;
  for (uint32_t i = 0; i < q->var_count; i++) {
    WR_ASSERT (wr_var_info (core, q->vars[i])->kind == WR_VAR_BOUND);
    WR_VEC_PUSH (&core->pool, q->vars[i].ix);
  }
  binder.first_nopat = pool_exprs (core, q->nopats, q->nopat_count);
  wr_u32s pairs = {0};
  for (uint32_t i = 0; i < q->trigger_count; i++) {
    uint32_t first = pool_exprs (core, q->triggers[i].exprs, q->triggers[i].count);
    WR_VEC_PUSH (&pairs, first);
    WR_VEC_PUSH (&pairs, q->triggers[i].count);
  }
  binder.first_trigger = core->pool.len;
  for (uint32_t i = 0; i < pairs.len; i++) WR_VEC_PUSH (&core->pool, pairs.data[i]);
  WR_VEC_FREE (&pairs);
  WR_VEC_PUSH (&core->binders, binder);
  wr_index_add (&core->binder_index, hash, core->binders.len - 1);
  return core->binders.len - 1;
}

wr_expr wr_mk_quantifier (wr_core *core, enum wr_op op, const struct wr_quantifier *q,
                          wr_expr body) {
  WR_ASSERT (op == WR_OP_FORALL || op == WR_OP_EXISTS);
  wr_sort sort = wr_expr_info (core, body)->sort;
  WR_ASSERT (wr_sort_info (core, sort)->kind == WR_SORT_BOOL);
  return make (core, op, binder_of (core, q), sort, &body, 1);
}

wr_expr wr_mk_quantifier_like (wr_core *core, wr_expr e, const wr_expr *parts) {
  struct wr_expr_info info = *wr_expr_info (core, e);
  struct wr_binder binder = core->binders.data[info.data];
  WR_VEC (struct wr_trigger) triggers = {0};
  WR_VEC (wr_var) vars = {0};
  const wr_expr *at = parts + 1;
  for (uint32_t i = 0; i < binder.trigger_count; i++) {
    uint32_t count = core->pool.data[binder.first_trigger + 2 * i + 1];
    WR_VEC_PUSH (&triggers, ((struct wr_trigger){at, count}));
    at += count;
  }
  for (uint32_t i = 0; i < binder.var_count; i++) {
    WR_VEC_PUSH (&vars, (wr_var){core->pool.data[binder.first_var + i]});
  }
  struct wr_quantifier q = {.vars = vars.data,
                            .var_count = vars.len,
                            .triggers = triggers.data,
                            .trigger_count = triggers.len,
                            .nopats = at,
                            .nopat_count = binder.nopat_count,
                            .qid = binder.qid,
                            .weight = binder.weight};
  wr_expr result = wr_mk_quantifier (core, (enum wr_op)info.op, &q, parts[0]);
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&triggers);
  return result;
}

wr_expr wr_mk_let (wr_core *core, const wr_var *vars, const wr_expr *values, uint32_t count,
                   wr_expr body) {
  if (!count) return body;
  struct wr_quantifier q = {.vars = vars, .var_count = count, .weight = -1};
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (wr_expr_info (core, values[i])->sort.ix == wr_var_info (core, vars[i])->sort.ix);
    WR_VEC_PUSH (&args, values[i]);
  }
  WR_VEC_PUSH (&args, body);
  uint32_t binder = binder_of (core, &q);
  wr_expr e = make (core, WR_OP_LET, binder, wr_expr_info (core, body)->sort, args.data, args.len);
  WR_VEC_FREE (&args);
  return e;
}
