/* `warrant axioms`: axiomatization coverage of a test suite. */
#include "axioms/suite.h"
#include "axioms/groups.h"
#include "base/vec.h"
#include "cli/axioms_advice.h"
#include "cli/axioms_expect.h"
#include "cli/axioms_prelude.h"
#include "cli/axioms_publish.h"
#include "cli/axioms_programs.h"
#include "cli/commands.h"
#include "cli/farm.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/publish.h"
#include "cli/programs.h"
#include "cli/progress.h"
#include "cli/reports.h"
#include "cli/task.h"
#include "cli/walk.h"
#include "report/axioms.h"
#include "solve/z3_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  DEFAULT_RLIMIT = 15000000,
  DEFAULT_SECONDS = 30,
  FLOOR = 200000,
  EFFORT = 3,               /* times the steps of the first proofs */
  LEAST_EFFORT = 100000000, /* steps, about two minutes */
  LEAST_STEPS =
      150000 /* in a second, also of a slow machine: counts must not depend on the clock */
};

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

static void add_found (void *ctx, const char *path, const char *below) {
  struct files *files = ctx;
  if (wr_programs_chosen (files->options, below)) add_file (files, path);
}

static bool find_files (struct files *files) {
  const struct wr_list *args = &files->options->args;
  bool good = true;
  for (uint32_t i = 0; i < args->count; i++) {
    const char *arg = args->items[i];
    if (wr_is_directory (arg)) {
      uint32_t before = files->logs.len + files->programs.len;
      struct wr_file_walk walk = {files, add_found};
      if (wr_walk_files (arg, files->arena, &walk) &&
          files->logs.len + files->programs.len > before)
        continue;
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
  wr_watch_files (ctx, done, cached, all);
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
                                       .effort = EFFORT,
                                       .least_effort = LEAST_EFFORT,
                                       .once = options->once,
                                       .strong = options->strong};
  suite.tests.timeout = options->timeout > 0 ? options->timeout : DEFAULT_SECONDS;
  suite.tests.count_timeout =
      options->timeout > 0 ? options->timeout : (double)suite.tests.reduce.rlimit / LEAST_STEPS;
  suite.tests.fine = options->fine;
  suite.tests.seed = (uint32_t)options->seed;
  suite.tests.identity.use_remarks = true;
  if (options->prelude) suite.tests.identity.prelude = wr_str_of (options->prelude);
  suite.tests.identity.patterns = options->axiom.items;
  suite.tests.identity.pattern_count = options->axiom.count;
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  suite.workers = options->jobs ? (uint32_t)options->jobs : cores > 0 ? (uint32_t)cores : 1;
  struct wr_budgets budgets;
  wr_buf problem = {0}; /* options_fit has reported it */
  (void)wr_task_budgets (options, &budgets, &problem);
  wr_buf_free (&problem);
  suite.no_contradictions = options->no_contradictions;
  suite.start_timeout = (double)budgets.start_seconds;
  suite.cache_path = wr_cache_file (options, arena);
  suite.cache_read_only = options->cache == WR_CACHE_READ;
  return suite;
}

/* False: --farm cannot work here. */
static bool run_farm (const struct files *files) {
  wr_farm_units units = {0};
  if (!files->options->farm) return true;
  wr_farm_pack (files->options, files->programs.data, files->programs.len, &units);
  wr_farm_pack (files->options, files->logs.data, files->logs.len, &units);
  bool good = wr_farm_run (files->options, &units);
  wr_farm_units_free (&units);
  return good;
}

static enum wr_exit measure (const struct files *files, struct wr_suite_options *suite,
                             struct wr_watch *watch, struct wr_axioms_report *report,
                             wr_relation *relation) {
  const struct wr_interrupt *interrupt = files->options->interrupt;
  uint32_t finished;
  wr_watch_begin (watch);
  enum wr_exit code = wr_axioms_programs (files->options, suite, files->programs.data,
                                          files->programs.len, relation, &finished);
  struct wr_suite_outcome outcome =
      wr_suite_logs (relation, files->logs.data, files->logs.len, suite);
  wr_watch_end (watch);
  report->files = outcome.files + files->programs.len;
  report->cached = outcome.cached;
  report->complete =
      !outcome.unfinished && finished == files->programs.len && !wr_interrupted (interrupt);
  if (!outcome.failure.len) return code;
  wr_output_complain ("no solver could be started: %.*s", WR_STR_ARGS (outcome.failure));
  return WR_EXIT_INTERNAL;
}

/* Logs, contradictions and instances are asked of Z3 in any case. */
static const char *solver_of_programs (const struct files *files) {
  const char *solver = files->options->solver;
  if (!files->programs.len || !solver || !strcmp (solver, "z3")) return "";
  return wr_str_print (files->arena, "%s for programs, else ", solver).ptr;
}

bool wr_axioms_group (const struct wr_options *options, wr_relation *relation) {
  struct wr_grouping_options grouping = {.prelude = options->prelude};
  wr_str problem = {0};
  if (options->group) wr_grouping_read (options->group, &grouping);
  if (wr_relation_group (relation, &grouping, &problem)) return true;
  wr_output_complain ("--group: %.*s", WR_STR_ARGS (problem));
  return false;
}

static bool budgets_fit (const struct wr_options *options) {
  struct wr_budgets budgets;
  wr_buf problem = {0};
  bool good = wr_task_budgets (options, &budgets, &problem);
  if (!good) wr_output_complain ("%s", wr_buf_text (&problem));
  wr_buf_free (&problem);
  return good;
}

/* Before anything is measured. */
static bool options_fit (const struct wr_options *options) {
  struct wr_grouping_options grouping = {0};
  if (options->group && !wr_grouping_read (options->group, &grouping)) {
    wr_output_complain ("--group is one of file, section, attribute:NAME and map:FILE, not '%s'",
                        options->group);
    return false;
  }
  if (grouping.by == WR_GROUP_MAP && access (grouping.argument, R_OK) != 0) {
    wr_output_complain ("--group: '%s' cannot be read", grouping.argument);
    return false;
  }
  if (!budgets_fit (options) || !wr_farm_fits (options)) return false;
  if (!options->args.count == !options->key.count) {
    wr_output_complain (options->key.count
                            ? "--key does not go together with other tests"
                            : "axioms needs the tests: a file, a directory, or --key DIR");
    return false;
  }
  return wr_reports_check (options);
}

enum wr_exit wr_cmd_axioms (const struct wr_options *options) {
  if (options->diff) return wr_axioms_diff (options);
  if (!options_fit (options)) return WR_EXIT_INPUT;
  if (options->key.count) return wr_axioms_key (options);
  struct files files = {.options = options, .arena = wr_arena_new ()};
  enum wr_exit code = WR_EXIT_INPUT;
  struct wr_axioms_expected expected = {0};
  if (wr_axioms_expect_read (options, files.arena, &expected) && find_files (&files) &&
      run_farm (&files)) {
    wr_relation *relation = wr_relation_new ();
    struct wr_watch watch;
    wr_watch_init (&watch, options);
    struct wr_suite_options suite = suite_options (options, &watch, files.arena);
    wr_str solver =
        wr_str_print (files.arena, "%s%s, %llu resources and %g s per query",
                      solver_of_programs (&files), wr_z3_version (files.arena).ptr,
                      (unsigned long long)suite.tests.reduce.rlimit, suite.tests.timeout);
    struct wr_axioms_report report = {.relation = relation,
                                      .folder = wr_publish_folder (options, files.arena),
                                      .verbose = options->verbose,
                                      .strong = options->strong,
                                      .prelude = options->prelude,
                                      .solver = solver.ptr};
    wr_map prelude = {0};
    bool fixed = files.programs.len && wr_prelude_is_program (options);
    bool good = !fixed || wr_axioms_prelude (options, relation, &prelude);
    if (fixed) suite.tests.prelude = &prelude;
    code = good ? measure (&files, &suite, &watch, &report, relation) : WR_EXIT_INPUT;
    wr_map_free (&prelude);
    wr_advice_list advice = {0};
    if (options->advice && !wr_interrupted (options->interrupt)) {
      struct wr_advise_files tried = {files.logs.data, files.logs.len, files.programs.data,
                                      files.programs.len};
      wr_axioms_advise (options, &suite, &tried, relation, &advice);
      report.advice = &advice;
    }
    wr_interrupt_claim (options->interrupt);
    code =
        wr_exit_worse (code, wr_axioms_expect_fill (options, report.complete, &expected, relation));
    if (!wr_axioms_group (options, relation)) code = wr_exit_worse (code, WR_EXIT_INPUT);
    code = wr_exit_worse (code, wr_axioms_publish (options, &report));
    wr_advice_free (&advice);
    wr_relation_free (relation);
  }
  wr_axioms_expect_free (&expected);
  WR_VEC_FREE (&files.logs);
  WR_VEC_FREE (&files.programs);
  wr_arena_free (files.arena);
  return code;
}
