/* `warrant dump`: what a stage made of the program.  Diagnostics go to standard error, so that standard
   output holds nothing but the text of the stage. */
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
#include "core/text.h"
#include "flow/flow.h"
#include "front/boogie/lower.h"
#include "source/render.h"

#include <unistd.h>

static void tell (const wr_run *run) {
  struct wr_render how = {.sources = run->sources, .brief = run->options->quiet};
  how.color = wr_output_color (run->options, STDERR_FILENO);
  wr_buf text = {0};
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    wr_render_text (&text, &how, wr_diags_at (run->diags, i));
  }
  wr_output_error (wr_buf_str (&text));
  wr_buf_free (&text);
}

static void print_flow (wr_buf *text, wr_core *core, wr_arena *arena) {
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    wr_passive_print (text, core, wr_flow_run (core, i, arena));
  }
}

/* False when the program cannot be lowered. */
static bool print_stage (wr_run *run, wr_buf *text) {
  enum wr_after after = (enum wr_after)run->options->after;
  if (after < WR_AFTER_CORE) {
    bpl_print (text, run->program);
    return true;
  }
  wr_core *core = bpl_lower (run->program, run->diags);
  if (core && after == WR_AFTER_CORE) wr_core_print (text, core);
  if (core && after == WR_AFTER_FLOW) print_flow (text, core, run->arena);
  wr_core_free (core);
  return core;
}

static enum wr_exit dump_program (const struct wr_options *options, const char *const *paths,
                                  uint32_t count) {
  wr_run run = wr_run_new (options);
  enum wr_exit code = WR_EXIT_INPUT;
  bool ok = wr_run_read (&run, paths, count) && wr_run_front (&run, (enum wr_after)options->after);
  wr_buf text = {0};
  ok = ok && print_stage (&run, &text);
  tell (&run);
  if (ok) code = wr_output_print (&text);
  wr_buf_free (&text);
  wr_run_free (&run);
  return code;
}

enum wr_exit wr_cmd_dump (const struct wr_options *options) {
  const struct wr_list *files = &options->args;
  if (!options->separate) return dump_program (options, files->items, files->count);
  enum wr_exit code = WR_EXIT_OK;
  for (uint32_t i = 0; i < files->count; i++) {
    code = wr_exit_worse (code, dump_program (options, files->items + i, 1));
  }
  return code;
}
