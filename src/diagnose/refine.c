#include "diagnose/refine.h"

#include "base/check.h"
#include "core/build.h"
#include "diagnose/ease.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <string.h>

enum { ATTEMPTS = 3, MANY_DIGITS = 3, STEPS = 2000000 };
static const int64_t most[ATTEMPTS] = {3, 20, 0}; /* integers between -most and most; 0: any */
/* Steps and seconds per query: few beside a proof, more where only diagnosis is asked for. */
enum { QUICK_STEPS = 10000 };
static const double QUICK_SECONDS = 0.1, SECONDS = 2;

/* The query about one goal: the facts of its path and its negation, then the bounds of the attempts. */
struct path_query {
  uint32_t goal;
  wr_expr *exprs, *instances; /* instances: the same with quantified facts replaced by instances */
  uint32_t count;
  wr_expr *bounds[ATTEMPTS];
  uint32_t bound_count;
  bool done; /* a model was found, or the worker was lost */
};

struct refining {
  wr_result *result;
  wr_core *core; /* an extension, with the expressions of the queries */
  wr_arena *arena;
  struct path_query **queries; /* per body */
  uint32_t *query_count;
  bool thorough;
};

/* -- queries ------------------------------------------------------------------------------------------------ */

static bool has_many_digits (wr_str text) {
  uint32_t run = 0;
  for (size_t i = 0; i < text.len; i++) {
    run = text.ptr[i] >= '0' && text.ptr[i] <= '9' ? run + 1 : 0;
    if (run >= MANY_DIGITS) return true;
  }
  return false;
}

static bool wants_better (const struct wr_goal_result *r) {
  const struct wr_counterexample *c = r->counterexample;
  if (r->verdict != WR_VERDICT_FAILED || !r->path_count || !c) return false;
  if (!c->valid) return true;
  for (uint32_t i = 0; i < c->input_count; i++)
    if (has_many_digits (c->inputs[i].value)) return true;
  return false;
}

static bool is_int (const wr_core *core, wr_var var) {
  return wr_sort_info (core, wr_var_info (core, var)->sort)->kind == WR_SORT_INT;
}

static wr_expr bounded (wr_core *core, wr_var var, int64_t limit) {
  wr_expr x = wr_mk_var (core, var);
  return wr_mk2 (core, WR_OP_AND, wr_mk2 (core, WR_OP_LE, wr_mk_int (core, -limit), x),
                 wr_mk2 (core, WR_OP_LE, x, wr_mk_int (core, limit)));
}

typedef wr_exprs exprs;

static void add_item (struct refining *s, const wr_passive *passive, const struct wr_pitem *item,
                      uint32_t goal, exprs *facts, wr_u32s *chosen) {
  for (uint32_t i = 0; item->kind == WR_PITEM_CHOOSE && i < item->chosen_count; i++)
    if (is_int (s->core, item->chosen[i])) WR_VEC_PUSH (chosen, item->chosen[i].ix);
  if (item->kind == WR_PITEM_FACT) WR_VEC_PUSH (facts, item->expr);
  if (item->kind != WR_PITEM_GOAL) return;
  const struct wr_goal *g = &passive->goals[item->goal];
  if (item->goal == goal)
    WR_VEC_PUSH (facts, wr_mk1 (s->core, WR_OP_NOT, g->cond));
  else if (g->assumed.ix)
    WR_VEC_PUSH (facts, g->cond);
}

static void make_query (struct refining *s, const struct wr_body_result *body, uint32_t goal,
                        struct path_query *q) {
  const struct wr_goal_result *r = &body->goals[goal];
  exprs facts = {0};
  wr_u32s chosen = {0};
  for (uint32_t p = 0; p < r->path_count; p++) {
    const struct wr_pblock *block = &body->passive->blocks[r->path[p]];
    for (uint32_t i = 0; i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      add_item (s, body->passive, item, goal, &facts, &chosen);
      if (item->kind == WR_PITEM_GOAL && item->goal == goal) break;
    }
  }
  *q = (struct path_query){.goal = goal, .count = facts.len, .bound_count = chosen.len};
  q->exprs = WR_VEC_KEEP (s->arena, &facts);
  q->instances = WR_NEW (s->arena, wr_expr, facts.len);
  for (uint32_t i = 0; i < facts.len; i++)
    q->instances[i] = wr_instantiate (s->core, facts.data[i]);
  for (uint32_t a = 0; a < ATTEMPTS; a++) {
    q->bounds[a] = WR_NEW (s->arena, wr_expr, chosen.len);
    for (uint32_t i = 0; most[a] && i < chosen.len; i++)
      q->bounds[a][i] = bounded (s->core, (wr_var){chosen.data[i]}, most[a]);
  }
  WR_VEC_FREE (&facts);
  WR_VEC_FREE (&chosen);
}

/* True: there is something to ask about the body. */
static bool make_queries (struct refining *s, uint32_t b) {
  const struct wr_body_result *body = &s->result->bodies[b];
  if (!body->passive || !body->selected) return false;
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    s->query_count[b] += wants_better (&body->goals[g]);
  s->queries[b] = WR_NEW (s->arena, struct path_query, s->query_count[b] + 1);
  for (uint32_t g = 0, i = 0; g < body->passive->goal_count; g++)
    if (wants_better (&body->goals[g])) make_query (s, body, g, &s->queries[b][i++]);
  return s->query_count[b] > 0;
}

/* -- in the worker ------------------------------------------------------------------------------------------ */

static struct wr_counterexample *confirm (const struct refining *s, uint32_t b, uint32_t goal,
                                          const struct wr_answer *answer, wr_arena *arena) {
  const struct wr_body_result *body = &s->result->bodies[b];
  struct wr_goal_result r = body->goals[goal];
  r.reason = answer->status;
  r.values = answer->values;
  r.value_count = answer->value_count;
  return wr_counterexample_of (s->result->core, body->passive, goal, &r, arena);
}

static void send (wr_channel *out, uint32_t query, const struct wr_answer *answer) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, query);
  wr_answer_write (&buf, answer);
  if (buf.len <= WR_MAX_FRAME) wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

static bool is_out_of_budget (enum wr_status status) {
  return status == WR_STATUS_RESOURCE || status == WR_STATUS_TIME;
}

/* Without bounds: there were none before either, or there is a model already and only smaller numbers are wanted. */
static bool is_repetition (const struct refining *s, uint32_t b, const struct path_query *q) {
  return !q->bound_count || s->result->bodies[b].goals[q->goal].counterexample->valid;
}

static void ask (const struct refining *s, uint32_t b, uint32_t i, const struct wr_backend *backend,
                 void *self, wr_channel *out) {
  const struct path_query *q = &s->queries[b][i];
  wr_arena *arena = wr_arena_new ();
  wr_expr *all = WR_NEW (arena, wr_expr, q->count + q->bound_count);
  bool found = false, over = false;
  for (uint32_t a = 0; a < ATTEMPTS && !found && !over; a++) {
    if (!most[a] && is_repetition (s, b, q)) break;
    uint32_t count = q->count;
    memcpy (all, a == 0 ? q->instances : q->exprs, q->count * sizeof *all);
    for (uint32_t k = 0; most[a] && k < q->bound_count; k++) all[count++] = q->bounds[a][k];
    struct wr_query query = wr_query_exprs (all, count);
    query.rlimit = s->thorough ? STEPS : QUICK_STEPS;
    query.timeout = s->thorough ? SECONDS : QUICK_SECONDS;
    query.exprs.want_model = true;
    struct wr_answer answer = {0};
    wr_channel_deadline (out, SECONDS * 2 + 1);
    backend->check (self, &query, arena, &answer);
    wr_channel_deadline (out, 0);
    if (wr_status_breaks (answer.status)) break;
    found = answer.has_model && confirm (s, b, q->goal, &answer, arena)->valid;
    if (found) send (out, i, &answer);
    /* The same facts with other bounds would cost as much again. */
    over = !s->thorough && is_out_of_budget (answer.status);
  }
  wr_arena_free (arena);
}

static void run_job (void *ctx, uint32_t b, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct refining *s = ctx;
  (void)brief;
  for (uint32_t i = 0; i < s->query_count[b]; i++) ask (s, b, i, backend, self, out);
}

/* -- in the parent ------------------------------------------------------------------------------------------- */

static void receive (void *ctx, uint32_t b, const void *data, size_t size) {
  struct refining *s = ctx;
  struct wr_bytes in = {data, size, false};
  struct wr_answer answer;
  uint32_t i = wr_get_u32 (&in);
  if (in.bad || i >= s->query_count[b]) return;
  if (!wr_answer_read (in.at, in.left, s->arena, &answer)) return;
  uint32_t goal = s->queries[b][i].goal;
  const struct wr_counterexample *c = confirm (s, b, goal, &answer, s->arena);
  if (c->valid) s->result->bodies[b].goals[goal].counterexample = c;
}

static bool ended (void *ctx, uint32_t b, enum wr_status how, wr_str detail, bool last) {
  (void)ctx, (void)b, (void)how, (void)detail, (void)last;
  return false; /* what was lost keeps the counterexample that it has */
}

void wr_refine (wr_result *result, const struct wr_decide_options *decide, const wr_cancel *cancel,
                bool thorough, wr_arena *arena) {
  const struct wr_budgets *budgets = wr_budgets_of (&decide->solver);
  if (decide->backend != &wr_backend_z3 || result->core->axioms.len > budgets->few_axioms) return;
  struct refining s = {.result = result, .arena = arena, .thorough = thorough};
  s.core = wr_core_extend (result->core, arena);
  s.queries = WR_NEW (arena, struct path_query *, result->body_count);
  s.query_count = WR_NEW (arena, uint32_t, result->body_count);
  wr_u32s order = {0};
  for (uint32_t b = 0; b < result->body_count; b++)
    if (make_queries (&s, b)) WR_VEC_PUSH (&order, b);
  struct wr_pool_options pool = {.workers = decide->workers,
                                 .backend = decide->backend,
                                 .solver = decide->solver,
                                 .open_timeout = (double)budgets->open_seconds,
                                 .start_timeout = (double)budgets->start_seconds,
                                 .cancel = cancel};
  pool.solver.model_based = true;
  if (pool.workers > order.len) pool.workers = order.len;
  struct wr_pool_calls calls = {.run = run_job, .on_frame = receive, .on_end = ended};
  wr_str failure = {0};
  if (order.len) {
    wr_pool *workers = wr_pool_new (s.core, &pool, &calls, &s, arena);
    (void)wr_pool_round (workers, order.data, order.len, cancel, &failure);
    wr_pool_free (workers);
  }
  WR_VEC_FREE (&order);
}
