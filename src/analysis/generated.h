/* analysis/generated.h -- programs that another verifier printed.  A generator writes what the user wrote in several places: a clause is checked
   in one, assumed in another (a free clause, an assumption of the checks that the clauses after it make sense), and between them
   stands bookkeeping.  What is said of one place must hold of the user's element. */
#ifndef WR_ANALYSIS_GENERATED_H
#define WR_ANALYSIS_GENERATED_H

#include "analysis/coverage.h"

/* Does it rest on a prelude? */
bool wr_is_generated (const wr_core *core);
/* Is this statement one that the user wrote?  `kind`: "assume statement", "assert statement", as comments before statements say. */
bool wr_is_users (const wr_core *core, wr_label label, wr_str kind);
/* Is it the left side of a step of a calculation?  That it excludes what is around it says nothing. */
bool wr_is_step (const wr_core *core, wr_label label);
/* Is the target of this assignment bookkeeping? */
bool wr_is_bookkeeping (wr_str assignment);
/* Does some proof use another place of this element?  `scratch` for texts. */
bool wr_has_used_copy (const wr_coverage *coverage, wr_label label, wr_arena *scratch);

#endif
