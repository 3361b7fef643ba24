#include "analysis/suspects.h"

#include "base/check.h"
#include "core/build.h"

#include <stdlib.h>
#include <string.h>

struct owners {
  const wr_core *core;
  wr_map map; /* a quantifier's expression -> label */
};

static void own (struct owners *o, wr_expr e, wr_label label) {
  wr_u32s order = {0};
  if (!label.ix || !e.ix || !wr_expr_info (o->core, e)->has_binder) return;
  wr_postorder (o->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &o->core->exprs.data[order.data[i]];
    bool quantifier = info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
    if (quantifier && !wr_map_has (&o->map, order.data[i]))
      wr_map_put (&o->map, order.data[i], label.ix);
  }
  WR_VEC_FREE (&order);
}

/* Which label each quantifier of a procedure's condition belongs to. */
static void find_owners (struct owners *o, const struct wr_body_result *body) {
  const wr_vc *vc = body->vc;
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (n->kind == WR_VC_FACT) own (o, n->expr, n->label);
    if (n->kind == WR_VC_GOAL)
      own (o, vc->passive->goals[n->goal].cond, vc->passive->goals[n->goal].label);
  }
  for (uint32_t i = 0; i < o->core->axioms.len; i++)
    own (o, o->core->axioms.data[i].expr, o->core->axioms.data[i].label);
  for (uint32_t i = 1; i < o->core->funcs.len; i++)
    own (o, o->core->funcs.data[i].body, o->core->funcs.data[i].label);
}

static wr_label owner_of (const struct owners *o, const struct wr_profile_quant *q) {
  wr_label label = {0};
  if (q->lambda.ix && q->lambda.ix < o->core->funcs.len)
    label = o->core->funcs.data[q->lambda.ix].label;
  else
    label.ix = (uint32_t)wr_map_or (&o->map, q->expr.ix, 0);
  return label.ix ? wr_label_root (&o->core->labels, label) : label;
}

/* -- rows: copies of a clause for several states are one ------------------------------------------------- */

struct rows {
  WR_VEC (struct wr_suspect) list;
  uint32_t *row; /* per quantifier of the profile */
};

static uint32_t row_of (struct rows *rows, wr_label label, wr_str trigger) {
  for (uint32_t i = 0; i < rows->list.len; i++)
    if (rows->list.data[i].label.ix == label.ix &&
        wr_str_equal (rows->list.data[i].trigger, trigger))
      return i;
  struct wr_suspect row = {.label = label, .trigger = trigger};
  WR_VEC_PUSH (&rows->list, row);
  return rows->list.len - 1;
}

static void collect (struct rows *rows, const struct owners *o, const wr_profile *profile,
                     wr_arena *arena) {
  rows->row = WR_NEW (arena, uint32_t, profile->quant_count);
  for (uint32_t i = 0; i < profile->quant_count; i++) {
    const struct wr_profile_quant *q = &profile->quants[i];
    if (!q->instances) continue;
    rows->row[i] = row_of (rows, owner_of (o, q), q->trigger);
    struct wr_suspect *row = &rows->list.data[rows->row[i]];
    row->instances += q->instances;
    if (q->generation > row->generation) row->generation = q->generation;
  }
}

/* -- the cycle --------------------------------------------------------------------------------------------- */

/* The deepest chain as rows, first instance first. */
static void rows_of_chain (const struct rows *rows, const wr_profile *profile, wr_u32s *out) {
  for (uint32_t i = profile->chain_count; i-- > 0;) {
    WR_ASSERT (profile->chain[i] < profile->quant_count);
    WR_VEC_PUSH (out, rows->row[profile->chain[i]]);
  }
}

/* The part of the chain between the first and the last instance of a row is a closed walk from the row to itself: its rows are strongly connected.  Parts that overlap
   are one.  The longest such part. */
static void longest_component (const wr_u32s *chain, uint32_t *begin, uint32_t *end) {
  wr_map last = {0};
  *begin = *end = 0;
  for (uint32_t i = 0; i < chain->len; i++) wr_map_put (&last, chain->data[i], i);
  for (uint32_t i = 0; i < chain->len;) {
    uint32_t reach = (uint32_t)wr_map_or (&last, chain->data[i], i);
    for (uint32_t k = i; k <= reach; k++) {
      uint32_t to = (uint32_t)wr_map_or (&last, chain->data[k], k);
      if (to > reach) reach = to;
    }
    WR_ASSERT (i <= reach && reach < chain->len);
    if (reach > i && reach + 1 - i > *end - *begin) *begin = i, *end = reach + 1;
    i = reach + 1;
  }
  wr_map_free (&last);
}

/* The length of the sequence of rows that the end of a part of the chain repeats, at least three times; 0: none. */
static uint32_t period_of (const uint32_t *part, uint32_t count) {
  for (uint32_t p = 1; p <= count / 3; p++) {
    bool repeats = true;
    for (uint32_t i = 0; i < 2 * p && repeats; i++)
      repeats = part[count - 1 - i] == part[count - 1 - i - p];
    if (repeats) return p;
  }
  return 0;
}

static void find_cycle (struct wr_blame *blame, const wr_u32s *chain, wr_arena *arena) {
  uint32_t begin = 0, end = 0;
  wr_u32s cycle = {0};
  wr_bitset in = {0};
  longest_component (chain, &begin, &end);
  if (begin == end) return;
  uint32_t period = period_of (chain->data + begin, end - begin);
  if (period) begin = end - period;
  for (uint32_t i = begin; i < end; i++) {
    if (wr_bitset_has (&in, chain->data[i])) continue;
    wr_bitset_set (&in, chain->data[i], true);
    WR_VEC_PUSH (&cycle, chain->data[i]);
  }
  WR_ASSERT (cycle.len > 0 && cycle.len <= end - begin);
  blame->cycle_in_order = period == cycle.len;
  blame->cycle = WR_VEC_KEEP (arena, &cycle);
  blame->cycle_count = cycle.len;
  wr_bitset_free (&in);
  WR_VEC_FREE (&cycle);
}

/* -- the order of the rows ---------------------------------------------------------------------------------- */

struct ranked {
  struct wr_suspect suspect;
  uint32_t row;
};

static int by_instances (const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->suspect.instances != y->suspect.instances)
    return x->suspect.instances < y->suspect.instances ? 1 : -1;
  if (x->suspect.label.ix != y->suspect.label.ix)
    return x->suspect.label.ix < y->suspect.label.ix ? -1 : 1;
  return wr_str_compare (x->suspect.trigger, y->suspect.trigger);
}

static void rank (struct wr_blame *blame, const struct rows *rows, wr_arena *arena) {
  uint32_t count = rows->list.len;
  struct ranked *ranked = WR_NEW (arena, struct ranked, count);
  uint32_t *place = WR_NEW (arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++) ranked[i] = (struct ranked){rows->list.data[i], i};
  for (uint32_t i = 0; i < blame->cycle_count; i++) {
    WR_ASSERT (blame->cycle[i] < count);
    ranked[blame->cycle[i]].suspect.looping = true;
  }
  if (count > 1) qsort (ranked, count, sizeof *ranked, by_instances);
  blame->suspects = WR_NEW (arena, struct wr_suspect, count);
  blame->suspect_count = count;
  for (uint32_t i = 0; i < count; i++) {
    blame->suspects[i] = ranked[i].suspect;
    place[ranked[i].row] = i;
  }
  for (uint32_t i = 0; i < blame->cycle_count; i++) blame->cycle[i] = place[blame->cycle[i]];
}

void wr_blame_suspects (struct wr_blame *blame, const wr_result *result, const wr_profile *profile,
                        uint64_t loop_generation, wr_arena *arena) {
  struct owners owners = {.core = result->core};
  struct rows rows = {0};
  wr_u32s chain = {0};
  find_owners (&owners, &result->bodies[blame->body]);
  collect (&rows, &owners, profile, arena);
  blame->profiled = true;
  blame->instances = profile->instances;
  for (uint32_t i = 0; i < rows.list.len; i++)
    if (rows.list.data[i].generation > blame->generation)
      blame->generation = rows.list.data[i].generation;
  if (blame->generation >= loop_generation) {
    rows_of_chain (&rows, profile, &chain);
    find_cycle (blame, &chain, arena);
  }
  rank (blame, &rows, arena);
  wr_map_free (&owners.map);
  WR_VEC_FREE (&rows.list);
  WR_VEC_FREE (&chain);
}
