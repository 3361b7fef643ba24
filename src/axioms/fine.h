/* axioms/fine.h -- which pieces of the covered axioms does a test need?  A piece is a disjunct of the premiss, a conjunct of the conclusion, or a
   direction of an equivalence (solve/z3_fine.h).  The pieces of all covered axioms are reduced as the axioms were (axioms/reduce.h): what is left
   is a minimal set of pieces, all other axioms being absent. */
#ifndef WR_AXIOMS_FINE_H
#define WR_AXIOMS_FINE_H

#include "axioms/bytes.h"
#include "axioms/reduce.h"
#include "solve/z3_log.h"

struct wr_fine_goal {
  struct wr_z3_log_input input;
  const uint32_t *axiom_of; /* of each assertion: its axiom, or UINT32_MAX */
};

struct wr_fine_options {
  struct wr_axiom_reduce_options reduce;
  double timeout;
  void *ctx;
  void (*deadline) (void *ctx, double seconds); /* before each query */
};

/* Appends the uses of pieces to `test`, which covers `test->covered`, and enters kinds and texts of pieces, which live in the arena, in the rows of
   the axioms.  False: the goals are not proved from the axioms in pieces, and nothing is known. */
bool wr_fine_add (const struct wr_fine_goal *goals, uint32_t count,
                  const struct wr_fine_options *options, wr_arena *arena,
                  struct wr_file_tests *file, struct wr_test_row *test);

#endif
