/* Instances of axioms for the values that functions have: what no instance contradicts may still be false. */
#include "exec/machine.h"

#include "core/build.h"

enum { MOST_VARS = 6, MOST_VALUES = 300 };

/* Are the arguments all variables of the binder, each once? */
static bool is_pattern (const wr_core *core, const struct wr_binder *binder, wr_expr app) {
  const struct wr_expr_info *info = wr_expr_info (core, app);
  if (info->op != WR_OP_APP || info->count != binder->var_count) return false;
  for (uint32_t v = 0; v < binder->var_count; v++) {
    uint32_t times = 0;
    for (uint32_t i = 0; i < info->count; i++) {
      const struct wr_expr_info *arg = wr_expr_info (core, wr_expr_child (core, app, i));
      times += arg->op == WR_OP_VAR && arg->data == core->pool.data[binder->first_var + v];
    }
    if (times != 1) return false;
  }
  return true;
}

void wr_patterns_of (const wr_core *core, wr_expr forall, wr_u32s *apps) {
  const struct wr_expr_info *info = wr_expr_info (core, forall);
  if (info->op != WR_OP_FORALL) return;
  const struct wr_binder *binder = &core->binders.data[info->data];
  wr_expr body = wr_expr_child (core, forall, 0);
  wr_u32s order = {0};
  if (binder->var_count <= MOST_VARS) wr_postorder (core, &body, 1, &order);
  for (uint32_t i = 0; i < order.len; i++)
    if (is_pattern (core, binder, (wr_expr){order.data[i]})) WR_VEC_PUSH (apps, order.data[i]);
  WR_VEC_FREE (&order);
}

/* The body for the arguments that a function's value was asked for with. */
static bool is_false_at (wr_machine *m, wr_expr forall, wr_expr app, const struct memo *memo) {
  wr_var vars[MOST_VARS];
  struct saved saved;
  uint32_t count = wr_expr_info (m->core, app)->count;
  for (uint32_t i = 0; i < count; i++)
    vars[i].ix = wr_expr_info (m->core, wr_expr_child (m->core, app, i))->data;
  wr_x_bind (m, &saved, vars, memo->args, count);
  const wr_value *v = wr_machine_glance (m, wr_expr_child (m->core, forall, 0));
  wr_x_unbind (m, &saved, vars, count);
  return v && !v->truth;
}

bool wr_machine_refutes (wr_machine *m, wr_expr axiom) {
  const wr_value *v = wr_machine_glance (m, axiom);
  if (v) return !v->truth;
  wr_u32s apps = {0};
  bool refuted = false;
  wr_patterns_of (m->core, axiom, &apps);
  for (uint32_t a = 0; a < apps.len && !refuted; a++) {
    const struct wr_expr_info *info = wr_expr_info (m->core, (wr_expr){apps.data[a]});
    uint32_t func = info->data, count = info->count, most = m->memos.len;
    if (most > MOST_VALUES) most = MOST_VALUES;
    for (uint32_t i = 0; i < most && !refuted; i++) {
      struct memo memo = m->memos.data[i]; /* evaluation may add others */
      refuted = memo.key == func && memo.count == count &&
                is_false_at (m, axiom, (wr_expr){apps.data[a]}, &memo);
    }
  }
  WR_VEC_FREE (&apps);
  return refuted;
}
