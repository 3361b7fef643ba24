/* tests/viper/model/statement.c -- statements.  Calls and loops are run by their contracts. */
#include "model.h"

enum { MAX_TARGETS = 6 };

struct where model_here (struct run *run, const char *error, wr_span at) {
  return (struct where){.here = run->now,
                        .held = run->now,
                        .old = run->entry,
                        .checked = true,
                        .error = error,
                        .at = at};
}

/* A state that can be: gives the run up if not. */
static void validate (struct run *run) {
  value mask[MODEL_FIELDS][MODEL_OBJECTS];
  if (!run->stop) model_closure (run, run->now, mask);
}

static void inhale (struct run *run, const vpr_expr *e, const struct where *w) {
  struct transfer t = {.w = *w, .state = run->now, .factor = value_perm (1, 1)};
  model_inhale (run, e, &t);
}

/* Reads what was before; `perm` sees what is left. */
static void exhale (struct run *run, const vpr_expr *e, const struct where *w,
                    struct model_state *before) {
  struct transfer t = {.w = *w, .state = run->now, .factor = value_perm (1, 1)};
  t.w.here = before;
  t.w.held = run->now;
  model_exhale (run, e, &t);
}

static void assign (struct run *run, const vpr_expr *target, value v) {
  if (run->stop) return;
  if (target->kind == VPR_EXPR_NAME) {
    struct binding *b = model_binding (run, target->var);
    if (b)
      b->value = v, b->loose = false;
    else
      model_bind (run, target->var, v, false);
    return;
  }
  model_unsupported (run);
}

static void assign_field (struct run *run, const vpr_stmt *s) {
  const vpr_expr *target = s->targets.data[0];
  struct where w = model_here (run, "assignment.failed", s->span);
  value receiver = model_eval (run, target->args.data[0], &w);
  value v = model_eval (run, s->value, &w);
  if (run->stop) return;
  uint32_t f = target->decl->index;
  if (perm_less (run->now->mask[f][receiver.num], value_perm (1, 1)))
    model_violate (run, &w, "insufficient.permission");
  if (run->stop) return;
  run->now->heap[f][receiver.num] = v;
  run->now->loose[f][receiver.num] = false;
}

/* An object that nothing refers to. */
static void new_object (struct run *run, const vpr_stmt *s) {
  if (run->allocated == MODEL_OBJECTS) {
    model_give_up (run);
    return;
  }
  int64_t object = run->allocated++;
  for (uint32_t i = 0; i < run->program->decls.len; i++) {
    const vpr_decl *d = run->program->decls.data[i];
    if (d->kind != VPR_DECL_FIELD) continue;
    bool wanted = s->value->all;
    for (uint32_t k = 0; k < s->value->idents.len; k++)
      wanted |= s->value->idents.data[k].name.ix == d->id.name.ix;
    value *held = &run->now->mask[d->index][object];
    if (held->num > 0) model_give_up (run); /* a quantifier gave permission to it */
    if (wanted) *held = value_perm (1, 1);
  }
  assign (run, s->targets.data[0], value_ref (object));
}

static void assignment (struct run *run, const vpr_stmt *s) {
  if (s->value->kind == VPR_EXPR_NEW) {
    new_object (run, s);
  } else if (s->targets.data[0]->kind == VPR_EXPR_FIELD) {
    assign_field (run, s);
  } else {
    struct where w = model_here (run, "assignment.failed", s->span);
    assign (run, s->targets.data[0], model_eval (run, s->value, &w));
  }
}

static void call (struct run *run, const vpr_stmt *s) {
  const vpr_decl *callee = s->value->decl;
  struct where w = model_here (run, "call.failed", s->span);
  value args[MODEL_ARGS], results[MAX_TARGETS];
  if (callee->formals.len > MODEL_ARGS || callee->returns.len > MAX_TARGETS) {
    model_unsupported (run);
    return;
  }
  for (uint32_t i = 0; i < callee->formals.len; i++)
    args[i] = model_eval (run, s->value->args.data[i], &w);
  if (run->stop) return;
  struct model_state *before = model_copy (run, run->now);
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < callee->formals.len; i++)
    model_bind (run, callee->formals.data[i], args[i], false);
  run->var_base = count;
  struct where pre = {.error = "call.precondition", .at = s->span};
  for (uint32_t i = 0; i < callee->requires_.len; i++)
    exhale (run, callee->requires_.data[i], &pre, before);
  if (!run->stop) model_forget (run, run->now);
  for (uint32_t i = 0; i < callee->returns.len && !run->stop; i++)
    model_bind (run, callee->returns.data[i], model_choose (run, callee->returns.data[i]->type),
                true);
  struct where post = {
      .here = run->now, .held = run->now, .old = before, .error = "call.failed", .at = s->span};
  for (uint32_t i = 0; i < callee->ensures.len; i++) inhale (run, callee->ensures.data[i], &post);
  validate (run);
  for (uint32_t i = 0; i < callee->returns.len && !run->stop; i++)
    results[i] = model_binding (run, callee->returns.data[i])->value;
  run->var_count = count, run->var_base = base;
  for (uint32_t i = 0; i < s->targets.len; i++) assign (run, s->targets.data[i], results[i]);
}

/* The arguments and the amount of a fold or unfold. */
static bool instance (struct run *run, const vpr_stmt *s, const struct where *w, value *args,
                      value *amount) {
  const vpr_expr *acc = s->value, *p = acc->args.data[0];
  if (p->args.len > MODEL_ARGS ||
      (acc->args.len > 1 && acc->args.data[1]->kind == VPR_EXPR_WILDCARD)) {
    model_unsupported (run);
    return false;
  }
  for (uint32_t i = 0; i < p->args.len; i++) args[i] = model_eval (run, p->args.data[i], w);
  *amount = acc->args.len > 1 ? model_eval (run, acc->args.data[1], w) : value_perm (1, 1);
  if (!run->stop && amount->num <= 0) model_violate (run, w, "permission.not.positive");
  return !run->stop;
}

static void fold (struct run *run, const vpr_stmt *s) {
  const vpr_decl *decl = s->value->args.data[0]->decl;
  struct where w = model_here (run, "fold.failed", s->span);
  value args[MODEL_ARGS], amount;
  if (!instance (run, s, &w, args, &amount)) return;
  struct model_state *before = model_copy (run, run->now);
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < decl->formals.len; i++)
    model_bind (run, decl->formals.data[i], args[i], false);
  run->var_base = count;
  struct transfer t = {
      .w = {.here = before, .held = run->now, .error = "fold.failed", .at = s->span},
      .state = run->now,
      .factor = amount};
  model_exhale (run, decl->value, &t);
  run->var_count = count, run->var_base = base;
  if (run->stop) return;
  struct token *token = model_token (run, run->now, decl, args, true);
  token->amount = model_perm_op (run, perm_add, token->amount, amount);
  validate (run);
}

static void unfold (struct run *run, const vpr_stmt *s) {
  const vpr_decl *decl = s->value->args.data[0]->decl;
  struct where w = model_here (run, "unfold.failed", s->span);
  value args[MODEL_ARGS], amount;
  if (!instance (run, s, &w, args, &amount)) return;
  struct token *token = model_token (run, run->now, decl, args, true);
  if (perm_less (token->amount, amount)) model_violate (run, &w, "insufficient.permission");
  if (run->stop) return;
  token->amount = model_perm_op (run, perm_sub, token->amount, amount);
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < decl->formals.len; i++)
    model_bind (run, decl->formals.data[i], args[i], false);
  run->var_base = count;
  struct transfer t = {
      .w = {.here = run->now, .held = run->now}, .state = run->now, .factor = amount};
  model_inhale (run, decl->value, &t);
  run->var_count = count, run->var_base = base;
}

static void choose_targets (struct run *run, const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    for (uint32_t k = 0; k < s->targets.len; k++) {
      const vpr_expr *target = s->targets.data[k];
      struct binding *b = target->kind == VPR_EXPR_NAME ? model_binding (run, target->var) : NULL;
      if (!b) continue;
      b->value = model_choose (run, target->var->type);
      b->loose = true;
    }
    choose_targets (run, &s->body);
    choose_targets (run, &s->orelse);
  }
}

static void exhale_invariants (struct run *run, const vpr_stmt *s, const char *error) {
  if (run->stop) return;
  struct model_state *before = model_copy (run, run->now);
  for (uint32_t i = 0; i < s->invariants.len; i++) {
    struct where w = model_here (run, error, s->invariants.data[i]->span);
    w.checked = false;
    exhale (run, s->invariants.data[i], &w, before);
  }
  if (!run->stop) model_forget (run, run->now);
}

static void loop (struct run *run, const vpr_stmt *s) {
  exhale_invariants (run, s, "invariant.not.established");
  if (run->stop) return;
  choose_targets (run, &s->body);
  bool inside = rng_chance (run->rng, 50);
  if (inside) {
    for (uint32_t f = 0; f < run->field_count; f++)
      for (uint32_t o = 0; o < MODEL_OBJECTS; o++) run->now->mask[f][o] = value_perm (0, 1);
    run->now->token_count = 0;
  }
  for (uint32_t i = 0; i < s->invariants.len; i++) {
    struct where w = model_here (run, "not.wellformed", s->invariants.data[i]->span);
    w.checked = inside;
    inhale (run, s->invariants.data[i], &w);
  }
  validate (run);
  struct where w = model_here (run, "while.failed", s->value->span);
  w.checked = inside;
  bool guard = model_true (run, s->value, &w);
  if (!run->stop && guard != inside) model_give_up (run);
  if (!inside) return;
  model_stmts (run, &s->body);
  exhale_invariants (run, s, "invariant.not.preserved");
  if (!run->stop) run->stop = MODEL_ENDED;
}

static void remember (struct run *run, const vpr_stmt *s) {
  uint32_t i = 0;
  while (i < run->label_count && run->labels[i].label != s->label) i++;
  if (i == MODEL_VARS || s->invariants.len) {
    model_unsupported (run);
    return;
  }
  if (i == run->label_count) run->label_count++;
  run->labels[i].label = s->label;
  run->labels[i].state = model_copy (run, run->now);
}

static void quasihavoc (struct run *run, const vpr_stmt *s) {
  struct where w = model_here (run, "quasihavoc.failed", s->span);
  if (s->value->kind != VPR_EXPR_FIELD) {
    model_unsupported (run);
    return;
  }
  bool wanted = !s->condition || model_true (run, s->condition, &w);
  value receiver = model_eval (run, s->value->args.data[0], &w);
  if (run->stop || !wanted) return;
  uint32_t f = s->value->decl->index;
  value mask[MODEL_FIELDS][MODEL_OBJECTS], *held = &run->now->mask[f][receiver.num];
  if (held->num <= 0) return;
  model_closure (run, run->now, mask);
  if (perm_less (*held, mask[f][receiver.num])) model_give_up (run); /* a predicate holds it too */
  run->now->heap[f][receiver.num] = model_choose (run, s->value->decl->type);
}

static void assertion (struct run *run, const vpr_stmt *s) {
  wr_span at = s->value->span;
  switch ((int)s->kind) {
  case VPR_STMT_INHALE:
  case VPR_STMT_ASSUME: {
    struct where w = model_here (run, "inhale.failed", at);
    if (s->kind == VPR_STMT_ASSUME && !model_is_pure (s->value)) model_unsupported (run);
    inhale (run, s->value, &w);
    validate (run);
    return;
  }
  case VPR_STMT_EXHALE: {
    struct model_state *before = model_copy (run, run->now);
    struct where w = model_here (run, "exhale.failed", at);
    exhale (run, s->value, &w, before);
    if (!run->stop) model_forget (run, run->now);
    return;
  }
  default: {
    struct model_state *before = model_copy (run, run->now), *now = run->now;
    struct where w = model_here (run, "assert.failed", at);
    run->now = model_copy (run, now);
    exhale (run, s->value, &w, before);
    run->now = now;
  }
  }
}

static void declare (struct run *run, const vpr_stmt *s) {
  for (uint32_t i = 0; i < s->vars.len && !run->stop; i++)
    model_bind (run, s->vars.data[i], model_choose (run, s->vars.data[i]->type), true);
}

static void statement (struct run *run, const vpr_stmt *s) {
  run->place = s->span;
  switch (s->kind) {
  case VPR_STMT_BLOCK: model_stmts (run, &s->body); return;
  case VPR_STMT_VAR:
    declare (run, s);
    if (s->value && s->value->kind == VPR_EXPR_CALL && s->value->decl->kind == VPR_DECL_METHOD)
      call (run, s);
    else if (s->value)
      assignment (run, s);
    return;
  case VPR_STMT_ASSIGN: assignment (run, s); return;
  case VPR_STMT_CALL: call (run, s); return;
  case VPR_STMT_INHALE:
  case VPR_STMT_EXHALE:
  case VPR_STMT_ASSERT:
  case VPR_STMT_ASSUME: assertion (run, s); return;
  case VPR_STMT_FOLD: fold (run, s); return;
  case VPR_STMT_UNFOLD: unfold (run, s); return;
  case VPR_STMT_IF: {
    struct where w = model_here (run, "if.failed", s->value->span);
    bool c = model_true (run, s->value, &w);
    model_stmts (run, c ? &s->body : &s->orelse);
    return;
  }
  case VPR_STMT_WHILE: loop (run, s); return;
  case VPR_STMT_LABEL: remember (run, s); return;
  case VPR_STMT_QUASIHAVOC: quasihavoc (run, s); return;
  case VPR_STMT_ERROR:
  case VPR_STMT_REFUTE:
  case VPR_STMT_GOTO:
  case VPR_STMT_PACKAGE:
  case VPR_STMT_APPLY:
  case VPR_STMT_QUASIHAVOCALL:
  case VPR_STMT_DEFINE:
  case VPR_STMT_KIND_COUNT: model_unsupported (run); return;
  }
}

void model_stmts (struct run *run, const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len && !run->stop; i++) statement (run, list->data[i]);
}
