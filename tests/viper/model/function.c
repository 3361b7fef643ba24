/* tests/viper/model/function.c -- applications of functions.  A function with a body has the value of its body; one without has a value
   that depends on its arguments and on what its precondition holds, chosen once in a run.  Postconditions are true, or the run is given up. */
#include "model.h"

enum { MAX_SEEN = 40 };

/* The values behind the permissions of an assertion, in order. */
struct footprint {
  value items[MAX_SEEN];
  uint32_t count;
  const struct where *w;
  const vpr_expr *body;
};

static void see (struct run *run, const vpr_expr *e, struct footprint *out);

static void add_seen (struct run *run, struct footprint *out, value v) {
  if (out->count == MAX_SEEN)
    model_give_up (run);
  else
    out->items[out->count++] = v;
}

static void see_predicate (struct run *run, const vpr_expr *call, struct footprint *out) {
  value args[MODEL_ARGS];
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < call->args.len && i < MODEL_ARGS; i++)
    args[i] = model_eval (run, call->args.data[i], out->w);
  if (++run->depth > MODEL_DEPTH) model_give_up (run);
  if (!run->stop && !call->decl->value) {
    struct token *t = model_token (run, out->w->here, call->decl, args, true);
    add_seen (run, out, value_int (t->version));
  } else if (!run->stop) {
    for (uint32_t i = 0; i < call->args.len; i++)
      model_bind (run, call->decl->formals.data[i], args[i], false);
    run->var_base = count;
    see (run, call->decl->value, out);
    run->var_count = count, run->var_base = base;
  }
  run->depth--;
}

static void see_acc (struct run *run, const vpr_expr *e, struct footprint *out) {
  const vpr_expr *place = e->args.data[0];
  bool wild = e->args.len > 1 && e->args.data[1]->kind == VPR_EXPR_WILDCARD;
  if (e->args.len > 1 && !wild && model_eval (run, e->args.data[1], out->w).num <= 0) return;
  if (place->kind == VPR_EXPR_FIELD)
    add_seen (run, out, model_eval (run, place, out->w));
  else if (place->kind == VPR_EXPR_CALL)
    see_predicate (run, place, out);
  else
    model_unsupported (run);
}

static void see_instance (struct run *run, void *arg) {
  struct footprint *out = arg;
  const vpr_expr *body = out->body;
  see (run, body, out);
  out->body = body;
}

static void see (struct run *run, const vpr_expr *e, struct footprint *out) {
  if (run->stop || model_is_pure (e)) return;
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: see_acc (run, e, out); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) see (run, e->args.data[0], out);
    if (e->op == VPR_OP_AND || model_true (run, e->args.data[0], out->w))
      see (run, e->args.data[1], out);
    return;
  case VPR_EXPR_COND:
    see (run, e->args.data[model_true (run, e->args.data[0], out->w) ? 1 : 2], out);
    return;
  case VPR_EXPR_INHALE_EXHALE: see (run, e->args.data[0], out); return;
  case VPR_EXPR_FORALL:
    out->body = e->args.data[0];
    model_for_all (run, e, out->w, see_instance, out);
    return;
  default: model_unsupported (run);
  }
}

static value chosen (struct run *run, const vpr_decl *decl, value args, const struct where *w) {
  struct footprint seen = {.w = w};
  for (uint32_t i = 0; i < decl->requires_.len; i++) see (run, decl->requires_.data[i], &seen);
  value all = value_list (run->arena, V_SEQ, seen.items, run->stop ? 0 : seen.count);
  for (uint32_t i = 0; i < run->result_count && !run->stop; i++) {
    const struct chosen_result *r = &run->results[i];
    if (r->decl == decl && value_equal (&r->args, &args) && value_equal (&r->seen, &all))
      return r->result;
  }
  value v = model_choose (run, decl->type);
  if (run->result_count == MODEL_VARS)
    model_give_up (run);
  else
    run->results[run->result_count++] = (struct chosen_result){decl, args, all, v};
  return v;
}

value model_apply (struct run *run, const vpr_expr *e, const struct where *w) {
  const vpr_decl *decl = e->decl;
  value args[MODEL_ARGS], v = value_int (0);
  if (e->args.len > MODEL_ARGS || ++run->depth > MODEL_DEPTH) {
    model_give_up (run);
    return v;
  }
  for (uint32_t i = 0; i < e->args.len; i++) args[i] = model_eval (run, e->args.data[i], w);
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < e->args.len; i++)
    model_bind (run, decl->formals.data[i], args[i], false);
  run->var_base = count;
  struct where pre = *w;
  pre.error = "application.precondition";
  pre.at = e->span;
  pre.old = NULL;
  for (uint32_t i = 0; i < decl->requires_.len; i++)
    model_holds (run, decl->requires_.data[i], &pre);
  struct where inside = {.here = w->here, .held = w->here, .total = true};
  if (!run->stop)
    v = decl->value
            ? model_eval (run, decl->value, &inside)
            : chosen (run, decl, value_list (run->arena, V_SEQ, args, e->args.len), &inside);
  inside.result = &v;
  for (uint32_t i = 0; i < decl->ensures.len && !run->stop; i++)
    if (!model_true (run, decl->ensures.data[i], &inside)) model_give_up (run);
  run->var_count = count, run->var_base = base;
  run->depth--;
  return v;
}
