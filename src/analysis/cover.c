#include "analysis/cover.h"

#include "analysis/brief.h"
#include "analysis/recollect.h"
#include "analysis/relevant.h"
#include "analysis/session.h"
#include "base/check.h"
#include "core/build.h"

#include <stdlib.h>
#include <string.h>

struct body_state {
  bool *skip;       /* per goal: explained, lost, or nothing to explain */
  uint32_t current; /* the goal that the worker explains; UINT32_MAX: reachability, or none yet */
  bool begun, no_probes;
  bool lossy; /* a query or a worker was lost: the result is not cached */
  bool whole; /* the worker finished */
};

struct wr_cover_job {
  wr_cover *cover;
  const struct wr_cover_options *options;
  wr_arena *arena;
  wr_bitset *usable;  /* [body]: labels of the axioms that it can use */
  wr_bitset left_out; /* of those that no body can use */
  wr_expr no;         /* the expression `false` */
  struct body_state *states;
  struct wr_decision *decision;     /* pass 1, while it runs; NULL: it is finished */
  wr_result *result;                /* set together with `decision` */
  bool only_prove;                  /* set together with `decision`: nothing is explained */
  wr_pool *pool;                    /* NULL: not started yet */
  const struct wr_backend *backend; /* of the pool */
  uint32_t goals_done, goals_all;
};

static const struct wr_body_result *body_of (const struct wr_cover_job *job, uint32_t body) {
  return &job->cover->result->bodies[body];
}

static uint64_t first_limit (const struct wr_cover_job *job, uint32_t body) {
  uint64_t most = wr_decision_rlimit (job->decision, body) / 2;
  uint64_t first = wr_budgets_of (&job->options->solver)->first_steps;
  return most < first ? most : first;
}

/* -- in the worker ------------------------------------------------------------------------------ */

static void run_job (void *ctx, uint32_t body, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct wr_cover_job *job = ctx;
  wr_arena *arena = wr_arena_new ();
  struct wr_cover_brief told;
  struct wr_body_result own = *body_of (job, body);
  bool good = wr_brief_read (brief, arena, &told, &own);
  WR_REQUIRE (good);
  WR_ASSERT (own.passive && job->usable);
  struct wr_session_job session = {.core = job->cover->result->core,
                                   .body = &own,
                                   .usable = &job->usable[body],
                                   .left_out = &job->left_out,
                                   .options = job->options,
                                   .no = job->no,
                                   .skip = told.skip,
                                   .no_probes = told.no_probes,
                                   .first = told.first,
                                   .only_prove = job->only_prove};
  wr_session_run (&session, backend, self, out);
  wr_arena_free (arena);
}

/* -- in the parent ------------------------------------------------------------------------------ */

static void take_proof (struct wr_cover_job *job, uint32_t body_ix,
                        const struct wr_session_message *m) {
  struct wr_body_result *body = &job->result->bodies[body_ix];
  body->cpu += m->cpu;
  body->solver_cpu += m->cpu;
  body->queries += m->cpu > 0;
  if (m->goal < body->passive->goal_count)
    wr_decision_prove (job->decision, body_ix, m->goal, &m->answer);
  else
    body->resources += m->answer.resources;
}

static void receive (void *ctx, uint32_t body_ix, const void *data, size_t size) {
  struct wr_cover_job *job = ctx;
  struct body_state *state = &job->states[body_ix];
  const wr_passive *passive = body_of (job, body_ix)->passive;
  struct wr_session_message m;
  if (!wr_session_read (data, size, job->arena, &m)) return;
  uint32_t goals = passive->goal_count;
  WR_ASSERT (job->cover->goals[body_ix] && state->skip);
  if (m.kind == WR_SESSION_COST) {
    struct wr_cover_cost *cost = &job->cover->costs[body_ix];
    cost->cpu += m.cost.cpu;
    cost->resources += m.cost.resources;
    cost->queries += m.cost.queries;
    cost->lost += m.cost.lost;
    wr_rechecked_add (&cost->rechecked, &m.cost.rechecked);
    state->lossy |= m.cost.lost > 0;
    state->whole = true;
  } else if (m.kind == WR_SESSION_PROVED) {
    if (job->decision) take_proof (job, body_ix, &m);
  } else if (m.kind == WR_SESSION_AT) {
    state->current = m.goal;
    state->begun = true;
  } else if (m.goal < goals) {
    job->cover->goals[body_ix][m.goal] = m.explanation;
    job->goals_done += !state->skip[m.goal];
    state->skip[m.goal] = true;
  } else if (m.goal - goals < passive->block_count) {
    job->cover->blocks[body_ix][m.goal - goals] = m.explanation;
  }
}

static void brief_job (void *ctx, uint32_t body, wr_buf *out) {
  const struct wr_cover_job *job = ctx;
  const struct body_state *state = &job->states[body];
  struct wr_cover_brief brief = {.skip = state->skip, .no_probes = state->no_probes};
  if (job->decision) brief.first = first_limit (job, body);
  wr_brief_write (out, &brief, body_of (job, body));
}

static void report (const struct wr_cover_options *options, const wr_cover *cover, uint32_t body) {
  if (options->explained) options->explained (options->progress_ctx, cover, body);
}

/* If a worker dies, the explanation of its current goal is lost, or the rest of reachability; the other goals are tried
   again. */
static bool goes_on (struct wr_cover_job *job, uint32_t body, enum wr_status how, bool last) {
  struct body_state *state = &job->states[body];
  if (how == WR_STATUS_NONE || last || !state->begun) return false;
  if (state->current < body_of (job, body)->passive->goal_count)
    state->skip[state->current] = true;
  else
    state->no_probes = true;
  state->begun = false;
  for (uint32_t g = 0; g < body_of (job, body)->passive->goal_count; g++)
    if (!state->skip[g]) return true;
  return false;
}

static bool ended (void *ctx, uint32_t body, enum wr_status how, wr_str detail, bool last) {
  struct wr_cover_job *job = ctx;
  struct body_state *state = &job->states[body];
  (void)detail;
  state->lossy |= how != WR_STATUS_NONE;
  if (job->decision) return false; /* pass 1 decides the body as if nothing had been tried */
  if (goes_on (job, body, how, last)) return true;
  report (job->options, job->cover, body);
  return false;
}

static void tick (void *ctx, double elapsed) {
  const struct wr_cover_job *job = ctx;
  struct wr_progress progress = {job->goals_done, job->goals_all, elapsed, UINT32_MAX, 0};
  if (job->options->progress) job->options->progress (job->options->progress_ctx, &progress);
}

static bool has_labels (const wr_passive *passive) {
  for (uint32_t b = 0; b < passive->block_count; b++)
    for (uint32_t i = 0; i < passive->blocks[b].item_count; i++)
      if (passive->blocks[b].items[i].label.ix) return true;
  return false;
}

/* --cores=fast: the cores that the solver reported in pass 1; nothing is asked. */
static void take_first_cores (wr_cover *cover, uint32_t body_ix, wr_arena *arena) {
  const struct wr_body_result *body = &cover->result->bodies[body_ix];
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &body->goals[g];
    if (r->verdict != WR_VERDICT_PROVED || r->trivial || !r->has_core) continue;
    struct wr_explanation *e = &cover->goals[body_ix][g];
    *e = (struct wr_explanation){.known = true, .first = true};
    WR_ASSERT (r->core || !r->core_count);
    e->core = WR_NEW (arena, uint32_t, r->core_count);
    for (uint32_t i = 0; i < r->core_count; i++)
      if (r->core[i] != body->passive->goals[g].label.ix) e->core[e->core_count++] = r->core[i];
  }
}

bool wr_cover_asks (const struct wr_cover_options *options, const struct wr_body_result *body,
                    uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  return r->verdict == WR_VERDICT_PROVED && !r->trivial &&
         (!options->only || wr_bitset_has (options->only, body->passive->goals[goal].label.ix));
}

static bool asks_any (const struct wr_cover_options *options, const struct wr_body_result *body) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    if (wr_cover_asks (options, body, g)) return true;
  return false;
}

static void add_earlier (wr_cover *cover, const wr_cover *earlier) {
  for (uint32_t b = 0; b < cover->result->body_count; b++)
    for (uint32_t g = 0; cover->goals[b] && g < cover->result->bodies[b].passive->goal_count; g++)
      if (!cover->goals[b][g].known) cover->goals[b][g] = earlier->goals[b][g];
}

/* Finds the goals of a body that are to be explained; false: there is nothing to do. */
static bool prepare (struct wr_cover_job *job, uint32_t body_ix) {
  wr_cover *cover = job->cover;
  const struct wr_body_result *body = &cover->result->bodies[body_ix];
  uint32_t goals = body->passive->goal_count, asked = 0;
  cover->goals[body_ix] = WR_NEW (job->arena, struct wr_explanation, goals);
  cover->blocks[body_ix] = WR_NEW (job->arena, struct wr_explanation, body->passive->block_count);
  job->states[body_ix].skip = WR_NEW (job->arena, bool, goals + 1);
  for (uint32_t g = 0; g < goals; g++) {
    const struct wr_goal_result *r = &body->goals[g];
    bool ask = wr_cover_asks (job->options, body, g);
    if (r->verdict == WR_VERDICT_PROVED && r->trivial)
      cover->goals[body_ix][g] =
          (struct wr_explanation){.known = true, .minimal = true, .complete = true};
    job->states[body_ix].skip[g] = !ask;
    asked += ask;
  }
  if (job->options->effort == WR_CORES_FAST) {
    take_first_cores (cover, body_ix, job->arena);
    return false;
  }
  job->goals_all += asked;
  return asked || (!job->options->only && job->options->effort == WR_CORES_MUST &&
                   has_labels (body->passive));
}

static wr_cover *new_cover (const wr_result *result, wr_arena *arena) {
  wr_cover *cover = WR_NEW (arena, wr_cover, 1);
  cover->result = result;
  cover->blocks = WR_NEW (arena, struct wr_explanation *, result->body_count);
  cover->goals = WR_NEW (arena, struct wr_explanation *, result->body_count);
  cover->costs = WR_NEW (arena, struct wr_cover_cost, result->body_count);
  cover->before = WR_NEW (arena, struct wr_cover_cost, result->body_count);
  cover->done = WR_NEW (arena, bool, result->body_count);
  cover->lost = WR_NEW (arena, bool, result->body_count);
  return cover;
}

static struct wr_cover_job *new_job (wr_cover *cover, const struct wr_cover_options *options,
                                     wr_arena *arena) {
  struct wr_cover_job *job = WR_NEW (arena, struct wr_cover_job, 1);
  *job = (struct wr_cover_job){
      .cover = cover, .options = options, .arena = arena, .backend = options->backend};
  job->states = WR_NEW (arena, struct body_state, cover->result->body_count);
  job->no = cover->result->no;
  return job;
}

/* Finds the axioms that each body can use.  The solver does not get axioms that no body can use. */
static void find_usable (struct wr_cover_job *job, const wr_core *core) {
  const wr_result *result = job->cover->result;
  wr_relevance *relevance = wr_relevance_new (core, job->arena);
  job->usable = WR_NEW (job->arena, wr_bitset, result->body_count);
  for (uint32_t b = 0; b < result->body_count; b++)
    if (result->bodies[b].passive)
      wr_relevant_axioms (relevance, result->bodies[b].passive, &job->usable[b]);
  wr_relevance_free (relevance);
  const wr_bitset *lacking = job->options->solver.left_out;
  if (lacking) wr_bitset_copy (&job->left_out, lacking);
  for (uint32_t b = 0; lacking && b < result->body_count; b++)
    wr_bitset_remove (&job->usable[b], lacking);
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    bool used = false;
    for (uint32_t b = 0; b < result->body_count && !used; b++)
      used = wr_bitset_has (&job->usable[b], label);
    if (!used) wr_bitset_set (&job->left_out, label, true);
  }
}

static void run_workers (struct wr_cover_job *job, const wr_core *core, const wr_u32s *order) {
  static const struct wr_pool_calls calls = {
      .brief = brief_job, .run = run_job, .on_frame = receive, .on_end = ended, .on_tick = tick};
  const struct wr_cover_options *options = job->options;
  if (!order->len) return;
  if (!job->pool) {
    struct wr_pool_options pool = {.workers = options->workers,
                                   .patient = true,
                                   .backend = options->backend,
                                   .solver = options->solver};
    pool.open_timeout = (double)wr_budgets_of (&options->solver)->open_seconds;
    pool.start_timeout = (double)wr_budgets_of (&options->solver)->start_seconds;
    find_usable (job, core);
    pool.solver.labelled_axioms = true;
    pool.solver.left_out = &job->left_out;
    job->pool = wr_pool_new (core, &pool, &calls, job, job->arena);
  }
  wr_pool_round (job->pool, order->data, order->len, options->cancel, &job->cover->failure);
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t b = order->data[i];
    job->cover->done[b] = job->states[b].whole;
    job->cover->lost[b] = job->states[b].lossy;
  }
}

void wr_cover_dismiss (wr_cover *cover) {
  struct wr_cover_job *job = cover->waiting;
  if (!job) return;
  wr_pool_free (job->pool);
  for (uint32_t b = 0; job->usable && b < cover->result->body_count; b++)
    wr_bitset_free (&job->usable[b]);
  wr_bitset_free (&job->left_out);
  cover->waiting = NULL;
}

/* -- during pass 1 ------------------------------------------------------------------------------------ */

struct size {
  uint64_t size;
  uint32_t body;
};

static int by_size (const void *a, const void *b) {
  const struct size *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? 1 : -1;
  return (x->body > y->body) - (x->body < y->body);
}

/* Prepares the bodies, and lists them, the largest first. */
static void put_in_order (struct wr_cover_job *job, const wr_u32s *bodies, wr_u32s *order) {
  WR_VEC (struct size) sizes = {0};
  for (uint32_t i = 0; i < bodies->len; i++) {
    uint32_t b = bodies->data[i];
    const struct wr_body_result *body = &job->result->bodies[b];
    WR_ASSERT (body->passive && body->selected && !body->looked_last);
    uint32_t goals = body->passive->goal_count;
    WR_VEC_PUSH (&sizes, ((struct size){(uint64_t)goals * body->vc->node_count, b}));
    job->states[b].skip = WR_NEW (job->arena, bool, goals + 1);
    job->cover->goals[b] = WR_NEW (job->arena, struct wr_explanation, goals);
    job->cover->blocks[b] = WR_NEW (job->arena, struct wr_explanation, body->passive->block_count);
    for (uint32_t g = 0; g < goals; g++) {
      job->states[b].skip[g] = body->goals[g].trivial;
      if (body->goals[g].trivial)
        job->cover->goals[b][g] =
            (struct wr_explanation){.known = true, .minimal = true, .complete = true};
    }
  }
  if (sizes.len > 1) qsort (sizes.data, sizes.len, sizeof *sizes.data, by_size);
  for (uint32_t i = 0; i < sizes.len; i++) WR_VEC_PUSH (order, sizes.data[i].body);
  WR_VEC_FREE (&sizes);
}

/* Are all goals proved and explained? */
static bool is_done (const struct wr_cover_job *job, uint32_t b) {
  const struct wr_body_result *body = body_of (job, b);
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    if (body->goals[g].verdict != WR_VERDICT_PROVED) return false;
  return job->states[b].whole && job->options->effort != WR_CORES_FAST;
}

/* Asks about the bodies, with workers that wait for the rest of pass 2. */
static wr_cover *look_at (const struct wr_first_look *look, struct wr_cover_job with,
                          const wr_u32s *bodies, wr_u32s *order) {
  wr_cover *cover = new_cover (with.result, look->arena);
  struct wr_cover_job *job = new_job (cover, with.options, look->arena);
  job->decision = with.decision;
  job->result = with.result;
  job->only_prove = with.only_prove;
  put_in_order (job, bodies, order);
  run_workers (job, with.result->core, order);
  cover->waiting = job;
  cover->failure = (wr_str){0}; /* the rows of pass 1 fail in the same way and report it */
  return cover;
}

/* MUST asks about a graph with probes, so the two efforts that may look first have different queries.  Both are asked, but for the one
   that was asked first. */
static void look_last (const struct wr_first_look *look, struct wr_decision *decision,
                       wr_result *result, const wr_u32s *bodies) {
  static const enum wr_core_effort efforts[2] = {WR_CORES_MUST, WR_CORES_MINIMAL};
  for (int i = 0; i < 2; i++) {
    struct wr_cover_options how = look->how;
    wr_u32s left = {0}, order = {0};
    how.effort = efforts[i];
    for (uint32_t k = 0; k < bodies->len; k++) {
      const struct wr_body_result *body = &result->bodies[bodies->data[k]];
      bool asked = body->looked && look->how.effort == efforts[i];
      if (!asked && wr_body_verdict (body) != WR_VERDICT_PROVED)
        WR_VEC_PUSH (&left, bodies->data[k]);
    }
    struct wr_cover_job with = {
        .options = &how, .decision = decision, .result = result, .only_prove = true};
    if (left.len && !wr_cancelled (how.cancel))
      wr_cover_dismiss (look_at (look, with, &left, &order));
    WR_VEC_FREE (&left);
    WR_VEC_FREE (&order);
  }
}

void wr_look_at (void *ctx, struct wr_decision *decision, wr_result *result, const wr_u32s *bodies,
                 bool last) {
  struct wr_first_look *look = ctx;
  if (last) {
    look_last (look, decision, result, bodies);
    return;
  }
  WR_REQUIRE (look->how.effort == WR_CORES_MINIMAL || look->how.effort == WR_CORES_MUST);
  wr_u32s order = {0};
  struct wr_cover_job with = {.options = &look->how, .decision = decision, .result = result};
  wr_cover *cover = look->cover = look_at (look, with, bodies, &order);
  struct wr_cover_job *job = cover->waiting;
  bool all = true;
  for (uint32_t i = 0; i < order.len; i++) {
    uint32_t b = order.data[i];
    cover->done[b] = is_done (job, b);
    if (!cover->done[b]) cover->costs[b] = (struct wr_cover_cost){0};
    all &= cover->done[b];
  }
  if (all) wr_cover_dismiss (cover);
  WR_VEC_FREE (&order);
}

/* -- after pass 1 ----------------------------------------------------------------------------------- */

/* The workers of the first look do the rest, if there are any and they have the same solver. */
static struct wr_cover_job *later_job (wr_cover *cover, const struct wr_cover_options *options,
                                       wr_arena *arena) {
  struct wr_cover_job *job = cover->waiting;
  if (job && job->backend != options->backend) wr_cover_dismiss (cover), job = NULL;
  if (!job) return cover->waiting = new_job (cover, options, arena);
  job->options = options;
  job->decision = NULL;
  job->result = NULL;
  job->states = WR_NEW (arena, struct body_state, cover->result->body_count);
  job->goals_done = job->goals_all = 0;
  return job;
}

wr_cover *wr_cover_run (wr_result *result, const struct wr_cover_options *options,
                        wr_arena *arena) {
  wr_cover *cover = options->begun ? options->begun : new_cover (result, arena);
  struct wr_cover_job *job = later_job (cover, options, arena);
  wr_u32s order = {0}, explained = {0};
  bool remember = !options->all_cores && !options->self_check;
  wr_recollection *memory =
      remember ? wr_recollect_begin (cover, result, options, job->no, arena) : NULL;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    if (cover->done[b]) {
      WR_ASSERT (cover->goals[b] && cover->blocks[b]);
      WR_VEC_PUSH (&explained, b);
      report (options, cover, b);
      continue;
    }
    bool idle = options->only && !asks_any (options, body);
    if (!idle && memory && wr_recollect (memory, b)) {
      report (options, cover, b);
      continue;
    }
    if (!prepare (job, b)) continue;
    WR_VEC_PUSH (&order, b);
    WR_VEC_PUSH (&explained, b);
  }
  run_workers (job, result->core, &order);
  wr_cover_dismiss (cover);
  bool whole = !cover->failure.len && !wr_cancelled (options->cancel);
  for (uint32_t i = 0; i < explained.len; i++) {
    bool lost = cover->lost[explained.data[i]];
    cover->lossy |= lost;
    if (memory && whole && !lost) wr_recollect_keep (memory, explained.data[i]);
  }
  wr_recollect_end (memory);
  if (options->earlier) add_earlier (cover, options->earlier);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&explained);
  return cover;
}
