/* axioms/suite.c -- suites of logs (axioms/suite.h). */
#include "axioms/suite.h"

#include "base/check.h"
#include "base/os.h"
#include "solve/cache.h"
#include "solve/pool.h"
#include "solve/confine.h"
#include "solve/z3_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 29 /* of one log */, OPEN_SECONDS = 60 };

struct suite_file {
  const char *path;
  struct wr_digest key;
  wr_buf result; /* bytes of axioms/bytes.h; empty: none yet */
  wr_str problem;
  bool done;
};

struct suite {
  const struct wr_suite_options *options;
  struct suite_file *files;
  uint32_t count, done, cached;
  wr_cache *cache; /* NULL: none */
  wr_arena *arena;
};

/* -- reading ------------------------------------------------------------------------------------------- */

/* False: `problem` says why. */
static bool read_file (const char *path, wr_buf *out, wr_arena *arena, wr_str *problem) {
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &st) < 0 || S_ISDIR (st.st_mode)) {
    *problem = wr_str_print (arena, "cannot be read: %s", wr_error_text (fd < 0 ? errno : EISDIR));
    wr_close (&fd);
    return false;
  }
  char block[65536];
  ssize_t got;
  while ((got = wr_read_some (fd, block, sizeof block)) > 0 && out->len <= MOST_BYTES)
    wr_buf_add (out, (wr_str){block, (size_t)got});
  if (got < 0) *problem = wr_str_print (arena, "cannot be read: %s", wr_error_text (errno));
  if (out->len > MOST_BYTES) *problem = WR_LIT ("is larger than 512 MB");
  wr_close (&fd);
  return !problem->len;
}

/* Everything that the result depends on. */
static struct wr_digest key_of (const struct suite *s, wr_str text) {
  const struct wr_logtest_options *o = &s->options->tests;
  wr_str how = wr_str_print (s->arena, "axioms %s %d %d %d %d %llu %u %llu %g %u %llu", WR_VERSION,
                             (int)o->unit, o->reduce.once, o->reduce.strong,
                             o->identity.use_remarks, (unsigned long long)o->reduce.rlimit,
                             o->reduce.factor, (unsigned long long)o->reduce.floor, o->timeout,
                             o->seed, (unsigned long long)o->memory);
  wr_str parts[] = {how, wr_z3_version (s->arena), o->identity.prelude, text};
  return wr_digest_of (parts, sizeof parts / sizeof *parts);
}

static void look_up (struct suite *s, struct suite_file *file) {
  wr_buf text = {0};
  if (read_file (file->path, &text, s->arena, &file->problem)) {
    file->key = key_of (s, wr_buf_str (&text));
    file->done = s->cache && wr_cache_get (s->cache, &file->key, &file->result);
    s->cached += file->done;
  } else {
    file->done = true;
  }
  s->done += file->done;
  wr_buf_free (&text);
}

/* -- in the worker ------------------------------------------------------------------------------------- */

static void *open_nothing (const wr_core *core, const struct wr_solver_options *options,
                           wr_str *error) {
  static const char self[] = "log";
  return (void)core, (void)options, (void)error, (void *)(uintptr_t)self;
}
static bool enter_nothing (void *self, const wr_vc *vc) { return (void)self, (void)vc, true; }
static void check_nothing (void *self, const struct wr_query *query, wr_arena *arena,
                           struct wr_answer *answer) {
  (void)self, (void)query, (void)arena, (void)answer;
  WR_UNREACHABLE ();
}
static void leave_nothing (void *self) { (void)self; }
static wr_str version (const struct wr_solver_options *options, wr_arena *arena) {
  return (void)options, wr_z3_version (arena);
}
static const struct wr_backend log_backend = {.name = "log",
                                              .open = open_nothing,
                                              .enter = enter_nothing,
                                              .check = check_nothing,
                                              .leave = leave_nothing,
                                              .close = leave_nothing,
                                              .version = version};

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct suite *s = ctx;
  (void)brief, (void)backend, (void)self;
  wr_arena *arena = wr_arena_new ();
  wr_buf text = {0}, bytes = {0};
  wr_str problem = {0};
  wr_channel_deadline (out, OPEN_SECONDS);
  if (read_file (s->files[job].path, &text, arena, &problem)) {
    wr_confine (WR_CONFINE_WORKER); /* the file has been read; nothing else is needed */
    wr_log log = wr_log_read (wr_buf_str (&text));
    struct wr_logtest_calls calls = {out, tell_deadline};
    wr_logtest_run (&log, &s->options->tests, &calls, &bytes);
    wr_channel_send (out, bytes.data, bytes.len);
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
  wr_buf_clear (&file->result);
  wr_buf_add (&file->result, (wr_str){data, size});
}

static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct suite *s = ctx;
  struct suite_file *file = &s->files[job];
  (void)last;
  if (how == WR_STATUS_CANCELLED) return false;
  if (file->result.len && how == WR_STATUS_NONE) {
    if (s->cache) {
      wr_cache_put (s->cache, &file->key, wr_buf_str (&file->result));
      wr_cache_flush (s->cache);
    }
  } else {
    wr_buf_clear (&file->result);
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
  struct wr_pool_options options = {.workers = s->options->workers,
                                    .backend = &log_backend,
                                    .solver = {.memory = s->options->tests.memory},
                                    .open_timeout = OPEN_SECONDS,
                                    .cancel = s->options->cancel};
  struct wr_pool_calls calls = {
      .run = run_job, .on_frame = on_frame, .on_end = on_end, .on_tick = on_tick};
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
    wr_buf_free (&s.files[i].result);
  }
  outcome.cached = s.cached;
  if (s.cache) wr_cache_close (s.cache);
  free (s.files);
  wr_arena_free (s.arena);
  return outcome;
}
