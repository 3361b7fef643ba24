/* axioms/program_pass.c -- pass 1 with some axioms (axioms/program_pass.h). */
#include "axioms/program_pass.h"

#include "analysis/cover.h"

/* The proved goals of these bodies have no verdict in the copy, and nothing has been tried. */
static wr_result copy_of (const wr_result *result, const bool *asked, wr_arena *arena) {
  wr_result copy = *result;
  copy.failure = (wr_str){0};
  copy.bodies = wr_arena_copy (arena, result->bodies, result->body_count, sizeof *result->bodies);
  for (uint32_t b = 0; b < result->body_count; b++) {
    struct wr_body_result *body = &copy.bodies[b];
    if (!asked[b]) continue;
    body->looked = body->looked_last = false;
    body->resources = 0;
    body->goals =
        wr_arena_copy (arena, body->goals, body->passive->goal_count, sizeof *body->goals);
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      struct wr_goal_result *goal = &body->goals[g];
      if (goal->verdict == WR_VERDICT_PROVED && !goal->trivial) *goal = (struct wr_goal_result){0};
    }
  }
  return copy;
}

/* Which goals of these bodies are proved with all axioms, but not in the copy? */
static void find_lost (const wr_result *result, const wr_result *copy, const bool *asked,
                       struct wr_pass_answer *answer) {
  for (uint32_t b = 0; b < result->body_count; b++) {
    if (!asked[b]) continue;
    answer->resources += copy->bodies[b].resources;
    for (uint32_t g = 0; g < result->bodies[b].passive->goal_count; g++) {
      const struct wr_goal_result *goal = &copy->bodies[b].goals[g];
      if (result->bodies[b].goals[g].verdict != WR_VERDICT_PROVED ||
          goal->verdict == WR_VERDICT_PROVED)
        continue;
      if (!answer->lost) answer->lost = b + 1;
      answer->limit |= goal->reason != WR_STATUS_SAT && goal->reason != WR_STATUS_INCOMPLETE;
      answer->disturbed |= goal->reason == WR_STATUS_TIME || goal->reason == WR_STATUS_DIED;
    }
  }
}

struct wr_pass_answer wr_pass_again (const struct wr_pass_test *test, const wr_bitset *left_out,
                                     const bool *asked) {
  const struct wr_decide_options *decide = test->decide;
  wr_arena *arena = wr_arena_new ();
  struct wr_decide_options options = {.workers = decide->workers,
                                      .backend = decide->backend,
                                      .solver = decide->solver,
                                      .rlimit = decide->rlimit,
                                      .timeout = decide->timeout,
                                      .grace = decide->grace,
                                      .asked = asked,
                                      .cancel = decide->cancel};
  options.solver.left_out = left_out;
  struct wr_first_look look = {.how = {.effort = WR_CORES_MUST,
                                       .workers = decide->workers,
                                       .backend = decide->backend,
                                       .solver = options.solver,
                                       .timeout = WR_DEFAULT_TIMEOUT,
                                       .cancel = decide->cancel},
                               .arena = arena};
  if (decide->timeout > 0) look.how.timeout = decide->timeout;
  options.look = (struct wr_look){.prove = wr_look_at, .ctx = &look};
  wr_result copy = copy_of (test->result, asked, arena);
  wr_decide_more (&options, arena, &copy);
  struct wr_pass_answer answer = {.answered = !copy.cancelled && !copy.failure.len};
  find_lost (test->result, &copy, asked, &answer);
  answer.proved = answer.answered && !answer.lost;
  wr_arena_free (arena);
  return answer;
}
