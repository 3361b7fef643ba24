/* axioms/reduce_ask.c -- the queries of a reduction, and what their answers show (axioms/reducing.h). */
#include "axioms/reducing.h"

#include "base/check.h"

bool wr_reduce_is_limit (enum wr_status status) {
  return status != WR_STATUS_UNSAT && status != WR_STATUS_SAT && status != WR_STATUS_INCOMPLETE;
}

void wr_reduce_ask (struct wr_reducer *r, const struct wr_axiom_query *query,
                    struct wr_answer *answer) {
  wr_arena_free (r->arena);
  r->arena = wr_arena_new ();
  r->prover->ask (r->prover->self, query, r->arena, answer);
  WR_ASSERT (answer->status != WR_STATUS_UNSAT || answer->has_core);
  if (answer->together > 1) return; /* the costs are those of its batch */
  r->out->queries++;
  r->out->resources += answer->resources;
  r->out->seconds += answer->seconds;
}

double wr_axiom_query_seconds (double seconds, uint64_t most, uint64_t rlimit) {
  return most && rlimit > most ? seconds * (double)rlimit / (double)most : seconds;
}

/* A first proof takes `rlimit` at most.  Later ones may take more, and the limit must not grow with each of them. */
uint64_t wr_reduce_limit (const struct wr_reducer *r, uint64_t resources) {
  uint64_t most = r->options->rlimit;
  uint64_t limit =
      (resources < most ? resources : most) * (r->options->factor < 2 ? 2 : r->options->factor);
  return limit > r->options->floor ? limit : r->options->floor;
}

void wr_reduce_budget (struct wr_reducer *r) {
  uint64_t first = 0;
  for (uint32_t i = 0; i < r->out->batch_count; i++) first += r->out->batches[i].cost;
  r->most = !r->options->effort
                ? 0
                : r->out->resources + r->options->least_effort + r->options->effort * first;
}

bool wr_reduce_gives_up (struct wr_reducer *r) {
  bool spent = r->most && r->out->resources >= r->most;
  if (spent) r->out->complete = false;
  return spent;
}

static uint64_t later_limit (const struct wr_reducer *r, uint32_t goal) {
  return wr_reduce_limit (r, r->out->goals[goal].most);
}

static void set_core (wr_bitset *set, const struct wr_answer *answer) {
  wr_bitset_clear (set);
  for (uint32_t i = 0; i < answer->core_count; i++) wr_bitset_set (set, answer->core[i], true);
}

void wr_reduce_add_all (wr_bitset *set, const wr_bitset *more) {
  WR_BITSET_EACH (more, i) { wr_bitset_set (set, i, true); }
}

static void note_need (struct wr_reducer *r, const struct wr_axiom_query *query,
                       enum wr_status status) {
  struct wr_axiom_need *need = &r->out->needs[query->without - 1];
  need->goal = query->goal + 1;
  wr_bitset_copy (&need->failed, query->on);
  need->limit = wr_reduce_is_limit (status);
  need->fresh = query->fresh;
  need->thorough = query->thorough;
}

/* Asks about a set, and keeps what the answer shows. */
static bool asks_set (struct wr_reducer *r, const struct wr_axiom_query *query) {
  struct wr_goal_reduction *goal = &r->out->goals[query->goal];
  struct wr_answer answer;
  wr_reduce_ask (r, query, &answer);
  if (answer.status != WR_STATUS_UNSAT) {
    if (query->without) note_need (r, query, answer.status);
    return false;
  }
  set_core (&goal->set, &answer);
  wr_bitset_copy (&goal->with, query->on);
  goal->with_fresh = query->fresh;
  /* Until now, only the costs of its whole batch were known. */
  bool first = !goal->alone && r->out->batches[r->batch_of[query->goal]].whole;
  if (first || answer.resources > goal->most) goal->most = answer.resources;
  goal->alone = true;
  return true;
}

/* The same for a batch; `core` is set to what the proof used. */
static bool asks_batch (struct wr_reducer *r, const struct wr_axiom_query *query, wr_bitset *core) {
  struct wr_batch_reduction *b = &r->out->batches[query->goal];
  struct wr_answer answer;
  wr_reduce_ask (r, query, &answer);
  if (answer.status != WR_STATUS_UNSAT) return false;
  set_core (core, &answer);
  if (answer.resources > b->most) b->most = answer.resources;
  WR_EACH_GOAL (r, b, g) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    if (!wr_bitset_within (&goal->set, query->on)) wr_bitset_copy (&goal->set, core);
    wr_bitset_copy (&goal->with, query->on);
    goal->with_fresh = query->fresh;
  }
  return true;
}

bool wr_reduce_proves_batch (struct wr_reducer *r, uint32_t b, const wr_bitset *on,
                             wr_bitset *core) {
  if (!r->out->batches[b].whole) return false;
  struct wr_axiom_query query = {.goal = b,
                                 .on = on,
                                 .rlimit = wr_reduce_limit (r, r->out->batches[b].most),
                                 .fresh = r->fresh,
                                 .batch = true};
  return asks_batch (r, &query, core);
}

bool wr_reduce_proves_whole (struct wr_reducer *r, uint32_t b, const wr_bitset *on) {
  wr_bitset core = {0};
  bool proved = wr_reduce_proves_batch (r, b, on, &core);
  wr_bitset_free (&core);
  return proved;
}

static struct wr_axiom_query query_of (const struct wr_reducer *r, uint32_t goal,
                                       const wr_bitset *on) {
  return (struct wr_axiom_query){.goal = goal,
                                 .on = on,
                                 .rlimit = later_limit (r, goal),
                                 .fresh = r->fresh,
                                 .thorough = r->thorough};
}

bool wr_reduce_proves (struct wr_reducer *r, uint32_t goal, const wr_bitset *on, uint32_t without) {
  struct wr_axiom_query query = query_of (r, goal, on);
  query.without = without;
  return asks_set (r, &query);
}

bool wr_reduce_needs (struct wr_reducer *r, uint32_t axiom, const wr_bitset *rest) {
  WR_REQUIRE (r->out->needs[axiom].goal);
  struct wr_axiom_query query = query_of (r, r->out->needs[axiom].goal - 1, rest);
  query.without = axiom + 1;
  query.unlikely = true;
  return !asks_set (r, &query);
}

bool wr_reduce_proves_somehow (struct wr_reducer *r, uint32_t goal, const wr_bitset *on) {
  struct wr_axiom_query query = query_of (r, goal, on);
  struct wr_goal_reduction *state = &r->out->goals[goal];
  bool final = r->fresh && r->thorough;
  if (query.rlimit < r->options->rlimit) query.rlimit = r->options->rlimit;
  if (final && state->has_refused && wr_bitset_equal (&state->refused, on)) return false;
  bool proved = asks_set (r, &query);
  if (final && !proved) wr_bitset_copy (&state->refused, on);
  state->has_refused |= final && !proved;
  return proved;
}

/* -- first proofs ---------------------------------------------------------------------------------------- */

static void prove_goals (struct wr_reducer *r) {
  for (uint32_t g = 0; g < r->out->goal_count; g++) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    struct wr_answer answer;
    wr_reduce_ask (r, &(struct wr_axiom_query){.goal = g, .rlimit = r->options->rlimit}, &answer);
    goal->status = answer.status;
    goal->first = goal->most = answer.resources;
    if (wr_reduce_is_limit (answer.status)) r->out->complete = false;
    if (answer.status != WR_STATUS_UNSAT) continue;
    r->out->proved++;
    set_core (&goal->used, &answer);
    wr_bitset_copy (&goal->set, &goal->used);
    wr_reduce_add_all (&r->out->used, &goal->used);
  }
}

/* Is the batch proved by one query?  What do its first proofs cost? */
static void prove_batch (struct wr_reducer *r, uint32_t number) {
  struct wr_batch_reduction *b = &r->out->batches[number];
  struct wr_answer answer = {0};
  if (r->prover->batch_count && b->count > 1) {
    wr_reduce_ask (
        r, &(struct wr_axiom_query){.goal = number, .rlimit = r->options->rlimit, .batch = true},
        &answer);
    b->whole = answer.status == WR_STATUS_UNSAT;
  }
  b->cost = b->most = answer.resources;
  WR_EACH_GOAL (r, b, g) {
    if (!b->whole) b->cost += r->out->goals[g].first;
  }
}

void wr_reduce_first_proofs (struct wr_reducer *r) {
  prove_goals (r);
  for (uint32_t i = 0; i < r->out->batch_count; i++) {
    bool proved = false;
    WR_EACH_GOAL (r, &r->out->batches[i], g) { proved = true; }
    if (proved) prove_batch (r, i);
  }
}
