/* result/worker.c -- one procedure in a child process: its open goals, one after the other. */
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

static void send_answer (wr_channel *out, uint32_t goal, struct wr_answer *answer) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, WR_MESSAGE_ANSWER);
  wr_put_u32 (&buf, goal);
  wr_answer_write (&buf, answer);
  if (buf.len > WR_MAX_FRAME) { /* the verdict matters more than the values */
    answer->value_count = 0;
    wr_buf_clear (&buf);
    wr_put_u32 (&buf, WR_MESSAGE_ANSWER);
    wr_put_u32 (&buf, goal);
    wr_answer_write (&buf, answer);
  }
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

/* What the procedure took so far, in microseconds of processor time. */
static void send_cost (wr_channel *out) {
  wr_buf buf = {0};
  wr_put_u32 (&buf, WR_MESSAGE_COST);
  wr_put_u32 (&buf, (uint32_t)(wr_cpu_clock () * 1e6));
  wr_channel_send (out, buf.data, buf.len);
  wr_buf_free (&buf);
}

/* After these the solver is not to be trusted with another question. */
static bool is_broken (enum wr_status status) {
  return status == WR_STATUS_MEMORY || status == WR_STATUS_DIED;
}

void wr_worker_run (void *ctx, uint32_t body, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out) {
  const struct wr_decision *run = ctx;
  const struct wr_decide_options *options = run->options;
  struct wr_query query = {.rlimit = wr_decision_rlimit (run, body),
                           .timeout = wr_decision_timeout (run, body),
                           .want_core = options->want_cores,
                           .want_model = options->want_models};
  struct wr_bytes in = {(const unsigned char *)brief.ptr, brief.len, false};
  uint32_t failed = wr_get_u32 (&in), count = wr_get_u32 (&in);
  wr_channel_deadline (out, net (options, query.timeout));
  if (!backend->enter (backend_self, run->result->bodies[body].vc)) return;
  wr_arena *arena = wr_arena_new ();
  for (uint32_t i = 0; i < count; i++) {
    struct wr_answer answer;
    query.goal = wr_get_u32 (&in);
    if (in.bad) break;
    wr_channel_deadline (out, net (options, query.timeout));
    send_begin (out, query.goal);
    wr_mark mark = wr_arena_save (arena);
    backend->check (backend_self, &query, arena, &answer);
    send_answer (out, query.goal, &answer);
    wr_arena_restore (arena, mark);
    failed += wr_verdict_of (answer.status) == WR_VERDICT_FAILED;
    if (is_broken (answer.status)) break;
    if (options->error_limit > 0 && failed >= options->error_limit) break;
  }
  send_cost (out);
  wr_arena_free (arena);
}
