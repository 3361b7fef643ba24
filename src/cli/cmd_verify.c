/* `warrant verify`: one program, or with --separate one per file. */
#include "cli/commands.h"
#include "cli/prove.h"
#include "report/verify.h"

static void add_procedures (void *ctx, uint32_t file, json_t *object) {
  const struct wr_proved *proved = ctx;
  if (proved->result)
    wr_json_set (object, "procedures", wr_report_procedures (proved->result, file));
}

static void verify_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_run run = wr_run_new (report->options);
  struct wr_proved proved = {0};
  if (wr_run_read (&run, paths, count) && wr_run_front (&run, WR_AFTER_TYPE)) {
    proved = wr_prove (&run, report);
  }
  wr_publish_run (report, &run, add_procedures, &proved);
  wr_publish_page (report, &run, proved.result, NULL, NULL);
  wr_proved_free (&proved);
  wr_run_free (&run);
}

enum wr_exit wr_cmd_verify (const struct wr_options *options) {
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
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
