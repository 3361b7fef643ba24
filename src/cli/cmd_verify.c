/* `warrant verify`: one program, or several (cli/programs.h). */
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/farm.h"
#include "cli/programs.h"
#include "cli/task.h"
#include "report/verify.h"
#include "run/vacuous.h"

struct proved {
  struct wr_publish *report;
  const wr_result *result;
};

static void add_procedures (void *ctx, uint32_t file, json_t *object) {
  const struct proved *proved = ctx;
  if (proved->result) wr_publish_procedures (proved->report, object, proved->result, file);
}

/* What is known without asking about it: proofs that say nothing. */
static void add_hint (struct wr_publish *report, wr_run *run) {
  const struct wr_options *options = report->options;
  if (options->quiet || options->format != WR_FORMAT_TEXT || (options->json && !*options->json))
    return;
  struct wr_known_vacuous known = wr_run_known_vacuous (run);
  if (!known.count) return;
  wr_position at = wr_position_of (run->sources, known.first.file, known.first.begin);
  wr_utf8_clean (&report->text, at.path);
  wr_buf_print (&report->text,
                ":%u:%u: note: %s vacuously, since no execution %s; `warrant cover` shows why\n",
                at.line, at.column,
                known.count == 1 ? "this goal holds" : "this goal and others hold",
                known.count == 1 ? "reaches it" : "reaches them");
}

static void verify_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_task task;
  wr_task_begin (&task, report->options, report);
  if (wr_task_read (&task, paths, count)) wr_task_prove (&task);
  wr_publish_run (report, &task.run, add_procedures,
                  &(struct proved){report, task.run.proved.result});
  if (task.run.proved.result) add_hint (report, &task.run);
  wr_publish_page (report, &task.run, task.run.proved.result, NULL, NULL);
  wr_task_end (&task);
}

enum wr_exit wr_cmd_verify (const struct wr_options *options) {
  if (!wr_reports_check (options) || !wr_farm_fits (options)) return WR_EXIT_INPUT;
  wr_arena *arena = wr_arena_new ();
  struct wr_programs programs;
  enum wr_exit code = WR_EXIT_INPUT;
  if (wr_programs_find (options, arena, &programs) && wr_farm_programs (options, &programs)) {
    struct wr_publish report = wr_publish_new (options);
    report.program_count = programs.count;
    for (uint32_t i = 0; i < programs.count && !report.interrupted; i++)
      verify_program (&report, programs.files.items + programs.first[i],
                      programs.first[i + 1] - programs.first[i]);
    code = wr_publish_end (&report);
    wr_publish_free (&report);
  }
  wr_arena_free (arena);
  return code;
}
