/* axioms/reduce.c -- a minimal set of axioms for all goals of a test (axioms/reduce.h).

   The set grows batch by batch, the cheapest first: a batch that is not proved by what earlier goals need adds what it needs, and nothing of that
   can be left out at that time.  So an axiom is left out in one or two goals, not in all that use it.  One query proves a batch; the goal that
   needs an axiom is looked for among single goals, whose cores are small.  Then each member is left out once more,
   because what later goals added may replace it, beginning with the goal that needed it.  Only then the prover tries all its ways. */
#include "axioms/reducing.h"

#include "base/check.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 8 };

/* -- a set that proves all goals -------------------------------------------------------------------------- */

/* What the goal needs beside the covered axioms, by its last proof.  With `doubt` the core is asked first: solvers have reported cores that
   are too small where quantifiers are involved. */
static void take_more (struct wr_reducer *r, uint32_t g, bool doubt, wr_bitset *more) {
  struct wr_goal_reduction *goal = &r->out->goals[g];
  wr_bitset core = {0};
  wr_bitset_copy (more, &goal->with);
  wr_bitset_copy (&core, &goal->set);
  wr_reduce_add_all (&core, &r->out->covered);
  if (!doubt || wr_reduce_proves (r, g, &core, 0)) wr_bitset_copy (more, &goal->set);
  wr_bitset_remove (more, &r->out->covered);
  wr_bitset_free (&core);
}

/* Leaves out `block` axioms at a time.  The last axioms go first, so that of two that serve alike the earlier one stays. */
static void shrink_by (struct wr_reducer *r, uint32_t g, bool doubt, uint32_t block,
                       wr_bitset *more) {
  wr_u32s order = {0};
  wr_bitset rest = {0};
  WR_BITSET_EACH (more, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len, n; k > 0; k -= n) {
    n = k < block ? k : block;
    bool there = false;
    wr_bitset_copy (&rest, &r->out->covered);
    wr_reduce_add_all (&rest, more);
    for (uint32_t i = k - n; i < k; i++) {
      there |= wr_bitset_has (more, order.data[i]);
      wr_bitset_set (&rest, order.data[i], false);
    }
    if (there && !wr_reduce_gives_up (r) &&
        wr_reduce_proves (r, g, &rest, block == 1 ? order.data[k - 1] + 1 : 0))
      take_more (r, g, doubt, more);
  }
  wr_bitset_free (&rest);
  WR_VEC_FREE (&order);
}

/* Where cores cannot be relied on, many axioms may have to go. */
static void shrink_more (struct wr_reducer *r, uint32_t g, bool doubt, wr_bitset *more) {
  uint32_t block = doubt ? wr_bitset_size (more) / 4 : 1;
  for (; block > 4; block /= 4) shrink_by (r, g, doubt, block, more);
  shrink_by (r, g, doubt, 1, more);
}

/* Adds axioms until the goal is proved.  False: it is not proved by the axioms of its first proof, nor by all. */
static bool extend (struct wr_reducer *r, uint32_t g, bool doubt) {
  struct wr_goal_reduction *goal = &r->out->goals[g];
  wr_bitset more = {0};
  if (goal->stuck) return false;
  wr_bitset_copy (&more, &r->out->covered);
  wr_reduce_add_all (&more, &goal->used);
  /* With all axioms much has to be left out again, which only pays where a query is cheap. */
  bool all = !doubt || r->prover->fresh_is_cheap;
  bool good = wr_reduce_proves_somehow (r, g, &more) ||
              (all && wr_reduce_proves_somehow (r, g, &r->prover->all));
  if (good) {
    take_more (r, g, doubt, &more);
    shrink_more (r, g, doubt, &more);
  }
  goal->stuck = !good && r->fresh && r->thorough;
  wr_reduce_add_all (&r->out->covered, &more);
  wr_bitset_free (&more);
  return good;
}

/* Do the goals of the batch go through without this axiom?  Only those whose core has it are asked. */
static bool batch_goes_without (struct wr_reducer *r, uint32_t b, uint32_t axiom,
                                const wr_bitset *rest) {
  bool first = !r->thorough, together = false;
  WR_EACH_GOAL (r, &r->out->batches[b], g) {
    if (!wr_bitset_has (&r->out->goals[g].set, axiom)) continue;
    /* Where the first goal goes through, all of them may. */
    if (!first && !together && wr_reduce_proves_whole (r, b, rest)) return true;
    together |= !first;
    first = false;
    if (!wr_reduce_proves (r, g, rest, axiom + 1)) return false;
  }
  return true;
}

/* The axioms in the cores of the batch, beside those that are covered. */
static void batch_cores (const struct wr_reducer *r, uint32_t b, wr_bitset *more) {
  wr_bitset_clear (more);
  WR_EACH_GOAL (r, &r->out->batches[b], g) { wr_reduce_add_all (more, &r->out->goals[g].set); }
  wr_bitset_remove (more, &r->out->covered);
}

static void shrink_batch (struct wr_reducer *r, uint32_t b, wr_bitset *more) {
  wr_u32s order = {0};
  wr_bitset rest = {0};
  WR_BITSET_EACH (more, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len; k-- > 0;) {
    if (!wr_bitset_has (more, order.data[k]) || wr_reduce_gives_up (r)) continue;
    wr_bitset_copy (&rest, &r->out->covered);
    wr_reduce_add_all (&rest, more);
    wr_bitset_set (&rest, order.data[k], false);
    if (batch_goes_without (r, b, order.data[k], &rest)) batch_cores (r, b, more);
  }
  wr_bitset_free (&rest);
  WR_VEC_FREE (&order);
}

/* Adds axioms until the batch is proved.  False: single goals have to be asked. */
static bool extend_batch (struct wr_reducer *r, uint32_t b) {
  wr_bitset on = {0}, more = {0};
  wr_bitset_copy (&on, &r->out->covered);
  WR_EACH_GOAL (r, &r->out->batches[b], g) { wr_reduce_add_all (&on, &r->out->goals[g].used); }
  bool good = wr_reduce_proves_batch (r, b, &on, &more) ||
              wr_reduce_proves_batch (r, b, &r->prover->all, &more);
  if (good) {
    wr_bitset_copy (&on, &r->out->covered);
    wr_reduce_add_all (&on, &more);
    WR_EACH_GOAL (r, &r->out->batches[b], g) { wr_reduce_proves (r, g, &on, 0); }
    batch_cores (r, b, &more);
    shrink_batch (r, b, &more);
    wr_reduce_add_all (&r->out->covered, &more);
  }
  wr_bitset_free (&on);
  wr_bitset_free (&more);
  return good;
}

static void grow_by_goal (struct wr_reducer *r, uint32_t g) {
  bool hopeless = !wr_bitset_size (&r->out->covered) && wr_bitset_size (&r->out->goals[g].used) > 0;
  if (hopeless || !wr_reduce_proves (r, g, &r->out->covered, 0)) extend (r, g, false);
}

static void grow (struct wr_reducer *r) {
  for (uint32_t i = 0; i < r->order.len; i++) {
    uint32_t b = r->order.data[i];
    if (wr_reduce_proves_whole (r, b, &r->out->covered) ||
        (r->out->batches[b].whole && extend_batch (r, b)))
      continue;
    WR_EACH_GOAL (r, &r->out->batches[b], g) { grow_by_goal (r, g); }
  }
}

/* -- no member can be dropped ------------------------------------------------------------------------------ */

static bool is_known_need (const struct wr_reducer *r, uint32_t axiom, const wr_bitset *rest) {
  const struct wr_axiom_need *need = &r->out->needs[axiom];
  return need->goal && (need->fresh || !r->fresh) && (need->thorough || !r->thorough) &&
         wr_bitset_within (rest, &need->failed);
}

/* Do all goals go through without this axiom?  The one that needed it last time is asked first. */
static bool goes_without (struct wr_reducer *r, uint32_t axiom) {
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &r->out->covered);
  wr_bitset_set (&rest, axiom, false);
  bool proved = !is_known_need (r, axiom, &rest);
  if (proved && r->out->needs[axiom].goal) proved = !wr_reduce_needs (r, axiom, &rest);
  for (uint32_t i = 0; proved && i < r->order.len; i++)
    proved = batch_goes_without (r, r->order.data[i], axiom, &rest);
  wr_bitset_free (&rest);
  return proved;
}

static bool drop_axioms (struct wr_reducer *r) {
  wr_u32s order = {0};
  bool dropped = false;
  WR_BITSET_EACH (&r->out->covered, i) { WR_VEC_PUSH (&order, i); }
  for (uint32_t k = order.len; k-- > 0;) {
    if (wr_reduce_gives_up (r) || !goes_without (r, order.data[k])) continue;
    wr_bitset_set (&r->out->covered, order.data[k], false);
    dropped = true;
  }
  WR_VEC_FREE (&order);
  return dropped;
}

static bool is_confirmed (const struct wr_reducer *r, uint32_t g) {
  const struct wr_goal_reduction *goal = &r->out->goals[g];
  return (goal->with_fresh || !r->fresh) && wr_bitset_equal (&goal->with, &r->out->covered);
}

/* Proves the goal from the covered axioms, or adds what is missing. */
static void confirm_goal (struct wr_reducer *r, uint32_t g, bool add) {
  if (is_confirmed (r, g) || wr_reduce_proves_somehow (r, g, &r->out->covered)) return;
  if (add && !r->options->no_repair && !wr_reduce_gives_up (r) && extend (r, g, true)) return;
  r->out->confirmed = false;
  r->out->complete = false;
}

/* Proves each goal.  True: something was added. */
static bool confirm (struct wr_reducer *r, bool add) {
  uint32_t before = wr_bitset_size (&r->out->covered);
  r->out->confirmed = true;
  for (uint32_t i = 0; i < r->order.len; i++) {
    const struct wr_batch_reduction *b = &r->out->batches[r->order.data[i]];
    bool good = true;
    WR_EACH_GOAL (r, b, g) { good &= is_confirmed (r, g); }
    if (good || wr_reduce_proves_whole (r, r->order.data[i], &r->out->covered)) continue;
    WR_EACH_GOAL (r, b, g) { confirm_goal (r, g, add); }
  }
  return wr_bitset_size (&r->out->covered) > before;
}

/* Until nothing changes. */
static void settle (struct wr_reducer *r) {
  bool once = r->options->once, complete = r->out->complete;
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    r->out->complete = complete;
    bool added = confirm (r, true);
    if (!drop_axioms (r) && !added) return;
    if (once || wr_reduce_gives_up (r)) break;
  }
  if (!once) r->out->complete = false;
  if (r->fresh) confirm (r, false);
}

/* -- strong coverage ------------------------------------------------------------------------------------- */

/* Is the goal not proved by the rest of all axioms?  A query that hits its limit shows nothing. */
static bool fails_with (struct wr_reducer *r, uint32_t g, const wr_bitset *rest) {
  struct wr_answer answer;
  struct wr_axiom_query query = {.goal = g, .on = rest, .thorough = true, .unlikely = true};
  query.strong = true;
  query.fresh = r->prover->fresh_is_cheap;
  query.rlimit = wr_reduce_limit (r, r->out->goals[g].first);
  wr_reduce_ask (r, &query, &answer);
  if (wr_reduce_is_limit (answer.status)) r->out->complete = false;
  return answer.status != WR_STATUS_UNSAT && !wr_reduce_is_limit (answer.status);
}

/* A goal of the batch that fails, plus one; 0: none does. */
static uint32_t batch_fails_with (struct wr_reducer *r, uint32_t number, uint32_t axiom,
                                  const wr_bitset *rest) {
  const struct wr_batch_reduction *b = &r->out->batches[number];
  struct wr_answer answer = {0};
  bool has = false;
  uint32_t strong = 0;
  WR_EACH_GOAL (r, b, g) { has |= wr_bitset_has (&r->out->goals[g].set, axiom); }
  if (has && b->whole)
    wr_reduce_ask (
        r,
        &(struct wr_axiom_query){
            .goal = number, .on = rest, .rlimit = wr_reduce_limit (r, b->cost), .batch = true},
        &answer);
  if (!has || answer.status == WR_STATUS_UNSAT) return 0;
  WR_EACH_GOAL (r, b, g) {
    if (!strong && wr_bitset_has (&r->out->goals[g].set, axiom) && fails_with (r, g, rest))
      strong = g + 1;
  }
  return strong;
}

/* The goal that needs the axiom, plus one; 0: none is known to. */
static uint32_t strong_goal (struct wr_reducer *r, uint32_t axiom) {
  uint32_t need = r->out->needs[axiom].goal, strong = 0;
  wr_bitset rest = {0};
  wr_bitset_copy (&rest, &r->prover->all);
  wr_bitset_set (&rest, axiom, false);
  if (need && fails_with (r, need - 1, &rest)) strong = need;
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

/* Without batches, each goal is one that is not asked as a whole. */
static void make_batches (const struct wr_axiom_prover *prover, struct wr_axiom_reduction *out) {
  out->batch_count = prover->batch_count ? prover->batch_count : prover->goals;
  out->batches = wr_alloc (out->batch_count + 1, sizeof *out->batches);
  for (uint32_t i = 0; i < out->batch_count; i++) {
    struct wr_axiom_batch range = {i, 1};
    if (prover->batch_count) range = prover->batches[i];
    out->batches[i] = (struct wr_batch_reduction){.first = range.first, .count = range.count};
  }
}

static struct wr_reducer begin (const struct wr_axiom_prover *prover,
                                const struct wr_axiom_reduce_options *options,
                                struct wr_axiom_reduction *out) {
  struct wr_reducer r = {.prover = prover, .options = options, .out = out};
  WR_REQUIRE (out->goal_count == prover->goals);
  r.batch_of = wr_alloc (out->goal_count + 1, sizeof *r.batch_of);
  for (uint32_t i = 0; i < out->batch_count; i++) {
    const struct wr_batch_reduction *b = &out->batches[i];
    WR_REQUIRE (b->first + b->count <= prover->goals);
    for (uint32_t k = 0; k < b->count; k++) r.batch_of[b->first + k] = i;
  }
  return r;
}

static void order_batches (struct wr_reducer *r) {
  const struct wr_batch_reduction *batches = r->out->batches;
  for (uint32_t i = 0; i < r->out->batch_count; i++) {
    bool proved = false;
    WR_EACH_GOAL (r, &batches[i], g) { proved = true; }
    if (!proved) continue;
    uint32_t at = r->order.len;
    WR_VEC_PUSH (&r->order, i);
    for (; at > 0 && batches[r->order.data[at - 1]].cost > batches[i].cost; at--)
      r->order.data[at] = r->order.data[at - 1];
    r->order.data[at] = i;
  }
}

static void end (struct wr_reducer *r) {
  free (r->batch_of);
  WR_VEC_FREE (&r->order);
  wr_arena_free (r->arena);
}

void wr_axiom_grow (const struct wr_axiom_prover *prover,
                    const struct wr_axiom_reduce_options *options, struct wr_axiom_reduction *out) {
  *out = (struct wr_axiom_reduction){.complete = true,
                                     .confirmed = true,
                                     .goal_count = prover->goals,
                                     .axiom_count = axioms_of (&prover->all)};
  out->goals = wr_alloc (prover->goals + 1, sizeof *out->goals);
  out->needs = wr_alloc (out->axiom_count + 1, sizeof *out->needs);
  make_batches (prover, out);
  struct wr_reducer r = begin (prover, options, out);
  wr_reduce_first_proofs (&r);
  wr_reduce_budget (&r);
  order_batches (&r);
  r.fresh = prover->fresh_is_cheap;
  grow (&r);
  end (&r);
}

void wr_axiom_check (const struct wr_axiom_prover *prover,
                     const struct wr_axiom_reduce_options *options, const wr_bitset *covered,
                     const wr_bitset *members, struct wr_axiom_reduction *part) {
  struct wr_reducer r = begin (prover, options, part);
  bool complete = part->complete;
  wr_bitset rest = {0};
  wr_reduce_budget (&r);
  order_batches (&r);
  r.fresh = r.thorough = true;
  wr_bitset_copy (&part->covered, covered);
  confirm (&r, false);
  part->complete = complete; /* what is not proved here is told at the end */
  WR_BITSET_EACH (members, i) {
    wr_bitset_copy (&rest, covered);
    wr_bitset_set (&rest, i, false);
    if (i < part->axiom_count && part->needs[i].goal && !is_known_need (&r, i, &rest) &&
        !wr_reduce_gives_up (&r))
      wr_reduce_needs (&r, i, &rest);
  }
  wr_bitset_free (&rest);
  end (&r);
}

void wr_axiom_end (const struct wr_axiom_prover *prover,
                   const struct wr_axiom_reduce_options *options,
                   struct wr_axiom_reduction *reduction) {
  struct wr_reducer r = begin (prover, options, reduction);
  wr_reduce_budget (&r);
  order_batches (&r);
  r.fresh = prover->fresh_is_cheap;
  if (!r.fresh) settle (&r);
  r.fresh = r.thorough = true;
  settle (&r);
  WR_BITSET_EACH (&reduction->covered, i) {
    if (reduction->needs[i].limit) reduction->complete = false;
  }
  if (options->strong) WR_BITSET_EACH (&reduction->covered, i) {
      reduction->needs[i].strong = strong_goal (&r, i);
      if (reduction->needs[i].strong) wr_bitset_set (&reduction->strong, i, true);
    }
  end (&r);
}

void wr_axiom_reduce (const struct wr_axiom_prover *prover,
                      const struct wr_axiom_reduce_options *options,
                      struct wr_axiom_reduction *out) {
  wr_axiom_grow (prover, options, out);
  wr_axiom_end (prover, options, out);
}

void wr_axiom_reduction_free (struct wr_axiom_reduction *reduction) {
  for (uint32_t g = 0; g < reduction->goal_count; g++) {
    wr_bitset_free (&reduction->goals[g].used);
    wr_bitset_free (&reduction->goals[g].set);
    wr_bitset_free (&reduction->goals[g].with);
    wr_bitset_free (&reduction->goals[g].refused);
  }
  for (uint32_t i = 0; i < reduction->axiom_count; i++)
    wr_bitset_free (&reduction->needs[i].failed);
  free (reduction->goals);
  free (reduction->batches);
  free (reduction->needs);
  wr_bitset_free (&reduction->used);
  wr_bitset_free (&reduction->covered);
  wr_bitset_free (&reduction->strong);
  *reduction = (struct wr_axiom_reduction){0};
}
