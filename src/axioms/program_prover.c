/* axioms/program_prover.c -- goals of a program with some of its axioms (axioms/program_prover.h). */
#include "axioms/program_prover.h"

#include "base/check.h"
#include "solve/answer.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_GOALS = 24,
  NET_FACTOR = 10,
  NET_SECONDS = 5,
  GROUP_STEPS = 1000000 /* of a query about several goals, or twice those of its first proof */
};
static const char announcement[] = "asks";

double wr_program_timeout (const struct wr_decide_options *decide) {
  return decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT;
}

static bool enter (wr_program_prover *p, uint32_t body) {
  if (p->entered == body + 1) return true;
  if (p->entered) p->backend->leave (p->solver);
  p->entered = p->backend->enter (p->solver, p->result->bodies[body].vc) ? body + 1 : 0;
  return p->entered != 0;
}

/* Labels of axioms that are absent when the rows of `on` hold. */
static void absent_labels (const wr_program_prover *p, const wr_bitset *on, wr_bitset *off) {
  for (uint32_t i = 1; i < p->axioms->label_count; i++)
    if (p->axioms->row_of[i] && on && !wr_bitset_has (on, p->axioms->row_of[i] - 1))
      wr_bitset_set (off, i, true);
}

static void core_rows (const wr_program_prover *p, wr_arena *arena, struct wr_answer *answer) {
  wr_bitset in = {0};
  for (uint32_t i = 0; i < answer->core_count; i++) {
    uint32_t label = answer->core[i];
    uint32_t row = label < p->axioms->label_count ? p->axioms->row_of[label] : 0;
    if (row) wr_bitset_set (&in, row - 1, true);
  }
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  answer->core_count = 0;
  WR_BITSET_EACH (&in, i) { answer->core[answer->core_count++] = i; }
  wr_bitset_free (&in);
}

/* -- one query ------------------------------------------------------------------------------------------- */

/* A query about these axioms in this solver, which has entered the body. */
struct asking {
  wr_program_prover *prover;
  void *solver;
  wr_arena *arena;
  const struct wr_axiom_query *query;
  wr_bitset off, on; /* labels */
  uint64_t most; /* steps of a query about several goals; what it does not prove, its parts may */
};

static void announce (const wr_program_prover *p, const struct wr_goal_group *group) {
  wr_buf frame = {0};
  wr_buf_add (&frame, wr_str_of (announcement));
  wr_put_u32 (&frame, group->body);
  wr_put_u32 (&frame, group->first);
  wr_put_u32 (&frame, group->count);
  wr_channel_send (p->channel, frame.data, frame.len);
  wr_buf_free (&frame);
}

bool wr_program_announced (const void *data, size_t size, struct wr_goal_group *group) {
  const size_t head = sizeof announcement - 1;
  if (size < head || memcmp (data, announcement, head) != 0) return false;
  struct wr_bytes in = {(const unsigned char *)data + head, size - head, false};
  group->body = wr_get_u32 (&in);
  group->first = wr_get_u32 (&in);
  group->count = wr_get_u32 (&in);
  return !in.bad && !in.left;
}

static bool is_fatal (const wr_program_prover *p, const struct wr_goal_group *group) {
  for (uint32_t i = 0; p->fatal && i < p->fatal->len; i++)
    if (!memcmp (&p->fatal->data[i], group, sizeof *group)) return true;
  return false;
}

/* Several goals are asked as a group.  A single goal is asked about a set: backends need not answer groups in every program. */
static void check (struct asking *a, const struct wr_goal_group *group, struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  struct wr_query query = wr_query_group (group->first, group->count, WR_GROUP_LABELLED);
  query.group.off = &a->off;
  if (group->count == 1) query = wr_query_set (group->first, &a->on, WR_SHARED);
  query.rlimit = a->query->rlimit;
  if (group->count > 1 && query.rlimit > a->most) query.rlimit = a->most;
  query.timeout = wr_program_timeout (p->decide);
  query.caller_times = true;
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (is_fatal (p, group)) return;
  announce (p, group);
  /* Steps end a query; the clock is a net for steps that the solver does not count, on a machine that does other work too. */
  wr_channel_deadline (p->channel, query.timeout * NET_FACTOR + NET_SECONDS);
  p->backend->check (a->solver, &query, a->arena, answer);
  if (answer->status == WR_STATUS_UNSAT) core_rows (p, a->arena, answer);
}

static void begin (struct asking *a, uint64_t first) {
  a->most = 2 * first > GROUP_STEPS ? 2 * first : GROUP_STEPS;
  absent_labels (a->prover, a->query->on, &a->off);
  for (uint32_t i = 1; i < a->prover->axioms->label_count; i++)
    wr_bitset_set (&a->on, i, !wr_bitset_has (&a->off, i));
}

static void end (struct asking *a) {
  wr_bitset_free (&a->off);
  wr_bitset_free (&a->on);
}

/* -- a group, or its goals --------------------------------------------------------------------------------- */

/* Adds an answer about a part to that about the whole. */
static void join (struct asking *a, struct wr_answer *whole, const struct wr_answer *part) {
  uint64_t resources = whole->resources + part->resources;
  double seconds = whole->seconds + part->seconds;
  if (part->status != WR_STATUS_UNSAT) {
    *whole = *part;
  } else if (whole->status != WR_STATUS_UNSAT) {
    *whole = *part;
  } else {
    uint32_t count = whole->core_count + part->core_count;
    uint32_t *core = WR_NEW (a->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
      core[i] = i < whole->core_count ? whole->core[i] : part->core[i - whole->core_count];
    whole->core = core;
    whole->core_count = count;
  }
  whole->resources = resources;
  whole->seconds = seconds;
}

/* Labels of axioms that a fresh solver does not know. */
static void unknown_labels (const wr_program_prover *p, const wr_bitset *on, wr_bitset *left_out) {
  wr_bitset_copy (left_out, p->left_out);
  absent_labels (p, on, left_out);
}

/* One goal as `verify` asks it, without labels at axioms and with both encodings of maps.  There is no core: all axioms count. */
static void ask_plainly (struct asking *a, const struct wr_goal_group *one,
                         struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  struct wr_solver_options options = p->decide->solver;
  struct wr_query query = wr_query_goal (one->first);
  struct wr_answer found = {.status = WR_STATUS_DIED};
  wr_bitset left_out = {0};
  wr_str error = {0};
  unknown_labels (p, a->query->on, &left_out);
  options.left_out = &left_out;
  query.rlimit = a->query->rlimit;
  query.timeout = wr_program_timeout (p->decide);
  query.caller_times = true;
  void *solver = p->backend->open (p->result->core, &options, &error);
  if (solver && p->backend->enter (solver, p->result->bodies[one->body].vc))
    p->backend->check (solver, &query, a->arena, &found);
  if (found.status == WR_STATUS_UNSAT) {
    *answer = (struct wr_answer){.status = WR_STATUS_UNSAT, .has_core = true};
    answer->core = WR_NEW (a->arena, uint32_t, wr_bitset_size (a->query->on));
    WR_BITSET_EACH (a->query->on, i) { answer->core[answer->core_count++] = i; }
  }
  answer->resources += found.resources;
  answer->seconds += found.seconds;
  if (solver) p->backend->close (solver);
  wr_bitset_free (&left_out);
}

static void ask_parts (struct asking *a, const struct wr_goal_group *group,
                       struct wr_answer *answer);

/* The group as a whole, then its halves. */
static void ask_group (struct asking *a, const struct wr_goal_group *group,
                       struct wr_answer *answer) {
  check (a, group, answer);
  if (answer->status != WR_STATUS_UNSAT && group->count > 1) ask_parts (a, group, answer);
  uint32_t without = a->query->without;
  bool alone = group->count == 1 && a->query->fresh && !is_fatal (a->prover, group);
  if (answer->status != WR_STATUS_UNSAT && alone) ask_plainly (a, group, answer);
  if (answer->status != WR_STATUS_UNSAT && group->count == 1 && without)
    a->prover->failed[without - 1] = group->first + 1;
}

/* The goal that was last not proved without the axiom comes first. */
static void ask_parts (struct asking *a, const struct wr_goal_group *group,
                       struct wr_answer *answer) {
  uint32_t half = group->count / 2, without = a->query->without;
  uint32_t known = without ? a->prover->failed[without - 1] : 0;
  struct wr_goal_group parts[] = {{group->body, group->first, half},
                                  {group->body, group->first + half, group->count - half}};
  uint64_t resources = answer->resources;
  double seconds = answer->seconds;
  if (known > group->first && known <= group->first + group->count) {
    struct wr_goal_group one = {group->body, known - 1, 1};
    ask_group (a, &one, answer);
    answer->resources += resources;
    answer->seconds += seconds;
    if (answer->status != WR_STATUS_UNSAT) return;
    resources = answer->resources;
    seconds = answer->seconds;
  }
  *answer = (struct wr_answer){.resources = resources, .seconds = seconds};
  for (uint32_t i = 0; i < 2 && (!i || answer->status == WR_STATUS_UNSAT); i++) {
    struct wr_answer part;
    ask_group (a, &parts[i], &part);
    join (a, answer, &part);
  }
}

/* In a context that knows the axioms of `on` only. */
static void ask_fresh (wr_program_prover *p, const struct wr_axiom_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  const struct wr_goal_group *group = &p->groups.data[query->goal].group;
  struct wr_solver_options options = p->decide->solver;
  wr_bitset left_out = {0};
  wr_str error = {0};
  unknown_labels (p, query->on, &left_out);
  options.labelled_axioms = true;
  options.left_out = &left_out;
  wr_channel_deadline (p->channel, (double)wr_budgets_of (&options)->open_seconds);
  struct asking a = {
      p, p->backend->open (p->result->core, &options, &error), arena, query, {0}, {0}, 0};
  begin (&a, p->groups.data[query->goal].resources);
  if (a.solver && p->backend->enter (a.solver, p->result->bodies[group->body].vc))
    ask_group (&a, group, answer);
  if (a.solver) p->backend->close (a.solver);
  end (&a);
  wr_bitset_free (&left_out);
}

void wr_program_prover_ask (void *prover, const struct wr_axiom_query *query, wr_arena *arena,
                            struct wr_answer *answer) {
  wr_program_prover *p = prover;
  const struct wr_proved_group *proved = &p->groups.data[query->goal];
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (query->fresh) {
    ask_fresh (p, query, arena, answer);
  } else if (!query->on) {
    *answer = (struct wr_answer){
        .status = WR_STATUS_UNSAT, .has_core = true, .resources = proved->resources};
    answer->core =
        wr_arena_copy (arena, proved->core.data, proved->core.len, sizeof *proved->core.data);
    answer->core_count = proved->core.len;
  } else if (enter (p, proved->group.body)) {
    struct asking a = {p, p->solver, arena, query, {0}, {0}, 0};
    begin (&a, proved->resources);
    ask_group (&a, &proved->group, answer);
    end (&a);
  }
}

/* -- first proofs ------------------------------------------------------------------------------------------ */

/* Adds the goals of a range as groups that the solver proves with all axioms, halving those that it does not. */
static void add_range (wr_program_prover *p, const struct wr_goal_group *group) {
  uint64_t rlimit = p->decide->rlimit ? p->decide->rlimit : WR_DEFAULT_RLIMIT;
  struct wr_axiom_query query = {.rlimit = group->count > 1 ? rlimit / 4 : rlimit};
  struct asking a = {p, p->solver, wr_arena_new (), &query, {0}, {0}, 0};
  struct wr_answer answer = {0};
  begin (&a, query.rlimit);
  if (enter (p, group->body)) check (&a, group, &answer);
  end (&a);
  if (answer.status == WR_STATUS_UNSAT) {
    struct wr_proved_group proved = {.group = *group, .resources = answer.resources};
    for (uint32_t i = 0; i < answer.core_count; i++) WR_VEC_PUSH (&proved.core, answer.core[i]);
    WR_VEC_PUSH (&p->groups, proved);
  } else if (group->count > 1) {
    uint32_t half = group->count / 2;
    add_range (p, &(struct wr_goal_group){group->body, group->first, half});
    add_range (p, &(struct wr_goal_group){group->body, group->first + half, group->count - half});
  } else {
    p->unexplained++;
  }
  wr_arena_free (a.arena);
}

void wr_program_prover_add (wr_program_prover *p, uint32_t body) {
  const struct wr_body_result *b = &p->result->bodies[body];
  struct wr_goal_group group = {.body = body};
  for (uint32_t g = 0; g <= b->passive->goal_count; g++) {
    bool proved = g < b->passive->goal_count && b->goals[g].verdict == WR_VERDICT_PROVED;
    if (proved && group.count < MOST_GOALS) {
      group.first = group.count ? group.first : g;
      group.count++;
      continue;
    }
    if (group.count) add_range (p, &group);
    group.first = g;
    group.count = proved;
  }
}

void wr_program_prover_init (wr_program_prover *prover) {
  prover->failed = wr_alloc (prover->axioms->rows.len + 1, sizeof *prover->failed);
}

void wr_program_prover_free (wr_program_prover *prover) {
  for (uint32_t i = 0; i < prover->groups.len; i++) WR_VEC_FREE (&prover->groups.data[i].core);
  WR_VEC_FREE (&prover->groups);
  free (prover->failed);
}
