#include "analysis/shares.h"

#include "analysis/query.h"
#include "base/check.h"

#include <stdlib.h>

struct sharing {
  const wr_graph *graph;
  uint32_t *first, *nodes; /* the nodes of procedure p: nodes[first[p]] .. nodes[first[p + 1]] */
  uint32_t *seen, stamp;   /* a node is reached if its stamp is that of the walk */
  wr_u32s queue;
};

static void sort_nodes (struct sharing *s) {
  const wr_graph *graph = s->graph;
  s->first = wr_alloc ((size_t)graph->procedure_count + 2, sizeof *s->first);
  s->nodes = wr_alloc ((size_t)graph->node_count + 1, sizeof *s->nodes);
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (graph->nodes[i].procedure) s->first[graph->nodes[i].procedure + 1]++;
  for (uint32_t p = 0; p <= graph->procedure_count; p++) s->first[p + 1] += s->first[p];
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (graph->nodes[i].procedure) s->nodes[s->first[graph->nodes[i].procedure]++] = i;
  for (uint32_t p = graph->procedure_count; p > 0; p--) s->first[p] = s->first[p - 1];
}

static void enter (struct sharing *s, uint32_t node) {
  if (s->seen[node] == s->stamp) return;
  s->seen[node] = s->stamp;
  WR_VEC_PUSH (&s->queue, node);
}

/* What the explicit goals of the procedure rest on. */
static void walk (struct sharing *s, uint32_t procedure) {
  const wr_graph *graph = s->graph;
  s->stamp++;
  WR_VEC_CLEAR (&s->queue);
  for (uint32_t i = s->first[procedure]; i < s->first[procedure + 1]; i++) {
    const struct wr_gnode *node = &graph->nodes[s->nodes[i]];
    if (node->goal && node->cls == WR_CLASS_EXPLICIT) enter (s, s->nodes[i]);
  }
  for (uint32_t at = 0; at < s->queue.len; at++) {
    uint32_t n = s->queue.data[at];
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++)
      if (WR_WALK_DEFAULT & ~(1u << WR_EDGE_UNEXPLAINED) & 1u << graph->kind[e])
        enter (s, graph->to[e]);
  }
}

static struct wr_share count (struct sharing *s, uint32_t procedure) {
  struct wr_share share = {0};
  wr_map state = {0}; /* element -> 1: in the procedure; 2: and covered */
  walk (s, procedure);
  for (uint32_t i = s->first[procedure]; i < s->first[procedure + 1]; i++) {
    const struct wr_gnode *node = &s->graph->nodes[s->nodes[i]];
    if (!wr_gnode_is_assumption (node)) continue;
    uint64_t key = wr_element_key (node), old = wr_map_or (&state, key, 0);
    uint64_t now = s->seen[s->nodes[i]] == s->stamp ? 2 : 1;
    share.total += old == 0;
    share.covered += old < 2 && now == 2;
    wr_map_put (&state, key, now > old ? now : old);
  }
  WR_ASSERT (share.covered <= share.total);
  wr_map_free (&state);
  return share;
}

void wr_proof_shares (const wr_graph *graph, struct wr_share *out) {
  struct sharing s = {.graph = graph};
  sort_nodes (&s);
  s.seen = wr_alloc ((size_t)graph->node_count + 1, sizeof *s.seen);
  for (uint32_t p = 0; p < graph->procedure_count; p++) out[p] = count (&s, p);
  free (s.first);
  free (s.nodes);
  free (s.seen);
  WR_VEC_FREE (&s.queue);
}
