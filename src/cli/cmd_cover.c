/* `warrant cover`: pass 1 as in verify, then an explanation of every proof. */
#include "cli/commands.h"
#include "cli/farm.h"
#include "cli/output.h"
#include "cli/programs.h"
#include "cli/task.h"
#include "report/cover.h"
#include "report/progress.h"
#include "report/verify.h"
#include "run/query.h"

#include <string.h>

struct covered {
  struct wr_publish *report;
  wr_run *run;
};

static void add_coverage (void *ctx, uint32_t file, json_t *object) {
  const struct covered *covered = ctx;
  wr_run *run = covered->run;
  if (!run->coverage) {
    if (run->proved.result)
      wr_publish_procedures (covered->report, object, run->proved.result, file);
    return;
  }
  if (!run->graph) wr_run_make_graph (run);
  json_t *procedures = wr_report_cover_procedures (run->coverage, file);
  wr_report_trusts (procedures, run->graph);
  wr_json_set (object, "procedures", procedures);
  json_t *facts = wr_report_facts (run->coverage, file);
  if (run->fine) wr_report_parts (facts, run->fine, file);
  wr_json_set (object, "facts", facts);
  wr_json_set (object, "elements", wr_report_counts_json (&run->coverage->elements->files[file]));
  wr_json_set (object, "element_states", wr_report_elements (run->coverage, file));
  wr_json_set (object, "leaves",
               wr_report_leaves (run->graph, run->proved.core, run->sources, file));
  wr_report_progress_of_file (object, procedures, run->graph, wr_source_path (run->sources, file),
                              wr_sources_count (run->sources) == 1);
}

static enum wr_core_effort effort_of (const struct wr_options *options) {
  switch ((enum wr_cores_word)options->cores) {
  case WR_CORES_WORD_MUST: return WR_CORES_MUST;
  case WR_CORES_WORD_MINIMAL: return WR_CORES_MINIMAL;
  case WR_CORES_WORD_FAST: return WR_CORES_FAST;
  case WR_CORES_WORD_NONE: return WR_CORES_NONE;
  }
  return WR_CORES_MUST;
}

static void explain (wr_task *task) {
  enum wr_core_effort effort = effort_of (task->options);
  if (effort == WR_CORES_NONE) return;
  wr_task_explain (task, effort);
  if (task->options->fine && !wr_task_interrupted (task)) wr_task_explain_parts (task, effort);
  if (effort != WR_CORES_MUST || wr_task_interrupted (task)) return;
  wr_task_advise (task, NULL);
  wr_run_store (&task->run);
}

static void judge (const wr_run *run, struct wr_publish *report) {
  const struct wr_options *options = report->options;
  report->covered += run->coverage->whole.covered;
  report->total += run->coverage->whole.total;
  wr_element_counts_add (&report->elements, &run->coverage->elements->whole);
  report->axioms.covered += run->coverage->elements->axioms.covered;
  report->axioms.total += run->coverage->elements->axioms.total;
  if (options->format != WR_FORMAT_TEXT || (options->json && !*options->json)) return;
  for (uint32_t file = 1; options->annotate && file <= wr_sources_count (run->sources); file++) {
    wr_report_annotate (&report->text, run->coverage, file);
  }
  if (!options->quiet && run->fine) wr_report_parts_table (&report->text, run->fine);
  if (!options->quiet) wr_report_cover_table (&report->text, run->coverage);
}

/* Explanations of an interrupted run are not complete: facts that look unused may be needed by goals that were not explained. */
static void forget_explanations (wr_run *run) {
  run->coverage = NULL;
  run->fine = NULL;
  run->graph = NULL;
}

static void cover_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_task task;
  wr_task_begin (&task, report->options, report);
  wr_run *run = &task.run;
  if (wr_task_read (&task, paths, count) && wr_task_prove (&task)) explain (&task);
  if (wr_task_interrupted (&task)) forget_explanations (run);
  if (run->coverage && report->options->verbose) wr_task_tell_cost (&task);
  wr_publish_run (report, run, add_coverage, &(struct covered){report, run});
  wr_publish_page (report, run, run->proved.result, run->coverage, run->graph);
  if (run->coverage) judge (run, report);
  wr_task_end (&task);
}

/* False: the file cannot be read, and this was reported. */
static bool load_baseline (wr_arena *arena, const char *path, wr_baseline **out) {
  uint32_t file = 0;
  wr_buf problem = {0};
  if (!path) return true;
  wr_sources *sources = wr_sources_new (arena);
  if (wr_sources_load (sources, path, &file) == WR_LOAD_OK)
    *out = wr_baseline_read (wr_source_text (sources, file), arena, &problem);
  else
    wr_buf_print (&problem, "the file cannot be read");
  if (!*out) wr_output_complain ("--baseline %s: %s", path, wr_buf_text (&problem));
  wr_buf_free (&problem);
  wr_sources_free (sources);
  return *out != NULL;
}

static enum wr_exit cover_all (const struct wr_options *options, wr_baseline *baseline,
                               const struct wr_programs *programs) {
  struct wr_publish report = wr_publish_new (options);
  report.effort = effort_of (options);
  report.coverage = report.effort != WR_CORES_NONE;
  report.baseline = baseline;
  report.program_count = programs->count;
  for (uint32_t i = 0; i < programs->count && !report.interrupted; i++)
    cover_program (&report, programs->files.items + programs->first[i],
                   programs->first[i + 1] - programs->first[i]);
  report.below = options->fail_under > 0 && !report.interrupted &&
                 wr_element_counts_below (&report.elements, options->fail_under);
  if (report.below) report.exit = wr_exit_worse (report.exit, WR_EXIT_BELOW);
  enum wr_exit code = wr_publish_end (&report);
  wr_publish_free (&report);
  return code;
}

/* False: an option needs explanations, and this was reported. */
static bool may_explain_nothing (const struct wr_options *options) {
  const struct {
    bool given;
    const char *name;
  } needs[] = {{options->fail_under > 0, "--fail-under"},
               {options->all_cores, "--all-cores"},
               {options->annotate, "--annotate"},
               {options->fine, "--fine"},
               {options->lcov, "--lcov"},
               {options->cobertura, "--cobertura"}};
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
    if (!needs[i].given) continue;
    wr_output_complain ("%s cannot be combined with --cores=none, which explains nothing",
                        needs[i].name);
    return false;
  }
  return true;
}

enum wr_exit wr_cmd_cover (const struct wr_options *options) {
  if (!wr_reports_check (options) || !wr_farm_fits (options)) return WR_EXIT_INPUT;
  if (options->all_cores && options->all_cores[strspn (options->all_cores, "0123456789")]) {
    wr_output_complain ("--all-cores takes a number, not '%s'", options->all_cores);
    return WR_EXIT_INPUT;
  }
  if (effort_of (options) == WR_CORES_NONE && !may_explain_nothing (options)) return WR_EXIT_INPUT;
  wr_arena *arena = wr_arena_new ();
  wr_baseline *baseline = NULL;
  enum wr_exit code = WR_EXIT_INPUT;
  struct wr_programs programs;
  if (wr_programs_find (options, arena, &programs) &&
      load_baseline (arena, options->baseline, &baseline) && wr_farm_programs (options, &programs))
    code = cover_all (options, baseline, &programs);
  wr_baseline_free (baseline);
  wr_arena_free (arena);
  return code;
}
