/* run/check.c -- --self-check: results checked again by other means. */
#include "run/prove.h"

#include "analysis/replay.h"
#include "run/step.h"

static const double SECOND_TIMEOUT = 5; /* seconds per goal of the second solver */

static void contradict (wr_run *run, struct wr_checked *checked, const struct wr_goal *goal,
                        const char *what, wr_str why) {
  checked->wrong++;
  wr_diag *diag = wr_diag_add (run->diags, WR_CODE_SELF_CHECK, goal->at, "%s", what);
  if (why.len) wr_diag_note (run->diags, diag, (wr_span){0}, "%.*s", WR_STR_ARGS (why));
}

static void replay_models (wr_run *run, struct wr_checked *checked) {
  const wr_result *result = run->proved.result;
  wr_buf why = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      wr_buf_clear (&why);
      enum wr_replay outcome =
          wr_replay_failure (run->proved.core, body->passive, g, &body->goals[g], &why);
      checked->models += outcome != WR_REPLAY_NONE;
      checked->replayed += outcome == WR_REPLAY_HOLDS;
      if (outcome != WR_REPLAY_WRONG) continue;
      contradict (run, checked, &body->passive->goals[g],
                  "the evaluator does not confirm the solver's counterexample", wr_buf_str (&why));
    }
  }
  wr_buf_free (&why);
}

static void ask_second_solver (wr_run *run, struct wr_checked *checked) {
  struct wr_decide_options decide = run->proved.decide;
  decide.backend = &wr_backend_smtlib;
  decide.solver.command = "cvc5";
  decide.timeout = SECOND_TIMEOUT;
  decide.rlimit = 0;
  decide.cache_path = decide.dump_dir = NULL;
  decide.want_models = decide.want_cores = false;
  struct wr_run_step step = {run, run->proved.core, true};
  wr_run_step_decide (&step, &decide);
  const wr_result *first = run->proved.result;
  const wr_result *second = wr_decide (run->proved.core, &decide, run->arena);
  checked->second_failed = second->failure;
  if (second->failure.len) return;
  for (uint32_t b = 0; b < first->body_count; b++) {
    const struct wr_body_result *body = &first->bodies[b], *again = &second->bodies[b];
    for (uint32_t g = 0; body->passive && again->passive && g < body->passive->goal_count; g++) {
      if (body->goals[g].verdict != WR_VERDICT_PROVED || body->goals[g].trivial) continue;
      checked->proofs++;
      checked->confirmed += again->goals[g].verdict == WR_VERDICT_PROVED;
      if (again->goals[g].reason != WR_STATUS_SAT) continue;
      contradict (run, checked, &body->passive->goals[g], "cvc5 refutes what Z3 proved",
                  (wr_str){0});
    }
  }
}

struct wr_checked wr_run_self_check (wr_run *run) {
  struct wr_checked checked = {0};
  const wr_result *result = run->proved.result;
  if (!result || result->failure.len || result->cancelled) return checked;
  checked.done = true;
  replay_models (run, &checked);
  if (run->proved.decide.backend != &wr_backend_smtlib) ask_second_solver (run, &checked);
  return checked;
}

struct wr_rechecked wr_run_rechecked (const wr_cover *cover) {
  struct wr_rechecked sum = {0};
  for (uint32_t b = 0; b < cover->result->body_count; b++)
    wr_rechecked_add (&sum, &cover->costs[b].rechecked);
  return sum;
}
