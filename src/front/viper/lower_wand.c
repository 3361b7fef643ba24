/* front/viper/lower_wand.c -- magic wands: their well-formedness, apply and applying.

   The value of a wand, S_w, stands for a function from the snapshot of its left side to that of its right side. */
#include "front/viper/lowering.h"

static wr_expr one (vpr_lowering *lo) { return vpr_real (lo, "1"); }

/* What the right side is when the wand is used with this left side. */
wr_expr vpr_wand_result (vpr_lowering *lo, wr_expr wand, wr_expr left) {
  wr_sort snap = vpr_snap_sort (lo);
  if (!lo->use.ix) lo->use = vpr_func (lo, "use", (wr_sort[]){snap, snap}, 2, snap);
  return vpr_app2 (lo, lo->use, wand, left.ix ? left : vpr_unit (lo));
}

/* Both sides must be self-framing: each is gained in an empty state on a branch of its own. */
void vpr_wand_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                  struct vpr_cause *cause) {
  if (lo->body->in_wand || lo->body->silent) return;
  struct vpr_cause own = *cause;
  own.error = "wand.not.wellformed";
  own.report = e->span;
  own.clause = (wr_label){0};
  own.fact = WR_ROLE_REWRITE;
  own.cls = WR_CLASS_INTERNAL;
  lo->body->in_wand = true;
  struct vpr_package *package = lo->body->package;
  lo->body->package = NULL;
  struct vpr_block *main = vpr_side_begin (lo, "wand");
  vpr_masks_clear (lo);
  for (uint32_t i = 0; i < lo->resources.len; i++) vpr_havoc (lo, lo->body->heap[i]);
  struct vpr_transfer t = {.ctx = *ctx, .cause = &own, .guard = guard, .checked = true};
  t.ctx.here = t.ctx.held = lo->body->now;
  vpr_inhale (lo, e->args.data[0], &t);
  struct vpr_mark *lhs = vpr_mark_new (lo, "lhs");
  vpr_mark_set (lo, lhs);
  vpr_masks_clear (lo);
  for (uint32_t i = 0; i < lo->resources.len; i++) vpr_havoc (lo, lo->body->heap[i]);
  t.ctx.lhs = lhs->state;
  vpr_inhale (lo, e->args.data[1], &t);
  vpr_side_end (lo, main);
  lo->body->package = package;
  lo->body->in_wand = false;
}

/* -- apply ----------------------------------------------------------------------------------------- */

static void take_wand (vpr_lowering *lo, const vpr_expr *wand, const struct vpr_resource *r,
                       const wr_expr *index, struct vpr_transfer *t) {
  if (lo->body->package) {
    vpr_transfer_in (lo, wand, r, index, t);
    return;
  }
  wr_expr held = vpr_mask_at (lo, lo->body->now, r, index);
  wr_expr enough = vpr_implies (lo, t->guard, vpr_le (lo, one (lo), held));
  vpr_goal (lo, t->cause, enough, "wand.not.found", wand->span);
  vpr_mask_set (lo, r, index, vpr_sub (lo, held, one (lo)));
}

void vpr_apply (vpr_lowering *lo, const vpr_stmt *s) {
  const vpr_expr *left = s->value->args.data[0], *right = s->value->args.data[1];
  struct vpr_cause cause = vpr_cause_new (lo, "apply.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.goal = WR_ROLE_WELL_FORMED;
  struct vpr_ctx ctx = vpr_here (lo);
  wr_expr *index;
  vpr_wf (lo, s->value, &ctx, vpr_true (lo), &cause);
  const struct vpr_resource *r = vpr_place (lo, s->value, &ctx, &index);
  vpr_names (lo, "at", index, r->arity);
  struct vpr_mark *before = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, before);
  struct vpr_transfer t = {.ctx = ctx, .cause = &cause, .guard = vpr_true (lo)};
  t.ctx.here = before->state;
  t.ctx.lhs = before->state;
  wr_expr wand = vpr_name (lo, "wand", vpr_heap_at (lo, lo->body->now, r, index));
  take_wand (lo, s->value, r, index, &t);
  vpr_exhale (lo, left, &t);
  wr_expr snap = vpr_snap (lo, left, &t.ctx);
  wr_expr result = vpr_name (lo, "snapshot", vpr_wand_result (lo, wand, snap));
  t.ctx.here = t.ctx.held = lo->body->now;
  t.pure_last = true;
  vpr_inhale (lo, right, &t);
  wr_expr now = vpr_snap (lo, right, &t.ctx);
  if (now.ix) vpr_fact (lo, &cause, vpr_eq (lo, result, now));
  t.pure_last = false;
  t.only_pure = true;
  vpr_inhale (lo, right, &t);
}

/* -- applying -------------------------------------------------------------------------------------- */

static void enter (vpr_lowering *lo, const vpr_expr *wand, const struct vpr_ctx *ctx,
                   struct vpr_ctx *inner) {
  const vpr_expr *left = wand->args.data[0], *right = wand->args.data[1];
  wr_expr *index;
  const struct vpr_resource *r = vpr_place (lo, wand, ctx, &index);
  vpr_state *state = vpr_state_copy (lo, ctx->here);
  wr_expr snap = vpr_snap (lo, left, ctx);
  wr_expr result = vpr_wand_result (lo, vpr_heap_at (lo, ctx->here, r, index), snap);
  *inner = *ctx;
  inner->here = inner->held = state;
  inner->lhs = ctx->here;
  struct vpr_layer *layer = WR_NEW (lo->arena, struct vpr_layer, 1);
  *layer = (struct vpr_layer){.below = state->mask[r->number],
                              .kind = VPR_LAYER_CELL,
                              .guard = vpr_true (lo),
                              .index = index,
                              .value = vpr_real (lo, "-1")};
  state->mask[r->number] = layer;
  if (snap.ix) vpr_snap_layers (lo, left, snap, vpr_true (lo), inner, state, vpr_real (lo, "-1"));
  if (vpr_has_snap (right))
    vpr_snap_layers (lo, right, result, vpr_true (lo), inner, state, (wr_expr){0});
}

wr_expr vpr_applying_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  struct vpr_ctx inner;
  enter (lo, e->args.data[0], ctx, &inner);
  return vpr_value (lo, e->args.data[1], &inner);
}

void vpr_applying_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                      struct vpr_cause *cause) {
  const vpr_expr *wand = e->args.data[0];
  if (ctx->here != lo->body->now || lo->body->package) {
    vpr_unsupported (lo, e->span, "applying in this place is not supported");
    return;
  }
  struct vpr_cause own = *cause;
  own.goal = WR_ROLE_WELL_FORMED;
  own.fact = WR_ROLE_REWRITE;
  own.clause = (wr_label){0};
  vpr_wf (lo, wand, ctx, guard, cause);
  wr_expr *index;
  const struct vpr_resource *r = vpr_place (lo, wand, ctx, &index);
  struct vpr_mark *before = vpr_mark_new (lo, "before");
  vpr_mark_set (lo, before);
  struct vpr_transfer t = {.ctx = *ctx, .cause = &own, .guard = guard};
  t.ctx.here = before->state;
  take_wand (lo, wand, r, index, &t);
  vpr_exhale (lo, wand->args.data[0], &t);
  vpr_mark_restore (lo, before, false, true);
  struct vpr_ctx inner;
  enter (lo, wand, ctx, &inner);
  wr_expr pure = vpr_pure_part (lo, wand->args.data[1], &inner);
  vpr_fact (lo, &own, vpr_implies (lo, guard, pure));
  vpr_wf (lo, e->args.data[1], &inner, guard, cause);
}
