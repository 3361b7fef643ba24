/* `warrant cover`: pass 1 as in verify, then an explanation of every proof. */
#include "cli/advise.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/prove.h"
#include "cli/inquiry.h"
#include "report/cover.h"
#include "report/verify.h"

#include <string.h>

struct covered {
  struct wr_proved proved;
  wr_coverage *coverage; /* NULL: nothing is explained */
  wr_graph *graph;       /* made when JSON asks for it */
  wr_fine *fine;         /* with --fine */
  wr_arena *arena;
};

static void add_coverage (void *ctx, uint32_t file, json_t *object) {
  struct covered *covered = ctx;
  if (!covered->coverage) {
    if (covered->proved.result)
      wr_json_set (object, "procedures", wr_report_procedures (covered->proved.result, file));
    return;
  }
  if (!covered->graph) covered->graph = wr_graph_of (covered->coverage, covered->arena);
  json_t *procedures = wr_report_cover_procedures (covered->coverage, file);
  wr_report_trusts (procedures, covered->graph);
  wr_json_set (object, "procedures", procedures);
  json_t *facts = wr_report_facts (covered->coverage, file);
  if (covered->fine) wr_report_parts (facts, covered->fine, file);
  wr_json_set (object, "facts", facts);
  wr_json_set (object, "leaves", wr_report_leaves (covered->graph, covered->proved.core, file));
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

static void explain (wr_run *run, struct wr_publish *report, struct covered *covered) {
  enum wr_core_effort effort = effort_of (run->options);
  if (effort == WR_CORES_NONE) return;
  covered->coverage = wr_explain (run, report, &covered->proved, effort);
  if (run->options->fine)
    covered->fine = wr_explain_parts (run, report, &covered->proved, covered->coverage, effort);
  if (effort != WR_CORES_MUST) return;
  wr_advise (run, &covered->proved, covered->coverage, NULL);
  wr_inquiry_remember (run, &covered->proved, covered->coverage);
}

static void judge (const wr_run *run, struct wr_publish *report, const wr_coverage *coverage,
                   const wr_fine *fine) {
  const struct wr_options *options = run->options;
  report->covered += coverage->whole.covered;
  report->total += coverage->whole.total;
  if (options->format != WR_FORMAT_TEXT || (options->json && !*options->json)) return;
  for (uint32_t file = 1; options->annotate && file <= wr_sources_count (run->sources); file++) {
    wr_report_annotate (&report->text, coverage, file);
  }
  if (!options->quiet && fine) wr_report_parts_table (&report->text, fine);
  if (!options->quiet) wr_report_cover_table (&report->text, coverage);
}

static void cover_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_run run = wr_run_new (report->options);
  struct covered covered = {.arena = run.arena};
  if (wr_run_read (&run, paths, count) && wr_run_front (&run, WR_AFTER_TYPE)) {
    covered.proved = wr_prove (&run, report);
    if (covered.proved.result && !covered.proved.result->failure.len)
      explain (&run, report, &covered);
    if (covered.coverage && report->options->verbose) wr_tell_cover_cost (covered.coverage->cover);
  }
  wr_publish_run (report, &run, add_coverage, &covered);
  wr_publish_page (report, &run, covered.proved.result, covered.coverage, covered.graph);
  if (covered.coverage) judge (&run, report, covered.coverage, covered.fine);
  wr_fine_free (covered.fine);
  wr_coverage_free (covered.coverage);
  wr_proved_free (&covered.proved);
  wr_run_free (&run);
}

/* False: it cannot be read, which has been told. */
static bool load_baseline (wr_run *scratch, const char *path, wr_baseline **out) {
  uint32_t file = 0;
  wr_buf problem = {0};
  if (!path) return true;
  if (wr_sources_load (scratch->sources, path, &file) == WR_LOAD_OK)
    *out = wr_baseline_read (wr_source_text (scratch->sources, file), scratch->arena, &problem);
  else
    wr_buf_print (&problem, "it cannot be read");
  if (!*out) wr_output_complain ("--baseline %s: %s", path, wr_buf_text (&problem));
  wr_buf_free (&problem);
  return *out != NULL;
}

static enum wr_exit cover_all (const struct wr_options *options, wr_baseline *baseline) {
  struct wr_publish report = wr_publish_new (options);
  report.effort = effort_of (options);
  report.coverage = report.effort != WR_CORES_NONE;
  report.baseline = baseline;
  const struct wr_list *files = &options->args;
  if (options->separate) {
    for (uint32_t i = 0; i < files->count; i++) cover_program (&report, files->items + i, 1);
  } else {
    cover_program (&report, files->items, files->count);
  }
  if (options->fail_under > 0 && report.total &&
      100.0 * (double)report.covered < options->fail_under * (double)report.total) {
    report.exit = wr_exit_worse (report.exit, WR_EXIT_BELOW);
  }
  enum wr_exit code = wr_publish_end (&report);
  wr_publish_free (&report);
  return code;
}

/* False: something was asked for that comes of explanations, which has been told. */
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
    wr_output_complain ("%s: there is nothing to tell with --cores=none", needs[i].name);
    return false;
  }
  return true;
}

enum wr_exit wr_cmd_cover (const struct wr_options *options) {
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
  if (options->all_cores && options->all_cores[strspn (options->all_cores, "0123456789")]) {
    wr_output_complain ("--all-cores takes a number, not '%s'", options->all_cores);
    return WR_EXIT_INPUT;
  }
  if (effort_of (options) == WR_CORES_NONE && !may_explain_nothing (options)) return WR_EXIT_INPUT;
  wr_run scratch = wr_run_new (options);
  wr_baseline *baseline = NULL;
  enum wr_exit code = WR_EXIT_INPUT;
  if (load_baseline (&scratch, options->baseline, &baseline)) code = cover_all (options, baseline);
  wr_baseline_free (baseline);
  wr_run_free (&scratch);
  return code;
}
