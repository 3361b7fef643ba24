/* result/schedule.c -- which worker does what, and when.  A body with many goals is cut into parts, so that a program
   whose time is spent in one procedure uses all workers.  The dearest part starts first: by what it cost in
   an earlier run when the cache remembers it, otherwise by its size.  The order changes no answer. */
#include "result/decision.h"

#include <stdlib.h>

uint32_t wr_part_open (const struct wr_decision *run, const struct wr_part *part) {
  const struct wr_body_result *b = &run->result->bodies[part->body];
  if (wr_decision_limited (run, part->body)) return 0;
  uint32_t n = 0;
  for (uint32_t i = part->first; i < part->end; i++) n += b->goals[i].verdict == WR_VERDICT_NONE;
  return n;
}

/* Parts of about equal size.  With a limit on errors goals are asked strictly one after the other. */
static void cut_body (struct wr_decision *run, const struct wr_body_result *b) {
  uint32_t goals = b->passive->goal_count, open = 0, asked = 0;
  for (uint32_t i = 0; i < goals; i++) open += !b->goals[i].trivial;
  uint32_t most = open > WR_MANY_GOALS ? WR_SMALL_PART : WR_PART_GOALS;
  uint32_t count = run->options->error_limit ? 1 : (open + most - 1) / most;
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
  const struct wr_body_result *b = &run->result->bodies[whole.body];
  uint32_t goals = 0, asked = 0;
  for (uint32_t i = whole.first; i < whole.end; i++) goals += !b->goals[i].trivial;
  bool groups = whole.stage == WR_STAGE_PLAIN && goals > WR_GROUP_GOALS;
  struct wr_part next = {.body = whole.body,
                         .number = whole.number,
                         .root = whole.root,
                         .stage = groups ? WR_STAGE_GROUP : WR_STAGE_GOAL,
                         .tried = true};
  for (uint32_t i = whole.first; i < whole.end; i++) {
    if (b->goals[i].trivial) continue;
    if (asked++ % (groups ? WR_GROUP_GOALS : 1) == 0) {
      next.first = i;
      WR_VEC_PUSH (&run->fresh, run->parts.len);
      WR_VEC_PUSH (&run->parts, next);
    }
    WR_VEC_LAST (&run->parts).end = i + 1;
  }
  run->parts.data[part].end = whole.first;
}

/* -- what is asked last ----------------------------------------------------------------------------- */

static bool is_left (const struct wr_goal_result *r) {
  enum wr_status reason = r->reason;
  return r->verdict != WR_VERDICT_PROVED && r->verdict != WR_VERDICT_NONE &&
         (reason == WR_STATUS_INCOMPLETE || reason == WR_STATUS_RESOURCE ||
          reason == WR_STATUS_TIME || reason == WR_STATUS_MEMORY);
}

/* Some goal is left, and none was refuted. */
static bool is_unsure (const struct wr_body_result *b, const struct wr_part *part) {
  bool left = false;
  for (uint32_t i = part->first; i < part->whole; i++) {
    if (b->goals[i].verdict != WR_VERDICT_PROVED && !is_left (&b->goals[i])) return false;
    left |= is_left (&b->goals[i]);
  }
  return left;
}

static void put_back (struct wr_decision *run, const struct wr_left *left) {
  struct wr_goal_result *r = &run->result->bodies[left->body].goals[left->goal];
  if (r->verdict != WR_VERDICT_NONE) return;
  *r = left->result;
  run->goals_done++;
  run->jobs[left->body].failed += r->verdict == WR_VERDICT_FAILED;
}

static void take_out (struct wr_decision *run, const struct wr_part *part, wr_lefts *lefts) {
  struct wr_body_result *b = &run->result->bodies[part->body];
  for (uint32_t i = part->first; i < part->whole; i++) {
    if (!is_left (&b->goals[i])) continue;
    WR_VEC_PUSH (lefts, ((struct wr_left){part->body, i, b->goals[i]}));
    run->goals_done--;
    run->jobs[part->body].failed -= b->goals[i].verdict == WR_VERDICT_FAILED;
    b->goals[i] = (struct wr_goal_result){0};
  }
}

void wr_decision_take_left (struct wr_decision *run, wr_lefts *lefts, wr_u32s *order) {
  uint32_t cut = run->parts.len;
  for (uint32_t i = 0; i < cut; i++) {
    struct wr_part part = run->parts.data[i];
    if (part.root != i || !part.untouched || !is_unsure (&run->result->bodies[part.body], &part))
      continue;
    take_out (run, &part, lefts);
    struct wr_part last = {.body = part.body,
                           .first = part.first,
                           .end = part.whole,
                           .number = part.number,
                           .root = i,
                           .stage = WR_STAGE_LAST};
    WR_VEC_PUSH (order, run->parts.len);
    WR_VEC_PUSH (&run->parts, last);
  }
}

void wr_decision_put_left (struct wr_decision *run, wr_lefts *lefts) {
  for (uint32_t i = 0; i < lefts->len; i++) put_back (run, &lefts->data[i]);
  WR_VEC_FREE (lefts);
}

/* -- the order -------------------------------------------------------------------------------------- */

struct cost {
  double cost;
  uint32_t part;
};

/* Dearest first; among equals the earlier one. */
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
  WR_VEC_FREE (&costs);
}
