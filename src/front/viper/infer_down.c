/* front/viper/infer_down.c -- the chosen types into the tree. */
#include "front/viper/typecheck.h"

#include "base/check.h"

struct task {
  vpr_node *node;
  uint32_t pick;
  vpr_type *type;
};
typedef WR_VEC (struct task) tasks;

/* `P(x)` as an assertion is acc(P(x)). */
static void make_access (vpr_checker *c, vpr_expr *e) {
  vpr_expr *call = wr_arena_copy (c->arena, e, 1, sizeof *e);
  call->annots = NULL;
  *e = (vpr_expr){.kind = VPR_EXPR_ACC,
                  .span = call->span,
                  .origin = call->origin,
                  .annots = e->annots,
                  .implicit = true,
                  .type = c->predicate};
  e->args.data = WR_NEW (c->arena, vpr_expr *, 1);
  e->args.data[0] = call;
  e->args.len = 1;
}

static void set_generic (vpr_checker *c, vpr_expr *e, const struct vpr_sig *sig, bool *open) {
  if (!sig->generic) return;
  vpr_type **args = WR_NEW (c->arena, vpr_type *, sig->generic);
  for (uint32_t i = 0; i < sig->generic; i++)
    args[i] = vpr_env_close (&c->env, vpr_type_variable (c->types, i), c->domain, open);
  e->type_args.data = args;
  e->type_args.len = sig->generic;
}

static void warn_open (vpr_checker *c, const vpr_expr *e) {
  wr_diag_add (c->diags, WR_CODE_TYPE_DEFAULTED, e->span,
               "nothing determines a type parameter here: Int is taken");
}

static void choose (vpr_checker *c, const struct task *task, tasks *rest) {
  vpr_node *node = task->node;
  vpr_expr *e = node->expr;
  const struct vpr_candidate *candidate = &node->candidates[task->pick];
  const struct vpr_sig *sig = &node->sigs[candidate->sig];
  bool open = false;
  struct vpr_env_mark mark = vpr_env_mark (&c->env);
  for (uint32_t i = 0; i < sig->vars; i++) vpr_env_fresh (&c->env, sig->own ? i + 1 : 0);
  c->env.impure = sig->impure;
  c->env.steps = 0;
  bool fits = vpr_unify_use (&c->env, sig->result, task->type);
  WR_ASSERT (fits);
  uint32_t first = rest->len;
  for (uint32_t i = 0; i < node->kid_count; i++) {
    vpr_node *kid = node->kids[i];
    vpr_type *type = vpr_env_open (&c->env, kid->candidates[candidate->picks[i]].type);
    fits = vpr_unify_use (&c->env, sig->params[i], type);
    WR_ASSERT (fits);
    WR_VEC_PUSH (rest, ((struct task){kid, candidate->picks[i], type}));
  }
  (void)fits;
  set_generic (c, e, sig, &open);
  for (uint32_t i = first; i < rest->len; i++)
    rest->data[i].type = vpr_env_close (&c->env, rest->data[i].type, c->domain, &open);
  e->type = vpr_env_close (&c->env, task->type, c->domain, &open);
  vpr_env_reset (&c->env, mark);
  c->env.impure = false;
  if (open) warn_open (c, e);
  if (sig->decl) {
    e->kind = sig->var ? VPR_EXPR_DESTRUCTOR : VPR_EXPR_DISCRIMINATOR;
    e->decl = sig->decl;
    e->var = sig->var;
  }
  bool predicate = e->kind == VPR_EXPR_CALL && e->decl->kind == VPR_DECL_PREDICATE;
  if (predicate && !node->resource) make_access (c, e);
}

static vpr_type *closed (vpr_checker *c, vpr_type *type) {
  struct vpr_env_mark mark = vpr_env_mark (&c->env);
  bool open = false;
  vpr_type *result = vpr_env_close (&c->env, vpr_env_open (&c->env, type), c->domain, &open);
  vpr_env_reset (&c->env, mark);
  return result;
}

static void choose_binder (vpr_checker *c, const struct task *task, tasks *rest) {
  const vpr_node *node = task->node;
  vpr_expr *e = node->expr;
  const struct vpr_candidate *candidate = &node->candidates[task->pick];
  e->type = task->type;
  for (uint32_t i = 0; i < node->kid_count; i++) {
    vpr_node *kid = node->kids[i];
    vpr_type *type = closed (c, kid->candidates[candidate->picks[i]].type);
    if (e->kind == VPR_EXPR_LET && i == 1) type = task->type;
    WR_VEC_PUSH (rest, ((struct task){kid, candidate->picks[i], type}));
  }
}

void vpr_infer_down (vpr_checker *c, vpr_node *node, uint32_t pick, vpr_type *type) {
  tasks rest = {0};
  WR_VEC_PUSH (&rest, ((struct task){node, pick, type}));
  while (rest.len) {
    struct task task = WR_VEC_POP (&rest);
    if (task.node->sig_count)
      choose (c, &task, &rest);
    else
      choose_binder (c, &task, &rest);
  }
  WR_VEC_FREE (&rest);
}
