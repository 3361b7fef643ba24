/* Abstraction over leaves: an expression as a function of the variables that it mentions and that are
   bound outside of it, now and in the old state. */
#include "front/boogie/lowering.h"

static void add_leaf (struct bpl_leaves *l, wr_expr e) {
  for (uint32_t i = 0; i < l->terms.len; i++) {
    if (l->terms.data[i].ix == e.ix) return;
  }
  wr_core *core = l->lo->core;
  wr_symbol name = bpl_symf (l->lo, "h%u", l->terms.len);
  wr_var var = wr_var_new (core, WR_VAR_BOUND, name, wr_expr_info (core, e)->sort, (wr_span){0});
  const struct wr_expr_info *info = wr_expr_info (core, e);
  bool old = info->op == WR_OP_OLD;
  uint32_t of = old ? wr_expr_info (core, wr_expr_child (core, e, 0))->data : info->data;
  wr_map_put (old ? &l->old : &l->now, of, wr_mk_var (core, var).ix);
  WR_VEC_PUSH (&l->terms, e);
  WR_VEC_PUSH (&l->params, var);
}

/* Variables that stand somewhere else than below OLD; those are reached through their OLD. */
static void find_current (const wr_core *core, wr_expr e, const wr_u32s *order, wr_memo *current) {
  for (uint32_t i = 0; i < order->len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order->data[i]];
    for (uint32_t c = 0; c < info->count && info->op != WR_OP_OLD; c++) {
      wr_memo_put (current, core->pool.data[info->first + c], 1);
    }
  }
  wr_memo_put (current, e.ix, 1);
}

void bpl_leaves_of (struct bpl_leaves *l, wr_expr e) {
  const wr_core *core = l->lo->core;
  wr_u32s order = {0};
  wr_memo current = {0};
  wr_postorder (core, &e, 1, &order);
  find_current (core, e, &order, &current);
  for (uint32_t i = 0; i < order.len; i++) {
    struct wr_expr_info info = core->exprs.data[order.data[i]];
    if (info.op == WR_OP_OLD) add_leaf (l, (wr_expr){order.data[i]});
    if (info.op != WR_OP_VAR || !wr_memo_get (&current, order.data[i])) continue;
    bool inner = info.data >= l->first_inner && core->vars.data[info.data].kind == WR_VAR_BOUND;
    if (!inner) add_leaf (l, (wr_expr){order.data[i]});
  }
  WR_VEC_FREE (&order);
  wr_memo_free (&current);
}

/* The variables that the text mentions, for a quantifier without instances. */
void bpl_leaves_of_tree (struct bpl_leaves *l, const bpl_expr *e) {
  struct visit {
    const bpl_expr *e;
    bool in_old;
  };
  WR_VEC (struct visit) stack = {0};
  bool outer = l->lo->in_old;
  WR_VEC_PUSH (&stack, ((struct visit){e, outer}));
  while (stack.len) {
    struct visit top = WR_VEC_POP (&stack);
    l->lo->in_old = top.in_old;
    if (top.e->kind == BPL_EXPR_NAME && top.e->u.name.var->lowered) {
      bpl_leaves_of (l, bpl_lower_at (l->lo, top.e, 0));
    }
    bool below = top.in_old || top.e->kind == BPL_EXPR_OLD;
    for (uint32_t i = top.e->args.len; i-- > 0;) {
      WR_VEC_PUSH (&stack, ((struct visit){top.e->args.data[i], below}));
    }
  }
  l->lo->in_old = outer;
  WR_VEC_FREE (&stack);
}

wr_expr bpl_leaves_abstract (struct bpl_leaves *l, wr_expr e) {
  return wr_substitute (l->lo->core, e, &l->now, &l->old);
}

wr_func bpl_leaves_function (struct bpl_leaves *l, wr_symbol name, wr_sort result) {
  WR_VEC (wr_sort) sorts = {0};
  for (uint32_t i = 0; i < l->terms.len; i++) {
    WR_VEC_PUSH (&sorts, wr_expr_info (l->lo->core, l->terms.data[i])->sort);
  }
  wr_func func = wr_func_new (l->lo->core, bpl_fresh_name (l->lo, &l->lo->func_names, name),
                              sorts.data, sorts.len, result);
  WR_VEC_FREE (&sorts);
  return func;
}

wr_expr bpl_leaves_call (struct bpl_leaves *l, wr_func func) {
  return wr_mk_app (l->lo->core, func, l->terms.data, l->terms.len);
}

wr_expr bpl_leaves_term (struct bpl_leaves *l, wr_func func) {
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = 0; i < l->params.len; i++) {
    WR_VEC_PUSH (&args, wr_mk_var (l->lo->core, l->params.data[i]));
  }
  wr_expr term = wr_mk_app (l->lo->core, func, args.data, args.len);
  WR_VEC_FREE (&args);
  return term;
}

/* The parameters get new names in each axiom: a bound variable belongs to one binder. */
void bpl_leaves_axiom (struct bpl_leaves *l, const bpl_expr *e, const wr_var *more, uint32_t count,
                       wr_expr trigger, wr_expr fact) {
  wr_core *core = l->lo->core;
  WR_VEC (wr_var) vars = {0};
  wr_map map = {0};
  for (uint32_t i = 0; i < l->params.len; i++) {
    struct wr_var_info info = *wr_var_info (core, l->params.data[i]);
    wr_var v = wr_var_new (core, WR_VAR_BOUND, info.name, info.sort, info.span);
    wr_map_put (&map, l->params.data[i].ix, wr_mk_var (core, v).ix);
    WR_VEC_PUSH (&vars, v);
  }
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&vars, more[i]);
  wr_expr body = wr_substitute (core, fact, &map, NULL);
  wr_expr term = wr_substitute (core, trigger, &map, NULL);
  wr_map_free (&map);
  bpl_add_internal_axiom (l->lo, e, e->span, vars.data, vars.len, &term, 1, body);
  WR_VEC_FREE (&vars);
}

void bpl_leaves_free (struct bpl_leaves *l) {
  WR_VEC_FREE (&l->terms);
  WR_VEC_FREE (&l->params);
  wr_map_free (&l->now);
  wr_map_free (&l->old);
}

/* (forall vars :: {trigger, ..} fact), about something that is not in the user's text. */
void bpl_add_internal_axiom (bpl_lowering *lo, const void *node, wr_span span, const wr_var *vars,
                             uint32_t count, const wr_expr *trigger, uint32_t trigger_count,
                             wr_expr fact) {
  if (count) {
    struct wr_trigger one = {trigger, trigger_count};
    struct wr_quantifier q = {
        .vars = vars, .var_count = count, .triggers = &one, .trigger_count = 1, .weight = -1};
    fact = wr_mk_quantifier (lo->core, WR_OP_FORALL, &q, fact);
  }
  struct bpl_element element = {
      .node = node, .span = span, .report = span, .cls = WR_CLASS_INTERNAL};
  uint32_t owner = lo->procedure;
  bool unlabelled = lo->unlabelled;
  lo->procedure = 0;
  lo->unlabelled = false;
  struct wr_axiom axiom = {.expr = fact, .label = bpl_label (lo, WR_ROLE_AXIOM, &element)};
  lo->unlabelled = unlabelled;
  lo->procedure = owner;
  WR_VEC_PUSH (&lo->core->axioms, axiom);
}
