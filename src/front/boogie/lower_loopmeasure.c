/* Measures of loops, as Boogie's MeasureChecker checks them: a measure stands in the head of a natural loop, its value is
   saved there, and at the end of each block with an edge back to the head it must have decreased.  Loops are those of the
   procedure's own blocks: an inlined call counts as one step.

   A `goto` from inside a `while` to a label directly in front of it is also a way back to the head, which Boogie takes for a
   loop of its own, without a measure.  It is checked too. */
#include "front/boogie/lowering.h"

/* -- heads ---------------------------------------------------------------------------------------------- */

static void save_measure (bpl_lowering *lo, struct bpl_block_draft *head,
                          struct bpl_loop_measure *m) {
  m->vars = WR_NEW (lo->arena, wr_var, m->exprs->len);
  for (uint32_t i = 0; i < m->exprs->len; i++) {
    wr_expr now = bpl_measure_value (lo, m->exprs->data[i]);
    m->vars[i] =
        bpl_new_local (lo, bpl_sym (lo, "$measure"), wr_expr_info (lo->core, now)->sort, m->span);
    bpl_add_assign (lo, head, m->vars[i], now, m->span);
  }
  WR_VEC_PUSH (&lo->frame->measures, *m);
}

static struct bpl_element bound_element (const struct bpl_loop_measure *m, uint32_t i) {
  struct bpl_element element = bpl_measure_element (m->node, m->span, m->exprs->data[i]);
  element.conjunct = i;
  element.conjuncts = m->exprs->len;
  return element;
}

void bpl_measure_at_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop) {
  const struct bpl_spec *spec = bpl_measure_of (&loop->specs);
  if (!spec || lo->unlabelled) return;
  struct bpl_loop_measure m = {.head = head,
                               .loop = loop,
                               .exprs = &spec->exprs,
                               .node = spec,
                               .span = spec->span,
                               .at = bpl_place_from (spec->span, spec->at)};
  for (uint32_t i = 0; i < spec->exprs.len; i++) {
    wr_expr bound;
    if (!bpl_measure_bound (lo, spec->exprs.data[i], &bound)) continue;
    struct bpl_element element = bound_element (&m, i);
    struct wr_invariant invariant = {.expr = bound, .at = element.report};
    invariant.label = bpl_label (lo, WR_ROLE_INVARIANT_ASSUMED, &element);
    WR_VEC_PUSH (&head->invariants, invariant);
  }
  save_measure (lo, head, &m);
}

/* In a loop made by goto; assertions at the start of the head are its invariants. */
void bpl_measure_stmt (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  if (lo->unlabelled) {
    bpl_unsupported (lo, stmt->span, "a measure in a code expression");
    return;
  }
  struct bpl_loop_measure m = {.head = block,
                               .exprs = &stmt->exprs,
                               .node = stmt,
                               .span = stmt->span,
                               .at = bpl_place_from (stmt->span, stmt->at)};
  for (uint32_t i = 0; i < stmt->exprs.len; i++) {
    wr_expr bound;
    if (!bpl_measure_bound (lo, stmt->exprs.data[i], &bound)) continue;
    struct bpl_element element = bound_element (&m, i);
    bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                        .at = element.report,
                                        .expr = bound,
                                        .label = bpl_label (lo, WR_ROLE_ASSERT, &element)});
  }
  save_measure (lo, block, &m);
}

void bpl_measure_way_back (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *loop) {
  if (bpl_measure_of (&loop->specs) && !lo->unlabelled)
    WR_VEC_PUSH (&lo->frame->ways_back, ((struct bpl_way_back){block, loop}));
}

/* -- the graph of the blocks ---------------------------------------------------------------------------- */

struct node {
  struct bpl_block_draft *first, *last; /* pieces of one block around inlined calls */
  uint32_t dominator;                   /* index; of the first node itself */
  wr_u32s preds;
};

struct graph {
  WR_VEC (struct node) nodes; /* in reverse postorder: a node comes after its dominators */
  wr_map index;               /* first piece -> index + 1 */
  bool reducible;
};

static struct bpl_block_draft *last_piece (struct bpl_block_draft *block) {
  while (block->continues) block = block->continues;
  return block;
}

static uint64_t key_of (const struct bpl_block_draft *block) { return (uint64_t)(uintptr_t)block; }

static uint32_t index_of (const struct graph *g, const struct bpl_block_draft *block) {
  return (uint32_t)wr_map_or (&g->index, key_of (block), 0);
}

struct visit {
  struct bpl_block_draft *block;
  uint32_t next;
};

static void number (struct graph *g, struct bpl_block_draft *first) {
  WR_VEC (struct visit) stack = {0};
  WR_VEC (struct bpl_block_draft *) post = {0};
  WR_VEC_PUSH (&stack, ((struct visit){first, 0}));
  wr_map_put (&g->index, key_of (first), UINT32_MAX);
  while (stack.len) {
    struct visit *top = &WR_VEC_LAST (&stack);
    const struct bpl_block_draft *last = last_piece (top->block);
    if (top->next == last->succs.len) {
      WR_VEC_PUSH (&post, top->block);
      stack.len--;
      continue;
    }
    struct bpl_block_draft *to = last->succs.data[top->next++];
    if (wr_map_has (&g->index, key_of (to))) continue;
    wr_map_put (&g->index, key_of (to), UINT32_MAX);
    WR_VEC_PUSH (&stack, ((struct visit){to, 0}));
  }
  for (uint32_t i = post.len; i-- > 0;) {
    struct node node = {.first = post.data[i], .last = last_piece (post.data[i])};
    WR_VEC_PUSH (&g->nodes, node);
    wr_map_put (&g->index, key_of (node.first), g->nodes.len);
  }
  WR_VEC_FREE (&stack);
  WR_VEC_FREE (&post);
}

static void find_preds (struct graph *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    const struct bpl_block_draft *last = g->nodes.data[i].last;
    for (uint32_t k = 0; k < last->succs.len; k++) {
      wr_u32s *preds = &g->nodes.data[index_of (g, last->succs.data[k]) - 1].preds;
      bool known = preds->len && WR_VEC_LAST (preds) == i; /* goto L, L */
      if (!known) WR_VEC_PUSH (preds, i);
    }
  }
}

static uint32_t common (const struct graph *g, uint32_t a, uint32_t b) {
  while (a != b) {
    if (a > b)
      a = g->nodes.data[a].dominator;
    else
      b = g->nodes.data[b].dominator;
  }
  return a;
}

static void find_dominators (struct graph *g) {
  for (uint32_t i = 1; i < g->nodes.len; i++) g->nodes.data[i].dominator = UINT32_MAX;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < g->nodes.len; i++) {
      struct node *n = &g->nodes.data[i];
      uint32_t best = UINT32_MAX;
      for (uint32_t k = 0; k < n->preds.len; k++) {
        uint32_t p = n->preds.data[k];
        if (p && g->nodes.data[p].dominator == UINT32_MAX) continue;
        best = best == UINT32_MAX ? p : common (g, best, p);
      }
      changed |= best != n->dominator;
      n->dominator = best;
    }
  }
}

static bool dominates (const struct graph *g, uint32_t a, uint32_t b) {
  while (b > a) b = g->nodes.data[b].dominator;
  return a == b;
}

/* An edge that goes against the order goes to a dominator, or into a loop with several entries. */
static bool is_reducible (const struct graph *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    const wr_u32s *preds = &g->nodes.data[i].preds;
    for (uint32_t k = 0; k < preds->len; k++)
      if (preds->data[k] >= i && !dominates (g, i, preds->data[k])) return false;
  }
  return true;
}

/* -- checks --------------------------------------------------------------------------------------------- */

static void check_decrease (bpl_lowering *lo, const struct bpl_loop_measure *m,
                            struct bpl_block_draft *block) {
  WR_VEC (wr_expr) now = {0}, before = {0};
  for (uint32_t i = 0; i < m->exprs->len; i++) {
    WR_VEC_PUSH (&now, bpl_measure_value (lo, m->exprs->data[i]));
    WR_VEC_PUSH (&before, wr_mk_var (lo->core, m->vars[i]));
  }
  struct bpl_element element = {.node = m->node,
                                .span = m->span,
                                .report = block->at.file ? block->at : m->at,
                                .cls = WR_CLASS_IMPLICIT};
  if (!lo->failed)
    bpl_measure_check (lo, block, bpl_measure_decreases (lo, now.data, before.data, now.len),
                       element);
  WR_VEC_FREE (&now);
  WR_VEC_FREE (&before);
}

/* The block that begins with this piece. */
static uint32_t node_of (const struct graph *g, const struct bpl_block_draft *piece) {
  for (uint32_t i = 0; i < g->nodes.len; i++)
    for (const struct bpl_block_draft *p = g->nodes.data[i].first; p; p = p->continues)
      if (p == piece) return i;
  return UINT32_MAX;
}

static void check_loop (bpl_lowering *lo, const struct graph *g, const struct bpl_loop_measure *m) {
  uint32_t head = node_of (g, m->head), checks = 0;
  if (head != UINT32_MAX) {
    const wr_u32s *preds = &g->nodes.data[head].preds;
    for (uint32_t i = 0; i < preds->len; i++) {
      if (!dominates (g, head, preds->data[i])) continue;
      check_decrease (lo, m, g->nodes.data[preds->data[i]].last);
      checks++;
    }
  }
  if (!checks) {
    wr_diag_add (lo->diags, WR_CODE_MEASURE_MISPLACED, m->at,
                 "this measure belongs to no loop: nothing leads back to it");
    lo->failed = true;
  }
  for (uint32_t i = 0; m->loop && i < lo->frame->ways_back.len; i++) {
    const struct bpl_way_back *way = &lo->frame->ways_back.data[i];
    if (way->loop == m->loop) check_decrease (lo, m, way->from);
  }
}

void bpl_measure_loops (bpl_lowering *lo, struct bpl_block_draft *first) {
  struct bpl_frame *frame = lo->frame;
  if (frame->measures.len && !lo->failed) {
    struct graph g = {0};
    number (&g, first);
    find_preds (&g);
    find_dominators (&g);
    if (is_reducible (&g)) {
      for (uint32_t i = 0; i < frame->measures.len; i++)
        check_loop (lo, &g, &frame->measures.data[i]);
    } else {
      bpl_unsupported (lo, frame->measures.data[0].at,
                       "a measure in code that has a loop with several entries");
    }
    for (uint32_t i = 0; i < g.nodes.len; i++) WR_VEC_FREE (&g.nodes.data[i].preds);
    WR_VEC_FREE (&g.nodes);
    wr_map_free (&g.index);
  }
  WR_VEC_FREE (&frame->measures);
  WR_VEC_FREE (&frame->ways_back);
}
