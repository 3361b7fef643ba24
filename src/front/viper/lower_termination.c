/* front/viper/lower_termination.c -- termination: goals at calls and loops, in the bodies of members whose decreases clause has a
   tuple.  The orders are domain functions of the program: decreasing (smaller, larger) and bounded (value). */
#include "front/viper/lower_domains.h"
#include "front/viper/lower_termination.h"

/* The member around the code, if it has a tuple; or the iteration of a loop that has one. */
struct vpr_caller {
  const vpr_decl *decl;
  const struct vpr_measure *tuple;
  wr_expr condition,
      *values; /* at the beginning; while `open`, they are computed where they are needed */
  bool open;
};

/* -- clauses ----------------------------------------------------------------------------------- */

static const struct vpr_measure *tuple_of (const vpr_measures *measures) {
  for (uint32_t i = 0; i < measures->len; i++)
    if (measures->data[i].kind == VPR_MEASURE_TUPLE) return &measures->data[i];
  return NULL;
}

static wr_expr condition_of (vpr_lowering *lo, const struct vpr_measure *m,
                             const struct vpr_ctx *ctx) {
  return m->condition ? vpr_value (lo, m->condition, ctx) : vpr_true (lo);
}

/* When it is said to terminate: under the condition of its tuple or of its wildcard. */
static wr_expr terminates (vpr_lowering *lo, const vpr_measures *measures,
                           const struct vpr_ctx *ctx) {
  wr_expr result = wr_mk_bool (lo->core, false);
  for (uint32_t i = 0; i < measures->len; i++)
    if (measures->data[i].kind != VPR_MEASURE_STAR)
      result = vpr_or (lo, result, condition_of (lo, &measures->data[i], ctx));
  return result;
}

/* -- the order --------------------------------------------------------------------------------- */

static const vpr_decl *find_order (vpr_lowering *lo, const char *name) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const vpr_decl *domain = lo->program->decls.data[i];
    if (domain->kind != VPR_DECL_DOMAIN || domain->params.len != 1) continue;
    const vpr_decl *f = vpr_domain_function (lo, domain, name);
    if (f) return f;
  }
  return NULL;
}

static wr_expr apply_order (vpr_lowering *lo, const char *name, const vpr_type *type,
                            const wr_expr *args) {
  const vpr_decl *f = find_order (lo, name);
  if (!f) return wr_mk_bool (lo->core, false);
  vpr_type *arg = vpr_type_at (lo->program->types, type->number);
  vpr_type *instance = vpr_instance_of (lo, f->owner, &(vpr_types){&arg, 1});
  return vpr_app (lo, vpr_instance_func (lo, instance, f), args, f->formals.len);
}

/* The first tuple is smaller: lexicographically, where the end of a tuple is larger than any component. */
static wr_expr is_smaller (vpr_lowering *lo, const struct vpr_measure *new_tuple,
                           const wr_expr *new_values, const struct vpr_caller *caller, uint32_t i) {
  const vpr_exprs *a = &new_tuple->tuple, *b = &caller->tuple->tuple;
  if (i == b->len) return wr_mk_bool (lo->core, a->len > i);
  if (i == a->len) return wr_mk_bool (lo->core, false);
  if (a->data[i]->type != b->data[i]->type) return wr_mk_bool (lo->core, false);
  wr_expr args[] = {new_values[i], caller->values[i]};
  wr_expr less = vpr_and (lo, apply_order (lo, "decreasing", a->data[i]->type, args),
                          apply_order (lo, "bounded", a->data[i]->type, &args[1]));
  wr_expr rest = is_smaller (lo, new_tuple, new_values, caller, i + 1);
  return vpr_or (lo, less, vpr_and (lo, vpr_eq (lo, args[0], args[1]), rest));
}

/* -- calls ------------------------------------------------------------------------------------- */

static bool calls_method (const vpr_stmts *stmts, const vpr_decl *wanted, wr_map *seen) {
  for (uint32_t i = 0; i < stmts->len; i++) {
    const vpr_stmt *s = stmts->data[i];
    const vpr_decl *callee = s->value && s->value->kind == VPR_EXPR_CALL ? s->value->decl : NULL;
    if (callee == wanted) return true;
    if (callee && callee->kind == VPR_DECL_METHOD &&
        !wr_map_has (seen, (uint64_t)(uintptr_t)callee)) {
      wr_map_put (seen, (uint64_t)(uintptr_t)callee, 1);
      if (calls_method (&callee->body, wanted, seen)) return true;
    }
    if (calls_method (&s->body, wanted, seen) || calls_method (&s->orelse, wanted, seen))
      return true;
  }
  return false;
}

static bool leads_back (const vpr_decl *callee, const vpr_decl *caller) {
  if (callee == caller) return true;
  if (callee->kind == VPR_DECL_FUNCTION) {
    const struct vpr_function *f = callee->lowered, *g = caller->lowered;
    return f->component == g->component;
  }
  wr_map seen = {0};
  bool found = calls_method (&callee->body, caller, &seen);
  wr_map_free (&seen);
  return found;
}

static void evaluate (vpr_lowering *lo, struct vpr_caller *caller, const struct vpr_ctx *ctx) {
  caller->condition = condition_of (lo, caller->tuple, ctx);
  caller->values = WR_NEW (lo->arena, wr_expr, caller->tuple->tuple.len + 1);
  vpr_values (lo, &caller->tuple->tuple, ctx, caller->values);
}

static void check_recursion (vpr_lowering *lo, const vpr_decl *callee, const struct vpr_ctx *ctx,
                             const struct vpr_caller *caller, wr_expr guard,
                             struct vpr_cause *cause) {
  const struct vpr_measure *tuple = tuple_of (&callee->measures);
  wr_expr condition = tuple ? condition_of (lo, tuple, ctx) : wr_mk_bool (lo->core, false);
  vpr_check_goal (lo, cause, vpr_implies (lo, guard, condition), "tuple.condition.false",
                  cause->report);
  if (!tuple) return;
  wr_expr *values = WR_NEW (lo->arena, wr_expr, tuple->tuple.len + 1);
  vpr_values (lo, &tuple->tuple, ctx, values);
  wr_expr smaller = is_smaller (lo, tuple, values, caller, 0);
  vpr_check_goal (lo, cause, vpr_implies (lo, guard, smaller), "tuple.false", cause->report);
}

void vpr_termination_call (vpr_lowering *lo, const vpr_decl *callee, const wr_expr *args,
                           const struct vpr_call_place *at, wr_expr guard) {
  if (!lo->body || !lo->body->caller || callee->kind != lo->body->decl->kind) return;
  struct vpr_caller caller = *lo->body->caller;
  struct vpr_ctx here = vpr_here (lo);
  if (caller.open) evaluate (lo, &caller, &here);
  guard = vpr_and (lo, guard, caller.condition);
  struct vpr_cause cause = vpr_cause_new (lo, "termination.failed", at->span, at->span);
  cause.cls = WR_CLASS_IMPLICIT;
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, callee->formals.len + 1);
  vpr_bind (&callee->formals, args, saved);
  if (leads_back (callee, caller.decl))
    check_recursion (lo, callee, at->ctx, &caller, guard, &cause);
  else
    vpr_check_goal (lo, &cause,
                    vpr_implies (lo, guard, terminates (lo, &callee->measures, at->ctx)),
                    "termination.condition.false", at->span);
  vpr_unbind (&callee->formals, saved);
}

/* -- members ----------------------------------------------------------------------------------- */

void vpr_termination_begin (vpr_lowering *lo, const vpr_decl *decl) {
  const struct vpr_measure *tuple = tuple_of (&decl->measures);
  if (!tuple) return;
  struct vpr_caller *caller = WR_NEW (lo->arena, struct vpr_caller, 1);
  *caller = (struct vpr_caller){.decl = decl, .tuple = tuple, .open = true};
  lo->body->caller = caller;
}

static void keep (vpr_lowering *lo, struct vpr_caller *caller) {
  struct vpr_ctx ctx = vpr_here (lo);
  evaluate (lo, caller, &ctx);
  caller->condition = vpr_name (lo, "terminates", caller->condition);
  vpr_names (lo, "measure", caller->values, caller->tuple->tuple.len);
  caller->open = false;
}

void vpr_termination_entered (vpr_lowering *lo) {
  if (lo->body->caller) keep (lo, lo->body->caller);
}

/* -- loops ------------------------------------------------------------------------------------- */

struct vpr_caller *vpr_loop_measure_begin (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_ctx ctx = vpr_here (lo);
  const struct vpr_caller *around = lo->body->caller;
  if (around) {
    struct vpr_cause cause = vpr_cause_new (lo, "termination.failed", s->span, s->span);
    cause.cls = WR_CLASS_IMPLICIT;
    wr_expr cond = terminates (lo, &s->measures, &ctx);
    vpr_check_goal (lo, &cause, vpr_implies (lo, around->condition, cond),
                    "termination.condition.false", s->span);
  }
  const struct vpr_measure *tuple = tuple_of (&s->measures);
  if (!tuple) return NULL;
  struct vpr_caller *loop = WR_NEW (lo->arena, struct vpr_caller, 1);
  *loop = (struct vpr_caller){.decl = lo->body->decl, .tuple = tuple};
  keep (lo, loop);
  return loop;
}

void vpr_loop_measure_end (vpr_lowering *lo, const vpr_stmt *s, const struct vpr_caller *loop) {
  if (!loop) return;
  const vpr_exprs *tuple = &loop->tuple->tuple;
  struct vpr_ctx ctx = vpr_here (lo);
  wr_span at = tuple->len ? tuple->data[0]->span : loop->tuple->span;
  struct vpr_cause cause = vpr_cause_new (lo, "termination.failed", at, at);
  cause.cls = WR_CLASS_IMPLICIT;
  wr_expr guard = vpr_and (lo, loop->condition, vpr_value (lo, s->value, &ctx));
  wr_expr kept = condition_of (lo, loop->tuple, &ctx);
  vpr_check_goal (lo, &cause, vpr_implies (lo, guard, kept), "tuple.condition.false", at);
  wr_expr *values = WR_NEW (lo->arena, wr_expr, tuple->len + 1);
  vpr_values (lo, tuple, &ctx, values);
  wr_expr smaller = is_smaller (lo, loop->tuple, values, loop, 0);
  vpr_check_goal (lo, &cause, vpr_implies (lo, guard, smaller), "tuple.false", at);
}
