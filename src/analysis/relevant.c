#include "analysis/relevant.h"

#include "core/build.h"

#include <stdlib.h>

/* One way in: all of these functions are around. */
struct way {
  uint32_t axiom;
  uint32_t *funcs;
  uint32_t count;
};

struct wr_relevance {
  const wr_core *core;
  WR_VEC (struct way) ways;
  uint32_t **funcs; /* per axiom: functions that it brings along */
  uint32_t *func_counts;
  wr_bitset start; /* while it is made: functions that are always around */
};

static bool is_free_symbol (const wr_core *core, const struct wr_expr_info *e) {
  if (e->op != WR_OP_APP || !e->count) return false;
  enum wr_func_kind kind = core->funcs.data[e->data].kind;
  return kind == WR_FUNC_UNINTERPRETED || kind == WR_FUNC_AXIOM;
}

/* Functions in `roots`, through macros and lambdas. */
static void add_funcs (const wr_core *core, const wr_expr *roots, uint32_t count, wr_bitset *out) {
  wr_u32s order = {0}, work = {0};
  wr_bitset opened = {0};
  wr_postorder (core, roots, count, &order);
  for (;;) {
    for (uint32_t i = 0; i < order.len; i++) {
      const struct wr_expr_info *e = &core->exprs.data[order.data[i]];
      if (e->op != WR_OP_APP) continue;
      wr_bitset_set (out, e->data, true);
      enum wr_func_kind kind = core->funcs.data[e->data].kind;
      if ((kind != WR_FUNC_DEFINED && kind != WR_FUNC_LAMBDA) || wr_bitset_has (&opened, e->data))
        continue;
      wr_bitset_set (&opened, e->data, true);
      WR_VEC_PUSH (&work, e->data);
    }
    if (!work.len) break;
    WR_VEC_CLEAR (&order);
    wr_postorder (core, &core->funcs.data[WR_VEC_POP (&work)].body, 1, &order);
  }
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&work);
  wr_bitset_free (&opened);
}

static uint32_t *keep_set (const wr_bitset *set, wr_arena *arena, uint32_t *count) {
  uint32_t *list = WR_NEW (arena, uint32_t, wr_bitset_size (set) + 1);
  *count = 0;
  for (uint32_t i = 0; i < set->count * 64; i++)
    if (wr_bitset_has (set, i)) list[(*count)++] = i;
  return list;
}

/* What a trigger waits for: functions applied to what is bound.  Its ground terms are there with the axiom. */
static struct way way_of (wr_relevance *r, uint32_t axiom, const uint32_t *exprs, uint32_t count,
                          wr_arena *arena) {
  wr_bitset waits = {0};
  wr_u32s order = {0};
  struct way way = {.axiom = axiom};
  for (uint32_t i = 0; i < count; i++) {
    wr_expr root = {exprs[i]};
    wr_postorder (r->core, &root, 1, &order);
  }
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *e = &r->core->exprs.data[order.data[i]];
    if (e->op == WR_OP_APP && !e->has_bound) wr_bitset_set (&r->start, e->data, true);
    if (e->has_bound && is_free_symbol (r->core, e)) wr_bitset_set (&waits, e->data, true);
  }
  way.funcs = keep_set (&waits, arena, &way.count);
  WR_VEC_FREE (&order);
  wr_bitset_free (&waits);
  return way;
}

static void add_axiom (wr_relevance *r, uint32_t axiom, wr_arena *arena) {
  const wr_core *core = r->core;
  wr_expr root = core->axioms.data[axiom].expr;
  const struct wr_expr_info *e = wr_expr_info (core, root);
  wr_bitset all = {0};
  add_funcs (core, &root, 1, &all);
  r->funcs[axiom] = keep_set (&all, arena, &r->func_counts[axiom]);
  wr_bitset_free (&all);
  const struct wr_binder *b = e->op == WR_OP_FORALL ? &core->binders.data[e->data] : NULL;
  if (!b || !b->trigger_count) {
    WR_VEC_PUSH (&r->ways, ((struct way){.axiom = axiom}));
    return;
  }
  for (uint32_t i = 0; i < b->trigger_count; i++) {
    const uint32_t *pair = &core->pool.data[b->first_trigger + 2 * i];
    WR_VEC_PUSH (&r->ways, way_of (r, axiom, &core->pool.data[pair[0]], pair[1], arena));
  }
}

wr_relevance *wr_relevance_new (const wr_core *core, wr_arena *arena) {
  wr_relevance *r = WR_NEW (arena, wr_relevance, 1);
  r->core = core;
  r->funcs = WR_NEW (arena, uint32_t *, core->axioms.len + 1);
  r->func_counts = WR_NEW (arena, uint32_t, core->axioms.len + 1);
  for (uint32_t i = 0; i < core->axioms.len; i++) add_axiom (r, i, arena);
  struct way *ways = WR_VEC_KEEP (arena, &r->ways);
  uint32_t count = r->ways.len;
  WR_VEC_FREE (&r->ways);
  r->ways.data = ways, r->ways.len = count;
  uint32_t start;
  uint32_t *kept = keep_set (&r->start, arena, &start);
  wr_bitset_free (&r->start);
  r->func_counts[core->axioms.len] = start;
  r->funcs[core->axioms.len] = kept;
  return r;
}

static bool is_open (const struct way *way, const wr_bitset *around) {
  for (uint32_t i = 0; i < way->count; i++)
    if (!wr_bitset_has (around, way->funcs[i])) return false;
  return true;
}

static void procedure_funcs (const wr_core *core, const wr_passive *passive, wr_bitset *out) {
  WR_VEC (wr_expr) roots = {0};
  for (uint32_t b = 0; b < passive->block_count; b++) {
    const struct wr_pblock *block = &passive->blocks[b];
    for (uint32_t i = 0; i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      if (item->kind == WR_PITEM_FACT) WR_VEC_PUSH (&roots, item->expr);
      if (item->kind == WR_PITEM_GOAL) WR_VEC_PUSH (&roots, passive->goals[item->goal].cond);
    }
  }
  add_funcs (core, roots.data, roots.len, out);
  WR_VEC_FREE (&roots);
}

void wr_relevant_axioms (const wr_relevance *r, const wr_passive *passive, wr_bitset *out) {
  uint32_t axioms = r->core->axioms.len;
  wr_bitset around = {0};
  bool *in = wr_alloc (axioms + 1, sizeof *in);
  procedure_funcs (r->core, passive, &around);
  for (uint32_t i = 0; i < r->func_counts[axioms]; i++)
    wr_bitset_set (&around, r->funcs[axioms][i], true);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < r->ways.len; i++) {
      const struct way *way = &r->ways.data[i];
      if (in[way->axiom] || !is_open (way, &around)) continue;
      in[way->axiom] = grew = true;
      for (uint32_t k = 0; k < r->func_counts[way->axiom]; k++)
        wr_bitset_set (&around, r->funcs[way->axiom][k], true);
    }
  }
  for (uint32_t i = 0; i < axioms; i++)
    if (in[i] && r->core->axioms.data[i].label.ix)
      wr_bitset_set (out, r->core->axioms.data[i].label.ix, true);
  free (in);
  wr_bitset_free (&around);
}
