/* axioms/reduce.c -- deletion with core feedback, over all goals of a test (axioms/reduce.h). */
#include "axioms/reduce.h"

#include "base/check.h"
#include "base/vec.h"

#include <stdlib.h>

struct reducer {
  const struct wr_axiom_prover *prover;
  const struct wr_axiom_reduce_options *options;
  struct wr_axiom_reduction *out;
  wr_arena *arena; /* of the last answer */
  wr_bitset *next; /* per goal: its core in the attempt that is under way */
};

static bool is_limit (enum wr_status status) {
  return status != WR_STATUS_UNSAT && status != WR_STATUS_SAT && status != WR_STATUS_INCOMPLETE;
}

/* True: the goal is proved.  The answer lives until the next call. */
static bool ask (struct reducer *r, const struct wr_axiom_query *query, struct wr_answer *answer) {
  wr_arena_free (r->arena);
  r->arena = wr_arena_new ();
  r->prover->ask (r->prover->self, query, r->arena, answer);
  r->out->queries++;
  r->out->resources += answer->resources;
  r->out->seconds += answer->seconds;
  if (is_limit (answer->status)) r->out->complete = false;
  WR_ASSERT (answer->status != WR_STATUS_UNSAT || answer->has_core);
  return answer->status == WR_STATUS_UNSAT;
}

static uint64_t later_limit (const struct reducer *r, uint32_t goal) {
  uint64_t limit = r->out->goals[goal].first * (r->options->factor < 2 ? 2 : r->options->factor);
  return limit > r->options->floor ? limit : r->options->floor;
}

static void set_core (wr_bitset *set, const struct wr_answer *answer) {
  wr_bitset_clear (set);
  for (uint32_t i = 0; i < answer->core_count; i++) wr_bitset_set (set, answer->core[i], true);
}

static void add_all (wr_bitset *set, const wr_bitset *more) {
  WR_BITSET_EACH (more, i) { wr_bitset_set (set, i, true); }
}

static void join_sets (struct reducer *r) {
  wr_bitset_clear (&r->out->covered);
  for (uint32_t g = 0; g < r->out->goal_count; g++)
    add_all (&r->out->covered, &r->out->goals[g].set);
}

/* The first proof of each goal, with all axioms.  If what earlier goals use is enough, this is its set. */
static void prove_goals (struct reducer *r) {
  for (uint32_t g = 0; g < r->out->goal_count; g++) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    struct wr_answer answer;
    bool proved =
        ask (r, &(struct wr_axiom_query){.goal = g, .rlimit = r->options->rlimit}, &answer);
    goal->status = answer.status;
    goal->first = answer.resources;
    if (!proved) continue;
    r->out->proved++;
    set_core (&goal->used, &answer);
    wr_bitset_copy (&goal->set, &goal->used);
    add_all (&r->out->used, &goal->used);
    struct wr_axiom_query again = {.goal = g, .on = &r->out->covered, .rlimit = later_limit (r, g)};
    bool within = wr_bitset_within (&goal->used, &r->out->covered);
    if (!within && r->out->proved > 1 && ask (r, &again, &answer)) set_core (&goal->set, &answer);
    add_all (&r->out->covered, &goal->set);
  }
}

/* Do all goals go through without this axiom?  Only those whose set holds it are asked. */
static bool goes_without (struct reducer *r, uint32_t axiom) {
  wr_bitset rest = {0};
  bool proved = true;
  wr_bitset_copy (&rest, &r->out->covered);
  wr_bitset_set (&rest, axiom, false);
  for (uint32_t g = 0; proved && g < r->out->goal_count; g++) {
    struct wr_answer answer;
    wr_bitset_clear (&r->next[g]);
    if (!wr_bitset_has (&r->out->goals[g].set, axiom)) continue;
    struct wr_axiom_query query = {.goal = g, .on = &rest, .rlimit = later_limit (r, g)};
    proved = ask (r, &query, &answer);
    if (proved) set_core (&r->next[g], &answer);
  }
  for (uint32_t g = 0; proved && g < r->out->goal_count; g++)
    if (wr_bitset_has (&r->out->goals[g].set, axiom))
      wr_bitset_copy (&r->out->goals[g].set, &r->next[g]);
  wr_bitset_free (&rest);
  return proved;
}

/* One round: each axiom that was covered at the beginning is left out once.  The last axioms go first, so that of two that serve
   alike the earlier one stays.  True: something was dropped. */
static bool drop_axioms (struct reducer *r) {
  wr_u32s order = {0};
  bool dropped = false;
  WR_BITSET_EACH (&r->out->covered, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len; k-- > 0;) {
    if (!wr_bitset_has (&r->out->covered, order.data[k]) || !goes_without (r, order.data[k]))
      continue;
    join_sets (r);
    WR_ASSERT (!wr_bitset_has (&r->out->covered, order.data[k]));
    dropped = true;
  }
  WR_VEC_FREE (&order);
  return dropped;
}

/* A query that hits its limit shows nothing. */
static bool is_strong (struct reducer *r, uint32_t axiom) {
  wr_bitset rest = {0};
  bool strong = false;
  wr_bitset_copy (&rest, &r->prover->all);
  wr_bitset_set (&rest, axiom, false);
  for (uint32_t g = 0; !strong && g < r->out->goal_count; g++) {
    struct wr_answer answer;
    if (!wr_bitset_has (&r->out->goals[g].set, axiom)) continue;
    struct wr_axiom_query query = {.goal = g, .on = &rest, .rlimit = later_limit (r, g)};
    strong = !ask (r, &query, &answer) && !is_limit (answer.status);
  }
  wr_bitset_free (&rest);
  return strong;
}

/* A solver can report cores that are too small where quantifiers are involved.  So each goal is proved once more from the covered axioms in
   a fresh solver; if that fails, what its first proof used comes back. */
static bool confirm_goals (struct reducer *r) {
  bool confirmed = true;
  for (uint32_t g = 0; g < r->out->goal_count; g++) {
    struct wr_goal_reduction *goal = &r->out->goals[g];
    struct wr_answer answer;
    if (goal->status != WR_STATUS_UNSAT) continue;
    /* A fresh solver starts from nothing, so it may need more than the one that had answered other queries. */
    uint64_t limit = later_limit (r, g);
    if (limit < r->options->rlimit) limit = r->options->rlimit;
    if (ask (r, &(struct wr_axiom_query){g, &r->out->covered, limit, true}, &answer)) continue;
    add_all (&goal->set, &goal->used);
    r->out->complete = false;
    join_sets (r);
    confirmed &= ask (r, &(struct wr_axiom_query){g, &r->out->covered, limit, true}, &answer);
  }
  return confirmed;
}

void wr_axiom_reduce (const struct wr_axiom_prover *prover,
                      const struct wr_axiom_reduce_options *options,
                      struct wr_axiom_reduction *out) {
  *out = (struct wr_axiom_reduction){.complete = true, .goal_count = prover->goals};
  out->goals = wr_alloc (prover->goals + 1, sizeof *out->goals);
  struct reducer r = {prover, options, out, NULL, wr_alloc (prover->goals + 1, sizeof *r.next)};
  prove_goals (&r);
  while (drop_axioms (&r) && !options->once) continue;
  out->confirmed = confirm_goals (&r);
  if (options->strong) WR_BITSET_EACH (&out->covered, i) {
      if (is_strong (&r, i)) wr_bitset_set (&out->strong, i, true);
    }
  for (uint32_t g = 0; g < prover->goals; g++) wr_bitset_free (&r.next[g]);
  free (r.next);
  wr_arena_free (r.arena);
}

void wr_axiom_reduction_free (struct wr_axiom_reduction *reduction) {
  for (uint32_t g = 0; g < reduction->goal_count; g++) {
    wr_bitset_free (&reduction->goals[g].used);
    wr_bitset_free (&reduction->goals[g].set);
  }
  free (reduction->goals);
  wr_bitset_free (&reduction->used);
  wr_bitset_free (&reduction->covered);
  wr_bitset_free (&reduction->strong);
  *reduction = (struct wr_axiom_reduction){0};
}
