#include "cli/task.h"

#include "base/words.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "report/verify.h"
#include "run/diagnose.h"
#include "run/refute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* -- options ------------------------------------------------------------------------------------------ */

const char *wr_cache_file (const struct wr_options *options, wr_arena *arena) {
  const char *base = getenv ("XDG_CACHE_HOME"), *home = getenv ("HOME");
  if (options->no_cache || options->cache == WR_CACHE_OFF) return NULL;
  if (base && *base == '/') return wr_str_print (arena, "%s/warrant/answers.db", base).ptr;
  if (home && *home == '/') return wr_str_print (arena, "%s/.cache/warrant/answers.db", home).ptr;
  return NULL;
}

/* False: the value of --solver is not a solver. */
static bool choose_solver (const struct wr_options *options, struct wr_run_options *out) {
  const char *solver = options->solver;
  out->backend = &wr_backend_z3;
  if (!solver || !strcmp (solver, "z3")) return true;
  if (strncmp (solver, "smtlib:", 7) || !solver[7]) return false;
  out->backend = &wr_backend_smtlib;
  out->solver_command = solver + 7;
  return true;
}

bool wr_task_budgets (const struct wr_options *options, struct wr_budgets *out, wr_buf *problem) {
  *out = wr_default_budgets;
  for (uint32_t i = 0; i < options->budget.count; i++)
    if (!wr_budgets_set (out, options->budget.items[i], problem)) return false;
  return true;
}

static struct wr_run_options options_of (const struct wr_options *options,
                                         const struct wr_publish *report) {
  struct wr_run_options out = {
      .fronts = wr_options_fronts (options),
      .lang = options->lang,
      .procedure = options->procedure.items,
      .procedure_count = options->procedure.count,
      .workers = (uint32_t)options->jobs,
      .seed = (uint32_t)options->seed,
      .untracked = options->untracked,
      .rlimit = options->rlimit,
      .timeout = options->timeout,
      .error_limit = (uint32_t)options->error_limit,
      .cache_read_only = options->cache == WR_CACHE_READ,
      .dump_dir = options->dump_smt,
      .cores = report && report->coverage,
      .effort = report ? report->effort : WR_CORES_NONE,
      .all_cores = options->all_cores != NULL,
      .core_limit = options->all_cores ? (uint32_t)strtoul (options->all_cores, NULL, 10) : 0,
      .self_check = options->self_check,
  };
  (void)choose_solver (options, &out);
  return out;
}

void wr_task_begin (wr_task *task, const struct wr_options *options, struct wr_publish *report) {
  *task = (wr_task){.options = options, .report = report};
  struct wr_run_options how = options_of (options, report);
  wr_buf problem = {0}; /* it is reported before anything is asked */
  (void)wr_task_budgets (options, &task->budgets, &problem);
  how.budgets = &task->budgets;
  task->guard = wr_output_guard (options);
  how.guard = &task->guard;
  wr_buf_free (&problem);
  wr_watch_init (&task->watch, options);
  task->run = wr_run_new (&how, options->interrupt ? &options->interrupt->cancel : NULL,
                          &(struct wr_sink){.ctx = &task->watch, .progress = wr_watch_tick});
  task->run.options.cache_path = wr_cache_file (options, task->run.arena);
}

void wr_task_end (wr_task *task) {
  if (wr_task_interrupted (task)) return; /* the process ends now, without taking the time */
  wr_run_free (&task->run);
  wr_guard_free (&task->guard);
}

bool wr_task_interrupted (const wr_task *task) { return wr_interrupted (task->options->interrupt); }

/* -- loading ------------------------------------------------------------------------------------------ */

/* The name before `:LINE`, if the argument is not itself a file and ends that way. */
static const char *split_address (wr_task *task, const char *path, uint32_t *line) {
  const char *colon = strrchr (path, ':');
  *line = 0;
  if (!colon || colon == path || strspn (colon + 1, "0123456789") != strlen (colon + 1))
    return path;
  if (!colon[1] || strlen (colon + 1) > 9 || access (path, F_OK) == 0) return path;
  *line = (uint32_t)strtoul (colon + 1, NULL, 10);
  return wr_str_keep (task->run.arena, (wr_str){path, (size_t)(colon - path)}).ptr;
}

bool wr_task_read (wr_task *task, const char *const *paths, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t line;
    const char *path = split_address (task, paths[i], &line);
    if (!wr_run_add_file (&task->run, path, line)) break;
  }
  return wr_diags_errors (task->run.diags) == 0;
}

wr_core *wr_task_lower (wr_task *task, const struct wr_options *options, const char *path) {
  wr_task_begin (task, options, NULL);
  if (!wr_task_read (task, &path, 1) || !wr_run_load (&task->run, WR_LOADED_TYPED)) return NULL;
  return wr_program_lower (&task->run.program, WR_DETAIL_CLAUSES, task->run.diags);
}

/* -- what a step says ---------------------------------------------------------------------------------- */

static void worsen (wr_task *task, enum wr_exit code) {
  task->report->exit = wr_exit_worse (task->report->exit, code);
}

void wr_task_check_failure (wr_task *task) {
  if (!task->run.failure.len) return;
  wr_output_complain ("%.*s", WR_STR_ARGS (task->run.failure));
  worsen (task, WR_EXIT_INTERNAL);
  task->run.failure = (wr_str){0};
}

/* Goals that a solver decided, now or in an earlier run. */
static uint64_t answers (const wr_result *result) {
  uint64_t count = 0;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++)
      count += body->goals[g].verdict != WR_VERDICT_NONE && !body->goals[g].trivial;
  }
  return count;
}

static void count (wr_task *task) {
  struct wr_publish *report = task->report;
  struct wr_summary sum = wr_summarise (task->run.proved.result);
  report->verified += sum.verified;
  report->errors += sum.errors;
  report->timeouts += sum.timeouts;
  report->unknown += sum.unknown;
  report->unchecked += sum.unchecked;
  report->cached += task->run.proved.result->cache_hits;
  report->answered += answers (task->run.proved.result);
  report->not_begun += sum.not_begun;
  if (sum.errors) worsen (task, WR_EXIT_FAILED);
  if (sum.timeouts || sum.unknown) worsen (task, WR_EXIT_UNKNOWN);
}

struct cost {
  double cpu;  /* seconds */
  long memory; /* of the largest process, in kilobytes */
};

/* The processor time that this process and all workers have used so far. */
static struct cost cost_so_far (void) {
  struct cost cost = {0};
  static const int who[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
  for (size_t i = 0; i < 2; i++) {
    struct rusage use;
    getrusage (who[i], &use);
    cost.cpu += (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
    if (use.ru_maxrss > cost.memory) cost.memory = use.ru_maxrss;
  }
  return cost;
}

/* Counts that do not depend on the machine: how they grow with a program is tested (tests/growth). */
static void tell_work (const wr_run *run, const wr_result *result) {
  uint64_t steps = 0, nodes = 0;
  for (uint32_t i = 0; i < result->body_count; i++) {
    steps += result->bodies[i].resources;
    nodes += result->bodies[i].vc ? result->bodies[i].vc->node_count : 0;
  }
  wr_buf line = {0};
  wr_buf_add (&line, WR_LIT ("work: "));
  wr_buf_count (&line, result->workers, "worker", "workers");
  wr_buf_add (&line, WR_LIT (", "));
  wr_buf_count (&line, result->checks, "query", "queries");
  wr_buf_add (&line, WR_LIT (", "));
  wr_buf_count (&line, steps, "step", "steps");
  wr_buf_add (&line, WR_LIT (", "));
  wr_buf_count (&line, result->core->exprs.len, "expression", "expressions");
  wr_buf_add (&line, WR_LIT (", "));
  wr_buf_count (&line, nodes, "node", "nodes");
  wr_buf_print (&line, ", %zu KB\n", wr_arena_bytes (run->arena) >> 10);
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}

static void tell_cost (const wr_result *result) {
  struct cost all = cost_so_far ();
  double solver = result->open_cpu;
  for (uint32_t i = 0; i < result->body_count; i++) solver += result->bodies[i].solver_cpu;
  fprintf (stderr, "cpu %.3f s, inside the solver %.3f s (%.1f %%), largest process %ld MB\n",
           all.cpu, solver, all.cpu > 0 ? 100 * solver / all.cpu : 0, all.memory / 1024);
}

void wr_task_tell_cost (const wr_task *task) {
  struct cost all = cost_so_far ();
  const wr_cover *cover = task->run.coverage->cover;
  double explaining = 0;
  for (uint32_t i = 0; i < cover->result->body_count; i++) explaining += cover->costs[i].cpu;
  fprintf (stderr, "cpu %.3f s, explaining %.3f s, largest process %ld MB\n", all.cpu, explaining,
           all.memory / 1024);
}

static void say (const wr_task *task, wr_buf *line) {
  if (!task->options->quiet) wr_output_error (wr_buf_str (line));
  wr_buf_free (line);
}

static void self_check (wr_task *task) {
  wr_buf line = {0};
  wr_watch_begin (&task->watch);
  struct wr_checked checked = wr_run_self_check (&task->run);
  wr_watch_end (&task->watch);
  if (!checked.done) return;
  if (checked.second_failed.len)
    wr_output_complain ("--self-check: the second solver cannot be used: %.*s",
                        WR_STR_ARGS (checked.second_failed));
  if (checked.wrong) worsen (task, WR_EXIT_INTERNAL);
  wr_buf_print (&line, "self-check: cvc5 confirms %u of %u %s; %u of %u %s replayed; %u %s\n",
                checked.confirmed, checked.proofs, wr_plural (checked.proofs, "proof", "proofs"),
                checked.replayed, checked.models,
                wr_plural (checked.models, "counterexample", "counterexamples"), checked.wrong,
                wr_plural (checked.wrong, "contradiction", "contradictions"));
  say (task, &line);
}

static void tell_rechecked (const wr_task *task, const wr_cover *cover) {
  wr_buf line = {0};
  struct wr_rechecked sum = wr_run_rechecked (cover);
  wr_buf_print (&line,
                "self-check: %u %s confirmed by a fresh solver, %u %s tested; "
                "%u %s reduced, %u corrected, %u withdrawn\n",
                sum.cores, wr_plural (sum.cores, "core", "cores"), sum.members,
                wr_plural (sum.members, "member", "members"), sum.smaller,
                wr_plural (sum.smaller, "core", "cores"), sum.mended, sum.withdrawn);
  say (task, &line);
}

/* -- the steps ------------------------------------------------------------------------------------------ */

/* A name that selects nothing is bad usage, if no other one selects something in any of the programs. */
static void check_selected (wr_task *task) {
  const wr_run *run = &task->run;
  struct wr_publish *report = task->report;
  report->unmatched += run->none_selected;
  bool none = run->none_selected && report->unmatched >= report->program_count;
  bool one = report->program_count <= 1;
  if (none) worsen (task, WR_EXIT_INPUT);
  if (!none && !(one && run->unmatched)) return;
  wr_buf text = {0};
  if (run->unmatched && run->nearest.len)
    wr_buf_print (&text, "no procedure with a body is called '%s' (did you mean '%.*s'?)",
                  run->unmatched, WR_STR_ARGS (run->nearest));
  else if (run->unmatched)
    wr_buf_print (&text, "no procedure with a body is called '%s'", run->unmatched);
  else
    wr_buf_add (&text, WR_LIT ("no procedure with a body is around the line of FILE:LINE"));
  if (none)
    wr_output_complain ("%s", wr_buf_text (&text));
  else
    wr_output_warn ("%s", wr_buf_text (&text));
  wr_buf_free (&text);
}

/* Reports bad usage; true: there is a result. */
static bool check_proved (wr_task *task) {
  const wr_result *result = task->run.proved.result;
  if (!result) return false;
  check_selected (task);
  if (task->options->verbose && !task->report->coverage) {
    tell_cost (result);
    tell_work (&task->run, result);
  }
  wr_task_check_failure (task);
  if (result->not_dumped.len) {
    wr_output_complain ("--dump-smt: %.*s", WR_STR_ARGS (result->not_dumped));
    worsen (task, result->dump_refused ? WR_EXIT_INPUT : WR_EXIT_INTERNAL);
  }
  if (result->warning.len && !task->options->quiet)
    wr_output_warn ("%.*s: answers are not cached", WR_STR_ARGS (result->warning));
  return true;
}

static bool check_budgets (wr_task *task) {
  struct wr_budgets budgets;
  wr_buf problem = {0};
  bool good = wr_task_budgets (task->options, &budgets, &problem);
  if (!good) {
    wr_output_complain ("%s", wr_buf_text (&problem));
    worsen (task, WR_EXIT_INPUT);
  }
  wr_buf_free (&problem);
  return good;
}

static bool prove (wr_task *task, bool (*step) (wr_run *run)) {
  struct wr_run_options solver = {0};
  if (!wr_run_load (&task->run, WR_LOADED_TYPED)) return false;
  if (!choose_solver (task->options, &solver)) {
    wr_output_complain ("--solver takes z3 or smtlib:COMMAND, not '%s'", task->options->solver);
    worsen (task, WR_EXIT_INPUT);
    return false;
  }
  if (!check_budgets (task)) return false;
  wr_watch_begin (&task->watch);
  step (&task->run);
  wr_watch_end (&task->watch);
  return check_proved (task);
}

bool wr_task_prove_cached (wr_task *task) {
  return prove (task, wr_run_prove_cached) && !task->run.proved.result->failure.len &&
         !wr_task_interrupted (task);
}

bool wr_task_prove (wr_task *task) {
  if (!prove (task, wr_run_prove)) return false;
  if (!wr_task_interrupted (task) && !task->options->no_values) wr_run_refute (&task->run);
  if (!wr_task_interrupted (task)) wr_run_blame_memory (&task->run);
  wr_report_failures (task->run.proved.result, task->run.diags);
  count (task);
  if (task->options->self_check && !wr_task_interrupted (task)) self_check (task);
  return !task->run.proved.result->failure.len && !wr_task_interrupted (task);
}

static void check_explained (wr_task *task, enum wr_core_effort effort, const wr_cover *cover) {
  wr_task_check_failure (task);
  if (task->options->self_check && effort != WR_CORES_FAST && !cover->failure.len)
    tell_rechecked (task, cover);
}

void wr_task_explain (wr_task *task, enum wr_core_effort effort) {
  wr_watch_begin (&task->watch);
  wr_run_explain (&task->run, effort);
  wr_watch_end (&task->watch);
  check_explained (task, effort, task->run.coverage->cover);
}

void wr_task_explain_parts (wr_task *task, enum wr_core_effort effort) {
  wr_watch_begin (&task->watch);
  wr_run_explain_parts (&task->run, effort);
  wr_watch_end (&task->watch);
  if (task->run.fine) check_explained (task, effort, task->run.fine->coverage->cover);
}

void wr_task_advise (wr_task *task, wr_bitset *advice) {
  wr_watch_begin (&task->watch);
  wr_run_advise (&task->run, advice);
  wr_watch_end (&task->watch);
}
