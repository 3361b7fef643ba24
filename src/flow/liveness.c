/* What each block reads before it writes, what it writes, and from these what is live.  The parts of a
   block are visited in the order in which flow turns them into facts. */
#include "flow/scope.h"

#include "base/check.h"
#include "core/build.h"

struct scan {
  const wr_scope *scope;
  const wr_wgraph *g;
  uint64_t *reads, *defs, *used; /* rows */
  wr_u32s vars;                  /* scratch */
};

static void read_slot (struct scan *s, uint32_t slot) {
  wr_row_add (s->used, slot);
  if (!wr_row_has (s->defs, slot)) wr_row_add (s->reads, slot);
}

/* In the callee's clauses only globals are variables of the body. */
static void read_vars (struct scan *s, wr_expr e, bool callee) {
  s->vars.len = 0;
  wr_free_vars (s->g->core, e, &s->vars);
  for (uint32_t i = 0; i < s->vars.len; i++) {
    wr_var var = {s->vars.data[i]};
    if (callee && wr_var_info (s->g->core, var)->kind != WR_VAR_GLOBAL) continue;
    uint32_t slot = wr_scope_slot (s->scope, var);
    if (slot != UINT32_MAX) read_slot (s, slot);
  }
}

static void read_clauses (struct scan *s, const wr_clauses *clauses, bool callee) {
  for (uint32_t i = 0; i < clauses->len; i++) {
    read_vars (s, clauses->data[i].expr, callee);
    if (clauses->data[i].checked.ix) read_vars (s, clauses->data[i].checked, callee);
  }
}

static void write_var (struct scan *s, wr_var var) {
  uint32_t slot = wr_scope_slot (s->scope, var);
  WR_REQUIRE (slot != UINT32_MAX);
  wr_row_add (s->defs, slot);
}

static void read_where (struct scan *s, wr_var var) {
  uint32_t slot = wr_scope_slot (s->scope, var);
  if (slot != UINT32_MAX) read_clauses (s, wr_scope_where (s->scope, slot), false);
}

static void scan_assign (struct scan *s, const struct wr_cmd *cmd) {
  for (uint32_t i = 0; i < cmd->assign_count; i++) {
    const struct wr_assign *a = &cmd->assigns[i];
    read_vars (s, a->value, false);
    if (a->step_count) read_slot (s, wr_scope_slot (s->scope, a->var));
    for (uint32_t j = 0; j < a->step_count; j++) {
      for (uint32_t k = 0; k < a->steps[j].index_count; k++) {
        read_vars (s, a->steps[j].index[k], false);
      }
    }
  }
  for (uint32_t i = 0; i < cmd->assign_count; i++) write_var (s, cmd->assigns[i].var);
}

static void scan_call (struct scan *s, const struct wr_cmd *cmd) {
  const wr_core *core = s->g->core;
  const struct wr_procedure *callee = &core->procedures.data[cmd->procedure];
  for (uint32_t i = 0; i < cmd->arg_count; i++) read_vars (s, cmd->args[i], false);
  read_clauses (s, &callee->requires_, true);
  read_clauses (s, &callee->ensures, true);
  for (uint32_t i = 0; i < callee->outs.len; i++) {
    read_clauses (s, &wr_var_info (core, callee->outs.data[i])->where, true);
  }
  for (uint32_t i = 0; i < callee->modifies.len; i++) write_var (s, callee->modifies.data[i]);
  for (uint32_t i = 0; i < callee->modifies.len; i++) read_where (s, callee->modifies.data[i]);
  for (uint32_t i = 0; i < cmd->var_count; i++) write_var (s, cmd->vars[i]);
}

static void scan_cmd (struct scan *s, const struct wr_cmd *cmd) {
  switch (cmd->kind) {
  case WR_CMD_ASSUME:
  case WR_CMD_ASSERT: read_vars (s, cmd->expr, false); return;
  case WR_CMD_ASSIGN: scan_assign (s, cmd); return;
  case WR_CMD_HAVOC:
    for (uint32_t i = 0; i < cmd->var_count; i++) write_var (s, cmd->vars[i]);
    for (uint32_t i = 0; i < cmd->var_count; i++) read_where (s, cmd->vars[i]);
    return;
  case WR_CMD_CALL: scan_call (s, cmd); return;
  }
  WR_UNREACHABLE ();
}

static void scan_invariants (struct scan *s, uint32_t loop) {
  const struct wr_wloop *l = &s->g->loops.data[loop];
  for (uint32_t i = 0; i < l->invariants.len; i++) {
    read_vars (s, l->invariants.data[i].expr, false);
    read_vars (s, l->invariants.data[i].checked, false);
  }
}

static void scan_block (struct scan *s, uint32_t block) {
  const struct wr_wblock *b = &s->g->blocks.data[block];
  uint32_t procedure = wr_wgraph_body (s->g)->procedure;
  const struct wr_procedure *p = &s->g->core->procedures.data[procedure];
  if (b->kind == WR_WBLOCK_ENTRY) {
    for (uint32_t i = 0; i < s->scope->vars.len; i++) {
      read_clauses (s, wr_scope_where (s->scope, i), false);
    }
    read_clauses (s, &p->requires_, false);
  }
  if (b->kind == WR_WBLOCK_EXIT) read_clauses (s, &p->ensures, false);
  if (b->head != WR_NO_BLOCK) {
    const struct wr_wloop *l = &s->g->loops.data[b->head];
    for (uint32_t i = 0; i < l->targets.len; i++) write_var (s, (wr_var){l->targets.data[i]});
    for (uint32_t i = 0; i < l->targets.len; i++) read_where (s, (wr_var){l->targets.data[i]});
    scan_invariants (s, b->head);
  }
  const struct wr_block *code = wr_wblock_code (s->g, block);
  for (uint32_t i = 0; code && i < code->cmd_count && !wr_cancelled (s->g->cancel); i++)
    if (wr_wcmd_stays (s->g, b->head, code, i)) scan_cmd (s, &code->cmds[i]);
  if (b->check != WR_NO_BLOCK) scan_invariants (s, b->check);
}

void wr_liveness_run (wr_liveness *l, const wr_scope *scope, const wr_wgraph *g,
                      const wr_u32s *order) {
  l->words = scope->vars.len / 64 + 1;
  l->live = wr_alloc (g->blocks.len, l->words * sizeof (uint64_t));
  l->defs = wr_alloc (g->blocks.len, l->words * sizeof (uint64_t));
  l->used = wr_alloc (l->words, sizeof (uint64_t));
  struct scan s = {.scope = scope, .g = g, .used = l->used};
  for (uint32_t i = order->len; i-- > 0 && !wr_cancelled (g->cancel);) {
    uint32_t b = order->data[i];
    uint64_t *live = l->live + (size_t)b * l->words, *defs = l->defs + (size_t)b * l->words;
    s.reads = live;
    s.defs = defs;
    scan_block (&s, b);
    const wr_u32s *succs = &g->blocks.data[b].succs;
    for (uint32_t j = 0; j < succs->len; j++) {
      const uint64_t *after = l->live + (size_t)succs->data[j] * l->words;
      for (uint32_t w = 0; w < l->words; w++) live[w] |= after[w] & ~defs[w];
    }
  }
  WR_VEC_FREE (&s.vars);
}

void wr_liveness_free (wr_liveness *l) {
  free (l->live);
  free (l->defs);
  free (l->used);
}
