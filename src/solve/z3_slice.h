/* solve/z3_slice.h -- the condition of one goal for a small set of labels. Absent facts are left out of the formula,
   not switched off, so that a separate solver processes it quickly. Internal to solve/. */
#ifndef WR_SOLVE_Z3_SLICE_H
#define WR_SOLVE_Z3_SLICE_H

#include "solve/z3_formula.h"
#include "solve/z3_watch.h"

/* What a solver was told about limits. */
struct wr_z3_limits {
  bool set;
  unsigned timeout, rlimit;
};

/* A solver for slices of one procedure; zero is none. Axioms stay from slice to slice, in a scope below the slice's
   scope. */
struct wr_z3_slices {
  Z3_solver solver;
  struct wr_z3_watch watch;
  bool open; /* the scope of a slice is open */
  wr_bitset
      labels; /* labels that the solver knows: those of the slice, and of axioms of earlier slices */
  wr_bitset earlier; /* these: always absent */
  wr_bitset axioms;  /* axioms that it has taken in */
  wr_bitset maps;    /* sorts of maps that it knows how to write to */
  struct wr_z3_limits limits;
  bool stopped; /* a limit ended a query */
};

/* Asserts the goal, the facts and axioms under `labels`, each guarded by its label, and everything without a label
   that the slice needs. False: Z3 rejected something. */
bool wr_z3_slice (struct wr_z3_slices *slices, struct wr_z3_formula *f, uint32_t goal,
                  const wr_bitset *labels);
/* Forgets all earlier slices. */
void wr_z3_slices_clear (struct wr_z3_slices *slices, Z3_context z3);
void wr_z3_slices_free (struct wr_z3_slices *slices, Z3_context z3);

#endif
