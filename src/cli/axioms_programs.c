#include "cli/axioms_programs.h"

#include "axioms/bytes.h"
#include "axioms/conflict_jobs.h"
#include "axioms/conflict_plan.h"
#include "axioms/logworker.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/pulse.h"
#include "cli/task.h"
#include "run/axioms.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <stdlib.h>
#include <sys/stat.h>

struct program {
  wr_buf result; /* exit code, and bytes of axioms/bytes.h */
  wr_str problem;
  bool done, again; /* the process that measures it has been started again */
};

struct programs {
  const struct wr_options *options;
  const struct wr_suite_options *suite;
  const char *const *paths;
  struct program *items;
  uint32_t count, done;
  wr_arena *arena;
};

/* -- one program --------------------------------------------------------------------------------------- */

/* A program that cannot be read is a test with an error. */
static void add_broken (const wr_run *run, struct wr_file_tests *out) {
  struct wr_test_row row = {.verdict = WR_AXIOM_ERROR, .problem = WR_LIT ("cannot be verified")};
  if (wr_diags_count (run->diags)) {
    const wr_diag *first = wr_diags_at (run->diags, 0);
    row.problem = first->message;
    row.problem_line = wr_position_of (run->sources, first->at.file, first->at.begin).line;
  }
  WR_VEC_PUSH (&out->tests, row);
}

/* Appends the exit code and the tests. */
static void measure (const struct wr_options *options, const struct wr_suite_options *suite,
                     const char *path, wr_buf *out) {
  struct wr_options quick = *options;
  quick.no_values = true; /* of counterexamples, which are not reported */
  struct wr_publish report = wr_publish_new (&quick);
  struct wr_file_tests tests = {0};
  wr_task task;
  wr_task_begin (&task, &quick, &report);
  if (wr_task_read (&task, &path, 1) && wr_task_prove (&task)) {
    wr_watch_begin (&task.watch);
    wr_run_axioms (&task.run, &suite->tests, &tests);
    wr_watch_end (&task.watch);
    wr_task_check_failure (&task);
  } else if (!wr_task_interrupted (&task)) {
    add_broken (&task.run, &tests);
  }
  wr_put_u32 (out, report.exit == WR_EXIT_INTERNAL ? WR_EXIT_INTERNAL : WR_EXIT_OK);
  wr_file_tests_write (out, &tests);
  wr_file_tests_free (&tests);
  wr_task_end (&task);
  wr_publish_free (&report);
}

static void add_conflict_job (const struct programs *all, uint32_t i, wr_conflict_jobs *jobs) {
  wr_task task;
  wr_core *core = wr_task_lower (&task, all->options, all->paths[i]);
  if (core) {
    wr_program_axioms axioms = wr_program_axioms_of (core, task.run.arena);
    wr_conflict_add_program (jobs, wr_str_of (all->paths[i]), core, &axioms);
    wr_program_axioms_free (&axioms);
    wr_core_free (core);
  }
  wr_task_end (&task);
}

/* -- all of them --------------------------------------------------------------------------------------- */

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct programs *all = ctx;
  struct wr_options options = *all->options;
  wr_buf bytes = {0};
  (void)brief, (void)backend, (void)self;
  options.jobs = all->suite->workers > all->count ? all->suite->workers / all->count : 1;
  options.interrupt = NULL; /* its thread is not in this process, which ends with its parent */
  options.quiet = true;     /* no line of progress */
  wr_pulse pulse;
  wr_pulse_begin (&pulse, out, all->suite->start_timeout);
  measure (&options, all->suite, all->paths[job], &bytes);
  wr_pulse_end (&pulse);
  wr_channel_send (out, bytes.data, bytes.len);
  wr_buf_free (&bytes);
}

static void on_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct programs *all = ctx;
  wr_buf_clear (&all->items[job].result);
  wr_buf_add (&all->items[job].result, (wr_str){data, size});
}

/* A process that ended early is started once more: what it has stored is not measured again. */
static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct programs *all = ctx;
  struct program *item = &all->items[job];
  if (how == WR_STATUS_CANCELLED) return false;
  if (!item->result.len && !last && !item->again) return item->again = true;
  if (!item->result.len) /* otherwise only its end was not noticed */
    item->problem =
        wr_str_print (all->arena, "the process that measured it ended (%s%s%.*s)",
                      wr_status_name (how), detail.len ? ": " : "", WR_STR_ARGS (detail));
  item->done = true;
  all->done++;
  return false;
}

static void on_tick (void *ctx, double elapsed) {
  struct programs *all = ctx;
  (void)elapsed;
  all->suite->progress (all->suite->progress_ctx, all->done, 0, all->count);
}

/* The largest programs first: one that is begun last would keep a single worker busy at the end. */
static void order_jobs (const struct programs *all, wr_u32s *order) {
  off_t *size = wr_alloc (all->count + 1, sizeof *size);
  for (uint32_t i = 0; i < all->count; i++) {
    struct stat info;
    size[i] = stat (all->paths[i], &info) == 0 ? info.st_size : 0;
    uint32_t at = order->len;
    WR_VEC_PUSH (order, i);
    for (; at > 0 && size[order->data[at - 1]] < size[i]; at--)
      order->data[at] = order->data[at - 1];
    order->data[at] = i;
  }
  free (size);
}

static enum wr_exit run_jobs (struct programs *all) {
  static const struct wr_pool_calls calls = {
      .run = run_job, .on_frame = on_frame, .on_end = on_end, .on_tick = on_tick};
  uint32_t workers = all->suite->workers < all->count ? all->suite->workers : all->count;
  struct wr_pool_options options = {.workers = workers,
                                    .backend = &wr_log_backend,
                                    .open_timeout = 60,
                                    .start_timeout = all->suite->start_timeout,
                                    .cancel = all->suite->cancel};
  wr_u32s order = {0};
  wr_str error = {0};
  order_jobs (all, &order);
  wr_pool *pool = wr_pool_new (NULL, &options, &calls, all, all->arena);
  bool good = wr_pool_round (pool, order.data, order.len, all->suite->cancel, &error);
  wr_pool_free (pool);
  WR_VEC_FREE (&order);
  if (good) return WR_EXIT_OK;
  wr_output_complain ("no process could be started: %.*s", WR_STR_ARGS (error));
  return WR_EXIT_INTERNAL;
}

/* One program has all workers; several programs share them. */
static enum wr_exit measure_all (struct programs *all) {
  if (all->count > 1 && all->suite->workers > 1) return run_jobs (all);
  for (uint32_t i = 0; i < all->count && !wr_interrupted (all->options->interrupt); i++) {
    measure (all->options, all->suite, all->paths[i], &all->items[i].result);
    all->items[i].done = !wr_interrupted (all->options->interrupt);
    all->done += all->items[i].done;
  }
  return WR_EXIT_OK;
}

/* Enters a program's tests; its axioms may be searched for contradictions later. */
static enum wr_exit take (const struct programs *all, uint32_t i, wr_relation *relation,
                          wr_conflict_plan *plan) {
  struct program *item = &all->items[i];
  struct wr_bytes in = {(const unsigned char *)item->result.data, item->result.len, false};
  struct wr_file_tests tests = {0};
  uint32_t code = wr_get_u32 (&in);
  bool good = !in.bad && !item->problem.len &&
              wr_file_tests_read ((wr_str){(const char *)in.at, in.left}, &tests);
  if (good) {
    wr_relation_take (relation, wr_str_of (all->paths[i]), &tests);
    wr_conflict_plan_add (plan, relation, i, &tests);
  } else {
    struct wr_test_row row = {.path = wr_str_of (all->paths[i]),
                              .verdict = WR_AXIOM_ERROR,
                              .problem = item->problem.len ? item->problem
                                                           : WR_LIT ("the reply is damaged")};
    wr_relation_add (relation, &row);
  }
  wr_file_tests_free (&tests);
  return good && code == WR_EXIT_INTERNAL ? WR_EXIT_INTERNAL : WR_EXIT_OK;
}

enum wr_exit wr_axioms_programs (const struct wr_options *options,
                                 const struct wr_suite_options *suite, const char *const *paths,
                                 uint32_t count, wr_relation *relation, uint32_t *finished) {
  struct programs all = {options, suite, paths, NULL, count, 0, wr_arena_new ()};
  wr_conflict_jobs jobs = {0};
  wr_conflict_plan plan = {0};
  struct wr_conflict_run_options searching = {.workers = suite->workers,
                                              .seed = suite->tests.seed,
                                              .memory = suite->tests.memory,
                                              .cache_path = suite->cache_path,
                                              .cache_read_only = suite->cache_read_only,
                                              .cancel = suite->cancel,
                                              .start_timeout = suite->start_timeout};
  all.items = WR_NEW (all.arena, struct program, count + 1);
  enum wr_exit code = measure_all (&all);
  for (uint32_t i = 0; i < count; i++) {
    if (all.items[i].done) code = wr_exit_worse (code, take (&all, i, relation, &plan));
    wr_buf_free (&all.items[i].result);
  }
  if (!suite->no_contradictions) wr_conflict_plan_choose (&plan, relation);
  for (uint32_t i = 0; i < plan.len && !wr_interrupted (options->interrupt); i++)
    if (plan.data[i].chosen) add_conflict_job (&all, plan.data[i].file, &jobs);
  if (!wr_interrupted (options->interrupt)) wr_conflict_run (relation, &jobs, &searching);
  wr_conflict_plan_free (&plan);
  wr_conflict_jobs_free (&jobs);
  *finished = all.done;
  wr_arena_free (all.arena);
  return code;
}
