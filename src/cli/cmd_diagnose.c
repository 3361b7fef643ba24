/* `warrant diagnose`: why goals are not proved. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/programs.h"
#include "cli/task.h"
#include "report/since.h"
#include "report/tests.h"
#include "report/timeouts.h"
#include "run/diagnose.h"
#include "run/judge.h"

struct proved {
  struct wr_publish *report;
  const wr_result *result;
};

static void add_procedures (void *ctx, uint32_t file, json_t *object) {
  const struct proved *proved = ctx;
  if (proved->result) wr_publish_procedures (proved->report, object, proved->result, file);
}

static bool wants_text (const struct wr_options *options) {
  return options->format == WR_FORMAT_TEXT && !(options->json && !*options->json);
}

/* The names of the files, without the lines that were asked for. */
static const char **file_names (const wr_run *run, uint32_t *count) {
  const char **names = WR_NEW (run->arena, const char *, wr_sources_count (run->sources));
  *count = 0;
  for (uint32_t file = 1; file <= wr_sources_count (run->sources); file++)
    if (!wr_source_hidden (run->sources, file))
      names[(*count)++] = wr_source_path (run->sources, file).ptr;
  return names;
}

static struct wr_search_bounds bounds_of (const struct wr_options *options) {
  struct wr_search_bounds bounds = wr_search_defaults;
  if (options->paths) bounds.paths = (uint32_t)options->paths;
  if (options->iterations) bounds.iterations = (uint32_t)options->iterations;
  if (options->depth) bounds.depth = (uint32_t)options->depth;
  bounds.thorough = options->thorough;
  bounds.summaries = options->summaries || options->thorough;
  if (options->path_rlimit) bounds.rlimit = options->path_rlimit;
  return bounds;
}

/* `--since`: the document of a former run; NULL: none, or it cannot be read. */
static json_t *former_run (const struct wr_options *options) {
  json_error_t error;
  json_t *doc = options->since ? json_load_file (options->since, 0, &error) : NULL;
  if (!options->since || json_is_array (json_object_get (doc, "files"))) return doc;
  wr_output_complain ("--since: %s is not a document of diagnose or verify%s%s", options->since,
                      doc ? "" : ": ", doc ? "" : error.text);
  json_decref (doc);
  return NULL;
}

static void publish_progress (struct wr_publish *report, const struct wr_tests_report *tests) {
  json_t *before = former_run (report->options);
  if (!before) return;
  json_t *list = wr_report_since (tests, before);
  if (wants_text (report->options)) wr_report_since_text (&report->text, list);
  json_t *all = json_object_get (report->more, "since");
  if (all) json_array_extend (all, list);
  json_decref (list);
  json_decref (before);
}

static void publish_tests (struct wr_publish *report, const struct wr_diagnosis_report *words,
                           const struct wr_diagnosed *done) {
  struct wr_tests_report tests = {.words = words,
                                  .tests = done->tests,
                                  .failures = done->failures,
                                  .failure_count = done->failure_count,
                                  .all = report->options->tests || report->options->verbose};
  if (!words->result) return;
  if (wants_text (report->options)) wr_report_tests (&report->text, &tests);
  json_t *list = wr_report_tests_json (&tests), *goals = wr_report_assertions_json (&tests);
  json_array_extend (json_object_get (report->more, "tests"), list);
  json_array_extend (json_object_get (report->more, "assertions"), goals);
  json_decref (list);
  json_decref (goals);
  publish_progress (report, &tests);
}

/* Goals that failed: genuine, spurious or undecided. */
static void diagnose_failures (struct wr_publish *report, wr_task *task, wr_bitset *violated) {
  json_t *list = json_object_get (report->more, "failures");
  if (report->options->blame_only) return;
  wr_watch_begin (&task->watch);
  struct wr_search_bounds bounds = bounds_of (report->options);
  struct wr_diagnosed done = wr_run_judge (&task->run, &bounds);
  wr_watch_end (&task->watch);
  struct wr_diagnosis_report words = {.result = task->run.proved.result};
  words.files = file_names (&task->run, &words.file_count);
  for (uint32_t i = 0; i < done.failure_count; i++) {
    const struct wr_diagnosis *d = done.failures[i];
    if (d->judgement == WR_JUDGED_GENUINE)
      wr_bitset_set (violated, words.result->bodies[d->body].passive->goals[d->goal].label.ix,
                     true);
    if (wants_text (report->options)) wr_report_diagnosis (&report->text, &words, done.failures[i]);
    wr_json_push (list, wr_report_diagnosis_json (&words, done.failures[i]));
  }
  publish_tests (report, &words, &done);
}

/* Goals that ran out of budget. */
static void diagnose_timeouts (struct wr_publish *report, wr_task *task,
                               const wr_bitset *violated) {
  const struct wr_options *options = report->options;
  wr_watch_begin (&task->watch);
  const wr_blames *blames =
      wr_run_blame (&task->run, options->limit, options->blame_only, violated);
  wr_watch_end (&task->watch);
  wr_task_check_failure (task);
  struct wr_blame_options how = {.decide = &task->run.proved.decide, .limit = options->limit};
  struct wr_timeouts_report timeouts = {.result = task->run.proved.result,
                                        .blames = blames,
                                        .limit = wr_blame_limit (&how),
                                        .verbose = options->verbose};
  if (wants_text (options)) wr_report_timeouts_text (&report->text, &timeouts);
  json_t *list = wr_report_timeouts_json (&timeouts);
  json_array_extend (json_object_get (report->more, "timeouts"), list);
  json_decref (list);
}

static void diagnose_program (struct wr_publish *report, const char *const *paths, uint32_t count) {
  wr_task task;
  wr_task_begin (&task, report->options, report);
  bool proved = wr_task_read (&task, paths, count) && wr_task_prove (&task);
  wr_publish_run (report, &task.run, add_procedures,
                  &(struct proved){report, task.run.proved.result});
  wr_bitset violated = {0};
  if (proved) diagnose_failures (report, &task, &violated);
  if (proved) diagnose_timeouts (report, &task, &violated);
  wr_bitset_free (&violated);
  wr_task_end (&task);
}

enum wr_exit wr_cmd_diagnose (const struct wr_options *options) {
  wr_arena *arena = wr_arena_new ();
  struct wr_programs programs;
  enum wr_exit code = WR_EXIT_INPUT;
  json_t *before = former_run (options);
  bool good = before || !options->since;
  json_decref (before);
  if (good && wr_programs_find (options, arena, &programs)) {
    struct wr_publish report = wr_publish_new (options);
    report.program_count = programs.count;
    report.more = wr_json_object ();
    wr_json_set (report.more, "failures", wr_json_array ());
    wr_json_set (report.more, "tests", wr_json_array ());
    wr_json_set (report.more, "assertions", wr_json_array ());
    if (options->since) wr_json_set (report.more, "since", wr_json_array ());
    wr_json_set (report.more, "timeouts", wr_json_array ());
    for (uint32_t i = 0; i < programs.count && !report.interrupted; i++)
      diagnose_program (&report, programs.files.items + programs.first[i],
                        programs.first[i + 1] - programs.first[i]);
    code = wr_publish_end (&report);
    wr_publish_free (&report);
  }
  wr_arena_free (arena);
  return code;
}
