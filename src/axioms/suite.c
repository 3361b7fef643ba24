/* axioms/suite.c -- suites of logs (axioms/suite.h). */
#include "axioms/suite.h"

#include "axioms/conflict_jobs.h"
#include "axioms/conflict_plan.h"
#include "axioms/logworker.h"
#include "axioms/textfile.h"
#include "base/check.h"
#include "base/os.h"
#include "solve/answer.h"
#include "solve/cache.h"
#include "solve/pool.h"
#include "solve/confine.h"
#include "solve/z3_log.h"

#include <stdlib.h>

enum { OPEN_SECONDS = 60 };

struct suite_file {
  const char *path;
  struct wr_digest key;
  wr_buf result;      /* bytes of axioms/bytes.h; empty: none yet */
  wr_buf partial;     /* what a process has sent, or left in the cache, before it ended early */
  bool careful, died; /* struct wr_logtest_resume */
  bool grown;         /* the process that runs has sent results */
  wr_str problem;
  bool done;
};
enum { PARTIAL, WHOLE }; /* what a frame has */

struct suite {
  const struct wr_suite_options *options;
  struct suite_file *files;
  uint32_t count, done, cached;
  wr_cache *cache; /* NULL: none */
  wr_arena *arena;
};

/* -- reading ------------------------------------------------------------------------------------------- */

/* Everything that the result depends on. */
static struct wr_digest key_of (const struct suite *s, wr_str text) {
  const struct wr_logtest_options *o = &s->options->tests;
  wr_str how = wr_str_print (s->arena, "axioms %s %d %d %d %d %d %llu %u %llu %u %llu %g %u %llu",
                             WR_VERSION, (int)o->unit, o->reduce.once, o->reduce.strong, o->fine,
                             o->identity.use_remarks, (unsigned long long)o->reduce.rlimit,
                             o->reduce.factor, (unsigned long long)o->reduce.floor,
                             o->reduce.effort, (unsigned long long)o->reduce.least_effort,
                             o->timeout, o->seed, (unsigned long long)o->memory);
  wr_buf patterns = {0};
  for (uint32_t i = 0; i < o->identity.pattern_count; i++)
    wr_buf_print (&patterns, "%s\n", o->identity.patterns[i]);
  wr_str chosen = wr_str_keep (s->arena, wr_buf_str (&patterns));
  wr_buf_free (&patterns);
  wr_str parts[] = {how, wr_z3_version (s->arena), o->identity.prelude, chosen, text};
  return wr_digest_of (parts, sizeof parts / sizeof *parts);
}

static struct wr_digest partial_key (const struct suite_file *file) {
  wr_str parts[] = {WR_LIT ("partial"), {(const char *)file->key.bytes, sizeof file->key.bytes}};
  return wr_digest_of (parts, sizeof parts / sizeof *parts);
}

static void look_up (struct suite *s, struct suite_file *file) {
  wr_buf text = {0};
  if (wr_textfile_read (file->path, &text, s->arena, &file->problem)) {
    file->key = key_of (s, wr_buf_str (&text));
    file->done = s->cache && wr_cache_get (s->cache, &file->key, &file->result);
    s->cached += file->done;
    struct wr_digest partial = partial_key (file);
    if (s->cache && !file->done) wr_cache_get (s->cache, &partial, &file->partial);
  } else {
    file->done = true;
  }
  s->done += file->done;
  wr_buf_free (&text);
}

/* -- in the worker ------------------------------------------------------------------------------------- */

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

static void send_frame (wr_channel *out, uint32_t kind, wr_str bytes) {
  wr_buf frame = {0};
  wr_put_u32 (&frame, kind);
  wr_buf_add (&frame, bytes);
  if (frame.len < WR_MAX_FRAME) wr_channel_send (out, frame.data, frame.len);
  wr_buf_free (&frame);
}

static void keep_results (void *ctx, wr_str bytes) { send_frame (ctx, PARTIAL, bytes); }

/* In the parent. */
static void brief_job (void *ctx, uint32_t job, wr_buf *out) {
  struct suite *s = ctx;
  struct suite_file *file = &s->files[job];
  file->grown = false;
  wr_put_u32 (out, file->careful);
  wr_put_u32 (out, file->died);
  if (file->partial.len + 64 < WR_MAX_BRIEF) wr_buf_add (out, wr_buf_str (&file->partial));
}

static struct wr_logtest_resume resume_of (wr_str brief) {
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  struct wr_logtest_resume resume = {.careful = wr_get_u32 (&in) == 1};
  resume.died = wr_get_u32 (&in) == 1;
  resume.bytes = (wr_str){(const char *)in.at, in.left};
  return resume;
}

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct suite *s = ctx;
  (void)backend, (void)self;
  wr_arena *arena = wr_arena_new ();
  wr_buf text = {0}, bytes = {0};
  wr_str problem = {0};
  wr_channel_deadline (out, OPEN_SECONDS);
  if (wr_textfile_read (s->files[job].path, &text, arena, &problem)) {
    wr_confine (WR_CONFINE_WORKER); /* the file has been read; nothing else is needed */
    wr_log log = wr_log_read (wr_buf_str (&text));
    struct wr_logtest_calls calls = {out, tell_deadline, keep_results};
    struct wr_logtest_resume resume = resume_of (brief);
    wr_logtest_run (&log, &s->options->tests, &calls, &resume, &bytes);
    send_frame (out, WHOLE, wr_buf_str (&bytes));
    wr_log_free (&log);
  } /* a file that vanished in the meantime has no answer */
  wr_buf_free (&bytes);
  wr_buf_free (&text);
  wr_arena_free (arena);
}

/* -- in the parent ------------------------------------------------------------------------------------- */

static void on_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct suite *s = ctx;
  struct suite_file *file = &s->files[job];
  struct wr_bytes in = {data, size, false};
  uint32_t kind = wr_get_u32 (&in);
  wr_buf *to = kind == WHOLE ? &file->result : &file->partial;
  if (in.bad || kind > WHOLE) return;
  wr_buf_clear (to);
  wr_buf_add (to, (wr_str){(const char *)in.at, in.left});
  file->grown = true;
  if (kind == WHOLE || !s->cache) return;
  struct wr_digest key = partial_key (file);
  wr_cache_put (s->cache, &key, wr_buf_str (&file->partial));
  wr_cache_flush (s->cache);
}

/* A process that died is started again: it goes on from the last results, first with care, and then without the test that it died
   of.  If it dies before it has sent anything else, the file is given up. */
static bool starts_again (const struct suite *s, struct suite_file *file) {
  bool again = !file->careful || !file->died || file->grown;
  file->died = file->careful || s->options->tests.unit == WR_TEST_FILE;
  file->careful = true;
  return again;
}

static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct suite *s = ctx;
  struct suite_file *file = &s->files[job];
  if (how == WR_STATUS_CANCELLED) return false;
  if (file->result.len && how == WR_STATUS_NONE) {
    if (s->cache) {
      wr_cache_put (s->cache, &file->key, wr_buf_str (&file->result));
      wr_cache_flush (s->cache);
    }
  } else {
    wr_buf_clear (&file->result);
    if (!last && starts_again (s, file)) return true;
    file->problem =
        wr_str_print (s->arena, "the solver ended without an answer (%s%s%.*s)",
                      wr_status_name (how), detail.len ? ": " : "", WR_STR_ARGS (detail));
  }
  file->done = true;
  s->done++;
  return false;
}

static void on_tick (void *ctx, double elapsed) {
  struct suite *s = ctx;
  (void)elapsed;
  if (s->options->progress)
    s->options->progress (s->options->progress_ctx, s->done, s->cached, s->count);
}

static void run_jobs (struct suite *s, wr_str *failure) {
  wr_u32s order = {0};
  for (uint32_t i = 0; i < s->count; i++)
    if (!s->files[i].done) WR_VEC_PUSH (&order, i);
  struct wr_pool_options options = {
      .workers = s->options->workers,
      .backend = &wr_log_backend,
      .solver = {.memory = s->options->tests.memory},
      .open_timeout = OPEN_SECONDS,
      .start_timeout = s->options->start_timeout > 0 ? s->options->start_timeout : OPEN_SECONDS,
      .cancel = s->options->cancel};
  struct wr_pool_calls calls = {.brief = brief_job,
                                .run = run_job,
                                .on_frame = on_frame,
                                .on_end = on_end,
                                .on_tick = on_tick};
  if (order.len) {
    wr_pool *pool = wr_pool_new (NULL, &options, &calls, s, s->arena);
    wr_str error = {0};
    if (!wr_pool_round (pool, order.data, order.len, s->options->cancel, &error)) *failure = error;
    wr_pool_free (pool);
  }
  WR_VEC_FREE (&order);
}

static void take_result (wr_relation *relation, struct suite_file *file) {
  struct wr_file_tests tests = {0};
  bool good = !file->problem.len && wr_file_tests_read (wr_buf_str (&file->result), &tests);
  if (good) {
    wr_relation_take (relation, wr_str_of (file->path), &tests);
  } else {
    struct wr_test_row row = {
        .path = wr_str_of (file->path),
        .verdict = WR_AXIOM_ERROR,
        .problem = file->problem.len ? file->problem : WR_LIT ("the worker's reply is damaged")};
    wr_relation_add (relation, &row);
  }
  wr_file_tests_free (&tests);
}

/* Contradictions, in some of the files. */
static void add_conflict_job (struct suite *s, uint32_t file, wr_conflict_jobs *jobs) {
  wr_buf text = {0};
  wr_str problem;
  if (wr_textfile_read (s->files[file].path, &text, s->arena, &problem)) {
    wr_log log = wr_log_read (wr_buf_str (&text));
    wr_conflict_add_log (jobs, wr_str_of (s->files[file].path), &log, &s->options->tests.identity);
    wr_log_free (&log);
  }
  wr_buf_free (&text);
}

static void search_conflicts (struct suite *s, wr_relation *relation) {
  wr_conflict_jobs jobs = {0};
  wr_conflict_plan plan = {0};
  struct wr_conflict_run_options options = {.workers = s->options->workers,
                                            .start_timeout = s->options->start_timeout,
                                            .seed = s->options->tests.seed,
                                            .memory = s->options->tests.memory,
                                            .cache_path = s->options->cache_path,
                                            .cache_read_only = s->options->cache_read_only,
                                            .cancel = s->options->cancel};
  for (uint32_t i = 0; i < s->count; i++) {
    struct wr_file_tests tests = {0};
    if (s->files[i].done && !s->files[i].problem.len &&
        wr_file_tests_read (wr_buf_str (&s->files[i].result), &tests))
      wr_conflict_plan_add (&plan, relation, i, &tests);
    wr_file_tests_free (&tests);
  }
  wr_conflict_plan_choose (&plan, relation);
  for (uint32_t i = 0; i < plan.len; i++)
    if (plan.data[i].chosen) add_conflict_job (s, plan.data[i].file, &jobs);
  wr_conflict_run (relation, &jobs, &options);
  wr_conflict_plan_free (&plan);
  wr_conflict_jobs_free (&jobs);
}

struct wr_suite_outcome wr_suite_logs (wr_relation *relation, const char *const *paths,
                                       uint32_t count, const struct wr_suite_options *options) {
  struct suite s = {.options = options, .count = count, .arena = wr_arena_new ()};
  struct wr_suite_outcome outcome = {.files = count};
  WR_ASSERT (options->workers > 0);
  s.files = wr_alloc (count + 1, sizeof *s.files);
  if (options->cache_path)
    s.cache = wr_cache_open_as (options->cache_path, options->cache_read_only);
  for (uint32_t i = 0; i < count; i++) {
    s.files[i].path = paths[i];
    look_up (&s, &s.files[i]);
  }
  wr_str failure = {0};
  run_jobs (&s, &failure);
  outcome.failure = wr_str_keep (relation->arena, failure);
  for (uint32_t i = 0; i < count; i++) {
    if (s.files[i].done)
      take_result (relation, &s.files[i]);
    else
      outcome.unfinished++;
  }
  outcome.cached = s.cached;
  if (s.cache) wr_cache_close (s.cache);
  if (!failure.len && !outcome.unfinished && !options->no_contradictions)
    search_conflicts (&s, relation);
  for (uint32_t i = 0; i < count; i++)
    wr_buf_free (&s.files[i].result), wr_buf_free (&s.files[i].partial);
  free (s.files);
  wr_arena_free (s.arena);
  return outcome;
}
