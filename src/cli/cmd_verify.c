/* `warrant verify`: one program, or with --separate one per file. */
#include "cli/commands.h"
#include "cli/publish.h"

static void verify_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_run run = wr_run_new (report->options);
  if (wr_run_read (&run, paths, count)) wr_run_front (&run, WR_AFTER_TYPE);
  wr_publish_run (report, &run, NULL, NULL);
  wr_run_free (&run);
}

enum wr_exit wr_cmd_verify (const struct wr_options *options) {
  struct wr_publish report = wr_publish_new (options);
  const struct wr_list *files = &options->args;
  if (options->separate) {
    for (uint32_t i = 0; i < files->count; i++) verify_program (&report, files->items + i, 1);
  } else {
    verify_program (&report, files->items, files->count);
  }
  enum wr_exit code = wr_publish_end (&report);
  wr_publish_free (&report);
  return code;
}
