/* axioms/expected.h -- the expected results of a whole suite: from a manifest, from the tests themselves, and from files beside them with
   what a verifier is expected to print (`test.x.expect`), in this order.  What a log says by itself (`:status`) comes last. */
#ifndef WR_AXIOMS_EXPECTED_H
#define WR_AXIOMS_EXPECTED_H

#include "axioms/expect.h"

/* Called for a line that expects something that is no verdict. */
struct wr_expected_calls {
  void *ctx;
  void (*bad) (void *ctx, wr_str path, uint32_t line, wr_str word);
};

/* Sets `expected` of all tests of the relation. */
void wr_expected_fill (wr_relation *relation, wr_manifest *manifest,
                       const struct wr_expected_calls *calls);

#endif
