/* axioms/program_ask.h -- what is found out about the axioms of a program by asking its goals as text (axioms/goaltext.h): instances in failed attempts,
   and pieces.  Runs in worker processes; the contexts that a backend has opened must not be asked afterwards, because Z3's
   parameters belong to the process. */
#ifndef WR_AXIOMS_PROGRAM_ASK_H
#define WR_AXIOMS_PROGRAM_ASK_H

#include "axioms/fine.h"
#include "axioms/goaltext.h"
#include "result/result.h"

struct wr_program_asking {
  const wr_result *result;
  const wr_program_axioms *axioms;
  const struct wr_solver_options *solver;
  struct wr_axiom_reduce_options reduce;
  double timeout, count_timeout; /* count_timeout: of failed attempts that are repeated */
  void *ctx;
  void (*deadline) (void *ctx, double seconds);
};

/* Adds the instances in attempts at the goals of the body that are not proved. */
void wr_program_instances (const struct wr_program_asking *asking, uint32_t body,
                           wr_instance_list *list);
/* Adds the pieces that the test with these goals needs. */
void wr_program_pieces (const struct wr_program_asking *asking, const struct wr_goal_range *ranges,
                        uint32_t count, wr_arena *arena, struct wr_file_tests *file,
                        struct wr_test_row *test); /* the texts of pieces live in the arena */

#endif
