/* Quantifiers with their triggers, and let. */
#include "front/boogie/lowering.h"

typedef WR_VEC (wr_var) var_list;
typedef WR_VEC (wr_expr) expr_list;

/* New bound variables in scope; `saved` gets the bindings they hide. */
static void enter (bpl_lowering *lo, const bpl_vars *bound, var_list *vars, void **saved) {
  for (uint32_t i = 0; i < bound->len; i++) {
    bpl_var *var = bound->data[i];
    wr_var v =
        wr_var_new (lo->core, WR_VAR_BOUND, var->id.name, bpl_sort (lo, var->type), var->id.span);
    WR_VEC_PUSH (vars, v);
    saved[i] = bpl_bind_var (var, v);
  }
}

static void leave (const bpl_vars *bound, void **saved) {
  for (uint32_t i = bound->len; i-- > 0;) bound->data[i]->lowered = saved[i];
}

/* -- functions that must not become patterns ------------------------------------------------------- */

static bool never_pattern (const bpl_lowering *lo, const bpl_expr *e) {
  return e->kind == BPL_EXPR_CALL && !e->u.call.constructor &&
         bpl_attr_is (lo, e->u.call.decl->attrs, "never_pattern");
}

static void add_once (expr_list *list, wr_expr e) {
  for (uint32_t i = 0; i < list->len; i++) {
    if (list->data[i].ix == e.ix) return;
  }
  WR_VEC_PUSH (list, e);
}

/* The applications in the body, outside nested binders, of functions marked {:never_pattern}. */
static void collect_never (bpl_lowering *lo, const bpl_expr *body, expr_list *nopats) {
  WR_VEC (const bpl_expr *) stack = {0};
  WR_VEC_PUSH (&stack, body);
  while (stack.len) {
    const bpl_expr *e = WR_VEC_POP (&stack);
    if (e->kind == BPL_EXPR_FORALL || e->kind == BPL_EXPR_EXISTS || e->kind == BPL_EXPR_LAMBDA ||
        e->kind == BPL_EXPR_LET || e->kind == BPL_EXPR_CODE) {
      continue;
    }
    if (never_pattern (lo, e)) {
      wr_expr term = bpl_lower_at (lo, e, 0);
      if (wr_expr_info (lo->core, term)->has_bound) add_once (nopats, term);
    }
    for (uint32_t i = e->args.len; i-- > 0;) WR_VEC_PUSH (&stack, e->args.data[i]);
  }
  WR_VEC_FREE (&stack);
}

/* -- attributes and triggers ------------------------------------------------------------------------ */

struct hints {
  expr_list terms; /* of all triggers, one after the other */
  wr_u32s sizes;
  expr_list nopats;
  wr_symbol qid;
  int32_t weight;
};

static void add_trigger (bpl_lowering *lo, const bpl_attr *a, struct hints *hints) {
  for (uint32_t i = 0; i < a->arg_count; i++) {
    WR_VEC_PUSH (&hints->terms, bpl_lower_at (lo, a->args[i].expr, 0));
  }
  WR_VEC_PUSH (&hints->sizes, a->arg_count);
}

static void read_hints (bpl_lowering *lo, const bpl_expr *e, struct hints *hints) {
  hints->weight = -1;
  for (const bpl_attr *a = e->u.binder.attrs; a; a = a->next) {
    if (a->kind == BPL_TRIGGER) {
      add_trigger (lo, a, hints);
      continue;
    }
    wr_str name = wr_symbol_text (lo->symbols, a->name.name);
    if (!wr_str_equal (name, WR_LIT ("nopats"))) continue;
    for (uint32_t i = 0; i < a->arg_count; i++) {
      if (a->args[i].expr) add_once (&hints->nopats, bpl_lower_at (lo, a->args[i].expr, 0));
    }
  }
  uint64_t weight;
  if (bpl_attr_number (lo, e->u.binder.attrs, "weight", &weight)) {
    hints->weight = weight > INT32_MAX ? INT32_MAX : (int32_t)weight;
  }
  hints->qid = bpl_attr_text (lo, e->u.binder.attrs, "qid");
}

static wr_expr build (bpl_lowering *lo, enum wr_op op, const var_list *vars,
                      const struct hints *hints, wr_expr body) {
  WR_VEC (struct wr_trigger) triggers = {0};
  const wr_expr *at = hints->terms.data;
  for (uint32_t i = 0; i < hints->sizes.len; i++) {
    WR_VEC_PUSH (&triggers, ((struct wr_trigger){at, hints->sizes.data[i]}));
    at += hints->sizes.data[i];
  }
  struct wr_quantifier q = {.vars = vars->data,
                            .var_count = vars->len,
                            .triggers = triggers.data,
                            .trigger_count = triggers.len,
                            .nopats = hints->nopats.data,
                            .nopat_count = hints->nopats.len,
                            .qid = hints->qid,
                            .weight = hints->weight};
  wr_expr result = wr_mk_quantifier (lo->core, op, &q, body);
  WR_VEC_FREE (&triggers);
  return result;
}

/* With `pooled` the trigger is the variables' pools. */
static wr_expr lower_copy (bpl_lowering *lo, const bpl_expr *e, bool pooled) {
  const bpl_vars *bound = &e->u.binder.bound;
  bool forall = e->kind == BPL_EXPR_FORALL;
  bool outer = lo->below_exists;
  if (forall ? lo->polarity != 1 : lo->polarity != -1) lo->below_exists = true;
  void **saved = wr_alloc (bound->len + 1, sizeof *saved);
  var_list vars = {0};
  struct hints hints = {0};
  enter (lo, bound, &vars, saved);
  lo->binders++;
  wr_expr body = bpl_lower_at (lo, e->args.data[0], lo->polarity);
  body = bpl_add_to_pool (lo, e->u.binder.attrs, body, forall ? WR_OP_IMPLIES : WR_OP_AND);
  read_hints (lo, e, &hints);
  if (pooled) {
    hints.sizes.len = hints.terms.len = 0;
    for (uint32_t i = 0; i < bound->len; i++) WR_VEC_PUSH (&hints.terms, body);
    bpl_pool_terms (lo, bound, vars.data, hints.terms.data);
    WR_VEC_PUSH (&hints.sizes, bound->len);
  }
  if (!hints.sizes.len) collect_never (lo, e->args.data[0], &hints.nopats);
  lo->binders--;
  leave (bound, saved);
  wr_expr result =
      vars.len ? build (lo, forall ? WR_OP_FORALL : WR_OP_EXISTS, &vars, &hints, body) : body;
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&hints.terms);
  WR_VEC_FREE (&hints.sizes);
  WR_VEC_FREE (&hints.nopats);
  free (saved);
  lo->below_exists = outer;
  return result;
}

/* One instance: the type parameters, if any, are bound in the environment.  A quantifier over types
   alone has no variables and is its body. */
wr_expr bpl_lower_one_quantifier (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr plain = lower_copy (lo, e, false);
  if (!bpl_all_pooled (lo, &e->u.binder.bound)) return plain;
  enum wr_op op = e->kind == BPL_EXPR_FORALL ? WR_OP_AND : WR_OP_OR;
  return wr_mk2 (lo->core, op, plain, lower_copy (lo, e, true));
}

wr_expr bpl_lower_quantifier (bpl_lowering *lo, const bpl_expr *e) {
  if (e->u.binder.params.len) return bpl_lower_type_quantifier (lo, e);
  return bpl_lower_one_quantifier (lo, e);
}

/* The values do not see the variables. */
wr_expr bpl_lower_let (bpl_lowering *lo, const bpl_expr *e) {
  const bpl_vars *bound = &e->u.binder.bound;
  expr_list values = {0};
  var_list vars = {0};
  void **saved = wr_alloc (bound->len + 1, sizeof *saved);
  for (uint32_t i = 0; i < bound->len; i++) {
    WR_VEC_PUSH (&values, bpl_lower_codeless (lo, e->args.data[i], "the value of a let"));
  }
  enter (lo, bound, &vars, saved);
  lo->binders++;
  wr_expr body = bpl_lower_at (lo, e->args.data[bound->len], lo->polarity);
  lo->binders--;
  leave (bound, saved);
  wr_expr result = wr_mk_let (lo->core, vars.data, values.data, vars.len, body);
  WR_VEC_FREE (&values);
  WR_VEC_FREE (&vars);
  free (saved);
  return result;
}
