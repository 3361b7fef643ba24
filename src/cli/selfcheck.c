#include "cli/selfcheck.h"

#include "analysis/replay.h"
#include "cli/output.h"

static const double SECOND_TIMEOUT = 5; /* seconds per goal of the second solver */

struct tally {
  uint32_t proofs, confirmed, models, replayed, wrong;
};

static void complain (wr_run *run, struct tally *tally, const struct wr_goal *goal,
                      const char *what, wr_str why) {
  tally->wrong++;
  wr_diag *diag = wr_diag_add (run->diags, WR_CODE_SELF_CHECK, goal->at, "%s", what);
  if (why.len) wr_diag_note (run->diags, diag, (wr_span){0}, "%.*s", WR_STR_ARGS (why));
}

static void replay_models (wr_run *run, const struct wr_proved *proved, struct tally *tally) {
  const wr_result *result = proved->result;
  wr_buf why = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      wr_buf_clear (&why);
      enum wr_replay outcome =
          wr_replay_failure (proved->core, body->passive, g, &body->goals[g], &why);
      tally->models += outcome != WR_REPLAY_NONE;
      tally->replayed += outcome == WR_REPLAY_HOLDS;
      if (outcome != WR_REPLAY_WRONG) continue;
      complain (run, tally, &body->passive->goals[g], "the solver's counterexample is none",
                wr_buf_str (&why));
    }
  }
  wr_buf_free (&why);
}

static void ask_second_solver (wr_run *run, const struct wr_proved *proved, struct tally *tally) {
  struct wr_decide_options decide = proved->decide;
  decide.backend = &wr_backend_smtlib;
  decide.solver.command = "cvc5";
  decide.timeout = SECOND_TIMEOUT;
  decide.rlimit = 0;
  decide.cache_path = decide.dump_dir = NULL;
  decide.want_models = decide.want_cores = false;
  const wr_result *first = proved->result, *second = wr_decide (proved->core, &decide, run->arena);
  if (second->failure.len) {
    wr_output_complain ("--self-check: no second solver: %.*s", WR_STR_ARGS (second->failure));
    return;
  }
  for (uint32_t b = 0; b < first->body_count; b++) {
    const struct wr_body_result *body = &first->bodies[b], *again = &second->bodies[b];
    for (uint32_t g = 0; body->passive && again->passive && g < body->passive->goal_count; g++) {
      if (body->goals[g].verdict != WR_VERDICT_PROVED || body->goals[g].trivial) continue;
      tally->proofs++;
      tally->confirmed += again->goals[g].verdict == WR_VERDICT_PROVED;
      if (again->goals[g].reason != WR_STATUS_SAT) continue;
      complain (run, tally, &body->passive->goals[g], "cvc5 refutes what Z3 proved", (wr_str){0});
    }
  }
}

void wr_self_check (wr_run *run, struct wr_publish *report, const struct wr_proved *proved) {
  if (!proved->result || proved->result->failure.len || proved->result->cancelled) return;
  struct tally tally = {0};
  replay_models (run, proved, &tally);
  if (proved->decide.backend != &wr_backend_smtlib) ask_second_solver (run, proved, &tally);
  if (tally.wrong) report->exit = wr_exit_worse (report->exit, WR_EXIT_INTERNAL);
  if (run->options->quiet) return;
  wr_buf line = {0};
  wr_buf_print (&line,
                "self-check: cvc5 confirms %u of %u proofs; %u of %u counterexamples replayed; %u "
                "contradictions\n",
                tally.confirmed, tally.proofs, tally.replayed, tally.models, tally.wrong);
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}

void wr_self_check_cores (const wr_run *run, const wr_cover *cover) {
  struct wr_rechecked sum = {0};
  for (uint32_t b = 0; b < cover->result->body_count; b++)
    wr_rechecked_add (&sum, &cover->costs[b].rechecked);
  if (run->options->quiet) return;
  wr_buf line = {0};
  wr_buf_print (&line,
                "self-check: %u cores proved again by a fresh solver, %u members left out in turn; "
                "%u made smaller, %u mended, %u withdrawn\n",
                sum.cores, sum.members, sum.smaller, sum.mended, sum.withdrawn);
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}
