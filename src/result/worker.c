/* result/worker.c -- one part of a procedure in a child process: its open goals, in groups and then one after the
   other.  Most goals of a procedure follow from the same few facts: proving eight together costs about what one does.
   A group says nothing but "all proved"; every other verdict is a goal's own. */
#include "result/decision.h"

#include "base/os.h"

/* The solver keeps the limit by itself; this is for one that does not, and for taking in the procedure. */
static double net (const struct wr_decide_options *options, double timeout) {
  double grace = options->grace > 0 ? options->grace : WR_DEFAULT_GRACE;
  return timeout > 0 ? timeout * 1.25 + grace : 0;
}

static void send_begin (wr_channel *out, uint32_t goal) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, WR_MESSAGE_BEGIN);
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
  const struct wr_part *part;
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
  wr_arena *arena;
  struct wr_query query;
  wr_bitset open; /* goals */
  uint32_t failed;
  bool groups;
  double solver; /* seconds of processor time inside the backend */
  wr_u32s late;  /* goals that the solver gave up on, and its answers, not yet sent */
  WR_VEC (struct wr_answer) late_answers;
};

static void check (struct work *w, const struct wr_query *query, struct wr_answer *answer) {
  double began = wr_cpu_clock ();
  w->backend->check (w->self, query, w->arena, answer);
  w->solver += wr_cpu_clock () - began;
}

/* False: the solver is not to be trusted with another question, or there were errors enough. */
static bool ask_one (struct work *w, uint32_t goal) {
  const struct wr_decide_options *options = w->run->options;
  struct wr_answer answer;
  w->query.goal = goal;
  wr_channel_deadline (w->out, net (options, w->query.timeout));
  send_begin (w->out, goal);
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &w->query, &answer);
  if (w->groups && answer.status == WR_STATUS_INCOMPLETE) {
    WR_VEC_PUSH (&w->late, goal);
    WR_VEC_PUSH (&w->late_answers, answer);
    return true;
  }
  send_answer (w->out, WR_MESSAGE_ANSWER, goal, &answer);
  wr_arena_restore (w->arena, mark);
  w->failed += wr_verdict_of (answer.status) == WR_VERDICT_FAILED;
  if (wr_status_breaks (answer.status)) return false;
  return options->error_limit == 0 || w->failed < options->error_limit;
}

/* A core of all goals, as far as the goal can need it. */
static void keep_own (struct work *w, uint32_t goal, struct wr_answer *answer) {
  wr_u32s labels = {0};
  wr_bitset can = {0};
  wr_vc_goal_labels (w->run->result->bodies[w->part->body].vc, goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++) wr_bitset_set (&can, labels.data[i], true);
  WR_VEC_FREE (&labels);
  uint32_t *kept = WR_NEW (w->arena, uint32_t, answer->core_count), count = 0;
  for (uint32_t i = 0; i < answer->core_count; i++)
    if (wr_bitset_has (&can, answer->core[i])) kept[count++] = answer->core[i];
  wr_bitset_free (&can);
  answer->core = kept;
  answer->core_count = count;
}

enum { GROUP_SHARE = 5 }; /* a group may use this part of one goal's limits */

/* Does a goal from `first` to `last` fail?  When none does, `goals`, which are among them, are answered; otherwise each
   is asked on its own.  False: as above. */
static bool ask_group (struct work *w, uint32_t first, uint32_t last, const uint32_t *goals,
                       uint32_t count, bool *proved) {
  struct wr_query query = w->query;
  query.goal = first;
  query.count = last - first + 1;
  query.rlimit /= GROUP_SHARE;
  query.timeout /= GROUP_SHARE;
  wr_channel_deadline (w->out, net (w->run->options, query.timeout));
  struct wr_answer answer;
  wr_mark mark = wr_arena_save (w->arena);
  check (w, &query, &answer);
  *proved = answer.status == WR_STATUS_UNSAT;
  bool good = !wr_status_breaks (answer.status);
  if (*proved) {
    answer.resources = (answer.resources + count - 1) / count;
    answer.seconds /= count;
    answer.together = count;
    for (uint32_t i = 0; i < count; i++) {
      struct wr_answer own = answer;
      if (answer.has_core) keep_own (w, goals[i], &own);
      send_answer (w->out, WR_MESSAGE_ANSWER, goals[i], &own);
    }
  } else {
    send_answer (w->out, WR_MESSAGE_SPENT, goals[0], &answer);
  }
  wr_arena_restore (w->arena, mark);
  return good;
}

static bool ask_goals (struct work *w, const uint32_t *goals, uint32_t count) {
  bool all = w->groups && count > 1, proved = false;
  for (uint32_t i = 0; i < count; i++) all &= wr_bitset_has (&w->open, goals[i]);
  if (all && !ask_group (w, goals[0], goals[count - 1], goals, count, &proved)) return false;
  for (uint32_t i = 0; i < count && !proved; i++)
    if (wr_bitset_has (&w->open, goals[i]) && !ask_one (w, goals[i])) return false;
  return true;
}

/* A goal that the solver gives up on may lack a term that triggers wait for, and that another goal has: all goals of
   the procedure are asked at once, which is what Boogie does from the start. */
static void ask_whole (struct work *w) {
  uint32_t all = w->run->result->bodies[w->part->body].passive->goal_count;
  bool proved = false;
  if (w->late.len == 0) return;
  send_begin (w->out, w->late.data[0]);
  ask_group (w, 0, all - 1, w->late.data, w->late.len, &proved);
  for (uint32_t i = 0; i < w->late.len && !proved; i++)
    send_answer (w->out, WR_MESSAGE_ANSWER, w->late.data[i], &w->late_answers.data[i]);
}

/* Groups are cut from all goals of the part, not from the open ones: which goals are asked together does not
   depend on what was answered before. */
static void ask_part (struct work *w) {
  const struct wr_body_result *b = &w->run->result->bodies[w->part->body];
  uint32_t goals[WR_GROUP_GOALS], count = 0;
  bool on = true;
  for (uint32_t i = w->part->first; on && i < w->part->end; i++) {
    if (b->goals[i].trivial) continue;
    goals[count++] = i;
    if (count < WR_GROUP_GOALS) continue;
    on = ask_goals (w, goals, count);
    count = 0;
  }
  if (on && count > 0) ask_goals (w, goals, count);
  ask_whole (w);
  WR_VEC_FREE (&w->late);
  WR_VEC_FREE (&w->late_answers);
}

void wr_worker_run (void *ctx, uint32_t part, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out) {
  const struct wr_decision *run = ctx;
  const struct wr_decide_options *options = run->options;
  struct work w = {.run = run,
                   .part = &run->parts.data[part],
                   .backend = backend,
                   .self = backend_self,
                   .out = out};
  uint32_t body = w.part->body;
  w.query = (struct wr_query){.rlimit = wr_decision_rlimit (run, body),
                              .timeout = wr_decision_timeout (run, body),
                              .want_core = options->want_cores,
                              .want_model = options->want_models};
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  w.failed = wr_get_u32 (&in);
  bool alone = wr_get_u32 (&in) != 0;
  w.groups = !alone && backend->groups && options->error_limit == 0;
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
