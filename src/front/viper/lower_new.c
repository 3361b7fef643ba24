/* front/viper/lower_new.c -- new: a reference that differs from all that is known. */
#include "front/viper/lowering.h"

static bool is_ref (const vpr_lowering *lo, wr_sort sort) {
  return sort.ix == wr_func_info (lo->core, lo->null_)->sort.ix;
}

/* The reference is not the value of a field that is held. */
static wr_expr in_no_field (vpr_lowering *lo, const vpr_state *state, const struct vpr_resource *r,
                            wr_expr x) {
  wr_var o = vpr_bound (lo, "o", r->index[0]);
  wr_expr at = wr_mk_var (lo->core, o), value = vpr_heap_at (lo, state, r, &at);
  wr_expr held = vpr_lt (lo, vpr_real (lo, "0"), vpr_mask_at (lo, state, r, &at));
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, value);
  wr_expr fact =
      vpr_forall (lo, &o, 1, &t, vpr_implies (lo, held, vpr_not (lo, vpr_eq (lo, value, x))));
  vpr_triggers_free (&t);
  return fact;
}

static void add_facts (vpr_lowering *lo, wr_expr x, struct vpr_cause *cause) {
  vpr_fact (lo, cause, vpr_not (lo, vpr_eq (lo, x, vpr_null (lo))));
  wr_expr differs = vpr_true (lo);
  for (uint32_t i = 0; i < lo->body->locals.len; i++) {
    wr_var var = lo->body->locals.data[i];
    const struct wr_var_info *info = wr_var_info (lo->core, var);
    /* variables of the program have a place */
    if (!info->span.file || !is_ref (lo, info->sort)) continue;
    differs = vpr_and (lo, differs, vpr_not (lo, vpr_eq (lo, x, wr_mk_var (lo->core, var))));
  }
  vpr_fact (lo, cause, differs);
  wr_expr outside = vpr_not_in_collections (lo, x);
  vpr_fact (lo, cause, outside);
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    if (r->kind != VPR_RESOURCE_FIELD || !is_ref (lo, r->value)) continue;
    vpr_fact (lo, cause, in_no_field (lo, lo->body->now, r, x));
  }
}

static bool is_listed (const vpr_expr *e, const vpr_decl *field) {
  if (e->all) return true;
  for (uint32_t i = 0; i < e->idents.len; i++)
    if (e->idents.data[i].name.ix == field->id.name.ix) return true;
  return false;
}

void vpr_new (vpr_lowering *lo, const vpr_stmt *s) {
  const vpr_expr *target = s->targets.data[0];
  struct vpr_cause cause = vpr_cause_new (lo, "assignment.failed", s->span, s->span);
  cause.cls = WR_CLASS_IMPLICIT;
  cause.fact = WR_ROLE_REWRITE;
  cause.type = WR_TYPE_SOURCE_CODE;
  struct vpr_ctx ctx = vpr_here (lo);
  if (target->kind == VPR_EXPR_FIELD)
    vpr_wf (lo, target->args.data[0], &ctx, vpr_true (lo), &cause);
  wr_expr x = vpr_fresh (lo, "new", wr_func_info (lo->core, lo->null_)->sort);
  add_facts (lo, x, &cause);
  struct vpr_transfer t = {.ctx = ctx, .cause = &cause, .guard = vpr_true (lo)};
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    if (r->kind == VPR_RESOURCE_FIELD && is_listed (s->value, r->decl))
      vpr_gain (lo, r, &x, vpr_real (lo, "1"), &t);
  }
  cause.fact = WR_ROLE_ASSIGN;
  vpr_target_set (lo, target, x, &cause);
}
