/* result/worker.c -- one part of a procedure in a child process: its open goals, first all together without labels, what
   is left with labels, in groups and then one by one.  Most goals of a procedure follow from the same few facts:
   proving many together costs about what one does, and labels double it.  A question about several says nothing but
   "proved"; every other verdict is a goal's own, with labels.  Where cores are wanted, the first question about all has labels; if it
   fails another worker starts without them, as if nothing had been asked, and asks about what it proves goal by goal with labels, with few
   steps: that changes no verdict.  Where they are not, that question comes last, about parts with goals that are neither proved nor refuted. */
#include "result/decision.h"

#include "base/os.h"

#include <stdlib.h>

/* The solver keeps the limit by itself; this is for one that does not, and for taking in the procedure. */
static double net (const struct wr_decide_options *options, double timeout) {
  double grace = options->grace > 0 ? options->grace : WR_DEFAULT_GRACE;
  return timeout > 0 ? timeout * 1.25 + grace : 0;
}

/* BEGIN or SHARE. */
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

/* What the part took, and what of that the solver took, in microseconds of processor time. */
static void send_cost (wr_channel *out, double solver) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, WR_MESSAGE_COST);
  wr_put_u32 (&buf, (uint32_t)(wr_cpu_clock () * 1e6));
  wr_put_u32 (&buf, (uint32_t)(solver * 1e6));
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

struct work {
  const struct wr_decision *run;
  struct wr_part part; /* what of it the parent told */
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
  wr_arena *arena;
  struct wr_query query;
  wr_bitset open; /* goals */
  uint32_t failed;
  bool groups;
  bool dear; /* the last question about several proved nothing, and took long */
  bool
      anew; /* one question with labels; when it proves nothing, another worker starts anew, as if it had not been asked */
  wr_bitset proved;        /* without labels; asked again, for their cores */
  struct wr_answer *plain; /* of these, by goal */
  double solver;           /* seconds of processor time inside the backend */
  wr_u32s late;            /* goals that the solver gave up on, and its answers, not yet sent */
  WR_VEC (struct wr_answer) late_answers;
};

enum { PATIENCE = 1 }; /* times that a query gets twice the time again */

/* The net is meant for what a query takes, not for what other processes take meanwhile: a solver in this process that the clock ended
   before it had had its time is asked again. */
static void check (struct work *w, const struct wr_query *query, struct wr_answer *answer) {
  struct wr_query now = *query;
  for (int again = 0;; again++) {
    double began = wr_cpu_clock ();
    now.again = !again;
    wr_channel_deadline (w->out, net (w->run->options, now.timeout));
    w->backend->check (w->self, &now, w->arena, answer);
    double took = wr_cpu_clock () - began;
    w->solver += took;
    bool starved = w->backend->slice && took < query->timeout * WR_ENOUGH_TIME;
    if (answer->status != WR_STATUS_TIME || !starved || again == PATIENCE) break;
    now.timeout *= 2;
  }
}

static void answer_goal (struct work *w, uint32_t goal, const struct wr_answer *answer) {
  struct wr_answer own = *answer;
  if (!w->run->options->want_cores) own.has_core = false, own.core_count = 0;
  if (own.has_core && own.together > 1)
    wr_answer_keep_own (&own, w->run->result->bodies[w->part.body].vc, goal, w->arena);
  send_answer (w->out, WR_MESSAGE_ANSWER, goal, &own);
  wr_bitset_set (&w->open, goal, false);
}

/* -- several goals ---------------------------------------------------------------------------------- */

/* How several goals are asked about: without labels; the same formula with labels; with all that a model needs. */
enum manner { PLAIN, PLAIN_LABELLED, FULL };

/* What several goals together may use of one goal's steps: a fifth; without labels, where they are many, a fortieth
   for each of them and at most half.  And one goal without labels, when nothing else has helped: a third. */
static double share_of (uint32_t goals, enum manner manner) {
  if (manner == FULL) return 0.2;
  if (goals == 1) return 1 / 3.0;
  double share = goals / 40.0;
  return share < 0.2 ? 0.2 : share < 0.5 ? share : 0.5;
}

static bool all_in (const wr_bitset *set, const uint32_t *goals, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!wr_bitset_has (set, goals[i])) return false;
  return true;
}

/* Does a goal from `first` to `last` fail?  When none does, `goals`, which are among them, are answered.  False: the
   solver is not to be trusted with another question. */
static bool ask_group (struct work *w, uint32_t first, uint32_t last, const uint32_t *goals,
                       uint32_t count, enum manner manner, bool *proved) {
  struct wr_query query = w->query;
  double share = share_of (count, manner);
  query.goal = first;
  query.count = last - first + 1;
  query.plain = manner != FULL;
  query.want_core &= manner != PLAIN;
  query.rlimit = (uint64_t)(share * (double)query.rlimit);
  if (all_in (&w->proved, goals, count) && query.rlimit > WR_CORE_STEPS)
    query.rlimit = WR_CORE_STEPS;
  query.last = w->anew;
  query.timeout /= 2; /* enough for that many steps: the clock ends only what steps do not bound */
  struct wr_answer answer;
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &query, &answer);
  *proved = answer.status == WR_STATUS_UNSAT;
  w->dear = !*proved && (answer.status == WR_STATUS_TIME || answer.resources > WR_DEAR_STEPS);
  bool good = !wr_status_breaks (answer.status);
  if (*proved) {
    wr_answer_share (&answer, count);
  } else {
    send_answer (w->out, w->anew ? WR_MESSAGE_ANEW : WR_MESSAGE_SPENT, goals[0], &answer);
  }
  for (uint32_t i = 0; i < count && *proved; i++) {
    if (!wr_bitset_has (&w->open, goals[i])) continue; /* asked last: the others are proved */
    if (manner != PLAIN || !w->query.want_core) {
      answer_goal (w, goals[i], &answer);
      continue;
    }
    wr_bitset_set (&w->proved, goals[i], true);
    w->plain[goals[i]] = answer;
  }
  wr_arena_restore (w->arena, mark);
  return good;
}

/* All goals of a part together, without labels.  One goal only when it came of a group. */
static bool ask_plain (struct work *w, const uint32_t *goals, uint32_t count) {
  bool proved;
  return (count < 2 && w->part.stage != WR_STAGE_GOAL) || !all_in (&w->open, goals, count) ||
         ask_group (w, goals[0], goals[count - 1], goals, count, PLAIN, &proved);
}

/* All goals of a part together, with labels, as the only question: a proof with a core, for little more than one without. */
static void ask_first (struct work *w, const uint32_t *goals, uint32_t count) {
  bool proved;
  ask_group (w, goals[0], goals[count - 1], goals, count, PLAIN_LABELLED, &proved);
}

/* Some goals of a part together, with labels, unless they are proved, or these are all its goals, which was tried. */
static bool ask_labelled (struct work *w, const uint32_t *goals, uint32_t count, bool all) {
  bool proved, known = all || all_in (&w->proved, goals, count);
  return count < 2 || known || !all_in (&w->open, goals, count) ||
         ask_group (w, goals[0], goals[count - 1], goals, count, FULL, &proved);
}

/* For the core of a goal that was proved without labels.  False: the solver is not to be trusted with another question. */
static bool ask_core (struct work *w, uint32_t goal) {
  bool proved;
  return ask_group (w, goal, goal, &goal, 1, PLAIN_LABELLED, &proved);
}

/* -- one goal ---------------------------------------------------------------------------------------- */

/* False: the solver is not to be trusted with another question, or there were errors enough. */
static bool ask_one (struct work *w, uint32_t goal) {
  const struct wr_decide_options *options = w->run->options;
  struct wr_answer answer;
  w->query.goal = goal;
  send_goal (w->out, WR_MESSAGE_BEGIN, goal);
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &w->query, &answer);
  bool good = !wr_status_breaks (answer.status);
  if (w->groups && answer.status == WR_STATUS_INCOMPLETE) {
    WR_VEC_PUSH (&w->late, goal);
    WR_VEC_PUSH (&w->late_answers, answer);
    return true;
  }
  answer_goal (w, goal, &answer);
  wr_arena_restore (w->arena, mark);
  w->failed += wr_verdict_of (answer.status) == WR_VERDICT_FAILED;
  return good && (options->error_limit == 0 || w->failed < options->error_limit);
}

/* A goal that the solver gives up on may lack a term that triggers wait for, and that another goal has: all goals of
   the procedure are asked at once, which is what Boogie does from the start. */
static void ask_whole (struct work *w) {
  uint32_t all = w->run->result->bodies[w->part.body].passive->goal_count;
  bool proved = false;
  if (w->late.len == 0) return;
  send_goal (w->out, WR_MESSAGE_BEGIN, w->late.data[0]);
  ask_group (w, 0, all - 1, w->late.data, w->late.len, FULL, &proved);
  for (uint32_t i = 0; i < w->late.len && !proved; i++)
    answer_goal (w, w->late.data[i], &w->late_answers.data[i]);
}

/* Groups are cut from all goals of the part, not from the open ones: which goals are asked together does not
   depend on what was answered before.  Where many questions are to follow a dear one, they are left to several workers. */
static bool ask_together (struct work *w, const uint32_t *goals, uint32_t count) {
  enum wr_stage stage = w->part.stage;
  bool on = stage == WR_STAGE_GROUP || ask_plain (w, goals, count);
  if (w->dear && stage == WR_STAGE_PLAIN) return on;
  for (uint32_t i = 0, n; on && i < count; i += n) {
    n = count - i < WR_GROUP_GOALS ? count - i : WR_GROUP_GOALS;
    on = ask_labelled (w, goals + i, n, stage == WR_STAGE_PLAIN && n == count);
  }
  w->dear &= stage == WR_STAGE_GROUP;
  return on;
}

static void ask_part (struct work *w) {
  const struct wr_body_result *b = &w->run->result->bodies[w->part.body];
  wr_u32s goals = {0};
  for (uint32_t i = w->part.first; i < w->part.end; i++)
    if (!b->goals[i].trivial) WR_VEC_PUSH (&goals, i);
  w->plain = wr_alloc (b->passive->goal_count + 1, sizeof *w->plain);
  bool last = w->part.stage == WR_STAGE_LAST;
  w->anew &= goals.len > 0 && (last || all_in (&w->open, goals.data, goals.len));
  if (w->anew) ask_first (w, goals.data, goals.len);
  bool on = !w->anew && !last && (!w->groups || ask_together (w, goals.data, goals.len));
  if (on && w->dear) {
    send_goal (w->out, WR_MESSAGE_SHARE, w->part.first);
    on = false;
  }
  for (uint32_t i = 0; on && i < goals.len; i++)
    if (wr_bitset_has (&w->open, goals.data[i]))
      on = (wr_bitset_has (&w->proved, goals.data[i]) ? ask_core : ask_one) (w, goals.data[i]);
  for (uint32_t i = 0; i < goals.len; i++) /* a proof needs no core */
    if (wr_bitset_has (&w->open, goals.data[i]) && wr_bitset_has (&w->proved, goals.data[i]))
      answer_goal (w, goals.data[i], &w->plain[goals.data[i]]);
  ask_whole (w);
  WR_VEC_FREE (&goals);
  WR_VEC_FREE (&w->late);
  WR_VEC_FREE (&w->late_answers);
  wr_bitset_free (&w->proved);
  free (w->plain);
}

void wr_worker_run (void *ctx, uint32_t part, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out) {
  const struct wr_decision *run = ctx;
  const struct wr_decide_options *options = run->options;
  struct work w = {.run = run, .backend = backend, .self = backend_self, .out = out};
  (void)part; /* it may have come up after this process was copied: the brief says it all */
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  uint32_t body = w.part.body = wr_get_u32 (&in);
  w.part.first = wr_get_u32 (&in);
  w.part.end = wr_get_u32 (&in);
  w.part.stage = (enum wr_stage)wr_get_u32 (&in);
  w.query = (struct wr_query){.rlimit = wr_decision_rlimit (run, body),
                              .timeout = wr_decision_timeout (run, body),
                              .want_core = options->want_cores,
                              .want_model = options->want_models};
  if (w.part.stage == WR_STAGE_LAST) w.query.want_core = true;
  w.failed = wr_get_u32 (&in);
  bool alone = wr_get_u32 (&in) != 0, tried = wr_get_u32 (&in) != 0;
  w.groups = !alone && backend->groups && options->error_limit == 0;
  w.anew = w.groups && w.query.want_core && !tried && run->core->axioms.len > WR_FEW_AXIOMS;
  for (uint32_t left = wr_get_u32 (&in); left > 0 && !in.bad; left--)
    wr_bitset_set (&w.open, wr_get_u32 (&in), true);
  wr_channel_deadline (out, net (options, w.query.timeout));
  double began = wr_cpu_clock ();
  if (!in.bad && backend->enter (backend_self, run->result->bodies[body].vc)) {
    w.solver = wr_cpu_clock () - began;
    w.arena = wr_arena_new ();
    ask_part (&w);
    send_cost (out, w.solver);
    wr_arena_free (w.arena);
  }
  wr_bitset_free (&w.open);
}
