/* axioms/program.c -- tests of programs (axioms/program.h). */
#include "axioms/program.h"

#include "analysis/relevant.h"
#include "axioms/program_ask.h"
#include "axioms/program_axioms.h"
#include "axioms/program_elements.h"
#include "axioms/program_prover.h"
#include "base/check.h"
#include "base/os.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <stdlib.h>

enum { MOST_STARTS = 12 }; /* of a process that dies */

/* A test: bodies first .. first+count-1 of `bodies`. */
struct test {
  uint32_t first, count;
  wr_str name;
  struct wr_digest key;
  bool keyed, done;
  bool disturbed;               /* another run may find out more: the result is not stored */
  struct wr_goal_group current; /* that the process asks about */
  wr_goal_groups fatal;         /* those at which a process has ended */
  wr_buf bytes; /* the result, as a file of one test whose axioms are rows of the program */
};

struct tests {
  const wr_result *result;
  const struct wr_program_tests_options *options;
  wr_program_axioms axioms;
  wr_program_elements elements;
  wr_bitset left_out;
  wr_u32s bodies;
  WR_VEC (struct test) tests;
  wr_cache *cache;
  wr_arena *arena;
};

/* -- in the worker ------------------------------------------------------------------------------------- */

static wr_u32s members (const wr_bitset *set) {
  wr_u32s list = {0};
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&list, i); }
  return list;
}

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

typedef WR_VEC (struct wr_goal_range) goal_ranges;
static void add_range (const wr_program_prover *p, const struct wr_goal_group *group,
                       goal_ranges *ranges) {
  struct wr_goal_range range = {p->result->bodies[group->body].vc, group->first, group->count};
  WR_VEC_PUSH (ranges, range);
}

static void add_pieces (const wr_program_prover *p, const struct wr_program_asking *asking,
                        wr_arena *arena, struct wr_file_tests *file, struct wr_test_row *row) {
  goal_ranges ranges = {0};
  for (uint32_t i = 0; i < p->batches.len; i++) {
    if (p->batches.data[i].proved) add_range (p, &p->batches.data[i].group, &ranges);
  }
  for (uint32_t i = 0; i < p->goals.len; i++) {
    if (!p->batches.data[p->goals.data[i].batch].proved)
      add_range (p, &p->goals.data[i].group, &ranges);
  }
  wr_program_pieces (asking, ranges.data, ranges.len, arena, file, row);
  WR_VEC_FREE (&ranges);
}

static void brief_job (void *ctx, uint32_t job, wr_buf *out) {
  const struct tests *all = ctx;
  const wr_goal_groups *fatal = &all->tests.data[job].fatal;
  for (uint32_t i = 0; i < fatal->len; i++) {
    wr_put_u32 (out, fatal->data[i].body);
    wr_put_u32 (out, fatal->data[i].first);
    wr_put_u32 (out, fatal->data[i].count);
  }
}

static wr_goal_groups fatal_of (wr_str brief) {
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  wr_goal_groups fatal = {0};
  while (in.left && !in.bad) {
    struct wr_goal_group group = {.body = wr_get_u32 (&in)};
    group.first = wr_get_u32 (&in);
    group.count = wr_get_u32 (&in);
    if (!in.bad) WR_VEC_PUSH (&fatal, group);
  }
  return fatal;
}

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct tests *all = ctx;
  const struct test *test = &all->tests.data[job];
  wr_goal_groups fatal = fatal_of (brief);
  wr_program_prover p = {.result = all->result,
                         .decide = &all->options->decide,
                         .axioms = &all->axioms,
                         .left_out = &all->left_out,
                         .backend = backend,
                         .solver = self,
                         .channel = out,
                         .fatal = &fatal};
  for (uint32_t i = 0; i < test->count; i++)
    wr_program_prover_add (&p, all->bodies.data[test->first + i]);
  struct wr_axiom_prover prover = {.self = &p,
                                   .goals = p.goals.len,
                                   .ask = wr_program_prover_ask,
                                   .fresh_is_cheap = true,
                                   .batches = p.ranges.data,
                                   .batch_count = p.ranges.len};
  for (uint32_t i = 0; i < all->axioms.rows.len; i++) wr_bitset_set (&prover.all, i, true);
  struct wr_axiom_reduction reduction;
  wr_axiom_reduce (&prover, &all->options->reduce, &reduction);
  struct wr_file_tests file = {0};
  for (uint32_t i = 0; i < all->axioms.rows.len; i++)
    WR_VEC_PUSH (&file.axioms, all->axioms.rows.data[i]);
  struct wr_test_row row = {.used = members (&reduction.used),
                            .covered = members (&reduction.covered),
                            .strong = members (&reduction.strong),
                            .complete = reduction.complete && !p.unexplained,
                            .confirmed = reduction.confirmed,
                            .resources = reduction.resources,
                            .queries = reduction.queries,
                            .seconds = reduction.seconds};
  struct wr_program_asking asking = {.result = all->result,
                                     .axioms = &all->axioms,
                                     .solver = &all->options->decide.solver,
                                     .reduce = all->options->reduce,
                                     .timeout = wr_program_timeout (&all->options->decide),
                                     .ctx = out,
                                     .deadline = tell_deadline};
  if (!asking.reduce.rlimit) asking.reduce.rlimit = WR_DEFAULT_RLIMIT;
  for (uint32_t i = 0; i < test->count; i++)
    wr_program_instances (&asking, all->bodies.data[test->first + i], &row.instances);
  wr_arena *arena = wr_arena_new ();
  if (all->options->fine && p.goals.len) add_pieces (&p, &asking, arena, &file, &row);
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
  struct test *test = &all->tests.data[job];
  if (wr_program_announced (data, size, &test->current)) return;
  wr_buf_clear (&test->bytes);
  wr_buf_add (&test->bytes, (wr_str){data, size});
}

/* A process that a query has ended is started again; it does not ask about that group of goals, but about its halves. */
static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct tests *all = ctx;
  struct test *test = &all->tests.data[job];
  (void)detail;
  test->done = test->bytes.len > 0 && how == WR_STATUS_NONE;
  if (test->done && test->keyed && all->cache && !test->disturbed) {
    wr_cache_put (all->cache, &test->key, wr_buf_str (&test->bytes));
    wr_cache_flush (all->cache);
  }
  if (test->done || last || !test->current.count || test->fatal.len == MOST_STARTS) return false;
  /* Lack of memory happens again; a process that the clock or something else ended might have answered. */
  test->disturbed |= how != WR_STATUS_MEMORY;
  WR_VEC_PUSH (&test->fatal, test->current);
  test->current = (struct wr_goal_group){0};
  return true;
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

/* The answers depend on what those of pass 1 depend on, on its verdicts, one of which may have been lost, and on how sets are reduced. */
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
    for (uint32_t g = 0; g < body->passive->goal_count; g++)
      wr_put_u32 (&key, (uint32_t)body->goals[g].verdict);
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
      .brief = brief_job, .run = run_job, .on_frame = on_frame, .on_end = on_end};
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
  WR_VEC_FREE (&test->fatal);
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
