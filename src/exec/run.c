/* Commands, calls and loops.  A function returns false when the execution is over; m->result says how. */
#include "exec/machine.h"

#include "core/build.h"

#include <string.h>

/* -- facts and goals --------------------------------------------------------------------------- */

static bool stop (wr_machine *m, enum wr_exec_end end) {
  if (m->has_failed) end = WR_EXEC_FAILED;
  m->result.end = end;
  if (end == WR_EXEC_UNDECIDED) m->result.why = wr_machine_why (m);
  return false;
}

bool wr_x_stop_open (wr_machine *m) {
  return stop (m, m->exhausted ? WR_EXEC_OUT_OF_STEPS : WR_EXEC_UNDECIDED);
}

/* Something could not be evaluated: may the execution go on as if it held? */
static bool may_trust (wr_machine *m) {
  if (!m->options.trusting || m->exhausted) return false;
  m->result.trusted++;
  return true;
}

bool wr_x_assume_true (wr_machine *m, wr_expr e) {
  const wr_value *v = wr_x_eval (m, e);
  WR_ASSERT (!v || v->kind == VALUE_BOOL);
  if (!v && !may_trust (m)) return wr_x_stop_open (m);
  wr_x_watch_fact (m, e, v);
  return !v || v->truth || stop (m, WR_EXEC_BLOCKED);
}

bool wr_x_check_goal (wr_machine *m, wr_expr e, wr_label goal, wr_span at, bool forget) {
  const struct wr_oracle *oracle = &m->options.oracle;
  WR_ASSERT (goal.ix != 0);
  const wr_value *v = wr_x_eval (m, e);
  WR_ASSERT (!v || v->kind == VALUE_BOOL);
  if (!v && !may_trust (m)) return wr_x_stop_open (m);
  wr_x_watch_goal (m, goal, e, v);
  if (!v || v->truth) return true;
  if (!m->has_failed) m->result.goal = goal, m->result.at = at;
  if (oracle->failed) oracle->failed (oracle->ctx, m, goal, at);
  m->has_failed = true;
  return forget || stop (m, WR_EXEC_FAILED);
}

wr_label wr_x_derive_goal (wr_machine *m, wr_label clause, enum wr_role role, wr_site site) {
  return wr_label_derive (&m->core->labels, clause, role, site);
}

/* The procedure's own formals stand for the body's in contract and where clauses. */
static void share_formals (wr_machine *m, const struct wr_body *body) {
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  WR_ASSERT (p->ins.len == body->ins.len && p->outs.len == body->outs.len);
  for (uint32_t i = 0; i < p->ins.len; i++) {
    *wr_x_slot_of (m, p->ins.data[i]) = *wr_x_slot_of (m, body->ins.data[i]);
  }
  for (uint32_t i = 0; i < p->outs.len; i++) {
    *wr_x_slot_of (m, p->outs.data[i]) = *wr_x_slot_of (m, body->outs.data[i]);
  }
}

/* The where clauses of a variable; a body's own formal that has none has those of the procedure's. */
static const wr_clauses *where_of (wr_machine *m, wr_var var) {
  const wr_clauses *own = &wr_var_info (m->core, var)->where;
  const struct wr_body *body = &m->core->bodies.data[m->point.body];
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  if (own->len) return own;
  for (uint32_t i = 0; i < body->ins.len + body->outs.len; i++) {
    bool in = i < body->ins.len;
    uint32_t k = in ? i : i - body->ins.len;
    if ((in ? body->ins.data[k] : body->outs.data[k]).ix != var.ix) continue;
    wr_var formal = in ? p->ins.data[k] : p->outs.data[k];
    if (formal.ix != var.ix) share_formals (m, body);
    return &wr_var_info (m->core, formal)->where;
  }
  return own;
}

static bool assume_where (wr_machine *m, wr_var var) {
  const wr_clauses *where = where_of (m, var);
  for (uint32_t i = 0; i < where->len; i++) {
    if (!wr_x_assume_true (m, where->data[i].expr)) return false;
  }
  return true;
}

bool wr_x_assume_where_all (wr_machine *m, const wr_var *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!assume_where (m, vars[i])) return false;
  }
  return true;
}

void wr_x_make_fresh (wr_machine *m, const wr_var *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct slot slot = wr_x_fresh_slot (m, vars[i]);
    *wr_x_slot_of (m, vars[i]) = slot;
  }
}

static bool havoc (wr_machine *m, const wr_var *vars, uint32_t count) {
  wr_x_make_fresh (m, vars, count);
  return wr_x_assume_where_all (m, vars, count);
}

/* -- loop heads -------------------------------------------------------------------------------- */

struct clause_at_head {
  wr_expr expr, checked;
  wr_label label;
  wr_span at;
  bool free;
};

/* Written invariants, then the leading assertions and assumptions of a head made by goto. */
static bool head_clause (const struct wr_block *b, const struct loop *loop, uint32_t i,
                         struct clause_at_head *out) {
  if (i < b->invariant_count) {
    const struct wr_invariant *inv = &b->invariants[i];
    wr_expr checked = inv->checked.ix ? inv->checked : inv->expr;
    *out = (struct clause_at_head){inv->expr, checked, inv->label, inv->at, inv->free};
    return true;
  }
  i -= b->invariant_count;
  if (i >= loop->prefix) return false;
  const struct wr_cmd *cmd = &b->cmds[i];
  *out = (struct clause_at_head){cmd->expr, cmd->expr, cmd->label, cmd->at,
                                 cmd->kind == WR_CMD_ASSUME};
  return true;
}

static wr_site loop_site (wr_machine *m, const struct wr_block *b) {
  if (b->loop_site.ix) return b->loop_site;
  uint32_t procedure = m->core->bodies.data[m->point.body].procedure;
  struct wr_site_info info = {.kind = WR_SITE_LOOP, .span = b->at, .procedure = procedure + 1};
  return wr_site_find (&m->core->labels, &info);
}

static bool check_invariants (wr_machine *m, const struct wr_block *b, const struct loop *loop,
                              enum wr_role role) {
  struct clause_at_head c;
  for (uint32_t i = 0; head_clause (b, loop, i, &c); i++) {
    if (c.free) continue;
    wr_label goal = wr_x_derive_goal (m, c.label, role, loop_site (m, b));
    if (!wr_x_check_goal (m, c.checked, goal, c.at, false)) return false;
  }
  return true;
}

static bool assume_invariants (wr_machine *m, const struct wr_block *b, const struct loop *loop) {
  struct clause_at_head c;
  for (uint32_t i = 0; head_clause (b, loop, i, &c); i++) {
    if (!wr_x_assume_true (m, c.expr)) return false;
  }
  return true;
}

static bool havoc_targets (wr_machine *m, const struct loop *loop) {
  for (uint32_t i = 0; i < loop->targets.len; i++) {
    wr_x_make_fresh (m, &(wr_var){loop->targets.data[i]}, 1);
    wr_x_trace_change (m, &(wr_var){loop->targets.data[i]}, 1);
  }
  for (uint32_t i = 0; i < loop->targets.len; i++) {
    if (!wr_x_assume_where_all (m, &(wr_var){loop->targets.data[i]}, 1)) return false;
  }
  return true;
}

static bool in_loop (const struct loop *loop, uint32_t block) {
  for (uint32_t i = 0; i < loop->blocks.len; i++) {
    if (loop->blocks.data[i] == block) return true;
  }
  return false;
}

/* Is a loop known by its invariants only?  Of summaries: those of the body that was run, whose invariants the caller looks at. */
static bool is_summarised (const wr_machine *m) {
  return m->options.modular || (m->options.summaries && !m->calls);
}

/* Coming from block `from` (UINT32_MAX: the start of the body). */
static bool enter_head (wr_machine *m, const struct wr_block *b, const struct loop *loop,
                        uint32_t from) {
  WR_ASSERT (loop->head && loop->prefix <= b->cmd_count);
  bool back = from != UINT32_MAX && in_loop (loop, from);
  enum wr_role role = back ? WR_ROLE_INVARIANT_MAINTAINED : WR_ROLE_INVARIANT_ESTABLISHED;
  bool summary = is_summarised (m), skip = back && !m->options.modular && !m->options.thorough;
  if (!(summary && skip) && !check_invariants (m, b, loop, role)) return false;
  if (back && summary) return stop (m, WR_EXEC_CUT);
  wr_x_trace (m, WR_TRACE_HEAD, b->at);
  for (uint32_t i = 0; !summary && i < loop->targets.len; i++)
    wr_x_trace_change (m, &(wr_var){loop->targets.data[i]}, 1);
  m->result.summarised += summary;
  if (summary && !havoc_targets (m, loop)) return false;
  const struct wr_oracle *oracle = &m->options.oracle;
  if (oracle->at_head) oracle->at_head (oracle->ctx, m, m->point.body, m->point.block);
  return assume_invariants (m, b, loop);
}

/* -- bodies ------------------------------------------------------------------------------------ */

static bool run_command (wr_machine *m, const struct wr_cmd *cmd) {
  if (++m->steps > m->options.max_steps) return stop (m, WR_EXEC_OUT_OF_STEPS);
  switch (cmd->kind) {
  case WR_CMD_ASSUME: return wr_x_assume_true (m, cmd->expr);
  case WR_CMD_ASSERT: return wr_x_check_goal (m, cmd->expr, cmd->label, cmd->at, cmd->forget);
  case WR_CMD_ASSIGN: return wr_x_run_assign (m, cmd);
  case WR_CMD_HAVOC: return havoc (m, cmd->vars, cmd->var_count);
  case WR_CMD_CALL: return wr_x_run_call (m, cmd);
  }
  WR_UNREACHABLE ();
}

static bool enter_body (wr_machine *m, const struct wr_body *body) {
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  wr_x_make_fresh (m, body->outs.data, body->outs.len);
  wr_x_make_fresh (m, body->locals.data, body->locals.len);
  share_formals (m, body);
  wr_x_trace (m, WR_TRACE_ENTRY, body->at);
  wr_x_trace_change (m, body->ins.data, body->ins.len);
  if (m->calls == 0) wr_x_trace_change (m, m->core->globals.data, m->core->globals.len);
  wr_x_trace_change (m, body->locals.data, body->locals.len);
  if (!wr_x_assume_where_all (m, m->core->globals.data, m->core->globals.len)) return false;
  if (!wr_x_assume_where_all (m, body->ins.data, body->ins.len)) return false;
  if (!wr_x_assume_where_all (m, body->outs.data, body->outs.len)) return false;
  if (!wr_x_assume_where_all (m, body->locals.data, body->locals.len)) return false;
  for (uint32_t i = 0; i < p->requires_.len; i++) {
    if (!wr_x_assume_true (m, p->requires_.data[i].expr)) return false;
  }
  return true;
}

static bool leave_body (wr_machine *m, const struct wr_body *body, const struct wr_block *from) {
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  share_formals (m, body);
  for (uint32_t i = 0; i < p->ensures.len; i++) {
    const struct wr_clause *c = &p->ensures.data[i];
    if (c->free && !c->always_assume) continue;
    bool ok = c->free
                  ? wr_x_assume_true (m, c->expr)
                  : wr_x_check_goal (m, wr_clause_checked (c), c->label, from->return_at, false);
    if (!ok) return false;
  }
  return true;
}

/* Is one of the assumptions with which the block begins false?  They have no effect, so they can be evaluated before. */
static bool is_closed (wr_machine *m, const struct wr_block *b, const struct loop *loop) {
  const char *why = m->why;
  bool closed = false;
  for (uint32_t i = 0; !loop->head && i < b->cmd_count && !closed; i++) {
    if (b->cmds[i].kind != WR_CMD_ASSUME) break;
    const wr_value *v = wr_x_eval (m, b->cmds[i].expr);
    closed = v && !v->truth;
  }
  m->why = why;
  return closed;
}

static void find_offered (wr_machine *m, const struct wr_body *body, const struct loops *loops,
                          const struct wr_block *b) {
  WR_VEC_CLEAR (&m->offered);
  for (uint32_t i = 0; i < b->succ_count; i++) {
    uint32_t s = b->succs[i];
    if (m->options.look_ahead && is_closed (m, &body->blocks[s], &loops->of[s])) continue;
    WR_VEC_PUSH (&m->offered, s);
  }
  if (!m->offered.len) WR_VEC_PUSH (&m->offered, b->succs[0]); /* it will block */
}

static uint32_t choose_successor (wr_machine *m, const struct wr_body *body,
                                  const struct loops *loops, uint32_t block) {
  const struct wr_oracle *oracle = &m->options.oracle;
  const struct wr_block *b = &body->blocks[block];
  WR_ASSERT (b->succ_count > 0);
  if (b->succ_count == 1) return b->succs[0];
  find_offered (m, body, loops, b);
  if (m->options.look_ahead && m->offered.len == 1) return m->offered.data[0];
  if (!oracle->branch) {
    wr_x_undecided (m, "a branch");
    return UINT32_MAX;
  }
  uint32_t i = oracle->branch (oracle->ctx, m, block, m->offered.len);
  if (i == UINT32_MAX) {
    wr_x_undecided (m, "a branch");
    return UINT32_MAX;
  }
  WR_REQUIRE (i < m->offered.len);
  return m->offered.data[i];
}

uint32_t wr_machine_offered (const wr_machine *m, uint32_t i) { return m->offered.data[i]; }
uint32_t wr_machine_depth (const wr_machine *m) { return m->calls; }
bool wr_machine_has_failed (const wr_machine *m) { return m->has_failed; }

bool wr_x_run_body (wr_machine *m, uint32_t index) {
  const struct wr_body *body = &m->core->bodies.data[index];
  const struct loops *loops = wr_x_loops_of (m, index);
  m->point = (struct wr_exec_point){index, 0, UINT32_MAX};
  if (is_summarised (m) && loops->irreducible) {
    wr_x_undecided (m, "a loop with several entries");
    return wr_x_stop_open (m);
  }
  if (!enter_body (m, body)) return false;
  for (uint32_t block = 0, from = UINT32_MAX;;) {
    WR_ASSERT (block < body->block_count && body->block_count == loops->block_count);
    const struct wr_block *b = &body->blocks[block];
    const struct loop *loop = &loops->of[block];
    m->point.block = block;
    m->point.cmd = UINT32_MAX;
    if (++m->steps > m->options.max_steps) return stop (m, WR_EXEC_OUT_OF_STEPS);
    if (loop->head && !enter_head (m, b, loop, from)) return false;
    for (uint32_t i = loop->prefix; i < b->cmd_count; i++) {
      m->point.cmd = i;
      if (!run_command (m, &b->cmds[i])) return false;
      wr_x_trace_command (m, &b->cmds[i]);
    }
    m->point.cmd = UINT32_MAX;
    if (b->succ_count == 0) {
      wr_x_trace (m, WR_TRACE_RETURN, b->return_at);
      return leave_body (m, body, b);
    }
    from = block;
    block = choose_successor (m, body, loops, block);
    if (block == UINT32_MAX) return wr_x_stop_open (m);
    if (b->succ_count > 1) wr_x_watch_branch (m, body, from, block);
  }
}

struct wr_exec_result wr_machine_run (wr_machine *m, uint32_t index, const wr_value *const *ins) {
  const struct wr_body *body = &m->core->bodies.data[index];
  m->result = (struct wr_exec_result){0};
  m->has_failed = m->exhausted = false;
  m->point = (struct wr_exec_point){index, 0, UINT32_MAX};
  m->why = NULL;
  m->steps = 0;
  WR_VEC_CLEAR (&m->trace);
  WR_VEC_CLEAR (&m->changes);
  for (uint32_t i = 0; i < m->core->globals.len; i++) {
    struct slot *slot = wr_x_slot_of (m, m->core->globals.data[i]);
    if (!slot->value && !slot->cell) wr_x_make_fresh (m, &m->core->globals.data[i], 1);
    m->olds[m->core->globals.data[i].ix] = m->slots[m->core->globals.data[i].ix];
  }
  for (uint32_t i = 0; i < body->ins.len; i++) {
    if (ins)
      *wr_x_slot_of (m, body->ins.data[i]) = (struct slot){.value = ins[i]};
    else
      wr_x_make_fresh (m, &body->ins.data[i], 1);
  }
  if (wr_x_run_body (m, index)) stop (m, WR_EXEC_RETURNED);
  WR_ASSERT (m->calls == 0 && m->nesting == 0 && !m->in_old);
  WR_ASSERT ((m->result.end == WR_EXEC_FAILED) == m->has_failed);
  m->result.steps = m->steps;
  return m->result;
}
