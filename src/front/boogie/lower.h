/* front/boogie/lower.h -- from the typed tree to core. */
#ifndef WR_FRONT_BOOGIE_LOWER_H
#define WR_FRONT_BOOGIE_LOWER_H

#include "core/core.h"
#include "front/boogie/boogie.h"

/* NULL when the program uses something that cannot be verified; diags say what and where. */
wr_core *bpl_lower (struct bpl_program *program, wr_diags *diags);

/* The same program with finer labels: clauses are split below implications, disjunctions and quantifiers too, and
   probes (core/label.h) ask about the sides of implications and disjunctions.  Elements are numbered as in bpl_lower. */
wr_core *bpl_lower_fine (struct bpl_program *program, wr_diags *diags);

#endif
