/* front/viper/lower_pred.c -- predicates: their own check, fold, unfold and unfolding. */
#include "front/viper/lower_termination.h"

static wr_expr zero (vpr_lowering *lo) { return vpr_real (lo, "0"); }

/* The instance that a statement or expression is about. */
struct instance {
  const vpr_expr *acc;
  const vpr_decl *decl;
  const struct vpr_resource *resource;
  wr_expr *index, *saved, amount; /* amount none: wildcard */
};

static struct instance instance_of (vpr_lowering *lo, const vpr_expr *acc,
                                    const struct vpr_ctx *ctx) {
  struct instance p = {.acc = acc};
  p.decl = acc->kind == VPR_EXPR_ACC ? acc->args.data[0]->decl : acc->decl;
  p.resource = vpr_place (lo, acc, ctx, &p.index);
  if (!vpr_is_wildcard (acc)) p.amount = vpr_amount (lo, acc, ctx);
  p.saved = WR_NEW (lo->arena, wr_expr, p.decl->formals.len + 1);
  return p;
}

static wr_span amount_span (const vpr_expr *acc) {
  return acc->kind == VPR_EXPR_ACC && acc->args.len > 1 ? acc->args.data[1]->span : acc->span;
}

static void check_positive (vpr_lowering *lo, const struct instance *p, wr_expr guard,
                            struct vpr_cause *cause) {
  if (!p->amount.ix) return;
  bool written = p->acc->kind == VPR_EXPR_ACC && p->acc->args.len > 1;
  if (!written || p->acc->args.data[1]->kind == VPR_EXPR_WRITE) return;
  wr_expr cond = vpr_implies (lo, guard, vpr_lt (lo, zero (lo), p->amount));
  vpr_check_goal (lo, cause, cond, "permission.not.positive", amount_span (p->acc));
}

static void check_held (vpr_lowering *lo, const struct instance *p, const vpr_state *state,
                        wr_expr guard, struct vpr_cause *cause) {
  wr_expr held = vpr_mask_at (lo, state, p->resource, p->index);
  bool some = !p->amount.ix || lo->body->in_function;
  wr_expr enough = some ? vpr_lt (lo, zero (lo), held) : vpr_le (lo, p->amount, held);
  wr_span node = p->acc->kind == VPR_EXPR_ACC ? p->acc->args.data[0]->span : p->acc->span;
  vpr_check_goal (lo, cause, vpr_implies (lo, guard, enough), "insufficient.permission", node);
}

/* The amount is checked to be positive, which is more than that it is not negative. */
static void check_parts (vpr_lowering *lo, const vpr_expr *acc, const struct vpr_ctx *ctx,
                         wr_expr guard, struct vpr_cause *cause) {
  const vpr_expr *place = acc->kind == VPR_EXPR_ACC ? acc->args.data[0] : acc;
  for (uint32_t i = 0; i < place->args.len; i++)
    vpr_wf (lo, place->args.data[i], ctx, guard, cause);
  if (acc->kind == VPR_EXPR_ACC && acc->args.len > 1)
    vpr_wf (lo, acc->args.data[1], ctx, guard, cause);
}

/* Arguments and amount, with their checks and by name. */
static struct instance prepare (vpr_lowering *lo, const vpr_stmt *s, struct vpr_ctx *ctx,
                                struct vpr_cause *cause) {
  const vpr_expr *acc = s->value;
  check_parts (lo, acc, ctx, vpr_true (lo), cause);
  struct instance p = instance_of (lo, acc, ctx);
  vpr_names (lo, "at", p.index, p.resource->arity);
  if (p.amount.ix) p.amount = vpr_name (lo, "amount", p.amount);
  check_positive (lo, &p, vpr_true (lo), cause);
  vpr_bind (&p.decl->formals, p.index, p.saved);
  return p;
}

static struct vpr_cause rewriting (vpr_lowering *lo, const char *error, const vpr_stmt *s) {
  struct vpr_cause cause = vpr_cause_new (lo, error, s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.goal = WR_ROLE_WELL_FORMED;
  return cause;
}

/* The terms by which recursive functions are unrolled. */
static void note_seen (vpr_lowering *lo, const struct instance *p, wr_expr snap) {
  wr_expr seen = vpr_seen (lo, p->decl, p->index, snap);
  if (seen.ix) vpr_frame (lo, seen);
}

void vpr_fold (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_cause cause = rewriting (lo, "fold.failed", s);
  struct vpr_ctx ctx = vpr_here (lo);
  struct instance p = prepare (lo, s, &ctx, &cause);
  struct vpr_mark *before = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, before);
  struct vpr_transfer t = {.ctx = ctx,
                           .cause = &cause,
                           .guard = vpr_true (lo),
                           .factor = p.amount,
                           .wild = !p.amount.ix};
  t.ctx.here = before->state;
  vpr_exhale (lo, p.decl->value, &t);
  wr_expr snap = vpr_snap (lo, p.decl->value, &ctx);
  snap = vpr_name (lo, "snapshot", snap.ix ? snap : vpr_unit (lo));
  struct vpr_nest nest = {p.decl, p.index, snap};
  vpr_nested_facts (lo, &nest, &ctx, vpr_true (lo), &cause);
  vpr_unbind (&p.decl->formals, p.saved);
  vpr_gain (lo, p.resource, p.index, p.amount, &t);
  vpr_fact (lo, &cause, vpr_eq (lo, vpr_heap_at (lo, lo->body->now, p.resource, p.index), snap));
  note_seen (lo, &p, snap);
}

/* The body's permissions, then that its values are those of the snapshot, then the rest of it. */
static void open_body (vpr_lowering *lo, const struct instance *p, wr_expr snap,
                       struct vpr_transfer *t) {
  t->pure_last = true;
  vpr_inhale (lo, p->decl->value, t);
  wr_expr now = vpr_snap (lo, p->decl->value, &t->ctx);
  if (now.ix) vpr_fact (lo, t->cause, vpr_eq (lo, snap, now));
  struct vpr_nest nest = {p->decl, p->index, snap};
  vpr_nested_facts (lo, &nest, &t->ctx, t->guard, t->cause);
  t->pure_last = false;
  t->only_pure = true;
  vpr_inhale (lo, p->decl->value, t);
}

void vpr_unfold (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_cause cause = rewriting (lo, "unfold.failed", s);
  struct vpr_ctx ctx = vpr_here (lo);
  struct instance p = prepare (lo, s, &ctx, &cause);
  wr_expr snap = vpr_name (lo, "snapshot", vpr_heap_at (lo, ctx.here, p.resource, p.index));
  struct vpr_transfer t = {.ctx = ctx,
                           .cause = &cause,
                           .guard = vpr_true (lo),
                           .factor = p.amount,
                           .wild = !p.amount.ix};
  if (lo->body->package) {
    vpr_transfer_in (lo, p.acc, p.resource, p.index, &t);
  } else {
    check_held (lo, &p, ctx.here, vpr_true (lo), &cause);
    wr_expr held = vpr_mask_at (lo, lo->body->now, p.resource, p.index), less;
    if (p.amount.ix) {
      less = vpr_sub (lo, held, p.amount);
    } else {
      wr_expr w = vpr_fresh (lo, "wildcard", vpr_perm_sort (lo));
      wr_expr part = vpr_implies (lo, vpr_lt (lo, zero (lo), held), vpr_lt (lo, w, held));
      vpr_frame (lo, vpr_and (lo, vpr_lt (lo, zero (lo), w), part));
      less = vpr_sub (lo, held, w);
    }
    vpr_mask_set (lo, p.resource, p.index, less);
  }
  note_seen (lo, &p, snap);
  open_body (lo, &p, snap, &t);
  vpr_unbind (&p.decl->formals, p.saved);
}

/* -- unfolding ------------------------------------------------------------------------------------- */

static void enter (vpr_lowering *lo, struct instance *p, const struct vpr_ctx *ctx,
                   struct vpr_ctx *inner) {
  vpr_state *state = vpr_state_copy (lo, ctx->here);
  wr_expr snap = vpr_heap_at (lo, ctx->here, p->resource, p->index);
  wr_expr amount = p->amount.ix ? p->amount : vpr_real (lo, "1");
  struct vpr_layer *layer = WR_NEW (lo->arena, struct vpr_layer, 1);
  *layer = (struct vpr_layer){.below = state->mask[p->resource->number],
                              .kind = VPR_LAYER_CELL,
                              .guard = vpr_true (lo),
                              .index = p->index,
                              .value = wr_mk1 (lo->core, WR_OP_NEG, amount)};
  state->mask[p->resource->number] = layer;
  *inner = *ctx;
  inner->here = inner->held = state;
  vpr_bind (&p->decl->formals, p->index, p->saved);
  vpr_snap_layers (lo, p->decl->value, snap, vpr_true (lo), inner, state, p->amount);
}

void vpr_unfolding (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                    struct vpr_ctx *inner) {
  struct instance p = instance_of (lo, e->args.data[0], ctx);
  enter (lo, &p, ctx, inner);
  vpr_unbind (&p.decl->formals, p.saved);
}

/* A field that is held outside too has one value, and no more than all of it is held. */
static void add_overlap (vpr_lowering *lo, const struct vpr_ctx *ctx, const struct vpr_ctx *inner,
                         wr_expr guard, struct vpr_cause *cause) {
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    const struct vpr_layer *l = inner->here->heap[i];
    if (r->kind != VPR_RESOURCE_FIELD) continue;
    for (; l != ctx->here->heap[i] && l->kind == VPR_LAYER_CELL; l = l->below) {
      wr_expr there = vpr_and (lo, guard, l->guard), one = vpr_real (lo, "1");
      wr_expr all = vpr_mask_at (lo, inner->held, r, l->index);
      if (!lo->body->in_function)
        vpr_fact (lo, cause, vpr_implies (lo, there, vpr_le (lo, all, one)));
      wr_expr held = vpr_lt (lo, zero (lo), vpr_mask_at (lo, ctx->here, r, l->index));
      wr_expr same = vpr_eq (lo, vpr_heap_at (lo, ctx->here, r, l->index), l->value);
      vpr_fact (lo, cause, vpr_implies (lo, vpr_and (lo, there, held), same));
    }
  }
}

void vpr_unfolding_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                       wr_expr guard, struct vpr_cause *cause) {
  check_parts (lo, e->args.data[0], ctx, guard, cause);
  struct instance p = instance_of (lo, e->args.data[0], ctx);
  check_positive (lo, &p, guard, cause);
  check_held (lo, &p, ctx->here, guard, cause);
  struct vpr_cause rewrite = *cause;
  rewrite.fact = WR_ROLE_REWRITE;
  rewrite.clause = (wr_label){0};
  wr_expr snap = vpr_heap_at (lo, ctx->here, p.resource, p.index);
  struct vpr_ctx inner;
  enter (lo, &p, ctx, &inner);
  vpr_fact (lo, &rewrite, vpr_implies (lo, guard, vpr_pure_part (lo, p.decl->value, &inner)));
  wr_expr there = vpr_snap (lo, p.decl->value, &inner);
  if (there.ix) vpr_fact (lo, &rewrite, vpr_implies (lo, guard, vpr_eq (lo, snap, there)));
  struct vpr_nest nest = {p.decl, p.index, snap};
  vpr_nested_facts (lo, &nest, &inner, guard, &rewrite);
  add_overlap (lo, ctx, &inner, guard, &rewrite);
  vpr_unbind (&p.decl->formals, p.saved);
  note_seen (lo, &p, snap);
  vpr_wf (lo, e->args.data[1], &inner, guard, cause);
}

/* -- the predicate itself -------------------------------------------------------------------------- */

void vpr_predicate (vpr_lowering *lo, const vpr_decl *decl) {
  if (!decl->value) return;
  struct vpr_body body;
  vpr_body_begin (lo, &body, decl, "predicate ");
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, decl->formals.len + 1),
          *saved = WR_NEW (lo->arena, wr_expr, decl->formals.len + 1);
  for (uint32_t i = 0; i < decl->formals.len; i++) {
    const vpr_var *v = decl->formals.data[i];
    terms[i] = vpr_fresh (lo, vpr_text (lo, v->id.name), vpr_sort (lo, v->type));
  }
  vpr_bind (&decl->formals, terms, saved);
  vpr_height (lo, -1);
  struct vpr_cause cause =
      vpr_cause_new (lo, "predicate.not.wellformed", decl->span, decl->value->span);
  cause.cls = WR_CLASS_INTERNAL;
  struct vpr_transfer t = {
      .ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo), .checked = true};
  vpr_inhale (lo, decl->value, &t);
  vpr_unbind (&decl->formals, saved);
  vpr_body_end (lo);
}
