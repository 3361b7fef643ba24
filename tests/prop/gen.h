/* tests/prop/gen.h -- random typed Boogie programs over small domains.  Every arbitrary integer is kept
   within lo .. hi by a where clause, a precondition, an assumption or an invariant; all other sorts are
   finite or uninterpreted; no quantifiers.  So an exhaustive search and a complete solver must agree. */
#ifndef WR_TESTS_PROP_GEN_H
#define WR_TESTS_PROP_GEN_H

#include "rng.h"
#include "tree.h"

struct gen_options {
  uint32_t procedures; /* with bodies */
  bool loops;
};

struct program {
  struct tree tree;
  int64_t lo, hi;
};

void generate (struct program *program, wr_arena *arena, uint64_t seed,
               const struct gen_options *options);

#endif
