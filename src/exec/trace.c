/* What an execution did, step by step.  A variable that holds an arbitrary value nobody has read yet has none in the trace. */
#include "exec/machine.h"

enum { MAX_STEPS = 1 << 16 };

void wr_x_trace (wr_machine *m, enum wr_trace_kind kind, wr_span at) {
  if (!m->options.trace || m->trace.len >= MAX_STEPS) return;
  struct wr_trace_step step = {kind, m->point, m->calls, at, m->changes.len, 0};
  WR_VEC_PUSH (&m->trace, step);
}

void wr_x_trace_change (wr_machine *m, const wr_var *vars, uint32_t count) {
  if (!m->options.trace || !m->trace.len || m->trace.len >= MAX_STEPS) return;
  for (uint32_t i = 0; i < count; i++) {
    struct slot slot = *wr_x_slot_of (m, vars[i]);
    WR_VEC_PUSH (&m->changes, ((struct change){vars[i], slot}));
    WR_VEC_LAST (&m->trace).change_count++;
  }
}

/* After the command, which may have been a call. */
void wr_x_trace_command (wr_machine *m, const struct wr_cmd *cmd) {
  if (!m->options.trace) return;
  wr_x_trace (m, WR_TRACE_COMMAND, cmd->at);
  for (uint32_t i = 0; i < cmd->assign_count; i++) wr_x_trace_change (m, &cmd->assigns[i].var, 1);
  wr_x_trace_change (m, cmd->vars, cmd->var_count);
  if (cmd->kind != WR_CMD_CALL) return;
  const struct wr_procedure *callee = &m->core->procedures.data[cmd->procedure];
  wr_x_trace_change (m, callee->modifies.data, callee->modifies.len);
}

const struct wr_trace_step *wr_machine_trace (const wr_machine *m, uint32_t *count) {
  *count = m->trace.len;
  return m->trace.data;
}

struct wr_trace_change wr_machine_change (const wr_machine *m, uint32_t i) {
  const struct change *c = &m->changes.data[i];
  const wr_value *value = c->slot.value;
  if (!value && c->slot.cell) value = m->cells.data[c->slot.cell].value;
  return (struct wr_trace_change){c->var, value};
}

bool wr_machine_trace_cut (const wr_machine *m) { return m->trace.len >= MAX_STEPS; }
