/* tests/viper/model/quantifier.c -- quantifiers and forperm.  References and Booleans are finitely many.  An integer variable must be
   bounded by the condition of the quantifier (`a <= x && x < b ==> ...`, `x in s ==> ...`); values a little outside the bounds are tried
   too, because the condition must have a value there. */
#include "model.h"

enum { BEYOND = 2, WIDEST = 24 };

struct bounds {
  int64_t low, high; /* both inside */
  bool has_low, has_high;
};

static bool mentions (const vpr_expr *e, const vpr_vars *vars, uint32_t from) {
  for (uint32_t i = from; e->kind == VPR_EXPR_NAME && i < vars->len; i++)
    if (e->var == vars->data[i]) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions (e->args.data[i], vars, from)) return true;
  return false;
}

static bool is_var (const vpr_expr *e, const vpr_var *var) {
  return e->kind == VPR_EXPR_NAME && e->var == var;
}

static void add_low (struct bounds *b, int64_t n) {
  if (!b->has_low || n > b->low) b->low = n;
  b->has_low = true;
}

static void add_high (struct bounds *b, int64_t n) {
  if (!b->has_high || n < b->high) b->high = n;
  b->has_high = true;
}

static void bound_by_items (struct run *run, const vpr_expr *list, const struct where *w,
                            struct bounds *b) {
  value v = model_eval (run, list, w);
  if (run->stop) return;
  uint32_t step = v.kind == V_MAP ? 2 : 1;
  add_low (b, v.len ? INT64_MAX : 0);
  add_high (b, v.len ? INT64_MIN : -1);
  for (uint32_t i = 0; i < v.len; i += step) {
    if (v.items[i].num < b->low) b->low = v.items[i].num;
    if (v.items[i].num > b->high) b->high = v.items[i].num;
  }
}

/* What the conjuncts of a condition say about variable number `k`. */
static void find_bounds (struct run *run, const vpr_expr *c, const vpr_vars *vars, uint32_t k,
                         const struct where *w, struct bounds *b) {
  if (c->kind != VPR_EXPR_BINARY) return;
  const vpr_expr *left = c->args.data[0], *right = c->args.data[1];
  const vpr_var *var = vars->data[k];
  if (c->op == VPR_OP_AND) {
    find_bounds (run, left, vars, k, w, b);
    find_bounds (run, right, vars, k, w, b);
    return;
  }
  if (c->op == VPR_OP_IN && is_var (left, var) && !mentions (right, vars, k)) {
    bound_by_items (run, right, w, b);
    return;
  }
  bool here = is_var (left, var) && !mentions (right, vars, k);
  bool there = is_var (right, var) && !mentions (left, vars, k);
  if (!here && !there) return;
  if (c->op != VPR_OP_LT && c->op != VPR_OP_LE && c->op != VPR_OP_GT && c->op != VPR_OP_GE &&
      c->op != VPR_OP_EQ)
    return;
  struct where quiet = *w;
  quiet.checked = false;
  int64_t n = model_eval (run, here ? right : left, &quiet).num;
  bool less = c->op == VPR_OP_LT || c->op == VPR_OP_LE, even = c->op == VPR_OP_EQ;
  int64_t strict = c->op == VPR_OP_LT || c->op == VPR_OP_GT;
  if (even || less == there) add_low (b, n + strict);
  if (even || less == here) add_high (b, n - strict);
}

/* The condition of a quantifier: what stands in front of ==>, or the body of an exists. */
static const vpr_expr *condition (const vpr_expr *e) {
  const vpr_expr *body = e->args.data[0];
  while (body->kind == VPR_EXPR_FORALL || body->kind == VPR_EXPR_LET)
    body = body->args.data[body->kind == VPR_EXPR_LET];
  bool implication = body->kind == VPR_EXPR_BINARY && body->op == VPR_OP_IMPLIES;
  return implication ? body->args.data[0] : body;
}

static void go (struct run *run, const vpr_expr *e, uint32_t k, const struct where *w,
                model_each *each, void *arg) {
  if (run->stop) return;
  if (k == e->vars.len) {
    each (run, arg);
    return;
  }
  const vpr_var *var = e->vars.data[k];
  int64_t low = 0, high = MODEL_OBJECTS - 1;
  value v = value_ref (0);
  if (var->type->kind == VPR_TYPE_BOOL) {
    v = value_bool (false);
    high = 1;
  } else if (var->type->kind == VPR_TYPE_INT) {
    struct bounds b = {0};
    bool implication = e->kind == VPR_EXPR_EXISTS || condition (e) != e->args.data[0];
    if (implication) find_bounds (run, condition (e), &e->vars, k, w, &b);
    if (!run->stop && (!b.has_low || !b.has_high)) model_unsupported (run);
    if (!run->stop && (b.low < -WIDEST || b.high > WIDEST)) model_give_up (run);
    low = b.low - BEYOND, high = b.high + BEYOND;
    v = value_int (0);
  } else if (var->type->kind != VPR_TYPE_REF) {
    model_unsupported (run);
  }
  uint32_t count = run->var_count;
  for (int64_t i = low; i <= high && !run->stop; i++) {
    v.num = i;
    model_bind (run, var, v, false);
    go (run, e, k + 1, w, each, arg);
    run->var_count = count;
  }
}

void model_for_all (struct run *run, const vpr_expr *quantifier, const struct where *w,
                    model_each *each, void *arg) {
  go (run, quantifier, 0, w, each, arg);
}

struct search {
  const vpr_expr *body;
  const struct where *w;
  bool found, wanted;
};

static void look (struct run *run, void *arg) {
  struct search *s = arg;
  s->found |= model_true (run, s->body, s->w) == s->wanted && !run->stop;
}

value model_quantifier (struct run *run, const vpr_expr *e, const struct where *w) {
  bool exists = e->kind == VPR_EXPR_EXISTS;
  struct search s = {.body = e->args.data[0], .w = w, .wanted = exists};
  model_for_all (run, e, w, look, &s);
  return value_bool (s.found == exists);
}

static bool forperm_token (struct run *run, const vpr_expr *e, const struct where *w,
                           const struct token *t) {
  const vpr_expr *place = e->args.data[0];
  uint32_t count = run->var_count;
  bool fits = t->decl == place->decl && t->amount.num > 0, good = true;
  for (uint32_t i = 0; fits && i < place->args.len; i++) {
    const vpr_expr *arg = place->args.data[i];
    struct binding *bound = NULL;
    bool own = false;
    for (uint32_t v = 0; v < e->vars.len; v++) own |= is_var (arg, e->vars.data[v]);
    if (own) bound = model_binding (run, arg->var);
    if (own && !bound) {
      model_bind (run, arg->var, t->args[i], false);
      continue;
    }
    value v = own ? bound->value : model_eval (run, arg, w);
    fits = !run->stop && value_equal (&v, &t->args[i]);
  }
  if (fits) good = model_true (run, e->args.data[1], w);
  run->var_count = count;
  return good;
}

value model_forperm (struct run *run, const vpr_expr *e, const struct where *w) {
  const vpr_expr *place = e->args.data[0];
  bool all = true;
  if (place->kind == VPR_EXPR_CALL && place->decl->kind == VPR_DECL_PREDICATE) {
    for (uint32_t i = 0; i < w->held->token_count && !run->stop; i++)
      all &= forperm_token (run, e, w, &w->held->tokens[i]);
    return value_bool (all);
  }
  if (place->kind != VPR_EXPR_FIELD || e->vars.len != 1 ||
      !is_var (place->args.data[0], e->vars.data[0])) {
    model_unsupported (run);
    return value_bool (true);
  }
  uint32_t count = run->var_count;
  for (int64_t o = 0; o < MODEL_OBJECTS && !run->stop; o++) {
    if (w->held->mask[place->decl->index][o].num <= 0) continue;
    model_bind (run, e->vars.data[0], value_ref (o), false);
    all &= model_true (run, e->args.data[1], w);
    run->var_count = count;
  }
  return value_bool (all);
}
