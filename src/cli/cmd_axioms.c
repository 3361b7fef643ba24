/* `warrant axioms`: axiomatization coverage of a test suite. */
#include "axioms/suite.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/task.h"
#include "report/axioms.h"
#include "report/mark.h"
#include "run/axioms.h"
#include "solve/z3_log.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_RLIMIT = 15000000, DEFAULT_SECONDS = 10, FLOOR = 200000, MOST_DEPTH = 64 };

typedef WR_VEC (const char *) paths;

static bool is_log (const char *name) {
  wr_str text = wr_str_of (name);
  return wr_str_ends (text, WR_LIT (".smt2")) || wr_str_ends (text, WR_LIT (".smt"));
}

/* The files of a suite, of both kinds. */
struct files {
  paths logs, programs;
  const struct wr_options *options;
  wr_arena *arena;
};

/* Does a language read this file? */
static bool is_program (const struct wr_options *options, const char *name) {
  return wr_front_of_path (wr_options_fronts (options), wr_str_of (name)) != NULL;
}

static bool add_file (struct files *files, const char *path) {
  if (is_log (path))
    WR_VEC_PUSH (&files->logs, path);
  else if (is_program (files->options, path))
    WR_VEC_PUSH (&files->programs, path);
  else
    return false;
  return true;
}

/* All files below a folder, in the order of their names.  False: the folder cannot be read. */
static bool add_folder (struct files *files, const char *folder, int depth) {
  struct dirent **entries;
  int n = scandir (folder, &entries, NULL, alphasort);
  if (n < 0) return false;
  for (int i = 0; i < n; i++) {
    const char *name = entries[i]->d_name;
    struct stat st;
    wr_str path = wr_str_print (files->arena, "%s/%s", folder, name);
    if (name[0] != '.' && stat (path.ptr, &st) == 0) {
      if (S_ISDIR (st.st_mode) && depth < MOST_DEPTH) add_folder (files, path.ptr, depth + 1);
      if (S_ISREG (st.st_mode)) add_file (files, path.ptr);
    }
    free (entries[i]);
  }
  free (entries);
  return true;
}

static bool find_files (struct files *files) {
  const struct wr_list *args = &files->options->args;
  bool good = true;
  for (uint32_t i = 0; i < args->count; i++) {
    struct stat st;
    const char *arg = args->items[i];
    if (stat (arg, &st) == 0 && S_ISDIR (st.st_mode)) {
      uint32_t before = files->logs.len + files->programs.len;
      if (add_folder (files, arg, 0) && files->logs.len + files->programs.len > before) continue;
      wr_output_complain ("'%s' contains no SMT-LIB file (.smt2) and no program", arg);
      good = false;
    } else if (!add_file (files, arg)) {
      wr_output_complain (
          "'%s' is neither an SMT-LIB file (.smt2) nor a program of a known language", arg);
      good = false;
    }
  }
  return good;
}

static void tick (void *ctx, uint32_t done, uint32_t cached, uint32_t all) {
  struct wr_progress progress = {.goals_done = done, .goals_all = all, .slowest_body = UINT32_MAX};
  (void)cached;
  wr_watch_tick (ctx, NULL, &progress);
}

static struct wr_suite_options suite_options (const struct wr_options *options,
                                              struct wr_watch *watch, wr_arena *arena) {
  static const enum wr_test_unit units[] = {WR_TEST_FILE, WR_TEST_PROCEDURE, WR_TEST_QUERY};
  struct wr_suite_options suite = {.cancel =
                                       options->interrupt ? &options->interrupt->cancel : NULL,
                                   .progress = tick,
                                   .progress_ctx = watch};
  suite.tests.unit = units[options->test];
  suite.tests.reduce =
      (struct wr_axiom_reduce_options){.rlimit = options->rlimit ? options->rlimit : DEFAULT_RLIMIT,
                                       .factor = 2,
                                       .floor = FLOOR,
                                       .once = options->once,
                                       .strong = options->strong};
  suite.tests.timeout = options->timeout > 0 ? options->timeout : DEFAULT_SECONDS;
  suite.tests.seed = (uint32_t)options->seed;
  suite.tests.identity.use_remarks = true;
  if (options->prelude) suite.tests.identity.prelude = wr_str_of (options->prelude);
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  suite.workers = options->jobs ? (uint32_t)options->jobs : cores > 0 ? (uint32_t)cores : 1;
  suite.cache_path = wr_cache_file (options, arena);
  suite.cache_read_only = options->cache == WR_CACHE_READ;
  return suite;
}

static enum wr_exit publish (const struct wr_options *options,
                             const struct wr_axioms_report *report) {
  wr_buf text = {0}, json = {0};
  enum wr_exit code = WR_EXIT_OK;
  if (options->json || options->format == WR_FORMAT_JSON) {
    json_t *doc = wr_report_axioms_json (report);
    wr_json_dump (&json, doc);
    json_decref (doc);
  }
  if (options->json && *options->json) {
    struct wr_output output = {"--json", options->json, WR_MARK_JSON};
    code = wr_output_file (options, &output, wr_buf_str (&json));
  }
  bool as_json = options->format == WR_FORMAT_JSON || (options->json && !*options->json);
  if (!as_json) wr_report_axioms_text (&text, report);
  code = wr_exit_worse (code, wr_output_print (options, as_json ? &json : &text));
  wr_buf_free (&json);
  wr_buf_free (&text);
  return code;
}

static enum wr_exit exit_code (const wr_relation *relation) {
  enum wr_exit code = WR_EXIT_OK;
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    if (row->verdict == WR_AXIOM_ERROR) code = wr_exit_worse (code, WR_EXIT_INPUT);
    if (row->expected != WR_AXIOM_UNDECIDED && row->verdict != row->expected)
      code =
          wr_exit_worse (code, row->verdict == WR_AXIOM_TIMEOUT ? WR_EXIT_UNKNOWN : WR_EXIT_FAILED);
  }
  return code;
}

/* A program that cannot be read is a test with an error. */
static void add_broken (wr_relation *relation, const wr_run *run, const char *path) {
  struct wr_test_row row = {.path = wr_str_of (path),
                            .verdict = WR_AXIOM_ERROR,
                            .problem = WR_LIT ("cannot be verified")};
  if (wr_diags_count (run->diags)) {
    const wr_diag *first = wr_diags_at (run->diags, 0);
    row.problem = first->message;
    row.problem_line = wr_position_of (run->sources, first->at.file, first->at.begin).line;
  }
  wr_relation_add (relation, &row);
}

static enum wr_exit measure_program (const struct wr_options *options,
                                     const struct wr_suite_options *suite, const char *path,
                                     wr_relation *relation) {
  struct wr_publish report = wr_publish_new (options);
  wr_task task;
  wr_task_begin (&task, options, &report);
  if (wr_task_read (&task, &path, 1) && wr_task_prove (&task)) {
    wr_watch_begin (&task.watch);
    wr_run_axioms (&task.run, suite->tests.unit, &suite->tests.reduce, relation);
    wr_watch_end (&task.watch);
    wr_task_check_failure (&task);
  } else if (!wr_task_interrupted (&task)) {
    add_broken (relation, &task.run, path);
  }
  enum wr_exit code = report.exit == WR_EXIT_INTERNAL ? WR_EXIT_INTERNAL : WR_EXIT_OK;
  wr_task_end (&task);
  wr_publish_free (&report);
  return code;
}

static enum wr_exit measure (const struct files *files, struct wr_suite_options *suite,
                             struct wr_watch *watch, struct wr_axioms_report *report,
                             wr_relation *relation) {
  enum wr_exit code = WR_EXIT_OK;
  const struct wr_interrupt *interrupt = files->options->interrupt;
  for (uint32_t i = 0; i < files->programs.len && !wr_interrupted (interrupt); i++)
    code = wr_exit_worse (
        code, measure_program (files->options, suite, files->programs.data[i], relation));
  wr_watch_begin (watch);
  struct wr_suite_outcome outcome =
      wr_suite_logs (relation, files->logs.data, files->logs.len, suite);
  wr_watch_end (watch);
  report->files = outcome.files + files->programs.len;
  report->cached = outcome.cached;
  report->complete = !outcome.unfinished && !wr_interrupted (interrupt);
  if (!outcome.failure.len) return code;
  wr_output_complain ("no solver could be started: %.*s", WR_STR_ARGS (outcome.failure));
  return WR_EXIT_INTERNAL;
}

enum wr_exit wr_cmd_axioms (const struct wr_options *options) {
  struct files files = {.options = options, .arena = wr_arena_new ()};
  enum wr_exit code = WR_EXIT_INPUT;
  if (find_files (&files)) {
    wr_relation *relation = wr_relation_new ();
    struct wr_watch watch;
    wr_watch_init (&watch, options);
    struct wr_suite_options suite = suite_options (options, &watch, files.arena);
    wr_str solver = wr_str_print (
        files.arena, "%s, %llu resources and %g s per query", wr_z3_version (files.arena).ptr,
        (unsigned long long)suite.tests.reduce.rlimit, suite.tests.timeout);
    struct wr_axioms_report report = {.relation = relation,
                                      .verbose = options->verbose,
                                      .strong = options->strong,
                                      .solver = solver.ptr};
    code = measure (&files, &suite, &watch, &report, relation);
    wr_interrupt_claim (options->interrupt);
    code = wr_exit_worse (code, exit_code (relation));
    code = wr_exit_worse (code, publish (options, &report));
    wr_relation_free (relation);
  }
  WR_VEC_FREE (&files.logs);
  WR_VEC_FREE (&files.programs);
  wr_arena_free (files.arena);
  return code;
}
