/* Lambda lifting.  (lambda x :: body) becomes f(h1, .., hn), where the holes h are the largest parts of
   the body that do not depend on variables bound inside the lambda; f applied to x is the body with
   parameters for the holes.  Lambdas of the same shape share one function, so that they are equal when
   their holes are. */
#include "front/boogie/lowering.h"

/* CLOSED parts mention no variable that is bound inside the lambda and outside themselves. */
enum { CLOSED = 1, OPEN = 2 };

static bool is_quantifier (const struct wr_expr_info *info) {
  return info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
}

static bool is_inner (const struct bpl_lifting *l, const struct wr_expr_info *info) {
  return info->op == WR_OP_VAR && info->data >= l->first_inner &&
         l->lo->core->vars.data[info->data].kind == WR_VAR_BOUND;
}

/* A binder is closed when all inner variables that it mentions are bound in it. */
static bool binder_is_closed (const struct bpl_lifting *l, wr_expr e) {
  const wr_core *core = l->lo->core;
  wr_u32s order = {0};
  wr_memo bound = {0};
  wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order.data[i]];
    if (!is_quantifier (info) && info->op != WR_OP_LET) continue;
    const struct wr_binder *binder = &core->binders.data[info->data];
    for (uint32_t v = 0; v < binder->var_count; v++) {
      wr_memo_put (&bound, core->pool.data[binder->first_var + v], 1);
    }
  }
  bool closed = true;
  for (uint32_t i = 0; i < order.len && closed; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order.data[i]];
    closed = !is_inner (l, info) || wr_memo_get (&bound, info->data);
  }
  WR_VEC_FREE (&order);
  wr_memo_free (&bound);
  return closed;
}

static void classify (struct bpl_lifting *l, const wr_u32s *order) {
  const wr_core *core = l->lo->core;
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t ix = order->data[i];
    const struct wr_expr_info *info = &core->exprs.data[ix];
    bool open = is_inner (l, info);
    if (is_quantifier (info) || info->op == WR_OP_LET) {
      open = !binder_is_closed (l, (wr_expr){ix});
    } else {
      for (uint32_t c = 0; c < info->count && !open; c++) {
        open = wr_memo_get (&l->state, core->pool.data[info->first + c]) == OPEN;
      }
    }
    wr_memo_put (&l->state, ix, open ? OPEN : CLOSED);
  }
}

static wr_expr hole (struct bpl_lifting *l, wr_expr e) {
  wr_core *core = l->lo->core;
  for (uint32_t i = 0; i < l->holes.len; i++) {
    if (l->holes.data[i].ix == e.ix) return wr_mk_var (core, l->params.data[i]);
  }
  wr_symbol name = bpl_symf (l->lo, "h%u", l->holes.len);
  wr_var var = wr_var_new (core, WR_VAR_BOUND, name, wr_expr_info (core, e)->sort, (wr_span){0});
  WR_VEC_PUSH (&l->holes, e);
  WR_VEC_PUSH (&l->params, var);
  return wr_mk_var (core, var);
}

static wr_expr part (struct bpl_lifting *l, uint32_t ix) {
  if (wr_memo_get (&l->state, ix) == CLOSED) return hole (l, (wr_expr){ix});
  return (wr_expr){wr_memo_get (&l->done, ix)};
}

static wr_expr rebuild_quantifier (struct bpl_lifting *l, wr_expr e) {
  wr_core *core = l->lo->core;
  struct wr_expr_info info = *wr_expr_info (core, e);
  struct wr_binder binder = core->binders.data[info.data];
  WR_VEC (wr_expr) parts = {0};
  WR_VEC_PUSH (&parts, (wr_expr){0});
  for (uint32_t i = 0; i < binder.trigger_count; i++) {
    uint32_t first = core->pool.data[binder.first_trigger + 2 * i];
    uint32_t count = core->pool.data[binder.first_trigger + 2 * i + 1];
    for (uint32_t j = 0; j < count; j++) WR_VEC_PUSH (&parts, part (l, core->pool.data[first + j]));
  }
  for (uint32_t i = 0; i < binder.nopat_count; i++) {
    WR_VEC_PUSH (&parts, part (l, core->pool.data[binder.first_nopat + i]));
  }
  parts.data[0] = part (l, core->pool.data[info.first]);
  wr_expr result = wr_mk_quantifier_like (core, e, parts.data);
  WR_VEC_FREE (&parts);
  return result;
}

static wr_expr rebuild (struct bpl_lifting *l, wr_expr e) {
  wr_core *core = l->lo->core;
  struct wr_expr_info info = *wr_expr_info (core, e);
  if (info.op == WR_OP_VAR) return e;
  if (is_quantifier (&info)) return rebuild_quantifier (l, e);
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = 0; i < info.count; i++) {
    WR_VEC_PUSH (&args, part (l, core->pool.data[info.first + i]));
  }
  wr_expr result;
  if (info.op == WR_OP_LET) {
    struct wr_binder binder = core->binders.data[info.data];
    WR_VEC (wr_var) vars = {0};
    for (uint32_t i = 0; i < binder.var_count; i++) {
      WR_VEC_PUSH (&vars, (wr_var){core->pool.data[binder.first_var + i]});
    }
    result = wr_mk_let (core, vars.data, args.data, vars.len, args.data[vars.len]);
    WR_VEC_FREE (&vars);
  } else {
    result = wr_mk_like (core, e, args.data);
  }
  WR_VEC_FREE (&args);
  return result;
}

wr_expr bpl_lift (struct bpl_lifting *l, wr_expr body) {
  wr_u32s order = {0};
  wr_postorder (l->lo->core, &body, 1, &order);
  classify (l, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    if (wr_memo_get (&l->state, order.data[i]) != OPEN) continue;
    wr_memo_put (&l->done, order.data[i], rebuild (l, (wr_expr){order.data[i]}).ix);
  }
  WR_VEC_FREE (&order);
  return part (l, body.ix);
}

void bpl_lifting_free (struct bpl_lifting *l) {
  wr_memo_free (&l->state);
  wr_memo_free (&l->done);
  WR_VEC_FREE (&l->holes);
  WR_VEC_FREE (&l->params);
}

/* -- shapes ------------------------------------------------------------------------------------------- */

/* Numbers the variables of a lambda in order of first use: equal up to names, equal text. */
struct shape {
  const wr_core *core;
  wr_memo vars, exprs; /* -> number + 1 */
  uint32_t var_count, expr_count;
  wr_buf text;
};

static void put (struct shape *s, uint32_t n) { wr_buf_print (&s->text, "%x,", n); }

static void put_var (struct shape *s, uint32_t var) {
  uint32_t number = wr_memo_get (&s->vars, var);
  if (!number) {
    number = ++s->var_count;
    wr_memo_put (&s->vars, var, number);
    put (s, s->core->vars.data[var].sort.ix);
  }
  put (s, number);
}

static void put_list (struct shape *s, uint32_t first, uint32_t count) {
  put (s, count);
  for (uint32_t i = 0; i < count; i++) {
    put (s, wr_memo_get (&s->exprs, s->core->pool.data[first + i]));
  }
}

static void put_expr (struct shape *s, uint32_t ix) {
  const struct wr_expr_info *info = &s->core->exprs.data[ix];
  put (s, info->op);
  put (s, info->sort.ix);
  if (info->op == WR_OP_VAR) {
    put_var (s, info->data);
  } else if (is_quantifier (info) || info->op == WR_OP_LET) {
    const struct wr_binder *binder = &s->core->binders.data[info->data];
    put (s, binder->var_count);
    for (uint32_t i = 0; i < binder->var_count; i++) {
      put_var (s, s->core->pool.data[binder->first_var + i]);
    }
    put (s, binder->trigger_count);
    for (uint32_t i = 0; i < binder->trigger_count; i++) {
      const uint32_t *pair = s->core->pool.data + binder->first_trigger + 2 * i;
      put_list (s, pair[0], pair[1]);
    }
    put_list (s, binder->first_nopat, binder->nopat_count);
    put (s, (uint32_t)binder->weight);
  } else {
    put (s, info->data);
  }
  put_list (s, info->first, info->count);
  wr_memo_put (&s->exprs, ix, ++s->expr_count);
}

wr_symbol bpl_shape (bpl_lowering *lo, const wr_var *indices, uint32_t index_count,
                     const wr_var *params, uint32_t param_count, wr_expr body) {
  struct shape s = {.core = lo->core};
  wr_u32s order = {0};
  put (&s, index_count);
  for (uint32_t i = 0; i < index_count; i++) put_var (&s, indices[i].ix);
  put (&s, param_count);
  for (uint32_t i = 0; i < param_count; i++) put_var (&s, params[i].ix);
  wr_postorder (lo->core, &body, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) put_expr (&s, order.data[i]);
  wr_symbol key = wr_intern (lo->symbols, wr_buf_str (&s.text));
  WR_VEC_FREE (&order);
  wr_memo_free (&s.vars);
  wr_memo_free (&s.exprs);
  wr_buf_free (&s.text);
  return key;
}

/* -- the function --------------------------------------------------------------------------------------- */

/* Lambdas of one shape share a function but may have different pools. */
static bool is_new_pool (bpl_lowering *lo, const bpl_expr *e, wr_func func) {
  wr_buf text = {0};
  wr_buf_print (&text, "$lambda %u", func.ix);
  for (uint32_t i = 0; i < e->u.binder.bound.len; i++) {
    wr_symbol pool = bpl_attr_text (lo, e->u.binder.bound.data[i]->attrs, "pool");
    wr_buf_print (&text, " %u", pool.ix);
  }
  wr_symbol key = wr_intern (lo->symbols, wr_buf_str (&text));
  wr_buf_free (&text);
  bool is_new = !wr_map_has (&lo->builtins, key.ix);
  wr_map_put (&lo->builtins, key.ix, func.ix);
  return is_new;
}

/* With pools the body is also known at the terms in them. */
static void add_pool_axiom (bpl_lowering *lo, const bpl_expr *e, wr_func func) {
  struct wr_func_info info = *wr_func_info (lo->core, func);
  WR_VEC (wr_var) vars = {0};
  WR_VEC (wr_expr) args = {0}, terms = {0};
  wr_map map = {0};
  for (uint32_t i = 0; i < info.params.len + info.indices.len; i++) {
    wr_var from =
        i < info.params.len ? info.params.data[i] : info.indices.data[i - info.params.len];
    struct wr_var_info v = *wr_var_info (lo->core, from);
    WR_VEC_PUSH (&vars, wr_var_new (lo->core, WR_VAR_BOUND, v.name, v.sort, v.span));
    WR_VEC_PUSH (&args, wr_mk_var (lo->core, vars.data[i]));
    wr_map_put (&map, from.ix, args.data[i].ix);
  }
  wr_expr body = wr_substitute (lo->core, info.body, &map, NULL);
  wr_expr lambda = wr_mk_app (lo->core, func, args.data, info.params.len);
  for (uint32_t i = 0; i <= info.indices.len; i++) WR_VEC_PUSH (&terms, lambda);
  bpl_pool_terms (lo, &e->u.binder.bound, WR_VEC_FROM (&vars, info.params.len), terms.data + 1);
  WR_VEC (wr_expr) access = {0};
  WR_VEC_PUSH (&access, lambda);
  for (uint32_t i = info.params.len; i < args.len; i++) WR_VEC_PUSH (&access, args.data[i]);
  wr_expr read = wr_mk (lo->core, WR_OP_SELECT, access.data, access.len);
  WR_VEC_FREE (&access);
  bpl_add_internal_axiom (lo, e, e->span, vars.data, vars.len, terms.data, terms.len,
                          wr_mk2 (lo->core, WR_OP_EQ, read, body));
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&args);
  WR_VEC_FREE (&terms);
  wr_map_free (&map);
}

static wr_func lambda_function (bpl_lowering *lo, const bpl_expr *e, const wr_var *indices,
                                uint32_t count, const struct bpl_lifting *l, wr_expr body) {
  wr_symbol key = bpl_shape (lo, indices, count, l->params.data, l->params.len, body);
  uint64_t found = wr_map_or (&lo->lambdas, key.ix, 0);
  if (found) return (wr_func){(uint32_t)found};
  WR_VEC (wr_sort) sorts = {0};
  for (uint32_t i = 0; i < l->holes.len; i++) {
    WR_VEC_PUSH (&sorts, wr_expr_info (lo->core, l->holes.data[i])->sort);
  }
  wr_symbol name = bpl_symf (lo, "lambda#%u", lo->lambda_count++);
  wr_func func = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, name), sorts.data,
                              sorts.len, bpl_sort (lo, e->type));
  struct wr_func_info *info = wr_func_edit (lo->core, func);
  info->kind = WR_FUNC_LAMBDA;
  info->span = e->span;
  info->body = body;
  for (uint32_t i = 0; i < l->params.len; i++) WR_VEC_PUSH (&info->params, l->params.data[i]);
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&info->indices, indices[i]);
  struct bpl_element element = {
      .node = e, .span = e->span, .report = e->span, .cls = WR_CLASS_INTERNAL};
  uint32_t owner = lo->procedure;
  lo->procedure = 0;
  wr_func_edit (lo->core, func)->label = bpl_label (lo, WR_ROLE_FUNCTION_BODY, &element);
  lo->procedure = owner;
  wr_map_put (&lo->lambdas, key.ix, func.ix);
  WR_VEC_FREE (&sorts);
  return func;
}

wr_expr bpl_lower_lambda (bpl_lowering *lo, const bpl_expr *e) {
  if (e->u.binder.params.len) return bpl_lower_poly_lambda (lo, e);
  const bpl_vars *bound = &e->u.binder.bound;
  struct bpl_lifting l = {.lo = lo, .first_inner = lo->core->vars.len};
  WR_VEC (wr_var) indices = {0};
  void **saved = wr_alloc (bound->len + 1, sizeof *saved);
  for (uint32_t i = 0; i < bound->len; i++) {
    bpl_var *var = bound->data[i];
    wr_var v =
        wr_var_new (lo->core, WR_VAR_BOUND, var->id.name, bpl_sort (lo, var->type), var->id.span);
    WR_VEC_PUSH (&indices, v);
    saved[i] = bpl_bind_var (var, v);
  }
  lo->binders++;
  wr_expr body = bpl_lower_codeless (lo, e->args.data[0], "a lambda");
  lo->binders--;
  for (uint32_t i = bound->len; i-- > 0;) bound->data[i]->lowered = saved[i];
  free (saved);
  wr_expr lifted = bpl_lift (&l, body);
  wr_func func = lambda_function (lo, e, indices.data, indices.len, &l, lifted);
  if (bpl_all_pooled (lo, bound) && is_new_pool (lo, e, func)) add_pool_axiom (lo, e, func);
  wr_expr result = wr_mk_app (lo->core, func, l.holes.data, l.holes.len);
  WR_VEC_FREE (&indices);
  bpl_lifting_free (&l);
  return result;
}
