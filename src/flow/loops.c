/* Loops as a nest of strongly connected components: a component that is entered at one block is a loop with that
   head; without its head, its components are the inner loops. A component with several entries is untangled first:
   - an entry without invariants is copied in front of the component (once), if some block of the component has
   invariants: heads should be where the user put them; - otherwise one entry becomes the head, and what those who
   enter elsewhere reach before they come to the head is copied for them. Copies keep the meaning of the code
   exactly. When too many would be needed, the head instead gets an abstract edge from every place that enters the
   component elsewhere. On it nothing is checked; with the targets of the loop havocked at the head it covers every
   way to arrive there. */
#include "flow/graph.h"

#include "base/check.h"

/* Components of the blocks with the same region number. */
struct search {
  wr_wgraph *g;
  wr_u32s region;                /* per block: the region it is in */
  uint32_t *number, *low, *next; /* per block */
  wr_bitset on_stack;
  wr_u32s path, stack;
  uint32_t count;
  wr_u32s members, ends; /* components one after the other; where each ends in members */
};

static void close_component (struct search *s, uint32_t block) {
  uint32_t member;
  do {
    member = WR_VEC_POP (&s->stack);
    wr_bitset_set (&s->on_stack, member, false);
    WR_VEC_PUSH (&s->members, member);
  } while (member != block);
  WR_VEC_PUSH (&s->ends, s->members.len);
}

static void open_block (struct search *s, uint32_t block) {
  s->number[block] = s->low[block] = ++s->count;
  s->next[block] = 0;
  wr_bitset_set (&s->on_stack, block, true);
  WR_VEC_PUSH (&s->stack, block);
  WR_VEC_PUSH (&s->path, block);
}

static void search_from (struct search *s, uint32_t root) {
  uint32_t region = s->region.data[root];
  open_block (s, root);
  while (s->path.len) {
    uint32_t b = WR_VEC_LAST (&s->path);
    const wr_u32s *succs = &s->g->blocks.data[b].succs;
    if (s->next[b] < succs->len) {
      uint32_t to = succs->data[s->next[b]++];
      if (s->region.data[to] != region) continue;
      if (!s->number[to]) {
        open_block (s, to);
      } else if (wr_bitset_has (&s->on_stack, to) && s->number[to] < s->low[b]) {
        s->low[b] = s->number[to];
      }
      continue;
    }
    s->path.len--;
    if (s->path.len && s->low[b] < s->low[WR_VEC_LAST (&s->path)]) {
      s->low[WR_VEC_LAST (&s->path)] = s->low[b];
    }
    if (s->low[b] == s->number[b]) close_component (s, b);
  }
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The components of a region, their members increasing. */
static void find_components (struct search *s, const wr_u32s *blocks) {
  s->number = wr_alloc (s->g->blocks.len, sizeof *s->number);
  s->low = wr_alloc (s->g->blocks.len, sizeof *s->low);
  s->next = wr_alloc (s->g->blocks.len, sizeof *s->next);
  s->count = s->members.len = s->ends.len = 0;
  for (uint32_t i = 0; i < blocks->len; i++) {
    if (!s->number[blocks->data[i]]) search_from (s, blocks->data[i]);
  }
  for (uint32_t i = 0, first = 0; i < s->ends.len; first = s->ends.data[i++]) {
    qsort (s->members.data + first, s->ends.data[i] - first, sizeof (uint32_t), by_number);
  }
  free (s->number);
  free (s->low);
  free (s->next);
}

/* -- one component ----------------------------------------------------------------------------- */

struct component {
  const uint32_t *blocks;
  uint32_t count;
  wr_bitset set;
  wr_u32s entries;
};

/* Is it to be cut?  Cycles are, and so is a block with invariants to which nothing leads back, because every way through the body of its
   loop leaves it: its invariants are checked where it is entered, and known from there on. */
static bool is_cycle (const wr_wgraph *g, const struct component *c) {
  if (c->count > 1) return true;
  const struct wr_block *code = wr_wblock_code (g, c->blocks[0]);
  if (code && code->invariant_count && g->blocks.data[c->blocks[0]].preds.len) return true;
  const wr_u32s *succs = &g->blocks.data[c->blocks[0]].succs;
  for (uint32_t i = 0; i < succs->len; i++) {
    if (succs->data[i] == c->blocks[0]) return true;
  }
  return false;
}

static void find_entries (const wr_wgraph *g, struct component *c) {
  for (uint32_t i = 0; i < c->count; i++) wr_bitset_set (&c->set, c->blocks[i], true);
  for (uint32_t i = 0; i < c->count; i++) {
    const wr_u32s *preds = &g->blocks.data[c->blocks[i]].preds;
    bool entered = false;
    for (uint32_t j = 0; j < preds->len && !entered; j++) {
      entered = !wr_bitset_has (&c->set, preds->data[j]);
    }
    if (entered) WR_VEC_PUSH (&c->entries, c->blocks[i]);
  }
  WR_REQUIRE (c->entries.len > 0);
}

static bool has_invariants (const wr_wgraph *g, uint32_t block) {
  const struct wr_block *code = wr_wblock_code (g, block);
  if (!code) return false;
  if (code->loop_head || code->invariant_count) return true;
  uint32_t prefix = wr_wblock_prefix (g, block);
  for (uint32_t i = 0; i < prefix; i++) {
    if (code->cmds[i].kind == WR_CMD_ASSERT && !wr_wcmd_probes (g, &code->cmds[i])) return true;
  }
  return false;
}

static uint32_t copy_block (struct search *s, uint32_t block) {
  wr_wgraph *g = s->g;
  uint32_t copy = wr_wblock_add (g, g->blocks.data[block].kind, g->blocks.data[block].core);
  g->blocks.data[copy].inner = g->blocks.data[block].inner;
  g->blocks.data[copy].abstract = g->blocks.data[block].abstract;
  WR_VEC_PUSH (&s->region, s->region.data[block]);
  g->splits++;
  g->split_edges += g->blocks.data[block].succs.len;
  return copy;
}

/* Edges from outside the component to `block` go to `copy` instead. */
static void redirect (wr_wgraph *g, const struct component *c, uint32_t block, uint32_t copy) {
  wr_u32s outside = {0};
  const wr_u32s *preds = &g->blocks.data[block].preds;
  for (uint32_t i = 0; i < preds->len; i++) {
    if (!wr_bitset_has (&c->set, preds->data[i])) WR_VEC_PUSH (&outside, preds->data[i]);
  }
  for (uint32_t i = 0; i < outside.len; i++) {
    wr_u32s *succs = &g->blocks.data[outside.data[i]].succs;
    for (uint32_t j = 0; j < succs->len; j++) {
      if (succs->data[j] == block) succs->data[j] = copy;
    }
    WR_VEC_PUSH (&g->blocks.data[copy].preds, outside.data[i]);
  }
  uint32_t n = 0;
  wr_u32s *left = &g->blocks.data[block].preds;
  for (uint32_t j = 0; j < left->len; j++)
    if (wr_bitset_has (&c->set, left->data[j])) left->data[n++] = left->data[j];
  left->len = n;
  WR_VEC_FREE (&outside);
}

/* Copies one entry in front of the component. */
static void peel (struct search *s, const struct component *c, uint32_t block) {
  wr_wgraph *g = s->g;
  uint32_t copy = copy_block (s, block);
  g->blocks.data[block].peeled = true;
  for (uint32_t i = 0; i < g->blocks.data[block].succs.len; i++) {
    wr_wedge_append (g, copy, g->blocks.data[block].succs.data[i]);
  }
  redirect (g, c, block, copy);
}

/* The blocks that can be reached from the other entries without passing the head. */
static void find_aside (const wr_wgraph *g, const struct component *c, uint32_t head,
                        wr_u32s *aside) {
  wr_bitset seen = {0};
  wr_bitset_set (&seen, head, true);
  for (uint32_t i = 0; i < c->entries.len; i++) {
    if (wr_bitset_has (&seen, c->entries.data[i])) continue;
    wr_bitset_set (&seen, c->entries.data[i], true);
    WR_VEC_PUSH (aside, c->entries.data[i]);
  }
  for (uint32_t i = 0; i < aside->len; i++) {
    const wr_u32s *succs = &g->blocks.data[aside->data[i]].succs;
    for (uint32_t j = 0; j < succs->len; j++) {
      uint32_t to = succs->data[j];
      if (!wr_bitset_has (&c->set, to) || wr_bitset_has (&seen, to)) continue;
      wr_bitset_set (&seen, to, true);
      WR_VEC_PUSH (aside, to);
    }
  }
  wr_bitset_free (&seen);
}

static void duplicate (struct search *s, const struct component *c, uint32_t head) {
  wr_wgraph *g = s->g;
  wr_u32s aside = {0};
  wr_map copies = {0};
  find_aside (g, c, head, &aside);
  for (uint32_t i = 0; i < aside.len; i++) {
    wr_map_put (&copies, aside.data[i], copy_block (s, aside.data[i]));
  }
  for (uint32_t i = 0; i < aside.len; i++) {
    uint32_t copy = (uint32_t)wr_map_or (&copies, aside.data[i], 0);
    for (uint32_t j = 0; j < g->blocks.data[aside.data[i]].succs.len; j++) {
      uint32_t to = g->blocks.data[aside.data[i]].succs.data[j];
      wr_wedge_append (g, copy, (uint32_t)wr_map_or (&copies, to, to));
    }
  }
  for (uint32_t i = 0; i < c->entries.len; i++) {
    uint32_t entry = c->entries.data[i];
    if (entry != head) redirect (g, c, entry, (uint32_t)wr_map_or (&copies, entry, 0));
  }
  wr_map_free (&copies);
  WR_VEC_FREE (&aside);
}

static uint32_t choose_head (const wr_wgraph *g, const struct component *c) {
  for (uint32_t i = 0; i < c->entries.len; i++) {
    if (has_invariants (g, c->entries.data[i])) return c->entries.data[i];
  }
  return c->entries.data[0];
}

static void add_abstract_edges (struct search *s, const struct component *c, uint32_t head) {
  wr_wgraph *g = s->g;
  for (uint32_t i = 0; i < c->entries.len; i++) {
    if (c->entries.data[i] == head) continue;
    for (uint32_t j = 0; j < g->blocks.data[c->entries.data[i]].preds.len; j++) {
      uint32_t from = g->blocks.data[c->entries.data[i]].preds.data[j];
      if (wr_bitset_has (&c->set, from)) continue;
      uint32_t mid = wr_wblock_add (g, WR_WBLOCK_EDGE, g->blocks.data[from].core);
      g->blocks.data[mid].inner = g->blocks.data[from].inner;
      g->blocks.data[mid].abstract = true;
      WR_VEC_PUSH (&s->region, s->region.data[from]);
      wr_wedge_append (g, from, mid);
      wr_wedge_append (g, mid, head);
    }
  }
}

static bool is_too_large (const wr_wgraph *g, const struct component *c) {
  uint64_t edges = g->split_edges;
  for (uint32_t i = 0; i < c->count; i++) edges += g->blocks.data[c->blocks[i]].succs.len;
  return g->splits + c->count > WR_MAX_SPLITS || edges > WR_MAX_SPLIT_EDGES;
}

/* True when the graph was changed and the region must be searched again. */
static bool untangle (struct search *s, const struct component *c) {
  wr_wgraph *g = s->g;
  if (c->entries.len == 1) return false;
  bool annotated = false;
  for (uint32_t i = 0; i < c->count && !annotated; i++)
    annotated = has_invariants (g, c->blocks[i]);
  if (is_too_large (g, c)) return false;
  for (uint32_t i = 0; annotated && i < c->entries.len; i++) {
    uint32_t b = c->entries.data[i];
    if (has_invariants (g, b) || g->blocks.data[b].peeled) continue;
    peel (s, c, b);
    return true;
  }
  duplicate (s, c, choose_head (g, c));
  return true;
}

static void record_loop (struct search *s, const struct component *c, uint32_t head,
                         wr_u32s *inside) {
  wr_wgraph *g = s->g;
  struct wr_wloop loop = {.head = head, .parent = g->blocks.data[head].inner};
  uint32_t index = g->loops.len;
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t b = c->blocks[i];
    WR_VEC_PUSH (&loop.body, b);
    g->blocks.data[b].inner = index;
    if (b != head) WR_VEC_PUSH (inside, b);
  }
  g->blocks.data[head].head = index;
  WR_VEC_PUSH (&g->loops, loop);
}

/* -- all of them ------------------------------------------------------------------------------- */

typedef WR_VEC (wr_u32s) regions;

static void component_free (struct component *c) {
  wr_bitset_free (&c->set);
  WR_VEC_FREE (&c->entries);
}

/* Blocks made by copying carry the region's number and belong to it. */
static void refill (const struct search *s, uint32_t region, wr_u32s *blocks) {
  blocks->len = 0;
  for (uint32_t b = 0; b < s->region.len; b++) {
    if (s->region.data[b] == region) WR_VEC_PUSH (blocks, b);
  }
}

static bool untangle_region (struct search *s, uint32_t first_block, wr_u32s *blocks) {
  uint32_t region = s->region.data[first_block];
  for (uint32_t i = 0, first = 0; i < s->ends.len; first = s->ends.data[i++]) {
    struct component c = {.blocks = s->members.data + first, .count = s->ends.data[i] - first};
    bool changed = false;
    if (is_cycle (s->g, &c)) {
      find_entries (s->g, &c);
      changed = untangle (s, &c);
    }
    component_free (&c);
    if (!changed) continue;
    refill (s, region, blocks);
    return true;
  }
  return false;
}

/* Records the loops of a region whose components have been found, pushing what is inside them. */
static void record_region (struct search *s, regions *todo, uint32_t *next_region) {
  for (uint32_t i = 0, first = 0; i < s->ends.len; first = s->ends.data[i++]) {
    struct component c = {.blocks = s->members.data + first, .count = s->ends.data[i] - first};
    if (!is_cycle (s->g, &c)) continue;
    find_entries (s->g, &c);
    uint32_t head = choose_head (s->g, &c);
    if (c.entries.len > 1) add_abstract_edges (s, &c, head);
    wr_u32s inside = {0};
    record_loop (s, &c, head, &inside);
    uint32_t region = (*next_region)++;
    s->region.data[head] = (*next_region)++;
    for (uint32_t j = 0; j < inside.len; j++) s->region.data[inside.data[j]] = region;
    if (inside.len) {
      WR_VEC_PUSH (todo, inside);
    } else {
      WR_VEC_FREE (&inside);
    }
    component_free (&c);
  }
}

void wr_wgraph_find_loops (wr_wgraph *g) {
  struct search s = {.g = g};
  regions todo = {0};
  wr_u32s order = {0};
  uint32_t next_region = 1;
  for (uint32_t b = 0; b < g->blocks.len; b++) {
    WR_VEC_PUSH (&s.region, 0);
    if (b == WR_WENTRY || g->blocks.data[b].preds.len) WR_VEC_PUSH (&order, b);
  }
  WR_VEC_PUSH (&todo, order);
  while (todo.len && !wr_cancelled (g->cancel)) {
    wr_u32s blocks = WR_VEC_POP (&todo);
    do {
      find_components (&s, &blocks);
    } while (!wr_cancelled (g->cancel) && untangle_region (&s, blocks.data[0], &blocks));
    record_region (&s, &todo, &next_region);
    WR_VEC_FREE (&blocks);
  }
  for (uint32_t i = 0; i < todo.len; i++) WR_VEC_FREE (&todo.data[i]);
  WR_VEC_FREE (&todo);
  WR_VEC_FREE (&s.region);
  WR_VEC_FREE (&s.path);
  WR_VEC_FREE (&s.stack);
  WR_VEC_FREE (&s.members);
  WR_VEC_FREE (&s.ends);
  wr_bitset_free (&s.on_stack);
}
