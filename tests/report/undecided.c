/* Why a goal is not decided, in the user's words. */
#include "report/undecided.h"
#include "tap.h"

struct example {
  enum wr_status reason;
  const char *detail, *words;
};

int main (void) {
  static const struct example examples[] = {
      {WR_STATUS_TIME, "timeout", "timed out after 2.5 s (--timeout); raise it or split the goal"},
      {WR_STATUS_RESOURCE, "",
       "reached the resource limit of 15000000 (--rlimit); raise it or split the goal"},
      {WR_STATUS_MEMORY, "the worker ran out of memory",
       "was not decided: the solver needed more than 2 GB; this often is a matching loop: the "
       "trigger of an axiom matches terms that the instances of the axiom add; `warrant diagnose` "
       "names the axioms"},
      {WR_STATUS_DIED, "exit code 110: ASSERTION VIOLATION",
       "was not decided: the solver crashed (exit code 110: ASSERTION VIOLATION)"},
      {WR_STATUS_BAD_REPLY, "", "was not decided: the solver sent an invalid reply"},
  };
  struct tap t = {0};
  struct wr_body bodies[2] = {{.rlimit = 0}, {.time_limit = 1, .rlimit = 7}};
  wr_core core = {0};
  core.bodies.data = bodies;
  core.bodies.len = 2;
  wr_result result = {.core = &core, .memory = WR_DEFAULT_MEMORY};
  struct wr_body_result body = {.body = 0, .rlimit = 15000000, .timeout = 2.5};
  wr_buf out = {0};
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    struct wr_goal_result goal = {.reason = examples[i].reason,
                                  .detail = wr_str_of (examples[i].detail)};
    wr_buf_clear (&out);
    wr_undecided_words (&out, &result, &body, &goal);
    SAME (&t, wr_buf_str (&out), examples[i].words, wr_status_name (goal.reason));
  }
  body = (struct wr_body_result){.body = 1, .rlimit = 7, .timeout = 1};
  wr_buf_clear (&out);
  wr_undecided_words (&out, &result, &body, &(struct wr_goal_result){.reason = WR_STATUS_RESOURCE});
  SAME (&t, wr_buf_str (&out),
        "reached the resource limit of 7 (the procedure's own); raise it or split the goal",
        "a limit that the program gives");
  wr_buf_free (&out);
  return tap_done (&t);
}
