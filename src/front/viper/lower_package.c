/* front/viper/lower_package.c -- package: the script runs in a state of its own that holds the left side of the wand; what it gives
   away and does not hold is taken from outside.

   The package is written down twice.  On a branch of its own everything is assumed and checked.  On the path that goes on nothing is
   assumed, since the left side need not hold there: only what is taken from outside has an effect. */
#include "front/viper/lowering.h"

struct vpr_package {
  struct vpr_package *outer; /* the package around it; NULL: none */
  wr_var *heap, *mask;       /* of the state outside */
  vpr_state *state;
  const vpr_state *lhs;
};

static wr_expr zero (vpr_lowering *lo) { return vpr_real (lo, "0"); }

const vpr_state *vpr_package_lhs (vpr_lowering *lo) { return lo->body->package->lhs; }

/* -- taking from outside --------------------------------------------------------------------------- */

static void set_var (vpr_lowering *lo, wr_var var, const struct vpr_resource *r,
                     const wr_expr *index, wr_expr value) {
  wr_var saved = lo->body->mask[r->number];
  lo->body->mask[r->number] = var;
  vpr_mask_set (lo, r, index, value);
  lo->body->mask[r->number] = saved;
}

static wr_expr least (vpr_lowering *lo, wr_expr a, wr_expr b) {
  return vpr_ite (lo, vpr_le (lo, a, b), a, b);
}

/* Moves `need` from the states outside into this one; the last of them must have what the others do not. */
static void move (vpr_lowering *lo, const vpr_expr *e, const struct vpr_resource *r,
                  const wr_expr *index, wr_expr need, struct vpr_transfer *t) {
  struct vpr_body *body = lo->body;
  wr_span node = e->kind == VPR_EXPR_ACC ? e->args.data[0]->span : e->span;
  wr_expr value = vpr_heap_at (lo, body->now, r, index);
  wr_expr have = vpr_lt (lo, zero (lo), vpr_mask_at (lo, body->now, r, index));
  for (struct vpr_package *p = body->package; p; p = p->outer) {
    wr_expr there = vpr_mask_at (lo, p->state, r, index);
    wr_expr positive = vpr_ite (lo, vpr_lt (lo, zero (lo), there), there, zero (lo));
    wr_expr part = vpr_name (lo, "taken", least (lo, need, positive));
    wr_expr outside = vpr_heap_at (lo, p->state, r, index), some = vpr_lt (lo, zero (lo), part);
    vpr_fact (lo, t->cause,
              vpr_implies (lo, vpr_and (lo, some, have), vpr_eq (lo, value, outside)));
    value = vpr_name (lo, "value", vpr_ite (lo, have, value, vpr_ite (lo, some, outside, value)));
    have = vpr_name (lo, "have", vpr_or (lo, have, some));
    set_var (lo, p->mask[r->number], r, index, vpr_sub (lo, there, part));
    wr_expr rest = vpr_sub (lo, need, part);
    if (body->silent) /* no more is needed if the values contradict each other */
      rest = vpr_ite (lo, wr_mk_var (lo->core, body->hyp), rest, zero (lo));
    need = vpr_name (lo, "need", rest);
    wr_expr here = vpr_mask_at (lo, body->now, r, index);
    vpr_mask_set (lo, r, index, vpr_add (lo, here, part));
    if (!body->before) continue;
    wr_expr was = vpr_mask_at (lo, body->before->state, r, index);
    set_var (lo, body->before->mask[r->number], r, index, vpr_add (lo, was, part));
    was = vpr_mask_at (lo, body->before->state, r, index);
    if (r->kind == VPR_RESOURCE_FIELD)
      vpr_fact (lo, t->cause, vpr_le (lo, was, vpr_real (lo, "1")));
  }
  vpr_goal (lo, t->cause, vpr_le (lo, need, zero (lo)),
            r->kind == VPR_RESOURCE_WAND ? "wand.not.found" : "insufficient.permission", node);
  vpr_heap_set (lo, r, index, value, (wr_label){0});
  if (!body->before) return;
  wr_var saved = body->heap[r->number];
  body->heap[r->number] = body->before->heap[r->number];
  vpr_heap_set (lo, r, index, value, (wr_label){0});
  body->heap[r->number] = saved;
}

void vpr_transfer_in (vpr_lowering *lo, const vpr_expr *e, const struct vpr_resource *r,
                      const wr_expr *index, struct vpr_transfer *t) {
  wr_expr held = vpr_name (lo, "held", vpr_mask_at (lo, lo->body->now, r, index)), amount;
  if (vpr_is_wildcard (e) || t->wild) {
    /* some part of what is here, or else of what is outside */
    const struct vpr_package *p = lo->body->package;
    while (p->outer) p = p->outer;
    wr_expr there = vpr_mask_at (lo, p->state, r, index);
    wr_expr all = vpr_ite (lo, vpr_lt (lo, zero (lo), held), held, there);
    amount = vpr_fresh (lo, "wildcard", vpr_perm_sort (lo));
    wr_expr less = vpr_implies (lo, vpr_lt (lo, zero (lo), all), vpr_lt (lo, amount, all));
    vpr_frame (lo, vpr_and (lo, vpr_lt (lo, zero (lo), amount), less));
  } else {
    amount = vpr_amount (lo, e, &t->ctx);
    if (t->factor.ix) amount = vpr_mul (lo, amount, t->factor);
    amount = vpr_name (lo, "amount", amount);
  }
  wr_expr more = vpr_and (lo, t->guard, vpr_lt (lo, held, amount));
  if (lo->body->silent) more = vpr_and (lo, wr_mk_var (lo->core, lo->body->hyp), more);
  wr_expr rest = vpr_ite (lo, more, vpr_sub (lo, amount, held), zero (lo));
  move (lo, e, r, index, vpr_name (lo, "need", rest), t);
  wr_expr now = vpr_mask_at (lo, lo->body->now, r, index);
  vpr_mask_set (lo, r, index, vpr_sub (lo, now, vpr_ite (lo, t->guard, amount, zero (lo))));
}

/* -- the statement --------------------------------------------------------------------------------- */

static void run (vpr_lowering *lo, const vpr_stmt *s, struct vpr_cause *cause) {
  struct vpr_body *body = lo->body;
  struct vpr_ctx ctx = vpr_here (lo);
  const vpr_expr *left = s->value->args.data[0], *right = s->value->args.data[1];
  struct vpr_package package = {
      .outer = body->package, .heap = body->heap, .mask = body->mask, .state = body->now};
  const struct vpr_mark *before = body->before;
  struct vpr_mark *own = vpr_mark_new (lo, "package");
  body->heap = own->heap;
  body->mask = own->mask;
  body->now = own->state;
  for (uint32_t i = 0; i < lo->resources.len; i++) vpr_havoc (lo, own->heap[i]);
  vpr_masks_clear (lo);
  struct vpr_transfer t = {.ctx = ctx, .cause = cause, .guard = vpr_true (lo)};
  t.ctx.here = t.ctx.held = body->now;
  vpr_inhale (lo, left, &t);
  struct vpr_mark *lhs = vpr_mark_new (lo, "lhs");
  vpr_mark_set (lo, lhs);
  package.lhs = lhs->state;
  body->package = &package;
  body->before = NULL;
  vpr_stmts_lower (lo, &s->body);
  struct vpr_mark *end = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, end);
  t.ctx.here = end->state;
  t.ctx.lhs = lhs->state;
  vpr_exhale (lo, right, &t);
  body->package = package.outer;
  body->heap = package.heap;
  body->mask = package.mask;
  body->now = package.state;
  body->before = before;
}

/* Without a script, the values of the right side are those of the left side, and elsewhere those of the state outside. */
static void know_values (vpr_lowering *lo, const vpr_stmt *s, const struct vpr_mark *before,
                         wr_expr wand, struct vpr_cause *cause) {
  const vpr_expr *left = s->value->args.data[0], *right = s->value->args.data[1];
  if (!vpr_has_snap (right)) return;
  wand = vpr_name (lo, "wand", wand);
  wr_var var = vpr_bound (lo, "s", vpr_snap_sort (lo));
  wr_expr snap = wr_mk_var (lo->core, var);
  vpr_state *state = vpr_state_copy (lo, before->state);
  struct vpr_ctx ctx = vpr_here (lo);
  ctx.here = ctx.held = ctx.lhs = state;
  vpr_snap_layers (lo, left, snap, vpr_true (lo), &ctx, state, (wr_expr){0});
  wr_expr result = vpr_wand_result (lo, wand, snap);
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, result);
  wr_expr fact = vpr_eq (lo, result, vpr_snap (lo, right, &ctx));
  vpr_fact (lo, cause, vpr_forall (lo, &var, 1, &t, fact));
  vpr_triggers_free (&t);
}

void vpr_package_stmt (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_cause cause = vpr_cause_new (lo, "package.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.goal = WR_ROLE_WELL_FORMED;
  struct vpr_ctx ctx = vpr_here (lo);
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  wr_expr *index;
  const struct vpr_resource *r = vpr_place (lo, s->value, &ctx, &index);
  vpr_names (lo, "at", index, r->arity);
  if (!lo->body->silent) {
    struct vpr_block *main = vpr_side_begin (lo, "package");
    run (lo, s, &cause);
    vpr_side_end (lo, main);
  }
  bool silent = lo->body->silent;
  lo->body->silent = true;
  /* what this package assumes says nothing about the package around it */
  wr_var outer = lo->body->hyp, own = vpr_local (lo, "hypothesis", vpr_bool_sort (lo));
  wr_expr known = silent ? wr_mk_var (lo->core, outer) : vpr_true (lo);
  vpr_assign (lo, own, known, (wr_label){0});
  lo->body->hyp = own;
  struct vpr_mark *before = vpr_mark_new (lo, "outside");
  vpr_mark_set (lo, before);
  run (lo, s, &cause);
  lo->body->silent = silent;
  lo->body->hyp = outer;
  struct vpr_transfer t = {.ctx = ctx, .cause = &cause, .guard = vpr_true (lo)};
  vpr_gain (lo, r, index, vpr_real (lo, "1"), &t);
  if (!s->body.len) know_values (lo, s, before, vpr_heap_at (lo, lo->body->now, r, index), &cause);
}
