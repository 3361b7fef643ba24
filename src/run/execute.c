#include "run/execute.h"

#include "base/nearest.h"

static bool is_called (const wr_core *core, const struct wr_body *body, wr_str name) {
  const struct wr_procedure *p = &core->procedures.data[body->procedure];
  return wr_str_equal (wr_symbol_text (core->symbols, body->name), name) ||
         wr_str_equal (wr_symbol_text (core->symbols, p->name), name) ||
         (p->title.ix && wr_str_equal (wr_symbol_text (core->symbols, p->title), name));
}

struct wr_executed wr_run_execute (wr_run *run, const char *procedure, const wr_inputs *inputs,
                                   const struct wr_execute_options *options) {
  struct wr_proved *proved = &run->proved;
  if (!proved->program)
    proved->program = wr_program_lower (&run->program, WR_DETAIL_CLAUSES, run->diags);
  const wr_core *core = proved->core = proved->core ? proved->core : proved->program;
  struct wr_executed out = {.core = core, .body = UINT32_MAX};
  if (!core) return out;
  struct wr_nearest nearest = wr_nearest_start (wr_str_of (procedure));
  for (uint32_t b = 0; b < core->bodies.len && out.body == UINT32_MAX; b++) {
    if (is_called (core, &core->bodies.data[b], wr_str_of (procedure))) out.body = b;
    wr_nearest_offer (&nearest, wr_symbol_text (core->symbols, core->bodies.data[b].name));
  }
  out.nearest = nearest.best;
  if (out.body != UINT32_MAX)
    out.execution = wr_execute (core, out.body, inputs, options, run->arena);
  return out;
}
