#include "vc/smttheory.h"

#include "core/build.h"

static bool is_bound (const wr_core *core, uint32_t ix) {
  const struct wr_expr_info *e = &core->exprs.data[ix];
  return e->op == WR_OP_VAR && core->vars.data[e->data].kind == WR_VAR_BOUND;
}

static bool has_variable (const wr_core *core, const struct wr_expr_info *e) {
  for (uint32_t i = 0; i < e->count; i++)
    if (is_bound (core, core->pool.data[e->first + i])) return true;
  return false;
}

static bool is_application (const wr_core *core, const struct wr_expr_info *e) {
  if (e->op != WR_OP_APP) return e->op == WR_OP_SELECT && e->count > 1;
  enum wr_func_kind kind = core->funcs.data[e->data].kind;
  return e->count > 0 && kind != WR_FUNC_DEFINED && kind != WR_FUNC_BUILTIN;
}

void wr_smt_trigger (const wr_core *core, const uint32_t *exprs, uint32_t count, wr_u32s *out) {
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_expr_info *e = &core->exprs.data[exprs[i]];
    bool nested = count > 1 && is_application (core, e) && !has_variable (core, e);
    for (uint32_t j = 0; nested && j < e->count; j++) {
      uint32_t ix = core->pool.data[e->first + j];
      const struct wr_expr_info *inner = &core->exprs.data[ix];
      if (is_application (core, inner) && has_variable (core, inner)) WR_VEC_PUSH (out, ix);
    }
    WR_VEC_PUSH (out, exprs[i]);
  }
}
