/* Cutting loops at their heads.  An invariant is a goal on every edge into the head (established from
   outside, maintained from inside) and a fact at the head, after a havoc of what the loop assigns. */
#include "flow/graph.h"

#include "base/check.h"

bool wr_wloop_holds (const wr_wgraph *g, uint32_t loop, uint32_t block) {
  uint32_t l = g->blocks.data[block].inner;
  while (l != WR_NO_BLOCK && l != loop) l = g->loops.data[l].parent;
  return l == loop;
}

uint32_t wr_wblock_prefix (const wr_wgraph *g, uint32_t block) {
  const struct wr_block *code = wr_wblock_code (g, block);
  if (!code || code->loop_head || code->invariant_count) return 0;
  uint32_t n = 0;
  while (n < code->cmd_count &&
         (code->cmds[n].kind == WR_CMD_ASSERT || code->cmds[n].kind == WR_CMD_ASSUME)) {
    n++;
  }
  return n;
}

bool wr_wcmd_probes (const wr_wgraph *g, const struct wr_cmd *cmd) {
  return cmd->kind == WR_CMD_ASSERT && cmd->label.ix &&
         wr_label_info (&g->core->labels, cmd->label)->probe != WR_PROBE_NONE;
}

bool wr_wcmd_stays (const wr_wgraph *g, uint32_t loop, const struct wr_block *code, uint32_t i) {
  return loop == WR_NO_BLOCK || i >= g->loops.data[loop].lifted ||
         wr_wcmd_probes (g, &code->cmds[i]);
}

/* -- targets ----------------------------------------------------------------------------------- */

static void add_target (wr_u32s *targets, wr_bitset *seen, wr_var var) {
  if (wr_bitset_has (seen, var.ix)) return;
  wr_bitset_set (seen, var.ix, true);
  WR_VEC_PUSH (targets, var.ix);
}

static void add_targets_of (const wr_wgraph *g, const struct wr_cmd *cmd, wr_u32s *targets,
                            wr_bitset *seen) {
  switch (cmd->kind) {
  case WR_CMD_ASSUME:
  case WR_CMD_ASSERT: return;
  case WR_CMD_ASSIGN:
    for (uint32_t i = 0; i < cmd->assign_count; i++) {
      add_target (targets, seen, cmd->assigns[i].var);
    }
    return;
  case WR_CMD_CALL: {
    const struct wr_procedure *callee = &g->core->procedures.data[cmd->procedure];
    for (uint32_t i = 0; i < callee->modifies.len; i++) {
      add_target (targets, seen, callee->modifies.data[i]);
    }
  } /* and its out targets */
    __attribute__ ((fallthrough));
  case WR_CMD_HAVOC:
    for (uint32_t i = 0; i < cmd->var_count; i++) add_target (targets, seen, cmd->vars[i]);
    return;
  }
  WR_UNREACHABLE ();
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void find_targets (const wr_wgraph *g, struct wr_wloop *loop) {
  wr_bitset seen = {0};
  for (uint32_t i = 0; i < loop->body.len; i++) {
    const struct wr_block *code = wr_wblock_code (g, loop->body.data[i]);
    for (uint32_t j = 0; code && j < code->cmd_count; j++) {
      add_targets_of (g, &code->cmds[j], &loop->targets, &seen);
    }
  }
  wr_bitset_free (&seen);
  if (loop->targets.len) {
    qsort (loop->targets.data, loop->targets.len, sizeof (uint32_t), by_number);
  }
}

/* -- invariants -------------------------------------------------------------------------------- */

/* A loop made by goto has no site in core; it gets the same site each time flow runs. */
static wr_site site_of (const wr_wgraph *g, const struct wr_block *code) {
  if (code->loop_site.ix) return code->loop_site;
  struct wr_site_info info = {
      .kind = WR_SITE_LOOP, .span = code->at, .procedure = wr_wgraph_body (g)->procedure + 1};
  return wr_site_find (&g->core->labels, &info);
}

static void add_checked (wr_wgraph *g, struct wr_wloop *loop, struct wr_winvariant inv,
                         wr_label label) {
  wr_labels *labels = &g->core->labels;
  inv.established = wr_label_derive (labels, label, WR_ROLE_INVARIANT_ESTABLISHED, loop->site);
  inv.maintained = wr_label_derive (labels, label, WR_ROLE_INVARIANT_MAINTAINED, loop->site);
  if (inv.core_cmd != WR_NO_BLOCK) {
    inv.assumed = wr_label_derive (labels, label, WR_ROLE_INVARIANT_ASSUMED, loop->site);
  }
  WR_VEC_PUSH (&loop->invariants, inv);
}

static void find_invariants (wr_wgraph *g, struct wr_wloop *loop) {
  const struct wr_block *code = wr_wblock_code (g, loop->head);
  WR_REQUIRE (code);
  loop->site = site_of (g, code);
  loop->lifted = wr_wblock_prefix (g, loop->head);
  for (uint32_t i = 0; i < code->invariant_count; i++) {
    const struct wr_invariant *v = &code->invariants[i];
    struct wr_winvariant inv = {.expr = v->expr,
                                .checked = v->checked.ix ? v->checked : v->expr,
                                .free = v->free,
                                .at = v->at,
                                .core_cmd = WR_NO_BLOCK};
    inv.assumed = v->label;
    if (v->free) {
      WR_VEC_PUSH (&loop->invariants, inv);
    } else {
      add_checked (g, loop, inv, v->label);
    }
  }
  for (uint32_t i = 0; i < loop->lifted; i++) {
    const struct wr_cmd *cmd = &code->cmds[i];
    if (wr_wcmd_probes (g, cmd)) continue;
    struct wr_winvariant inv = {
        .expr = cmd->expr, .checked = cmd->expr, .at = cmd->at, .core_cmd = i};
    inv.free = cmd->kind == WR_CMD_ASSUME;
    inv.assumed = cmd->label;
    if (inv.free) {
      WR_VEC_PUSH (&loop->invariants, inv);
    } else {
      add_checked (g, loop, inv, cmd->label);
    }
  }
}

/* -- edges ------------------------------------------------------------------------------------- */

static bool is_checked (const struct wr_wloop *loop) {
  for (uint32_t i = 0; i < loop->invariants.len; i++) {
    if (!loop->invariants.data[i].free) return true;
  }
  return false;
}

static void cut_edge (wr_wgraph *g, uint32_t loop, uint32_t from) {
  uint32_t head = g->loops.data[loop].head;
  bool back = wr_wloop_holds (g, loop, from);
  if (!g->blocks.data[from].abstract && is_checked (&g->loops.data[loop])) {
    if (g->blocks.data[from].succs.len > 1) from = wr_wedge_split (g, from, head);
    g->blocks.data[from].check = loop;
    g->blocks.data[from].maintained = back;
  }
  if (back) wr_wedge_remove (g, from, head);
}

void wr_wgraph_cut (wr_wgraph *g) {
  for (uint32_t l = 0; l < g->loops.len && !wr_cancelled (g->cancel); l++) {
    find_targets (g, &g->loops.data[l]);
    find_invariants (g, &g->loops.data[l]);
  }
  for (uint32_t l = 0; l < g->loops.len && !wr_cancelled (g->cancel); l++) {
    wr_u32s preds = {0};
    const wr_u32s *now = &g->blocks.data[g->loops.data[l].head].preds;
    for (uint32_t i = 0; i < now->len; i++) WR_VEC_PUSH (&preds, now->data[i]);
    for (uint32_t i = 0; i < preds.len && !wr_cancelled (g->cancel); i++)
      cut_edge (g, l, preds.data[i]);
    WR_VEC_FREE (&preds);
  }
}
