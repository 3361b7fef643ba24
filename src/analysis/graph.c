#include "analysis/graph.h"

#include "core/name.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

const char *wr_edge_name (enum wr_edge_kind kind) {
  switch (kind) {
#define X(name, text)                                                                              \
  case WR_EDGE_##name: return text;
    WR_EDGES (X)
#undef X
  case WR_EDGE_COUNT: break;
  }
  WR_UNREACHABLE ();
}

const char *wr_trust_name (enum wr_trust trust) {
  switch (trust) {
  case WR_TRUST_NONE: return NULL;
  case WR_TRUST_ASSUME: return "assume";
  case WR_TRUST_AXIOM: return "axiom";
  case WR_TRUST_BODYLESS: return "bodyless";
  case WR_TRUST_FREE: return "free";
  case WR_TRUST_FAILED: return "failed";
  case WR_TRUST_TIMEOUT: return "timeout";
  case WR_TRUST_UNKNOWN: return "unknown";
  case WR_TRUST_VACUOUS: return "vacuous";
  case WR_TRUST_RECURSIVE: return "recursive";
  case WR_TRUST_UNCHECKED: return "unchecked";
  case WR_TRUST_CUT: return "cut";
  case WR_TRUST_COUNT: break;
  }
  WR_UNREACHABLE ();
}

uint32_t wr_graph_node (const wr_graph *graph, uint32_t label) {
  uint32_t lo = 0, hi = graph->node_count;
  while (lo < hi) { /* nodes with label 0 are at the end: label - 1 makes them the largest */
    uint32_t mid = lo + (hi - lo) / 2;
    if (graph->nodes[mid].label - 1 < label - 1)
      lo = mid + 1;
    else
      hi = mid;
  }
  bool found = label && lo < graph->node_count && graph->nodes[lo].label == label;
  return found ? lo : UINT32_MAX;
}

void wr_gnode_id (wr_buf *out, const struct wr_gnode *node) {
  wr_label_print_id (out, node->goal ? 'g' : 'f', node->id);
}

bool wr_gnode_is_fact (const struct wr_gnode *node) {
  return !node->goal && node->cls != WR_CLASS_INTERNAL && node->label;
}

/* -- edges ---------------------------------------------------------------------------------------- */

static int by_ends (const void *a, const void *b) {
  const struct wr_gedge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Sorts the edges.  Of edges that differ only in need, one is kept, with a need if any of them has one. */
static void sort_edges (wr_gedges *edges) {
  if (edges->len) qsort (edges->data, edges->len, sizeof *edges->data, by_ends);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < edges->len; i++) {
    if (kept && !by_ends (&edges->data[i], &edges->data[kept - 1])) {
      if (!edges->data[kept - 1].need) edges->data[kept - 1].need = edges->data[i].need;
      continue;
    }
    edges->data[kept++] = edges->data[i];
  }
  edges->len = kept;
}

void wr_graph_connect_back (wr_graph *graph, wr_arena *arena) {
  uint32_t *next = wr_alloc (graph->node_count + 1, sizeof *next);
  WR_ASSERT (graph->first[graph->node_count] == graph->edge_count);
  graph->back_first = WR_NEW (arena, uint32_t, graph->node_count + 1);
  graph->back_from = WR_NEW (arena, uint32_t, graph->edge_count);
  graph->back_edge = WR_NEW (arena, uint32_t, graph->edge_count);
  for (uint32_t e = 0; e < graph->edge_count; e++) graph->back_first[graph->to[e] + 1]++;
  for (uint32_t n = 0; n < graph->node_count; n++) {
    graph->back_first[n + 1] += graph->back_first[n];
    next[n] = graph->back_first[n];
  }
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      uint32_t at = next[graph->to[e]]++;
      graph->back_from[at] = n;
      graph->back_edge[at] = e;
    }
  }
  for (uint32_t n = 0; n < graph->node_count; n++) WR_ASSERT (next[n] == graph->back_first[n + 1]);
  free (next);
}

void wr_graph_connect (wr_graph *graph, wr_gedges *edges, wr_arena *arena) {
  sort_edges (edges);
  graph->edge_count = edges->len;
  graph->first = WR_NEW (arena, uint32_t, graph->node_count + 1);
  graph->to = WR_NEW (arena, uint32_t, edges->len);
  graph->kind = WR_NEW (arena, uint8_t, edges->len);
  graph->need = WR_NEW (arena, uint8_t, edges->len);
  for (uint32_t e = 0; e < edges->len; e++) {
    const struct wr_gedge *edge = &edges->data[e];
    WR_REQUIRE (edge->from < graph->node_count && edge->to < graph->node_count);
    WR_ASSERT (edge->kind < WR_EDGE_COUNT && edge->need <= WR_NEED_LIMIT);
    graph->first[edge->from + 1]++;
    graph->to[e] = edge->to;
    graph->kind[e] = edge->kind;
    graph->need[e] = edge->need;
  }
  for (uint32_t n = 0; n < graph->node_count; n++) graph->first[n + 1] += graph->first[n];
  wr_graph_connect_back (graph, arena);
}

bool wr_graph_alternative (const wr_graph *graph, uint32_t *at, struct wr_galternative *out) {
  const uint32_t *word = graph->alternatives + *at;
  if (*at >= graph->alternative_words) return false;
  *out = (struct wr_galternative){word[0], word[1], word[2], word + 3};
  *at += 3 + out->count;
  WR_ASSERT (*at <= graph->alternative_words);
  return true;
}

/* -- walks ---------------------------------------------------------------------------------------- */

static bool takes (const wr_graph *graph, const struct wr_walk *walk, uint32_t edge) {
  enum wr_edge_kind kind = (enum wr_edge_kind)graph->kind[edge];
  if (!(walk->kinds & 1u << kind)) return false;
  bool choice = kind == WR_EDGE_PROOF || kind == WR_EDGE_CONTRADICTION || kind == WR_EDGE_ASIDE ||
                kind == WR_EDGE_UNEXPLAINED;
  if (!choice || walk->sure == WR_SURE_USED) return true;
  enum wr_need need = (enum wr_need)graph->need[edge];
  return need == WR_NEED_LOGICAL || need == WR_NEED_TRIGGER ||
         (need == WR_NEED_LIMIT && walk->sure == WR_SURE_NOT_SPARED);
}

struct steps {
  const uint32_t *node, *edge; /* edge NULL: the position is the edge */
  uint32_t at, end;
};

static struct steps steps_of (const wr_graph *graph, const struct wr_walk *walk, uint32_t n) {
  if (walk->direction == WR_FORWARD)
    return (struct steps){graph->to, NULL, graph->first[n], graph->first[n + 1]};
  WR_ASSERT (graph->back_first); /* a graph from the store is connected backwards first */
  return (struct steps){graph->back_from, graph->back_edge, graph->back_first[n],
                        graph->back_first[n + 1]};
}

/* The next node that the walk may step to, or UINT32_MAX. */
static uint32_t next_step (const wr_graph *graph, const struct wr_walk *walk, struct steps *s) {
  while (s->at < s->end) {
    uint32_t at = s->at++, node = s->node[at];
    if (!takes (graph, walk, s->edge ? s->edge[at] : at)) continue;
    if (!walk->ignored || !wr_bitset_has (walk->ignored, node)) return node;
  }
  return UINT32_MAX;
}

/* Adds every node that is reached from `work` to `seen`.  Works on the words of the set, because this is the inner loop of all queries. */
static void spread (const wr_graph *graph, const struct wr_walk *walk, wr_u32s *work,
                    wr_bitset *seen) {
  if (!graph->node_count) return;
  bool last = wr_bitset_has (seen, graph->node_count - 1); /* makes room for every node */
  wr_bitset_set (seen, graph->node_count - 1, true);
  wr_bitset_set (seen, graph->node_count - 1, last);
  uint64_t *words = seen->words;
  while (work->len) {
    struct steps steps = steps_of (graph, walk, WR_VEC_POP (work));
    for (; steps.at < steps.end; steps.at++) {
      uint32_t n = steps.node[steps.at];
      if (words[n / 64] >> n % 64 & 1) continue;
      if (!takes (graph, walk, steps.edge ? steps.edge[steps.at] : steps.at)) continue;
      if (walk->ignored && wr_bitset_has (walk->ignored, n)) continue;
      words[n / 64] |= (uint64_t)1 << n % 64;
      WR_VEC_PUSH (work, n);
    }
  }
}

void wr_graph_reach (const wr_graph *graph, const struct wr_walk *walk, const uint32_t *start,
                     uint32_t count, wr_bitset *seen) {
  wr_u32s work = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (wr_bitset_has (seen, start[i])) continue;
    wr_bitset_set (seen, start[i], true);
    WR_VEC_PUSH (&work, start[i]);
  }
  spread (graph, walk, &work, seen);
  WR_VEC_FREE (&work);
}

void wr_graph_extend (const wr_graph *graph, const struct wr_walk *walk, wr_bitset *seen) {
  wr_u32s work = {0};
  for (uint32_t n = 0; n < graph->node_count; n++) {
    if (!wr_bitset_has (seen, n)) continue;
    struct steps steps = steps_of (graph, walk, n);
    for (uint32_t to; (to = next_step (graph, walk, &steps)) != UINT32_MAX;) {
      if (wr_bitset_has (seen, to)) continue;
      wr_bitset_set (seen, to, true);
      WR_VEC_PUSH (&work, to);
    }
  }
  spread (graph, walk, &work, seen);
  WR_VEC_FREE (&work);
}

static void trace_back (const uint32_t *parent, uint32_t n, wr_u32s *path) {
  uint32_t begin = path->len;
  WR_ASSERT (n != UINT32_MAX);
  for (; n != UINT32_MAX; n = parent[n]) WR_VEC_PUSH (path, n);
  for (uint32_t i = begin, j = path->len; i + 1 < j; i++) {
    uint32_t other = path->data[--j];
    path->data[j] = path->data[i];
    path->data[i] = other;
  }
}

bool wr_graph_path (const wr_graph *graph, const struct wr_walk *walk, const wr_u32s *from,
                    const wr_u32s *to, wr_u32s *path) {
  uint32_t *parent = wr_alloc (graph->node_count + 1, sizeof *parent);
  wr_bitset seen = {0}, wanted = {0};
  wr_u32s queue = {0};
  for (uint32_t i = 0; i < to->len; i++) wr_bitset_set (&wanted, to->data[i], true);
  for (uint32_t i = 0; i < from->len; i++) {
    if (wr_bitset_has (&seen, from->data[i])) continue;
    wr_bitset_set (&seen, from->data[i], true);
    parent[from->data[i]] = UINT32_MAX;
    WR_VEC_PUSH (&queue, from->data[i]);
  }
  bool found = false;
  for (uint32_t i = 0; i < queue.len && !found; i++) {
    uint32_t at = queue.data[i];
    if (wr_bitset_has (&wanted, at)) {
      trace_back (parent, at, path);
      found = true;
      break;
    }
    struct steps steps = steps_of (graph, walk, at);
    for (uint32_t n; (n = next_step (graph, walk, &steps)) != UINT32_MAX;) {
      if (wr_bitset_has (&seen, n)) continue;
      wr_bitset_set (&seen, n, true);
      parent[n] = at;
      WR_VEC_PUSH (&queue, n);
    }
  }
  WR_VEC_FREE (&queue);
  wr_bitset_free (&seen);
  wr_bitset_free (&wanted);
  free (parent);
  return found;
}

/* -- components: Tarjan's algorithm with its own stack ---------------------------------------------- */

struct visit {
  uint32_t node;
  struct steps steps;
};

struct tarjan {
  uint32_t *number, *low; /* number 0: not visited */
  uint32_t *component;
  uint32_t visited, components;
  wr_u32s open;
  wr_bitset is_open;
  WR_VEC (struct visit) stack;
};

static void enter (struct tarjan *t, const wr_graph *graph, const struct wr_walk *walk,
                   uint32_t n) {
  t->number[n] = t->low[n] = ++t->visited;
  WR_VEC_PUSH (&t->open, n);
  wr_bitset_set (&t->is_open, n, true);
  WR_VEC_PUSH (&t->stack, ((struct visit){n, steps_of (graph, walk, n)}));
}

static void leave (struct tarjan *t) {
  uint32_t n = WR_VEC_POP (&t->stack).node;
  if (t->low[n] == t->number[n]) {
    uint32_t member;
    do {
      member = WR_VEC_POP (&t->open);
      wr_bitset_set (&t->is_open, member, false);
      t->component[member] = t->components;
    } while (member != n);
    t->components++;
  }
  if (!t->stack.len) return;
  uint32_t parent = WR_VEC_LAST (&t->stack).node;
  if (t->low[n] < t->low[parent]) t->low[parent] = t->low[n];
}

uint32_t wr_graph_components (const wr_graph *graph, const struct wr_walk *walk,
                              uint32_t *component) {
  struct tarjan t = {.component = component};
  t.number = wr_alloc (graph->node_count + 1, sizeof *t.number);
  t.low = wr_alloc (graph->node_count + 1, sizeof *t.low);
  for (uint32_t root = 0; root < graph->node_count; root++) {
    if (t.number[root]) continue;
    enter (&t, graph, walk, root);
    while (t.stack.len) {
      struct visit *top = &WR_VEC_LAST (&t.stack);
      uint32_t n = next_step (graph, walk, &top->steps);
      if (n == UINT32_MAX)
        leave (&t);
      else if (!t.number[n])
        enter (&t, graph, walk, n);
      else if (wr_bitset_has (&t.is_open, n) && t.number[n] < t.low[top->node])
        t.low[top->node] = t.number[n];
    }
  }
  WR_ASSERT (!t.open.len && t.visited == graph->node_count);
  free (t.number);
  free (t.low);
  WR_VEC_FREE (&t.open);
  WR_VEC_FREE (&t.stack);
  wr_bitset_free (&t.is_open);
  return t.components;
}
