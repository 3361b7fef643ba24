#include "analysis/settle.h"

#include "base/check.h"
#include "solve/pool.h"

#include <string.h>

struct settling {
  const wr_cover *cover;
  const struct wr_cover_options *options;
  const wr_bitset *off;
  bool **open;     /* [body][goal]: to be asked about, not proved yet */
  uint32_t *tried; /* per body: goals below this number are not asked about again */
  bool *again;     /* per body: a worker has died at the goal `tried` */
};

static bool meets (const wr_bitset *off, const uint32_t *labels, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (wr_bitset_has (off, labels[i])) return true;
  return false;
}

/* The goal's core was proved by itself, and no member is absent. */
static bool stands (const struct settling *s, uint32_t body, uint32_t goal) {
  const struct wr_explanation *e = &s->cover->goals[body][goal];
  return e->known && !e->first && !meets (s->off, e->core, e->core_count);
}

static bool bears_on (const struct settling *s, const struct wr_body_result *body, uint32_t goal,
                      bool axioms) {
  if (stands (s, body->body, goal)) return false;
  wr_u32s labels = {0};
  wr_vc_goal_labels (body->vc, goal, &labels);
  bool found = axioms || meets (s->off, labels.data, labels.len);
  WR_VEC_FREE (&labels);
  return found;
}

static void find_open (struct settling *s, uint32_t b, bool axioms, wr_arena *arena) {
  const struct wr_body_result *body = &s->cover->result->bodies[b];
  s->open[b] = WR_NEW (arena, bool, body->passive->goal_count + 1);
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &body->goals[g];
    if (r->verdict != WR_VERDICT_PROVED || r->trivial) continue;
    if (wr_bitset_has (s->off, body->passive->goals[g].label.ix)) continue;
    s->open[b][g] = bears_on (s, body, g, axioms);
  }
}

/* -- in the worker ---------------------------------------------------------------------------------------- */

/* The solver of a worker, in a procedure. */
struct asking {
  const struct settling *s;
  const struct wr_body_result *body;
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
};

/* Number of goals from `goal` on that can be asked about together: all of them are open or trivial. */
static uint32_t group_at (const struct settling *s, const struct wr_body_result *body,
                          uint32_t goal) {
  uint64_t most = wr_budgets_of (&s->options->solver)->settle_goals;
  uint32_t end = goal + 1, open = 1;
  for (uint32_t g = end; g < body->passive->goal_count && open < most; g++) {
    if (body->goals[g].trivial) continue;
    if (!s->open[body->body][g]) break;
    end = g + 1;
    open++;
  }
  return end - goal;
}

static bool ask (const struct asking *a, uint32_t goal, uint32_t count) {
  const struct settling *s = a->s;
  const struct wr_goal_result *r = &a->body->goals[goal];
  WR_ASSERT (count && goal + count <= a->body->passive->goal_count);
  const struct wr_budgets *b = wr_budgets_of (&s->options->solver);
  uint64_t wanted = r->resources * r->together * b->query_factor;
  double limit = (double)b->query_seconds + (double)b->query_slower * r->seconds * r->together;
  struct wr_query query =
      count > 1 ? wr_query_group (goal, count, WR_GROUP_FULL) : wr_query_goal (goal);
  query.want_core = false;
  if (count > 1)
    query.group.off = s->off;
  else
    query.goal.off = s->off;
  query.rlimit = wanted > b->query_floor ? wanted : b->query_floor;
  query.timeout = limit < s->options->timeout ? limit : s->options->timeout;
  struct wr_answer answer = {0};
  wr_arena *scratch = wr_arena_new ();
  wr_channel_deadline (a->out, query.timeout * 2 + 1);
  a->backend->check (a->self, &query, scratch, &answer);
  wr_channel_deadline (a->out, 0);
  wr_arena_free (scratch);
  return answer.status == WR_STATUS_UNSAT;
}

static void run_job (void *ctx, uint32_t b, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct settling *s = ctx;
  const struct wr_body_result *body = &s->cover->result->bodies[b];
  const struct asking a = {s, body, backend, self, out};
  uint32_t from = 0;
  WR_REQUIRE (brief.len == sizeof from);
  memcpy (&from, brief.ptr, sizeof from);
  if (!backend->enter (self, body->vc)) return;
  for (uint32_t g = from, end; g < body->passive->goal_count; g = end) {
    end = g + 1;
    if (!s->open[b][g]) continue;
    uint32_t count = backend->groups && !from ? group_at (s, body, g) : 1;
    bool all = count > 1 && ask (&a, g, count);
    for (end = g; end < g + count; end++) {
      if (!s->open[b][end]) continue;
      uint32_t frame[2] = {end, all || ask (&a, end, 1)};
      wr_channel_send (out, frame, sizeof frame);
    }
  }
  backend->leave (self);
}

/* -- in the parent ----------------------------------------------------------------------------------------- */

static void receive (void *ctx, uint32_t b, const void *data, size_t size) {
  struct settling *s = ctx;
  uint32_t frame[2];
  if (size != sizeof frame) return;
  memcpy (frame, data, size);
  if (frame[0] >= s->cover->result->bodies[b].passive->goal_count) return;
  if (frame[1] == 1) s->open[b][frame[0]] = false;
  s->tried[b] = frame[0] + 1;
  s->again[b] = false;
}

static void brief_job (void *ctx, uint32_t b, wr_buf *out) {
  const struct settling *s = ctx;
  wr_buf_add (out, (wr_str){(const char *)&s->tried[b], sizeof s->tried[b]});
}

/* A worker that dies is started once more at the same goal, because something else may have ended it.  If it dies there again, that goal
   is lost, and the others are tried. */
static bool ended (void *ctx, uint32_t b, enum wr_status how, wr_str detail, bool last) {
  struct settling *s = ctx;
  (void)detail;
  if (how == WR_STATUS_NONE || last) return false;
  uint32_t at = s->tried[b], count = s->cover->result->bodies[b].passive->goal_count;
  while (at < count && !s->open[b][at]) at++;
  s->tried[b] = s->again[b] ? at + 1 : at;
  s->again[b] = !s->again[b];
  return at < count;
}

/* Reports that time passes; goals are not counted here. */
static void tick (void *ctx, double elapsed) {
  const struct settling *s = ctx;
  struct wr_progress progress = {.elapsed = elapsed, .slowest_body = UINT32_MAX};
  if (s->options->progress) s->options->progress (s->options->progress_ctx, &progress);
}

/* -- the cache: bodies in which no goal was lost, by content ------------------------------------------------ */

static struct wr_digest settled_key (const struct settling *s, uint32_t b) {
  const struct wr_body_result *body = &s->cover->result->bodies[b];
  const wr_core *core = s->cover->result->core;
  wr_buf bits = {0};
  wr_buf_print (&bits, "%g", s->options->timeout);
  for (uint32_t i = 0; i < body->vc->label_count; i++)
    wr_buf_add_char (&bits, wr_bitset_has (s->off, body->vc->labels[i].ix) ? '1' : '0');
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (wr_bitset_has (s->off, core->axioms.data[i].label.ix)) wr_buf_print (&bits, " %u", i);
  wr_str parts[4] = {{(const char *)body->digest.bytes, sizeof body->digest.bytes},
                     WR_LIT ("settled"),
                     wr_buf_str (&bits),
                     {(const char *)s->open[b], body->passive->goal_count}};
  struct wr_digest key = wr_digest_of (parts, 4);
  wr_buf_free (&bits);
  return key;
}

static bool is_settled (const struct settling *s, wr_cache *cache, uint32_t b) {
  wr_buf none = {0};
  if (!cache || !s->cover->result->bodies[b].has_digest) return false;
  struct wr_digest key = settled_key (s, b);
  bool found = wr_cache_get (cache, &key, &none);
  wr_buf_free (&none);
  return found;
}

static bool has_axioms (const wr_core *core, const wr_bitset *off) {
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (wr_bitset_has (off, core->axioms.data[i].label.ix)) return true;
  return false;
}

bool wr_settle (const wr_cover *cover, const struct wr_cover_options *options, const wr_bitset *off,
                wr_arena *arena, wr_losses *lost) {
  const wr_result *result = cover->result;
  struct settling s = {.cover = cover, .options = options, .off = off};
  s.open = WR_NEW (arena, bool *, result->body_count);
  s.tried = WR_NEW (arena, uint32_t, result->body_count);
  s.again = WR_NEW (arena, bool, result->body_count);
  bool axioms = has_axioms (result->core, off), ok = true;
  WR_ASSERT (!wr_bitset_has (off, 0)); /* label 0 is the frame, which is never off */
  wr_u32s order = {0};
  wr_cache *cache = NULL;
  if (options->cache_path) cache = wr_cache_open_as (options->cache_path, options->cache_read_only);
  struct wr_digest *keys = WR_NEW (arena, struct wr_digest, result->body_count);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    find_open (&s, b, axioms, arena);
    bool any = false;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) any |= s.open[b][g];
    if (!any || is_settled (&s, cache, b)) continue;
    keys[b] = settled_key (&s, b);
    WR_VEC_PUSH (&order, b);
  }
  struct wr_pool_options pool = {.workers = options->workers,
                                 .backend = options->backend,
                                 .solver = options->solver,
                                 .cancel = options->cancel};
  pool.open_timeout = (double)wr_budgets_of (&options->solver)->open_seconds;
  pool.start_timeout = (double)wr_budgets_of (&options->solver)->start_seconds;
  pool.solver.labelled_axioms = axioms;
  struct wr_pool_calls calls = {
      .brief = brief_job, .run = run_job, .on_frame = receive, .on_end = ended, .on_tick = tick};
  wr_str failure = {0};
  if (pool.workers > order.len) pool.workers = order.len;
  if (order.len) {
    wr_pool *workers = wr_pool_new (result->core, &pool, &calls, &s, arena);
    ok = wr_pool_round (workers, order.data, order.len, options->cancel, &failure);
    wr_pool_free (workers);
  }
  for (uint32_t i = 0; ok && i < order.len; i++) {
    uint32_t b = order.data[i], before = lost->len;
    for (uint32_t g = 0; g < result->bodies[b].passive->goal_count; g++)
      if (s.open[b][g]) WR_VEC_PUSH (lost, ((struct wr_loss){b, g}));
    if (cache && lost->len == before && result->bodies[b].has_digest)
      wr_cache_put (cache, &keys[b], WR_LIT ("1"));
  }
  wr_cache_close (cache);
  WR_VEC_FREE (&order);
  return ok;
}
