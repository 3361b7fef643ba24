/* axioms/program.c -- tests of programs (axioms/program.h). */
#include "axioms/program.h"

#include "analysis/relevant.h"
#include "axioms/program_axioms.h"
#include "axioms/program_elements.h"
#include "axioms/program_row.h"
#include "axioms/program_steps.h"
#include "base/check.h"
#include "base/os.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <stdlib.h>

enum {
  MOST_STARTS = 12, /* of a process that dies */
  STATE_FORM = 3    /* of stored states of bodies */
};

/* A job is a step of a body or of a test: bodies grow, then they check, and the test ends. */
struct job {
  uint32_t test;
  struct wr_goal_group current; /* that the process asks about */
  wr_goal_groups fatal;         /* those at which a process has ended */
  wr_buf bytes;                 /* what it found */
};

/* A test: bodies first .. first+count-1 of `bodies`. */
struct test {
  uint32_t first, count;
  uint32_t growing, checking; /* bodies */
  wr_str name;
  struct wr_digest key;
  bool keyed, done;
  bool disturbed; /* another run may find out more: the result is not stored */
  wr_buf bytes;   /* the result, as a file of one test whose axioms are rows of the program */
};

struct body {
  uint32_t number; /* in the result */
  struct wr_digest key;
  bool keyed;
  wr_buf state;      /* of wr_program_grow, then of wr_program_check; empty: there is none */
  wr_bitset covered; /* of all bodies of the test, once it is known */
  wr_bitset members; /* that this body tries to leave out */
};

struct tests {
  const wr_result *result;
  const struct wr_program_tests_options *options;
  wr_program_axioms axioms;
  wr_program_elements elements;
  wr_bitset left_out;
  WR_VEC (struct body) bodies;
  wr_u32s numbers; /* of the bodies */
  WR_VEC (struct test) tests;
  struct job *jobs; /* a step of each body, the next one of each, and the end of each test */
  wr_u32s next;     /* jobs that can begin */
  wr_cache *cache;
  wr_arena *arena;
};

static struct wr_program_work work_of (const struct tests *all) {
  return (struct wr_program_work){all->result, all->options, &all->axioms, &all->left_out};
}

static uint32_t check_job (const struct tests *all, uint32_t body) {
  return all->bodies.len + body;
}
static uint32_t end_job (const struct tests *all, uint32_t test) {
  return 2 * all->bodies.len + test;
}

/* -- in the worker ------------------------------------------------------------------------------------- */

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct tests *all = ctx;
  const struct test *test = &all->tests.data[all->jobs[job].test];
  struct wr_program_work work = work_of (all);
  struct wr_program_place place = {
      backend, self, out, {(const unsigned char *)brief.ptr, brief.len, false}};
  uint32_t bodies = all->bodies.len;
  if (job >= 2 * bodies)
    wr_program_end (&work, WR_VEC_FROM (&all->numbers, test->first), test->count, &place);
  else if (job >= bodies)
    wr_program_check (&work, all->numbers.data[job - bodies], &place);
  else
    wr_program_grow (&work, all->numbers.data[job], &place);
  exit (0); /* the solver is not cleaned up */
}

/* -- in the parent ------------------------------------------------------------------------------------- */

/* The states of a test's bodies, if all are there and not too long for a brief. */
static wr_buf *states_of (const struct tests *all, const struct test *test) {
  wr_buf *states = WR_NEW (all->arena, wr_buf, test->count + 1);
  size_t size = 0;
  if (test->count == 1) return NULL;
  for (uint32_t i = 0; i < test->count; i++) {
    states[i] = all->bodies.data[test->first + i].state;
    size += states[i].len;
    if (!states[i].len || size > WR_MAX_BRIEF / 2) return NULL;
  }
  return states;
}

static void brief_job (void *ctx, uint32_t job, wr_buf *out) {
  const struct tests *all = ctx;
  uint32_t bodies = all->bodies.len;
  wr_program_fatal_write (out, &all->jobs[job].fatal);
  if (job >= 2 * bodies) {
    const struct test *test = &all->tests.data[all->jobs[job].test];
    wr_program_end_brief (out, states_of (all, test), test->count);
  } else if (job >= bodies) {
    const struct body *body = &all->bodies.data[job - bodies];
    wr_program_check_brief (out, &body->covered, &body->members, wr_buf_str (&body->state));
  }
}

static void on_frame (void *ctx, uint32_t number, const void *data, size_t size) {
  struct tests *all = ctx;
  struct job *job = &all->jobs[number];
  if (wr_program_announced (data, size, &job->current)) return;
  wr_buf_clear (&job->bytes);
  wr_buf_add (&job->bytes, (wr_str){data, size});
}

/* Which body is to try to leave out which axiom: the first one that is known to need it. */
static bool share_members (struct tests *all, const struct test *test) {
  struct wr_program_work work = work_of (all);
  wr_bitset covered = {0}, own = {0}, needed = {0}, shared = {0};
  bool good = true;
  for (uint32_t i = 0; good && i < test->count; i++) {
    struct body *body = &all->bodies.data[test->first + i];
    good = wr_program_state_read (&work, body->number, wr_buf_str (&body->state), &own, &needed);
    WR_BITSET_EACH (&own, a) { wr_bitset_set (&covered, a, true); }
    wr_bitset_copy (&body->members, &needed);
    wr_bitset_remove (&body->members, &shared);
    WR_BITSET_EACH (&needed, a) { wr_bitset_set (&shared, a, true); }
  }
  for (uint32_t i = 0; i < test->count; i++)
    wr_bitset_copy (&all->bodies.data[test->first + i].covered, &covered);
  wr_bitset_free (&covered);
  wr_bitset_free (&own);
  wr_bitset_free (&needed);
  wr_bitset_free (&shared);
  return good;
}

/* All bodies of the test have grown.  If one of them failed, the last job does everything. */
static void begin_checks (struct tests *all, uint32_t number) {
  struct test *test = &all->tests.data[number];
  bool good = states_of (all, test) && share_members (all, test);
  for (uint32_t i = 0; good && i < test->count; i++) {
    WR_VEC_PUSH (&all->next, check_job (all, test->first + i));
    test->checking++;
  }
  if (!test->checking) WR_VEC_PUSH (&all->next, end_job (all, number));
}

static void store (struct tests *all, const struct wr_digest *key, wr_str bytes) {
  if (!all->cache) return;
  wr_cache_put (all->cache, key, bytes);
  wr_cache_flush (all->cache);
}

/* A body has taken a step, or cannot. */
static void body_ended (struct tests *all, uint32_t number, bool checked, bool done) {
  struct job *job = &all->jobs[checked ? check_job (all, number) : number];
  struct body *body = &all->bodies.data[number];
  struct test *test = &all->tests.data[job->test];
  if (done) {
    wr_buf_free (&body->state);
    body->state = job->bytes;
    job->bytes = (wr_buf){0};
  }
  if (done && !checked && body->keyed && !test->disturbed)
    store (all, &body->key, wr_buf_str (&body->state));
  if (!checked && --test->growing == 0) begin_checks (all, job->test);
  if (checked && --test->checking == 0) WR_VEC_PUSH (&all->next, end_job (all, job->test));
}

static void test_ended (struct tests *all, struct job *job, bool done) {
  struct test *test = &all->tests.data[job->test];
  test->done = done;
  test->bytes = job->bytes;
  job->bytes = (wr_buf){0};
  if (done && test->keyed && !test->disturbed) store (all, &test->key, wr_buf_str (&test->bytes));
}

/* A process that a query has ended is started again; it does not ask about that group of goals, but about its halves. */
static bool on_end (void *ctx, uint32_t number, enum wr_status how, wr_str detail, bool last) {
  struct tests *all = ctx;
  struct job *job = &all->jobs[number];
  uint32_t bodies = all->bodies.len;
  (void)detail;
  bool done = job->bytes.len > 0 && how == WR_STATUS_NONE;
  /* Lack of memory happens again; a process that the clock or something else ended might have answered. */
  if (!done && how != WR_STATUS_MEMORY) all->tests.data[job->test].disturbed = true;
  if (!done && !last && job->current.count && job->fatal.len < MOST_STARTS) {
    WR_VEC_PUSH (&job->fatal, job->current);
    job->current = (struct wr_goal_group){0};
    return true;
  }
  if (number >= 2 * bodies)
    test_ended (all, job, done);
  else if (how != WR_STATUS_CANCELLED)
    body_ended (all, number % bodies, number >= bodies, done);
  return false;
}

static void take_next (void *ctx, wr_u32s *jobs) {
  struct tests *all = ctx;
  for (uint32_t i = 0; i < all->next.len; i++) WR_VEC_PUSH (jobs, all->next.data[i]);
  WR_VEC_CLEAR (&all->next);
}

static void find_tests (struct tests *all) {
  const wr_result *result = all->result;
  bool whole = all->options->unit == WR_TEST_FILE;
  for (uint32_t b = 0; b < result->body_count; b++) {
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    if (!whole || !all->tests.len) {
      struct test test = {.first = all->bodies.len};
      if (!whole)
        test.name = wr_symbol_text (result->core->symbols, result->core->bodies.data[b].name);
      WR_VEC_PUSH (&all->tests, test);
    }
    struct body body = {.number = b};
    WR_VEC_PUSH (&all->bodies, body);
    WR_VEC_PUSH (&all->numbers, b);
    WR_VEC_LAST (&all->tests).count++;
  }
}

/* The answers depend on what those of pass 1 depend on, on its verdicts, one of which may have been lost, and on how sets are reduced.
   False: they cannot be stored. */
static bool add_to_key (const struct tests *all, uint32_t number, wr_buf *key) {
  const struct wr_body_result *body = &all->result->bodies[number];
  wr_buf_add (key, (wr_str){(const char *)body->digest.bytes, sizeof body->digest.bytes});
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    wr_put_u32 (key, (uint32_t)body->goals[g].verdict);
  return body->has_digest;
}

static struct wr_digest digest_of (wr_buf *key) {
  wr_str text = wr_buf_str (key);
  struct wr_digest digest = wr_digest_of (&text, 1);
  wr_buf_free (key);
  return digest;
}

static void look_up_body (struct tests *all, struct body *body) {
  const struct wr_axiom_reduce_options *o = &all->options->reduce;
  wr_buf key = {0};
  wr_buf_print (&key, "axioms of a body %d %u %llu %u %llu", STATE_FORM, o->factor,
                (unsigned long long)o->floor, o->effort, (unsigned long long)o->least_effort);
  body->keyed = add_to_key (all, body->number, &key);
  for (uint32_t i = 0; i < all->axioms.rows.len; i++)
    wr_put_u64 (&key, all->axioms.rows.data[i].hash);
  body->key = digest_of (&key);
  struct wr_program_work work = work_of (all);
  wr_bitset covered = {0}, needed = {0};
  bool good =
      body->keyed && all->cache && wr_cache_get (all->cache, &body->key, &body->state) &&
      wr_program_state_read (&work, body->number, wr_buf_str (&body->state), &covered, &needed);
  if (!good) wr_buf_free (&body->state);
  if (!good) body->state = (wr_buf){0};
  wr_bitset_free (&covered);
  wr_bitset_free (&needed);
}

static void look_up (struct tests *all, struct test *test) {
  const struct wr_axiom_reduce_options *o = &all->options->reduce;
  wr_buf key = {0};
  wr_buf_print (&key, "axioms of a program %d %d %u %llu %u %llu %d %d %d", STATE_FORM,
                (int)all->options->unit, o->factor, (unsigned long long)o->floor, o->effort,
                (unsigned long long)o->least_effort, o->once, o->strong, all->options->fine);
  test->keyed = true;
  for (uint32_t i = 0; i < test->count; i++)
    test->keyed &= add_to_key (all, all->numbers.data[test->first + i], &key);
  /* Texts and positions of axioms are part of the result. */
  for (uint32_t i = 0; i < all->axioms.rows.len; i++) {
    const struct wr_axiom_row *row = &all->axioms.rows.data[i];
    wr_put_u64 (&key, row->hash);
    wr_put_u32 (&key, row->line);
  }
  test->key = digest_of (&key);
  if (test->keyed && all->cache) test->done = wr_cache_get (all->cache, &test->key, &test->bytes);
  for (uint32_t i = 0; !test->done && test->count > 1 && i < test->count; i++)
    look_up_body (all, &all->bodies.data[test->first + i]);
}

static void find_usable (struct tests *all) {
  const wr_core *core = all->result->core;
  wr_relevance *relevance = wr_relevance_new (core, all->arena);
  wr_bitset used = {0};
  for (uint32_t i = 0; i < all->numbers.len; i++)
    wr_relevant_axioms (relevance, all->result->bodies[all->numbers.data[i]].passive, &used);
  wr_relevance_free (relevance);
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (label && !wr_bitset_has (&used, label)) wr_bitset_set (&all->left_out, label, true);
  }
  wr_bitset_free (&used);
}

/* Bodies whose proof took many steps go first: one that is begun last would keep a single worker busy at the end. */
static void order_jobs (struct tests *all, wr_u32s *order) {
  for (uint32_t t = 0; t < all->tests.len; t++) {
    struct test *test = &all->tests.data[t];
    bool alone = test->count == 1;
    for (uint32_t i = 0; !test->done && !alone && i < test->count; i++) {
      uint32_t body = test->first + i, at = order->len;
      if (all->bodies.data[body].state.len) continue;
      uint64_t cost = all->result->bodies[all->numbers.data[body]].resources;
      test->growing++;
      WR_VEC_PUSH (order, body);
      for (; at > 0 && all->result->bodies[all->numbers.data[order->data[at - 1]]].resources < cost;
           at--)
        order->data[at] = order->data[at - 1];
      order->data[at] = body;
    }
  }
  for (uint32_t t = 0; t < all->tests.len; t++) {
    struct test *test = &all->tests.data[t];
    if (test->done || test->growing) continue;
    if (test->count == 1)
      WR_VEC_PUSH (order, end_job (all, t));
    else
      begin_checks (all, t);
  }
  take_next (all, order);
}

static bool run_jobs (struct tests *all, wr_str *failure) {
  static const struct wr_pool_calls calls = {.brief = brief_job,
                                             .run = run_job,
                                             .on_frame = on_frame,
                                             .on_end = on_end,
                                             .more = take_next};
  const struct wr_decide_options *decide = &all->options->decide;
  struct wr_pool_options options = {.workers = decide->workers,
                                    .backend = decide->backend,
                                    .solver = decide->solver,
                                    .cancel = decide->cancel};
  wr_u32s order = {0};
  bool good = true;
  order_jobs (all, &order);
  if (order.len) {
    find_usable (all);
    options.solver.labelled_axioms = true;
    options.solver.left_out = &all->left_out;
    options.open_timeout = (double)wr_budgets_of (&options.solver)->open_seconds;
    options.start_timeout = (double)wr_budgets_of (&options.solver)->start_seconds;
    wr_pool *pool = wr_pool_new (all->result->core, &options, &calls, all, all->arena);
    good = wr_pool_round (pool, order.data, order.len, decide->cancel, failure);
    wr_pool_free (pool);
  }
  WR_VEC_FREE (&order);
  return good;
}

static enum wr_axiom_verdict verdict_of (const struct tests *all, const struct test *test,
                                         uint32_t *goals, uint32_t *proved) {
  enum wr_axiom_verdict worst = WR_AXIOM_PROVED;
  for (uint32_t i = 0; i < test->count; i++) {
    const struct wr_body_result *body = &all->result->bodies[all->numbers.data[test->first + i]];
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      enum wr_verdict verdict = body->goals[g].verdict;
      *goals += 1;
      *proved += verdict == WR_VERDICT_PROVED;
      if (verdict == WR_VERDICT_FAILED) worst = WR_AXIOM_FAILED;
      if (verdict != WR_VERDICT_PROVED && worst == WR_AXIOM_PROVED) worst = WR_AXIOM_TIMEOUT;
    }
  }
  return worst;
}

static void set_lines (const struct tests *all, uint32_t body, struct wr_test_row *row) {
  wr_span span = all->result->core->bodies.data[body].span;
  const wr_sources *sources = all->result->core->sources;
  if (!span.file) return;
  row->line = wr_position_of (sources, span.file, span.begin).line;
  row->end_line = wr_position_of (sources, span.file, span.end).line;
}

/* Pieces that a test has found. */
static void take_pieces (struct tests *all, const struct wr_file_tests *got,
                         struct wr_file_tests *out) {
  for (uint32_t i = 0; i < out->axioms.len; i++) {
    struct wr_axiom_row *to = &out->axioms.data[i];
    const struct wr_axiom_row *from = &got->axioms.data[i];
    for (uint32_t k = to->pieces.len; k < from->pieces.len; k++) {
      struct wr_axiom_piece piece = {.kind = wr_str_keep (all->arena, from->pieces.data[k].kind),
                                     .text = wr_str_keep (all->arena, from->pieces.data[k].text)};
      WR_VEC_PUSH (&to->pieces, piece);
    }
  }
}

/* False: the bytes are not a test of this program. */
static bool read_test (const struct tests *all, const struct test *test, struct wr_test_row *row,
                       struct wr_file_tests *got) {
  struct wr_pass_test again = {all->result, &all->options->decide, &all->axioms,
                               WR_VEC_FROM (&all->numbers, test->first), test->count};
  struct wr_program_finding finding = {.bytes = wr_buf_str (&test->bytes),
                                       .cache = all->cache,
                                       .key = test->keyed && !test->disturbed ? &test->key : NULL,
                                       .limits = &all->options->reduce};
  return wr_program_row (&again, &finding, row, got);
}

/* Lists are moved, not copied. */
static void add_test (struct tests *all, struct test *test, struct wr_file_tests *out) {
  struct wr_test_row row = {.name = test->name};
  struct wr_file_tests got = {0};
  if (test->done && read_test (all, test, &row, &got)) {
    take_pieces (all, &got, out);
    row.name = test->name;
  } else {
    row.problem = WR_LIT ("the solver ended without an answer about the axioms");
    row.lost = true;
  }
  row.verdict = verdict_of (all, test, &row.goals, &row.proved);
  wr_program_elements_cover (&all->elements, all->result, WR_VEC_FROM (&all->numbers, test->first),
                             test->count, &all->axioms, &row.covered, &row.elements);
  if (test->name.len) set_lines (all, all->numbers.data[test->first], &row);
  row.problem = (wr_str){row.problem.len ? row.problem.ptr : "", row.problem.len};
  WR_VEC_PUSH (&out->tests, row);
  wr_file_tests_free (&got);
  wr_buf_free (&test->bytes);
}

static void make_jobs (struct tests *all) {
  uint32_t bodies = all->bodies.len;
  all->jobs = WR_NEW (all->arena, struct job, 2 * bodies + all->tests.len + 1);
  for (uint32_t t = 0; t < all->tests.len; t++) {
    const struct test *test = &all->tests.data[t];
    all->jobs[end_job (all, t)].test = t;
    for (uint32_t i = 0; i < test->count; i++)
      all->jobs[test->first + i].test = all->jobs[check_job (all, test->first + i)].test = t;
  }
}

static void free_all (struct tests *all) {
  for (uint32_t i = 0; i < 2 * all->bodies.len + all->tests.len; i++) {
    WR_VEC_FREE (&all->jobs[i].fatal);
    wr_buf_free (&all->jobs[i].bytes);
  }
  for (uint32_t i = 0; i < all->bodies.len; i++) {
    wr_buf_free (&all->bodies.data[i].state);
    wr_bitset_free (&all->bodies.data[i].covered);
    wr_bitset_free (&all->bodies.data[i].members);
  }
  wr_bitset_free (&all->left_out);
  WR_VEC_FREE (&all->next);
  WR_VEC_FREE (&all->numbers);
  WR_VEC_FREE (&all->bodies);
  WR_VEC_FREE (&all->tests);
  wr_program_axioms_free (&all->axioms);
  wr_program_elements_free (&all->elements);
}

bool wr_program_tests (const wr_result *result, const struct wr_program_tests_options *options,
                       struct wr_file_tests *out, wr_arena *arena, wr_str *failure) {
  struct tests all = {.result = result, .options = options, .arena = arena};
  WR_REQUIRE (result->core && !out->axioms.len);
  all.axioms = wr_program_axioms_of (result->core, arena);
  if (options->prelude) wr_program_axioms_keep (&all.axioms, options->prelude);
  all.elements = wr_program_elements_of (result->core, arena);
  if (options->decide.cache_path)
    all.cache = wr_cache_open_as (options->decide.cache_path, options->decide.cache_read_only);
  find_tests (&all);
  make_jobs (&all);
  for (uint32_t i = 0; i < all.tests.len; i++) look_up (&all, &all.tests.data[i]);
  bool good = run_jobs (&all, failure);
  for (uint32_t i = 0; i < all.axioms.rows.len; i++)
    WR_VEC_PUSH (&out->axioms, all.axioms.rows.data[i]);
  for (uint32_t i = 0; i < all.elements.rows.len; i++)
    WR_VEC_PUSH (&out->elements, all.elements.rows.data[i]);
  for (uint32_t i = 0; i < all.tests.len; i++) add_test (&all, &all.tests.data[i], out);
  if (all.cache) wr_cache_close (all.cache);
  free_all (&all);
  return good;
}
