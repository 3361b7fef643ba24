#include "analysis/progress.h"

#include "analysis/query.h"
#include "base/check.h"

#include <stdlib.h>

/* -- sources ---------------------------------------------------------------------------------------- */

struct work {
  const wr_graph *graph;
  uint32_t *source; /* node -> source, from 1; 0: none */
  uint32_t source_count;
  wr_u32s first_node;  /* source -> its first node that is shown; [0] unused */
  uint32_t *next_node; /* the nodes of a source are linked; UINT32_MAX: the last one */
  uint8_t *has;        /* source -> what it is */
  /* walks: a node is visited if its stamp is that of the walk */
  uint32_t *seen, *counted;
  uint32_t stamp, count_stamp;
  wr_u32s queue, found; /* found: the sources that the obligation rests on */
  wr_bitset covered;    /* sources */
  mpq_t *weights;       /* per source */
  uint32_t *users;      /* per source */
};

enum {
  IS_CODE = 1,
  IS_CLAIM = 2,        /* as a fact */
  IS_GOAL = 4,         /* has goals that are shown */
  IS_PRECONDITION = 8, /* or imported */
  IS_ASSERTED = 16,    /* an assertion that the user wrote */
  IS_TAKEN = 32,       /* a postcondition that no body proves */
  IS_UNPROVED = 64,
  IS_UNEXPLAINED = 128
};

static uint8_t kind_of (const struct wr_gnode *node) {
  const struct wr_label_type_info *type = wr_label_type_info ((enum wr_label_type)node->type);
  uint8_t has = 0;
  if (node->type == WR_TYPE_PRECONDITION || node->type == WR_TYPE_IMPORTED_POSTCONDITION)
    has |= IS_PRECONDITION;
  if (node->type == WR_TYPE_EXPLICIT_POSTCONDITION) has |= IS_TAKEN;
  if (!node->goal)
    return (uint8_t)(has | (type->code ? IS_CODE : 0) | (type->claimed ? IS_CLAIM : 0));
  has |= IS_GOAL;
  if (type->claimed || node->type == WR_TYPE_IMPLICIT_POSTCONDITION) has |= IS_ASSERTED;
  if (node->verdict != WR_VERDICT_PROVED) has |= IS_UNPROVED;
  if (node->unexplained) has |= IS_UNEXPLAINED;
  return has;
}

/* What the user sees of a node: facts and goals that are not internal, and not what was proved before. */
static bool is_shown (const struct wr_gnode *node) {
  return node->label && node->cls != WR_CLASS_INTERNAL &&
         !wr_label_type_info ((enum wr_label_type)node->type)->hidden;
}

/* A part of the check of a specification by itself, which is not shown but belongs to its source. */
static bool is_inner (const struct wr_gnode *node) {
  return node->label && node->cls == WR_CLASS_INTERNAL &&
         !wr_role_is_derived ((enum wr_role)node->role);
}

static void find_sources (struct work *w) {
  const wr_graph *graph = w->graph;
  wr_map keys = {0};
  wr_u32s last = {0};
  WR_VEC_PUSH (&w->first_node, UINT32_MAX);
  WR_VEC_PUSH (&last, UINT32_MAX);
  w->source = wr_alloc ((size_t)graph->node_count + 1, sizeof *w->source);
  w->next_node = wr_alloc ((size_t)graph->node_count + 1, sizeof *w->next_node);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    w->next_node[i] = UINT32_MAX;
    if (!is_shown (node)) continue;
    uint64_t key = wr_element_key (node), s;
    if (!wr_map_get (&keys, key, &s)) {
      s = ++w->source_count;
      wr_map_put (&keys, key, s);
      WR_VEC_PUSH (&w->first_node, i);
      WR_VEC_PUSH (&last, i);
    } else {
      w->next_node[last.data[s]] = i;
      last.data[s] = i;
    }
    w->source[i] = (uint32_t)s;
  }
  w->has = wr_alloc ((size_t)w->source_count + 1, sizeof *w->has);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    if (w->source[i]) w->has[w->source[i]] |= kind_of (&graph->nodes[i]);
    if (!is_inner (&graph->nodes[i])) continue;
    uint64_t s = wr_map_or (&keys, wr_element_key (&graph->nodes[i]), 0);
    if (!s) continue;
    w->source[i] = (uint32_t)s;
    w->next_node[last.data[s]] = i;
    last.data[s] = i;
  }
  wr_map_free (&keys);
  WR_VEC_FREE (&last);
}

/* -- walks ------------------------------------------------------------------------------------------ */

static uint32_t first_caller (const wr_graph *graph, uint32_t node) {
  uint32_t lo = 0, hi = graph->caller_count;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (graph->callers[2 * mid] < node)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void enter (struct work *w, uint32_t node) {
  if (w->seen[node] == w->stamp) return;
  w->seen[node] = w->stamp;
  WR_VEC_PUSH (&w->queue, node);
}

/* The fact counts for the obligation `s`. */
static void count (struct work *w, uint32_t node, uint32_t s) {
  uint32_t other = w->source[node];
  const struct wr_gnode *n = &w->graph->nodes[node];
  bool clause = n->goal && wr_role_info ((enum wr_role)n->role)->trust == WR_ROLE_TRUST_CONTRACT;
  if (!other || other == s || (n->goal && !clause) || w->counted[other] == w->count_stamp) return;
  w->counted[other] = w->count_stamp;
  WR_VEC_PUSH (&w->found, other);
}

/* Upwards, only preconditions lead out of a procedure, to the goals that establish them; downwards, all edges are followed and nothing
   leads to callers. */
static bool follows (const struct work *w, uint32_t from, uint32_t edge, bool upwards) {
  const wr_graph *graph = w->graph;
  if (!(WR_WALK_DEFAULT & 1u << graph->kind[edge])) return false;
  uint32_t to = graph->nodes[graph->to[edge]].procedure;
  return !upwards || !to || to == graph->nodes[from].procedure;
}

static void walk (struct work *w, uint32_t s, bool upwards) {
  const wr_graph *graph = w->graph;
  w->stamp++;
  WR_VEC_CLEAR (&w->queue);
  for (uint32_t i = w->first_node.data[s]; i != UINT32_MAX; i = w->next_node[i])
    if (graph->nodes[i].goal) enter (w, i);
  uint32_t own = w->queue.len;
  for (uint32_t at = 0; at < w->queue.len; at++) {
    uint32_t n = w->queue.data[at];
    if (at >= own) count (w, n, s);
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++)
      if (follows (w, n, e, upwards)) enter (w, graph->to[e]);
    for (uint32_t c = upwards ? first_caller (graph, n) : graph->caller_count;
         c < graph->caller_count && graph->callers[2 * c] == n; c++)
      enter (w, graph->callers[2 * c + 1]);
  }
}

/* -- obligations ------------------------------------------------------------------------------------ */

static bool is_obligation (uint8_t has) {
  return !(has & IS_PRECONDITION) && (has & (IS_GOAL | IS_TAKEN));
}

static bool is_asked (const struct work *w, uint32_t s, const wr_bitset *asked) {
  if (!asked) return true;
  for (uint32_t i = w->first_node.data[s]; i != UINT32_MAX; i = w->next_node[i])
    if (wr_bitset_has (asked, i)) return true;
  return false;
}

/* The node that a source is shown by: a goal that the user wrote, any goal that is shown, its first node. */
static uint32_t shown_by (const struct work *w, uint32_t s) {
  uint32_t best = UINT32_MAX;
  for (uint32_t i = w->first_node.data[s]; i != UINT32_MAX; i = w->next_node[i]) {
    const struct wr_gnode *node = &w->graph->nodes[i];
    if (!node->goal || node->cls == WR_CLASS_INTERNAL) continue;
    if (node->cls == WR_CLASS_EXPLICIT) return i;
    if (best == UINT32_MAX) best = i;
  }
  return best == UINT32_MAX ? w->first_node.data[s] : best;
}

static void judge (struct work *w, uint32_t s, struct wr_headway *out) {
  struct wr_obligation o = {.node = shown_by (w, s)};
  o.zero = w->has[s] & (IS_UNPROVED | IS_TAKEN);
  o.unexplained = !o.zero && w->has[s] & IS_UNEXPLAINED;
  w->count_stamp++;
  WR_VEC_CLEAR (&w->found);
  if (!o.unexplained) {
    walk (w, s, true);
    walk (w, s, false);
  }
  o.sources = w->found.len;
  for (uint32_t i = 0; i < w->found.len; i++) {
    o.claims += (w->has[w->found.data[i]] & IS_CLAIM) != 0;
    wr_bitset_set (&w->covered, w->found.data[i], true);
  }
  WR_VEC_PUSH (&out->obligations, o);
  bool rated = o.zero || o.sources;
  out->rated += rated;
  out->perfect += rated && !o.zero && !o.claims;
  if (o.zero) {
    mpq_t one;
    mpq_init (one);
    mpq_set_ui (one, 1, 1);
    mpq_add (w->weights[s], w->weights[s], one);
    mpq_clear (one);
    w->users[s]++;
  }
  for (uint32_t i = 0; i < w->found.len; i++) {
    uint32_t other = w->found.data[i];
    if (!(w->has[other] & IS_CLAIM)) continue;
    mpq_t share;
    mpq_init (share);
    mpq_set_ui (share, 1, o.sources);
    mpq_add (w->weights[other], w->weights[other], share);
    mpq_clear (share);
    w->users[other]++;
  }
}

/* -- results ---------------------------------------------------------------------------------------- */

static void set_ratio (mpq_t out, uint32_t part, uint32_t all) {
  mpq_set_ui (out, all ? part : 1, all ? all : 1);
  mpq_canonicalize (out);
}

static void rate (struct wr_headway *out) {
  mpq_t one;
  mpq_init (one);
  mpq_set_ui (out->proof, 0, 1);
  for (uint32_t i = 0; i < out->obligations.len; i++) {
    const struct wr_obligation *o = &out->obligations.data[i];
    if (o->zero || !o->sources) continue;
    set_ratio (one, o->sources - o->claims, o->sources);
    mpq_add (out->proof, out->proof, one);
  }
  mpq_set_ui (one, out->rated ? out->rated : 1, 1);
  if (out->rated)
    mpq_div (out->proof, out->proof, one);
  else
    mpq_set (out->proof, one);
  mpq_clear (one);
}

static int by_weight (const void *a, const void *b) {
  const struct wr_guide *x = a, *y = b;
  int order = mpq_cmp (y->exact, x->exact);
  return order ? order : (x->node > y->node) - (x->node < y->node);
}

/* A claim is shown by the fact that is one, unless it is a goal that is not proved. */
static uint32_t claim_of (const struct work *w, uint32_t s) {
  for (uint32_t i = w->first_node.data[s]; i != UINT32_MAX; i = w->next_node[i])
    if (kind_of (&w->graph->nodes[i]) & IS_UNPROVED) return i;
  for (uint32_t i = w->first_node.data[s]; i != UINT32_MAX; i = w->next_node[i])
    if (kind_of (&w->graph->nodes[i]) & IS_CLAIM) return i;
  return shown_by (w, s);
}

static void rank (const struct work *w, struct wr_headway *out) {
  mpq_t all;
  mpq_init (all);
  mpq_set_ui (all, out->rated ? out->rated : 1, 1);
  for (uint32_t s = 1; s <= w->source_count; s++) {
    if (!w->users[s]) continue;
    struct wr_guide guide = {.node = claim_of (w, s), .obligations = w->users[s]};
    mpq_init (guide.exact);
    mpq_div (guide.exact, w->weights[s], all);
    guide.weight = mpq_get_d (guide.exact);
    WR_VEC_PUSH (&out->guides, guide);
  }
  mpq_clear (all);
  if (out->guides.len)
    qsort (out->guides.data, out->guides.len, sizeof *out->guides.data, by_weight);
  for (uint32_t i = 0; i < out->guides.len; i++) {
    struct wr_guide *g = &out->guides.data[i];
    bool same = i && mpq_equal (g->exact, g[-1].exact);
    g->rank = same ? g[-1].rank : i ? g[-1].rank + 1 : 1;
  }
}

static void find_code (const struct work *w, const wr_bitset *asked, struct wr_headway *out) {
  for (uint32_t s = 1; s <= w->source_count; s++) {
    if (!(w->has[s] & IS_CODE) || w->has[s] & IS_ASSERTED || !is_asked (w, s, asked)) continue;
    WR_VEC_PUSH (&out->code, w->first_node.data[s]);
    if (!wr_bitset_has (&w->covered, s)) WR_VEC_PUSH (&out->uncovered, w->first_node.data[s]);
  }
}

void wr_headway_of (const wr_graph *graph, const wr_bitset *asked, struct wr_headway *out) {
  struct work w = {.graph = graph};
  *out = (struct wr_headway){0};
  mpq_inits (out->proof, out->specification, out->progress, NULL);
  find_sources (&w);
  w.seen = wr_alloc ((size_t)graph->node_count + 1, sizeof *w.seen);
  w.counted = wr_alloc ((size_t)w.source_count + 1, sizeof *w.counted);
  w.weights = wr_alloc ((size_t)w.source_count + 1, sizeof *w.weights);
  w.users = wr_alloc ((size_t)w.source_count + 1, sizeof *w.users);
  for (uint32_t s = 0; s <= w.source_count; s++) mpq_init (w.weights[s]);
  for (uint32_t s = 1; s <= w.source_count; s++)
    if (is_obligation (w.has[s]) && is_asked (&w, s, asked)) judge (&w, s, out);
  rate (out);
  rank (&w, out);
  find_code (&w, asked, out);
  set_ratio (out->specification, out->code.len - out->uncovered.len, out->code.len);
  mpq_mul (out->progress, out->specification, out->proof);
  for (uint32_t s = 0; s <= w.source_count; s++) mpq_clear (w.weights[s]);
  free (w.source);
  free (w.next_node);
  free (w.has);
  free (w.seen);
  free (w.counted);
  free (w.weights);
  free (w.users);
  WR_VEC_FREE (&w.first_node);
  WR_VEC_FREE (&w.queue);
  WR_VEC_FREE (&w.found);
  wr_bitset_free (&w.covered);
}

void wr_headway_free (struct wr_headway *progress) {
  for (uint32_t i = 0; i < progress->guides.len; i++) mpq_clear (progress->guides.data[i].exact);
  mpq_clears (progress->proof, progress->specification, progress->progress, NULL);
  WR_VEC_FREE (&progress->obligations);
  WR_VEC_FREE (&progress->guides);
  WR_VEC_FREE (&progress->code);
  WR_VEC_FREE (&progress->uncovered);
}
