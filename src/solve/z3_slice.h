/* solve/z3_slice.h -- the condition of one goal with few labels: what is absent is left out of the formula instead of
   being switched off, so that a solver of its own takes it in at once.  Internal to solve/. */
#ifndef WR_SOLVE_Z3_SLICE_H
#define WR_SOLVE_Z3_SLICE_H

#include "solve/z3_formula.h"
#include "solve/z3_watch.h"

/* What a solver was told about limits. */
struct wr_z3_limits {
  bool set;
  unsigned timeout, rlimit;
};

/* A solver for slices of one procedure; zero is none.  Axioms stay from slice to slice, in a scope below that of the slice. */
struct wr_z3_slices {
  Z3_solver solver;
  struct wr_z3_watch watch;
  bool open;         /* the scope of a slice is open */
  wr_bitset labels;  /* what it knows: of the slice, and axioms of earlier ones */
  wr_bitset earlier; /* these: always absent */
  wr_bitset axioms;  /* axioms that it has taken in */
  wr_bitset maps;    /* sorts of maps that it knows how to write to */
  struct wr_z3_limits limits;
  bool stopped; /* a limit ended a query */
};

/* Makes the solver know the goal, the facts and axioms under `labels` (each guarded by its label) and what is never off.
   False: Z3 refused something. */
bool wr_z3_slice (struct wr_z3_slices *slices, struct wr_z3_formula *f, uint32_t goal,
                  const wr_bitset *labels);
/* As if there had been no slice. */
void wr_z3_slices_clear (struct wr_z3_slices *slices, Z3_context z3);
void wr_z3_slices_free (struct wr_z3_slices *slices, Z3_context z3);

#endif
