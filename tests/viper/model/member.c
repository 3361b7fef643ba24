/* tests/viper/model/member.c -- one run of a method, function or predicate. */
#include "model.h"

static void declare (struct run *run, const vpr_vars *vars) {
  for (uint32_t i = 0; i < vars->len && !run->stop; i++)
    model_bind (run, vars->data[i], model_choose (run, vars->data[i]->type), true);
}

static void inhale_clauses (struct run *run, const vpr_exprs *list, bool exhale_side) {
  for (uint32_t i = 0; i < list->len; i++) {
    struct transfer t = {.w = model_here (run, "not.wellformed", list->data[i]->span),
                         .state = run->now,
                         .factor = value_perm (1, 1),
                         .exhale_side = exhale_side};
    t.w.some = run->member->kind == VPR_DECL_FUNCTION;
    run->place = list->data[i]->span;
    model_inhale (run, list->data[i], &t);
  }
  value mask[MODEL_FIELDS][MODEL_OBJECTS];
  if (!run->stop) model_closure (run, run->now, mask);
}

static bool has_sides (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_INHALE_EXHALE) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (has_sides (e->args.data[i])) return true;
  return false;
}

static bool clauses_have_sides (const vpr_exprs *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (has_sides (list->data[i])) return true;
  return false;
}

static void method (struct run *run, const vpr_decl *m) {
  declare (run, &m->formals);
  declare (run, &m->returns);
  if (clauses_have_sides (&m->requires_) && rng_chance (run->rng, 30)) {
    inhale_clauses (run, &m->requires_, true);
    return;
  }
  inhale_clauses (run, &m->requires_, false);
  if (run->stop) return;
  run->entry = model_copy (run, run->now);
  if (m->ensures.len && (!m->has_body || rng_chance (run->rng, 20))) {
    bool side = clauses_have_sides (&m->ensures) && rng_chance (run->rng, 50);
    model_state_begin (run);
    inhale_clauses (run, &m->ensures, side);
    return;
  }
  model_stmts (run, &m->body);
  if (run->stop) return;
  struct model_state *before = model_copy (run, run->now);
  for (uint32_t i = 0; i < m->ensures.len; i++) {
    struct transfer t = {.w = model_here (run, "postcondition.violated", m->ensures.data[i]->span),
                         .state = run->now,
                         .factor = value_perm (1, 1)};
    t.w.checked = false;
    t.w.here = before;
    model_exhale (run, m->ensures.data[i], &t);
  }
}

static void function (struct run *run, const vpr_decl *f) {
  value result = value_int (0);
  declare (run, &f->formals);
  inhale_clauses (run, &f->requires_, false);
  if (run->stop) return;
  struct where w = model_here (run, "function.not.wellformed", f->span);
  w.some = true;
  result = f->value ? model_eval (run, f->value, &w) : model_choose (run, f->type);
  for (uint32_t i = 0; i < f->ensures.len && !run->stop; i++) {
    w = model_here (run, "not.wellformed", f->ensures.data[i]->span);
    w.some = true;
    w.result = &result;
    bool good = model_true (run, f->ensures.data[i], &w);
    w.error = "postcondition.violated";
    if (run->stop || good) continue;
    if (f->value)
      model_violate (run, &w, "assertion.false");
    else
      model_give_up (run);
  }
}

static void predicate (struct run *run, const vpr_decl *p) {
  if (!p->value) return;
  declare (run, &p->formals);
  if (run->stop) return;
  struct transfer t = {.w = model_here (run, "predicate.not.wellformed", p->span),
                       .state = run->now,
                       .factor = value_perm (1, 1)};
  model_inhale (run, p->value, &t);
}

void model_run_member (struct run *run, const vpr_decl *member) {
  run->member = member;
  run->allocated = MODEL_KNOWN;
  if (run->field_count > MODEL_FIELDS) {
    model_unsupported (run);
    return;
  }
  for (uint32_t i = 0; i < run->program->decls.len; i++)
    if (run->program->decls.data[i]->kind == VPR_DECL_PREDICATE &&
        run->program->decls.data[i]->formals.len > MODEL_ARGS)
      model_unsupported (run);
  if (!run->stop) model_state_begin (run);
  if (run->stop) return;
  if (member->kind == VPR_DECL_METHOD) method (run, member);
  if (member->kind == VPR_DECL_FUNCTION) function (run, member);
  if (member->kind == VPR_DECL_PREDICATE) predicate (run, member);
}
