/* result/schedule.c -- which worker does what, and when. A body with many goals is cut into parts, so that a program
   with one expensive procedure uses all workers. The most expensive part starts first; its cost is that of an earlier
   run if the cache has it, and is estimated from its size otherwise. The order does not change an answer. */
#include "result/decision.h"

#include "base/check.h"

#include <stdlib.h>

bool wr_part_asks (const struct wr_decision *run, const struct wr_part *part, uint32_t goal) {
  const struct wr_goal_result *r = &run->result->bodies[part->body].goals[goal];
  if (part->stage != WR_STAGE_RETRY) return r->verdict == WR_VERDICT_NONE;
  return wr_may_be_proved (r->reason);
}

uint32_t wr_part_open (const struct wr_decision *run, const struct wr_part *part) {
  if (wr_decision_limited (run, part->body)) return 0;
  uint32_t n = 0;
  for (uint32_t i = part->first; i < part->end; i++) n += wr_part_asks (run, part, i);
  return n;
}

/* Cuts a body into parts of about equal size. With a limit on errors there is one part: its goals are asked one after
   the other. */
static void cut_body (struct wr_decision *run, const struct wr_body_result *b) {
  uint32_t goals = b->passive->goal_count, open = 0, asked = 0;
  for (uint32_t i = 0; i < goals; i++) open += !b->goals[i].trivial;
  const struct wr_budgets *budgets = wr_budgets_of (&run->options->solver);
  uint32_t most =
      (uint32_t)(open > budgets->many_goals ? budgets->small_part_goals : budgets->part_goals);
  uint32_t count = run->options->error_limit ? 1 : (open + most - 1) / most;
  /* Every part takes in what comes before it: the work grows with the number of parts. */
  if (count > budgets->most_parts) count = (uint32_t)budgets->most_parts;
  uint32_t size = count > 1 ? (open + count - 1) / count : open;
  struct wr_part part = {.body = b->body, .root = run->parts.len};
  for (uint32_t i = 0; i < goals; i++) {
    if (b->goals[i].trivial || asked++ < size) continue;
    part.end = part.whole = i;
    WR_VEC_PUSH (&run->parts, part);
    part.first = i;
    part.number++;
    part.root++;
    asked = 1;
  }
  part.end = part.whole = goals;
  if (goals > 0) WR_VEC_PUSH (&run->parts, part);
}

static bool is_untouched (const struct wr_decision *run, const struct wr_part *part) {
  const struct wr_body_result *b = &run->result->bodies[part->body];
  for (uint32_t i = part->first; i < part->end; i++)
    if (!b->goals[i].trivial && b->goals[i].verdict != WR_VERDICT_NONE) return false;
  return true;
}

void wr_decision_cut (struct wr_decision *run) {
  const bool *asked = run->options->asked;
  for (uint32_t i = 0; i < run->result->body_count; i++)
    if (run->result->bodies[i].passive && (!asked || asked[i]))
      cut_body (run, &run->result->bodies[i]);
  for (uint32_t i = 0; i < run->parts.len; i++)
    run->parts.data[i].untouched = is_untouched (run, &run->parts.data[i]);
}

void wr_decision_share (struct wr_decision *run, uint32_t part) {
  struct wr_part whole = run->parts.data[part];
  WR_REQUIRE (whole.stage == WR_STAGE_PART || whole.stage == WR_STAGE_GROUP);
  const struct wr_body_result *b = &run->result->bodies[whole.body];
  uint32_t goals = 0, asked = 0;
  uint32_t size = (uint32_t)wr_budgets_of (&run->options->solver)->group_goals;
  for (uint32_t i = whole.first; i < whole.end; i++) goals += !b->goals[i].trivial;
  bool groups = whole.stage == WR_STAGE_PART && goals > size;
  struct wr_part next = {.body = whole.body,
                         .number = whole.number,
                         .root = whole.root,
                         .stage = groups ? WR_STAGE_GROUP : WR_STAGE_GOAL,
                         .tried = true};
  for (uint32_t i = whole.first; i < whole.end; i++) {
    if (b->goals[i].trivial) continue;
    if (asked++ % (groups ? size : 1) == 0) {
      next.first = i;
      WR_VEC_PUSH (&run->fresh, run->parts.len);
      WR_VEC_PUSH (&run->parts, next);
    }
    WR_VEC_LAST (&run->parts).end = i + 1;
  }
  WR_ASSERT (run->fresh.len > 0 || goals == 0);
  run->parts.data[part].end = whole.first;
}

/* -- retries ---------------------------------------------------------------------------------------- */

/* Some goal is unresolved, and none was refuted: the goals as a whole may still be proved. */
static bool is_unresolved (const struct wr_body_result *b, uint32_t first, uint32_t end) {
  bool some = false;
  for (uint32_t i = first; i < end; i++) {
    bool proved = b->goals[i].verdict == WR_VERDICT_PROVED;
    if (!proved && !wr_may_be_proved (b->goals[i].reason)) return false;
    some |= !proved;
  }
  return some;
}

void wr_decision_retry (struct wr_decision *run, wr_u32s *order) {
  const struct wr_row *row = wr_row (WR_ROW_LABELLED_PART);
  uint64_t few = wr_budgets_of (&run->options->solver)->few_axioms;
  uint32_t cut = run->parts.len;
  WR_ASSERT (wr_row_is_in (row, WR_STAGE_RETRY));
  if (row->prelude && run->core->axioms.len <= few) return;
  for (uint32_t i = 0; i < cut; i++) {
    struct wr_part part = run->parts.data[i];
    if (part.root != i || !part.untouched ||
        !is_unresolved (&run->result->bodies[part.body], part.first, part.whole))
      continue;
    struct wr_part again = {.body = part.body,
                            .first = part.first,
                            .end = part.whole,
                            .number = part.number,
                            .root = i,
                            .stage = WR_STAGE_RETRY};
    WR_VEC_PUSH (order, run->parts.len);
    WR_VEC_PUSH (&run->parts, again);
  }
}

/* No goal has a verdict, but for trivial ones. */
static bool is_open (const struct wr_body_result *b) {
  bool some = false;
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    if (b->goals[i].trivial) continue;
    if (b->goals[i].verdict != WR_VERDICT_NONE) return false;
    some = true;
  }
  return some;
}

void wr_decision_find (const struct wr_decision *run, bool last, wr_u32s *bodies) {
  const struct wr_decide_options *options = run->options;
  if (!options->look.prove || options->solver.untracked || options->error_limit > 0 ||
      !options->backend->groups ||
      run->core->axioms.len <= wr_budgets_of (&options->solver)->few_axioms)
    return;
  for (uint32_t i = 0; i < run->result->body_count; i++) {
    const struct wr_body_result *b = &run->result->bodies[i];
    if (!b->passive || !b->selected || b->looked_last || (options->asked && !options->asked[i]))
      continue;
    if (last ? is_unresolved (b, 0, b->passive->goal_count) : is_open (b)) WR_VEC_PUSH (bodies, i);
  }
}

/* -- the order -------------------------------------------------------------------------------------- */

struct cost {
  double cost;
  uint32_t part;
};

/* The most expensive part comes first; among equals, the earlier one. */
static int by_cost (const void *a, const void *b) {
  const struct cost *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? 1 : -1;
  return (x->part > y->part) - (x->part < y->part);
}

static double size_of (const struct wr_decision *run, const struct wr_part *part) {
  const struct wr_body_result *b = &run->result->bodies[part->body];
  double before =
      (double)part->end / b->passive->goal_count; /* what a goal rests on is before it */
  return (double)wr_part_open (run, part) * b->vc->node_count * before;
}

void wr_decision_order (const struct wr_decision *run, wr_u32s *order) {
  WR_VEC (struct cost) costs = {0};
  double known = 0, size = 0; /* of the parts whose cost is remembered */
  for (uint32_t i = 0; i < run->parts.len; i++) {
    const struct wr_part *part = &run->parts.data[i];
    if (wr_part_open (run, part) == 0) continue;
    struct cost cost = {(double)wr_decision_cost (run, part), i};
    if (cost.cost > 0) known += cost.cost, size += size_of (run, part);
    WR_VEC_PUSH (&costs, cost);
  }
  double each = known > 0 && size > 0 ? known / size : 1;
  for (uint32_t i = 0; i < costs.len; i++)
    if (costs.data[i].cost <= 0)
      costs.data[i].cost = each * size_of (run, &run->parts.data[costs.data[i].part]);
  if (costs.len > 1) qsort (costs.data, costs.len, sizeof *costs.data, by_cost);
  for (uint32_t i = 0; i < costs.len; i++) WR_VEC_PUSH (order, costs.data[i].part);
  for (uint32_t i = 1; i < costs.len; i++)
    WR_ASSERT (costs.data[i - 1].cost >= costs.data[i].cost); /* no cost is NaN */
  WR_VEC_FREE (&costs);
}
