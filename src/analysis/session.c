#include "analysis/session.h"

#include "base/check.h"
#include "base/os.h"

#include <stdlib.h>

bool wr_session_asks (const struct wr_session *s, uint32_t goal) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  return r->verdict == WR_VERDICT_PROVED && !r->trivial && !s->job->skip[goal];
}

void wr_session_tell (struct wr_session *s, uint32_t goal) {
  if (s->told == goal + 2) return;
  wr_session_send_at (s->asker.channel, goal);
  s->told = goal + 2;
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The labels on the way to the goal, and the axioms. */
static wr_search *new_search (struct wr_session *s, uint32_t goal, struct wr_search_task *task) {
  wr_u32s universe = {0};
  wr_vc_goal_labels (s->asker.vc, goal, &universe);
  WR_BITSET_EACH (&s->asker.usable, i) { WR_VEC_PUSH (&universe, i); }
  if (universe.len) qsort (universe.data, universe.len, sizeof *universe.data, by_number);
  task->core = s->job->core;
  task->oracle = &s->oracle;
  task->budgets = s->asker.budgets;
  task->scale = &s->scale;
  task->universe = WR_VEC_KEEP (s->scratch, &universe);
  task->count = universe.len;
  WR_VEC_FREE (&universe);
  return wr_search_new (task, s->scratch);
}

static double clock_limit (const struct wr_session *s, double seconds) {
  const struct wr_budgets *b = s->asker.budgets;
  double limit = (double)b->query_seconds + (double)b->query_slower * seconds;
  return limit < s->asker.longest ? limit : s->asker.longest;
}

/* A goal that was proved in a group is assumed to take more than its share, and less than the whole group. */
static uint64_t shares (const struct wr_session *s, const struct wr_goal_result *r) {
  return r->together < s->asker.budgets->shares ? r->together : s->asker.budgets->shares;
}

wr_search *wr_session_turn (struct wr_session *s, uint32_t goal, uint64_t factor, uint64_t floor) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  const struct wr_budgets *b = s->asker.budgets;
  uint64_t share = shares (s, r), group = r->resources * r->together;
  WR_ASSERT (wr_session_asks (s, goal) && r->together);
  wr_session_tell (s, goal);
  s->asker.goal = goal;
  s->asker.spending = (struct wr_spending){.left = r->resources * share * factor + floor,
                                           .core = group * b->query_factor + b->query_floor,
                                           .member = group * b->member_factor + b->member_floor,
                                           .timeout = clock_limit (s, r->seconds * (double)share)};
  if (!s->searches[goal]) {
    struct wr_search_task task = {.goal = s->asker.vc->passive->goals[goal].label};
    if (r->has_core) task.hint = r->core, task.hint_count = r->core_count;
    s->searches[goal] = new_search (s, goal, &task);
  }
  return s->searches[goal];
}

wr_search *wr_session_turn_to_probe (struct wr_session *s, uint32_t block, uint64_t floor) {
  const struct wr_budgets *b = s->asker.budgets;
  uint32_t goal = s->job->body->passive->goal_count + block;
  WR_ASSERT (goal < s->asker.vc->passive->goal_count);
  s->asker.goal = goal;
  s->asker.spending = (struct wr_spending){.left = floor,
                                           .core = b->query_floor,
                                           .member = b->member_floor,
                                           .timeout = clock_limit (s, 0)};
  return new_search (s, goal, &(struct wr_search_task){0});
}

static bool run (struct wr_session *s, struct wr_goal_result *goals) {
  if (!wr_asker_begin (&s->asker)) return false;
  if (s->job->first && !wr_session_prove (s, goals)) return false;
  if (s->job->only_prove) return true;
  if (s->job->options->effort != WR_CORES_FAST) wr_explain_goals (s);
  return true;
}

void wr_session_run (const struct wr_session_job *job, const struct wr_backend *backend, void *self,
                     wr_channel *out) {
  const struct wr_cover_options *options = job->options;
  const wr_passive *passive = job->body->passive;
  wr_arena *scratch = wr_arena_new ();
  struct wr_body_result body = *job->body; /* its goals are this worker's own */
  struct wr_session_job own = *job;
  struct wr_session s = {.job = &own, .scratch = scratch};
  body.goals = wr_arena_copy (scratch, body.goals, passive->goal_count, sizeof *body.goals);
  own.body = &body;
  s.asker = (struct wr_asker){.core = job->core,
                              .backend = backend,
                              .self = self,
                              .vc = job->body->vc,
                              .channel = out,
                              .scratch = scratch,
                              .budgets = wr_budgets_of (&options->solver),
                              .longest = options->timeout,
                              .left_out = job->left_out};
  WR_ASSERT (!job->first || options->effort != WR_CORES_FAST);
  if (options->effort == WR_CORES_MUST)
    s.asker.vc = wr_vc_build (job->core, wr_probe_graph (passive, job->no, scratch), NULL, scratch);
  if (options->effort != WR_CORES_FAST) wr_bitset_copy (&s.asker.usable, job->usable);
  s.oracle = wr_asker_oracle (&s.asker, options->self_check);
  s.idom = wr_dominators (passive, scratch);
  s.reached = wr_reached_new (passive, s.idom, scratch);
  s.searches = WR_NEW (scratch, wr_search *, passive->goal_count + 1);
  s.weights = (struct wr_weights){.core = job->core, .body = &body, .searches = s.searches};
  wr_weights_begin (&s.weights, scratch);
  s.scale = wr_weights_scale (&s.weights);
  run (&s, body.goals); /* the process is about to end: the solver is not cleaned up */
  struct wr_cover_cost cost = {.cpu = wr_cpu_clock () - s.proof_cpu,
                               .resources = s.asker.resources,
                               .queries = s.asker.queries,
                               .lost = s.asker.lost,
                               .rechecked = s.rechecked};
  wr_session_send_cost (out, &cost);
  wr_weights_end (&s.weights);
  wr_asker_end (&s.asker);
  WR_VEC_FREE (&s.contradictions);
  wr_arena_free (scratch);
}
