/* The walk along the dominator tree, joins, and the finished graph.

   A variable changes at a join when something between the join and its dominator writes it: then every
   way in ends with a frame fact that gives the join's incarnation its value there.  A variable that is
   not live at the join is just forgotten. */
#include "flow/pass.h"

#include "base/check.h"

struct tree {
  const wr_u32s *order;
  uint32_t *at;    /* block -> position in order */
  uint32_t *idom;  /* position -> position */
  uint32_t *depth; /* in the tree */
  uint32_t *jump;  /* an ancestor further up, for short searches */
  uint32_t *first_child, *sibling;
};

struct join {
  uint32_t slot;
  wr_var var; /* none until the first way in is finished */
};
typedef WR_VEC (struct join) joins;

struct walk {
  wr_pass *p;
  struct tree tree;
  const wr_liveness *live;
  uint64_t *merged; /* per position: row of slots that change at the join */
  joins *joins;     /* per position */
  wr_pitems *items; /* per position */
};

/* -- dominators of an acyclic graph ------------------------------------------------------------ */

static uint32_t common_ancestor (const struct tree *t, uint32_t a, uint32_t b) {
  while (a != b) {
    if (t->depth[a] < t->depth[b]) {
      uint32_t swap = a;
      a = b;
      b = swap;
    }
    if (t->depth[a] > t->depth[b]) {
      a = t->depth[t->jump[a]] >= t->depth[b] ? t->jump[a] : t->idom[a];
    } else if (t->jump[a] != t->jump[b]) {
      a = t->jump[a];
      b = t->jump[b];
    } else {
      a = t->idom[a];
      b = t->idom[b];
    }
  }
  return a;
}

static void hang_below (struct tree *t, uint32_t node, uint32_t parent) {
  t->idom[node] = parent;
  t->depth[node] = t->depth[parent] + 1;
  uint32_t up = t->jump[parent];
  bool equal_jumps = t->depth[parent] - t->depth[up] == t->depth[up] - t->depth[t->jump[up]];
  t->jump[node] = equal_jumps ? t->jump[up] : parent;
}

static void build_tree (struct tree *t, const wr_wgraph *g, const wr_u32s *order) {
  uint32_t n = order->len;
  t->order = order;
  t->at = wr_alloc (g->blocks.len, sizeof *t->at);
  t->idom = wr_alloc (n, sizeof *t->idom);
  t->depth = wr_alloc (n, sizeof *t->depth);
  t->jump = wr_alloc (n, sizeof *t->jump);
  t->first_child = wr_alloc (n, sizeof *t->first_child);
  t->sibling = wr_alloc (n, sizeof *t->sibling);
  for (uint32_t i = 0; i < n; i++) t->at[order->data[i]] = i;
  for (uint32_t i = 1; i < n && !wr_cancelled (g->cancel); i++) {
    const wr_u32s *preds = &g->blocks.data[order->data[i]].preds;
    WR_REQUIRE (preds->len > 0);
    uint32_t parent = t->at[preds->data[0]];
    for (uint32_t j = 1; j < preds->len; j++) {
      parent = common_ancestor (t, parent, t->at[preds->data[j]]);
    }
    hang_below (t, i, parent);
  }
  for (uint32_t i = n; i-- > 1;) { /* children in order; 0 ends a list */
    t->sibling[i] = t->first_child[t->idom[i]];
    t->first_child[t->idom[i]] = i;
  }
}

static void free_tree (struct tree *t) {
  free (t->at);
  free (t->idom);
  free (t->depth);
  free (t->jump);
  free (t->first_child);
  free (t->sibling);
}

/* -- joins ------------------------------------------------------------------------------------- */

static uint64_t *row (const struct walk *w, uint32_t position) {
  return w->merged + (size_t)position * w->live->words;
}

/* Everything written or merged strictly between the join and its dominator. */
static void find_merged (struct walk *w, uint32_t position, uint32_t *visited) {
  const wr_wgraph *g = w->p->g;
  const wr_u32s *preds = &g->blocks.data[w->tree.order->data[position]].preds;
  uint64_t *into = row (w, position);
  for (uint32_t i = 0; preds->len > 1 && i < preds->len; i++) {
    uint32_t up = w->tree.at[preds->data[i]];
    while (up != w->tree.idom[position] && visited[up] != position) {
      visited[up] = position;
      const uint64_t *defs = w->live->defs + (size_t)w->tree.order->data[up] * w->live->words;
      for (uint32_t k = 0; k < w->live->words; k++) into[k] |= defs[k] | row (w, up)[k];
      up = w->tree.idom[up];
    }
  }
}

static void find_joins (struct walk *w) {
  uint32_t n = w->tree.order->len;
  uint32_t *visited = wr_alloc (n, sizeof *visited);
  for (uint32_t i = 1; i < n && !wr_cancelled (w->p->g->cancel); i++) {
    find_merged (w, i, visited);
    const uint64_t *live = w->live->live + (size_t)w->tree.order->data[i] * w->live->words;
    for (uint32_t slot = 0; slot < w->p->scope->vars.len; slot++) {
      if (!row (w, i)[slot / 64]) {
        slot |= 63;
        continue;
      }
      if (!wr_row_has (row (w, i), slot) || !wr_row_has (live, slot)) continue;
      WR_VEC_PUSH (&w->joins[i], ((struct join){.slot = slot}));
    }
  }
  free (visited);
}

static wr_var join_var (struct walk *w, struct join *join) {
  if (!join->var.ix) join->var = wr_pass_fresh (w->p, w->p->scope->vars.data[join->slot]);
  return join->var;
}

static void enter_join (struct walk *w, uint32_t position) {
  wr_pass *p = w->p;
  const uint64_t *merged = row (w, position);
  for (uint32_t slot = 0; slot < p->scope->vars.len; slot++) {
    if (!merged[slot / 64]) {
      slot |= 63;
    } else if (wr_row_has (merged, slot)) {
      wr_pass_set (p, slot, (wr_expr){0});
    }
  }
  for (uint32_t i = 0; i < w->joins[position].len; i++) {
    struct join *join = &w->joins[position].data[i];
    wr_pass_set (p, join->slot, wr_mk_var (p->core, join_var (w, join)));
  }
}

static void leave_for_join (struct walk *w, uint32_t block) {
  wr_pass *p = w->p;
  const wr_u32s *succs = &p->g->blocks.data[block].succs;
  if (succs->len != 1) return;
  joins *list = &w->joins[w->tree.at[succs->data[0]]];
  p->core_cmd = WR_NO_BLOCK;
  for (uint32_t i = 0; i < list->len; i++) {
    wr_expr name = wr_mk_var (p->core, join_var (w, &list->data[i]));
    wr_expr value = {p->values.data[list->data[i].slot]};
    WR_REQUIRE (value.ix);
    wr_pass_fact (p, wr_mk2 (p->core, WR_OP_EQ, name, value), (wr_label){0});
  }
}

/* -- blocks ------------------------------------------------------------------------------------ */

static void pass_block (struct walk *w, uint32_t position) {
  wr_pass *p = w->p;
  uint32_t block = w->tree.order->data[position];
  const struct wr_wblock *b = &p->g->blocks.data[block];
  const struct wr_block *code = wr_wblock_code (p->g, block);
  p->items = &w->items[position];
  p->core_block = code ? b->core : WR_NO_BLOCK;
  p->core_cmd = WR_NO_BLOCK;
  enter_join (w, position);
  if (b->kind == WR_WBLOCK_ENTRY) wr_pass_entry (p, w->live->used);
  if (b->kind == WR_WBLOCK_EXIT) wr_pass_exit (p);
  if (b->head != WR_NO_BLOCK) wr_pass_loop_head (p, b->head);
  for (uint32_t i = 0; code && i < code->cmd_count && !wr_cancelled (p->g->cancel); i++) {
    if (!wr_wcmd_stays (p->g, b->head, code, i)) continue;
    p->core_cmd = i;
    wr_pass_cmd (p, &code->cmds[i]);
  }
  if (wr_cancelled (p->g->cancel)) return; /* the values of this block may be incomplete */
  p->core_cmd = WR_NO_BLOCK;
  if (code && !code->succ_count) wr_pass_capture (p, (wr_symbol){0}, code->return_at);
  if (b->check != WR_NO_BLOCK) wr_pass_check (p, b->check, b->maintained);
  leave_for_join (w, block);
}

struct frame {
  uint32_t position, undo, next_child;
};

static void walk_tree (struct walk *w) {
  WR_VEC (struct frame) stack = {0};
  uint32_t enter = 0;
  bool entering = true;
  do {
    if (entering) {
      struct frame frame = {enter, w->p->undo.len, w->tree.first_child[enter]};
      pass_block (w, enter);
      WR_VEC_PUSH (&stack, frame);
    }
    struct frame *top = &WR_VEC_LAST (&stack);
    entering = top->next_child != 0;
    if (entering) {
      enter = top->next_child;
      top->next_child = w->tree.sibling[enter];
    } else {
      wr_pass_back_to (w->p, top->undo);
      stack.len--;
    }
  } while (stack.len && !wr_cancelled (w->p->g->cancel));
  WR_VEC_FREE (&stack);
}

/* -- the finished graph ------------------------------------------------------------------------ */

/* Empty blocks on edges are removed. */
static uint32_t through_empty (const struct walk *w, uint32_t block) {
  const struct wr_wblock *b = &w->p->g->blocks.data[block];
  while (b->kind == WR_WBLOCK_EDGE && !w->items[w->tree.at[block]].len && b->succs.len == 1) {
    block = b->succs.data[0];
    b = &w->p->g->blocks.data[block];
  }
  return block;
}

static wr_symbol name_of (const struct walk *w, uint32_t block) {
  wr_pass *p = w->p;
  const struct wr_wblock *b = &p->g->blocks.data[block];
  const struct wr_block *code = wr_wblock_code (p->g, block);
  if (code) return code->name;
  wr_buf text = {0};
  switch (b->kind) {
  case WR_WBLOCK_ENTRY: wr_buf_print (&text, "entry"); break;
  case WR_WBLOCK_EXIT: wr_buf_print (&text, "exit"); break;
  case WR_WBLOCK_CODE:
  case WR_WBLOCK_EDGE: wr_buf_print (&text, "edge%u", (unsigned)w->tree.at[block]); break;
  }
  wr_symbol name = wr_intern (p->core->symbols, wr_buf_str (&text));
  wr_buf_free (&text);
  return name;
}

static void emit_block (struct walk *w, uint32_t block, const uint32_t *number,
                        struct wr_pblock *out) {
  wr_pass *p = w->p;
  const struct wr_wblock *b = &p->g->blocks.data[block];
  const struct wr_block *code = wr_wblock_code (p->g, block);
  out->name = name_of (w, block);
  if (code) out->at = code->at;
  if (code && !code->succ_count) out->return_at = code->return_at;
  wr_pitems *items = &w->items[w->tree.at[block]];
  out->items = WR_VEC_KEEP (p->arena, items);
  out->item_count = items->len;
  uint32_t real = b->kind == WR_WBLOCK_ENTRY ? 1 : b->succs.len;
  out->succs = WR_NEW (p->arena, uint32_t, real);
  out->succ_count = real;
  for (uint32_t i = 0; i < real; i++) out->succs[i] = number[through_empty (w, b->succs.data[i])];
}

static void number_goals (wr_pass *p, wr_passive *passive) {
  wr_map seen = {0};
  passive->goals = WR_NEW (p->arena, struct wr_goal, p->goals.len);
  for (uint32_t b = 0; b < passive->block_count; b++) {
    for (uint32_t i = 0; i < passive->blocks[b].item_count; i++) {
      struct wr_pitem *item = &passive->blocks[b].items[i];
      if (item->kind != WR_PITEM_GOAL) continue;
      struct wr_goal *goal = &passive->goals[passive->goal_count];
      *goal = p->goals.data[item->goal];
      goal->block = b;
      goal->item = i;
      goal->implied = goal->label.ix && wr_map_has (&seen, goal->label.ix);
      wr_map_put (&seen, goal->label.ix, 1);
      item->goal = passive->goal_count++;
    }
  }
  WR_REQUIRE (passive->goal_count == p->goals.len);
  wr_map_free (&seen);
}

static wr_passive *emit (struct walk *w) {
  wr_pass *p = w->p;
  wr_passive *passive = WR_NEW (p->arena, wr_passive, 1);
  uint32_t *number = wr_alloc (p->g->blocks.len, sizeof *number), count = 0;
  const wr_u32s *order = w->tree.order;
  for (uint32_t i = 0; i < order->len; i++) {
    if (through_empty (w, order->data[i]) == order->data[i]) number[order->data[i]] = count++;
  }
  passive->body = p->g->body;
  passive->blocks = WR_NEW (p->arena, struct wr_pblock, count);
  passive->block_count = count;
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t block = order->data[i];
    if (through_empty (w, block) != block) continue;
    emit_block (w, block, number, &passive->blocks[number[block]]);
  }
  free (number);
  number_goals (p, passive);
  passive->states = WR_VEC_KEEP (p->arena, &p->states);
  passive->state_count = p->states.len;
  return passive;
}

wr_passive *wr_pass_run (wr_pass *p, const wr_u32s *order, const wr_liveness *live) {
  struct walk w = {.p = p, .live = live};
  build_tree (&w.tree, p->g, order);
  w.merged = wr_alloc (order->len, live->words * sizeof (uint64_t));
  w.joins = wr_alloc (order->len, sizeof *w.joins);
  w.items = wr_alloc (order->len, sizeof *w.items);
  find_joins (&w);
  if (!wr_cancelled (p->g->cancel)) walk_tree (&w);
  wr_passive *passive = wr_cancelled (p->g->cancel) ? NULL : emit (&w);
  for (uint32_t i = 0; i < order->len; i++) {
    WR_VEC_FREE (&w.joins[i]);
    WR_VEC_FREE (&w.items[i]);
  }
  free (w.merged);
  free (w.joins);
  free (w.items);
  free_tree (&w.tree);
  return passive;
}
