/* core/disturb.h -- changes of a program that do not change its meaning, but what a solver is told: the order of declarations, and names.
   A proof that depends on them is brittle. */
#ifndef WR_CORE_DISTURB_H
#define WR_CORE_DISTURB_H

#include "core/core.h"

struct wr_disturb {
  uint32_t
      shuffle; /* not 0: axioms, unique constants, globals and locals in an order that this number selects */
  uint32_t rename; /* not 0: new names for functions, variables, sorts and constructors */
};

/* Changes the program, before anything is derived from it.  Labels, procedures and what they are called stay. */
void wr_core_disturb (wr_core *core, const struct wr_disturb *how);

#endif
