/* analysis/blame.c -- the rounds of questions about goals that ran out of budget (analysis/blame.h): alone; then the profile, other seeds and
   a larger budget; then fewer facts.  Each question has a worker of its own. */
#include "analysis/blame.h"

#include "analysis/fewer.h"
#include "analysis/suspects.h"
#include "base/check.h"
#include "solve/answer.h"
#include "solve/pool.h"

#include <string.h>

enum kind { ALONE, PROFILE, LARGER, SEED }; /* seeds come last: there may be several */

struct blaming {
  const wr_result *result;
  const struct wr_blame_options *options;
  const struct wr_budgets *budgets;
  wr_blames *blames;
  wr_arena *arena;
  wr_fewer_sets sets; /* of the last round */
  bool *told;         /* per goal: reported to the caller */
};

/* A job of the first two rounds is a goal and a kind of question. */
static uint32_t kinds (const struct blaming *s) { return SEED + (uint32_t)s->budgets->blame_seeds; }
static uint32_t job_of (const struct blaming *s, uint32_t blame, uint32_t kind) {
  WR_ASSERT (blame < s->blames->count && kind < kinds (s));
  return blame * kinds (s) + kind;
}

bool wr_out_of_budget (const struct wr_goal_result *goal) {
  return goal->verdict == WR_VERDICT_TIMEOUT || goal->reason == WR_STATUS_MEMORY;
}

double wr_blame_limit (const struct wr_blame_options *options) {
  const struct wr_budgets *budgets = wr_budgets_of (&options->decide->solver);
  return options->limit > 0 ? options->limit : (double)budgets->blame_limit_percent;
}

/* -- in a worker ------------------------------------------------------------------------------------------- */

/* The solver of a worker, and the goal that it is asked about. */
struct asking {
  const struct blaming *s;
  const struct wr_blame *blame;
  const wr_vc *vc;
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
  wr_arena *scratch;
};

static void check (const struct asking *a, const struct wr_query *query, struct wr_answer *answer) {
  wr_channel_deadline (a->out, query->timeout + (double)a->s->budgets->grace_seconds);
  a->backend->check (a->self, query, a->scratch, answer);
  wr_channel_deadline (a->out, 0);
}

/* Sends the answer, then what else there is. */
static void send (const struct asking *a, const struct wr_answer *answer, bool uncounted,
                  wr_str more) {
  wr_buf frame = {0}, bytes = {0};
  wr_answer_write (&bytes, answer);
  wr_put_u32 (&frame, uncounted);
  wr_put_str (&frame, wr_buf_str (&bytes));
  wr_put_str (&frame, more);
  wr_channel_send (a->out, frame.data, frame.len);
  wr_buf_free (&frame);
  wr_buf_free (&bytes);
}

static struct wr_query goal_query (const struct wr_blame *blame) {
  struct wr_query query = wr_query_goal (blame->goal);
  query.rlimit = blame->rlimit;
  query.timeout = blame->timeout;
  return query;
}

/* With labels and selectors, and without: a goal that one of them proves is not to blame. */
static void ask_alone (const struct asking *a) {
  struct wr_query query = goal_query (a->blame);
  struct wr_answer answer = {0}, plain = {0};
  check (a, &query, &answer);
  bool uncounted = a->backend->uncounted && a->backend->uncounted (a->self);
  if (answer.status != WR_STATUS_UNSAT && a->backend->groups) {
    struct wr_query bare = wr_query_group (a->blame->goal, 1, WR_GROUP_UNLABELLED);
    bare.rlimit = query.rlimit;
    bare.timeout = query.timeout;
    bare.group.any = true;
    check (a, &bare, &plain);
  }
  send (a, plain.status == WR_STATUS_UNSAT ? &plain : &answer, uncounted, (wr_str){0});
}

static void ask_profile (const struct asking *a) {
  struct wr_query query = goal_query (a->blame);
  struct wr_answer answer = {0};
  wr_profile profile;
  wr_buf bytes = {0};
  query.rlimit = a->s->budgets->blame_trace_steps;
  query.timeout = (double)a->s->budgets->blame_trace_seconds;
  wr_channel_deadline (a->out, query.timeout + (double)a->s->budgets->open_seconds);
  if (!a->backend->profile || !a->backend->profile (a->self, &query, a->scratch, &answer, &profile))
    return;
  wr_profile_write (&bytes, &profile);
  send (a, &answer, false, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
}

static void ask_larger (const struct asking *a) {
  struct wr_query query = goal_query (a->blame);
  struct wr_answer answer = {0};
  query.rlimit = a->blame->larger_rlimit;
  query.timeout = a->s->result->bodies[a->blame->body].timeout *
                  (double)a->s->budgets->blame_larger_percent / 100;
  check (a, &query, &answer);
  send (a, &answer, false, (wr_str){0});
}

/* In a solver that is opened with another seed. */
static void ask_seed (struct asking *a, uint32_t number) {
  struct wr_solver_options options = a->s->options->decide->solver;
  struct wr_query query = goal_query (a->blame);
  struct wr_answer answer = {0};
  wr_str error = {0};
  WR_ASSERT (number > 0); /* seed 0 is the one that ran out of budget */
  options.seed += number;
  wr_channel_deadline (a->out, (double)a->s->budgets->open_seconds);
  a->self = a->backend->open (a->s->result->core, &options, &error);
  if (!a->self || !a->backend->enter (a->self, a->vc)) return;
  check (a, &query, &answer);
  send (a, &answer, false, (wr_str){0});
}

static void run_job (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct blaming *s = ctx;
  const struct wr_blame *blame = &s->blames->items[job / kinds (s)];
  uint32_t kind = job % kinds (s);
  struct asking a = {s,   blame,          s->result->bodies[blame->body].vc, backend, self,
                     out, wr_arena_new ()};
  (void)brief;
  if (kind >= SEED) {
    ask_seed (&a, kind - SEED + 1);
    return;
  }
  if (!backend->enter (self, a.vc)) return;
  if (kind == ALONE) ask_alone (&a);
  if (kind == PROFILE) ask_profile (&a);
  if (kind == LARGER) ask_larger (&a);
}

/* The sets are found before the template of this round is started. */
static void run_set (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  const struct blaming *s = ctx;
  const struct wr_blame *blame = &s->blames->items[s->sets.data[job].blame];
  struct asking a = {s,   blame,          s->result->bodies[blame->body].vc, backend, self,
                     out, wr_arena_new ()};
  struct wr_answer answer = {0};
  (void)brief;
  if (!backend->enter (self, a.vc)) return;
  struct wr_query query = wr_query_set (blame->goal, &s->sets.data[job].on, WR_FRESH);
  query.rlimit = blame->rlimit;
  query.timeout = blame->timeout;
  query.caller_times = false;
  check (&a, &query, &answer);
  send (&a, &answer, false, (wr_str){0});
}

/* -- answers ------------------------------------------------------------------------------------------------ */

struct reply {
  bool uncounted;
  struct wr_answer answer;
  wr_str more;
};

static bool read_reply (const struct blaming *s, const void *data, size_t size,
                        struct reply *reply) {
  struct wr_bytes in = {data, size, false};
  reply->uncounted = wr_get_u32 (&in) != 0;
  wr_str answer = wr_get_str (&in);
  reply->more = wr_get_str (&in);
  return !in.bad && !in.left && wr_answer_read (answer.ptr, answer.len, s->arena, &reply->answer);
}

static bool is_timeout (const struct wr_blame *blame) {
  return blame->verdict == WR_VERDICT_TIMEOUT;
}

/* What the question alone says about the goal. */
static void judge (struct wr_blame *blame, enum wr_status status) {
  blame->reason = status;
  blame->verdict = wr_verdict_of (status);
  /* Trouble of the solver is a reason to look closer, as a used-up budget is. */
  if (blame->verdict == WR_VERDICT_UNKNOWN && status != WR_STATUS_CANCELLED)
    blame->verdict = WR_VERDICT_TIMEOUT;
}

static void take_reply (struct blaming *s, struct wr_blame *blame, uint32_t kind,
                        const struct reply *reply) {
  wr_profile profile;
  WR_ASSERT (kind == ALONE || is_timeout (blame)); /* nothing else is asked about other goals */
  if (kind == ALONE) {
    judge (blame, reply->answer.status);
    blame->resources = reply->answer.resources;
    blame->uncounted = reply->uncounted;
  } else if (kind == PROFILE) {
    if (wr_profile_get (reply->more, s->arena, &profile))
      wr_blame_suspects (blame, s->result, &profile, s->budgets->blame_loop_generation, s->arena);
  } else if (kind == LARGER) {
    blame->larger = reply->answer.status;
    blame->larger_resources = reply->answer.resources;
  } else {
    blame->seeds++;
    blame->seeds_proved += reply->answer.status == WR_STATUS_UNSAT;
  }
}

static void receive (void *ctx, uint32_t job, const void *data, size_t size) {
  struct blaming *s = ctx;
  struct reply reply;
  if (!read_reply (s, data, size, &reply)) return;
  take_reply (s, &s->blames->items[job / kinds (s)], job % kinds (s), &reply);
}

/* A worker that is gone without an answer has used up its time or its memory. */
static bool ended (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct blaming *s = ctx;
  struct wr_blame *blame = &s->blames->items[job / kinds (s)];
  uint32_t kind = job % kinds (s);
  (void)detail, (void)last;
  blame->queries++;
  if (how == WR_STATUS_NONE) return false;
  if (kind == ALONE && blame->verdict == WR_VERDICT_NONE) judge (blame, how);
  if (kind == LARGER && blame->larger == WR_STATUS_NONE) blame->larger = how;
  if (kind >= SEED) blame->seeds++;
  return false;
}

static void receive_set (void *ctx, uint32_t job, const void *data, size_t size) {
  struct blaming *s = ctx;
  struct reply reply;
  if (!read_reply (s, data, size, &reply)) return;
  const struct wr_fewer_set *set = &s->sets.data[job];
  struct wr_blame *blame = &s->blames->items[set->blame];
  for (uint32_t i = 0, k = 0; i < s->sets.len; i++) {
    if (s->sets.data[i].blame != set->blame) continue;
    WR_ASSERT (k < blame->fewer_count);
    struct wr_fewer *fewer = &blame->fewer[k++];
    if (i != job) continue;
    fewer->status = reply.answer.status;
    fewer->resources = reply.answer.resources;
    fewer->core = reply.answer.core;
    fewer->core_count = reply.answer.core_count;
  }
}

static bool ended_set (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct blaming *s = ctx;
  (void)how, (void)detail, (void)last;
  s->blames->items[s->sets.data[job].blame].queries++;
  return false;
}

static void tick (void *ctx, double elapsed) {
  const struct blaming *s = ctx;
  struct wr_progress progress = {.elapsed = elapsed, .slowest_body = UINT32_MAX};
  if (s->options->progress) s->options->progress (s->options->ctx, &progress);
}

/* -- rounds -------------------------------------------------------------------------------------------------- */

static struct wr_pool_options pool_options (const struct blaming *s) {
  const struct wr_decide_options *decide = s->options->decide;
  struct wr_pool_options pool = {.workers = decide->workers,
                                 .backend = decide->backend,
                                 .solver = decide->solver,
                                 .cancel = s->options->cancel,
                                 .open_timeout = (double)s->budgets->open_seconds,
                                 .start_timeout = (double)s->budgets->start_seconds};
  if (!pool.solver.memory) pool.solver.memory = WR_DEFAULT_MEMORY;
  return pool;
}

static bool run_round (struct blaming *s, wr_pool *pool, const wr_u32s *jobs) {
  wr_str error = {0};
  if (!jobs->len || wr_cancelled (s->options->cancel)) return true;
  if (wr_pool_round (pool, jobs->data, jobs->len, s->options->cancel, &error)) return true;
  s->blames->failure = wr_str_keep (s->arena, error);
  return false;
}

static void tell (struct blaming *s, uint32_t i) {
  WR_ASSERT (i < s->blames->count);
  if (s->told[i]) return;
  s->told[i] = true;
  if (s->options->blamed) s->options->blamed (s->options->ctx, &s->blames->items[i]);
}

static bool is_blamed (const struct blaming *s, uint32_t i) {
  return is_timeout (&s->blames->items[i]);
}

static const struct wr_pool_calls goal_calls = {
    .run = run_job, .on_frame = receive, .on_end = ended, .on_tick = tick};

/* Alone; then, about those that are to blame, other seeds and a larger budget. */
static bool ask_goals (struct blaming *s) {
  struct wr_pool_options how = pool_options (s);
  wr_u32s jobs = {0};
  for (uint32_t i = 0; i < s->blames->count; i++)
    if (!s->blames->items[i].violated) WR_VEC_PUSH (&jobs, job_of (s, i, ALONE));
  wr_pool *pool = wr_pool_new (s->result->core, &how, &goal_calls, s, s->arena);
  bool ok = run_round (s, pool, &jobs);
  WR_VEC_CLEAR (&jobs);
  for (uint32_t i = 0; ok && i < s->blames->count; i++) {
    if (!is_blamed (s, i)) tell (s, i);
    for (uint32_t kind = LARGER; is_blamed (s, i) && kind < kinds (s); kind++)
      WR_VEC_PUSH (&jobs, job_of (s, i, kind));
  }
  if (ok && !s->options->quick) ok = run_round (s, pool, &jobs);
  wr_pool_free (pool);
  WR_VEC_FREE (&jobs);
  return ok;
}

/* These workers open a file; the others stay confined. */
static void ask_profiles (struct blaming *s) {
  struct wr_pool_options how = pool_options (s);
  wr_u32s jobs = {0};
  if (!how.backend->profile) return;
  how.unconfined = true;
  for (uint32_t i = 0; i < s->blames->count; i++)
    if (is_blamed (s, i)) WR_VEC_PUSH (&jobs, job_of (s, i, PROFILE));
  wr_pool *pool = jobs.len ? wr_pool_new (s->result->core, &how, &goal_calls, s, s->arena) : NULL;
  run_round (s, pool, &jobs);
  wr_pool_free (pool);
  WR_VEC_FREE (&jobs);
}

static void prepare_sets (struct blaming *s) {
  for (uint32_t i = 0; i < s->blames->count; i++) {
    struct wr_blame *blame = &s->blames->items[i];
    uint32_t first = s->sets.len;
    if (!is_blamed (s, i)) continue;
    wr_fewer_find (blame, i, s->result, (uint32_t)s->budgets->blame_suspects, &s->sets);
    blame->fewer_count = s->sets.len - first;
    blame->fewer = WR_NEW (s->arena, struct wr_fewer, blame->fewer_count);
    for (uint32_t k = 0; k < blame->fewer_count; k++) {
      const struct wr_fewer_set *set = &s->sets.data[first + k];
      WR_ASSERT (set->blame == i && !wr_bitset_has (&set->on, 0));
      blame->fewer[k] = (struct wr_fewer){
          .kind = set->kind, .without = set->without, .facts = wr_bitset_size (&set->on)};
    }
  }
}

/* A backend that cannot be asked about a set in a context of its own has no answers here. */
static void ask_sets (struct blaming *s) {
  static const struct wr_pool_calls calls = {
      .run = run_set, .on_frame = receive_set, .on_end = ended_set, .on_tick = tick};
  struct wr_pool_options how = pool_options (s);
  if (!how.backend->slice || how.solver.untracked) return;
  prepare_sets (s);
  how.solver.labelled_axioms = true;
  wr_u32s jobs = {0};
  for (uint32_t i = 0; i < s->sets.len; i++) WR_VEC_PUSH (&jobs, i);
  wr_pool *pool = jobs.len ? wr_pool_new (s->result->core, &how, &calls, s, s->arena) : NULL;
  run_round (s, pool, &jobs);
  wr_pool_free (pool);
  WR_VEC_FREE (&jobs);
  wr_fewer_free (&s->sets);
}

static bool is_short_of_memory (const struct wr_goal_result *goal) {
  return goal->reason == WR_STATUS_MEMORY;
}

static void find_goals (struct blaming *s, bool (*is_meant) (const struct wr_goal_result *)) {
  WR_VEC (struct wr_blame) list = {0};
  double percent = wr_blame_limit (s->options);
  WR_ASSERT (percent > 0);
  for (uint32_t b = 0; b < s->result->body_count; b++) {
    const struct wr_body_result *body = &s->result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
      if (!is_meant (&body->goals[g])) continue;
      struct wr_blame blame = {.body = b, .goal = g, .timeout = body->timeout * percent / 100};
      blame.rlimit = (uint64_t)((double)body->rlimit * percent / 100);
      if (!blame.rlimit) blame.rlimit = 1;
      blame.violated = s->options->violated &&
                       wr_bitset_has (s->options->violated, body->passive->goals[g].label.ix);
      if (blame.violated) blame.verdict = WR_VERDICT_FAILED;
      blame.larger_rlimit = body->rlimit / 100 * s->budgets->blame_larger_percent;
      WR_VEC_PUSH (&list, blame);
    }
  }
  s->blames->items = WR_VEC_KEEP (s->arena, &list);
  s->blames->count = list.len;
  WR_VEC_FREE (&list);
}

wr_blames *wr_blame_run (const wr_result *result, const struct wr_blame_options *options,
                         wr_arena *arena) {
  struct blaming s = {.result = result, .options = options, .arena = arena};
  s.budgets = wr_budgets_of (&options->decide->solver);
  s.blames = WR_NEW (arena, wr_blames, 1);
  find_goals (&s, wr_out_of_budget);
  s.told = WR_NEW (arena, bool, s.blames->count);
  if (s.blames->count && !wr_cancelled (options->cancel) && ask_goals (&s) && !options->quick) {
    ask_profiles (&s);
    ask_sets (&s);
  }
  s.blames->cancelled = wr_cancelled (options->cancel);
  for (uint32_t i = 0; i < s.blames->count && !s.blames->cancelled; i++) tell (&s, i);
  return s.blames;
}

void wr_blame_memory (wr_result *result, const struct wr_blame_options *options, wr_arena *arena) {
  wr_blames blames = {0};
  struct blaming s = {.result = result, .options = options, .blames = &blames, .arena = arena};
  s.budgets = wr_budgets_of (&options->decide->solver);
  find_goals (&s, is_short_of_memory);
  for (uint32_t i = 0; i < blames.count; i++) blames.items[i].verdict = WR_VERDICT_TIMEOUT;
  ask_profiles (&s);
  for (uint32_t i = 0; i < blames.count; i++) {
    const struct wr_blame *blame = &blames.items[i];
    struct wr_goal_result *goal = &result->bodies[blame->body].goals[blame->goal];
    if (!blame->suspect_count) continue;
    goal->busiest = blame->suspects[0].label;
    goal->busiest_instances = blame->suspects[0].instances;
  }
}
