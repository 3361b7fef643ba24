#include "run/refute.h"

#include "diagnose/refine.h"

static void refute_body (wr_run *run, const struct wr_body_result *body) {
  const wr_result *result = run->proved.result;
  for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
    struct wr_goal_result *goal = &body->goals[g];
    if (goal->verdict != WR_VERDICT_FAILED || goal->counterexample) continue;
    goal->counterexample = wr_counterexample_of (result->core, body->passive, g, goal, run->arena);
  }
}

static void report (wr_run *run, const struct wr_body_result *body) {
  for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
    const struct wr_counterexample *c = body->goals[g].counterexample;
    if (c && run->sink.refuted) run->sink.refuted (run->sink.ctx, body, g, c);
  }
}

void wr_run_refute (wr_run *run) {
  wr_result *result = run->proved.result;
  if (!result) return;
  for (uint32_t b = 0; b < result->body_count; b++) refute_body (run, &result->bodies[b]);
  wr_refine (result, &run->proved.decide, run->cancel, false, run->arena);
  for (uint32_t b = 0; b < result->body_count; b++) report (run, &result->bodies[b]);
}
