#include "analysis/cover.h"

#include "base/check.h"
#include "solve/pool.h"

#include <string.h>

struct cover_job {
  wr_cover *cover;
  const struct wr_cover_options *options;
  wr_arena *arena;
  wr_u32s axioms; /* labels of axioms, increasing */
  uint32_t *done; /* per body: goals of it that are through */
  uint32_t goals_done, goals_all;
};

/* -- in the worker ------------------------------------------------------------------------------ */

struct session {
  const struct wr_backend *backend;
  void *self;
  wr_channel *channel;
  wr_arena *scratch;
  const wr_vc *vc;
  uint32_t goal;
  const uint32_t *universe;
  uint32_t count;
  uint64_t budget; /* 0: none yet */
  double timeout;
};

static enum wr_proof_status status_of (enum wr_status status) {
  switch (status) {
  case WR_STATUS_UNSAT: return WR_PROOF_YES;
  case WR_STATUS_SAT:
  case WR_STATUS_INCOMPLETE: return WR_PROOF_NO;
  case WR_STATUS_RESOURCE: return WR_PROOF_LIMIT;
  case WR_STATUS_NONE:
  case WR_STATUS_TIME:
  case WR_STATUS_MEMORY:
  case WR_STATUS_DIED:
  case WR_STATUS_BAD_REPLY:
  case WR_STATUS_CANCELLED: return WR_PROOF_LOST;
  case WR_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static enum wr_proof_status ask_solver (void *ctx, const wr_bitset *on, uint32_t mention,
                                        wr_u32s *core) {
  struct session *s = ctx;
  wr_bitset off = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    if (!wr_bitset_has (on, s->universe[i])) wr_bitset_set (&off, s->universe[i], true);
  }
  struct wr_query query = {.goal = s->goal,
                           .off = &off,
                           .rlimit = s->budget,
                           .timeout = s->timeout,
                           .want_core = core != NULL,
                           .mention = mention};
  struct wr_answer answer = {0};
  wr_mark mark = wr_arena_save (s->scratch);
  if (s->timeout > 0) wr_channel_deadline (s->channel, s->timeout * 2 + 1);
  s->backend->check (s->self, &query, s->scratch, &answer);
  wr_channel_deadline (s->channel, 0);
  enum wr_proof_status status = status_of (answer.status);
  for (uint32_t i = 0; core && i < answer.core_count; i++) WR_VEC_PUSH (core, answer.core[i]);
  wr_arena_restore (s->scratch, mark);
  wr_bitset_free (&off);
  return status;
}

static void push_list (wr_u32s *frame, const uint32_t *items, uint32_t count) {
  WR_VEC_PUSH (frame, count);
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (frame, items[i]);
}

static void send_explanation (wr_channel *out, uint32_t goal, const struct wr_explanation *e) {
  wr_u32s frame = {0};
  WR_VEC_PUSH (&frame, goal);
  WR_VEC_PUSH (&frame, (uint32_t)(e->known | e->vacuous << 1 | e->minimal << 2 | e->complete << 3 |
                                  e->limited << 4 | e->has_own << 5 | (e->need != NULL) << 6));
  WR_VEC_PUSH (&frame, e->queries);
  push_list (&frame, e->core, e->core_count);
  for (uint32_t i = 0; e->need && i < e->core_count; i++)
    WR_VEC_PUSH (&frame, (uint32_t)e->need[i]);
  push_list (&frame, e->own, e->own_count);
  WR_VEC_PUSH (&frame, e->alternative_count);
  for (uint32_t i = 0; i < e->alternative_count; i++) {
    WR_VEC_PUSH (&frame, e->alternatives[i].instead_of);
    push_list (&frame, e->alternatives[i].use, e->alternatives[i].use_count);
  }
  wr_channel_send (out, frame.data, frame.len * sizeof *frame.data);
  WR_VEC_FREE (&frame);
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void explain_one (const struct cover_job *job, struct session *s,
                         const struct wr_body_result *body, uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  struct wr_explanation e = {0};
  wr_u32s universe = {0};
  wr_vc_goal_labels (body->vc, goal, &universe);
  for (uint32_t i = 0; i < job->axioms.len; i++) WR_VEC_PUSH (&universe, job->axioms.data[i]);
  if (universe.len) qsort (universe.data, universe.len, sizeof *universe.data, by_number);
  s->goal = goal;
  s->universe = universe.data;
  s->count = universe.len;
  uint64_t wanted = r->resources * WR_COVER_FACTOR;
  s->budget = wanted > WR_COVER_FLOOR ? wanted : WR_COVER_FLOOR;
  double net = WR_COVER_SECONDS + WR_COVER_SLOWER * r->seconds;
  s->timeout = net < job->options->timeout ? net : job->options->timeout;
  struct wr_prover prover = {s, ask_solver};
  wr_explain_goal (job->cover->result->core, &prover, body->passive->goals[goal].label,
                   universe.data, universe.len, job->options->effort, s->scratch, &e);
  send_explanation (s->channel, goal, &e);
  WR_VEC_FREE (&universe);
}

static void run_job (void *ctx, uint32_t body_ix, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct cover_job *job = ctx;
  const struct wr_body_result *body = &job->cover->result->bodies[body_ix];
  uint32_t from = 0;
  WR_REQUIRE (brief.len == sizeof from);
  memcpy (&from, brief.ptr, sizeof from);
  struct session s = {
      .backend = backend, .self = self, .channel = out, .scratch = wr_arena_new (), .vc = body->vc};
  if (backend->enter (self, body->vc)) {
    for (uint32_t g = from; g < body->passive->goal_count; g++) {
      if (body->goals[g].verdict == WR_VERDICT_PROVED && !body->goals[g].trivial)
        explain_one (job, &s, body, g);
    }
    backend->leave (self);
  }
  wr_arena_free (s.scratch);
}

/* -- in the parent ------------------------------------------------------------------------------ */

struct reader {
  const uint32_t *data;
  size_t left;
  bool bad;
};

static uint32_t take (struct reader *r) {
  if (!r->left) {
    r->bad = true;
    return 0;
  }
  r->left--;
  return *r->data++;
}

static uint32_t *take_list (struct reader *r, wr_arena *arena, uint32_t *count) {
  *count = take (r);
  if (*count > r->left) {
    r->bad = true;
    *count = 0;
  }
  uint32_t *list = wr_arena_copy (arena, r->data, *count, sizeof *list);
  r->data += *count;
  r->left -= *count;
  return list;
}

static void receive (void *ctx, uint32_t body_ix, const void *data, size_t size) {
  struct cover_job *job = ctx;
  uint32_t *copy = wr_arena_copy (job->arena, data, size, 1);
  struct reader r = {copy, size / sizeof *copy, size % sizeof *copy != 0};
  uint32_t goal = take (&r), flags = take (&r);
  struct wr_explanation e = {.queries = take (&r)};
  e.known = flags & 1;
  e.vacuous = flags & 2;
  e.minimal = flags & 4;
  e.complete = flags & 8;
  e.limited = flags & 16;
  e.has_own = flags & 32;
  e.core = take_list (&r, job->arena, &e.core_count);
  if (flags & 64) {
    e.need = WR_NEW (job->arena, enum wr_need, e.core_count);
    for (uint32_t i = 0; i < e.core_count; i++) {
      uint32_t need = take (&r);
      r.bad |= need > WR_NEED_LIMIT;
      e.need[i] = (enum wr_need)need;
    }
  }
  e.own = take_list (&r, job->arena, &e.own_count);
  e.alternative_count = take (&r);
  if (e.alternative_count > r.left) r.bad = true;
  if (!r.bad) e.alternatives = WR_NEW (job->arena, struct wr_alternative, e.alternative_count);
  for (uint32_t i = 0; i < e.alternative_count && !r.bad; i++) {
    e.alternatives[i].instead_of = take (&r);
    e.alternatives[i].use = take_list (&r, job->arena, &e.alternatives[i].use_count);
  }
  const struct wr_body_result *body = &job->cover->result->bodies[body_ix];
  if (r.bad || r.left || goal >= body->passive->goal_count) return;
  job->cover->goals[body_ix][goal] = e;
  job->done[body_ix] = goal + 1;
  job->goals_done++;
}

static void brief_job (void *ctx, uint32_t body, wr_buf *out) {
  const struct cover_job *job = ctx;
  wr_buf_add (out, (wr_str){(const char *)&job->done[body], sizeof job->done[body]});
}

/* A worker that died costs the explanation of the goal it was at; the others are tried again. */
static bool ended (void *ctx, uint32_t body_ix, enum wr_status how, wr_str detail, bool last) {
  struct cover_job *job = ctx;
  (void)detail;
  if (how == WR_STATUS_NONE || last) return false;
  const struct wr_body_result *body = &job->cover->result->bodies[body_ix];
  uint32_t at = job->done[body_ix];
  while (at < body->passive->goal_count &&
         (body->goals[at].verdict != WR_VERDICT_PROVED || body->goals[at].trivial))
    at++;
  job->done[body_ix] = at + 1;
  return job->done[body_ix] < body->passive->goal_count;
}

static void tick (void *ctx, double elapsed) {
  const struct cover_job *job = ctx;
  struct wr_progress progress = {job->goals_done, job->goals_all, elapsed, UINT32_MAX, 0};
  if (job->options->progress) job->options->progress (job->options->progress_ctx, &progress);
}

static void collect_axioms (const wr_core *core, wr_u32s *out) {
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    if (core->axioms.data[i].label.ix) WR_VEC_PUSH (out, core->axioms.data[i].label.ix);
  }
}

wr_cover *wr_cover_run (wr_result *result, const struct wr_cover_options *options,
                        wr_arena *arena) {
  wr_cover *cover = WR_NEW (arena, wr_cover, 1);
  cover->result = result;
  cover->goals = WR_NEW (arena, struct wr_explanation *, result->body_count);
  struct cover_job job = {.cover = cover, .options = options, .arena = arena};
  job.done = WR_NEW (arena, uint32_t, result->body_count);
  collect_axioms (result->core, &job.axioms);
  wr_u32s order = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    cover->goals[b] = WR_NEW (arena, struct wr_explanation, body->passive->goal_count);
    uint32_t asked = 0;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      if (body->goals[g].verdict != WR_VERDICT_PROVED) continue;
      if (body->goals[g].trivial)
        cover->goals[b][g] =
            (struct wr_explanation){.known = true, .minimal = true, .complete = true};
      else
        asked++;
    }
    job.goals_all += asked;
    if (asked) WR_VEC_PUSH (&order, b);
  }
  struct wr_pool_options pool = {.workers = options->workers,
                                 .backend = options->backend,
                                 .solver = options->solver,
                                 .cancel = options->cancel};
  pool.solver.labelled_axioms = true;
  struct wr_pool_calls calls = {
      .brief = brief_job, .run = run_job, .on_frame = receive, .on_end = ended, .on_tick = tick};
  if (order.len)
    wr_pool_run (result->core, &pool, order.data, order.len, &calls, &job, arena, &cover->failure);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&job.axioms);
  return cover;
}
