/* axioms/conflict_plan.h -- which files of a suite are searched for contradictions among their axioms.  Most files have much the same axioms, and a search is not cheap.
   So the file comes first whose axioms stand in most tests; then the file with most of what was not in a search yet, and so on.  The choice does not depend on
   the order of the files, unless two are equally good. */
#ifndef WR_AXIOMS_CONFLICT_PLAN_H
#define WR_AXIOMS_CONFLICT_PLAN_H

#include "axioms/bytes.h"

struct wr_conflict_candidate {
  uint32_t file; /* the caller's number */
  wr_u32s axioms;
  bool chosen;
};
typedef WR_VEC (struct wr_conflict_candidate) wr_conflict_plan;

/* The tests of the file are in the relation. */
void wr_conflict_plan_add (wr_conflict_plan *plan, const wr_relation *relation, uint32_t file,
                           const struct wr_file_tests *tests);
/* Chooses among the candidates.  Their axioms and they themselves count as searched. */
void wr_conflict_plan_choose (wr_conflict_plan *plan, wr_relation *relation);
void wr_conflict_plan_free (wr_conflict_plan *plan);

#endif
