#include "diagnose/search.h"

#include "base/check.h"
#include "core/build.h"
#include "diagnose/searching.h"
#include "solve/answer.h"

const struct wr_search_bounds wr_search_defaults = {300, 10, 30, 400000, false, false};
enum { RUN_STEPS = 200000 };

const char *wr_test_kind_name (enum wr_test_kind kind) {
  static const char *const names[WR_TEST_KIND_COUNT] = {"failed", "successful", "unsatisfiable",
                                                        "out-of-budget"};
  return names[kind];
}

/* What the jobs of one body know and find. */
struct job {
  wr_bitset targets;
  uint32_t *distance;
  struct wr_tests *out; /* NULL: there is nothing to look for */
  WR_VEC (struct wr_test) tests;
};

struct searches {
  const wr_result *result;
  const struct wr_search_bounds *bounds;
  wr_arena *arena;
  struct wr_path_runner runner;
  struct job *jobs; /* per body */
};

/* -- goals to look for -------------------------------------------------------------------------------------- */

static bool is_open (const struct wr_goal_result *goal) {
  return goal->verdict == WR_VERDICT_FAILED || goal->verdict == WR_VERDICT_TIMEOUT ||
         goal->verdict == WR_VERDICT_UNKNOWN;
}

/* A check behind a jump belongs to the block before it or behind it. */
static void mark (const struct wr_body *body, uint32_t block, uint32_t *distance) {
  for (uint32_t b = 0; block >= body->block_count && b < body->block_count; b++)
    if (!body->blocks[b].succ_count) distance[b] = 0;
  if (block >= body->block_count) return;
  distance[block] = 0;
  for (uint32_t i = 0; i < body->blocks[block].succ_count; i++)
    distance[body->blocks[block].succs[i]] = 0;
}

static void spread (const struct wr_body *body, uint32_t *distance) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t b = body->block_count; b-- > 0;)
      for (uint32_t i = 0; i < body->blocks[b].succ_count; i++) {
        uint32_t next = distance[body->blocks[b].succs[i]];
        if (next == UINT32_MAX || next + 1 >= distance[b]) continue;
        distance[b] = next + 1;
        more = true;
      }
  }
}

static bool find_targets (struct searches *s, uint32_t b) {
  const struct wr_body_result *result = &s->result->bodies[b];
  const struct wr_passive *passive = result->passive;
  const struct wr_body *body = &s->result->core->bodies.data[result->body];
  struct job *job = &s->jobs[b];
  if (!passive || !result->selected) return false;
  job->distance = WR_NEW (s->arena, uint32_t, body->block_count);
  for (uint32_t i = 0; i < body->block_count; i++) job->distance[i] = UINT32_MAX;
  for (uint32_t p = 0; p < passive->block_count; p++)
    for (uint32_t i = 0; i < passive->blocks[p].item_count; i++) {
      const struct wr_pitem *item = &passive->blocks[p].items[i];
      if (item->kind != WR_PITEM_GOAL || !is_open (&result->goals[item->goal])) continue;
      uint32_t label = passive->goals[item->goal].label.ix;
      if (!label) continue;
      wr_bitset_set (&job->targets, label, true);
      mark (body, item->core_block, job->distance);
    }
  if (!wr_bitset_size (&job->targets)) return false;
  spread (body, job->distance);
  job->out = WR_NEW (s->arena, struct wr_tests, 1);
  job->out->why = WR_LIT ("the search did not end");
  return true;
}

/* -- in the worker -------------------------------------------------------------------------------------------- */

static void run_job (void *ctx, uint32_t b, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  struct searches *s = ctx;
  (void)brief;
  s->runner.body = s->result->bodies[b].body;
  struct wr_searching how = {.r = &s->runner,
                             .bounds = s->bounds,
                             .targets = &s->jobs[b].targets,
                             .distance = s->jobs[b].distance,
                             .backend = backend,
                             .self = self,
                             .out = out};
  wr_channel_deadline (out, 0);
  wr_search_body (&how);
}

/* -- in the parent ---------------------------------------------------------------------------------------------- */

static wr_str take_str (struct searches *s, struct wr_bytes *in) {
  return wr_str_keep (s->arena, wr_get_str (in));
}

static void take_test (struct searches *s, struct job *job, struct wr_bytes *in) {
  struct wr_test test = {.kind = (enum wr_test_kind)wr_get_u32 (in)};
  test.goal.ix = wr_get_u32 (in);
  test.certain = wr_get_u32 (in) != 0;
  test.summarised = wr_get_u32 (in) != 0;
  test.condition = take_str (s, in);
  test.why = take_str (s, in);
  uint32_t count = wr_get_u32 (in);
  if (in->bad || test.kind >= WR_TEST_KIND_COUNT || count > in->left) return;
  test.inputs = WR_NEW (s->arena, struct wr_input, count);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    test.inputs[i].name = take_str (s, in);
    test.inputs[i].value = take_str (s, in);
    test.input_count++;
  }
  if (in->bad) return;
  job->out->counts[test.kind]++;
  WR_VEC_PUSH (&job->tests, test);
}

static void receive (void *ctx, uint32_t b, const void *data, size_t size) {
  struct searches *s = ctx;
  struct job *job = &s->jobs[b];
  struct wr_bytes in = {data, size, false};
  uint32_t kind = wr_get_u32 (&in);
  if (kind == WR_SEARCH_TEST) take_test (s, job, &in);
  if (kind != WR_SEARCH_END) return;
  struct wr_tests *out = job->out;
  wr_str why = take_str (s, &in);
  uint64_t runs = wr_get_u64 (&in), queries = wr_get_u64 (&in), resources = wr_get_u64 (&in);
  if (in.bad) return;
  out->why = why;
  out->complete = !why.len;
  out->summaries = s->bounds->summaries;
  out->runs = runs;
  out->queries = queries;
  out->resources = resources;
}

static bool ended (void *ctx, uint32_t b, enum wr_status how, wr_str detail, bool last) {
  (void)ctx, (void)b, (void)how, (void)detail, (void)last;
  return false;
}

static void search_all (struct searches *s, const struct wr_decide_options *decide,
                        const wr_cancel *cancel, const wr_u32s *order) {
  const struct wr_budgets *budgets = wr_budgets_of (&decide->solver);
  struct wr_pool_options pool = {.workers = decide->workers,
                                 .backend = decide->backend,
                                 .solver = decide->solver,
                                 .open_timeout = (double)budgets->open_seconds,
                                 .start_timeout = (double)budgets->start_seconds,
                                 .cancel = cancel};
  pool.solver.model_based = true;
  if (pool.workers > order->len) pool.workers = order->len;
  struct wr_pool_calls calls = {.run = run_job, .on_frame = receive, .on_end = ended};
  wr_str failure = {0};
  struct wr_path_bounds bounds = {RUN_STEPS, s->bounds->depth, s->bounds->summaries,
                                  s->bounds->thorough};
  wr_path_runner_init (&s->runner, s->result->core, 0, &bounds, s->arena);
  wr_pool *workers = wr_pool_new (wr_machine_core (s->runner.m), &pool, &calls, s, s->arena);
  (void)wr_pool_round (workers, order->data, order->len, cancel, &failure);
  wr_pool_free (workers);
  wr_path_runner_free (&s->runner);
}

struct wr_tests **wr_search (const wr_result *result, const struct wr_decide_options *decide,
                             const struct wr_search_bounds *bounds, const wr_cancel *cancel,
                             wr_arena *arena) {
  struct searches s = {.result = result, .bounds = bounds, .arena = arena};
  struct wr_tests **out = WR_NEW (arena, struct wr_tests *, result->body_count);
  if (decide->backend != &wr_backend_z3) return out;
  wr_u32s order = {0};
  s.jobs = wr_alloc (result->body_count + 1u, sizeof *s.jobs);
  for (uint32_t b = 0; b < result->body_count; b++)
    if (find_targets (&s, b)) WR_VEC_PUSH (&order, b);
  if (order.len) search_all (&s, decide, cancel, &order);
  for (uint32_t b = 0; b < result->body_count; b++) {
    struct job *job = &s.jobs[b];
    if (job->out) job->out->tests = WR_VEC_KEEP (arena, &job->tests);
    if (job->out) job->out->count = job->tests.len;
    out[b] = job->out;
    WR_VEC_FREE (&job->tests);
    wr_bitset_free (&job->targets);
  }
  free (s.jobs);
  WR_VEC_FREE (&order);
  return out;
}
