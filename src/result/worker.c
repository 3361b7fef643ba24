/* result/worker.c -- one part of a procedure in a child process: applies the rows of the strategy (result/strategy.h) to its
   open goals.  Most goals of a procedure follow from the same few facts: proving many together costs about as much as proving
   one, and labels may double it.  A query about several goals gives no other verdict than "proved". */
#include "result/decision.h"

#include "base/check.h"
#include "base/os.h"

#include <stdlib.h>
#include <sys/time.h>

/* The worker is killed after this time: the solver may not keep its own limit, and loading the procedure takes time
   too. */
static double net (const struct wr_decide_options *options, double timeout) {
  double grace =
      options->grace > 0 ? options->grace : (double)wr_budgets_of (&options->solver)->grace_seconds;
  return timeout > 0 ? timeout * 1.25 + grace : 0;
}

/* BEGIN, RETRY, SHARE or MEMBER. */
static void send_goal (wr_channel *out, enum wr_message kind, uint32_t goal) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, kind);
  wr_put_u32 (&buf, goal);
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

static void send_answer (wr_channel *out, enum wr_message kind, uint32_t goal,
                         struct wr_answer *answer) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, kind);
  wr_put_u32 (&buf, goal);
  wr_answer_write (&buf, answer);
  if (buf.len > WR_MAX_FRAME) { /* the verdict matters more than the values */
    answer->value_count = 0;
    wr_buf_clear (&buf);
    wr_put_u32 (&buf, kind);
    wr_put_u32 (&buf, goal);
    wr_answer_write (&buf, answer);
  }
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

/* Sends the processor time of the part, the solver's share of it, in microseconds, and the number of queries. */
static void send_cost (wr_channel *out, double all, double solver, uint32_t checks) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, WR_MESSAGE_COST);
  wr_put_u32 (&buf, (uint32_t)(all * 1e6));
  wr_put_u32 (&buf, (uint32_t)(solver * 1e6));
  wr_put_u32 (&buf, checks);
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

struct work {
  const struct wr_decision *run;
  const struct wr_budgets *budgets;
  struct wr_part part; /* as far as the parent sent it */
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
  wr_arena *arena;
  uint64_t rlimit; /* of a goal */
  double timeout;
  bool want_core;
  wr_bitset open;     /* goals */
  wr_bitset no_retry; /* goals whose retry has ended a worker */
  uint32_t failed;
  bool groups;    /* the backend answers groups, and no group has killed a worker */
  bool uncounted; /* the solver may make steps that it does not count */
  bool
      sums; /* the procedure has many assignments of numbers, which cost little without labels only */
  bool prelude;                 /* the program has more than `few_axioms` axioms */
  bool expensive;               /* the last query about several proved nothing and took long */
  wr_bitset proved;             /* without labels; asked again, for their cores */
  struct wr_answer *unlabelled; /* of these, by goal */
  double solver;                /* seconds of processor time inside the backend */
  uint32_t checks;              /* queries */
  wr_u32s late; /* goals that the solver gave up on; their answers are not sent yet */
  WR_VEC (struct wr_answer) late_answers;
};

/* The seconds that stand for a limit of steps; 0: the solver counts all its steps.  They are many more than an ordinary query with as many steps takes. */
static double seconds_of_steps (const struct work *w, uint64_t steps) {
  return (double)w->budgets->uncounted_seconds +
         (double)steps / (double)w->budgets->uncounted_steps;
}

static double clock_of_steps (const struct work *w, const struct wr_query *query) {
  return w->uncounted && query->rlimit ? seconds_of_steps (w, query->rlimit) : 0;
}

/* In a query without labels, facts that hold on every path have no guard.  Z3 instantiates quantifiers for them while it takes the assertions in, before the
   check that limits apply to, and a matching loop can keep it there.  A limit of steps then ends the process, after as much processor time as stands
   for the steps; what the query was about is asked otherwise.  0 seconds: no limit. */
static void limit_process (double seconds) {
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
  setitimer (ITIMER_PROF, &timer, NULL); /* SIGPROF ends the process */
}

static double seconds_of_process (const struct work *w, const struct wr_query *query) {
  if (query->kind != WR_QUERY_GROUP || query->group.form != WR_GROUP_UNLABELLED) return 0;
  return query->rlimit && w->backend->slice ? seconds_of_steps (w, query->rlimit) : 0;
}

/* The timeout is meant for what a query takes, not for what other processes take meanwhile: a query in this process that the clock
   ended before it had its processor time is asked again with more time. */
static void check (struct work *w, const struct wr_query *query, struct wr_answer *answer) {
  struct wr_query now = *query;
  double steps = clock_of_steps (w, query);
  bool by_steps = steps > 0 && (query->timeout <= 0 || steps < query->timeout);
  if (by_steps) now.timeout = steps;
  double enough = now.timeout * (double)w->budgets->enough_time_percent / 100;
  for (uint64_t again = 0;; again++) {
    double began = wr_cpu_clock ();
    if (now.kind == WR_QUERY_GOAL) now.goal.will_retry = !again;
    wr_channel_deadline (w->out, net (w->run->options, now.timeout));
    double most = seconds_of_process (w, &now);
    if (most > 0) limit_process (most);
    w->backend->check (w->self, &now, w->arena, answer);
    if (most > 0) limit_process (0);
    w->checks++;
    double took = wr_cpu_clock () - began;
    w->solver += took;
    bool starved = w->backend->slice && took < enough;
    if (answer->status != WR_STATUS_TIME || !starved || again == w->budgets->retries) break;
    now.timeout *= 2;
  }
  answer->clock_of_steps = by_steps && answer->status == WR_STATUS_TIME;
}

static void answer_goal (struct work *w, uint32_t goal, const struct wr_answer *answer) {
  WR_ASSERT (wr_bitset_has (&w->open, goal)); /* each goal is answered once */
  struct wr_answer own = *answer;
  if (!w->run->options->want_cores) own.has_core = false, own.core_count = 0;
  if (own.has_core && own.together > 1)
    wr_answer_keep_own (&own, w->run->result->bodies[w->part.body].vc, goal, w->arena);
  send_answer (w->out, WR_MESSAGE_ANSWER, goal, &own);
  wr_bitset_set (&w->open, goal, false);
}

/* -- one row ------------------------------------------------------------------------------------------ */

/* Goals that one query is about: from `first` to `last`, of which `goals` are to be answered. */
struct range {
  uint32_t first, last;
  const uint32_t *goals;
  uint32_t count;
};

static struct range range_of (const uint32_t *goals, uint32_t count) {
  WR_ASSERT (count > 0);
  return (struct range){goals[0], goals[count - 1], goals, count};
}

static bool all_in (const wr_bitset *set, const uint32_t *goals, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!wr_bitset_has (set, goals[i])) return false;
  return true;
}

/* The goals of the range that are open are proved. */
static void take_proofs (struct work *w, const struct wr_row *row, const struct range *range,
                         struct wr_answer *answer) {
  bool core_is_missing = row->form == WR_GROUP_UNLABELLED && w->want_core;
  wr_answer_share (answer, range->count);
  for (uint32_t i = 0; i < range->count; i++) {
    uint32_t goal = range->goals[i];
    if (!wr_bitset_has (&w->open, goal)) continue; /* retry: the others are proved */
    if (core_is_missing && row->extent == WR_EXTENT_PART) {
      wr_bitset_set (&w->proved, goal, true);
      w->unlabelled[goal] = *answer;
    } else {
      answer_goal (w, goal, answer);
    }
  }
}

/* Does a goal of the range fail?  If none does, its goals are answered.  False: the solver must not be asked another query. */
static bool ask_range (struct work *w, const struct wr_row *row, const struct range *range,
                       bool *proved) {
  bool only = row->id == WR_ROW_LABELLED_PART;
  struct wr_query query = wr_row_query (row, w->budgets, range->first, range->last, w->timeout);
  query.want_core = w->want_core && row->form != WR_GROUP_UNLABELLED;
  query.rlimit = wr_row_steps (row, w->budgets, w->rlimit, range->count);
  if (only) query.group.final = query.caller_times = true;
  struct wr_answer answer;
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &query, &answer);
  *proved = answer.status == WR_STATUS_UNSAT;
  w->expensive = !*proved && (answer.status == WR_STATUS_TIME ||
                              answer.resources > w->budgets->expensive_steps);
  if (*proved)
    take_proofs (w, row, range, &answer);
  else
    send_answer (w->out, only ? WR_MESSAGE_ANEW : WR_MESSAGE_SPENT, range->goals[0], &answer);
  wr_arena_restore (w->arena, mark);
  return !wr_status_breaks (answer.status);
}

/* May the row be applied to these goals?  Those of a part are taken as it was cut, not as far as they are open: which goals are asked
   together does not depend on what was answered before. */
static bool applies (const struct work *w, const struct wr_row *row, const uint32_t *goals,
                     uint32_t count) {
  bool sums = row->form == WR_GROUP_UNLABELLED && w->sums;
  if ((count < row->least && !sums) || (row->prelude && !w->prelude)) return false;
  return all_in (&w->open, goals, count) && !all_in (&w->proved, goals, count);
}

/* Applies a row to all goals of a part, or to groups of them.  `on` is false when the solver must not be asked another query. */
static bool ask_groups (struct work *w, const struct wr_row *row, const uint32_t *goals,
                        uint32_t count) {
  bool on = true, proved, whole = row->extent == WR_EXTENT_PART;
  uint32_t most = whole ? count : (uint32_t)w->budgets->group_goals;
  for (uint32_t i = 0, n; on && i < count; i += n) {
    n = count - i < most ? count - i : most;
    /* All goals of a part as one group: UNLABELLED_PART has tried them. */
    if (!whole && n == count && w->part.stage == WR_STAGE_PART) continue;
    struct range range = range_of (goals + i, n);
    if (applies (w, row, goals + i, n)) on = ask_range (w, row, &range, &proved);
  }
  return on;
}

/* -- one goal ---------------------------------------------------------------------------------------- */

/* A goal that the labelled query does not resolve may be proved without labels.  Programs with a prelude have had that in other
   rows. */
static bool may_retry (const struct work *w, uint32_t goal, const struct wr_answer *answer) {
  return !w->prelude && w->backend->groups && !wr_bitset_has (&w->no_retry, goal) &&
         !w->run->options->solver.untracked && wr_is_unresolved (answer->status) &&
         !wr_status_breaks (answer->status);
}

/* False: the solver must not be asked another query.  If the worker dies here, another one asks the goal without this row: the
   answer of the labelled query is not lost. */
static bool retry_unlabelled (struct work *w, uint32_t goal, struct wr_answer *answer) {
  bool proved = false, good;
  struct range range = range_of (&goal, 1);
  send_goal (w->out, WR_MESSAGE_RETRY, goal);
  good = ask_range (w, wr_row (WR_ROW_UNLABELLED_RETRY), &range, &proved);
  /* The cost of the labelled query counts for the procedure. */
  if (proved) send_answer (w->out, WR_MESSAGE_SPENT, goal, answer);
  return good;
}

/* False: the solver must not be asked another query, or there were errors enough. */
static bool ask_one (struct work *w, uint32_t goal) {
  const struct wr_decide_options *options = w->run->options;
  struct wr_answer answer;
  struct wr_query query = wr_row_query (wr_row (WR_ROW_GOAL), w->budgets, goal, goal, w->timeout);
  query.rlimit = w->rlimit;
  query.want_core = w->want_core;
  query.goal.want_model = options->want_models;
  send_goal (w->out, WR_MESSAGE_BEGIN, goal);
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &query, &answer);
  bool good = !wr_status_breaks (answer.status), retry = may_retry (w, goal, &answer);
  /* Other rows come later, so that they do not change the state in which the solver answers the next goals. */
  if (options->error_limit == 0 &&
      (retry || (w->groups && answer.status == WR_STATUS_INCOMPLETE))) {
    WR_VEC_PUSH (&w->late, goal);
    WR_VEC_PUSH (&w->late_answers, answer);
    return true;
  }
  if (retry) good = retry_unlabelled (w, goal, &answer);
  if (wr_bitset_has (&w->open, goal)) {
    answer_goal (w, goal, &answer);
    w->failed += wr_verdict_of (answer.status) == WR_VERDICT_FAILED;
  }
  wr_arena_restore (w->arena, mark);
  return good && (options->error_limit == 0 || w->failed < options->error_limit);
}

/* CORE for a goal that is proved without labels, GOAL for the others. */
static bool ask_goals (struct work *w, const uint32_t *goals, uint32_t count) {
  bool on = true, proved;
  for (uint32_t i = 0; on && i < count; i++) {
    struct range range = range_of (goals + i, 1);
    if (!wr_bitset_has (&w->open, goals[i])) continue;
    if (wr_bitset_has (&w->proved, goals[i]))
      on = ask_range (w, wr_row (WR_ROW_CORE), &range, &proved);
    else
      on = ask_one (w, goals[i]);
  }
  for (uint32_t i = 0; i < count; i++) /* a proof needs no core */
    if (wr_bitset_has (&w->open, goals[i]) && wr_bitset_has (&w->proved, goals[i]))
      answer_goal (w, goals[i], &w->unlabelled[goals[i]]);
  return on;
}

/* A goal that the solver gives up on may lack a term that triggers wait for, and that another goal has: all goals of the procedure
   are asked at once, as Boogie does from the start.  False: the solver must not be asked another query. */
static bool ask_procedure (struct work *w) {
  uint32_t all = w->run->result->bodies[w->part.body].passive->goal_count;
  wr_u32s given_up = {0};
  bool proved, good = true;
  for (uint32_t i = 0; i < w->late.len; i++)
    if (w->late_answers.data[i].status == WR_STATUS_INCOMPLETE)
      WR_VEC_PUSH (&given_up, w->late.data[i]);
  if (given_up.len > 0 && w->groups) {
    struct range range = {0, all - 1, given_up.data, given_up.len};
    send_goal (w->out, WR_MESSAGE_BEGIN, given_up.data[0]);
    good = ask_range (w, wr_row (WR_ROW_PROCEDURE), &range, &proved);
  }
  WR_VEC_FREE (&given_up);
  return good;
}

/* Goals that were left unresolved: PROCEDURE, then UNLABELLED_RETRY. */
static void ask_late (struct work *w, bool on) {
  if (on && w->late.len > 0) on = ask_procedure (w);
  for (uint32_t i = 0; i < w->late.len; i++) {
    uint32_t goal = w->late.data[i];
    bool open = wr_bitset_has (&w->open, goal);
    if (on && open && may_retry (w, goal, &w->late_answers.data[i]))
      on = retry_unlabelled (w, goal, &w->late_answers.data[i]);
    if (wr_bitset_has (&w->open, goal)) answer_goal (w, goal, &w->late_answers.data[i]);
  }
}

/* -- the rows of a stage ------------------------------------------------------------------------------ */

/* LABELLED_PART is the only query of its worker.  True: this is such a worker. */
static bool ask_only (struct work *w, const uint32_t *goals, uint32_t count) {
  const struct wr_row *row = wr_row (WR_ROW_LABELLED_PART);
  bool proved, retry = w->part.stage == WR_STAGE_RETRY;
  bool first = w->part.stage == WR_STAGE_PART && w->want_core && !w->part.tried &&
               all_in (&w->open, goals, count);
  if (!retry && !first) return false;
  if (!w->groups || count < row->least || !w->prelude) return retry;
  struct range range = range_of (goals, count);
  ask_range (w, row, &range, &proved);
  return true;
}

static void ask_rows (struct work *w, const uint32_t *goals, uint32_t count) {
  bool on = true;
  if (ask_only (w, goals, count)) return;
  for (uint32_t id = WR_ROW_LABELLED_PART + 1; id < WR_ROW_CORE && on && w->groups; id++) {
    const struct wr_row *row = wr_row ((enum wr_row_id)id);
    if (!wr_row_is_in (row, w->part.stage)) continue;
    w->expensive = false;
    on = ask_groups (w, row, goals, count);
    /* A part is shared after the unlabelled query, a group of it after the labelled one. */
    bool whole = w->part.stage == WR_STAGE_PART ? row->extent == WR_EXTENT_PART : row->shares;
    if (!on || !w->expensive || !whole || !row->shares) continue;
    send_goal (w->out, WR_MESSAGE_SHARE, w->part.first);
    on = false;
  }
  if (on) on = ask_goals (w, goals, count);
  ask_late (w, on);
}

static void ask_part (struct work *w) {
  const struct wr_body_result *b = &w->run->result->bodies[w->part.body];
  wr_u32s goals = {0};
  for (uint32_t i = w->part.first; i < w->part.end; i++)
    if (!b->goals[i].trivial) WR_VEC_PUSH (&goals, i);
  w->unlabelled = wr_alloc (b->passive->goal_count + 1, sizeof *w->unlabelled);
  if (goals.len > 0) ask_rows (w, goals.data, goals.len);
  WR_VEC_FREE (&goals);
  WR_VEC_FREE (&w->late);
  WR_VEC_FREE (&w->late_answers);
  wr_bitset_free (&w->proved);
  free (w->unlabelled);
}

/* A procedure of a batch: one query about all its goals.  False: the solver must not be asked another query. */
static bool ask_member (struct work *w) {
  const struct wr_body_result *b = &w->run->result->bodies[w->part.body];
  struct wr_answer answer;
  wr_u32s goals = {0};
  WR_BITSET_EACH (&w->open, i) { WR_VEC_PUSH (&goals, i); }
  if (goals.len == 0) return true;
  struct wr_query query =
      wr_query_group (goals.data[0], WR_VEC_LAST (&goals) - goals.data[0] + 1, WR_GROUP_UNLABELLED);
  query.group.any = true;
  query.rlimit = w->budgets->batch_steps < w->rlimit ? w->budgets->batch_steps : w->rlimit;
  query.timeout = w->timeout * (double)w->budgets->group_clock_percent / 100;
  check (w, &query, &answer);
  if (answer.status == WR_STATUS_UNSAT) wr_answer_share (&answer, goals.len);
  for (uint32_t i = 0; answer.status == WR_STATUS_UNSAT && i < goals.len; i++)
    answer_goal (w, goals.data[i], &answer);
  if (answer.status != WR_STATUS_UNSAT)
    send_answer (w->out, WR_MESSAGE_SPENT, goals.data[0], &answer);
  WR_ASSERT (goals.len <= b->passive->goal_count);
  WR_VEC_FREE (&goals);
  /* A limit may leave a part of the query behind. */
  return answer.status == WR_STATUS_UNSAT || answer.status == WR_STATUS_INCOMPLETE;
}

static void read_brief (struct work *w, struct wr_bytes *in) {
  w->part.body = wr_get_u32 (in);
  w->part.first = wr_get_u32 (in);
  w->part.end = wr_get_u32 (in);
  w->part.stage = (enum wr_stage)wr_get_u32 (in);
  w->failed = wr_get_u32 (in);
  w->part.alone = wr_get_u32 (in) != 0;
  w->part.tried = wr_get_u32 (in) != 0;
  for (uint32_t left = wr_get_u32 (in); left > 0 && !in->bad; left--)
    wr_bitset_set (&w->open, wr_get_u32 (in), true);
  for (uint32_t left = wr_get_u32 (in); left > 0 && !in->bad; left--)
    wr_bitset_set (&w->no_retry, wr_get_u32 (in), true);
  WR_REQUIRE (in->bad || (w->part.first <= w->part.end && w->part.stage <= WR_STAGE_BATCH));
}

/* One part, or one procedure of a batch.  False: the solver must not be asked another query. */
static bool work_on (struct work *w, bool member) {
  const struct wr_decision *run = w->run;
  const struct wr_decide_options *options = run->options;
  double began = wr_cpu_clock ();
  bool good = true;
  w->rlimit = wr_decision_rlimit (run, w->part.body);
  w->timeout = wr_decision_timeout (run, w->part.body);
  w->sums = run->result->bodies[w->part.body].vc->sums >= w->budgets->sums_least;
  w->want_core = options->want_cores || w->part.stage == WR_STAGE_RETRY;
  w->groups = !w->part.alone && w->backend->groups && options->error_limit == 0;
  wr_channel_deadline (w->out, net (options, w->timeout));
  if (!w->backend->enter (w->self, run->result->bodies[w->part.body].vc)) return false;
  w->solver = wr_cpu_clock () - began;
  w->uncounted = w->backend->uncounted && w->backend->uncounted (w->self);
  w->arena = wr_arena_new ();
  if (member) {
    good = ask_member (w);
    w->backend->leave (w->self);
  } else {
    ask_part (w);
  }
  send_cost (w->out, wr_cpu_clock () - (member ? began : 0), w->solver, w->checks);
  w->checks = 0;
  wr_arena_free (w->arena);
  return good;
}

static void clear_work (struct work *w) {
  wr_bitset_clear (&w->open);
  wr_bitset_clear (&w->no_retry);
}

void wr_worker_run (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out) {
  /* The job may be newer than this process's copy of the decision: the brief has what is needed. */
  const struct wr_decision *run = ctx;
  struct work w = {.run = run, .backend = backend, .self = backend_self, .out = out};
  w.budgets = wr_budgets_of (&run->options->solver);
  w.prelude = run->core->axioms.len > w.budgets->few_axioms;
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  bool batch = job & WR_BATCH_JOB, good = true;
  uint32_t count = batch ? wr_get_u32 (&in) : 1;
  for (uint32_t i = 0; i < count && good; i++) {
    clear_work (&w);
    read_brief (&w, &in);
    if (in.bad) break;
    if (batch) send_goal (out, WR_MESSAGE_MEMBER, i);
    good = work_on (&w, batch);
  }
  wr_bitset_free (&w.open);
  wr_bitset_free (&w.no_retry);
}
