/* axioms/reduce.c -- a minimal set of axioms for all goals of a test (axioms/reduce.h).

   The set grows batch by batch, the cheapest first: a batch that is not proved by what earlier goals need adds what it needs, and nothing of that
   can be left out at that time.  So an axiom is left out in one or two goals, not in all that use it.  One query proves a batch; the goal that
   needs an axiom is looked for among single goals, whose cores are small.  Then each member is left out once more,
   because what later goals added may replace it, beginning with the goal that needed it.  Only then the prover tries all its ways. */
#include "axioms/reduce.h"

#include "base/check.h"
#include "base/vec.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 8 };

/* Why an axiom is needed: the goal is not proved with `failed`, which lacks it. */
struct need {
  uint32_t goal; /* plus one; 0: none is known */
  wr_bitset failed;
  bool limit, fresh, thorough;
};

struct batch {
  uint32_t first, count;
  bool whole; /* one query has proved it from all axioms; otherwise only single goals are asked */
  uint64_t cost; /* of its first proofs */
  uint64_t most; /* the greatest resources of a proof of the whole */
};

struct reducer {
  const struct wr_axiom_prover *prover;
  const struct wr_axiom_reduce_options *options;
  struct wr_axiom_reduction *out;
  wr_arena *arena; /* of the last answer */
  struct batch *batches;
  uint32_t batch_count;
  uint32_t *batch_of; /* per goal */
  wr_u32s order;      /* batches with a proved goal, the cheapest first */
  struct need *need;  /* per axiom */
  uint32_t axiom_count;
  bool fresh, thorough; /* the queries of this phase */
};

/* for (each proved goal g of the batch) */
#define EACH_GOAL(r, b, g)                                                                         \
  for (uint32_t g = (b)->first; g < (b)->first + (b)->count; g++)                                  \
    if ((r)->out->goals[g].status == WR_STATUS_UNSAT)

static bool is_limit (enum wr_status status) {
  return status != WR_STATUS_UNSAT && status != WR_STATUS_SAT && status != WR_STATUS_INCOMPLETE;
}

/* The answer lives until the next call. */
static void ask (struct reducer *r, const struct wr_axiom_query *query, struct wr_answer *answer) {
  wr_arena_free (r->arena);
  r->arena = wr_arena_new ();
  r->prover->ask (r->prover->self, query, r->arena, answer);
  r->out->queries++;
  r->out->resources += answer->resources;
  r->out->seconds += answer->seconds;
  WR_ASSERT (answer->status != WR_STATUS_UNSAT || answer->has_core);
}

static uint64_t limit_after (const struct reducer *r, uint64_t resources) {
  uint64_t limit = resources * (r->options->factor < 2 ? 2 : r->options->factor);
  return limit > r->options->floor ? limit : r->options->floor;
}

static uint64_t later_limit (const struct reducer *r, uint32_t goal) {
  return limit_after (r, r->out->goals[goal].most);
}

static void set_core (wr_bitset *set, const struct wr_answer *answer) {
  wr_bitset_clear (set);
  for (uint32_t i = 0; i < answer->core_count; i++) wr_bitset_set (set, answer->core[i], true);
}

static void add_all (wr_bitset *set, const wr_bitset *more) {
  WR_BITSET_EACH (more, i) { wr_bitset_set (set, i, true); }
}

static bool equal (const wr_bitset *a, const wr_bitset *b) {
  return wr_bitset_within (a, b) && wr_bitset_within (b, a);
}

static void note_need (struct reducer *r, const struct wr_axiom_query *query,
                       enum wr_status status) {
  struct need *need = &r->need[query->without - 1];
  need->goal = query->goal + 1;
  wr_bitset_copy (&need->failed, query->on);
  need->limit = is_limit (status);
  need->fresh = query->fresh;
  need->thorough = query->thorough;
}

/* Asks about a set, and keeps what the answer shows. */
static bool asks_set (struct reducer *r, const struct wr_axiom_query *query) {
  struct wr_goal_reduction *goal = &r->out->goals[query->goal];
  struct wr_answer answer;
  ask (r, query, &answer);
  if (answer.status != WR_STATUS_UNSAT) {
    if (query->without) note_need (r, query, answer.status);
    return false;
  }
  set_core (&goal->set, &answer);
  wr_bitset_copy (&goal->with, query->on);
  goal->with_fresh = query->fresh;
  /* Until now, only the costs of its whole batch were known. */
  bool first = !goal->alone && r->batches[r->batch_of[query->goal]].whole;
  if (first || answer.resources > goal->most) goal->most = answer.resources;
  goal->alone = true;
  return true;
}

/* The same for a batch; `core` is set to what the proof used. */
static bool asks_batch (struct reducer *r, const struct wr_axiom_query *query, wr_bitset *core) {
  struct batch *b = &r->batches[query->goal];
  struct wr_answer answer;
  ask (r, query, &answer);
  if (answer.status != WR_STATUS_UNSAT) return false;
  set_core (core, &answer);
  if (answer.resources > b->most) b->most = answer.resources;
  EACH_GOAL (r, b, g) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    if (!wr_bitset_within (&goal->set, query->on)) wr_bitset_copy (&goal->set, core);
    wr_bitset_copy (&goal->with, query->on);
    goal->with_fresh = query->fresh;
  }
  return true;
}

static bool proves_batch (struct reducer *r, uint32_t b, const wr_bitset *on, wr_bitset *core) {
  if (!r->batches[b].whole) return false;
  struct wr_axiom_query query = {.goal = b,
                                 .on = on,
                                 .rlimit = limit_after (r, r->batches[b].most),
                                 .fresh = r->fresh,
                                 .batch = true};
  return asks_batch (r, &query, core);
}

static bool proves_batch_too (struct reducer *r, uint32_t b, const wr_bitset *on) {
  wr_bitset core = {0};
  bool proved = proves_batch (r, b, on, &core);
  wr_bitset_free (&core);
  return proved;
}

/* Do these axioms prove the goal?  `without` as in the query. */
static bool proves (struct reducer *r, uint32_t goal, const wr_bitset *on, uint32_t without) {
  struct wr_axiom_query query = {goal,  on,         later_limit (r, goal), r->fresh, without,
                                 false, r->thorough};
  return asks_set (r, &query);
}

/* The same with the limit of a first proof: a fresh solver may need more than one that has answered other queries. */
static bool proves_somehow (struct reducer *r, uint32_t goal, const wr_bitset *on) {
  struct wr_axiom_query query = {goal, on, later_limit (r, goal), r->fresh, 0, false, r->thorough};
  if (query.rlimit < r->options->rlimit) query.rlimit = r->options->rlimit;
  return asks_set (r, &query);
}

/* -- first proofs ---------------------------------------------------------------------------------------- */

static void prove_goals (struct reducer *r) {
  for (uint32_t g = 0; g < r->out->goal_count; g++) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    struct wr_answer answer;
    ask (r, &(struct wr_axiom_query){.goal = g, .rlimit = r->options->rlimit}, &answer);
    goal->status = answer.status;
    goal->first = goal->most = answer.resources;
    if (is_limit (answer.status)) r->out->complete = false;
    if (answer.status != WR_STATUS_UNSAT) continue;
    r->out->proved++;
    set_core (&goal->used, &answer);
    wr_bitset_copy (&goal->set, &goal->used);
    add_all (&r->out->used, &goal->used);
  }
}

/* Is the batch proved by one query?  What do its first proofs cost? */
static void prove_batch (struct reducer *r, uint32_t number) {
  struct batch *b = &r->batches[number];
  struct wr_answer answer = {0};
  if (r->prover->batch_count && b->count > 1) {
    ask (r, &(struct wr_axiom_query){.goal = number, .rlimit = r->options->rlimit, .batch = true},
         &answer);
    b->whole = answer.status == WR_STATUS_UNSAT;
  }
  b->cost = b->most = answer.resources;
  EACH_GOAL (r, b, g) {
    if (!b->whole) b->cost += r->out->goals[g].first;
  }
}

static void order_batches (struct reducer *r) {
  for (uint32_t i = 0; i < r->batch_count; i++) {
    bool proved = false;
    EACH_GOAL (r, &r->batches[i], g) { proved = true; }
    if (!proved) continue;
    prove_batch (r, i);
    uint32_t at = r->order.len;
    WR_VEC_PUSH (&r->order, i);
    for (; at > 0 && r->batches[r->order.data[at - 1]].cost > r->batches[i].cost; at--)
      r->order.data[at] = r->order.data[at - 1];
    r->order.data[at] = i;
  }
}

/* -- a set that proves all goals -------------------------------------------------------------------------- */

/* What the goal needs beside the covered axioms, by its last proof.  With `doubt` the core is asked first: solvers have reported cores that
   are too small where quantifiers are involved. */
static void take_more (struct reducer *r, uint32_t g, bool doubt, wr_bitset *more) {
  struct wr_goal_reduction *goal = &r->out->goals[g];
  wr_bitset core = {0};
  wr_bitset_copy (more, &goal->with);
  wr_bitset_copy (&core, &goal->set);
  add_all (&core, &r->out->covered);
  if (!doubt || proves (r, g, &core, 0)) wr_bitset_copy (more, &goal->set);
  wr_bitset_remove (more, &r->out->covered);
  wr_bitset_free (&core);
}

/* Leaves out `block` axioms at a time.  The last axioms go first, so that of two that serve alike the earlier one stays. */
static void shrink_by (struct reducer *r, uint32_t g, bool doubt, uint32_t block, wr_bitset *more) {
  wr_u32s order = {0};
  wr_bitset rest = {0};
  WR_BITSET_EACH (more, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len, n; k > 0; k -= n) {
    n = k < block ? k : block;
    bool there = false;
    wr_bitset_copy (&rest, &r->out->covered);
    add_all (&rest, more);
    for (uint32_t i = k - n; i < k; i++) {
      there |= wr_bitset_has (more, order.data[i]);
      wr_bitset_set (&rest, order.data[i], false);
    }
    if (there && proves (r, g, &rest, block == 1 ? order.data[k - 1] + 1 : 0))
      take_more (r, g, doubt, more);
  }
  wr_bitset_free (&rest);
  WR_VEC_FREE (&order);
}

/* Where cores cannot be relied on, many axioms may have to go. */
static void shrink_more (struct reducer *r, uint32_t g, bool doubt, wr_bitset *more) {
  uint32_t block = doubt ? wr_bitset_size (more) / 4 : 1;
  for (; block > 4; block /= 4) shrink_by (r, g, doubt, block, more);
  shrink_by (r, g, doubt, 1, more);
}

/* Adds axioms until the goal is proved.  False: it is not proved by the axioms of its first proof, nor by all. */
static bool extend (struct reducer *r, uint32_t g, bool doubt) {
  wr_bitset more = {0};
  wr_bitset_copy (&more, &r->out->covered);
  add_all (&more, &r->out->goals[g].used);
  /* With all axioms much has to be left out again, which only pays where a query is cheap. */
  bool all = !doubt || r->prover->fresh_is_cheap;
  bool good = proves_somehow (r, g, &more) || (all && proves_somehow (r, g, &r->prover->all));
  if (good) {
    take_more (r, g, doubt, &more);
    shrink_more (r, g, doubt, &more);
  }
  add_all (&r->out->covered, &more);
  wr_bitset_free (&more);
  return good;
}

/* Do the goals of the batch go through without this axiom?  Only those whose core has it are asked. */
static bool batch_goes_without (struct reducer *r, uint32_t b, uint32_t axiom,
                                const wr_bitset *rest) {
  bool first = !r->thorough, together = false;
  EACH_GOAL (r, &r->batches[b], g) {
    if (!wr_bitset_has (&r->out->goals[g].set, axiom)) continue;
    /* Where the first goal goes through, all of them may. */
    if (!first && !together && proves_batch_too (r, b, rest)) return true;
    together |= !first;
    first = false;
    if (!proves (r, g, rest, axiom + 1)) return false;
  }
  return true;
}

/* The axioms in the cores of the batch, beside those that are covered. */
static void batch_cores (const struct reducer *r, uint32_t b, wr_bitset *more) {
  wr_bitset_clear (more);
  EACH_GOAL (r, &r->batches[b], g) { add_all (more, &r->out->goals[g].set); }
  wr_bitset_remove (more, &r->out->covered);
}

static void shrink_batch (struct reducer *r, uint32_t b, wr_bitset *more) {
  wr_u32s order = {0};
  wr_bitset rest = {0};
  WR_BITSET_EACH (more, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len; k-- > 0;) {
    if (!wr_bitset_has (more, order.data[k])) continue;
    wr_bitset_copy (&rest, &r->out->covered);
    add_all (&rest, more);
    wr_bitset_set (&rest, order.data[k], false);
    if (batch_goes_without (r, b, order.data[k], &rest)) batch_cores (r, b, more);
  }
  wr_bitset_free (&rest);
  WR_VEC_FREE (&order);
}

/* Adds axioms until the batch is proved.  False: single goals have to be asked. */
static bool extend_batch (struct reducer *r, uint32_t b) {
  wr_bitset on = {0}, more = {0};
  wr_bitset_copy (&on, &r->out->covered);
  EACH_GOAL (r, &r->batches[b], g) { add_all (&on, &r->out->goals[g].used); }
  bool good = proves_batch (r, b, &on, &more) || proves_batch (r, b, &r->prover->all, &more);
  if (good) {
    wr_bitset_copy (&on, &r->out->covered);
    add_all (&on, &more);
    EACH_GOAL (r, &r->batches[b], g) { proves (r, g, &on, 0); }
    batch_cores (r, b, &more);
    shrink_batch (r, b, &more);
    add_all (&r->out->covered, &more);
  }
  wr_bitset_free (&on);
  wr_bitset_free (&more);
  return good;
}

static void grow_by_goal (struct reducer *r, uint32_t g) {
  bool hopeless = !wr_bitset_size (&r->out->covered) && wr_bitset_size (&r->out->goals[g].used) > 0;
  if (hopeless || !proves (r, g, &r->out->covered, 0)) extend (r, g, false);
}

static void grow (struct reducer *r) {
  for (uint32_t i = 0; i < r->order.len; i++) {
    uint32_t b = r->order.data[i];
    if (proves_batch_too (r, b, &r->out->covered) || (r->batches[b].whole && extend_batch (r, b)))
      continue;
    EACH_GOAL (r, &r->batches[b], g) { grow_by_goal (r, g); }
  }
}

/* -- no member can be dropped ------------------------------------------------------------------------------ */

static bool is_known_need (const struct reducer *r, uint32_t axiom, const wr_bitset *rest) {
  const struct need *need = &r->need[axiom];
  return need->goal && (need->fresh || !r->fresh) && (need->thorough || !r->thorough) &&
         wr_bitset_within (rest, &need->failed);
}

/* Do all goals go through without this axiom?  The one that needed it last time is asked first. */
static bool goes_without (struct reducer *r, uint32_t axiom) {
  wr_bitset rest = {0};
  uint32_t first = r->need[axiom].goal;
  wr_bitset_copy (&rest, &r->out->covered);
  wr_bitset_set (&rest, axiom, false);
  bool proved = !is_known_need (r, axiom, &rest);
  if (proved && first) proved = proves (r, first - 1, &rest, axiom + 1);
  for (uint32_t i = 0; proved && i < r->order.len; i++)
    proved = batch_goes_without (r, r->order.data[i], axiom, &rest);
  wr_bitset_free (&rest);
  return proved;
}

static bool drop_axioms (struct reducer *r) {
  wr_u32s order = {0};
  bool dropped = false;
  WR_BITSET_EACH (&r->out->covered, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len; k-- > 0;) {
    if (!goes_without (r, order.data[k])) continue;
    wr_bitset_set (&r->out->covered, order.data[k], false);
    dropped = true;
  }
  WR_VEC_FREE (&order);
  return dropped;
}

static bool is_confirmed (const struct reducer *r, uint32_t g) {
  const struct wr_goal_reduction *goal = &r->out->goals[g];
  return (goal->with_fresh || !r->fresh) && equal (&goal->with, &r->out->covered);
}

/* Proves the goal from the covered axioms, or adds what is missing. */
static void confirm_goal (struct reducer *r, uint32_t g, bool add) {
  if (is_confirmed (r, g) || proves_somehow (r, g, &r->out->covered)) return;
  if (add && !r->options->no_repair && extend (r, g, true)) return;
  r->out->confirmed = false;
  r->out->complete = false;
}

/* Proves each goal.  True: something was added. */
static bool confirm (struct reducer *r, bool add) {
  uint32_t before = wr_bitset_size (&r->out->covered);
  r->out->confirmed = true;
  for (uint32_t i = 0; i < r->order.len; i++) {
    const struct batch *b = &r->batches[r->order.data[i]];
    bool good = true;
    EACH_GOAL (r, b, g) { good &= is_confirmed (r, g); }
    if (good || proves_batch_too (r, r->order.data[i], &r->out->covered)) continue;
    EACH_GOAL (r, b, g) { confirm_goal (r, g, add); }
  }
  return wr_bitset_size (&r->out->covered) > before;
}

/* Until nothing changes. */
static void settle (struct reducer *r) {
  bool once = r->options->once, complete = r->out->complete;
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    r->out->complete = complete;
    bool added = confirm (r, true);
    if (!drop_axioms (r) && !added) return;
    if (once) break;
  }
  if (!once) r->out->complete = false;
  if (r->fresh) confirm (r, false);
}

/* -- strong coverage ------------------------------------------------------------------------------------- */

/* Is the goal not proved by the rest of all axioms?  A query that hits its limit shows nothing. */
static bool fails_with (struct reducer *r, uint32_t g, const wr_bitset *rest) {
  struct wr_answer answer;
  struct wr_axiom_query query = {.goal = g, .on = rest, .thorough = true};
  query.rlimit = limit_after (r, r->out->goals[g].first);
  ask (r, &query, &answer);
  if (is_limit (answer.status)) r->out->complete = false;
  return answer.status != WR_STATUS_UNSAT && !is_limit (answer.status);
}

static bool batch_fails_with (struct reducer *r, uint32_t number, uint32_t axiom,
                              const wr_bitset *rest) {
  const struct batch *b = &r->batches[number];
  struct wr_answer answer = {0};
  bool has = false, strong = false;
  EACH_GOAL (r, b, g) { has |= wr_bitset_has (&r->out->goals[g].set, axiom); }
  if (has && b->whole)
    ask (r,
         &(struct wr_axiom_query){
             .goal = number, .on = rest, .rlimit = limit_after (r, b->cost), .batch = true},
         &answer);
  if (!has || answer.status == WR_STATUS_UNSAT) return false;
  EACH_GOAL (r, b, g) {
    if (wr_bitset_has (&r->out->goals[g].set, axiom)) strong = strong || fails_with (r, g, rest);
  }
  return strong;
}

static bool is_strong (struct reducer *r, uint32_t axiom) {
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &r->prover->all);
  wr_bitset_set (&rest, axiom, false);
  bool strong = r->need[axiom].goal && fails_with (r, r->need[axiom].goal - 1, &rest);
  for (uint32_t i = 0; !strong && i < r->order.len; i++)
    strong = batch_fails_with (r, r->order.data[i], axiom, &rest);
  wr_bitset_free (&rest);
  return strong;
}

/* ---------------------------------------------------------------------------------------------------------- */

static uint32_t axioms_of (const wr_bitset *all) {
  uint32_t count = 0;
  WR_BITSET_EACH (all, i) { count = i + 1; }
  return count;
}

static void reduce (struct reducer *r) {
  r->fresh = r->prover->fresh_is_cheap;
  grow (r);
  if (!r->fresh) settle (r);
  r->fresh = r->thorough = true;
  settle (r);
  WR_BITSET_EACH (&r->out->covered, i) {
    if (r->need[i].limit) r->out->complete = false;
  }
  if (r->options->strong) WR_BITSET_EACH (&r->out->covered, i) {
      if (is_strong (r, i)) wr_bitset_set (&r->out->strong, i, true);
    }
}

/* Without batches, each goal is one that is not asked as a whole. */
static void make_batches (struct reducer *r) {
  const struct wr_axiom_prover *prover = r->prover;
  r->batch_count = prover->batch_count ? prover->batch_count : prover->goals;
  r->batches = wr_alloc (r->batch_count + 1, sizeof *r->batches);
  r->batch_of = wr_alloc (prover->goals + 1, sizeof *r->batch_of);
  for (uint32_t i = 0; i < r->batch_count; i++) {
    r->batches[i] = (struct batch){.first = i, .count = 1};
    if (prover->batch_count)
      r->batches[i] =
          (struct batch){.first = prover->batches[i].first, .count = prover->batches[i].count};
    WR_REQUIRE (r->batches[i].first + r->batches[i].count <= prover->goals);
    for (uint32_t k = 0; k < r->batches[i].count; k++) r->batch_of[r->batches[i].first + k] = i;
  }
}

void wr_axiom_reduce (const struct wr_axiom_prover *prover,
                      const struct wr_axiom_reduce_options *options,
                      struct wr_axiom_reduction *out) {
  *out =
      (struct wr_axiom_reduction){.complete = true, .confirmed = true, .goal_count = prover->goals};
  out->goals = wr_alloc (prover->goals + 1, sizeof *out->goals);
  struct reducer r = {
      .prover = prover, .options = options, .out = out, .axiom_count = axioms_of (&prover->all)};
  r.need = wr_alloc (r.axiom_count + 1, sizeof *r.need);
  make_batches (&r);
  prove_goals (&r);
  order_batches (&r);
  reduce (&r);
  for (uint32_t i = 0; i < r.axiom_count; i++) wr_bitset_free (&r.need[i].failed);
  free (r.need);
  free (r.batches);
  free (r.batch_of);
  WR_VEC_FREE (&r.order);
  wr_arena_free (r.arena);
}

void wr_axiom_reduction_free (struct wr_axiom_reduction *reduction) {
  for (uint32_t g = 0; g < reduction->goal_count; g++) {
    wr_bitset_free (&reduction->goals[g].used);
    wr_bitset_free (&reduction->goals[g].set);
    wr_bitset_free (&reduction->goals[g].with);
  }
  free (reduction->goals);
  wr_bitset_free (&reduction->used);
  wr_bitset_free (&reduction->covered);
  wr_bitset_free (&reduction->strong);
  *reduction = (struct wr_axiom_reduction){0};
}
