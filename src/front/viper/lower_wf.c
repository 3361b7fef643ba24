/* front/viper/lower_wf.c -- goals for everything that an expression needs to have a value. */
#include "front/viper/lowering.h"

struct walk {
  vpr_lowering *lo;
  const struct vpr_ctx *ctx;
  struct vpr_cause *cause;
};

static void check (struct walk *w, wr_expr guard, wr_expr cond, const char *reason, wr_span node) {
  vpr_check_goal (w->lo, w->cause, vpr_implies (w->lo, guard, cond), reason, node);
}

static void wf_all (struct walk *w, const vpr_exprs *list, wr_expr guard) {
  for (uint32_t i = 0; i < list->len; i++) vpr_wf (w->lo, list->data[i], w->ctx, guard, w->cause);
}

static bool is_nonzero_literal (vpr_lowering *lo, wr_expr e) {
  if (!vpr_is_literal (lo, e)) return false;
  wr_str text = wr_symbol_text (lo->symbols, (wr_symbol){wr_expr_info (lo->core, e)->data});
  return !(text.len == 1 && text.ptr[0] == '0');
}

static void wf_binary (struct walk *w, const vpr_expr *e, wr_expr guard) {
  vpr_lowering *lo = w->lo;
  const vpr_expr *left = e->args.data[0], *right = e->args.data[1];
  vpr_wf (lo, left, w->ctx, guard, w->cause);
  if (e->op == VPR_OP_AND || e->op == VPR_OP_IMPLIES)
    guard = vpr_and (lo, guard, vpr_is_pure (left) ? vpr_value (lo, left, w->ctx) : vpr_true (lo));
  if (e->op == VPR_OP_OR) guard = vpr_and (lo, guard, vpr_not (lo, vpr_value (lo, left, w->ctx)));
  vpr_wf (lo, right, w->ctx, guard, w->cause);
  if (e->op != VPR_OP_DIV && e->op != VPR_OP_INTDIV && e->op != VPR_OP_MOD) return;
  wr_expr divisor = vpr_value (lo, right, w->ctx);
  if (is_nonzero_literal (lo, divisor)) return;
  bool real = wr_expr_info (lo->core, divisor)->sort.ix == vpr_perm_sort (lo).ix;
  wr_expr zero = real ? vpr_real (lo, "0") : wr_mk_int (lo->core, 0);
  check (w, guard, vpr_not (lo, vpr_eq (lo, divisor, zero)), "division.by.zero", right->span);
}

/* The variables stand for arbitrary values. */
static wr_expr *choose (struct walk *w, const vpr_vars *vars) {
  vpr_lowering *lo = w->lo;
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, vars->len + 1),
          *terms = WR_NEW (lo->arena, wr_expr, vars->len + 1);
  for (uint32_t i = 0; i < vars->len; i++)
    terms[i] =
        vpr_fresh (lo, vpr_text (lo, vars->data[i]->id.name), vpr_sort (lo, vars->data[i]->type));
  vpr_bind (vars, terms, saved);
  return saved;
}

static void wf_quantifier (struct walk *w, const vpr_expr *e, wr_expr guard) {
  wr_expr *saved = choose (w, &e->vars);
  if (e->kind == VPR_EXPR_FORPERM) {
    wr_expr *index;
    const struct vpr_resource *r = vpr_place (w->lo, e->args.data[0], w->ctx, &index);
    wr_expr held = vpr_mask_at (w->lo, w->ctx->held, r, index);
    guard = vpr_and (w->lo, guard, vpr_lt (w->lo, vpr_real (w->lo, "0"), held));
    vpr_wf (w->lo, e->args.data[1], w->ctx, guard, w->cause);
  } else {
    vpr_wf (w->lo, e->args.data[0], w->ctx, guard, w->cause);
  }
  vpr_unbind (&e->vars, saved);
}

static void wf_let (struct walk *w, const vpr_expr *e, wr_expr guard) {
  vpr_wf (w->lo, e->args.data[0], w->ctx, guard, w->cause);
  wr_expr saved, term = vpr_value (w->lo, e->args.data[0], w->ctx);
  vpr_bind (&e->vars, &term, &saved);
  vpr_wf (w->lo, e->args.data[1], w->ctx, guard, w->cause);
  vpr_unbind (&e->vars, &saved);
}

static void wf_old (struct walk *w, const vpr_expr *e, wr_expr guard) {
  struct vpr_ctx inner = *w->ctx;
  if (e->lhs) {
    inner.here = w->ctx->lhs;
  } else if (e->label && e->label->lowered) {
    const struct vpr_mark *mark = e->label->lowered;
    inner.here = mark->state;
    if (mark->reached.ix)
      check (w, guard, wr_mk_var (w->lo->core, mark->reached), "labelled.state.not.reached",
             e->span);
  } else {
    inner.here = w->ctx->old;
  }
  if (!inner.here) {
    vpr_unsupported (w->lo, e->span, "an old expression in this place is not supported");
    return;
  }
  inner.held = inner.here;
  vpr_wf (w->lo, e->args.data[0], &inner, guard, w->cause);
}

static void wf_index (struct walk *w, const vpr_expr *e, wr_expr guard) {
  vpr_lowering *lo = w->lo;
  const vpr_expr *whole = e->args.data[0], *at = e->args.data[1];
  wf_all (w, &e->args, guard);
  wr_expr a = vpr_value (lo, whole, w->ctx), i = vpr_value (lo, at, w->ctx);
  if (whole->type->kind == VPR_TYPE_MAP) {
    if (e->kind == VPR_EXPR_UPDATE) return;
    wr_expr in = vpr_app2 (lo, vpr_collection (lo, whole->type, "has"), a, i);
    check (w, guard, in, "map.key.contains", at->span);
    return;
  }
  wr_expr length = vpr_app1 (lo, vpr_collection (lo, whole->type, "len"), a);
  wr_expr low = vpr_le (lo, wr_mk_int (lo->core, 0), i);
  check (w, guard, low, "seq.index.negative", at->span);
  check (w, guard, vpr_lt (lo, i, length), "seq.index.length", at->span);
}

/* The permission may be negative only where nothing is known. */
static void wf_acc (struct walk *w, const vpr_expr *e, wr_expr guard) {
  wf_all (w, &e->args.data[0]->args, guard);
  if (e->args.len < 2 || vpr_is_wildcard (e)) return;
  vpr_wf (w->lo, e->args.data[1], w->ctx, guard, w->cause);
  wr_expr amount = vpr_amount (w->lo, e, w->ctx);
  if (!vpr_is_literal (w->lo, amount))
    check (w, guard, vpr_le (w->lo, vpr_real (w->lo, "0"), amount), "negative.permission",
           e->args.data[1]->span);
}

static void wf_field (struct walk *w, const vpr_expr *e, wr_expr guard) {
  wr_expr *index;
  wf_all (w, &e->args, guard);
  const struct vpr_resource *r = vpr_place (w->lo, e, w->ctx, &index);
  wr_expr held = vpr_mask_at (w->lo, w->ctx->here, r, index);
  check (w, guard, vpr_lt (w->lo, vpr_real (w->lo, "0"), held), "insufficient.permission", e->span);
}

static void wf_asserting (struct walk *w, const vpr_expr *e, wr_expr guard) {
  struct vpr_cause cause = *w->cause;
  cause.goal = WR_ROLE_WELL_FORMED;
  struct vpr_transfer t = {.ctx = *w->ctx, .cause = &cause, .guard = guard, .checked = true};
  if (vpr_is_pure (e->args.data[0])) {
    vpr_wf (w->lo, e->args.data[0], w->ctx, guard, &cause);
    vpr_holds (w->lo, e->args.data[0], &t);
  } else if (w->ctx->here == w->lo->body->now) {
    struct vpr_mark *mark = vpr_mark_new (w->lo, "asserting");
    vpr_mark_set (w->lo, mark);
    t.ctx.here = mark->state;
    vpr_exhale (w->lo, e->args.data[0], &t);
    vpr_mark_restore (w->lo, mark, true, true);
  } else {
    vpr_unsupported (w->lo, e->span, "asserting permissions in this place is not supported");
  }
  vpr_wf (w->lo, e->args.data[1], w->ctx, guard, w->cause);
}

static void wf_instance (struct walk *w, const vpr_expr *e, wr_expr guard) {
  wr_expr *index;
  wf_all (w, &e->args, guard);
  const struct vpr_resource *r = vpr_place (w->lo, e, w->ctx, &index);
  wr_expr held = vpr_mask_at (w->lo, w->ctx->here, r, index);
  check (w, guard, vpr_lt (w->lo, vpr_real (w->lo, "0"), held), "predicateinstance.no.access",
         e->span);
}

static void wf (struct walk *w, const vpr_expr *e, wr_expr guard) {
  vpr_lowering *lo = w->lo;
  switch ((int)e->kind) {
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND)
      vpr_wand_wf (lo, e, w->ctx, guard, w->cause);
    else
      wf_binary (w, e, guard);
    return;
  case VPR_EXPR_COND: {
    vpr_wf (lo, e->args.data[0], w->ctx, guard, w->cause);
    wr_expr c = vpr_value (lo, e->args.data[0], w->ctx);
    vpr_wf (lo, e->args.data[1], w->ctx, vpr_and (lo, guard, c), w->cause);
    vpr_wf (lo, e->args.data[2], w->ctx, vpr_and (lo, guard, vpr_not (lo, c)), w->cause);
    return;
  }
  case VPR_EXPR_FIELD: wf_field (w, e, guard); return;
  case VPR_EXPR_CALL:
    wf_all (w, &e->args, guard);
    if (e->decl->kind == VPR_DECL_FUNCTION) vpr_function_wf (lo, e, w->ctx, guard, w->cause);
    return;
  case VPR_EXPR_ACC: wf_acc (w, e, guard); return;
  case VPR_EXPR_PERM: wf_all (w, &e->args.data[0]->args, guard); return;
  case VPR_EXPR_OLD: wf_old (w, e, guard); return;
  case VPR_EXPR_LET: wf_let (w, e, guard); return;
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_FORPERM: wf_quantifier (w, e, guard); return;
  case VPR_EXPR_UNFOLDING: vpr_unfolding_wf (lo, e, w->ctx, guard, w->cause); return;
  case VPR_EXPR_APPLYING: vpr_applying_wf (lo, e, w->ctx, guard, w->cause); return;
  case VPR_EXPR_ASSERTING: wf_asserting (w, e, guard); return;
  case VPR_EXPR_INHALE_EXHALE:
    vpr_wf (lo, e->args.data[w->ctx->exhale_side], w->ctx, guard, w->cause);
    return;
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE: wf_index (w, e, guard); return;
  case VPR_EXPR_INSTANCE: wf_instance (w, e, guard); return;
  default: wf_all (w, &e->args, guard); return;
  }
}

void vpr_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
             struct vpr_cause *cause) {
  struct walk w = {lo, ctx, cause};
  if (lo->depth > VPR_MAX_WALK) {
    vpr_unsupported (lo, e->span, "this expression is nested too deeply");
    return;
  }
  lo->depth++;
  wf (&w, e, guard);
  lo->depth--;
}
