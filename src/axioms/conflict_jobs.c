/* axioms/conflict_jobs.c -- searches for contradictions in a suite (axioms/conflict_jobs.h). */
#include "axioms/conflict_jobs.h"

#include "axioms/declared.h"
#include "axioms/conflict.h"
#include "axioms/logworker.h"
#include "base/check.h"
#include "solve/answer.h"
#include "solve/cache.h"
#include "solve/confine.h"
#include "solve/pool.h"

#include <stdlib.h>

enum { RLIMIT = 5000000, OPEN_SECONDS = 60, FORM = 1 };
static const double timeout = 20; /* seconds; RLIMIT is the limit that usually ends an attempt */

void wr_conflict_jobs_free (wr_conflict_jobs *jobs) {
  for (uint32_t i = 0; i < jobs->len; i++) {
    wr_buf_free (&jobs->data[i].text);
    WR_VEC_FREE (&jobs->data[i].hashes);
  }
  WR_VEC_FREE (jobs);
}

/* -- what is searched ---------------------------------------------------------------------------------- */

/* The check with the most axioms. */
static const struct wr_log_check *widest (const wr_log *log,
                                          const struct wr_identity_options *options,
                                          wr_arena *arena, struct wr_log_axioms *axioms) {
  const struct wr_log_check *best = NULL;
  uint32_t most = 0;
  for (uint32_t i = 0; i < log->checks.len; i++) {
    if (log->checks.data[i].count <= most) continue;
    struct wr_log_axioms here = wr_log_axioms_of (log, &log->checks.data[i], options, arena);
    uint32_t count = 0;
    for (uint32_t k = 0; k < here.count; k++) count += here.is_axiom[k];
    if (!here.has_goal || count <= most) continue;
    most = count;
    best = &log->checks.data[i];
    *axioms = here;
  }
  return best;
}

void wr_conflict_add_log (wr_conflict_jobs *jobs, wr_str path, const wr_log *log,
                          const struct wr_identity_options *options) {
  wr_arena *arena = wr_arena_new ();
  struct wr_log_axioms axioms;
  const struct wr_log_check *check = widest (log, options, arena, &axioms);
  if (check) {
    struct wr_conflict_job job = {.path = path};
    wr_declared declared = {.log = log};
    for (uint32_t i = 0, k = 0; i < check->count; i++) {
      uint32_t number = log->scope.data[check->first + i];
      const struct wr_log_command *command = &log->commands.data[number];
      if (command->kind == WR_LOG_ASSERT && !axioms.is_axiom[k++]) continue;
      wr_buf_add (&job.text, command->text);
      wr_buf_add_char (&job.text, '\n');
      if (command->kind == WR_LOG_ASSERT)
        WR_VEC_PUSH (&job.hashes, wr_declared_identity (&declared, number, options).hash);
    }
    wr_declared_free (&declared);
    wr_buf_print (&job.text, "(check-sat)\n");
    WR_VEC_PUSH (jobs, job);
  }
  wr_arena_free (arena);
}

void wr_conflict_add_program (wr_conflict_jobs *jobs, wr_str path, const wr_core *core,
                              const wr_program_axioms *axioms) {
  wr_arena *arena = wr_arena_new ();
  wr_goal_text text;
  struct wr_goal_range none = {0};
  if (wr_goal_text_make (core, axioms, &none, arena, &text)) {
    struct wr_conflict_job job = {.path = path, .text = text.whole};
    text.whole = (wr_buf){0};
    for (uint32_t i = 0; i < text.axioms.count; i++) {
      uint32_t row = text.axiom_of[i];
      WR_VEC_PUSH (&job.hashes, row == UINT32_MAX ? 0 : axioms->rows.data[row].hash);
    }
    WR_VEC_PUSH (jobs, job);
  }
  wr_goal_text_free (&text);
  wr_arena_free (arena);
}

/* -- running ------------------------------------------------------------------------------------------- */

struct run {
  const wr_conflict_jobs *jobs;
  const struct wr_conflict_run_options *options;
  wr_buf *results;
  struct wr_digest *keys;
  wr_cache *cache;
  wr_arena *arena;
};

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

static void search (const struct run *r, const struct wr_conflict_job *job, wr_channel *out,
                    struct wr_conflict *found) {
  wr_arena *arena = wr_arena_new ();
  wr_log log = wr_log_read (wr_buf_str (&job->text));
  *found = (struct wr_conflict){0};
  if (log.checks.len == 1) {
    struct wr_check_text text = wr_check_text_of (&log, &log.checks.data[0]);
    struct wr_log_axioms axioms = wr_log_axioms_of (&log, &log.checks.data[0], NULL, arena);
    for (uint32_t i = 0; i < axioms.count; i++)
      axioms.is_axiom[i] = i < job->hashes.len && job->hashes.data[i];
    struct wr_z3_log_input input = wr_check_input (&text, &axioms);
    input.seed = r->options->seed;
    input.memory = r->options->memory;
    struct wr_conflict_options options = {RLIMIT, timeout, out, tell_deadline};
    wr_conflict_search (&input, &options, found);
    wr_check_text_free (&text);
  }
  wr_log_free (&log);
  wr_arena_free (arena);
}

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct run *r = ctx;
  struct wr_conflict found;
  wr_buf bytes = {0};
  (void)brief, (void)backend, (void)self;
  wr_confine (WR_CONFINE_WORKER);
  search (r, &r->jobs->data[job], out, &found);
  wr_put_u32 (&bytes, FORM);
  wr_put_u32 (&bytes, found.minimal);
  wr_put_u32 (&bytes, found.found ? found.assertions.len : 0);
  for (uint32_t i = 0; found.found && i < found.assertions.len; i++)
    wr_put_u32 (&bytes, found.assertions.data[i]);
  wr_channel_send (out, bytes.data, bytes.len);
  wr_buf_free (&bytes);
  wr_conflict_free (&found);
}

static void on_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct run *r = ctx;
  wr_buf_clear (&r->results[job]);
  wr_buf_add (&r->results[job], (wr_str){data, size});
}

static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct run *r = ctx;
  (void)detail, (void)last;
  if (how != WR_STATUS_NONE) {
    wr_buf_clear (&r->results[job]);
  } else if (r->cache && r->results[job].len) {
    wr_cache_put (r->cache, &r->keys[job], wr_buf_str (&r->results[job]));
    wr_cache_flush (r->cache);
  }
  return false;
}

static void look_up (struct run *r, uint32_t job, wr_u32s *order) {
  wr_str how = wr_str_print (r->arena, "conflict %s %d %d %u %llu", WR_VERSION, FORM, RLIMIT,
                             r->options->seed, (unsigned long long)r->options->memory);
  const struct wr_conflict_job *j = &r->jobs->data[job];
  wr_str hashes = {(const char *)j->hashes.data, j->hashes.len * sizeof *j->hashes.data};
  wr_str parts[] = {how, wr_z3_version (r->arena), hashes, wr_buf_str (&j->text)};
  r->keys[job] = wr_digest_of (parts, sizeof parts / sizeof *parts);
  if (!r->cache || !wr_cache_get (r->cache, &r->keys[job], &r->results[job]))
    WR_VEC_PUSH (order, job);
}

static void take_result (wr_relation *relation, const struct wr_conflict_job *job, wr_str bytes) {
  struct wr_bytes in = {(const unsigned char *)bytes.ptr, bytes.len, false};
  struct wr_axiom_conflict found = {.path = job->path};
  if (wr_get_u32 (&in) != FORM) return;
  found.minimal = wr_get_u32 (&in) == 1;
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    uint32_t assertion = wr_get_u32 (&in);
    uint64_t number = assertion < job->hashes.len
                          ? wr_map_or (&relation->by_hash, job->hashes.data[assertion], 0)
                          : 0;
    if (!number) in.bad = true;
    WR_VEC_PUSH (&found.axioms, (uint32_t)number - 1);
  }
  if (!in.bad && found.axioms.len) wr_relation_conflict (relation, &found);
  WR_VEC_FREE (&found.axioms);
}

void wr_conflict_run (wr_relation *relation, const wr_conflict_jobs *jobs,
                      const struct wr_conflict_run_options *options) {
  static const struct wr_pool_calls calls = {
      .run = run_job, .on_frame = on_frame, .on_end = on_end};
  struct run r = {.jobs = jobs, .options = options, .arena = wr_arena_new ()};
  struct wr_pool_options pooled = {
      .workers = options->workers,
      .backend = &wr_log_backend,
      .solver = {.memory = options->memory},
      .open_timeout = OPEN_SECONDS,
      .start_timeout = options->start_timeout > 0 ? options->start_timeout : OPEN_SECONDS,
      .cancel = options->cancel};
  wr_u32s order = {0};
  wr_str error = {0};
  r.results = WR_NEW (r.arena, wr_buf, jobs->len + 1);
  r.keys = WR_NEW (r.arena, struct wr_digest, jobs->len + 1);
  if (options->cache_path && jobs->len)
    r.cache = wr_cache_open_as (options->cache_path, options->cache_read_only);
  for (uint32_t i = 0; i < jobs->len; i++) look_up (&r, i, &order);
  if (order.len) {
    wr_pool *pool = wr_pool_new (NULL, &pooled, &calls, &r, r.arena);
    wr_pool_round (pool, order.data, order.len, options->cancel, &error);
    wr_pool_free (pool);
  }
  for (uint32_t i = 0; i < jobs->len; i++) {
    take_result (relation, &jobs->data[i], wr_buf_str (&r.results[i]));
    wr_buf_free (&r.results[i]);
  }
  if (r.cache) wr_cache_close (r.cache);
  WR_VEC_FREE (&order);
  wr_arena_free (r.arena);
}
