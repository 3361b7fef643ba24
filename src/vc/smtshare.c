/* Which parts of a set of terms are shared, and below which binder each of them stands. */
#include "vc/smtterm.h"

#include "base/check.h"
#include "core/build.h"

void wr_smt_begin (wr_smt *t, const wr_core *core, enum wr_dialect dialect) {
  *t = (wr_smt){.core = core, .dialect = dialect};
}

void wr_smt_end (wr_smt *t) {
  wr_memo_free (&t->at);
  wr_memo_free (&t->bound);
  wr_memo_free (&t->depths);
  WR_VEC_FREE (&t->parts);
}

static bool is_quantifier (const struct wr_expr_info *info) {
  return info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
}

static bool is_binder (const struct wr_expr_info *info) {
  return is_quantifier (info) || info->op == WR_OP_LET;
}

struct wr_smt_part *wr_smt_part_of (const wr_smt *t, uint32_t ix) {
  uint32_t at = wr_memo_get (&t->at, ix);
  WR_REQUIRE (at);
  return &t->parts.data[at - 1];
}

/* Calls f for every part that the term mentions directly, patterns included. */
static void each_part (const wr_core *core, uint32_t ix,
                       void (*f) (void *ctx, uint32_t parent, uint32_t part), void *ctx) {
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const uint32_t *pool = core->pool.data;
  for (uint32_t i = 0; i < info->count; i++) f (ctx, ix, pool[info->first + i]);
  if (!is_quantifier (info)) return;
  const struct wr_binder *b = &core->binders.data[info->data];
  for (uint32_t i = 0; i < b->trigger_count; i++) {
    const uint32_t *pair = pool + b->first_trigger + 2 * i;
    for (uint32_t j = 0; j < pair[1]; j++) f (ctx, ix, pool[pair[0] + j]);
  }
  for (uint32_t i = 0; i < b->nopat_count; i++) f (ctx, ix, pool[b->first_nopat + i]);
}

struct descent {
  wr_smt *t;
  WR_VEC (uint64_t) stack; /* part << 8 | depth */
  wr_memo seen;
  uint32_t depth;
};

static void descend (void *ctx, uint32_t parent, uint32_t part) {
  (void)parent;
  struct descent *d = ctx;
  WR_VEC_PUSH (&d->stack, (uint64_t)part << 8 | d->depth);
}

/* Variables get the depth at which they are bound, outermost first. The binders in scope at a part form a chain,
   so their depths identify them. */
static void find_depths (wr_smt *t, const wr_expr *roots, uint32_t count) {
  struct descent d = {.t = t};
  for (uint32_t i = count; i-- > 0;) descend (&d, 0, roots[i].ix);
  while (d.stack.len) {
    uint64_t top = WR_VEC_POP (&d.stack);
    uint32_t ix = (uint32_t)(top >> 8), depth = (uint32_t)(top & 255);
    if (!wr_memo_put (&d.seen, ix, 1)) continue;
    const struct wr_expr_info *info = &t->core->exprs.data[ix];
    d.depth = depth;
    if (is_binder (info)) {
      const struct wr_binder *b = &t->core->binders.data[info->data];
      for (uint32_t i = 0; i < b->var_count; i++) {
        uint32_t var = t->core->pool.data[b->first_var + i];
        if (!wr_memo_get (&t->depths, var)) wr_memo_put (&t->depths, var, depth + 1);
      }
      if (b->var_count) {
        uint32_t own = wr_memo_get (&t->depths, t->core->pool.data[b->first_var]) - 1;
        d.depth = own < WR_SMT_TOO_DEEP ? own + 1 : WR_SMT_TOO_DEEP;
      }
    }
    each_part (t->core, ix, descend, &d);
  }
  WR_VEC_FREE (&d.stack);
  wr_memo_free (&d.seen);
}

static uint64_t depth_bit (const wr_smt *t, uint32_t var) {
  uint32_t depth = wr_memo_get (&t->depths, var);
  return depth ? UINT64_C (1) << (depth - 1) : 0; /* parameters of a definition count as closed */
}

static void gather (void *ctx, uint32_t parent, uint32_t ix) {
  wr_smt *t = ctx;
  struct wr_smt_part *part = wr_smt_part_of (t, ix), *into = wr_smt_part_of (t, parent);
  const struct wr_expr_info *info = &t->core->exprs.data[parent];
  bool repeated = t->dialect == WR_DIALECT_STANDARD && info->op == WR_OP_STORE && info->count > 3;
  part->uses += repeated ? info->count - 2 : 1;
  into->open |= part->open;
}

uint64_t wr_smt_plus (uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

bool wr_smt_is_worth_naming (const struct wr_smt_part *part) {
  return part->uses > 1 && part->size >= WR_SMT_LEAST_NAMED && !(part->open >> WR_SMT_TOO_DEEP);
}

/* The size of a part depends on which of its parts have names, so sizes are computed from the leaves up. */
static void measure (void *ctx, uint32_t parent, uint32_t ix) {
  wr_smt *t = ctx;
  struct wr_smt_part *part = wr_smt_part_of (t, ix), *into = wr_smt_part_of (t, parent);
  bool named = wr_smt_is_worth_naming (part);
  into->size = wr_smt_plus (into->size, named ? 1 : part->size);
  into->in_pattern = wr_smt_plus (into->in_pattern, named && !part->open ? 1 : part->in_pattern);
}

static void close_binder (wr_smt *t, struct wr_smt_part *part, const struct wr_expr_info *info) {
  const struct wr_binder *b = &t->core->binders.data[info->data];
  uint64_t own = b->var_count ? depth_bit (t, t->core->pool.data[b->first_var]) : 0;
  part->depth = b->var_count
                    ? (uint8_t)(wr_memo_get (&t->depths, t->core->pool.data[b->first_var]) - 1)
                    : WR_SMT_TOO_DEEP;
  if (part->depth < WR_SMT_TOO_DEEP) part->open &= ~own;
}

void wr_smt_take (wr_smt *t, const wr_expr *roots, uint32_t count) {
  wr_memo_free (&t->at);
  wr_memo_free (&t->depths);
  t->parts.len = 0;
  find_depths (t, roots, count);
  wr_u32s order = {0};
  wr_postorder (t->core, roots, count, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &t->core->exprs.data[order.data[i]];
    WR_VEC_PUSH (&t->parts, ((struct wr_smt_part){.ix = order.data[i]}));
    wr_memo_put (&t->at, order.data[i], i + 1);
    struct wr_smt_part *part = &t->parts.data[i];
    if (info->op == WR_OP_VAR) part->open = depth_bit (t, info->data);
    each_part (t->core, part->ix, gather, t);
    if (is_binder (info)) close_binder (t, part, info);
  }
  for (uint32_t i = 0; i < count; i++) wr_smt_part_of (t, roots[i].ix)->uses++;
  for (uint32_t i = 0; i < t->parts.len; i++) {
    t->parts.data[i].size = t->parts.data[i].in_pattern = 1;
    each_part (t->core, t->parts.data[i].ix, measure, t);
  }
  WR_VEC_FREE (&order);
}
