/* axioms/program_again.h -- does pass 1 prove a test from its covered set alone?  A reduction proves the set by queries of its own, and some of
   these proofs depend on which goals were asked together.  Where pass 1, with only the axioms of the set, does not prove what it proved with all
   of them, the set grows and is reduced again, now with pass 1 as the judge. */
#ifndef WR_AXIOMS_PROGRAM_AGAIN_H
#define WR_AXIOMS_PROGRAM_AGAIN_H

#include "axioms/program_strong.h"
#include "axioms/reduce.h"

/* Covered sets of a test (`covered`, `used`, `confirmed`, `complete` and `pieces` of the row) after pass 1 has tried them.  `needs`: a body that
   needs the axiom, where one is known.  The effort of `limits` bounds the steps.  Used axioms still contain the covered ones.  If the set has
   changed, nothing is said about pieces.  What was found is stored under the key, if there is a cache and a key. */
void wr_again_check (const struct wr_pass_test *test, const struct wr_axiom_reduce_options *limits,
                     wr_cache *cache, const struct wr_digest *key, const wr_strong_claims *needs,
                     struct wr_test_row *row);

#endif
