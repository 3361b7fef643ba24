#include "analysis/cover.h"

#include "analysis/reach.h"
#include "analysis/recollect.h"
#include "base/check.h"
#include "core/build.h"
#include "solve/pool.h"

#include <string.h>

struct cover_job {
  wr_cover *cover;
  const struct wr_cover_options *options;
  wr_arena *arena;
  wr_u32s axioms; /* labels of axioms, increasing */
  wr_expr no;     /* the expression `false` */
  uint32_t *done; /* per body: goals of it that are through */
  bool *died;     /* per body: a worker was lost over it */
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

static void find_universe (const struct cover_job *job, const wr_vc *vc, uint32_t goal,
                           wr_u32s *universe) {
  wr_vc_goal_labels (vc, goal, universe);
  for (uint32_t i = 0; i < job->axioms.len; i++) WR_VEC_PUSH (universe, job->axioms.data[i]);
  if (universe->len) qsort (universe->data, universe->len, sizeof *universe->data, by_number);
}

static struct wr_explanation explain_one (const struct cover_job *job, struct session *s,
                                          const struct wr_body_result *body, uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  struct wr_explanation e = {0};
  wr_u32s universe = {0};
  find_universe (job, body->vc, goal, &universe);
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
  return e;
}

/* -- reachability --------------------------------------------------------------------------------- */

struct probing {
  const struct cover_job *job;
  struct session *s;
  const struct wr_body_result *body;
  wr_passive *graph;
  wr_vc *vc;
  uint32_t *idom;
  enum wr_reach *reach; /* ends of blocks */
};

/* What the goals have told: their points are reached, or a contradiction comes before them. */
static void take_goals (struct probing *p, const struct wr_explanation *mine, wr_bitset *used) {
  const wr_passive *passive = p->body->passive;
  for (uint32_t g = 0; g < passive->goal_count; g++) {
    const struct wr_goal *goal = &passive->goals[g];
    const struct wr_explanation *e = &mine[g];
    if (p->idom[goal->block] == UINT32_MAX || !e->known) continue;
    for (uint32_t i = 0; i < e->core_count; i++) wr_bitset_set (used, e->core[i], true);
    for (uint32_t i = 0; i < e->own_count; i++) wr_bitset_set (used, e->own[i], true);
    struct wr_point at = {goal->block, goal->item};
    if (e->vacuous)
      wr_mark_unreached (p->reach, passive, p->idom,
                         wr_contradiction_point (passive, p->idom, at, e->core, e->core_count));
    else if (goal->block)
      wr_mark_reached (p->reach, p->idom, p->idom[goal->block]);
  }
}

/* A block with a statement that no goal needs, or without a goal. */
static bool is_wanted (const struct probing *p, uint32_t block, const wr_bitset *used) {
  const struct wr_pblock *b = &p->body->passive->blocks[block];
  const wr_core *core = p->job->cover->result->core;
  bool goal = false, statement = false, spare = false;
  for (uint32_t i = 0; i < b->item_count; i++) {
    const struct wr_pitem *item = &b->items[i];
    goal |= item->kind == WR_PITEM_GOAL;
    if (item->kind != WR_PITEM_FACT || !item->label.ix) continue;
    if (wr_label_info (&core->labels, item->label)->cls == WR_CLASS_INTERNAL) continue;
    statement = true;
    spare |= !wr_bitset_has (used, item->label.ix);
  }
  return spare || (statement && !goal);
}

static void probe_block (struct probing *p, uint32_t block) {
  struct wr_explanation e;
  wr_u32s universe = {0};
  uint32_t goal = p->body->passive->goal_count + block;
  find_universe (p->job, p->vc, goal, &universe);
  p->s->goal = goal;
  p->s->universe = universe.data;
  p->s->count = universe.len;
  p->s->budget = WR_COVER_FLOOR;
  p->s->timeout = WR_COVER_SECONDS;
  if (p->job->options->timeout < p->s->timeout) p->s->timeout = p->job->options->timeout;
  struct wr_prover prover = {p->s, ask_solver};
  struct wr_point at = {block, p->body->passive->blocks[block].item_count};
  if (wr_explain_point (p->job->cover->result->core, &prover, universe.data, universe.len,
                        p->s->scratch, &e)) {
    send_explanation (p->s->channel, goal, &e);
    wr_mark_unreached (
        p->reach, p->body->passive, p->idom,
        wr_contradiction_point (p->body->passive, p->idom, at, e.core, e.core_count));
  } else {
    wr_mark_reached (p->reach, p->idom, block);
  }
  WR_VEC_FREE (&universe);
}

/* From the last block back: one that is reached answers for its dominators. */
static void probe (const struct cover_job *job, struct session *s,
                   const struct wr_body_result *body, const struct wr_explanation *mine) {
  struct probing p = {.job = job, .s = s, .body = body};
  p.idom = wr_dominators (body->passive, s->scratch);
  p.reach = WR_NEW (s->scratch, enum wr_reach, body->passive->block_count + 1);
  wr_bitset used = {0};
  take_goals (&p, mine, &used);
  for (uint32_t b = body->passive->block_count; b-- > 0;) {
    if (p.reach[b] != WR_REACH_OPEN || p.idom[b] == UINT32_MAX || !is_wanted (&p, b, &used))
      continue;
    if (!p.vc) {
      p.graph = wr_probe_graph (body->passive, job->no, s->scratch);
      p.vc = wr_vc_build (job->cover->result->core, p.graph, s->scratch);
      if (!s->backend->enter (s->self, p.vc)) break;
    }
    probe_block (&p, b);
  }
  if (p.vc) s->backend->leave (s->self);
  wr_bitset_free (&used);
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
  struct wr_explanation *mine =
      WR_NEW (s.scratch, struct wr_explanation, body->passive->goal_count);
  uint32_t goals = body->passive->goal_count;
  if (from < goals && backend->enter (self, body->vc)) {
    for (uint32_t g = from; g < goals; g++) {
      if (body->goals[g].verdict == WR_VERDICT_PROVED && !body->goals[g].trivial)
        mine[g] = explain_one (job, &s, body, g);
    }
    backend->leave (self);
  }
  if (job->options->effort == WR_CORES_MUST && from <= goals) probe (job, &s, body, mine);
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
  uint32_t goals = body->passive->goal_count;
  if (r.bad || r.left || goal >= goals + body->passive->block_count) return;
  if (goal >= goals) {
    job->cover->blocks[body_ix][goal - goals] = e;
    return;
  }
  job->cover->goals[body_ix][goal] = e;
  job->done[body_ix] = goal + 1;
  job->goals_done++;
}

static void brief_job (void *ctx, uint32_t body, wr_buf *out) {
  const struct cover_job *job = ctx;
  wr_buf_add (out, (wr_str){(const char *)&job->done[body], sizeof job->done[body]});
}

/* A worker that died costs the explanation of the goal it was at, or what is left of reachability; the
   other goals are tried again. */
static bool ended (void *ctx, uint32_t body_ix, enum wr_status how, wr_str detail, bool last) {
  struct cover_job *job = ctx;
  (void)detail;
  if (how != WR_STATUS_NONE) job->died[body_ix] = true;
  if (how == WR_STATUS_NONE || last) return false;
  const struct wr_body_result *body = &job->cover->result->bodies[body_ix];
  uint32_t at = job->done[body_ix];
  if (at > body->passive->goal_count) return false;
  while (at < body->passive->goal_count &&
         (body->goals[at].verdict != WR_VERDICT_PROVED || body->goals[at].trivial))
    at++;
  job->done[body_ix] = at + 1;
  return at < body->passive->goal_count;
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

static bool has_labels (const wr_passive *passive) {
  for (uint32_t b = 0; b < passive->block_count; b++)
    for (uint32_t i = 0; i < passive->blocks[b].item_count; i++)
      if (passive->blocks[b].items[i].label.ix) return true;
  return false;
}

wr_cover *wr_cover_run (wr_core *core, wr_result *result, const struct wr_cover_options *options,
                        wr_arena *arena) {
  wr_cover *cover = WR_NEW (arena, wr_cover, 1);
  cover->result = result;
  cover->blocks = WR_NEW (arena, struct wr_explanation *, result->body_count);
  cover->goals = WR_NEW (arena, struct wr_explanation *, result->body_count);
  struct cover_job job = {.cover = cover, .options = options, .arena = arena};
  job.done = WR_NEW (arena, uint32_t, result->body_count);
  job.died = WR_NEW (arena, bool, result->body_count);
  job.no = wr_mk_bool (core, false);
  collect_axioms (result->core, &job.axioms);
  wr_u32s order = {0};
  wr_recollection *memory = wr_recollect_begin (cover, options, arena);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    if (memory && wr_recollect (memory, b)) continue;
    cover->goals[b] = WR_NEW (arena, struct wr_explanation, body->passive->goal_count);
    cover->blocks[b] = WR_NEW (arena, struct wr_explanation, body->passive->block_count);
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
    if (asked || (options->effort == WR_CORES_MUST && has_labels (body->passive)))
      WR_VEC_PUSH (&order, b);
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
  bool whole = !cover->failure.len && !(options->cancel && *options->cancel);
  for (uint32_t i = 0; memory && whole && i < order.len; i++)
    if (!job.died[order.data[i]]) wr_recollect_keep (memory, order.data[i]);
  wr_recollect_end (memory);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&job.axioms);
  return cover;
}
