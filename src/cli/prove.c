#include "cli/prove.h"

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/selfcheck.h"
#include "front/boogie/lower.h"
#include "report/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static uint32_t default_workers (void) {
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  return cores > 0 && cores < 1024 ? (uint32_t)cores : 1;
}

const char *wr_cache_file (const struct wr_options *options, wr_arena *arena) {
  const char *base = getenv ("XDG_CACHE_HOME"), *home = getenv ("HOME");
  if (options->no_cache) return NULL;
  if (base && *base == '/') return wr_str_print (arena, "%s/warrant/answers.db", base).ptr;
  if (home && *home == '/') return wr_str_print (arena, "%s/.cache/warrant/answers.db", home).ptr;
  return NULL;
}

static bool named (const wr_core *core, const struct wr_body *body, const struct wr_list *names) {
  for (uint32_t i = 0; i < names->count; i++) {
    wr_str name = wr_str_of (names->items[i]);
    if (wr_str_equal (name, wr_symbol_text (core->symbols, body->name)) ||
        wr_str_equal (name,
                      wr_symbol_text (core->symbols, core->procedures.data[body->procedure].name)))
      return true;
  }
  return false;
}

static bool around (const wr_core *core, const struct wr_body *body,
                    const struct wr_select *select) {
  if (body->span.file != select->file) return false;
  uint32_t first = wr_position_of (core->sources, select->file, body->span.begin).line;
  uint32_t last = wr_position_of (core->sources, select->file, body->span.end).line;
  return first <= select->line && select->line <= last;
}

/* Which bodies were asked for; NULL: all of them. */
static const bool *selection (const wr_run *run, const wr_core *core, bool *any) {
  *any = true;
  if (!run->options->procedure.count && !run->select_count) return NULL;
  bool *selected = WR_NEW (run->arena, bool, core->bodies.len);
  *any = false;
  for (uint32_t b = 0; b < core->bodies.len; b++) {
    const struct wr_body *body = &core->bodies.data[b];
    selected[b] = named (core, body, &run->options->procedure);
    for (uint32_t i = 0; i < run->select_count; i++)
      selected[b] |= around (core, body, &run->selects[i]);
    *any |= selected[b];
  }
  return selected;
}

static bool choose_solver (const struct wr_options *options, struct wr_decide_options *decide) {
  const char *solver = options->solver;
  decide->backend = &wr_backend_z3;
  if (!solver || !strcmp (solver, "z3")) return true;
  if (strncmp (solver, "smtlib:", 7) || !solver[7]) {
    wr_output_complain ("--solver takes z3 or smtlib:COMMAND, not '%s'", solver);
    return false;
  }
  decide->backend = &wr_backend_smtlib;
  decide->solver.command = solver + 7;
  return true;
}

static void count (struct wr_publish *report, const wr_result *result) {
  struct wr_summary sum = wr_summarise (result);
  report->verified += sum.verified;
  report->errors += sum.errors;
  report->timeouts += sum.timeouts;
  report->unknown += sum.unknown;
  if (sum.errors) report->exit = wr_exit_worse (report->exit, WR_EXIT_FAILED);
  if (sum.timeouts || sum.unknown) report->exit = wr_exit_worse (report->exit, WR_EXIT_UNKNOWN);
}

struct cost {
  double cpu;  /* seconds */
  long memory; /* of the largest process, in kilobytes */
};

/* Of the run so far: this process and all workers. */
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

static void tell_cost (const wr_result *result) {
  struct cost all = cost_so_far ();
  double solver = result->open_cpu;
  for (uint32_t i = 0; i < result->body_count; i++) solver += result->bodies[i].solver_cpu;
  fprintf (stderr, "cpu %.3f s, inside the solver %.3f s (%.1f %%), largest process %ld MB\n",
           all.cpu, solver, all.cpu > 0 ? 100 * solver / all.cpu : 0, all.memory / 1024);
}

void wr_tell_cover_cost (const wr_cover *cover) {
  struct cost all = cost_so_far ();
  double explaining = 0;
  for (uint32_t i = 0; i < cover->result->body_count; i++) explaining += cover->costs[i].cpu;
  fprintf (stderr, "cpu %.3f s, explaining %.3f s, largest process %ld MB\n", all.cpu, explaining,
           all.memory / 1024);
}

static struct wr_cover_options cover_options (const struct wr_options *options,
                                              const struct wr_decide_options *decide,
                                              enum wr_core_effort effort) {
  return (struct wr_cover_options){
      .effort = effort,
      .all_cores = options->all_cores != NULL,
      .self_check = options->self_check,
      .core_limit = options->all_cores ? (uint32_t)strtoul (options->all_cores, NULL, 10) : 0,
      .workers = decide->workers,
      .backend = decide->backend,
      .solver = decide->solver,
      .timeout = decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT,
      .cache_path = decide->cache_path,
      .progress = wr_watch_tick,
  };
}

/* Where every goal is to be asked, and in no other way. */
static bool may_look_first (const struct wr_options *options, const struct wr_publish *report) {
  return report->effort != WR_CORES_NONE && !options->untracked && !options->dump_smt &&
         !options->error_limit;
}

struct wr_proved wr_prove (wr_run *run, struct wr_publish *report) {
  const struct wr_options *options = run->options;
  struct wr_proved proved = {0};
  struct wr_decide_options decide = {
      .workers = options->jobs ? (uint32_t)options->jobs : default_workers (),
      .solver = {.seed = (uint32_t)options->seed, .untracked = options->untracked},
      .rlimit = options->rlimit,
      .timeout = options->timeout,
      .error_limit = (uint32_t)options->error_limit,
      .cache_path = wr_cache_file (options, run->arena),
      .dump_dir = options->dump_smt,
      .want_cores = report->coverage,
      .want_models = true,
  };
  if (!choose_solver (options, &decide)) {
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INPUT);
    return proved;
  }
  proved.core = bpl_lower (run->program, run->diags);
  if (!proved.core) return proved;
  bool any;
  decide.selected = selection (run, proved.core, &any);
  if (!any) {
    wr_output_complain (
        "no procedure is selected: --procedure and FILE:LINE name none that has a body");
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INPUT);
  }
  bool lazy = options->command == WR_COMMAND_PRUNE && !options->advice;
  if (lazy) decide.asked = WR_NEW (run->arena, bool, proved.core->bodies.len);
  struct wr_watch watch;
  wr_watch_begin (&watch, proved.core, options);
  decide.cancel = &watch.cancel;
  decide.progress = wr_watch_tick;
  decide.progress_ctx = &watch;
  struct wr_first_look look = {proved.core, cover_options (options, &decide, report->effort),
                               run->arena, NULL};
  look.how.cancel = &watch.cancel;
  look.how.progress_ctx = &watch;
  if (may_look_first (options, report)) decide.first = wr_look_first, decide.first_ctx = &look;
  proved.result = wr_decide (proved.core, &decide, run->arena);
  proved.begun = look.cover;
  wr_watch_end (&watch);
  if (options->verbose && !report->coverage) tell_cost (proved.result);
  if (proved.result->failure.len) {
    wr_output_complain ("%.*s", WR_STR_ARGS (proved.result->failure));
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INTERNAL);
  }
  if (proved.result->warning.len && !options->quiet)
    wr_output_warn ("%.*s: answers are not remembered", WR_STR_ARGS (proved.result->warning));
  decide.cancel = NULL;
  decide.progress = NULL;
  decide.first = NULL;
  proved.decide = decide;
  if (lazy) return proved;
  wr_report_failures (proved.result, run->diags);
  count (report, proved.result);
  if (options->self_check) wr_self_check (run, report, &proved);
  return proved;
}

/* Adds the procedures that a body calls, as far as their clauses say something; true: some are new. */
static bool add_called (const wr_core *core, const struct wr_body_result *body, wr_bitset *out) {
  bool more = false;
  for (uint32_t i = 0; i < body->vc->label_count; i++) {
    const struct wr_label_info *info = wr_label_info (&core->labels, body->vc->labels[i]);
    if (!info->clause.ix) continue;
    uint32_t owner = wr_label_info (&core->labels, info->clause)->procedure;
    if (!owner || wr_bitset_has (out, owner)) continue;
    wr_bitset_set (out, owner, true);
    more = true;
  }
  return more;
}

void wr_prove_rest (wr_run *run, struct wr_publish *report, struct wr_proved *proved,
                    const wr_bitset *procedures) {
  const wr_core *core = proved->core;
  bool *asked = WR_NEW (run->arena, bool, core->bodies.len);
  wr_bitset wanted = {0};
  if (procedures) wr_bitset_copy (&wanted, procedures);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t b = 0; b < core->bodies.len; b++) {
      const struct wr_body_result *body = &proved->result->bodies[b];
      bool new =
          !asked[b] && (!procedures || wr_bitset_has (&wanted, core->bodies.data[b].procedure + 1));
      if (!new) continue;
      asked[b] = true;
      if (body->vc) more |= add_called (core, body, &wanted);
    }
  }
  wr_bitset_free (&wanted);
  struct wr_watch watch;
  wr_watch_begin (&watch, proved->core, run->options);
  struct wr_decide_options decide = proved->decide;
  decide.asked = asked;
  decide.cancel = &watch.cancel;
  decide.progress = wr_watch_tick;
  decide.progress_ctx = &watch;
  wr_decide_more (proved->core, &decide, run->arena, proved->result);
  wr_watch_end (&watch);
  if (proved->result->failure.len) {
    wr_output_complain ("%.*s", WR_STR_ARGS (proved->result->failure));
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INTERNAL);
  }
  proved->decide.asked = NULL;
}

static wr_cover *run_cover (wr_run *run, struct wr_publish *report, const struct wr_proved *proved,
                            enum wr_core_effort effort, const wr_bitset *only,
                            const wr_coverage *earlier) {
  struct wr_watch watch;
  wr_watch_begin (&watch, proved->core, run->options);
  struct wr_cover_options how = cover_options (run->options, &proved->decide, effort);
  how.only = only;
  how.earlier = earlier ? earlier->cover : NULL;
  how.begun = effort == report->effort && !only ? proved->begun : NULL;
  how.cancel = &watch.cancel;
  how.progress_ctx = &watch;
  wr_cover *cover = wr_cover_run (proved->core, proved->result, &how, run->arena);
  wr_watch_end (&watch);
  if (cover->failure.len) {
    wr_output_complain ("%.*s", WR_STR_ARGS (cover->failure));
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INTERNAL);
  }
  proved->result->cancelled |= watch.cancel != 0;
  if (run->options->self_check && effort != WR_CORES_FAST && !cover->failure.len)
    wr_self_check_cores (run, cover);
  return cover;
}

wr_coverage *wr_explain (wr_run *run, struct wr_publish *report, const struct wr_proved *proved,
                         enum wr_core_effort effort) {
  return wr_coverage_of (run_cover (run, report, proved, effort, NULL, NULL), run->arena);
}

wr_coverage *wr_explain_some (wr_run *run, struct wr_publish *report,
                              const struct wr_proved *proved, const wr_bitset *only,
                              const wr_coverage *earlier) {
  return wr_coverage_of (run_cover (run, report, proved, WR_CORES_MINIMAL, only, earlier),
                         run->arena);
}

/* What lowering has to say it has said the first time. */
wr_fine *wr_explain_parts (wr_run *run, struct wr_publish *report, const struct wr_proved *proved,
                           const wr_coverage *whole, enum wr_core_effort effort) {
  wr_diags *said = wr_diags_new (run->arena);
  struct wr_proved again = {.decide = proved->decide};
  again.core = bpl_lower_fine (run->program, said);
  wr_diags_free (said);
  if (!again.core) return NULL;
  again.decide.error_limit = 0;
  again.decide.dump_dir = NULL;
  again.decide.want_models = false;
  struct wr_watch watch;
  wr_watch_begin (&watch, again.core, run->options);
  struct wr_decide_options decide = again.decide;
  decide.cancel = &watch.cancel;
  decide.progress = wr_watch_tick;
  decide.progress_ctx = &watch;
  again.result = wr_decide (again.core, &decide, run->arena);
  wr_watch_end (&watch);
  if (again.result->failure.len || again.result->cancelled) {
    wr_proved_free (&again);
    return NULL;
  }
  wr_cover *cover = run_cover (run, report, &again, effort, NULL, NULL);
  return wr_fine_of (whole, again.core, cover, run->diags, run->arena);
}

void wr_proved_free (struct wr_proved *proved) {
  if (proved->begun) wr_cover_dismiss (proved->begun);
  if (proved->core) wr_core_free (proved->core);
}
