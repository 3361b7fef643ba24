/* axioms/program_strong.h -- is a test of a program still proved without an axiom, as `verify` decides it?  The queries of the reduction
   (axioms/reduce.h) do not make all attempts of pass 1, so an axiom without which they do not prove a goal is called strongly covered
   only if pass 1, with all other axioms, does not prove the procedure of this goal either. */
#ifndef WR_AXIOMS_PROGRAM_STRONG_H
#define WR_AXIOMS_PROGRAM_STRONG_H

#include "axioms/program_pass.h"
#include "solve/answer.h"

/* An axiom (a row) without which a goal of this body was not proved by the queries of a reduction. */
struct wr_strong_claim {
  uint32_t row, body;
};
typedef WR_VEC (struct wr_strong_claim) wr_strong_claims;

void wr_strong_claims_write (wr_buf *out, const wr_strong_claims *claims);
/* Appends to `claims`.  `in` is bad if a claim is not about a body of the test and an axiom. */
void wr_strong_claims_read (struct wr_bytes *in, const struct wr_pass_test *test,
                            wr_strong_claims *claims);

/* Leaves the claims that hold: without the axiom, pass 1 does not prove a goal of the test that it has proved with it.  Leaves none if the run is
   cancelled.  What holds is stored under the key, if there is a cache and a key. */
void wr_strong_claims_check (const struct wr_pass_test *test, wr_cache *cache,
                             const struct wr_digest *key, wr_strong_claims *claims);

#endif
