#include "analysis/reduce.h"

#include "base/check.h"

struct reducing {
  const wr_graph *graph;
  const wr_labels *labels;
  wr_bitset seen; /* nodes */
  wr_u32s work;   /* nodes to start from */
  wr_bitset *on;
  uint32_t kinds; /* of edges that are followed */
};

static bool is_call_goal (enum wr_role role) { return wr_role_info (role)->check == WR_CHECK_CALL; }

static bool is_invariant_goal (enum wr_role role) {
  return wr_role_info (role)->check == WR_CHECK_LOOP;
}

static void start_from (struct reducing *r, uint32_t label) {
  uint32_t node = wr_graph_node (r->graph, label);
  if (node == UINT32_MAX)
    wr_bitset_set (r->on, label, true);
  else if (!wr_bitset_has (&r->seen, node))
    WR_VEC_PUSH (&r->work, node);
}

/* Follows the dependencies of the nodes in `work`; false: there are none. */
static bool follow (struct reducing *r) {
  if (!r->work.len) return false;
  struct wr_walk walk = {.direction = WR_FORWARD, .kinds = r->kinds};
  wr_graph_reach (r->graph, &walk, r->work.data, r->work.len, &r->seen);
  WR_VEC_CLEAR (&r->work);
  for (uint32_t i = 0; i < r->graph->node_count; i++) {
    const struct wr_gnode *node = &r->graph->nodes[i];
    if (!wr_bitset_has (&r->seen, i) || !node->label || node->label >= r->labels->infos.len)
      continue;
    wr_bitset_set (r->on, node->label, !node->goal || node->verdict == WR_VERDICT_PROVED);
  }
  return true;
}

/* The goals of an invariant are checked together; a precondition that is checked at one call is checked at every
   call that checks any. */
static void add_companions (struct reducing *r) {
  wr_map invariants = {0}, clauses = {0}, sites = {0};
  for (uint32_t i = 1; i < r->labels->infos.len; i++) {
    const struct wr_label_info *info = &r->labels->infos.data[i];
    if (!wr_bitset_has (r->on, i) || !wr_role_is_goal (info->role)) continue;
    if (is_call_goal (info->role)) {
      wr_map_put (&clauses, info->clause.ix, 1);
      wr_map_put (&sites, info->site.ix, 1);
    } else if (is_invariant_goal (info->role)) {
      wr_map_put (&invariants, WR_KEY2 (info->clause.ix, info->site.ix), 1);
    }
  }
  for (uint32_t i = 1; i < r->labels->infos.len; i++) {
    const struct wr_label_info *info = &r->labels->infos.data[i];
    if (wr_bitset_has (r->on, i)) continue;
    bool call = is_call_goal (info->role) && wr_map_has (&sites, info->site.ix) &&
                wr_map_has (&clauses, info->clause.ix);
    bool invariant = is_invariant_goal (info->role) &&
                     wr_map_has (&invariants, WR_KEY2 (info->clause.ix, info->site.ix));
    if (call || invariant) start_from (r, i);
  }
  wr_map_free (&invariants);
  wr_map_free (&clauses);
  wr_map_free (&sites);
}

/* The goals of an invariant are checked together, and so are those of a call: if one of them is not proved, a text that verifies cannot
   check the others.  They are assumed like it; only labels in `start` stay checked. */
static void leave_unchecked (struct reducing *r, const wr_u32s *start) {
  wr_map broken = {0}, asked = {0};
  for (uint32_t i = 0; i < start->len; i++) wr_map_put (&asked, start->data[i], 1);
  for (uint32_t i = 0; i < r->graph->node_count; i++) {
    const struct wr_gnode *node = &r->graph->nodes[i];
    if (!node->goal || node->verdict == WR_VERDICT_PROVED || node->label >= r->labels->infos.len)
      continue;
    const struct wr_label_info *info = &r->labels->infos.data[node->label];
    if (is_invariant_goal (info->role))
      wr_map_put (&broken, WR_KEY2 (info->clause.ix, info->site.ix), 1);
    else if (is_call_goal (info->role))
      wr_map_put (&broken, WR_KEY2 (0, info->site.ix), 1);
  }
  for (uint32_t i = 1; i < r->labels->infos.len; i++) {
    const struct wr_label_info *info = &r->labels->infos.data[i];
    bool with = is_invariant_goal (info->role)
                    ? wr_map_has (&broken, WR_KEY2 (info->clause.ix, info->site.ix))
                    : is_call_goal (info->role) && wr_map_has (&broken, WR_KEY2 (0, info->site.ix));
    if (with && !wr_map_has (&asked, i)) wr_bitset_set (r->on, i, false);
  }
  wr_map_free (&broken);
  wr_map_free (&asked);
}

void wr_reduce (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                const wr_u32s *more, struct wr_reduction *out) {
  *out = (struct wr_reduction){0};
  struct reducing r = {
      .graph = graph, .labels = &core->labels, .on = &out->on, .kinds = WR_WALK_DEFAULT};
  for (uint32_t i = 0; i < start->len; i++) start_from (&r, start->data[i]);
  follow (&r);
  out->closure = wr_bitset_size (&out->on);
  for (uint32_t i = 0; i < more->len; i++) start_from (&r, more->data[i]);
  follow (&r);
  do add_companions (&r);
  while (follow (&r));
  WR_ASSERT (wr_bitset_size (&out->on) >= out->closure);
  out->along = wr_bitset_size (&out->on) - out->closure;
  leave_unchecked (&r, start);
  WR_VEC_FREE (&r.work);
  wr_bitset_free (&r.seen);
}

bool wr_reduce_open (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                     wr_bitset *tried, wr_bitset *out) {
  wr_bitset on = {0};
  bool some = false;
  struct reducing r = {.graph = graph,
                       .labels = &core->labels,
                       .on = &on,
                       .kinds = WR_WALK_DEFAULT & ~(1u << WR_EDGE_UNEXPLAINED)};
  for (uint32_t i = 0; i < start->len; i++) start_from (&r, start->data[i]);
  follow (&r);
  do add_companions (&r);
  while (follow (&r));
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (!wr_bitset_has (&r.seen, i) || !node->unexplained || wr_bitset_has (tried, node->label))
      continue;
    WR_ASSERT (node->goal && node->label);
    wr_bitset_set (out, node->label, true);
    wr_bitset_set (tried, node->label, true);
    some = true;
  }
  WR_VEC_FREE (&r.work);
  wr_bitset_free (&r.seen);
  wr_bitset_free (&on);
  return some;
}

void wr_reduction_free (struct wr_reduction *reduction) { wr_bitset_free (&reduction->on); }
