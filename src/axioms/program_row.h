/* axioms/program_row.h -- the row of a test of a program: what a worker has found, as far as pass 1 confirms it. */
#ifndef WR_AXIOMS_PROGRAM_ROW_H
#define WR_AXIOMS_PROGRAM_ROW_H

#include "axioms/bytes.h"
#include "axioms/program_again.h"

struct wr_program_finding {
  wr_str bytes; /* the reply of wr_program_end */
  wr_cache *cache;
  const struct wr_digest *key; /* of the test; NULL: answers of pass 1 are not stored */
  const struct wr_axiom_reduce_options *limits;
};

/* Moves the test into `row`, and the rest into `got`.  False: the bytes are not a test of this program. */
bool wr_program_row (const struct wr_pass_test *test, const struct wr_program_finding *finding,
                     struct wr_test_row *row, struct wr_file_tests *got);

#endif
