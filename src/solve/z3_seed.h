/* solve/z3_seed.h -- terms that make a contradiction among axioms show.  Axioms with triggers are instantiated only for terms that occur, and a text of axioms has few.
   So terms are made up from its own symbols: constants, collections with one entry changed to -1, 0 or 1, and every function of these.  They
   are mentioned inside fresh predicates, about which nothing is known.  Internal to solve/. */
#ifndef WR_SOLVE_Z3_SEED_H
#define WR_SOLVE_Z3_SEED_H

#include "base/vec.h"

#include <z3.h>

typedef WR_VEC (Z3_ast) wr_z3_seeds;

/* Appends formulas that mention the terms. */
void wr_z3_seed_terms (Z3_context z3, const Z3_ast *assertions, uint32_t count, wr_z3_seeds *seeds);

#endif
