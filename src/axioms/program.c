/* axioms/program.c -- tests of programs (axioms/program.h). */
#include "axioms/program.h"

#include "analysis/relevant.h"
#include "axioms/program_ask.h"
#include "axioms/program_axioms.h"
#include "axioms/program_elements.h"
#include "base/check.h"
#include "base/os.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <stdlib.h>

enum { CHUNK_GOALS = 24 };

/* Goals first .. first+count-1 of a body, which are asked together. */
struct chunk {
  uint32_t body, first, count;
  bool has_first; /* `core` and `resources` are of the first proof, with all axioms */
  wr_u32s core;
  uint64_t resources;
};

/* A test: bodies first .. first+count-1 of `bodies`. */
struct test {
  uint32_t first, count;
  wr_str name;
  struct wr_digest key;
  bool keyed, done;
  wr_buf bytes; /* the result, as a file of one test whose axioms are rows of the program */
};

struct tests {
  const wr_result *result;
  const struct wr_program_tests_options *options;
  wr_program_axioms axioms;
  wr_program_elements elements;
  wr_bitset *usable; /* [body]: labels of the axioms that it can use */
  wr_bitset left_out;
  wr_u32s bodies;
  WR_VEC (struct test) tests;
  wr_cache *cache;
  wr_arena *arena;
};

/* -- in the worker ------------------------------------------------------------------------------------- */

struct tester {
  const struct tests *all;
  const struct wr_backend *backend;
  void *self;
  wr_channel *channel;
  uint32_t entered; /* body + 1; 0: none */
  WR_VEC (struct chunk) chunks;
  uint32_t unexplained; /* proved goals that the solver does not prove with guarded axioms */
};

static bool enter (struct tester *t, uint32_t body) {
  if (t->entered == body + 1) return true;
  if (t->entered) t->backend->leave (t->self);
  t->entered = t->backend->enter (t->self, t->all->result->bodies[body].vc) ? body + 1 : 0;
  return t->entered != 0;
}

/* Labels of axioms that are absent when the rows of `on` hold. */
static void absent_labels (const struct tester *t, const wr_bitset *on, wr_bitset *off) {
  const wr_program_axioms *axioms = &t->all->axioms;
  for (uint32_t i = 1; i < axioms->label_count; i++)
    if (axioms->row_of[i] && on && !wr_bitset_has (on, axioms->row_of[i] - 1))
      wr_bitset_set (off, i, true);
}

static void core_rows (const struct tester *t, wr_arena *arena, struct wr_answer *answer) {
  wr_bitset in = {0};
  for (uint32_t i = 0; i < answer->core_count; i++) {
    uint32_t label = answer->core[i];
    uint32_t row = label < t->all->axioms.label_count ? t->all->axioms.row_of[label] : 0;
    if (row) wr_bitset_set (&in, row - 1, true);
  }
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  answer->core_count = 0;
  WR_BITSET_EACH (&in, i) { answer->core[answer->core_count++] = i; }
  wr_bitset_free (&in);
}

static double timeout_of (const struct tests *all) {
  double timeout = all->options->decide.timeout;
  return timeout > 0 ? timeout : WR_DEFAULT_TIMEOUT;
}

/* Several goals are asked as a group.  A single goal is asked about a set: backends need not answer groups in every program. */
static void check (struct tester *t, void *self, const struct chunk *chunk,
                   const struct wr_axiom_query *how, wr_arena *arena, struct wr_answer *answer) {
  double timeout = timeout_of (t->all);
  wr_bitset off = {0}, on = {0};
  absent_labels (t, how->on, &off);
  struct wr_query query = wr_query_group (chunk->first, chunk->count, WR_GROUP_LABELLED);
  query.group.off = &off;
  if (chunk->count == 1) {
    for (uint32_t i = 1; i < t->all->axioms.label_count; i++)
      wr_bitset_set (&on, i, !wr_bitset_has (&off, i));
    query = wr_query_set (chunk->first, &on, WR_SHARED);
  }
  query.rlimit = how->rlimit;
  query.timeout = timeout;
  query.caller_times = true;
  wr_channel_deadline (t->channel, timeout * 2 + 1);
  t->backend->check (self, &query, arena, answer);
  if (answer->status == WR_STATUS_UNSAT) core_rows (t, arena, answer);
  wr_bitset_free (&off);
  wr_bitset_free (&on);
}

/* In a context that knows the axioms of `on` only. */
static void ask_fresh (struct tester *t, const struct wr_axiom_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  const struct chunk *chunk = &t->chunks.data[query->goal];
  struct wr_solver_options options = t->all->options->decide.solver;
  wr_bitset left_out = {0};
  wr_str error = {0};
  wr_bitset_copy (&left_out, &t->all->left_out);
  absent_labels (t, query->on, &left_out);
  options.labelled_axioms = true;
  options.left_out = &left_out;
  wr_channel_deadline (t->channel, (double)wr_budgets_of (&options)->open_seconds);
  void *self = t->backend->open (t->all->result->core, &options, &error);
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (self && t->backend->enter (self, t->all->result->bodies[chunk->body].vc))
    check (t, self, chunk, query, arena, answer);
  if (self) t->backend->close (self);
  wr_bitset_free (&left_out);
}

static void ask (void *ctx, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  struct tester *t = ctx;
  struct chunk *chunk = &t->chunks.data[query->goal];
  if (query->fresh) {
    ask_fresh (t, query, arena, answer);
    return;
  }
  if (!query->on && chunk->has_first) {
    *answer = (struct wr_answer){
        .status = WR_STATUS_UNSAT, .has_core = true, .resources = chunk->resources};
    answer->core =
        wr_arena_copy (arena, chunk->core.data, chunk->core.len, sizeof *chunk->core.data);
    answer->core_count = chunk->core.len;
    return;
  }
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (enter (t, chunk->body)) check (t, t->self, chunk, query, arena, answer);
}

/* Adds the goals of a range as chunks that the solver proves with all axioms, halving those that it does not. */
static void add_range (struct tester *t, uint32_t body, uint32_t first, uint32_t count) {
  const struct wr_program_tests_options *o = t->all->options;
  uint64_t rlimit = o->decide.rlimit ? o->decide.rlimit : WR_DEFAULT_RLIMIT;
  struct chunk chunk = {.body = body, .first = first, .count = count};
  wr_arena *arena = wr_arena_new ();
  struct wr_answer answer = {0};
  struct wr_axiom_query query = {.rlimit = count > 1 ? rlimit / 4 : rlimit};
  if (enter (t, body)) check (t, t->self, &chunk, &query, arena, &answer);
  if (answer.status == WR_STATUS_UNSAT) {
    chunk.has_first = true;
    chunk.resources = answer.resources;
    for (uint32_t i = 0; i < answer.core_count; i++) WR_VEC_PUSH (&chunk.core, answer.core[i]);
    WR_VEC_PUSH (&t->chunks, chunk);
  } else if (count > 1) {
    add_range (t, body, first, count / 2);
    add_range (t, body, first + count / 2, count - count / 2);
  } else {
    t->unexplained++;
  }
  wr_arena_free (arena);
}

static void add_body (struct tester *t, uint32_t body) {
  const struct wr_body_result *b = &t->all->result->bodies[body];
  uint32_t first = 0, count = 0;
  for (uint32_t g = 0; g <= b->passive->goal_count; g++) {
    bool proved = g < b->passive->goal_count && b->goals[g].verdict == WR_VERDICT_PROVED;
    if (proved && count < CHUNK_GOALS) {
      first = count ? first : g;
      count++;
      continue;
    }
    if (count) add_range (t, body, first, count);
    first = g;
    count = proved;
  }
}

static wr_u32s members (const wr_bitset *set) {
  wr_u32s list = {0};
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&list, i); }
  return list;
}

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

static void add_pieces (struct tester *t, const struct wr_program_asking *asking, wr_arena *arena,
                        struct wr_file_tests *file, struct wr_test_row *row) {
  WR_VEC (struct wr_goal_range) ranges = {0};
  for (uint32_t i = 0; i < t->chunks.len; i++) {
    const struct chunk *chunk = &t->chunks.data[i];
    struct wr_goal_range range = {t->all->result->bodies[chunk->body].vc, chunk->first,
                                  chunk->count};
    WR_VEC_PUSH (&ranges, range);
  }
  wr_program_pieces (asking, ranges.data, ranges.len, arena, file, row);
  WR_VEC_FREE (&ranges);
}

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct tests *all = ctx;
  const struct test *test = &all->tests.data[job];
  struct tester t = {.all = all, .backend = backend, .self = self, .channel = out};
  (void)brief;
  for (uint32_t i = 0; i < test->count; i++) add_body (&t, all->bodies.data[test->first + i]);
  struct wr_axiom_prover prover = {.self = &t, .goals = t.chunks.len, .ask = ask};
  for (uint32_t i = 0; i < all->axioms.rows.len; i++) wr_bitset_set (&prover.all, i, true);
  struct wr_axiom_reduction reduction;
  wr_axiom_reduce (&prover, &all->options->reduce, &reduction);
  struct wr_file_tests file = {0};
  for (uint32_t i = 0; i < all->axioms.rows.len; i++)
    WR_VEC_PUSH (&file.axioms, all->axioms.rows.data[i]);
  struct wr_test_row row = {.used = members (&reduction.used),
                            .covered = members (&reduction.covered),
                            .strong = members (&reduction.strong),
                            .complete = reduction.complete && !t.unexplained,
                            .confirmed = reduction.confirmed,
                            .resources = reduction.resources,
                            .queries = reduction.queries,
                            .seconds = reduction.seconds};
  struct wr_program_asking asking = {.result = all->result,
                                     .axioms = &all->axioms,
                                     .solver = &all->options->decide.solver,
                                     .reduce = all->options->reduce,
                                     .timeout = timeout_of (all),
                                     .ctx = out,
                                     .deadline = tell_deadline};
  if (!asking.reduce.rlimit) asking.reduce.rlimit = WR_DEFAULT_RLIMIT;
  for (uint32_t i = 0; i < test->count; i++)
    wr_program_instances (&asking, all->bodies.data[test->first + i], &row.instances);
  wr_arena *arena = wr_arena_new ();
  if (all->options->fine && t.chunks.len) add_pieces (&t, &asking, arena, &file, &row);
  WR_VEC_PUSH (&file.tests, row);
  wr_buf bytes = {0};
  wr_file_tests_write (&bytes, &file);
  wr_channel_send (out, bytes.data, bytes.len);
  wr_arena_free (arena);
  exit (0); /* the solver is not cleaned up */
}

/* -- in the parent ------------------------------------------------------------------------------------- */

static void on_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct tests *all = ctx;
  wr_buf_clear (&all->tests.data[job].bytes);
  wr_buf_add (&all->tests.data[job].bytes, (wr_str){data, size});
}

static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct tests *all = ctx;
  struct test *test = &all->tests.data[job];
  (void)detail, (void)last;
  test->done = test->bytes.len > 0 && how == WR_STATUS_NONE;
  if (test->done && test->keyed && all->cache) {
    wr_cache_put (all->cache, &test->key, wr_buf_str (&test->bytes));
    wr_cache_flush (all->cache);
  }
  return false;
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
    WR_VEC_PUSH (&all->bodies, b);
    WR_VEC_LAST (&all->tests).count++;
  }
}

/* The answers depend on what those of pass 1 depend on, and on how sets are reduced. */
static void look_up (struct tests *all, struct test *test) {
  const struct wr_axiom_reduce_options *o = &all->options->reduce;
  wr_buf key = {0};
  wr_buf_print (&key, "axioms of a program %d %u %llu %d %d %d", (int)all->options->unit, o->factor,
                (unsigned long long)o->floor, o->once, o->strong, all->options->fine);
  test->keyed = true;
  for (uint32_t i = 0; i < test->count; i++) {
    const struct wr_body_result *body = &all->result->bodies[all->bodies.data[test->first + i]];
    test->keyed &= body->has_digest;
    wr_buf_add (&key, (wr_str){(const char *)body->digest.bytes, sizeof body->digest.bytes});
  }
  /* Texts and positions of axioms are part of the result. */
  for (uint32_t i = 0; i < all->axioms.rows.len; i++) {
    const struct wr_axiom_row *row = &all->axioms.rows.data[i];
    wr_put_u64 (&key, row->hash);
    wr_put_u32 (&key, row->line);
  }
  wr_str text = wr_buf_str (&key);
  test->key = wr_digest_of (&text, 1);
  if (test->keyed && all->cache) test->done = wr_cache_get (all->cache, &test->key, &test->bytes);
  wr_buf_free (&key);
}

static void find_usable (struct tests *all) {
  const wr_core *core = all->result->core;
  wr_relevance *relevance = wr_relevance_new (core, all->arena);
  wr_bitset used = {0};
  for (uint32_t i = 0; i < all->bodies.len; i++)
    wr_relevant_axioms (relevance, all->result->bodies[all->bodies.data[i]].passive, &used);
  wr_relevance_free (relevance);
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (label && !wr_bitset_has (&used, label)) wr_bitset_set (&all->left_out, label, true);
  }
  wr_bitset_free (&used);
}

static bool run_jobs (struct tests *all, wr_str *failure) {
  static const struct wr_pool_calls calls = {
      .run = run_job, .on_frame = on_frame, .on_end = on_end};
  const struct wr_decide_options *decide = &all->options->decide;
  struct wr_pool_options options = {.workers = decide->workers,
                                    .backend = decide->backend,
                                    .solver = decide->solver,
                                    .cancel = decide->cancel};
  wr_u32s order = {0};
  bool good = true;
  for (uint32_t i = 0; i < all->tests.len; i++)
    if (!all->tests.data[i].done) WR_VEC_PUSH (&order, i);
  if (order.len) {
    find_usable (all);
    options.solver.labelled_axioms = true;
    options.solver.left_out = &all->left_out;
    options.open_timeout = (double)wr_budgets_of (&options.solver)->open_seconds;
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
    const struct wr_body_result *body = &all->result->bodies[all->bodies.data[test->first + i]];
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

/* Lists are moved, not copied. */
static void add_test (struct tests *all, struct test *test, struct wr_file_tests *out) {
  struct wr_test_row row = {.name = test->name};
  struct wr_file_tests got = {0};
  if (test->done && wr_file_tests_read (wr_buf_str (&test->bytes), &got) && got.tests.len == 1 &&
      got.axioms.len == all->axioms.rows.len) {
    row = got.tests.data[0];
    got.tests.len = 0;
    take_pieces (all, &got, out);
    row.name = test->name;
  } else {
    row.problem = WR_LIT ("the solver ended without an answer about the axioms");
  }
  row.verdict = verdict_of (all, test, &row.goals, &row.proved);
  wr_program_elements_cover (&all->elements, all->result, WR_VEC_FROM (&all->bodies, test->first),
                             test->count, &all->axioms, &row.covered, &row.elements);
  if (test->name.len) set_lines (all, all->bodies.data[test->first], &row);
  row.problem = (wr_str){row.problem.len ? row.problem.ptr : "", row.problem.len};
  WR_VEC_PUSH (&out->tests, row);
  wr_file_tests_free (&got);
  wr_buf_free (&test->bytes);
}

bool wr_program_tests (const wr_result *result, const struct wr_program_tests_options *options,
                       struct wr_file_tests *out, wr_arena *arena, wr_str *failure) {
  struct tests all = {.result = result, .options = options, .arena = arena};
  WR_REQUIRE (result->core && !out->axioms.len);
  all.axioms = wr_program_axioms_of (result->core, arena);
  all.elements = wr_program_elements_of (result->core, arena);
  if (options->decide.cache_path)
    all.cache = wr_cache_open_as (options->decide.cache_path, options->decide.cache_read_only);
  find_tests (&all);
  for (uint32_t i = 0; i < all.tests.len; i++) look_up (&all, &all.tests.data[i]);
  bool good = run_jobs (&all, failure);
  for (uint32_t i = 0; i < all.axioms.rows.len; i++)
    WR_VEC_PUSH (&out->axioms, all.axioms.rows.data[i]);
  for (uint32_t i = 0; i < all.elements.rows.len; i++)
    WR_VEC_PUSH (&out->elements, all.elements.rows.data[i]);
  for (uint32_t i = 0; i < all.tests.len; i++) add_test (&all, &all.tests.data[i], out);
  if (all.cache) wr_cache_close (all.cache);
  wr_bitset_free (&all.left_out);
  WR_VEC_FREE (&all.bodies);
  WR_VEC_FREE (&all.tests);
  wr_program_axioms_free (&all.axioms);
  wr_program_elements_free (&all.elements);
  return good;
}
