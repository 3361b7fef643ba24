#include "core/build.h"

#include "base/check.h"
#include "core/memo.h"

/* Lowest bit of a stack entry: its children are done. */
enum { DONE = 1 };

static void push_enter (wr_u32s *stack, uint32_t ix) {
  WR_REQUIRE (ix < 1u << 31);
  WR_VEC_PUSH (stack, ix << 1);
}

/* Last child first, so that the first is visited first. */
static void push_children (const wr_core *core, wr_u32s *stack, uint32_t ix) {
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const uint32_t *pool = core->pool.data;
  for (uint32_t i = info->count; i-- > 0;) push_enter (stack, pool[info->first + i]);
  if (info->op != WR_OP_FORALL && info->op != WR_OP_EXISTS) return;
  const struct wr_binder *binder = &core->binders.data[info->data];
  for (uint32_t i = binder->nopat_count; i-- > 0;)
    push_enter (stack, pool[binder->first_nopat + i]);
  for (uint32_t i = binder->trigger_count; i-- > 0;) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    for (uint32_t j = pair[1]; j-- > 0;) push_enter (stack, pool[pair[0] + j]);
  }
}

void wr_postorder (const wr_core *core, const wr_expr *roots, uint32_t count, wr_u32s *out) {
  wr_u32s stack = {0};
  wr_memo seen = {0};
  for (uint32_t i = count; i-- > 0;) push_enter (&stack, roots[i].ix);
  while (stack.len) {
    uint32_t top = WR_VEC_POP (&stack), ix = top >> 1;
    if (top & DONE) {
      WR_VEC_PUSH (out, ix);
      continue;
    }
    if (!ix || !wr_memo_put (&seen, ix, 1)) continue;
    WR_VEC_PUSH (&stack, top | DONE);
    push_children (core, &stack, ix);
  }
  WR_VEC_FREE (&stack);
  wr_memo_free (&seen);
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void wr_free_vars (const wr_core *core, wr_expr e, wr_u32s *out) {
  wr_u32s order = {0};
  uint32_t first = out->len;
  wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order.data[i]];
    if (info->op != WR_OP_VAR || core->vars.data[info->data].kind == WR_VAR_BOUND) continue;
    WR_VEC_PUSH (out, info->data);
  }
  WR_VEC_FREE (&order);
  if (out->len > first) qsort (out->data + first, out->len - first, sizeof *out->data, by_number);
}

/* These operators are not terms themselves; terms are searched below them. */
static bool is_connective (enum wr_op op) {
  return op == WR_OP_NOT || op == WR_OP_AND || op == WR_OP_OR || op == WR_OP_IMPLIES ||
         op == WR_OP_IFF || op == WR_OP_EQ || op == WR_OP_DISTINCT || op == WR_OP_LT ||
         op == WR_OP_LE || op == WR_OP_FORALL || op == WR_OP_EXISTS || op == WR_OP_LET;
}

void wr_ground_terms (const wr_core *core, wr_expr root, wr_u32s *out) {
  wr_u32s work = {0};
  wr_map seen = {0};
  WR_VEC_PUSH (&work, root.ix);
  while (work.len > 0) {
    uint32_t ix = WR_VEC_POP (&work);
    if (wr_map_has (&seen, ix)) continue;
    wr_map_put (&seen, ix, 1);
    const struct wr_expr_info *e = &core->exprs.data[ix];
    bool ground = !e->has_bound && !e->has_binder && e->count > 0;
    if (ground && !is_connective ((enum wr_op)e->op)) {
      WR_VEC_PUSH (out, ix);
      continue;
    }
    for (uint32_t i = 0; i < e->count; i++) WR_VEC_PUSH (&work, core->pool.data[e->first + i]);
  }
  WR_VEC_FREE (&work);
  wr_map_free (&seen);
}

/* Lowest bit of a stack entry: below OLD. */
void wr_conjuncts (wr_core *core, wr_expr e, wr_u32s *out) {
  wr_u32s stack = {0};
  push_enter (&stack, e.ix);
  while (stack.len) {
    uint32_t top = WR_VEC_POP (&stack), below_old = top & 1;
    const struct wr_expr_info *info = &core->exprs.data[top >> 1];
    if (info->op == WR_OP_AND) {
      for (uint32_t i = info->count; i-- > 0;) {
        WR_VEC_PUSH (&stack, core->pool.data[info->first + i] << 1 | below_old);
      }
    } else if (info->op == WR_OP_OLD) {
      WR_VEC_PUSH (&stack, core->pool.data[info->first] << 1 | 1);
    } else {
      wr_expr conjunct = {top >> 1};
      if (below_old) conjunct = wr_mk1 (core, WR_OP_OLD, conjunct);
      WR_VEC_PUSH (out, conjunct.ix);
    }
  }
  WR_VEC_FREE (&stack);
}

bool wr_has_quantifiers (const wr_core *core) {
  for (uint32_t i = 1; i < core->exprs.len; i++)
    if (core->exprs.data[i].op == WR_OP_FORALL || core->exprs.data[i].op == WR_OP_EXISTS)
      return true;
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA) return true;
  return false;
}
