#include "analysis/relevant.h"

#include "base/check.h"
#include "core/build.h"

#include <stdlib.h>

typedef WR_VEC (wr_expr) expr_vec;

struct list {
  uint32_t *items;
  uint32_t count;
};

/* A conjunct of an axiom. */
struct part {
  uint32_t axiom;
  struct list funcs; /* its functions, which are added with it */
};

/* A condition under which a part is added: all of these functions occur. */
struct way {
  uint32_t part;
  struct list funcs;
};

struct wr_relevance {
  const wr_core *core;
  WR_VEC (struct part) parts;
  WR_VEC (struct way) ways;
  wr_bitset always;  /* during construction: functions of ground terms in triggers */
  struct list start; /* these functions, which always occur */
};

static bool is_free_symbol (const wr_core *core, const struct wr_expr_info *e) {
  if (e->op != WR_OP_APP || !e->count) return false;
  enum wr_func_kind kind = core->funcs.data[e->data].kind;
  return kind == WR_FUNC_UNINTERPRETED || kind == WR_FUNC_AXIOM;
}

/* Adds the functions in `roots`, also those in the bodies of macros and lambdas. */
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

static struct list keep_set (wr_bitset *set, wr_arena *arena) {
  struct list list = {WR_NEW (arena, uint32_t, wr_bitset_size (set) + 1), 0};
  WR_BITSET_EACH (set, i) { list.items[list.count++] = i; }
  wr_bitset_free (set);
  return list;
}

static void add_list (wr_bitset *set, const struct list *list) {
  for (uint32_t i = 0; i < list->count; i++) wr_bitset_set (set, list->items[i], true);
}

static bool has_list (const wr_bitset *set, const struct list *list) {
  for (uint32_t i = 0; i < list->count; i++)
    if (!wr_bitset_has (set, list->items[i])) return false;
  return true;
}

/* The functions that a trigger needs: those applied to bound variables.  Its ground terms always occur. */
static struct list trigger_funcs (wr_relevance *r, const uint32_t *exprs, uint32_t count,
                                  wr_arena *arena) {
  wr_bitset waits = {0};
  wr_u32s order = {0};
  for (uint32_t i = 0; i < count; i++) {
    wr_expr root = {exprs[i]};
    wr_postorder (r->core, &root, 1, &order);
  }
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *e = &r->core->exprs.data[order.data[i]];
    if (e->op == WR_OP_APP && !e->has_bound) wr_bitset_set (&r->always, e->data, true);
    if (e->has_bound && is_free_symbol (r->core, e)) wr_bitset_set (&waits, e->data, true);
  }
  WR_VEC_FREE (&order);
  return keep_set (&waits, arena);
}

/* `said`: the guards of the conjunct, then the conjunct. */
static void add_part (wr_relevance *r, uint32_t axiom, const expr_vec *said, wr_arena *arena) {
  const wr_core *core = r->core;
  const struct wr_expr_info *e = wr_expr_info (core, said->data[said->len - 1]);
  uint32_t part = r->parts.len;
  WR_ASSERT (said->len && axiom < core->axioms.len);
  wr_bitset all = {0};
  add_funcs (core, said->data, said->len, &all);
  WR_VEC_PUSH (&r->parts, ((struct part){axiom, keep_set (&all, arena)}));
  const struct wr_binder *b = e->op == WR_OP_FORALL ? &core->binders.data[e->data] : NULL;
  if (!b || !b->trigger_count) WR_VEC_PUSH (&r->ways, ((struct way){.part = part}));
  for (uint32_t i = 0; b && i < b->trigger_count; i++) {
    const uint32_t *pair = &core->pool.data[b->first_trigger + 2 * i];
    struct list funcs = trigger_funcs (r, &core->pool.data[pair[0]], pair[1], arena);
    WR_VEC_PUSH (&r->ways, ((struct way){part, funcs}));
  }
}

/* Splits an axiom: the conjuncts of a && b are added separately; a in a ==> b is a guard, which matters only once b is instantiated. */
static void add_axiom (wr_relevance *r, uint32_t axiom, wr_arena *arena) {
  struct step {
    wr_expr expr;
    uint32_t depth; /* the number of guards */
  };
  WR_VEC (struct step) work = {0};
  expr_vec said = {0};
  WR_VEC_PUSH (&work, ((struct step){r->core->axioms.data[axiom].expr, 0}));
  while (work.len) {
    struct step step = WR_VEC_POP (&work);
    const struct wr_expr_info *e = wr_expr_info (r->core, step.expr);
    WR_ASSERT (step.depth <= said.len);
    said.len = step.depth;
    if (e->op == WR_OP_AND) {
      for (uint32_t i = 0; i < e->count; i++)
        WR_VEC_PUSH (&work, ((struct step){wr_expr_child (r->core, step.expr, i), step.depth}));
    } else if (e->op == WR_OP_IMPLIES) {
      WR_VEC_PUSH (&said, wr_expr_child (r->core, step.expr, 0));
      WR_VEC_PUSH (&work, ((struct step){wr_expr_child (r->core, step.expr, 1), said.len}));
    } else if (e->op != WR_OP_TRUE) {
      WR_VEC_PUSH (&said, step.expr);
      add_part (r, axiom, &said, arena);
    }
  }
  WR_VEC_FREE (&work);
  WR_VEC_FREE (&said);
}

wr_relevance *wr_relevance_new (const wr_core *core, wr_arena *arena) {
  wr_relevance *r = WR_NEW (arena, wr_relevance, 1);
  r->core = core;
  for (uint32_t i = 0; i < core->axioms.len; i++) add_axiom (r, i, arena);
  for (uint32_t i = 0; i < r->ways.len; i++) WR_ASSERT (r->ways.data[i].part < r->parts.len);
  r->start = keep_set (&r->always, arena);
  return r;
}

void wr_relevance_free (wr_relevance *r) {
  WR_VEC_FREE (&r->parts);
  WR_VEC_FREE (&r->ways);
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
  wr_bitset around = {0};
  bool *in = wr_alloc (r->parts.len + 1, sizeof *in);
  procedure_funcs (r->core, passive, &around);
  add_list (&around, &r->start);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < r->ways.len; i++) {
      const struct way *way = &r->ways.data[i];
      if (in[way->part] || !has_list (&around, &way->funcs)) continue;
      in[way->part] = grew = true;
      add_list (&around, &r->parts.data[way->part].funcs);
    }
  }
  for (uint32_t i = 0; i < r->parts.len; i++) {
    uint32_t label = r->core->axioms.data[r->parts.data[i].axiom].label.ix;
    if (in[i] && label) wr_bitset_set (out, label, true);
  }
  free (in);
  wr_bitset_free (&around);
}
