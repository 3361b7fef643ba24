/* diagnose/clause.h -- a clause that a weak specification lacks.

   Candidates are comparisons of variables, statements about all entries of a map between two bounds, and what the goal says, with a
   loop's variable in place of another.  Those that an execution violates are dropped.  The rest is added to the specification, and
   what cannot be proved is dropped until everything is; if the goal is then proved, the candidates that its proof needs are the clause. */
#ifndef WR_DIAGNOSE_CLAUSE_H
#define WR_DIAGNOSE_CLAUSE_H

#include "diagnose/judge.h"
#include "diagnose/record.h"

/* Sets clauses of a spurious failure whose weak specification is known.  `decide` says how to prove. */
void wr_find_clause (const wr_result *result, const struct wr_decide_options *decide,
                     const wr_cancel *cancel, struct wr_diagnosis *d, wr_arena *arena);

/* [candidate.c]  Candidates over the variables of a specification, in `core`. */
struct wr_candidates {
  wr_exprs exprs;
};
void wr_candidates_make (wr_core *core, const struct wr_result *result,
                         const struct wr_diagnosis *d, struct wr_candidates *out);

#endif
