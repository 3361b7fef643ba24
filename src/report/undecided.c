#include "report/undecided.h"

static void add_timeout (wr_buf *out, const wr_core *core, const struct wr_body_result *body) {
  bool own = core->bodies.data[body->body].time_limit > 0;
  wr_buf_print (out, "timed out after %g s (%s); raise it or split the goal", body->timeout,
                own ? "the procedure's own" : "--timeout");
}

/* `clock`: the solver did not count its steps, and the time that stands for them was over. */
static void add_limit (wr_buf *out, const wr_core *core, const struct wr_body_result *body,
                       bool clock) {
  bool own = core->bodies.data[body->body].rlimit > 0;
  wr_buf_print (out, "%s the resource limit of %llu (%s)%s; raise it or split the goal",
                clock ? "used the time that" : "reached", (unsigned long long)body->rlimit,
                own ? "the procedure's own" : "--rlimit",
                clock ? " allows for steps that the solver does not count" : "");
}

static void add_memory (wr_buf *out, uint64_t memory) {
  wr_buf_print (out,
                "was not decided: the solver needed more than %.4g GB; this often is a matching "
                "loop: the trigger of an axiom matches terms that the instances of the axiom add; "
                "`warrant diagnose` names the axioms",
                (double)memory / (double)(1 << 30));
}

static void add_detail (wr_buf *out, const char *what, wr_str detail) {
  wr_buf_print (out, "was not decided: %s", what);
  if (detail.len) wr_buf_print (out, " (%.*s)", WR_STR_ARGS (detail));
}

void wr_undecided_words (wr_buf *out, const wr_result *result, const struct wr_body_result *body,
                         const struct wr_goal_result *goal) {
  switch (goal->reason) {
  case WR_STATUS_TIME:
    if (goal->clock_of_steps)
      add_limit (out, result->core, body, true);
    else
      add_timeout (out, result->core, body);
    return;
  case WR_STATUS_RESOURCE: add_limit (out, result->core, body, false); return;
  case WR_STATUS_MEMORY: add_memory (out, result->memory); return;
  case WR_STATUS_DIED: add_detail (out, "the solver crashed", goal->detail); return;
  case WR_STATUS_BAD_REPLY:
    add_detail (out, "the solver sent an invalid reply", goal->detail);
    return;
  case WR_STATUS_CANCELLED: add_detail (out, "the run was interrupted", (wr_str){0}); return;
  case WR_STATUS_NONE:
  case WR_STATUS_UNSAT:
  case WR_STATUS_SAT:
  case WR_STATUS_INCOMPLETE:
  case WR_STATUS_COUNT: break;
  }
  add_detail (out, "the solver gave no answer", goal->detail);
}
