/* `warrant dump`: what a stage made of the program.  Diagnostics go to standard error, so that standard
   output holds nothing but the text of the stage. */
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
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

static enum wr_exit dump_program (const struct wr_options *options, const char *const *paths,
                                  uint32_t count) {
  wr_run run = wr_run_new (options);
  enum wr_exit code = WR_EXIT_INPUT;
  bool ok = wr_run_read (&run, paths, count) && wr_run_front (&run, (enum wr_after)options->after);
  tell (&run);
  if (ok) {
    wr_buf text = {0};
    bpl_print (&text, run.program);
    code = wr_output_print (&text);
    wr_buf_free (&text);
  }
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
