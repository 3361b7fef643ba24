#include "flow/graph.h"

#include "base/check.h"

/* -- blocks and edges -------------------------------------------------------------------------- */

uint32_t wr_wblock_add (wr_wgraph *g, enum wr_wblock_kind kind, uint32_t core) {
  struct wr_wblock b = {
      .kind = kind, .core = core, .inner = WR_NO_BLOCK, .head = WR_NO_BLOCK, .check = WR_NO_BLOCK};
  WR_VEC_PUSH (&g->blocks, b);
  return g->blocks.len - 1;
}

static bool holds (const wr_u32s *list, uint32_t item) {
  for (uint32_t i = 0; i < list->len; i++) {
    if (list->data[i] == item) return true;
  }
  return false;
}

static void take_out (wr_u32s *list, uint32_t item) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->len; i++) {
    if (list->data[i] != item) list->data[n++] = list->data[i];
  }
  list->len = n;
}

static void put_instead (wr_u32s *list, uint32_t old, uint32_t item) {
  for (uint32_t i = 0; i < list->len; i++) {
    if (list->data[i] == old) list->data[i] = item;
  }
}

void wr_wedge_append (wr_wgraph *g, uint32_t from, uint32_t to) {
  WR_VEC_PUSH (&g->blocks.data[from].succs, to);
  WR_VEC_PUSH (&g->blocks.data[to].preds, from);
}

void wr_wedge_add (wr_wgraph *g, uint32_t from, uint32_t to) {
  if (!holds (&g->blocks.data[from].succs, to)) wr_wedge_append (g, from, to);
}

void wr_wedge_remove (wr_wgraph *g, uint32_t from, uint32_t to) {
  take_out (&g->blocks.data[from].succs, to);
  take_out (&g->blocks.data[to].preds, from);
}

uint32_t wr_wedge_split (wr_wgraph *g, uint32_t from, uint32_t to) {
  uint32_t mid = wr_wblock_add (g, WR_WBLOCK_EDGE, g->blocks.data[from].core);
  g->blocks.data[mid].inner = g->blocks.data[from].inner;
  put_instead (&g->blocks.data[from].succs, to, mid);
  put_instead (&g->blocks.data[to].preds, from, mid);
  WR_VEC_PUSH (&g->blocks.data[mid].preds, from);
  WR_VEC_PUSH (&g->blocks.data[mid].succs, to);
  return mid;
}

void wr_wgraph_free (wr_wgraph *g) {
  for (uint32_t i = 0; i < g->blocks.len; i++) {
    WR_VEC_FREE (&g->blocks.data[i].succs);
    WR_VEC_FREE (&g->blocks.data[i].preds);
  }
  for (uint32_t i = 0; i < g->loops.len; i++) {
    WR_VEC_FREE (&g->loops.data[i].body);
    WR_VEC_FREE (&g->loops.data[i].targets);
    WR_VEC_FREE (&g->loops.data[i].invariants);
  }
  WR_VEC_FREE (&g->blocks);
  WR_VEC_FREE (&g->loops);
}

/* -- from the body ----------------------------------------------------------------------------- */

static void mark_reached (const wr_wgraph *g, uint32_t from, wr_bitset *reached) {
  wr_u32s stack = {0};
  wr_bitset_set (reached, from, true);
  WR_VEC_PUSH (&stack, from);
  while (stack.len) {
    const wr_u32s *succs = &g->blocks.data[WR_VEC_POP (&stack)].succs;
    for (uint32_t i = 0; i < succs->len; i++) {
      if (wr_bitset_has (reached, succs->data[i])) continue;
      wr_bitset_set (reached, succs->data[i], true);
      WR_VEC_PUSH (&stack, succs->data[i]);
    }
  }
  WR_VEC_FREE (&stack);
}

static bool holds_goals (const wr_wgraph *g, uint32_t block) {
  const struct wr_block *code = wr_wblock_code (g, block);
  if (!code) {
    uint32_t procedure = wr_wgraph_body (g)->procedure;
    return block == WR_WEXIT && g->core->procedures.data[procedure].ensures.len > 0;
  }
  if (code->invariant_count) return true;
  for (uint32_t i = 0; i < code->cmd_count; i++) {
    if (code->cmds[i].kind == WR_CMD_ASSERT || code->cmds[i].kind == WR_CMD_CALL) return true;
  }
  return false;
}

/* Unreachable code must not flow into reachable code; it is attached to the entry separately. */
static void hang_unreached (wr_wgraph *g) {
  wr_bitset reached = {0};
  mark_reached (g, WR_WENTRY, &reached);
  bool needed = false;
  for (uint32_t b = 0; b < g->blocks.len && !wr_cancelled (g->cancel); b++) {
    if (wr_bitset_has (&reached, b)) continue;
    needed |= holds_goals (g, b);
    wr_u32s *succs = &g->blocks.data[b].succs;
    for (uint32_t i = succs->len; i-- > 0;) {
      if (wr_bitset_has (&reached, succs->data[i])) wr_wedge_remove (g, b, succs->data[i]);
    }
  }
  for (uint32_t b = WR_WFIRST; b < g->blocks.len && !wr_cancelled (g->cancel); b++) {
    if (wr_bitset_has (&reached, b)) continue;
    if (!needed) {
      g->blocks.data[b].succs.len = g->blocks.data[b].preds.len = 0;
      continue;
    }
    wr_wedge_add (g, WR_WENTRY, b);
    mark_reached (g, b, &reached);
  }
  if (needed && !wr_bitset_has (&reached, WR_WEXIT)) wr_wedge_add (g, WR_WENTRY, WR_WEXIT);
  wr_bitset_free (&reached);
}

/* Duplicates among the targets of one block are found with a mark instead of a search. */
void wr_wgraph_build (wr_wgraph *g, wr_core *core, uint32_t body, const wr_cancel *cancel) {
  *g = (wr_wgraph){.core = core, .body = body, .cancel = cancel};
  const struct wr_body *code = &core->bodies.data[body];
  WR_REQUIRE (code->block_count > 0);
  wr_wblock_add (g, WR_WBLOCK_ENTRY, WR_NO_BLOCK);
  wr_wblock_add (g, WR_WBLOCK_EXIT, WR_NO_BLOCK);
  for (uint32_t i = 0; i < code->block_count; i++) wr_wblock_add (g, WR_WBLOCK_CODE, i);
  uint32_t *mark = wr_alloc (g->blocks.len, sizeof *mark);
  wr_wedge_add (g, WR_WENTRY, WR_WFIRST);
  for (uint32_t i = 0; i < code->block_count; i++) {
    const struct wr_block *b = &code->blocks[i];
    for (uint32_t j = 0; j < b->succ_count; j++) {
      uint32_t to = b->succs[j] + WR_WFIRST;
      if (mark[to] == i + 1) continue;
      mark[to] = i + 1;
      WR_VEC_PUSH (&g->blocks.data[i + WR_WFIRST].succs, to);
      WR_VEC_PUSH (&g->blocks.data[to].preds, i + WR_WFIRST);
    }
    if (b->succ_count) continue;
    WR_VEC_PUSH (&g->blocks.data[i + WR_WFIRST].succs, WR_WEXIT);
    WR_VEC_PUSH (&g->blocks.data[WR_WEXIT].preds, i + WR_WFIRST);
  }
  free (mark);
  hang_unreached (g);
}

/* Puts new blocks on the edges of one block, as far as they lead to joins; the predecessors of the joins are not changed yet. */
static void split_edges_of (wr_wgraph *g, uint32_t b) {
  if (g->blocks.data[b].succs.len < 2) return;
  for (uint32_t i = 0; i < g->blocks.data[b].succs.len; i++) {
    uint32_t to = g->blocks.data[b].succs.data[i];
    if (g->blocks.data[to].preds.len < 2) continue;
    uint32_t mid = wr_wblock_add (g, WR_WBLOCK_EDGE, g->blocks.data[b].core);
    g->blocks.data[mid].inner = g->blocks.data[b].inner;
    g->blocks.data[b].succs.data[i] = mid;
    WR_VEC_PUSH (&g->blocks.data[mid].preds, b);
    WR_VEC_PUSH (&g->blocks.data[mid].succs, to);
  }
}

/* All edges at once, in time that is linear in their number: new[b] lists the new blocks that lead to b. */
void wr_wgraph_split_edges (wr_wgraph *g) {
  uint32_t count = g->blocks.len;
  for (uint32_t b = 0; b < count && !wr_cancelled (g->cancel); b++) split_edges_of (g, b);
  wr_u32s *new = wr_alloc (count, sizeof *new);
  uint32_t *instead = wr_alloc (count, sizeof *instead);
  for (uint32_t mid = count; mid < g->blocks.len; mid++)
    WR_VEC_PUSH (&new[g->blocks.data[mid].succs.data[0]], mid);
  for (uint32_t b = 0; b < count; b++) {
    wr_u32s *preds = &g->blocks.data[b].preds;
    for (uint32_t i = 0; i < new[b].len; i++)
      instead[g->blocks.data[new[b].data[i]].preds.data[0]] = new[b].data[i];
    for (uint32_t i = 0; new[b].len > 0 && i < preds->len; i++) {
      uint32_t from = preds->data[i];
      if (instead[from]) preds->data[i] = instead[from];
      instead[from] = 0;
    }
    WR_VEC_FREE (&new[b]);
  }
  free (new);
  free (instead);
}

/* -- topological order ------------------------------------------------------------------------- */

/* A heap of blocks by their place in the body: entry first, an edge's block right after the block it
   leaves, exit last. */
static uint64_t place_of (const wr_wgraph *g, uint32_t block) {
  const struct wr_wblock *b = &g->blocks.data[block];
  uint64_t place = 0;
  switch (b->kind) {
  case WR_WBLOCK_ENTRY: place = 0; break;
  case WR_WBLOCK_EXIT: place = UINT32_MAX; break;
  case WR_WBLOCK_CODE:
  case WR_WBLOCK_EDGE: place = b->core == WR_NO_BLOCK ? 1 : (uint64_t)b->core + 1; break;
  }
  return place << 32 | block;
}

typedef WR_VEC (uint64_t) heap;

static void heap_push (heap *h, uint64_t item) {
  WR_VEC_PUSH (h, item);
  for (uint32_t i = h->len - 1; i > 0;) {
    uint32_t up = (i - 1) / 2;
    if (h->data[up] <= h->data[i]) break;
    uint64_t t = h->data[up];
    h->data[up] = h->data[i];
    h->data[i] = t;
    i = up;
  }
}

static uint64_t heap_pop (heap *h) {
  uint64_t top = h->data[0], last = WR_VEC_POP (h);
  if (!h->len) return top;
  uint32_t i = 0;
  for (;;) {
    uint32_t child = 2 * i + 1;
    if (child >= h->len) break;
    if (child + 1 < h->len && h->data[child + 1] < h->data[child]) child++;
    if (last <= h->data[child]) break;
    h->data[i] = h->data[child];
    i = child;
  }
  h->data[i] = last;
  return top;
}

void wr_wgraph_order (const wr_wgraph *g, wr_u32s *order) {
  wr_bitset reached = {0};
  mark_reached (g, WR_WENTRY, &reached);
  uint32_t *waiting = wr_alloc (g->blocks.len, sizeof *waiting);
  for (uint32_t b = 0; b < g->blocks.len; b++) {
    for (uint32_t i = 0; wr_bitset_has (&reached, b) && i < g->blocks.data[b].succs.len; i++) {
      waiting[g->blocks.data[b].succs.data[i]]++;
    }
  }
  heap ready = {0};
  heap_push (&ready, place_of (g, WR_WENTRY));
  while (ready.len && !wr_cancelled (g->cancel)) {
    uint32_t b = (uint32_t)heap_pop (&ready);
    WR_VEC_PUSH (order, b);
    const wr_u32s *succs = &g->blocks.data[b].succs;
    for (uint32_t i = 0; i < succs->len; i++) {
      if (!--waiting[succs->data[i]]) heap_push (&ready, place_of (g, succs->data[i]));
    }
  }
  WR_REQUIRE (wr_cancelled (g->cancel) || order->len == wr_bitset_size (&reached));
  WR_VEC_FREE (&ready);
  free (waiting);
  wr_bitset_free (&reached);
}
