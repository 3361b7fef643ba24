/* front/viper/lower_func.c -- functions.  An application is f(s, args), where s is the snapshot of the precondition: what a function
   reads is an argument, so that framing is congruence.  f' is the limited copy, which the body of f uses for calls that can come back
   to f.  The axioms of f hold in bodies that are below f: `above < height(f)`. */
#include "front/viper/lower_termination.h"

static struct vpr_function *info_of (const vpr_decl *decl) { return decl->lowered; }

/* -- declarations ---------------------------------------------------------------------------------- */

static vpr_expr *join (vpr_lowering *lo, const vpr_exprs *list) {
  vpr_expr *all = NULL;
  for (uint32_t i = 0; i < list->len; i++) {
    if (!all) {
      all = list->data[i];
      continue;
    }
    vpr_expr *both = WR_NEW (lo->arena, vpr_expr, 1);
    *both = (vpr_expr){.kind = VPR_EXPR_BINARY, .op = VPR_OP_AND, .span = list->data[i]->span};
    both->type = list->data[i]->type;
    both->args.data = WR_NEW (lo->arena, vpr_expr *, 2);
    both->args.data[0] = all;
    both->args.data[1] = list->data[i];
    both->args.len = 2;
    all = both;
  }
  return all;
}

bool vpr_has_annot (const vpr_lowering *lo, const vpr_annot *annots, const char *name) {
  for (; annots; annots = annots->next)
    if (wr_str_equal (wr_symbol_text (lo->symbols, annots->name.name), wr_str_of (name)))
      return true;
  return false;
}

static void declare (vpr_lowering *lo, vpr_decl *decl) {
  struct vpr_function *f = WR_NEW (lo->arena, struct vpr_function, 1);
  uint32_t count = decl->formals.len, first;
  f->decl = decl;
  f->pre = join (lo, &decl->requires_);
  f->has_snap = f->pre && vpr_has_snap (f->pre);
  f->opaque = vpr_has_annot (lo, decl->annots, "opaque");
  first = f->has_snap;
  wr_sort *sorts = WR_NEW (lo->arena, wr_sort, count + 2);
  if (first) sorts[0] = vpr_snap_sort (lo);
  for (uint32_t i = 0; i < count; i++)
    sorts[first + i] = vpr_sort (lo, decl->formals.data[i]->type);
  const char *name = vpr_text (lo, decl->id.name);
  wr_sort result = vpr_sort (lo, decl->type), boolean = vpr_bool_sort (lo);
  char text[300];
  f->func = vpr_func (lo, name, sorts, first + count, result);
  snprintf (text, sizeof text, "%.200s'", name);
  f->limited = vpr_func (lo, text, sorts, first + count, result);
  snprintf (text, sizeof text, "%.200s.ok", name);
  f->ok = vpr_func (lo, text, sorts, first + count, boolean);
  snprintf (text, sizeof text, "%.200s.reveal", name);
  f->reveal = vpr_func (lo, text, sorts, first + count, boolean);
  wr_func_edit (lo->core, f->func)->span = decl->id.span;
  vpr_note (lo, &decl->lowered, f);
  f->number = lo->functions.len;
  WR_VEC_PUSH (&lo->functions, decl);
}

void vpr_functions_declare (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++)
    if (lo->program->decls.data[i]->kind == VPR_DECL_FUNCTION)
      declare (lo, lo->program->decls.data[i]);
  vpr_functions_order (lo);
  lo->above = vpr_func (lo, "above", NULL, 0, vpr_int_sort (lo));
}

void vpr_height (vpr_lowering *lo, int64_t height) {
  if (!lo->functions.len) return;
  vpr_frame (lo, vpr_eq (lo, vpr_app (lo, lo->above, NULL, 0), wr_mk_int (lo->core, height)));
}

wr_expr vpr_seen (vpr_lowering *lo, const vpr_decl *predicate, const wr_expr *index, wr_expr snap) {
  const struct vpr_resource *r = vpr_resource_of (lo, predicate);
  uint64_t found;
  if (!lo->functions.len) return (wr_expr){0};
  if (!wr_map_get (&lo->domain_funcs, (uint64_t)(uintptr_t)predicate, &found)) {
    wr_sort *sorts = WR_NEW (lo->arena, wr_sort, r->arity + 1);
    for (uint32_t i = 0; i < r->arity; i++) sorts[i] = r->index[i];
    sorts[r->arity] = vpr_snap_sort (lo);
    found = vpr_func (lo, "seen", sorts, r->arity + 1, vpr_bool_sort (lo)).ix;
    wr_map_put (&lo->domain_funcs, (uint64_t)(uintptr_t)predicate, found);
  }
  wr_expr *args = WR_NEW (lo->arena, wr_expr, r->arity + 1);
  for (uint32_t i = 0; i < r->arity; i++) args[i] = index[i];
  args[r->arity] = snap;
  return vpr_app (lo, (wr_func){(uint32_t)found}, args, r->arity + 1);
}

/* -- applications ---------------------------------------------------------------------------------- */

/* The snapshot, if there is one, and the arguments. */
static uint32_t arguments (vpr_lowering *lo, const struct vpr_function *f, const wr_expr *values,
                           const struct vpr_ctx *ctx, wr_expr *out) {
  uint32_t count = f->decl->formals.len, first = f->has_snap;
  if (first) {
    wr_expr *saved = WR_NEW (lo->arena, wr_expr, count + 1);
    struct vpr_ctx inner = *ctx;
    inner.triggers = false;
    vpr_bind (&f->decl->formals, values, saved);
    out[0] = vpr_snap (lo, f->pre, &inner);
    vpr_unbind (&f->decl->formals, saved);
  }
  for (uint32_t i = 0; i < count; i++) out[first + i] = values[i];
  return first + count;
}

wr_expr vpr_function_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  const struct vpr_function *f = info_of (e->decl);
  wr_expr *values = WR_NEW (lo->arena, wr_expr, e->args.len + 1),
          *args = WR_NEW (lo->arena, wr_expr, e->args.len + 2);
  vpr_values (lo, &e->args, ctx, values);
  uint32_t count = arguments (lo, f, values, ctx, args);
  bool limited = ctx->triggers || (ctx->inside && ctx->inside->component == f->component);
  return vpr_app (lo, limited ? f->limited : f->func, args, count);
}

void vpr_function_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                      struct vpr_cause *cause) {
  const struct vpr_function *f = info_of (e->decl);
  wr_expr *values = WR_NEW (lo->arena, wr_expr, e->args.len + 1),
          *args = WR_NEW (lo->arena, wr_expr, e->args.len + 2);
  wr_expr *saved = WR_NEW (lo->arena, wr_expr, e->args.len + 1);
  vpr_values (lo, &e->args, ctx, values);
  uint32_t count = arguments (lo, f, values, ctx, args);
  if (f->pre) {
    struct vpr_cause own = *cause;
    own.error = "application.precondition";
    own.report = e->span;
    own.goal = WR_ROLE_WELL_FORMED;
    struct vpr_transfer t = {.ctx = *ctx, .cause = &own, .guard = guard};
    t.ctx.held = ctx->here;
    vpr_bind (&f->decl->formals, values, saved);
    for (uint32_t i = 0; i < f->requires_.len; i++) {
      own.establishes = f->requires_.data[i].label;
      vpr_holds (lo, f->requires_.data[i].conjunct, &t);
    }
    vpr_unbind (&f->decl->formals, saved);
  }
  struct vpr_call_place place = {e->span, ctx};
  vpr_termination_call (lo, f->decl, values, &place, guard);
  if (lo->body->decl == f->decl)
    vpr_frame (lo, vpr_implies (lo, guard, vpr_app (lo, f->ok, args, count)));
  if (f->opaque && vpr_has_annot (lo, e->annots, "reveal"))
    vpr_frame (lo, vpr_implies (lo, guard, vpr_app (lo, f->reveal, args, count)));
}

/* -- axioms ---------------------------------------------------------------------------------------- */

/* An axiom over s and the arguments: the state reads s. */
struct scope {
  wr_var *vars;
  wr_expr *args, *saved;
  uint32_t count;
  vpr_state *state;
  struct vpr_ctx ctx;
};

static struct scope begin (vpr_lowering *lo, const struct vpr_function *f) {
  struct scope s = {.count = f->has_snap + f->decl->formals.len};
  s.vars = WR_NEW (lo->arena, wr_var, s.count + 1);
  s.args = WR_NEW (lo->arena, wr_expr, s.count + 1);
  s.saved = WR_NEW (lo->arena, wr_expr, s.count + 1);
  for (uint32_t i = 0; i < s.count; i++) {
    s.vars[i] = vpr_bound (lo, i < f->has_snap ? "s" : "a", wr_func_param (lo->core, f->func, i));
    s.args[i] = wr_mk_var (lo->core, s.vars[i]);
  }
  vpr_use (lo, f->decl);
  wr_expr *heap = WR_NEW (lo->arena, wr_expr, lo->resources.len + 1),
          *mask = WR_NEW (lo->arena, wr_expr, lo->resources.len + 1);
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    heap[i] = vpr_default (lo, lo->resources.data[i]->heap);
    mask[i] = lo->resources.data[i]->zero;
  }
  s.state = vpr_state_of_maps (lo, heap, mask);
  s.ctx =
      (struct vpr_ctx){.here = s.state, .held = s.state, .old = s.state, .inside = f, .some = true};
  vpr_bind (&f->decl->formals, s.args + f->has_snap, s.saved);
  if (f->has_snap)
    vpr_snap_layers (lo, f->pre, s.args[0], vpr_true (lo), &s.ctx, s.state, (wr_expr){0});
  return s;
}

static void end (const struct vpr_function *f, const struct scope *s) {
  vpr_unbind (&f->decl->formals, s->saved);
}

static wr_expr below (vpr_lowering *lo, const struct vpr_function *f) {
  wr_expr above = vpr_app (lo, lo->above, NULL, 0);
  return vpr_lt (lo, above, wr_mk_int (lo->core, f->height));
}

static void limited_axiom (vpr_lowering *lo, const struct vpr_function *f) {
  struct scope s = begin (lo, f);
  wr_expr full = vpr_app (lo, f->func, s.args, s.count),
          limited = vpr_app (lo, f->limited, s.args, s.count);
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, full);
  vpr_axiom (lo, vpr_forall (lo, s.vars, s.count, &t, vpr_eq (lo, full, limited)), (wr_label){0});
  vpr_triggers_free (&t);
  end (f, &s);
}

/* An application of a recursive function is unrolled where a predicate of its precondition was looked into. */
static void unrolling_triggers (vpr_lowering *lo, const struct scope *s, wr_expr app,
                                struct vpr_triggers *out) {
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    if (r->kind != VPR_RESOURCE_PREDICATE) continue;
    for (const struct vpr_layer *l = s->state->heap[i]; l->kind == VPR_LAYER_CELL; l = l->below)
      vpr_trigger2 (lo, out, app, vpr_seen (lo, r->decl, l->index, l->value));
  }
}

static wr_label body_label (vpr_lowering *lo, const vpr_expr *e) {
  struct wr_label_info info = {.role = WR_ROLE_FUNCTION_BODY,
                               .cls = WR_CLASS_IMPLICIT,
                               .span = e->span,
                               .report = e->span,
                               .element = wr_element_new (&lo->core->labels)};
  return wr_label_new (&lo->core->labels, &info);
}

static void add_axiom (vpr_lowering *lo, const struct vpr_function *f, wr_expr fact,
                       wr_label label) {
  struct wr_axiom axiom = {.expr = fact, .label = label, .func = f->func};
  WR_VEC_PUSH (&lo->core->axioms, axiom);
}

/* f (s, a) is the body; `limited`: it is told where f' (s, a) is unrolled. */
static void body_axiom (vpr_lowering *lo, struct vpr_function *f, bool limited) {
  if (!f->decl->value) return;
  struct scope s = begin (lo, f);
  wr_expr app = vpr_app (lo, f->func, s.args, s.count);
  wr_expr guard = below (lo, f);
  if (f->pre) guard = vpr_and (lo, guard, vpr_pure_part (lo, f->pre, &s.ctx));
  wr_expr body = vpr_value (lo, f->decl->value, &s.ctx);
  struct vpr_triggers t = {0};
  if (limited)
    unrolling_triggers (lo, &s, vpr_app (lo, f->limited, s.args, s.count), &t);
  else
    vpr_trigger1 (lo, &t, f->opaque ? vpr_app (lo, f->reveal, s.args, s.count) : app);
  wr_expr fact = vpr_implies (lo, guard, vpr_eq (lo, app, body));
  if (!f->body_label.ix) f->body_label = body_label (lo, f->decl->value);
  if (t.list.len) add_axiom (lo, f, vpr_forall (lo, s.vars, s.count, &t, fact), f->body_label);
  vpr_triggers_free (&t);
  end (f, &s);
}

static void post_axiom (vpr_lowering *lo, struct vpr_function *f, const struct vpr_clause *clause) {
  struct scope s = begin (lo, f);
  wr_expr app = vpr_app (lo, f->limited, s.args, s.count);
  wr_expr guard = vpr_or (lo, below (lo, f), vpr_app (lo, f->ok, s.args, s.count));
  if (f->pre) guard = vpr_and (lo, guard, vpr_pure_part (lo, f->pre, &s.ctx));
  s.ctx.result = app;
  wr_expr post = vpr_pure_part (lo, clause->conjunct, &s.ctx);
  struct vpr_triggers t = {0};
  vpr_trigger1 (lo, &t, app);
  wr_expr fact = vpr_forall (lo, s.vars, s.count, &t, vpr_implies (lo, guard, post));
  add_axiom (
      lo, f, fact,
      wr_label_derive (&lo->core->labels, clause->label, WR_ROLE_FUNCTION_POST, (wr_site){0}));
  vpr_triggers_free (&t);
  end (f, &s);
}

void vpr_functions_define (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->functions.len; i++) {
    struct vpr_function *f = info_of (lo->functions.data[i]);
    f->procedure = vpr_procedure_new (lo, f->decl, NULL);
    lo->procedure = f->procedure + 1;
    vpr_clauses_of (lo, &f->decl->requires_, WR_ROLE_REQUIRES, &f->requires_);
    vpr_clauses_of (lo, &f->decl->ensures, WR_ROLE_ENSURES, &f->ensures);
    for (uint32_t k = 0; k < f->requires_.len; k++) /* the function depends on these locations */
      if (!vpr_is_pure (f->requires_.data[k].conjunct))
        wr_label_mark_takes (&lo->core->labels, f->requires_.data[k].label);
    lo->procedure = 0;
    limited_axiom (lo, f);
    body_axiom (lo, f, false);
    if (f->recursive && f->has_snap && !f->opaque) body_axiom (lo, f, true);
    for (uint32_t k = 0; k < f->ensures.len; k++) post_axiom (lo, f, &f->ensures.data[k]);
  }
}

/* -- checks ---------------------------------------------------------------------------------------- */

static void check_posts (vpr_lowering *lo, struct vpr_function *f, struct vpr_ctx *ctx,
                         bool proved) {
  for (uint32_t i = 0; i < f->ensures.len; i++) {
    const struct vpr_clause *c = &f->ensures.data[i];
    struct vpr_cause cause =
        vpr_cause_of (lo, c, "not.wellformed", c->whole->span, lo->body->exit_site);
    cause.goal = WR_ROLE_ENSURES;
    cause.fact = WR_ROLE_REWRITE;
    vpr_wf (lo, c->conjunct, ctx, vpr_true (lo), &cause);
    cause.error = "postcondition.violated";
    wr_expr post = vpr_pure_part (lo, c->conjunct, ctx);
    if (proved)
      vpr_goal (lo, &cause, post, "assertion.false", c->conjunct->span);
    else
      vpr_fact (lo, &cause, post);
  }
}

void vpr_function_check (vpr_lowering *lo, const vpr_decl *decl) {
  struct vpr_function *f = info_of (decl);
  if (!decl->value && !decl->ensures.len && !decl->requires_.len) return;
  struct vpr_body body;
  vpr_body_begin (lo, &body, decl, "function ");
  body.in_function = true;
  wr_expr *terms = WR_NEW (lo->arena, wr_expr, decl->formals.len + 1),
          *saved = WR_NEW (lo->arena, wr_expr, decl->formals.len + 1);
  for (uint32_t i = 0; i < decl->formals.len; i++) {
    const vpr_var *v = decl->formals.data[i];
    terms[i] = vpr_fresh (lo, vpr_text (lo, v->id.name), vpr_sort (lo, v->type));
  }
  vpr_bind (&decl->formals, terms, saved);
  vpr_height (lo, f->height);
  struct vpr_ctx ctx = vpr_here (lo);
  vpr_termination_begin (lo, decl);
  for (uint32_t i = 0; i < f->requires_.len; i++) {
    const struct vpr_clause *c = &f->requires_.data[i];
    struct vpr_cause cause =
        vpr_cause_of (lo, c, "not.wellformed", c->whole->span, body.entry_site);
    cause.fact = WR_ROLE_REQUIRES;
    struct vpr_transfer t = {.ctx = ctx, .cause = &cause, .guard = vpr_true (lo), .checked = true};
    vpr_inhale (lo, c->conjunct, &t);
  }
  wr_var result = vpr_local (lo, "result", vpr_sort (lo, decl->type));
  ctx.old = ctx.here;
  vpr_termination_entered (lo);
  if (decl->value) {
    struct vpr_cause cause =
        vpr_cause_new (lo, "function.not.wellformed", decl->span, decl->value->span);
    /* the definition that other members use rests on these checks */
    cause.element = wr_label_info (&lo->core->labels, f->body_label)->element;
    cause.type = WR_TYPE_FUNCTION_BODY;
    cause.fact = WR_ROLE_REWRITE;
    cause.cls = WR_CLASS_IMPLICIT;
    vpr_wf (lo, decl->value, &ctx, vpr_true (lo), &cause);
    cause.fact = WR_ROLE_ASSIGN;
    vpr_assign (lo, result, vpr_value (lo, decl->value, &ctx), vpr_fact_label (lo, &cause));
  }
  ctx.result = wr_mk_var (lo->core, result);
  check_posts (lo, f, &ctx, decl->value != NULL);
  vpr_unbind (&decl->formals, saved);
  vpr_body_end (lo);
}
