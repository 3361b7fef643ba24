/* axioms/program_prover.c -- goals of a program with some of its axioms (axioms/program_prover.h). */
#include "axioms/program_prover.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_GOALS = 24,
  NET_FACTOR = 5,
  NET_SECONDS = 5,
  NET_STEPS = 150000,    /* in a second, at least */
  LEAST_GOALS = 4,       /* a batch of more goals that is not proved is halved */
  BATCH_STEPS = 1000000, /* of the first proof of a batch */
  COSTLY_STEPS = 2000000 /* of a query with labels that is not worth a second attempt */
};
static const char announcement[] = "asks";

double wr_program_timeout (const struct wr_decide_options *decide) {
  return decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT;
}

/* Of a first proof. */
static uint64_t most_steps (const struct wr_decide_options *decide) {
  return decide->rlimit ? decide->rlimit : WR_DEFAULT_RLIMIT;
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

/* -- with some axioms ------------------------------------------------------------------------------------- */

/* Labels of axioms that a solver for these rows does not know. */
static void unknown_labels (const wr_program_prover *p, const wr_bitset *on, wr_bitset *left_out) {
  wr_bitset_copy (left_out, p->left_out);
  absent_labels (p, on, left_out);
}

static void close_few (wr_program_prover *p) {
  if (p->few.solver) p->backend->close (p->few.solver);
  p->few.solver = NULL;
  p->few.failed = 0;
}

static bool few_are (const wr_program_prover *p, const wr_bitset *on, uint32_t body) {
  return p->few.solver && p->few.body == body && wr_bitset_equal (on, &p->few.on);
}

/* A solver that knows these axioms only, and has entered the body. */
static void *open_few (wr_program_prover *p, const wr_bitset *on, uint32_t body) {
  if (few_are (p, on, body)) return p->few.solver;
  close_few (p);
  struct wr_solver_options options = p->decide->solver;
  wr_str error = {0};
  unknown_labels (p, on, &p->few.left_out);
  options.labelled_axioms = true;
  options.left_out = &p->few.left_out;
  wr_channel_deadline (p->channel, (double)wr_budgets_of (&options)->open_seconds);
  p->few.solver = p->backend->open (p->result->core, &options, &error);
  p->few.body = body;
  wr_bitset_copy (&p->few.on, on);
  if (p->few.solver && !p->backend->enter (p->few.solver, p->result->bodies[body].vc))
    close_few (p);
  return p->few.solver;
}

/* -- one query ------------------------------------------------------------------------------------------- */

/* A query about these axioms. */
struct asking {
  wr_program_prover *prover;
  wr_arena *arena;
  const struct wr_axiom_query *query;
  wr_bitset off, on; /* labels */
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

/* Steps end a query; the clock is a net for steps that the solver does not count, on a machine that does other work too. */
static double net_of (const struct wr_query *query) {
  double seconds = query->timeout * NET_FACTOR, steps = (double)query->rlimit / NET_STEPS;
  return NET_SECONDS + (seconds > steps ? seconds : steps);
}

static void begin_query (struct asking *a, const struct wr_goal_group *group,
                         struct wr_query *query) {
  const struct wr_decide_options *decide = a->prover->decide;
  query->rlimit = a->query->rlimit;
  query->timeout =
      wr_axiom_query_seconds (wr_program_timeout (decide), most_steps (decide), query->rlimit);
  query->caller_times = true;
  announce (a->prover, group);
  wr_channel_deadline (a->prover->channel, net_of (query));
}

/* A solver for the query that has entered the body; NULL: it cannot. */
static void *solver_of (const struct asking *a, uint32_t body) {
  wr_program_prover *p = a->prover;
  if (a->query->fresh) return open_few (p, a->query->on, body);
  return enter (p, body) ? p->solver : NULL;
}

/* Several goals are asked as a group.  A single goal is asked about a set: backends need not answer groups in every program. */
static void check (struct asking *a, const struct wr_goal_group *group, struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  struct wr_query query = wr_query_group (group->first, group->count, WR_GROUP_LABELLED);
  query.group.off = &a->off;
  if (group->count == 1) query = wr_query_set (group->first, &a->on, WR_SHARED);
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (is_fatal (p, group)) return;
  void *solver = solver_of (a, group->body);
  if (!solver) return;
  begin_query (a, group, &query);
  p->backend->check (solver, &query, a->arena, answer);
  if (answer->status == WR_STATUS_UNSAT) core_rows (p, a->arena, answer);
}

static void begin (struct asking *a) {
  absent_labels (a->prover, a->query->on, &a->off);
  for (uint32_t i = 1; i < a->prover->axioms->label_count; i++)
    wr_bitset_set (&a->on, i, !wr_bitset_has (&a->off, i));
}

static void end (struct asking *a) {
  wr_bitset_free (&a->off);
  wr_bitset_free (&a->on);
}

/* -- as `verify` asks ------------------------------------------------------------------------------------- */

/* There is no core: all axioms count. */
static void count_all (struct asking *a, struct wr_answer *answer) {
  answer->has_core = true;
  answer->core = WR_NEW (a->arena, uint32_t, wr_bitset_size (a->query->on));
  answer->core_count = 0;
  WR_BITSET_EACH (a->query->on, i) { answer->core[answer->core_count++] = i; }
}

/* As `verify` asks, without labels: the batch, then the goal with both encodings of maps. */
static void ask_plainly (struct asking *a, const struct wr_proved_group *goal,
                         struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  const struct wr_goal_group *group = &p->batches.data[goal->batch].group;
  struct wr_solver_options options = p->decide->solver;
  struct wr_query whole = wr_query_group (group->first, group->count, WR_GROUP_UNLABELLED);
  struct wr_query one = wr_query_goal (goal->group.first);
  wr_bitset left_out = {0};
  wr_str error = {0};
  unknown_labels (p, a->query->on, &left_out);
  options.left_out = &left_out;
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  begin_query (a, &goal->group, &one);
  void *solver = p->backend->open (p->result->core, &options, &error);
  bool entered = solver && p->backend->enter (solver, p->result->bodies[group->body].vc);
  if (entered && p->batches.data[goal->batch].proved && !is_fatal (p, group)) {
    begin_query (a, group, &whole);
    p->backend->check (solver, &whole, a->arena, answer);
  }
  if (entered && answer->status != WR_STATUS_UNSAT) {
    begin_query (a, &goal->group, &one);
    p->backend->check (solver, &one, a->arena, answer);
  }
  if (answer->status == WR_STATUS_UNSAT) count_all (a, answer);
  if (solver) p->backend->close (solver);
  wr_bitset_free (&left_out);
}

static bool is_limit (enum wr_status status) {
  return status != WR_STATUS_SAT && status != WR_STATUS_INCOMPLETE;
}

/* Another way to ask the same.  A proof counts; otherwise a limit does, because there the goal might be proved. */
static void join (struct wr_answer *answer, const struct wr_answer *other) {
  uint64_t resources = answer->resources + other->resources;
  double seconds = answer->seconds + other->seconds;
  if (other->status == WR_STATUS_UNSAT || !is_limit (answer->status)) *answer = *other;
  answer->resources = resources;
  answer->seconds = seconds;
}

static void check_batch (struct asking *a, uint32_t number, struct wr_answer *answer) {
  const struct wr_proved_group *batch = &a->prover->batches.data[number];
  *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE};
  if (batch->proved) check (a, &batch->group, answer);
}

/* Together with the other goals of its batch. */
static void ask_batch (struct asking *a, const struct wr_proved_group *goal,
                       struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  struct wr_axiom_query query = *a->query;
  const struct wr_axiom_query *whole = a->query;
  bool few = query.fresh && few_are (p, query.on, goal->group.body);
  if (few && p->few.failed == goal->batch + 1) return;
  uint64_t enough = 2 * p->batches.data[goal->batch].resources;
  if (query.rlimit < enough) query.rlimit = enough;
  struct wr_answer other;
  a->query = &query;
  check_batch (a, goal->batch, &other);
  a->query = whole;
  join (answer, &other);
}

static bool ends_at_limit (const struct wr_answer *answer) {
  return is_limit (answer->status) && answer->status != WR_STATUS_UNSAT;
}

/* A query with labels that takes many steps in vain is not made again. */
static void note_core (struct wr_proved_group *goal, const struct wr_answer *labelled,
                       const struct wr_answer *answer) {
  goal->coreless = answer->status == WR_STATUS_UNSAT && ends_at_limit (labelled) &&
                   labelled->resources >= COSTLY_STEPS;
}

/* A failure has to be shown by queries as `verify` asks them; a proof by a query with labels, which has a core, if there is one.  Where no
   query fails, but one hits its limit, the batch with labels may help. */
static void ask_thoroughly (struct asking *a, struct wr_proved_group *goal,
                            struct wr_answer *answer) {
  bool fatal = is_fatal (a->prover, &goal->group), unlikely = a->query->unlikely;
  bool plain_first = (unlikely || goal->coreless) && !fatal;
  struct wr_answer labelled, plain;
  *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE};
  if (plain_first) ask_plainly (a, goal, answer);
  bool proved = answer->status == WR_STATUS_UNSAT;
  if (plain_first && (proved ? goal->coreless : unlikely && !is_limit (answer->status))) return;
  check (a, &goal->group, &labelled);
  join (answer, &labelled);
  if (labelled.status != WR_STATUS_UNSAT && !plain_first && !fatal) {
    ask_plainly (a, goal, &plain);
    join (answer, &plain);
  }
  note_core (goal, &labelled, answer);
  if (ends_at_limit (answer)) ask_batch (a, goal, answer);
}

static void ask_in (struct asking *a, struct wr_answer *answer) {
  wr_program_prover *p = a->prover;
  const struct wr_axiom_query *query = a->query;
  if (query->batch) {
    check_batch (a, query->goal, answer);
    bool few = query->fresh && few_are (p, query->on, p->batches.data[query->goal].group.body);
    if (few && answer->status != WR_STATUS_UNSAT) p->few.failed = query->goal + 1;
  } else if (query->thorough) {
    ask_thoroughly (a, &p->goals.data[query->goal], answer);
  } else {
    check (a, &p->goals.data[query->goal].group, answer);
  }
}

void wr_program_prover_ask (void *prover, const struct wr_axiom_query *query, wr_arena *arena,
                            struct wr_answer *answer) {
  wr_program_prover *p = prover;
  const struct wr_proved_group *proved =
      query->batch ? &p->batches.data[query->goal] : &p->goals.data[query->goal];
  *answer = (struct wr_answer){.status = WR_STATUS_DIED};
  if (!query->on) {
    *answer = (struct wr_answer){.status = proved->proved ? WR_STATUS_UNSAT : WR_STATUS_INCOMPLETE,
                                 .has_core = proved->proved,
                                 .resources = proved->resources};
    answer->core =
        wr_arena_copy (arena, proved->core.data, proved->core.len, sizeof *proved->core.data);
    answer->core_count = proved->core.len;
    const struct wr_proved_group *batch = &p->batches.data[proved->batch];
    if (!query->batch && batch->proved) answer->together = batch->group.count;
    return;
  }
  struct asking a = {p, arena, query, {0}, {0}};
  begin (&a);
  ask_in (&a, answer);
  /* What the clock has ended leaves a state that depends on the machine. */
  if (query->fresh && answer->status == WR_STATUS_TIME) close_few (p);
  end (&a);
}

/* -- first proofs ------------------------------------------------------------------------------------------ */

static struct wr_proved_group first_proof (wr_program_prover *p, const struct wr_goal_group *group,
                                           uint64_t rlimit) {
  struct wr_axiom_query query = {.rlimit = rlimit};
  struct asking a = {p, wr_arena_new (), &query, {0}, {0}};
  struct wr_answer answer = {0};
  begin (&a);
  check (&a, group, &answer);
  end (&a);
  struct wr_proved_group found = {
      .group = *group, .proved = answer.status == WR_STATUS_UNSAT, .resources = answer.resources};
  for (uint32_t i = 0; found.proved && i < answer.core_count; i++)
    WR_VEC_PUSH (&found.core, answer.core[i]);
  wr_arena_free (a.arena);
  return found;
}

static void free_groups (wr_proved_groups *groups) {
  for (uint32_t i = 0; i < groups->len; i++) WR_VEC_FREE (&groups->data[i].core);
  WR_VEC_FREE (groups);
}

/* Takes over the batch and its goals. */
static void add_batch (wr_program_prover *p, const struct wr_proved_group *batch,
                       wr_proved_groups *goals) {
  struct wr_axiom_batch range = {p->goals.len, goals->len};
  for (uint32_t i = 0; i < goals->len; i++) {
    goals->data[i].batch = p->batches.len;
    WR_VEC_PUSH (&p->goals, goals->data[i]);
  }
  WR_VEC_PUSH (&p->batches, *batch);
  WR_VEC_PUSH (&p->ranges, range);
  WR_VEC_FREE (goals);
}

/* Each goal has what proved its batch, until it is asked alone. */
static void add_proved (wr_program_prover *p, const struct wr_proved_group *batch) {
  wr_proved_groups goals = {0};
  for (uint32_t i = 0; i < batch->group.count; i++) {
    struct wr_proved_group goal = {.group = {batch->group.body, batch->group.first + i, 1},
                                   .proved = true,
                                   .resources = batch->resources};
    for (uint32_t k = 0; k < batch->core.len; k++) WR_VEC_PUSH (&goal.core, batch->core.data[k]);
    WR_VEC_PUSH (&goals, goal);
  }
  add_batch (p, batch, &goals);
}

/* Goals of a batch that is not proved with few steps.  If one of them is not proved alone, the batch has the steps of a goal. */
static void add_single (wr_program_prover *p, struct wr_proved_group *batch, uint64_t rlimit) {
  wr_proved_groups goals = {0};
  for (uint32_t i = 0; i < batch->group.count; i++) {
    struct wr_goal_group one = {batch->group.body, batch->group.first + i, 1};
    struct wr_proved_group goal = first_proof (p, &one, rlimit);
    if (goal.proved) WR_VEC_PUSH (&goals, goal);
  }
  if (goals.len < batch->group.count && batch->group.count > 1)
    *batch = first_proof (p, &batch->group, rlimit);
  if (batch->proved) {
    add_proved (p, batch);
    free_groups (&goals);
  } else {
    p->unexplained += batch->group.count - goals.len;
    add_batch (p, batch, &goals);
  }
}

/* Adds the goals of a range in batches that the solver proves with all axioms, halving those that it does not. */
static void add_range (wr_program_prover *p, const struct wr_goal_group *group) {
  uint64_t rlimit = most_steps (p->decide);
  uint32_t half = group->count / 2;
  struct wr_proved_group batch = {.group = *group};
  if (group->count > 1) batch = first_proof (p, group, rlimit < BATCH_STEPS ? rlimit : BATCH_STEPS);
  if (batch.proved) {
    add_proved (p, &batch);
  } else if (group->count > LEAST_GOALS) {
    add_range (p, &(struct wr_goal_group){group->body, group->first, half});
    add_range (p, &(struct wr_goal_group){group->body, group->first + half, group->count - half});
  } else {
    add_single (p, &batch, rlimit);
  }
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

/* -- as bytes ------------------------------------------------------------------------------------------------ */

enum { PROVED = 1, CORELESS = 2 };

static void put_group (wr_buf *out, const struct wr_proved_group *group) {
  wr_put_u32 (out, group->group.first);
  wr_put_u32 (out, group->group.count);
  wr_put_u32 (out, (group->proved ? PROVED : 0u) | (group->coreless ? CORELESS : 0u));
  wr_put_u64 (out, group->resources);
  wr_put_u32 (out, group->core.len);
  for (uint32_t i = 0; i < group->core.len; i++) wr_put_u32 (out, group->core.data[i]);
}

static struct wr_proved_group get_group (const wr_program_prover *p, uint32_t body,
                                         struct wr_bytes *in) {
  uint32_t goals = p->result->bodies[body].passive->goal_count;
  struct wr_proved_group group = {.group = {.body = body, .first = wr_get_u32 (in)}};
  group.group.count = wr_get_u32 (in);
  uint32_t flags = wr_get_u32 (in);
  group.proved = flags & PROVED;
  group.coreless = flags & CORELESS;
  group.resources = wr_get_u64 (in);
  uint32_t members = wr_get_u32 (in);
  if (group.group.first > goals || group.group.count > goals - group.group.first) in->bad = true;
  for (uint32_t i = 0; !in->bad && i < members; i++) {
    uint32_t row = wr_get_u32 (in);
    if (row >= p->axioms->rows.len) in->bad = true;
    WR_VEC_PUSH (&group.core, row);
  }
  return group;
}

void wr_program_prover_write (const wr_program_prover *p, wr_buf *out) {
  wr_put_u32 (out, p->unexplained);
  wr_put_u32 (out, p->batches.len);
  for (uint32_t b = 0; b < p->batches.len; b++) {
    put_group (out, &p->batches.data[b]);
    wr_put_u32 (out, p->ranges.data[b].count);
    for (uint32_t i = 0; i < p->ranges.data[b].count; i++)
      put_group (out, &p->goals.data[p->ranges.data[b].first + i]);
  }
}

void wr_program_prover_read (wr_program_prover *p, uint32_t body, struct wr_bytes *in) {
  p->unexplained += wr_get_u32 (in);
  for (uint32_t batches = wr_get_u32 (in); !in->bad && batches; batches--) {
    struct wr_proved_group batch = get_group (p, body, in);
    wr_proved_groups goals = {0};
    for (uint32_t count = wr_get_u32 (in); !in->bad && count; count--) {
      struct wr_proved_group goal = get_group (p, body, in);
      if (goal.group.count != 1) in->bad = true;
      WR_VEC_PUSH (&goals, goal);
    }
    add_batch (p, &batch, &goals);
  }
}

void wr_program_prover_free (wr_program_prover *prover) {
  close_few (prover);
  wr_bitset_free (&prover->few.on);
  wr_bitset_free (&prover->few.left_out);
  free_groups (&prover->goals);
  free_groups (&prover->batches);
  WR_VEC_FREE (&prover->ranges);
}
