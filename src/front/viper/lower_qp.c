/* front/viper/lower_qp.c -- quantified permissions.

   A location is in the range of `forall x :: c(x) ==> acc(e(x).f, p(x))` when c and e fit for the inverse of e there.  Where each
   variable is itself an index, the inverse is the identity; otherwise the inverse is a map of its own, and the fact that it is one
   rests on the goal that e is injective. */
#include "front/viper/lower_qp.h"

static wr_expr zero (vpr_lowering *lo) { return vpr_real (lo, "0"); }

/* -- splitting ------------------------------------------------------------------------------------- */

struct split {
  vpr_lowering *lo;
  const struct vpr_ctx *ctx;
  vpr_each_part *each;
  void *arg;
  const vpr_expr *quantifier;
  WR_VEC (wr_var) vars;
  WR_VEC (vpr_var *) named; /* the same in the tree */
  WR_VEC (vpr_var *) lets;  /* of `let` */
};

static void find_identity (vpr_lowering *lo, struct vpr_quantified *qp) {
  uint32_t *position = WR_NEW (lo->arena, uint32_t, qp->count + 1);
  qp->identity = true;
  for (uint32_t v = 0; v < qp->count && qp->identity; v++) {
    bool found = false;
    for (uint32_t i = 0; i < qp->resource->arity && !found; i++) {
      const struct wr_expr_info *info = wr_expr_info (lo->core, qp->index[i]);
      if (info->op != WR_OP_VAR || info->data != qp->vars[v].ix) continue;
      position[v] = i;
      found = true;
    }
    qp->identity = found;
  }
  qp->position = position;
}

static void split (struct split *s, const vpr_expr *e, wr_expr condition) {
  vpr_lowering *lo = s->lo;
  bool wand = e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
  if (e->kind == VPR_EXPR_ACC || wand) {
    struct vpr_quantified qp = {.quantifier = s->quantifier, .acc = e, .count = s->vars.len};
    qp.vars = WR_VEC_KEEP (lo->arena, &s->vars);
    wr_expr *index;
    qp.resource = vpr_place (lo, e, s->ctx, &index);
    qp.index = index;
    qp.condition = condition;
    if (!vpr_is_wildcard (e)) qp.amount = vpr_amount (lo, e, s->ctx);
    find_identity (lo, &qp);
    s->each (lo, &qp, NULL, condition, s->arg);
    return;
  }
  if (vpr_is_pure (e)) {
    struct vpr_quantified qp = {
        .quantifier = s->quantifier, .count = s->vars.len, .condition = condition};
    qp.vars = WR_VEC_KEEP (lo->arena, &s->vars);
    qp.named = (vpr_vars){WR_VEC_KEEP (lo->arena, &s->named), s->named.len};
    qp.lets = (vpr_vars){WR_VEC_KEEP (lo->arena, &s->lets), s->lets.len};
    s->each (lo, &qp, e, condition, s->arg);
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_IMPLIES)
      condition = vpr_and (lo, condition, vpr_value (lo, e->args.data[0], s->ctx));
    else
      split (s, e->args.data[0], condition);
    split (s, e->args.data[1], condition);
    return;
  case VPR_EXPR_COND: {
    wr_expr c = vpr_value (lo, e->args.data[0], s->ctx);
    split (s, e->args.data[1], vpr_and (lo, condition, c));
    split (s, e->args.data[2], vpr_and (lo, condition, vpr_not (lo, c)));
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: split (s, e->args.data[s->ctx->exhale_side], condition); return;
  case VPR_EXPR_LET: {
    wr_expr saved, term = vpr_value (lo, e->args.data[0], s->ctx);
    vpr_bind (&e->vars, &term, &saved);
    WR_VEC_PUSH (&s->lets, e->vars.data[0]);
    split (s, e->args.data[1], condition);
    s->lets.len--;
    vpr_unbind (&e->vars, &saved);
    return;
  }
  case VPR_EXPR_FORALL: {
    wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->vars.len + 1),
            *terms = WR_NEW (lo->arena, wr_expr, e->vars.len + 1);
    for (uint32_t i = 0; i < e->vars.len; i++) {
      wr_var var = vpr_bound (lo, vpr_text (lo, e->vars.data[i]->id.name),
                              vpr_sort (lo, e->vars.data[i]->type));
      terms[i] = wr_mk_var (lo->core, var);
      WR_VEC_PUSH (&s->vars, var);
      WR_VEC_PUSH (&s->named, e->vars.data[i]);
    }
    vpr_bind (&e->vars, terms, saved);
    const vpr_expr *outer = s->quantifier;
    s->quantifier = e;
    split (s, e->args.data[0], condition);
    s->quantifier = outer;
    vpr_unbind (&e->vars, saved);
    s->vars.len -= e->vars.len;
    s->named.len -= e->vars.len;
    return;
  }
  default: vpr_unsupported (lo, e->span, "this quantified assertion is not supported"); return;
  }
}

void vpr_split_quantified (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                           vpr_each_part *each, void *arg) {
  struct split s = {.lo = lo, .ctx = ctx, .each = each, .arg = arg};
  split (&s, e, vpr_true (lo));
  WR_VEC_FREE (&s.vars);
  WR_VEC_FREE (&s.named);
  WR_VEC_FREE (&s.lets);
}

bool vpr_is_quantified (const vpr_expr *e) {
  return e->kind == VPR_EXPR_FORALL && !vpr_is_pure (e);
}

/* -- ranges ---------------------------------------------------------------------------------------- */

/* The quantifier over fresh copies of the variables of the part; triggers are its own, and the receivers. */
static wr_expr over_vars (vpr_lowering *lo, const struct vpr_quantified *qp, wr_expr body,
                          const struct vpr_triggers *more) {
  wr_var *vars = WR_NEW (lo->arena, wr_var, qp->count + 1);
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  for (uint32_t i = 0; i < qp->count; i++) {
    const struct wr_var_info *info = wr_var_info (lo->core, qp->vars[i]);
    wr_symbol name = info->name;
    vars[i] = wr_var_new (lo->core, WR_VAR_BOUND, name, info->sort, (wr_span){0});
    terms[i] = wr_mk_var (lo->core, vars[i]);
  }
  struct vpr_triggers triggers = {0};
  for (uint32_t i = 0; more && i < more->list.len; i++) {
    const struct wr_trigger *t = &more->list.data[i];
    wr_expr *list = WR_NEW (lo->arena, wr_expr, t->count);
    for (uint32_t k = 0; k < t->count; k++)
      list[k] = vpr_replace (lo, t->exprs[k], qp->vars, terms, qp->count);
    WR_VEC_PUSH (&triggers.list, ((struct wr_trigger){list, t->count}));
  }
  wr_expr inner = vpr_replace (lo, body, qp->vars, terms, qp->count);
  wr_expr all = vpr_forall (lo, vars, qp->count, &triggers, inner);
  vpr_triggers_free (&triggers);
  return all;
}

wr_expr vpr_in_range (vpr_lowering *lo, const struct vpr_quantified *qp, const wr_expr *at,
                      wr_expr *values) {
  uint32_t arity = qp->resource->arity;
  wr_expr *index = WR_NEW (lo->arena, wr_expr, arity);
  for (uint32_t v = 0; v < qp->count; v++)
    values[v] = qp->identity ? at[qp->position[v]] : vpr_select (lo, qp->inverse[v], at, arity);
  for (uint32_t i = 0; i < arity; i++)
    index[i] = vpr_replace (lo, qp->index[i], qp->vars, values, qp->count);
  wr_expr in = vpr_replace (lo, qp->condition, qp->vars, values, qp->count);
  return vpr_and (lo, in, vpr_same (lo, index, at, arity));
}

/* The terms of the quantifier in the text by which solvers find the variables. */
static void text_triggers (vpr_lowering *lo, const struct vpr_quantified *qp,
                           const struct vpr_ctx *ctx, struct vpr_triggers *out) {
  wr_expr *index = WR_NEW (lo->arena, wr_expr, qp->resource->arity);
  bool all = true;
  for (uint32_t i = 0; i < qp->resource->arity; i++) {
    index[i] = qp->index[i];
    enum wr_op op = (enum wr_op)wr_expr_info (lo->core, index[i])->op;
    if (op == WR_OP_APP || op == WR_OP_SELECT || op == WR_OP_FIELD)
      vpr_trigger1 (lo, out, index[i]);
    all &= op == WR_OP_APP || op == WR_OP_SELECT;
  }
  if (all && qp->resource->arity > 1)
    WR_VEC_PUSH (&out->list, ((struct wr_trigger){index, qp->resource->arity}));
  const vpr_expr *e = qp->quantifier;
  if (e->vars.len != qp->count) return;
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, qp->count + 1),
          *terms = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  for (uint32_t i = 0; i < qp->count; i++) terms[i] = wr_mk_var (lo->core, qp->vars[i]);
  vpr_bind (&e->vars, terms, saved);
  vpr_triggers_of (lo, e, ctx, out);
  vpr_unbind (&e->vars, saved);
}

wr_expr vpr_really (vpr_lowering *lo, const struct vpr_quantified *qp) {
  if (!qp->amount.ix || (vpr_is_literal (lo, qp->amount) && !vpr_is_zero (lo, qp->amount)))
    return qp->condition;
  return vpr_and (lo, qp->condition, vpr_lt (lo, zero (lo), qp->amount));
}

/* The goal that receivers are different, and the inverses. */
static void invert (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t,
                    bool checked) {
  if (qp->identity) return;
  uint32_t arity = qp->resource->arity;
  wr_expr *x[2], *index[2], both = t->guard, equal = vpr_true (lo);
  for (int k = 0; k < 2; k++) {
    x[k] = WR_NEW (lo->arena, wr_expr, qp->count + 1);
    index[k] = WR_NEW (lo->arena, wr_expr, arity);
    for (uint32_t i = 0; i < qp->count; i++)
      x[k][i] = checked ? vpr_fresh (lo, "any", wr_var_info (lo->core, qp->vars[i])->sort)
                        : wr_mk_var (lo->core, qp->vars[i]);
    for (uint32_t i = 0; i < arity; i++)
      index[k][i] = vpr_replace (lo, qp->index[i], qp->vars, x[k], qp->count);
    both = vpr_and (lo, both, vpr_replace (lo, vpr_really (lo, qp), qp->vars, x[k], qp->count));
  }
  for (uint32_t i = 0; i < qp->count; i++)
    equal = vpr_and (lo, equal, vpr_eq (lo, x[0][i], x[1][i]));
  wr_label label;
  if (checked && lo->body->at && !lo->body->silent) {
    wr_expr cond =
        vpr_implies (lo, vpr_and (lo, both, vpr_same (lo, index[0], index[1], arity)), equal);
    label = vpr_goal_labelled (lo, t->cause, cond, t->injective ? t->injective : "qp.not.injective",
                               qp->acc->span);
    label = wr_label_derive_part (&lo->core->labels, label, WR_ROLE_WELL_FORMED_ASSUMED,
                                  (wr_site){0}, 1);
  } else {
    label = vpr_fact_label (lo, t->cause);
  }
  qp->inverse = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  wr_expr all = vpr_true (lo);
  for (uint32_t i = 0; i < qp->count; i++) {
    wr_sort sort = wr_sort_map (lo->core, qp->resource->index, arity,
                                wr_var_info (lo->core, qp->vars[i])->sort);
    qp->inverse[i] = vpr_fresh (lo, "inverse", sort);
    wr_expr back = vpr_select (lo, qp->inverse[i], qp->index, arity);
    all = vpr_and (lo, all, vpr_eq (lo, back, wr_mk_var (lo->core, qp->vars[i])));
  }
  struct vpr_triggers triggers = {0};
  text_triggers (lo, qp, &t->ctx, &triggers);
  wr_expr fact = vpr_implies (lo, vpr_and (lo, t->guard, vpr_really (lo, qp)), all);
  if (lo->body->silent)
    vpr_fact (lo, t->cause, over_vars (lo, qp, fact, &triggers));
  else
    vpr_fact_labelled (lo, label, over_vars (lo, qp, fact, &triggers));
  vpr_triggers_free (&triggers);
}

/* Locations as bound variables, what the part says about them, and the old and new maps there. */
struct place {
  wr_var *vars;
  wr_expr *at, *values, in, heap, mask, new_heap, new_mask;
};

static struct place any_place (vpr_lowering *lo, const struct vpr_quantified *qp, wr_expr guard,
                               wr_expr new_heap, wr_expr new_mask) {
  const struct vpr_resource *r = qp->resource;
  struct place p = {.vars = WR_NEW (lo->arena, wr_var, r->arity),
                    .at = WR_NEW (lo->arena, wr_expr, r->arity)};
  p.values = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  for (uint32_t i = 0; i < r->arity; i++) {
    p.vars[i] = vpr_bound (lo, "o", r->index[i]);
    p.at[i] = wr_mk_var (lo->core, p.vars[i]);
  }
  p.in = vpr_and (lo, guard, vpr_in_range (lo, qp, p.at, p.values));
  p.heap = vpr_heap_at (lo, lo->body->now, r, p.at);
  p.mask = vpr_mask_at (lo, lo->body->now, r, p.at);
  if (new_heap.ix) p.new_heap = vpr_select (lo, new_heap, p.at, r->arity);
  if (new_mask.ix) p.new_mask = vpr_select (lo, new_mask, p.at, r->arity);
  return p;
}

static void frame_all (vpr_lowering *lo, const struct vpr_quantified *qp, const struct place *p,
                       wr_expr fact, wr_expr trigger, wr_expr other) {
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, trigger);
  if (other.ix) vpr_trigger1 (lo, &t, other);
  vpr_frame (lo, vpr_forall (lo, p->vars, qp->resource->arity, &t, fact));
  vpr_triggers_free (&t);
}

static wr_expr amount_at (vpr_lowering *lo, const struct vpr_quantified *qp, const struct place *p,
                          const struct vpr_transfer *t) {
  wr_expr amount = vpr_replace (lo, qp->amount, qp->vars, p->values, qp->count);
  return t->factor.ix ? vpr_mul (lo, amount, t->factor) : amount;
}

/* -- inhale ---------------------------------------------------------------------------------------- */

/* What was gained is not at null: known wherever the terms of the quantifier occur. */
static void know_receivers (vpr_lowering *lo, const struct vpr_quantified *qp, wr_expr gained,
                            const struct vpr_transfer *t) {
  struct vpr_triggers triggers = {0};
  wr_expr some = vpr_lt (lo, zero (lo), vpr_select (lo, gained, qp->index, qp->resource->arity));
  wr_expr null = vpr_eq (lo, qp->index[0], vpr_null (lo));
  wr_expr there = vpr_and (lo, t->guard, vpr_and (lo, qp->condition, some));
  text_triggers (lo, qp, &t->ctx, &triggers);
  wr_expr fact = vpr_implies (lo, there, vpr_not (lo, null));
  if (qp->identity && triggers.list.len) vpr_frame (lo, over_vars (lo, qp, fact, &triggers));
  vpr_triggers_free (&triggers);
}

static void gain_all (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t) {
  const struct vpr_resource *r = qp->resource;
  const wr_expr none = {0};
  wr_expr qm = vpr_fresh (lo, "gained", r->mask), heap = vpr_fresh (lo, r->name, r->heap),
          mask = vpr_fresh (lo, "perm", r->mask);
  struct place p = any_place (lo, qp, t->guard, heap, mask);
  wr_expr q = vpr_select (lo, qm, p.at, r->arity);
  wr_expr fact = vpr_and (lo, vpr_le (lo, zero (lo), q),
                          vpr_implies (lo, vpr_not (lo, p.in), vpr_eq (lo, q, zero (lo))));
  frame_all (lo, qp, &p, fact, q, none);
  p = any_place (lo, qp, t->guard, heap, mask);
  q = vpr_select (lo, qm, p.at, r->arity);
  bool some = !qp->amount.ix || t->wild;
  wr_expr known = some ? vpr_lt (lo, zero (lo), q) : vpr_eq (lo, q, amount_at (lo, qp, &p, t));
  struct vpr_triggers triggers = {0};
  vpr_trigger1 (lo, &triggers, q);
  vpr_gain_fact (lo, t->cause,
                 vpr_forall (lo, p.vars, r->arity, &triggers, vpr_implies (lo, p.in, known)));
  vpr_triggers_free (&triggers);
  p = any_place (lo, qp, t->guard, heap, mask);
  q = vpr_select (lo, qm, p.at, r->arity);
  frame_all (lo, qp, &p, vpr_eq (lo, p.new_mask, vpr_add (lo, p.mask, q)), p.new_mask, none);
  p = any_place (lo, qp, t->guard, heap, mask);
  wr_expr kept = vpr_or (lo, vpr_lt (lo, zero (lo), p.mask), vpr_not (lo, p.in));
  frame_all (lo, qp, &p, vpr_implies (lo, kept, vpr_eq (lo, p.new_heap, p.heap)), p.new_heap, none);
  if (r->kind == VPR_RESOURCE_FIELD && !lo->body->silent) {
    p = any_place (lo, qp, t->guard, heap, mask);
    wr_expr held = vpr_lt (lo, zero (lo), p.new_mask);
    fact = vpr_implies (lo, held, vpr_not (lo, vpr_eq (lo, p.at[0], vpr_null (lo))));
    if (!lo->body->in_function)
      fact = vpr_and (lo, vpr_le (lo, p.new_mask, vpr_real (lo, "1")), fact);
    frame_all (lo, qp, &p, fact, p.new_mask, p.new_heap);
    know_receivers (lo, qp, qm, t);
  }
  vpr_assign (lo, lo->body->heap[r->number], heap, (wr_label){0});
  vpr_assign (lo, lo->body->mask[r->number], mask, (wr_label){0});
}

/* A pure part may use the permissions of the parts before it, for arbitrary values of the variables. */
static void wf_pure (vpr_lowering *lo, const struct vpr_quantified *qp, const vpr_expr *e,
                     wr_expr condition, struct vpr_transfer *t) {
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, qp->count + 1);
  for (uint32_t i = 0; i < qp->count; i++)
    terms[i] = vpr_fresh (lo, "any", wr_var_info (lo->core, qp->vars[i])->sort);
  condition = vpr_replace (lo, condition, qp->vars, terms, qp->count);
  wr_expr *values = WR_NEW (lo->arena, wr_expr, qp->lets.len + 1);
  wr_expr *outer = WR_NEW (lo->arena, wr_expr, qp->lets.len + 1);
  for (uint32_t i = 0; i < qp->lets.len; i++) {
    wr_expr term = {(uint32_t)(uintptr_t)qp->lets.data[i]->lowered};
    values[i] = vpr_replace (lo, term, qp->vars, terms, qp->count);
  }
  vpr_bind (&qp->lets, values, outer);
  vpr_bind (&qp->named, terms, saved);
  vpr_wf (lo, e, &t->ctx, vpr_and (lo, t->guard, condition), t->cause);
  vpr_unbind (&qp->named, saved);
  vpr_unbind (&qp->lets, outer);
}

static void inhale_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                         wr_expr condition, void *arg) {
  struct vpr_transfer *t = arg;
  if (pure && t->checked && !t->pure_last) wf_pure (lo, qp, pure, condition, t);
  if (pure || t->only_pure) return;
  invert (lo, qp, t, t->checked || t->injective);
  gain_all (lo, qp, t);
}

/* Well-formedness of the conditions, receivers and amounts. */
static void wf_parts (vpr_lowering *lo, const vpr_expr *e, wr_expr guard, struct vpr_transfer *t) {
  if (vpr_is_pure (e)) return;
  switch ((int)e->kind) {
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) break;
    if (e->op == VPR_OP_IMPLIES) {
      vpr_wf (lo, e->args.data[0], &t->ctx, guard, t->cause);
      guard = vpr_and (lo, guard, vpr_value (lo, e->args.data[0], &t->ctx));
    } else {
      wf_parts (lo, e->args.data[0], guard, t);
      if (vpr_is_pure (e->args.data[0])) /* it is checked by itself */
        guard = vpr_and (lo, guard, vpr_value (lo, e->args.data[0], &t->ctx));
    }
    wf_parts (lo, e->args.data[1], guard, t);
    return;
  case VPR_EXPR_COND: {
    vpr_wf (lo, e->args.data[0], &t->ctx, guard, t->cause);
    wr_expr c = vpr_value (lo, e->args.data[0], &t->ctx);
    wf_parts (lo, e->args.data[1], vpr_and (lo, guard, c), t);
    wf_parts (lo, e->args.data[2], vpr_and (lo, guard, vpr_not (lo, c)), t);
    return;
  }
  case VPR_EXPR_FORALL: {
    wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->vars.len + 1),
            *terms = WR_NEW (lo->arena, wr_expr, e->vars.len + 1);
    for (uint32_t i = 0; i < e->vars.len; i++)
      terms[i] = vpr_fresh (lo, vpr_text (lo, e->vars.data[i]->id.name),
                            vpr_sort (lo, e->vars.data[i]->type));
    vpr_bind (&e->vars, terms, saved);
    wf_parts (lo, e->args.data[0], guard, t);
    vpr_unbind (&e->vars, saved);
    return;
  }
  case VPR_EXPR_LET: {
    vpr_wf (lo, e->args.data[0], &t->ctx, guard, t->cause);
    wr_expr saved, term = vpr_value (lo, e->args.data[0], &t->ctx);
    vpr_bind (&e->vars, &term, &saved);
    wf_parts (lo, e->args.data[1], guard, t);
    vpr_unbind (&e->vars, &saved);
    return;
  }
  case VPR_EXPR_INHALE_EXHALE: wf_parts (lo, e->args.data[t->exhale_side], guard, t); return;
  default: break;
  }
  vpr_wf (lo, e, &t->ctx, guard, t->cause);
}

void vpr_inhale_quantified (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *outer) {
  struct vpr_transfer own = *outer, *t = &own;
  own.ctx.exhale_side = outer->exhale_side;
  if (t->checked && !t->only_pure) wf_parts (lo, e, t->guard, t);
  vpr_split_quantified (lo, e, &t->ctx, inhale_part, t);
  if (t->pure_last) return;
  vpr_fact (lo, t->cause, vpr_implies (lo, t->guard, vpr_pure_part (lo, e, &t->ctx)));
}

/* -- exhale ---------------------------------------------------------------------------------------- */

static void exhale_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                         wr_expr condition, void *arg) {
  struct vpr_transfer *t = arg;
  const struct vpr_resource *r = qp->resource;
  const wr_expr none = {0};
  (void)condition;
  if (pure) return;
  if (lo->body->package) {
    vpr_unsupported (lo, qp->acc->span, "a quantified permission inside package is not supported");
    return;
  }
  invert (lo, qp, t, true);
  wr_expr held = vpr_mask_at (lo, lo->body->now, r, qp->index), amount = qp->amount;
  bool some = !amount.ix || t->wild;
  if (!some && t->factor.ix) amount = vpr_mul (lo, amount, t->factor);
  wr_expr enough = some ? vpr_lt (lo, zero (lo), held) : vpr_le (lo, amount, held);
  struct vpr_triggers triggers = {0};
  text_triggers (lo, qp, &t->ctx, &triggers);
  vpr_trigger1 (lo, &triggers, held);
  wr_expr cond = vpr_implies (lo, vpr_and (lo, t->guard, qp->condition), enough);
  vpr_goal (lo, t->cause, over_vars (lo, qp, cond, &triggers),
            r->kind == VPR_RESOURCE_WAND ? "wand.not.found" : "insufficient.permission",
            qp->acc->span);
  vpr_triggers_free (&triggers);
  wr_expr mask = vpr_fresh (lo, "perm", r->mask);
  struct place p = any_place (lo, qp, t->guard, none, mask);
  if (some) {
    wr_expr taken =
        vpr_and (lo, vpr_lt (lo, zero (lo), p.new_mask), vpr_lt (lo, p.new_mask, p.mask));
    wr_expr held_there = vpr_and (lo, p.in, vpr_lt (lo, zero (lo), p.mask));
    frame_all (lo, qp, &p, vpr_ite (lo, held_there, taken, vpr_eq (lo, p.new_mask, p.mask)),
               p.new_mask, none);
  } else {
    wr_expr less = vpr_sub (lo, p.mask, vpr_ite (lo, p.in, amount_at (lo, qp, &p, t), zero (lo)));
    frame_all (lo, qp, &p, vpr_eq (lo, p.new_mask, less), p.new_mask, none);
  }
  vpr_assign (lo, lo->body->mask[r->number], mask, (wr_label){0});
}

void vpr_exhale_quantified (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *outer) {
  struct vpr_transfer own = *outer, *t = &own;
  own.ctx.exhale_side = true;
  if (t->checked) vpr_wf (lo, e, &t->ctx, t->guard, t->cause);
  vpr_split_quantified (lo, e, &t->ctx, exhale_part, t);
  wr_expr pure = vpr_pure_part (lo, e, &t->ctx);
  vpr_goal (lo, t->cause, vpr_implies (lo, t->guard, pure), "assertion.false", e->span);
}

/* -- assume, quasihavocall ------------------------------------------------------------------------- */

void vpr_assume_held (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t) {
  wr_expr held = vpr_mask_at (lo, t->ctx.held, qp->resource, qp->index);
  wr_expr enough = qp->amount.ix ? vpr_le (lo, qp->amount, held) : vpr_lt (lo, zero (lo), held);
  struct vpr_triggers triggers = {0};
  text_triggers (lo, qp, &t->ctx, &triggers);
  vpr_trigger1 (lo, &triggers, held);
  wr_expr fact = vpr_implies (lo, vpr_and (lo, t->guard, qp->condition), enough);
  vpr_fact (lo, t->cause, over_vars (lo, qp, fact, &triggers));
  vpr_triggers_free (&triggers);
}

void vpr_forget_all (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t) {
  const struct vpr_resource *r = qp->resource;
  const wr_expr none = {0};
  invert (lo, qp, t, true);
  wr_expr heap = vpr_fresh (lo, r->name, r->heap);
  struct place p = any_place (lo, qp, t->guard, heap, none);
  wr_expr forgotten = vpr_and (lo, p.in, vpr_lt (lo, zero (lo), p.mask));
  wr_expr fact = vpr_or (lo, forgotten, vpr_eq (lo, p.new_heap, p.heap));
  frame_all (lo, qp, &p, fact, p.new_heap, none);
  vpr_assign (lo, lo->body->heap[r->number], heap, (wr_label){0});
}
