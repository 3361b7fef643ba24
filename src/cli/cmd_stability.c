/* `warrant stability`: do verdicts, costs and cores survive changes that should make no difference? */
#include "base/words.h"
#include "cli/commands.h"
#include "cli/farm.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/programs.h"
#include "cli/task.h"
#include "report/mark.h"
#include "report/stability.h"
#include "run/stability.h"

#include <stdlib.h>

enum { DEFAULT_RUNS = 5 };

struct measuring {
  const struct wr_options *options;
  struct wr_publish report; /* what is wrong with a program goes there */
  wr_buf text, sections;
  json_t *programs;
  uint64_t goals, unsteady;
  bool incomplete;
};

static enum wr_core_effort effort_of (const struct wr_options *options) {
  switch ((enum wr_cores_word)options->cores) {
  case WR_CORES_WORD_MUST: return WR_CORES_MUST;
  case WR_CORES_WORD_MINIMAL: return WR_CORES_MINIMAL;
  case WR_CORES_WORD_FAST: return WR_CORES_FAST;
  case WR_CORES_WORD_NONE: return WR_CORES_NONE;
  }
  return WR_CORES_NONE;
}

static struct wr_stability_options how_of (const struct wr_options *options) {
  struct wr_stability_options how = {.runs = options->runs ? (uint32_t)options->runs : DEFAULT_RUNS,
                                     .effort = effort_of (options)};
  if (options->untracked) how.effort = WR_CORES_NONE;
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    how.axes[a] = options->axis == 0 || options->axis == a + 1;
  return how;
}

static bool wants_json (const struct wr_options *options) {
  return options->format == WR_FORMAT_JSON || (options->json && !*options->json);
}

static void add_program (struct measuring *m, const wr_stability *stability) {
  struct wr_stability_report report = {stability, m->options->verbose,
                                       wr_publish_folder (m->options, m->report.costs.arena)};
  m->goals += stability->goal_count;
  m->unsteady += wr_unsteady_count (stability);
  m->incomplete |= stability->cancelled;
  wr_report_stability_text (&m->text, &report);
  wr_json_push (m->programs, wr_report_stability_json (&report));
  if (m->options->html) wr_report_stability_svg (&m->sections, &report);
}

static void measure_program (struct measuring *m, const char *const *paths, uint32_t count) {
  wr_task task;
  struct wr_stability_options how = how_of (m->options);
  m->report.effort = how.effort;
  m->report.coverage = how.effort != WR_CORES_NONE;
  wr_task_begin (&task, m->options, &m->report);
  if (wr_task_read (&task, paths, count) && wr_task_prove (&task)) {
    if (how.effort != WR_CORES_NONE) wr_task_explain (&task, how.effort);
    wr_watch_begin (&task.watch);
    add_program (m, wr_run_stability (&task.run, &how));
    wr_watch_end (&task.watch);
    wr_task_check_failure (&task);
  } else {
    wr_publish_run (&m->report, &task.run, NULL, NULL);
  }
  wr_task_end (&task);
}

/* -- the report ----------------------------------------------------------------------------------------------- */

static json_t *document (const struct measuring *m) {
  json_t *doc = wr_json_object (), *summary = wr_json_object ();
  wr_json_set (doc, "format", json_string ("warrant/1"));
  wr_json_set (doc, "command", json_string ("stability"));
  wr_json_set (doc, "version", json_string (WR_VERSION));
  wr_json_set (doc, "complete", json_boolean (!m->incomplete));
  wr_json_set (doc, "files", json_incref (m->report.files));
  wr_json_set (doc, "programs", json_incref (m->programs));
  wr_json_set (summary, "goals", wr_json_count (m->goals));
  wr_json_set (summary, "unsteady", wr_json_count (m->unsteady));
  wr_json_set (doc, "summary", summary);
  return doc;
}

static enum wr_exit write_file (const struct measuring *m, const char *option, const char *path,
                                const char *mark, const wr_buf *text) {
  struct wr_output output = {option, path, mark};
  return wr_output_file (m->options, &output, wr_buf_str (text));
}

static enum wr_exit publish (struct measuring *m) {
  const struct wr_options *options = m->options;
  enum wr_exit code = WR_EXIT_OK;
  wr_buf json = {0}, page = {0};
  json_t *doc = document (m);
  wr_json_dump (&json, doc);
  json_decref (doc);
  if (options->json && *options->json)
    code = write_file (m, "--json", options->json, WR_MARK_JSON, &json);
  if (options->html) {
    wr_report_stability_page (&page, wr_buf_str (&m->sections));
    code = wr_exit_worse (code, write_file (m, "--html", options->html, WR_MARK_HTML, &page));
  }
  wr_buf_add (&m->report.text, wr_buf_str (&m->text));
  code = wr_exit_worse (code, wants_json (options) ? wr_output_print (options, &json)
                                                   : wr_output_report (options, &m->report.text));
  wr_buf_free (&json);
  wr_buf_free (&page);
  return code;
}

/* Of the verdicts: only the gate makes a difference; goals that fail are not what this command is about. */
static enum wr_exit gate (struct measuring *m, double most) {
  double percent = m->goals ? 100.0 * (double)m->unsteady / (double)m->goals : 0;
  if (most < 0 || percent <= most) return WR_EXIT_OK;
  wr_buf_print (&m->text, "more than %g %% of the goals are not steady (--fail-over)\n", most);
  return WR_EXIT_FAILED;
}

/* False: the argument is no percentage.  Without one: -1. */
static bool read_gate (const struct wr_options *options, double *most) {
  char *end = NULL;
  *most = -1;
  if (!options->fail_over) return true;
  *most = strtod (options->fail_over, &end);
  if (end != options->fail_over && !*end && *most >= 0 && *most <= 100) return true;
  wr_output_complain ("--fail-over takes a number from 0 to 100, not '%s'", options->fail_over);
  return false;
}

enum wr_exit wr_cmd_stability (const struct wr_options *options) {
  struct wr_programs programs;
  double most;
  if (!read_gate (options, &most) || !wr_farm_fits (options)) return WR_EXIT_INPUT;
  wr_arena *arena = wr_arena_new ();
  enum wr_exit code = WR_EXIT_INPUT;
  if (wr_programs_find (options, arena, &programs) && wr_farm_programs (options, &programs)) {
    struct measuring m = {.options = options, .report = wr_publish_new (options)};
    m.programs = wr_json_array ();
    m.report.program_count = programs.count;
    for (uint32_t i = 0; i < programs.count && !wr_interrupted (options->interrupt); i++)
      measure_program (&m, programs.files.items + programs.first[i],
                       programs.first[i + 1] - programs.first[i]);
    wr_interrupt_claim (options->interrupt);
    if (wr_interrupted (options->interrupt)) {
      m.incomplete = true;
      wr_buf_add (&m.text, WR_LIT ("interrupted: runs that were not finished are left out\n"));
    }
    code = gate (&m, most);
    if (m.report.exit == WR_EXIT_INPUT || m.report.exit == WR_EXIT_INTERNAL)
      code = wr_exit_worse (code, m.report.exit);
    if (wr_interrupted (options->interrupt))
      code = wr_exit_worse (code, wr_interrupt_code (options->interrupt));
    code = wr_exit_worse (code, publish (&m));
    json_decref (m.programs);
    wr_buf_free (&m.text);
    wr_buf_free (&m.sections);
    wr_publish_free (&m.report);
  }
  wr_arena_free (arena);
  return code;
}
