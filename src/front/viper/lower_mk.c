/* front/viper/lower_mk.c -- terms of core.  Only what lowering itself puts in is simplified (true, false, 0 and 1). */
#include "front/viper/lowering.h"

#include <string.h>

static enum wr_op op_of (vpr_lowering *lo, wr_expr e) {
  return (enum wr_op)wr_expr_info (lo->core, e)->op;
}

wr_expr vpr_true (vpr_lowering *lo) { return wr_mk_bool (lo->core, true); }
bool vpr_is_true (vpr_lowering *lo, wr_expr a) { return op_of (lo, a) == WR_OP_TRUE; }
bool vpr_is_false (vpr_lowering *lo, wr_expr a) { return op_of (lo, a) == WR_OP_FALSE; }
bool vpr_is_literal (vpr_lowering *lo, wr_expr a) {
  return op_of (lo, a) == WR_OP_REAL || op_of (lo, a) == WR_OP_INT;
}

wr_expr vpr_not (vpr_lowering *lo, wr_expr a) {
  if (vpr_is_true (lo, a) || vpr_is_false (lo, a))
    return wr_mk_bool (lo->core, vpr_is_false (lo, a));
  return wr_mk1 (lo->core, WR_OP_NOT, a);
}

wr_expr vpr_and (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (vpr_is_true (lo, a) || vpr_is_false (lo, b)) return b;
  if (vpr_is_true (lo, b) || vpr_is_false (lo, a)) return a;
  return a.ix == b.ix ? a : wr_mk2 (lo->core, WR_OP_AND, a, b);
}

wr_expr vpr_or (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (vpr_is_false (lo, a) || vpr_is_true (lo, b)) return b;
  if (vpr_is_false (lo, b) || vpr_is_true (lo, a)) return a;
  return a.ix == b.ix ? a : wr_mk2 (lo->core, WR_OP_OR, a, b);
}

wr_expr vpr_implies (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (vpr_is_true (lo, a) || vpr_is_true (lo, b)) return b;
  if (vpr_is_false (lo, a)) return vpr_true (lo);
  return wr_mk2 (lo->core, WR_OP_IMPLIES, a, b);
}

wr_expr vpr_ite (vpr_lowering *lo, wr_expr c, wr_expr a, wr_expr b) {
  if (vpr_is_true (lo, c) || a.ix == b.ix) return a;
  if (vpr_is_false (lo, c)) return b;
  return wr_mk3 (lo->core, WR_OP_ITE, c, a, b);
}

wr_expr vpr_eq (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (a.ix == b.ix) return vpr_true (lo);
  return wr_mk2 (lo->core, WR_OP_EQ, a, b);
}

bool vpr_is_zero (vpr_lowering *lo, wr_expr a) {
  if (!vpr_is_literal (lo, a)) return false;
  wr_str text = wr_symbol_text (lo->symbols, (wr_symbol){wr_expr_info (lo->core, a)->data});
  return text.len == 1 && text.ptr[0] == '0';
}

static bool is_one (vpr_lowering *lo, wr_expr a) {
  if (!vpr_is_literal (lo, a)) return false;
  wr_str text = wr_symbol_text (lo->symbols, (wr_symbol){wr_expr_info (lo->core, a)->data});
  return text.len == 1 && text.ptr[0] == '1';
}

wr_expr vpr_add (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (vpr_is_zero (lo, a)) return b;
  return vpr_is_zero (lo, b) ? a : wr_mk2 (lo->core, WR_OP_ADD, a, b);
}

wr_expr vpr_sub (vpr_lowering *lo, wr_expr a, wr_expr b) {
  return vpr_is_zero (lo, b) ? a : wr_mk2 (lo->core, WR_OP_SUB, a, b);
}

wr_expr vpr_mul (vpr_lowering *lo, wr_expr a, wr_expr b) {
  if (is_one (lo, a)) return b;
  return is_one (lo, b) ? a : wr_mk2 (lo->core, WR_OP_MUL, a, b);
}

wr_expr vpr_lt (vpr_lowering *lo, wr_expr a, wr_expr b) {
  return wr_mk2 (lo->core, WR_OP_LT, a, b);
}
wr_expr vpr_le (vpr_lowering *lo, wr_expr a, wr_expr b) {
  return wr_mk2 (lo->core, WR_OP_LE, a, b);
}

wr_expr vpr_real (vpr_lowering *lo, const char *text) {
  return wr_mk_real_text (lo->core, wr_str_of (text));
}

wr_expr vpr_null (vpr_lowering *lo) { return wr_mk_app (lo->core, lo->null_, NULL, 0); }

wr_expr vpr_app (vpr_lowering *lo, wr_func f, const wr_expr *args, uint32_t count) {
  return wr_mk_app (lo->core, f, args, count);
}
wr_expr vpr_app1 (vpr_lowering *lo, wr_func f, wr_expr a) { return wr_mk_app (lo->core, f, &a, 1); }
wr_expr vpr_app2 (vpr_lowering *lo, wr_func f, wr_expr a, wr_expr b) {
  return wr_mk_app (lo->core, f, (wr_expr[]){a, b}, 2);
}

wr_expr vpr_select (vpr_lowering *lo, wr_expr map, const wr_expr *index, uint32_t count) {
  wr_expr *args = WR_NEW (lo->arena, wr_expr, count + 1);
  args[0] = map;
  for (uint32_t i = 0; i < count; i++) args[i + 1] = index[i];
  return wr_mk (lo->core, WR_OP_SELECT, args, count + 1);
}

wr_expr vpr_same (vpr_lowering *lo, const wr_expr *a, const wr_expr *b, uint32_t count) {
  wr_expr all = vpr_true (lo);
  for (uint32_t i = 0; i < count; i++) all = vpr_and (lo, all, vpr_eq (lo, a[i], b[i]));
  return all;
}

/* -- quantifiers ----------------------------------------------------------------------------------- */

wr_var vpr_bound (vpr_lowering *lo, const char *name, wr_sort sort) {
  wr_symbol symbol = wr_intern (lo->symbols, wr_str_of (name));
  return wr_var_new (lo->core, WR_VAR_BOUND, symbol, sort, (wr_span){0});
}

bool vpr_term_mentions (vpr_lowering *lo, wr_expr e, wr_var var) {
  wr_u32s order = {0};
  bool found = false;
  wr_postorder (lo->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len && !found; i++) {
    const struct wr_expr_info *info = &lo->core->exprs.data[order.data[i]];
    found = info->op == WR_OP_VAR && info->data == var.ix;
  }
  WR_VEC_FREE (&order);
  return found;
}

/* Something that a solver can match: no connective, comparison or arithmetic at the top or inside, and no binder. */
static bool can_match (vpr_lowering *lo, wr_expr e) {
  wr_u32s order = {0};
  wr_postorder (lo->core, &e, 1, &order);
  enum wr_op top = op_of (lo, e);
  bool ok = top == WR_OP_APP || top == WR_OP_SELECT || top == WR_OP_FIELD ||
            top == WR_OP_CONSTRUCT || top == WR_OP_IS;
  for (uint32_t i = 0; i < order.len && ok; i++) {
    switch ((int)lo->core->exprs.data[order.data[i]].op) {
    case WR_OP_NOT:
    case WR_OP_AND:
    case WR_OP_OR:
    case WR_OP_IMPLIES:
    case WR_OP_IFF:
    case WR_OP_EQ:
    case WR_OP_DISTINCT:
    case WR_OP_ITE:
    case WR_OP_LT:
    case WR_OP_LE:
    case WR_OP_FORALL:
    case WR_OP_EXISTS:
    case WR_OP_LET: ok = false; break;
    default: break;
    }
  }
  WR_VEC_FREE (&order);
  return ok;
}

static bool is_good_trigger (vpr_lowering *lo, const struct wr_trigger *trigger, const wr_var *vars,
                             uint32_t count) {
  for (uint32_t i = 0; i < trigger->count; i++)
    if (!can_match (lo, trigger->exprs[i])) return false;
  for (uint32_t v = 0; v < count; v++) {
    bool found = false;
    for (uint32_t i = 0; i < trigger->count && !found; i++)
      found = vpr_term_mentions (lo, trigger->exprs[i], vars[v]);
    if (!found) return false;
  }
  return true;
}

static wr_expr quantifier (vpr_lowering *lo, enum wr_op op, const wr_var *vars, uint32_t count,
                           const struct vpr_triggers *triggers, wr_expr body) {
  if (!count || vpr_is_true (lo, body) || vpr_is_false (lo, body)) return body;
  WR_VEC (struct wr_trigger) good = {0};
  for (uint32_t i = 0; triggers && i < triggers->list.len; i++)
    if (is_good_trigger (lo, &triggers->list.data[i], vars, count))
      WR_VEC_PUSH (&good, triggers->list.data[i]);
  struct wr_quantifier q = {.vars = vars,
                            .var_count = count,
                            .triggers = good.data,
                            .trigger_count = good.len,
                            .weight = -1};
  wr_expr e = wr_mk_quantifier (lo->core, op, &q, body);
  WR_VEC_FREE (&good);
  return e;
}

wr_expr vpr_forall (vpr_lowering *lo, const wr_var *vars, uint32_t count,
                    const struct vpr_triggers *triggers, wr_expr body) {
  return quantifier (lo, WR_OP_FORALL, vars, count, triggers, body);
}

wr_expr vpr_exists (vpr_lowering *lo, const wr_var *vars, uint32_t count,
                    const struct vpr_triggers *triggers, wr_expr body) {
  return quantifier (lo, WR_OP_EXISTS, vars, count, triggers, body);
}

void vpr_trigger1 (vpr_lowering *lo, struct vpr_triggers *triggers, wr_expr a) {
  wr_expr *list = wr_arena_copy (lo->arena, &a, 1, sizeof a);
  WR_VEC_PUSH (&triggers->list, ((struct wr_trigger){list, 1}));
}

void vpr_trigger2 (vpr_lowering *lo, struct vpr_triggers *triggers, wr_expr a, wr_expr b) {
  wr_expr *list = wr_arena_copy (lo->arena, (wr_expr[]){a, b}, 2, sizeof a);
  WR_VEC_PUSH (&triggers->list, ((struct wr_trigger){list, 2}));
}

void vpr_triggers_free (struct vpr_triggers *triggers) { WR_VEC_FREE (&triggers->list); }

wr_expr vpr_replace (vpr_lowering *lo, wr_expr e, const wr_var *vars, const wr_expr *by,
                     uint32_t count) {
  wr_map map = {0};
  for (uint32_t i = 0; i < count; i++) wr_map_put (&map, vars[i].ix, by[i].ix);
  wr_expr result = count ? wr_substitute (lo->core, e, &map, NULL) : e;
  wr_map_free (&map);
  return result;
}

/* -- lambdas --------------------------------------------------------------------------------------- */

/* The variables in the term that it does not bind, each once. */
static void open_vars (vpr_lowering *lo, wr_expr e, wr_u32s *out) {
  wr_u32s order = {0};
  wr_map bound = {0};
  wr_postorder (lo->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &lo->core->exprs.data[order.data[i]];
    if (info->op != WR_OP_FORALL && info->op != WR_OP_EXISTS && info->op != WR_OP_LET) continue;
    const struct wr_binder *binder = &lo->core->binders.data[info->data];
    for (uint32_t v = 0; v < binder->var_count; v++)
      wr_map_put (&bound, lo->core->pool.data[binder->first_var + v], 1);
  }
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &lo->core->exprs.data[order.data[i]];
    if (info->op != WR_OP_VAR || wr_map_has (&bound, info->data)) continue;
    wr_map_put (&bound, info->data, 1);
    WR_VEC_PUSH (out, info->data);
  }
  WR_VEC_FREE (&order);
  wr_map_free (&bound);
}

/* The variable that stands for parameter number `number` in shapes. */
static wr_expr pool_var (vpr_lowering *lo, wr_sort sort, uint32_t number) {
  uint64_t found;
  if (!wr_map_get (&lo->pool_vars, WR_KEY2 (sort.ix, number), &found)) {
    found = vpr_bound (lo, "p", sort).ix;
    wr_map_put (&lo->pool_vars, WR_KEY2 (sort.ix, number), found);
  }
  return wr_mk_var (lo->core, (wr_var){(uint32_t)found});
}

static wr_func new_lambda (vpr_lowering *lo, const wr_var *params, uint32_t param_count,
                           const wr_var *vars, uint32_t count, wr_expr body) {
  wr_sort *sorts = WR_NEW (lo->arena, wr_sort, param_count + 1),
          *index = WR_NEW (lo->arena, wr_sort, count + 1);
  uint32_t all = param_count + count;
  wr_var *from = WR_NEW (lo->arena, wr_var, all + 1), *own = WR_NEW (lo->arena, wr_var, all + 1);
  wr_expr *to = WR_NEW (lo->arena, wr_expr, all + 1);
  for (uint32_t i = 0; i < all; i++) {
    from[i] = i < param_count ? params[i] : vars[i - param_count];
    wr_sort sort = wr_var_info (lo->core, from[i])->sort;
    if (i < param_count)
      sorts[i] = sort;
    else
      index[i - param_count] = sort;
    own[i] = vpr_bound (lo, i < param_count ? "p" : "i", sort);
    to[i] = wr_mk_var (lo->core, own[i]);
  }
  wr_sort result = wr_sort_map (lo->core, index, count, wr_expr_info (lo->core, body)->sort);
  wr_func f = vpr_func (lo, "values", sorts, param_count, result);
  wr_expr inner = vpr_replace (lo, body, from, to, all);
  struct wr_func_info *info = wr_func_edit (lo->core, f);
  info->kind = WR_FUNC_LAMBDA;
  for (uint32_t i = 0; i < all; i++) {
    if (i < param_count)
      WR_VEC_PUSH (&info->params, own[i]);
    else
      WR_VEC_PUSH (&info->indices, own[i]);
  }
  info->body = inner;
  return f;
}

wr_expr vpr_lambda (vpr_lowering *lo, const wr_var *vars, uint32_t count, wr_expr body) {
  wr_u32s open = {0};
  open_vars (lo, body, &open);
  uint32_t params = 0, all = 0;
  wr_var *from = WR_NEW (lo->arena, wr_var, open.len + count + 1),
         *used = WR_NEW (lo->arena, wr_var, open.len + 1);
  wr_expr *shape = WR_NEW (lo->arena, wr_expr, open.len + count + 1),
          *args = WR_NEW (lo->arena, wr_expr, open.len + 1);
  for (uint32_t i = 0; i < count; i++) {
    from[all] = vars[i];
    shape[all++] = pool_var (lo, wr_var_info (lo->core, vars[i])->sort, i | 1u << 20);
  }
  for (uint32_t i = 0; i < open.len; i++) {
    wr_var var = {open.data[i]};
    bool own = false;
    for (uint32_t v = 0; v < count; v++) own |= vars[v].ix == var.ix;
    if (own) continue;
    from[all] = var;
    shape[all++] = pool_var (lo, wr_var_info (lo->core, var)->sort, params);
    args[params] = wr_mk_var (lo->core, var);
    used[params++] = var;
  }
  wr_expr key = vpr_replace (lo, body, from, shape, all);
  uint64_t found, hash = wr_hash_mix (wr_hash_mix (key.ix, params), count);
  for (uint32_t i = 0; i < params; i++)
    hash = wr_hash_mix (hash, wr_expr_info (lo->core, args[i])->sort.ix);
  for (uint32_t i = 0; i < count; i++)
    hash = wr_hash_mix (hash, wr_var_info (lo->core, vars[i])->sort.ix);
  if (!wr_map_get (&lo->lambdas, hash, &found)) {
    found = new_lambda (lo, used, params, vars, count, body).ix;
    wr_map_put (&lo->lambdas, hash, found);
  }
  WR_VEC_FREE (&open);
  return vpr_app (lo, (wr_func){(uint32_t)found}, args, params);
}

/* A term that solvers match: functions, maps, variables and literals only. */
static bool is_pattern (vpr_lowering *lo, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (lo->core, e);
  uint32_t count = info->count;
  if (info->op != WR_OP_APP && info->op != WR_OP_SELECT && info->op != WR_OP_VAR &&
      !vpr_is_literal (lo, e))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!is_pattern (lo, wr_expr_child (lo->core, e, i))) return false;
  return true;
}

static bool is_part (vpr_lowering *lo, wr_expr part, wr_expr whole) {
  wr_u32s order = {0};
  bool found = false;
  wr_postorder (lo->core, &whole, 1, &order);
  for (uint32_t i = 0; i < order.len && !found; i++) found = order.data[i] == part.ix;
  WR_VEC_FREE (&order);
  return found;
}

void vpr_lambda_reads (vpr_lowering *lo, wr_expr lambda, const struct vpr_lambda_text *text) {
  struct wr_expr_info info = *wr_expr_info (lo->core, lambda);
  if (info.op != WR_OP_APP || wr_map_has (&lo->read_lambdas, info.data)) return;
  if (wr_expr_info (lo->core, text->read)->op != WR_OP_SELECT || !is_pattern (lo, text->read) ||
      !is_part (lo, text->read, text->body))
    return;
  for (uint32_t i = 0; i < text->count; i++)
    if (!vpr_term_mentions (lo, text->read, text->vars[i])) return;
  wr_map_put (&lo->read_lambdas, info.data, 1);
  uint32_t all = info.count + text->count;
  wr_var *from = WR_NEW (lo->arena, wr_var, all + 1), *own = WR_NEW (lo->arena, wr_var, all + 1);
  wr_expr *to = WR_NEW (lo->arena, wr_expr, all + 1);
  for (uint32_t i = 0; i < all; i++) {
    wr_expr arg = i < info.count ? wr_expr_child (lo->core, lambda, i) : (wr_expr){0};
    from[i] = arg.ix ? (wr_var){wr_expr_info (lo->core, arg)->data} : text->vars[i - info.count];
    own[i] = vpr_bound (lo, arg.ix ? "p" : "i", wr_var_info (lo->core, from[i])->sort);
    to[i] = wr_mk_var (lo->core, own[i]);
  }
  wr_expr term = vpr_replace (lo, lambda, from, to, all);
  struct vpr_triggers triggers = {0};
  vpr_trigger2 (lo, &triggers, term, vpr_replace (lo, text->read, from, to, all));
  wr_expr fact = vpr_eq (lo, vpr_select (lo, term, to + info.count, text->count),
                         vpr_replace (lo, text->body, from, to, all));
  vpr_axiom (lo, vpr_forall (lo, own, all, &triggers, fact), (wr_label){0});
  vpr_triggers_free (&triggers);
}
