/* The loops of a body: dominators, natural loops, what they assign. Deliberately independent of flow's loops: the
   evaluator must not share the verifier's defects. */
#include "exec/machine.h"

#include "base/bitset.h"

#include <string.h>

struct graph {
  const struct wr_body *body;
  wr_u32s order;   /* reverse postorder of the reachable blocks */
  uint32_t *place; /* in order; UINT32_MAX: unreachable */
  uint32_t *idom;  /* as places */
  wr_u32s *preds;  /* reachable ones */
};

static void find_order (struct graph *g) {
  uint32_t count = g->body->block_count;
  wr_u32s post = {0}, stack = {0};
  uint32_t *next = wr_alloc (count, sizeof *next);
  bool *seen = wr_alloc (count, sizeof *seen);
  seen[0] = true;
  WR_VEC_PUSH (&stack, 0);
  while (stack.len) {
    uint32_t b = WR_VEC_LAST (&stack);
    if (next[b] == g->body->blocks[b].succ_count) {
      WR_VEC_PUSH (&post, b);
      stack.len--;
      continue;
    }
    uint32_t s = g->body->blocks[b].succs[next[b]++];
    WR_VEC_PUSH (&g->preds[s], b);
    if (seen[s]) continue;
    seen[s] = true;
    WR_VEC_PUSH (&stack, s);
  }
  memset (g->place, 0xff, count * sizeof *g->place);
  for (uint32_t i = post.len; i-- > 0;) {
    g->place[post.data[i]] = g->order.len;
    WR_VEC_PUSH (&g->order, post.data[i]);
  }
  free (seen);
  free (next);
  WR_VEC_FREE (&stack);
  WR_VEC_FREE (&post);
}

static uint32_t common_dominator (const uint32_t *idom, uint32_t a, uint32_t b) {
  while (a != b) {
    if (a > b)
      a = idom[a];
    else
      b = idom[b];
  }
  return a;
}

static void find_dominators (struct graph *g) {
  for (uint32_t i = 0; i < g->order.len; i++) g->idom[i] = UINT32_MAX;
  g->idom[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < g->order.len; i++) {
      const wr_u32s *preds = &g->preds[g->order.data[i]];
      uint32_t dom = UINT32_MAX;
      for (uint32_t k = 0; k < preds->len; k++) {
        uint32_t p = g->place[preds->data[k]];
        if (g->idom[p] == UINT32_MAX) continue;
        dom = dom == UINT32_MAX ? p : common_dominator (g->idom, p, dom);
      }
      changed = changed || dom != g->idom[i];
      g->idom[i] = dom;
    }
  }
}

static bool dominates (const struct graph *g, uint32_t a, uint32_t b) {
  uint32_t x = g->place[a], y = g->place[b];
  while (y > x) y = g->idom[y];
  return x == y;
}

/* The blocks from which `from` is reached without passing the head. */
static void add_loop_blocks (const struct graph *g, uint32_t head, uint32_t from, wr_bitset *in) {
  wr_u32s stack = {0};
  wr_bitset_set (in, head, true);
  WR_VEC_PUSH (&stack, from);
  while (stack.len) {
    uint32_t b = WR_VEC_POP (&stack);
    if (wr_bitset_has (in, b)) continue;
    wr_bitset_set (in, b, true);
    for (uint32_t i = 0; i < g->preds[b].len; i++) WR_VEC_PUSH (&stack, g->preds[b].data[i]);
  }
  WR_VEC_FREE (&stack);
}

static void mark_var (wr_bitset *in, wr_var var) { wr_bitset_set (in, var.ix, true); }

static void mark_assigned (const wr_core *core, const struct wr_cmd *cmd, wr_bitset *in) {
  for (uint32_t i = 0; i < cmd->var_count; i++) mark_var (in, cmd->vars[i]);
  for (uint32_t i = 0; i < cmd->assign_count; i++) mark_var (in, cmd->assigns[i].var);
  if (cmd->kind != WR_CMD_CALL) return;
  const struct wr_procedure *callee = &core->procedures.data[cmd->procedure];
  for (uint32_t i = 0; i < callee->modifies.len; i++) mark_var (in, callee->modifies.data[i]);
}

static void fill_loop (const wr_core *core, const struct wr_body *body, struct loop *loop,
                       const wr_bitset *blocks) {
  wr_bitset targets = {0};
  for (uint32_t b = 0; b < body->block_count; b++) {
    if (!wr_bitset_has (blocks, b)) continue;
    WR_VEC_PUSH (&loop->blocks, b);
    for (uint32_t i = 0; i < body->blocks[b].cmd_count; i++) {
      mark_assigned (core, &body->blocks[b].cmds[i], &targets);
    }
  }
  for (uint32_t v = 0; v < core->vars.len; v++) {
    if (wr_bitset_has (&targets, v)) WR_VEC_PUSH (&loop->targets, v);
  }
  wr_bitset_free (&targets);
}

static uint32_t prefix_of (const struct wr_block *block) {
  if (block->loop_head || block->invariant_count) return 0;
  uint32_t n = 0;
  while (n < block->cmd_count &&
         (block->cmds[n].kind == WR_CMD_ASSERT || block->cmds[n].kind == WR_CMD_ASSUME)) {
    n++;
  }
  return n;
}

static void find_loops (wr_machine *m, const struct graph *g, struct loops *loops) {
  for (uint32_t i = 0; i < g->order.len; i++) {
    uint32_t head = g->order.data[i];
    const struct wr_block *block = &g->body->blocks[head];
    struct loop *loop = &loops->of[head];
    wr_bitset blocks = {0};
    loop->head = block->loop_head || block->invariant_count;
    for (uint32_t k = 0; k < g->preds[head].len; k++) {
      uint32_t from = g->preds[head].data[k];
      if (g->place[from] < i) continue;
      if (!dominates (g, head, from)) {
        loops->irreducible = true;
        continue;
      }
      loop->head = loop->natural = true;
      add_loop_blocks (g, head, from, &blocks);
    }
    if (loop->natural) fill_loop (m->core, g->body, loop, &blocks);
    if (loop->natural) loop->prefix = prefix_of (block);
    wr_bitset_free (&blocks);
  }
}

const struct loops *wr_x_loops_of (wr_machine *m, uint32_t body) {
  if (body >= m->loops_count) {
    uint32_t count = m->core->bodies.len;
    m->loops = wr_realloc (m->loops, count, sizeof *m->loops);
    memset (m->loops + m->loops_count, 0, (count - m->loops_count) * sizeof *m->loops);
    m->loops_count = count;
  }
  if (m->loops[body]) return m->loops[body];
  struct loops *loops = m->loops[body] = wr_alloc (1, sizeof *loops);
  struct graph g = {.body = &m->core->bodies.data[body]};
  uint32_t count = loops->block_count = g.body->block_count;
  loops->of = wr_alloc (count, sizeof *loops->of);
  g.place = wr_alloc (count, sizeof *g.place);
  g.idom = wr_alloc (count, sizeof *g.idom);
  g.preds = wr_alloc (count, sizeof *g.preds);
  find_order (&g);
  find_dominators (&g);
  find_loops (m, &g, loops);
  for (uint32_t i = 0; i < count; i++) WR_VEC_FREE (&g.preds[i]);
  free (g.preds);
  free (g.idom);
  free (g.place);
  WR_VEC_FREE (&g.order);
  return loops;
}

void wr_x_loops_free (struct loops *loops) {
  if (!loops) return;
  for (uint32_t i = 0; i < loops->block_count; i++) {
    WR_VEC_FREE (&loops->of[i].blocks);
    WR_VEC_FREE (&loops->of[i].targets);
  }
  free (loops->of);
  free (loops);
}
