/* axioms/program.h -- the tests of a program that lowers to core: its procedures, or all of it.  The facts of the program always hold; only its
   axioms are left out, so that the sets are those of the definitions (axioms/reduce.h).  Goals are asked many at a time, because a test is proved
   if all of them are. */
#ifndef WR_AXIOMS_PROGRAM_H
#define WR_AXIOMS_PROGRAM_H

#include "axioms/bytes.h"
#include "axioms/logtest.h"
#include "result/result.h"

struct wr_program_tests_options {
  enum wr_test_unit unit; /* QUERY: a procedure, too */
  struct wr_axiom_reduce_options reduce;
  const wr_map *prelude;           /* identities of the axioms that count; NULL: all */
  bool fine;                       /* also which pieces of axioms are needed */
  double count_timeout;            /* of the failed attempts that are repeated to count instances */
  struct wr_decide_options decide; /* how goals were proved; `reduce.rlimit` is not used */
};

/* Appends the program's axioms and tests.  `result` is that of pass 1.  False: no worker could be started, and `failure` (in the arena) says why. */
bool wr_program_tests (const wr_result *result, const struct wr_program_tests_options *options,
                       struct wr_file_tests *out, wr_arena *arena, wr_str *failure);

#endif
