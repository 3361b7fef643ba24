/* Calls: by contract, or by running the callee's body. */
#include "exec/machine.h"

static struct slot *copy_globals (const wr_machine *m, const struct slot *from) {
  uint32_t count = m->core->globals.len;
  struct slot *out = wr_alloc (count + 1u, sizeof *out);
  for (uint32_t i = 0; i < count; i++) out[i] = from[m->core->globals.data[i].ix];
  return out;
}

static void put_olds (wr_machine *m, const struct slot *globals) {
  for (uint32_t i = 0; i < m->core->globals.len; i++) {
    m->olds[m->core->globals.data[i].ix] = globals[i];
  }
}

static bool check_requires (wr_machine *m, const struct wr_procedure *callee,
                            const struct wr_cmd *cmd) {
  for (uint32_t i = 0; i < callee->requires_.len; i++) {
    const struct wr_clause *c = &callee->requires_.data[i];
    if (!c->free && !cmd->free) {
      wr_label goal = wr_x_derive_goal (m, c->label, WR_ROLE_REQUIRES_AT_CALL, cmd->site);
      if (!wr_x_check_goal (m, wr_clause_checked (c), goal, cmd->at, false)) return false;
    } else if (c->always_assume && !wr_x_assume_true (m, c->expr))
      return false;
  }
  return true;
}

/* The callee's formals hold the arguments. */
static bool call_by_contract (wr_machine *m, const struct wr_procedure *callee) {
  wr_x_make_fresh (m, callee->modifies.data, callee->modifies.len);
  wr_x_make_fresh (m, callee->outs.data, callee->outs.len);
  if (!wr_x_assume_where_all (m, callee->modifies.data, callee->modifies.len)) return false;
  if (!wr_x_assume_where_all (m, callee->outs.data, callee->outs.len)) return false;
  for (uint32_t i = 0; i < callee->ensures.len; i++) {
    if (!wr_x_assume_true (m, callee->ensures.data[i].expr)) return false;
  }
  return true;
}

static uint32_t body_of (const wr_machine *m, uint32_t procedure) {
  for (uint32_t i = 0; i < m->core->bodies.len; i++) {
    if (m->core->bodies.data[i].procedure == procedure) return i;
  }
  return UINT32_MAX;
}

static bool call_body (wr_machine *m, const struct wr_procedure *callee, uint32_t body) {
  if (m->calls >= WR_EXEC_MAX_CALLS || m->calls >= m->options.max_depth) {
    wr_x_undecided (m, "calls nested too deeply");
    return wr_x_stop_open (m);
  }
  const struct wr_body *b = &m->core->bodies.data[body];
  struct wr_exec_point point = m->point;
  struct saved ins, outs, locals;
  struct slot *args = wr_alloc (b->ins.len + 1u, sizeof *args);
  for (uint32_t i = 0; i < b->ins.len; i++) args[i] = *wr_x_slot_of (m, callee->ins.data[i]);
  m->calls++;
  wr_x_bind (m, &ins, b->ins.data, NULL, b->ins.len);
  wr_x_bind (m, &outs, b->outs.data, NULL, b->outs.len);
  wr_x_bind (m, &locals, b->locals.data, NULL, b->locals.len);
  for (uint32_t i = 0; i < b->ins.len; i++) *wr_x_slot_of (m, b->ins.data[i]) = args[i];
  bool ok = wr_x_run_body (m, body);
  struct slot *results = wr_alloc (b->outs.len + 1u, sizeof *results);
  for (uint32_t i = 0; i < b->outs.len; i++) results[i] = *wr_x_slot_of (m, b->outs.data[i]);
  wr_x_unbind (m, &locals, b->locals.data, b->locals.len);
  wr_x_unbind (m, &outs, b->outs.data, b->outs.len);
  wr_x_unbind (m, &ins, b->ins.data, b->ins.len);
  for (uint32_t i = 0; i < b->outs.len; i++) *wr_x_slot_of (m, callee->outs.data[i]) = results[i];
  m->calls--;
  m->point = point;
  free (results);
  free (args);
  return ok;
}

static bool perform_call (wr_machine *m, const struct wr_cmd *cmd,
                          const struct wr_procedure *callee, const wr_value *const *args,
                          const wr_expr *shadows, struct slot *results) {
  uint32_t body = m->options.modular ? UINT32_MAX : body_of (m, cmd->procedure);
  struct saved ins, outs;
  struct slot *before = copy_globals (m, m->slots), *olds = copy_globals (m, m->olds);
  wr_x_bind (m, &ins, callee->ins.data, args, callee->ins.len);
  for (uint32_t i = 0; i < callee->ins.len; i++)
    wr_x_slot_of (m, callee->ins.data[i])->shadow = shadows[i];
  wr_x_bind (m, &outs, callee->outs.data, NULL, callee->outs.len);
  bool ok = check_requires (m, callee, cmd);
  put_olds (m, before);
  if (ok) ok = body == UINT32_MAX ? call_by_contract (m, callee) : call_body (m, callee, body);
  put_olds (m, olds);
  for (uint32_t i = 0; ok && i < callee->outs.len; i++) {
    results[i] = *wr_x_slot_of (m, callee->outs.data[i]);
  }
  wr_x_unbind (m, &outs, callee->outs.data, callee->outs.len);
  wr_x_unbind (m, &ins, callee->ins.data, callee->ins.len);
  free (before);
  free (olds);
  return ok;
}

bool wr_x_run_call (wr_machine *m, const struct wr_cmd *cmd) {
  const struct wr_procedure *callee = &m->core->procedures.data[cmd->procedure];
  const wr_value **args = wr_alloc (cmd->arg_count + 1u, sizeof *args);
  wr_expr *shadows = wr_alloc (cmd->arg_count + 1u, sizeof *shadows);
  struct slot *results = wr_alloc (callee->outs.len + 1u, sizeof *results);
  bool ok = true;
  for (uint32_t i = 0; i < cmd->arg_count; i++) {
    args[i] = wr_x_eval (m, cmd->args[i]);
    ok = ok && args[i];
    if (m->options.watcher && args[i]) shadows[i] = wr_x_shadow (m, cmd->args[i], args[i]);
  }
  if (!ok) wr_x_stop_open (m);
  ok = ok && perform_call (m, cmd, callee, args, shadows, results);
  for (uint32_t i = 0; ok && i < cmd->var_count; i++) *wr_x_slot_of (m, cmd->vars[i]) = results[i];
  free (shadows);
  free (results);
  free (args);
  return ok;
}
