/* axioms/program_pass.h -- pass 1 again, with some of the axioms of a program only: what `verify` would say about the program without the others.
   The queries of a reduction (axioms/reduce.h) are not those of pass 1, so what a reduction finds is tried by pass 1 too. */
#ifndef WR_AXIOMS_PROGRAM_PASS_H
#define WR_AXIOMS_PROGRAM_PASS_H

#include "axioms/program_axioms.h"
#include "result/result.h"

/* A test: bodies of the result, and how they were decided. */
struct wr_pass_test {
  const wr_result *result;
  const struct wr_decide_options *decide;
  const wr_program_axioms *axioms;
  const uint32_t *bodies;
  uint32_t count;
};

struct wr_pass_answer {
  bool answered; /* false: the run was cancelled, or no solver could be started */
  bool
      proved; /* each goal of the bodies that is proved with all axioms; false if it was not answered */
  bool limit;         /* not proved: a goal reached a limit, so that it might be proved */
  bool disturbed;     /* not proved: the clock or a lost process ended a query */
  uint32_t lost;      /* body + 1 of the first one with a goal that is not proved; 0: none */
  uint64_t resources; /* of all queries */
};

/* Asks about some bodies of the test: those for which `asked` (per body of the result) is true.  Labels of `left_out` are not used. */
struct wr_pass_answer wr_pass_again (const struct wr_pass_test *test, const wr_bitset *left_out,
                                     const bool *asked);

#endif
