/* front/viper/infer_unit.c -- a unit of inference: up, the choice at the top, down, and its errors. */
#include "front/viper/report.h"
#include "front/viper/typecheck.h"

static void tell (vpr_checker *c) {
  for (uint32_t i = 0; i < c->failures.len; i++) {
    const struct vpr_failure *f = &c->failures.data[i];
    wr_diag *diag = vpr_type_error (c->diags, f->code, f->at, "%.*s", WR_STR_ARGS (f->text));
    if (f->note.len) wr_diag_note (c->diags, diag, f->note_at, "%.*s", WR_STR_ARGS (f->note));
  }
}

static vpr_type *close_top (vpr_checker *c, const vpr_node *node, uint32_t pick,
                            vpr_type *expected) {
  vpr_type *found = node->candidates[pick].type;
  if (!found->has_var) return found;
  struct vpr_env_mark mark = vpr_env_mark (&c->env);
  found = vpr_env_open (&c->env, found);
  if (expected) vpr_unify_use (&c->env, expected, found);
  bool open = false;
  found = vpr_env_close (&c->env, found, c->domain, &open);
  vpr_env_reset (&c->env, mark);
  if (open)
    wr_diag_add (c->diags, WR_CODE_TYPE_DEFAULTED, node->expr->span,
                 "nothing determines a type parameter here: Int is taken");
  return found;
}

static bool run (vpr_checker *c, vpr_expr *expr, vpr_type *expected, bool resource) {
  WR_VEC_CLEAR (&c->failures);
  c->env.steps = 0;
  vpr_node *node = vpr_infer_up (c, expr);
  node->resource = resource;
  uint32_t pick = 0;
  if (!node->bad && expected && !expected->has_error) {
    pick = vpr_pick (c, node, expected);
    if (pick == UINT32_MAX) {
      node->bad = true;
      vpr_fail_type (c, node, expected);
    }
  }
  bool ok = !node->bad && !c->failures.len;
  if (ok)
    vpr_infer_down (c, node, pick, close_top (c, node, pick, expected));
  else
    expr->type = c->error;
  tell (c);
  wr_arena_restore (c->scratch, c->empty);
  return ok;
}

bool vpr_infer (vpr_checker *c, vpr_expr *expr, vpr_type *expected) {
  return run (c, expr, expected, false);
}

bool vpr_infer_resource (vpr_checker *c, vpr_expr *expr) { return run (c, expr, NULL, true); }
