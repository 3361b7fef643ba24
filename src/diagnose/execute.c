#include "diagnose/execute.h"

const char *wr_exec_end_name (enum wr_exec_end end) {
  static const char *const names[] = {"returned", "failed",    "blocked",
                                      "cut",      "undecided", "out-of-steps"};
  return names[end];
}

static struct wr_shown_value shown (const wr_machine *m, wr_arena *arena, wr_var var,
                                    const wr_value *value) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_var_info *info = wr_var_info (core, var);
  wr_buf text = {0};
  wr_value_show (&text, m, value);
  struct wr_shown_value out = {
      wr_str_keep (arena,
                   wr_symbol_text (core->symbols, info->shown.ix ? info->shown : info->name)),
      wr_str_keep (arena, wr_buf_str (&text))};
  wr_buf_free (&text);
  return out;
}

/* A return and a loop head are shown although they change nothing. */
struct wr_shown_step *wr_shown_steps (const wr_machine *m, wr_arena *arena, uint32_t *count) {
  uint32_t all;
  const struct wr_trace_step *trace = wr_machine_trace (m, &all);
  struct wr_shown_step *steps = WR_NEW (arena, struct wr_shown_step, all);
  *count = 0;
  for (uint32_t i = 0; i < all; i++) {
    struct wr_shown_step step = {trace[i].kind,  trace[i].at, trace[i].depth,
                                 trace[i].point, NULL,        0};
    step.values = WR_NEW (arena, struct wr_shown_value, trace[i].change_count);
    for (uint32_t k = 0; k < trace[i].change_count; k++) {
      struct wr_trace_change change = wr_machine_change (m, trace[i].first_change + k);
      bool internal = wr_var_info (wr_machine_core (m), change.var)->cls == WR_CLASS_INTERNAL;
      if (change.value && !internal)
        step.values[step.count++] = shown (m, arena, change.var, change.value);
    }
    if (step.at.file && (step.count || step.kind != WR_TRACE_COMMAND)) steps[(*count)++] = step;
  }
  return steps;
}

/* Where the machine stands: a command, or the head of its body. */
static wr_span place (const wr_machine *m) {
  struct wr_exec_point point = wr_machine_point (m);
  const struct wr_body *body = &wr_machine_core (m)->bodies.data[point.body];
  const struct wr_block *block = &body->blocks[point.block];
  if (point.cmd != UINT32_MAX && block->cmds[point.cmd].at.file) return block->cmds[point.cmd].at;
  return point.block && block->at.file ? block->at : body->at;
}

static void take_outs (wr_machine *m, uint32_t index, wr_arena *arena, struct wr_execution *e) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_body *body = &core->bodies.data[index];
  const struct wr_procedure *p = &core->procedures.data[body->procedure];
  e->outs = WR_NEW (arena, struct wr_shown_value, body->outs.len + p->modifies.len);
  for (uint32_t i = 0; i < body->outs.len + p->modifies.len; i++) {
    wr_var var = i < body->outs.len ? body->outs.data[i] : p->modifies.data[i - body->outs.len];
    const wr_value *value = wr_machine_peek (m, var);
    if (value) e->outs[e->out_count++] = shown (m, arena, var, value);
  }
}

static void take_failure (const wr_machine *m, struct wr_execution *e) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_label_info *label = wr_label_info (&core->labels, e->result.goal);
  e->role = e->result.goal.ix ? label->role : WR_ROLE_ASSERT;
  e->clause = e->result.goal.ix ? label->span : e->result.at;
  if (e->result.at.file) e->at = e->result.at;
}

static wr_str first_unused (const struct wr_given *given) {
  for (uint32_t i = 0; i < given->inputs->len; i++)
    if (!wr_bitset_has (&given->used, i)) return given->inputs->data[i].name;
  return (wr_str){0};
}

/* An axiom that the values of functions and constants make false. */
static void find_contradiction (wr_machine *m, const wr_core *core, struct wr_execution *e) {
  for (uint32_t i = 0; i < core->axioms.len && !e->contradicts; i++) {
    const struct wr_axiom *axiom = &core->axioms.data[i];
    if (axiom->func.ix) continue; /* the equation of a function that is evaluated by its body */
    e->contradicts = wr_machine_refutes (m, axiom->expr);
    if (axiom->label.ix) e->axiom = wr_label_info (&core->labels, axiom->label)->span;
  }
}

struct wr_execution wr_execute (const wr_core *core, uint32_t body, const wr_inputs *inputs,
                                const struct wr_execute_options *options, wr_arena *arena) {
  struct wr_given given = {.inputs = inputs, .arena = arena};
  struct wr_exec_options how = {.oracle = wr_given_oracle (&given),
                                .max_steps = options->max_steps,
                                .modular = options->modular,
                                .lazy = true,
                                .look_ahead = true,
                                .trusting = options->trusting,
                                .trace = true};
  wr_machine *m = wr_machine_new (core, &how);
  struct wr_execution e = {.result = wr_machine_run (m, body, NULL)};
  e.at = place (m);
  e.by_contracts = core->bodies.data[body].by_contracts;
  find_contradiction (m, core, &e);
  e.why = wr_str_keep (arena, e.result.why);
  e.result.why = e.why;
  e.missing = given.missing;
  e.bad = given.bad;
  e.unused = first_unused (&given);
  e.steps = wr_shown_steps (m, arena, &e.step_count);
  e.cut = wr_machine_trace_cut (m);
  if (e.result.end == WR_EXEC_RETURNED) take_outs (m, body, arena, &e);
  if (e.result.end == WR_EXEC_FAILED) take_failure (m, &e);
  wr_machine_free (m);
  wr_given_free (&given);
  return e;
}
