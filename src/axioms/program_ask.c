/* axioms/program_ask.c -- goals of programs, asked as text (axioms/program_ask.h). */
#include "axioms/program_ask.h"

#include "axioms/instances.h"

static const double grace = 10; /* seconds for writing and reading the text */

void wr_program_instances (const struct wr_program_asking *asking, uint32_t body,
                           wr_instance_list *list) {
  const struct wr_body_result *b = &asking->result->bodies[body];
  for (uint32_t g = 0; g < b->passive->goal_count; g++) {
    enum wr_verdict verdict = b->goals[g].verdict;
    if (verdict != WR_VERDICT_FAILED && verdict != WR_VERDICT_TIMEOUT) continue;
    wr_arena *arena = wr_arena_new ();
    wr_goal_text text;
    asking->deadline (asking->ctx, asking->count_timeout + grace);
    if (wr_goal_text_make (asking->result->core, asking->axioms,
                           &(struct wr_goal_range){b->vc, g, 1}, arena, &text)) {
      struct wr_z3_log_input input = wr_goal_text_input (&text, asking->solver);
      wr_instances_add (&input, text.axiom_of, asking->reduce.rlimit, asking->count_timeout, list);
    }
    wr_goal_text_free (&text);
    wr_arena_free (arena);
  }
}

void wr_program_pieces (const struct wr_program_asking *asking, const struct wr_goal_range *ranges,
                        uint32_t count, wr_arena *arena, struct wr_file_tests *file,
                        struct wr_test_row *test) {
  wr_goal_text *texts = WR_NEW (arena, wr_goal_text, count + 1);
  struct wr_fine_goal *goals = WR_NEW (arena, struct wr_fine_goal, count + 1);
  struct wr_fine_options options = {.reduce = asking->reduce,
                                    .timeout = asking->timeout,
                                    .ctx = asking->ctx,
                                    .deadline = asking->deadline};
  bool good = test->covered.len > 0;
  for (uint32_t i = 0; good && i < count; i++) {
    asking->deadline (asking->ctx, grace);
    good = wr_goal_text_make (asking->result->core, asking->axioms, &ranges[i], arena, &texts[i]);
    if (good)
      goals[i] =
          (struct wr_fine_goal){wr_goal_text_input (&texts[i], asking->solver), texts[i].axiom_of};
  }
  if (good) wr_fine_add (goals, count, &options, arena, file, test);
  for (uint32_t i = 0; i < count; i++) wr_goal_text_free (&texts[i]);
}
