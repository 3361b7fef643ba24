#include "analysis/query.h"

#include "base/check.h"

#include <stdlib.h>

static struct wr_walk walk_of (const struct wr_filter *filter, enum wr_direction direction) {
  return (struct wr_walk){
      .direction = direction, .kinds = WR_WALK_DEFAULT, .ignored = filter->ignored};
}

static bool is_ignored (const struct wr_filter *filter, uint32_t node) {
  return filter->ignored && wr_bitset_has (filter->ignored, node);
}

_Static_assert(WR_TYPE_COUNT <= 32, "types fit into a word");
static bool passes (const struct wr_filter *filter, const struct wr_gnode *node) {
  if (filter->explicit_only && node->cls != WR_CLASS_EXPLICIT) return false;
  if (filter->types && !(filter->types & UINT32_C (1) << node->type)) return false;
  return !filter->by_role || node->role == filter->role;
}

/* The first nodes beyond `asked` along the edges of the walk; internal nodes are passed through. */
static void first_nodes (const wr_graph *graph, const wr_u32s *asked, const struct wr_walk *walk,
                         wr_bitset *out) {
  wr_u32s work = {0};
  wr_bitset through = {0};
  for (uint32_t i = 0; i < asked->len; i++) WR_VEC_PUSH (&work, asked->data[i]);
  for (uint32_t i = 0; i < work.len; i++) {
    uint32_t n = work.data[i];
    WR_ASSERT (n < graph->node_count);
    const uint32_t *first = walk->direction == WR_FORWARD ? graph->first : graph->back_first;
    for (uint32_t k = first[n]; k < first[n + 1]; k++) {
      uint32_t edge = walk->direction == WR_FORWARD ? k : graph->back_edge[k];
      uint32_t other = walk->direction == WR_FORWARD ? graph->to[k] : graph->back_from[k];
      if (!(walk->kinds & 1u << graph->kind[edge])) continue;
      if (walk->ignored && wr_bitset_has (walk->ignored, other)) continue;
      wr_bitset_set (out, other, true);
      bool pass = graph->nodes[other].cls == WR_CLASS_INTERNAL;
      if (!pass || wr_bitset_has (&through, other)) continue;
      wr_bitset_set (&through, other, true);
      WR_VEC_PUSH (&work, other);
    }
  }
  WR_VEC_FREE (&work);
  wr_bitset_free (&through);
}

static void members (const wr_graph *graph, const wr_bitset *set, wr_u32s *out) {
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (wr_bitset_has (set, i)) WR_VEC_PUSH (out, i);
}

/* Adds the nodes that are reached from `asked` if the first edge is of one of `kinds`; the first nodes go to `direct` too. */
static void beyond (const wr_graph *graph, const wr_u32s *asked, struct wr_walk walk,
                    uint32_t kinds, wr_bitset *direct, wr_bitset *all) {
  wr_u32s start = {0};
  wr_bitset next = {0};
  struct wr_walk step = walk;
  step.kinds = kinds;
  first_nodes (graph, asked, &step, &next);
  members (graph, &next, &start);
  for (uint32_t i = 0; i < start.len; i++) wr_bitset_set (direct, start.data[i], true);
  wr_graph_reach (graph, &walk, start.data, start.len, all);
  wr_bitset_free (&next);
  WR_VEC_FREE (&start);
}

#define CLASHES (1u << WR_EDGE_CONTRADICTION | 1u << WR_EDGE_ASIDE)

static bool has_clash (const wr_graph *graph, const wr_u32s *asked) {
  for (uint32_t i = 0; i < asked->len; i++)
    for (uint32_t e = graph->first[asked->data[i]]; e < graph->first[asked->data[i] + 1]; e++)
      if (CLASHES & 1u << graph->kind[e]) return true;
  return false;
}

/* `needed` and `kept` are what is reached over edges that are needed, and over those without a known replacement. */
static enum wr_member status_of (const wr_bitset *needed, const wr_bitset *kept, uint32_t node) {
  return wr_bitset_has (needed, node) ? WR_MEMBER_NEEDED
         : wr_bitset_has (kept, node) ? WR_MEMBER_UNDECIDED
                                      : WR_MEMBER_INTERCHANGEABLE;
}

void wr_query_why (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                   wr_dependencies *out) {
  wr_bitset direct = {0}, proof = {0}, clash = {0}, needed = {0}, kept = {0}, start = {0};
  struct wr_walk walk = walk_of (filter, WR_FORWARD), known = walk, needs = walk;
  known.kinds &= ~(1u << WR_EDGE_UNEXPLAINED); /* in no core */
  needs.sure = WR_SURE_NEEDED;
  wr_graph_reach (graph, &needs, asked->data, asked->len, &needed);
  wr_bitset_copy (
      &kept, &needed); /* most nodes that are reached are needed: the walks continue from there */
  needs.sure = WR_SURE_NOT_SPARED;
  wr_graph_extend (graph, &needs, &kept);
  if (has_clash (graph, asked)) {
    wr_bitset none = {0};
    first_nodes (graph, asked, &known, &direct);
    beyond (graph, asked, walk, walk.kinds & ~CLASHES, &none, &proof);
    beyond (graph, asked, walk, CLASHES, &direct, &clash);
    wr_bitset_free (&none);
  } else {
    first_nodes (graph, asked, &known, &direct);
    wr_bitset_copy (&proof, &kept);
    wr_graph_extend (graph, &walk, &proof);
  }
  for (uint32_t i = 0; i < asked->len; i++) wr_bitset_set (&start, asked->data[i], true);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    bool in_proof = wr_bitset_has (&proof, i);
    if ((!in_proof && !wr_bitset_has (&clash, i)) || wr_bitset_has (&start, i)) continue;
    if (!wr_gnode_is_fact (node) || !passes (filter, node)) continue;
    struct wr_dependency d = {i, wr_bitset_has (&direct, i), status_of (&needed, &kept, i),
                              wr_bitset_has (&clash, i), !in_proof};
    if (d.direct || !filter->direct_only) WR_VEC_PUSH (out, d);
  }
  wr_bitset_free (&direct);
  wr_bitset_free (&proof);
  wr_bitset_free (&clash);
  wr_bitset_free (&needed);
  wr_bitset_free (&kept);
  wr_bitset_free (&start);
}

void wr_query_impact (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                      wr_dependencies *out) {
  wr_bitset direct = {0}, all = {0}, needed = {0}, kept = {0};
  struct wr_walk walk = walk_of (filter, WR_BACKWARD);
  beyond (graph, asked, walk, walk.kinds, &direct, &all);
  walk.sure = WR_SURE_NEEDED;
  wr_graph_reach (graph, &walk, asked->data, asked->len, &needed);
  walk.sure = WR_SURE_NOT_SPARED;
  wr_graph_reach (graph, &walk, asked->data, asked->len, &kept);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (!wr_bitset_has (&all, i)) continue;
    if (!node->goal || node->cls == WR_CLASS_INTERNAL || !passes (filter, node)) continue;
    struct wr_dependency d = {i, wr_bitset_has (&direct, i), status_of (&needed, &kept, i), false,
                              false};
    if (d.direct || !filter->direct_only) WR_VEC_PUSH (out, d);
  }
  wr_bitset_free (&direct);
  wr_bitset_free (&all);
  wr_bitset_free (&needed);
  wr_bitset_free (&kept);
}

bool wr_query_path (const wr_graph *graph, const wr_u32s *from, const wr_u32s *to,
                    const struct wr_filter *filter, wr_u32s *path, bool *backwards) {
  struct wr_walk walk = walk_of (filter, WR_FORWARD);
  *backwards = false;
  if (wr_graph_path (graph, &walk, from, to, path)) return true;
  *backwards = true;
  return wr_graph_path (graph, &walk, to, from, path);
}

/* -- trust ------------------------------------------------------------------------------------------ */

bool wr_gnode_is_trusted (const struct wr_gnode *node) {
  return node->trust == WR_TRUST_CUT ||
         (node->trust != WR_TRUST_NONE && node->cls != WR_CLASS_INTERNAL);
}

static int by_goals (const void *a, const void *b) {
  const struct wr_leaf *x = a, *y = b;
  if (x->goals != y->goals) return x->goals > y->goals ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

void wr_query_trust (const wr_graph *graph, const wr_u32s *among, const struct wr_filter *filter,
                     wr_leaves *out) {
  struct wr_walk walk = walk_of (filter, WR_BACKWARD);
  wr_bitset meant = {0};
  for (uint32_t i = 0; i < among->len; i++) wr_bitset_set (&meant, among->data[i], true);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (!wr_gnode_is_trusted (node)) continue;
    if (is_ignored (filter, i) || !passes (filter, node)) continue;
    struct wr_leaf leaf = {.node = i};
    wr_bitset seen = {0};
    wr_graph_reach (graph, &walk, &i, 1, &seen);
    for (uint32_t k = 0; k < graph->node_count; k++)
      leaf.goals += graph->nodes[k].goal && k != i && wr_bitset_has (&seen, k) &&
                    (!among->len || wr_bitset_has (&meant, k));
    wr_bitset_free (&seen);
    bool itself = (node->goal && (!among->len || wr_bitset_has (&meant, i))) ||
                  (node->trust == WR_TRUST_UNCHECKED && !among->len);
    if (leaf.goals || itself) WR_VEC_PUSH (out, leaf);
  }
  wr_bitset_free (&meant);
  if (out->len) qsort (out->data, out->len, sizeof *out->data, by_goals);
}

/* Nodes ordered by component: a component comes before those that it depends on. */
static uint32_t *by_component (const uint32_t *component, uint32_t nodes, uint32_t components) {
  uint32_t *first = wr_alloc ((size_t)components + 1, sizeof *first);
  uint32_t *order = wr_alloc ((size_t)nodes + 1, sizeof *order);
  for (uint32_t n = 0; n < nodes; n++) first[components - 1 - component[n] + 1]++;
  for (uint32_t c = 0; c < components; c++) first[c + 1] += first[c];
  for (uint32_t n = 0; n < nodes; n++) {
    WR_ASSERT (component[n] < components);
    order[first[components - 1 - component[n]]++] = n;
  }
  free (first);
  return order;
}

/* `below`: components that goals outside depend on.  `live`: components that have goals or are below. */
void wr_query_top_goals (const wr_graph *graph, wr_u32s *out) {
  struct wr_walk walk = {.direction = WR_FORWARD, .kinds = WR_WALK_DEFAULT};
  uint32_t *component = wr_alloc ((size_t)graph->node_count + 1, sizeof *component);
  uint32_t components = wr_graph_components (graph, &walk, component);
  uint32_t *order = by_component (component, graph->node_count, components);
  wr_bitset below = {0}, live = {0}, mixed = {0}; /* mixed: has an explicit goal */
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    if (node->goal) wr_bitset_set (&live, component[n], true);
    if (node->goal && node->cls == WR_CLASS_EXPLICIT) wr_bitset_set (&mixed, component[n], true);
  }
  for (uint32_t i = 0; i < graph->node_count; i++) {
    uint32_t n = order[i];
    if (!wr_bitset_has (&live, component[n])) continue;
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      uint32_t to = component[graph->to[e]];
      if (to == component[n] || !(walk.kinds & 1u << graph->kind[e])) continue;
      wr_bitset_set (&below, to, true);
      wr_bitset_set (&live, to, true);
    }
  }
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    if (!node->goal || node->cls == WR_CLASS_INTERNAL || wr_bitset_has (&below, component[n]))
      continue;
    if (node->cls == WR_CLASS_EXPLICIT || !wr_bitset_has (&mixed, component[n]))
      WR_VEC_PUSH (out, n);
  }
  wr_bitset_free (&below);
  wr_bitset_free (&live);
  wr_bitset_free (&mixed);
  free (component);
  free (order);
}

/* -- coverage --------------------------------------------------------------------------------------- */

bool wr_gnode_is_assumption (const struct wr_gnode *node) {
  return wr_gnode_is_fact (node) && wr_role_info ((enum wr_role)node->role)->counted &&
         node->status != WR_FACT_NONE;
}

uint64_t wr_element_key (const struct wr_gnode *node) {
  if (node->use.file.len)
    return wr_hash_mix (wr_str_hash (node->use.file, 2),
                        WR_KEY2 (node->use.line, node->use.column));
  if (node->element) return node->element;
  return wr_hash_mix (wr_str_hash (node->at.file, 3), WR_KEY2 (node->at.line, node->at.column));
}

void wr_query_elements (const wr_graph *graph, enum wr_element_state state,
                        const struct wr_filter *filter, wr_u32s *out) {
  for (uint32_t i = 0; i < graph->element_count; i++) {
    const struct wr_gelement *element = &graph->elements[i];
    if (element->prelude || element->state != state || is_ignored (filter, element->node)) continue;
    if (passes (filter, &graph->nodes[element->node])) WR_VEC_PUSH (out, i);
  }
}

void wr_query_counts (const wr_graph *graph, struct wr_element_counts *elements,
                      struct wr_share *axioms) {
  for (uint32_t i = 0; i < graph->element_count; i++) {
    enum wr_element_state state = (enum wr_element_state)graph->elements[i].state;
    if (graph->elements[i].prelude) {
      axioms->total++;
      axioms->covered += state == WR_ELEMENT_COVERED;
    } else {
      wr_element_counts_one (elements, state);
    }
  }
}

struct wr_share wr_query_proof_coverage (const wr_graph *graph, const wr_u32s *goals,
                                         uint32_t procedure, const struct wr_filter *filter) {
  struct wr_share share = {0};
  struct wr_walk walk = walk_of (filter, WR_FORWARD);
  walk.kinds &= ~(1u << WR_EDGE_UNEXPLAINED); /* what a goal may use is not what it uses */
  WR_ASSERT (procedure < graph->procedure_count);
  wr_bitset seen = {0};
  wr_map state = {0}; /* element -> 1: in the procedure; 2: and covered */
  wr_graph_reach (graph, &walk, goals->data, goals->len, &seen);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (node->procedure != procedure + 1 || !wr_gnode_is_assumption (node) ||
        is_ignored (filter, i))
      continue;
    uint64_t key = wr_element_key (node), old = wr_map_or (&state, key, 0);
    uint64_t now = wr_bitset_has (&seen, i) ? 2 : 1;
    share.total += old == 0;
    share.covered += old < 2 && now == 2;
    wr_map_put (&state, key, now > old ? now : old);
  }
  WR_ASSERT (share.covered <= share.total);
  wr_map_free (&state);
  wr_bitset_free (&seen);
  return share;
}

void wr_query_goals_of (const wr_graph *graph, uint32_t procedure, bool ensures_only,
                        wr_u32s *out) {
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (!node->goal || node->procedure != procedure + 1 || node->cls != WR_CLASS_EXPLICIT) continue;
    if (!ensures_only || wr_role_info ((enum wr_role)node->role)->at_return) WR_VEC_PUSH (out, i);
  }
}

enum wr_trust wr_query_doubt (const wr_graph *graph, uint32_t node) {
  enum wr_trust worst = WR_TRUST_NONE;
  WR_ASSERT (node < graph->node_count);
  for (uint32_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
    const struct wr_gnode *goal = &graph->nodes[graph->to[e]];
    if (graph->kind[e] != WR_EDGE_JUSTIFIED && graph->kind[e] != WR_EDGE_CALLEE) continue;
    if (!goal->goal || goal->trust == WR_TRUST_NONE || goal->trust > WR_TRUST_UNKNOWN) continue;
    if (worst == WR_TRUST_NONE || goal->trust < worst) worst = (enum wr_trust)goal->trust;
  }
  return worst;
}
