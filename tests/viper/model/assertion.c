/* tests/viper/model/assertion.c -- gaining an assertion, giving it away, and asking whether it holds. */
#include "model.h"

bool model_is_pure (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_ACC || e->kind == VPR_EXPR_INHALE_EXHALE) return false;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND) return false;
  if (e->kind == VPR_EXPR_UNFOLDING || e->kind == VPR_EXPR_ASSERTING)
    return model_is_pure (e->args.data[1]);
  if (e->kind == VPR_EXPR_PERM) return true;
  if (e->kind == VPR_EXPR_FORPERM) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (!model_is_pure (e->args.data[i])) return false;
  return true;
}

static bool is_wild (const vpr_expr *acc) {
  return acc->args.len > 1 && acc->args.data[1]->kind == VPR_EXPR_WILDCARD;
}

/* -- one location ------------------------------------------------------------------------------------ */

/* What an ACC names, with its values. */
struct location {
  const vpr_expr *acc, *place;
  value args[MODEL_ARGS], amount;
  value vars[MODEL_ARGS]; /* of the quantifier */
  uint32_t var_count;
};

static bool locate (struct run *run, const vpr_expr *acc, const struct transfer *t,
                    struct location *out) {
  const struct where *w = &t->w;
  out->acc = acc;
  out->place = acc->args.data[0];
  bool known = out->place->kind == VPR_EXPR_FIELD || out->place->kind == VPR_EXPR_CALL;
  if (!known || out->place->args.len > MODEL_ARGS) {
    model_unsupported (run);
    return false;
  }
  for (uint32_t i = 0; i < out->place->args.len; i++)
    out->args[i] = model_eval (run, out->place->args.data[i], w);
  out->amount = value_perm (1, 1);
  if (acc->args.len > 1 && !is_wild (acc)) {
    out->amount = model_eval (run, acc->args.data[1], w);
    if (!run->stop && out->amount.num < 0) model_violate (run, w, "negative.permission");
  }
  if (run->stop) return false;
  if (!is_wild (acc)) out->amount = model_perm_op (run, perm_mul, out->amount, t->factor);
  return !run->stop;
}

static value *held_at (struct run *run, struct model_state *s, const struct location *l) {
  if (l->place->kind == VPR_EXPR_FIELD) return &s->mask[l->place->decl->index][l->args[0].num];
  return &model_token (run, s, l->place->decl, l->args, true)->amount;
}

static value some_amount (struct run *run) { return value_perm (1, 2 << rng_below (run->rng, 4)); }

static void gain (struct run *run, const struct location *l, const struct transfer *t) {
  value *held = held_at (run, t->state, l);
  value amount = is_wild (l->acc) ? some_amount (run) : l->amount;
  if (run->stop) return;
  *held = model_perm_op (run, perm_add, *held, amount);
  if (l->place->kind != VPR_EXPR_FIELD) return;
  bool function = run->member->kind == VPR_DECL_FUNCTION;
  if (amount.num > 0 && l->args[0].num == 0) model_give_up (run);
  if (!function && perm_less (value_perm (1, 1), *held)) model_give_up (run);
}

static bool is_enough (struct run *run, const struct location *l, const struct transfer *t) {
  value *held = held_at (run, t->state, l);
  bool enough = is_wild (l->acc) ? held->num > 0 : !perm_less (*held, l->amount);
  if (!enough && !run->stop) {
    struct where loud = t->w;
    loud.checked = true; /* what is asked for is checked even where nothing else is */
    model_violate (run, &loud, "insufficient.permission");
  }
  return enough && !run->stop;
}

static void lose (struct run *run, const struct location *l, const struct transfer *t) {
  value *held = held_at (run, t->state, l);
  value amount = l->amount;
  if (is_wild (l->acc)) amount = model_perm_op (run, perm_mul, *held, some_amount (run));
  *held = model_perm_op (run, perm_sub, *held, amount);
}

/* -- quantified permissions -------------------------------------------------------------------------- */

struct parts {
  struct transfer *t;
  const vpr_expr *body, *quantifier;
  struct location list[MODEL_PARTS];
  uint32_t count;
  bool pure; /* only pure parts, rather than only permissions */
  bool side; /* of [a, b]: b */
  bool all;  /* pure parts that are false were not met */
};

static void collect (struct run *run, const vpr_expr *e, struct parts *p);

static void collect_acc (struct run *run, const vpr_expr *e, struct parts *p) {
  if (p->count == MODEL_PARTS) {
    model_give_up (run);
    return;
  }
  struct location *l = &p->list[p->count];
  if (!locate (run, e, p->t, l)) return;
  l->var_count = p->quantifier->vars.len;
  for (uint32_t i = 0; i < l->var_count && i < MODEL_ARGS; i++)
    l->vars[i] = model_binding (run, p->quantifier->vars.data[i])->value;
  p->count++;
}

static void collect (struct run *run, const vpr_expr *e, struct parts *p) {
  if (run->stop) return;
  if (model_is_pure (e)) {
    if (p->pure && !model_true (run, e, &p->t->w)) p->all = false;
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC:
    if (!p->pure) collect_acc (run, e, p);
    return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) collect (run, e->args.data[0], p);
    if (e->op == VPR_OP_WAND) model_unsupported (run);
    if (e->op == VPR_OP_AND || model_true (run, e->args.data[0], &p->t->w))
      collect (run, e->args.data[1], p);
    return;
  case VPR_EXPR_COND:
    collect (run, e->args.data[model_true (run, e->args.data[0], &p->t->w) ? 1 : 2], p);
    return;
  case VPR_EXPR_INHALE_EXHALE: collect (run, e->args.data[p->side], p); return;
  default: model_unsupported (run);
  }
}

static void collect_instance (struct run *run, void *arg) {
  struct parts *p = arg;
  collect (run, p->body, p);
}

static bool is_direct (const vpr_expr *quantifier, const vpr_expr *place) {
  for (uint32_t v = 0; v < quantifier->vars.len; v++) {
    bool found = false;
    for (uint32_t i = 0; i < place->args.len; i++)
      found |= place->args.data[i]->kind == VPR_EXPR_NAME &&
               place->args.data[i]->var == quantifier->vars.data[v];
    if (!found) return false;
  }
  return true;
}

/* Two values of the variables, and one location. */
static void check_injective (struct run *run, const struct parts *p, bool checked) {
  for (uint32_t i = 0; i < p->count && !run->stop; i++)
    for (uint32_t k = 0; k < i; k++) {
      const struct location *a = &p->list[i], *b = &p->list[k];
      bool same = a->acc == b->acc && a->amount.num > 0 && b->amount.num > 0;
      for (uint32_t n = 0; same && n < a->place->args.len; n++)
        same = value_equal (&a->args[n], &b->args[n]);
      if (!same || is_direct (p->quantifier, a->place)) continue;
      struct where w = p->t->w;
      w.checked = checked;
      model_violate (run, &w, "qp.not.injective");
    }
}

/* All instances; the run stops where there is a violation. */
static bool instances (struct run *run, const vpr_expr *e, struct transfer *t, bool side,
                       struct parts *p) {
  *p = (struct parts){.t = t, .body = e->args.data[0], .quantifier = e, .all = true, .side = side};
  if (e->vars.len > MODEL_ARGS || e->args.data[0]->kind == VPR_EXPR_FORALL) {
    model_unsupported (run);
    return false;
  }
  model_for_all (run, e, &t->w, collect_instance, p);
  return !run->stop;
}

static bool pure_parts (struct run *run, const vpr_expr *e, struct parts *p) {
  p->pure = true;
  model_for_all (run, e, &p->t->w, collect_instance, p);
  return p->all;
}

static void inhale_all (struct run *run, const vpr_expr *e, struct transfer *t) {
  struct parts p;
  if (!instances (run, e, t, t->exhale_side, &p)) return;
  check_injective (run, &p, t->w.checked || t->w.some);
  for (uint32_t i = 0; i < p.count && !run->stop; i++) gain (run, &p.list[i], t);
  if (!run->stop && !pure_parts (run, e, &p)) model_give_up (run);
}

static void exhale_all (struct run *run, const vpr_expr *e, struct transfer *t) {
  struct parts p;
  if (!instances (run, e, t, true, &p)) return;
  check_injective (run, &p, true);
  for (uint32_t i = 0; i < p.count && !run->stop; i++) is_enough (run, &p.list[i], t);
  for (uint32_t i = 0; i < p.count && !run->stop; i++) lose (run, &p.list[i], t);
  if (!run->stop && !pure_parts (run, e, &p) && !run->stop) {
    struct where loud = t->w;
    loud.checked = true;
    model_violate (run, &loud, "assertion.false");
  }
}

/* -- assertions -------------------------------------------------------------------------------------- */

/* `place == e` is assumed, and nobody has looked at the place since its value was chosen: it gets the value that fits. */
static bool set_loose (struct run *run, const vpr_expr *e, const struct transfer *t) {
  const struct where *w = &t->w;
  if (e->kind != VPR_EXPR_BINARY || (e->op != VPR_OP_EQ && e->op != VPR_OP_IFF)) return false;
  if (rng_chance (run->rng, 10)) return false;
  const vpr_expr *place = e->args.data[0];
  if (place->kind == VPR_EXPR_NAME) {
    struct binding *b = model_binding (run, place->var);
    if (!b || !b->loose) return false;
    value v = model_eval (run, e->args.data[1], w);
    b = model_binding (run, place->var);
    if (run->stop || !b->loose) return false;
    b->value = v, b->loose = false;
    return true;
  }
  if (place->kind != VPR_EXPR_FIELD) return false;
  value receiver = model_eval (run, place->args.data[0], w);
  if (run->stop) return false;
  uint32_t f = place->decl->index;
  if (w->here != t->state || !t->state->loose[f][receiver.num] ||
      t->state->mask[f][receiver.num].num <= 0)
    return false;
  value v = model_eval (run, e->args.data[1], w);
  if (run->stop || !t->state->loose[f][receiver.num]) return false;
  t->state->heap[f][receiver.num] = v;
  t->state->loose[f][receiver.num] = false;
  return true;
}

void model_inhale (struct run *run, const vpr_expr *e, struct transfer *t) {
  if (run->stop) return;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    model_inhale (run, e->args.data[0], t);
    model_inhale (run, e->args.data[1], t);
    return;
  }
  if (model_is_pure (e)) {
    if (!set_loose (run, e, t) && !run->stop && !model_true (run, e, &t->w)) model_give_up (run);
    return;
  }
  struct location l = {0};
  switch ((int)e->kind) {
  case VPR_EXPR_ACC:
    if (locate (run, e, t, &l)) gain (run, &l, t);
    return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) break;
    if (model_true (run, e->args.data[0], &t->w)) model_inhale (run, e->args.data[1], t);
    return;
  case VPR_EXPR_COND:
    model_inhale (run, e->args.data[model_true (run, e->args.data[0], &t->w) ? 1 : 2], t);
    return;
  case VPR_EXPR_INHALE_EXHALE: model_inhale (run, e->args.data[t->exhale_side], t); return;
  case VPR_EXPR_FORALL: inhale_all (run, e, t); return;
  case VPR_EXPR_LET: {
    value v = model_eval (run, e->args.data[0], &t->w);
    uint32_t count = run->var_count;
    model_bind (run, e->vars.data[0], v, false);
    model_inhale (run, e->args.data[1], t);
    run->var_count = count;
    return;
  }
  default: break;
  }
  model_unsupported (run);
}

static void exhale_pure (struct run *run, const vpr_expr *e, const struct transfer *t) {
  bool good = model_true (run, e, &t->w);
  struct where loud = t->w;
  loud.checked = true;
  if (!good && !run->stop) model_violate (run, &loud, "assertion.false");
}

void model_exhale (struct run *run, const vpr_expr *e, struct transfer *t) {
  if (run->stop) return;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    model_exhale (run, e->args.data[0], t);
    model_exhale (run, e->args.data[1], t);
    return;
  }
  if (model_is_pure (e)) {
    exhale_pure (run, e, t);
    return;
  }
  struct location l = {0};
  switch ((int)e->kind) {
  case VPR_EXPR_ACC:
    if (locate (run, e, t, &l) && is_enough (run, &l, t)) lose (run, &l, t);
    return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) break;
    if (model_true (run, e->args.data[0], &t->w)) model_exhale (run, e->args.data[1], t);
    return;
  case VPR_EXPR_COND:
    model_exhale (run, e->args.data[model_true (run, e->args.data[0], &t->w) ? 1 : 2], t);
    return;
  case VPR_EXPR_INHALE_EXHALE: model_exhale (run, e->args.data[1], t); return;
  case VPR_EXPR_FORALL: exhale_all (run, e, t); return;
  case VPR_EXPR_LET: {
    value v = model_eval (run, e->args.data[0], &t->w);
    uint32_t count = run->var_count;
    model_bind (run, e->vars.data[0], v, false);
    model_exhale (run, e->args.data[1], t);
    run->var_count = count;
    return;
  }
  default: break;
  }
  model_unsupported (run);
}

/* -- preconditions of functions ---------------------------------------------------------------------- */

static void holds_all (struct run *run, const vpr_expr *e, const struct where *w) {
  struct parts p;
  struct transfer t = {.w = *w, .state = w->here, .factor = value_perm (1, 1)};
  if (!instances (run, e, &t, true, &p)) return;
  for (uint32_t i = 0; i < p.count && !run->stop && !w->total; i++)
    if (p.list[i].amount.num > 0 && held_at (run, w->here, &p.list[i])->num <= 0)
      model_violate (run, w, "insufficient.permission");
  if (!run->stop && !pure_parts (run, e, &p)) model_violate (run, w, "assertion.false");
}

void model_holds (struct run *run, const vpr_expr *e, const struct where *w) {
  if (run->stop) return;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    model_holds (run, e->args.data[0], w);
    model_holds (run, e->args.data[1], w);
    return;
  }
  struct where quiet = *w;
  quiet.checked = false;
  if (model_is_pure (e)) {
    if (!model_true (run, e, &quiet) && !run->stop) model_violate (run, w, "assertion.false");
    return;
  }
  struct transfer t = {.w = quiet, .state = w->here, .factor = value_perm (1, 1)};
  struct location l = {0};
  switch ((int)e->kind) {
  case VPR_EXPR_ACC:
    if (locate (run, e, &t, &l) && !w->total && l.amount.num > 0 &&
        held_at (run, w->here, &l)->num <= 0)
      model_violate (run, w, "insufficient.permission");
    return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) break;
    if (model_true (run, e->args.data[0], &quiet)) model_holds (run, e->args.data[1], w);
    return;
  case VPR_EXPR_COND:
    model_holds (run, e->args.data[model_true (run, e->args.data[0], &quiet) ? 1 : 2], w);
    return;
  case VPR_EXPR_INHALE_EXHALE: model_holds (run, e->args.data[1], w); return;
  case VPR_EXPR_FORALL: holds_all (run, e, w); return;
  default: break;
  }
  model_unsupported (run);
}
