/* analysis/coverage.h -- the explanations of all goals, summed up per fact.  A fact is a label that is not a goal; its status says
   how the proofs of all goals use it (DESIGN, section 3):

     needed > interchangeable > no information > removable > unused

   A fact at an unreachable point is `unreachable`, which is stronger than all of these. */
#ifndef WR_ANALYSIS_COVERAGE_H
#define WR_ANALYSIS_COVERAGE_H

#include "analysis/contradiction.h"
#include "analysis/cover.h"

/* X (NAME, "name in JSON"), weakest claim first */
#define WR_FACT_STATUSES(X)                                                                        \
  X (NONE, "none")                                                                                 \
  X (UNUSED, "unused")                                                                             \
  X (REMOVABLE, "removable")                                                                       \
  X (NO_INFORMATION, "no-information")                                                             \
  X (INTERCHANGEABLE, "interchangeable")                                                           \
  X (NEEDED, "needed")                                                                             \
  X (UNREACHABLE, "unreachable")

enum wr_fact_status {
#define X(name, text) WR_FACT_##name,
  WR_FACT_STATUSES (X)
#undef X
      WR_FACT_STATUS_COUNT
};
const char *wr_fact_status_name (enum wr_fact_status status);
const char *wr_need_name (enum wr_need need); /* "logical", "trigger", "limit"; NULL for NONE */

struct wr_fact {
  wr_label label;
  enum wr_fact_status status; /* NONE: it is in no selected body */
  enum wr_need
      need; /* of NEEDED: the strongest over all goals; logical is stronger than trigger, and trigger than limit */
  uint32_t *used_by; /* labels of goals, increasing */
  uint32_t used_count;
};

struct wr_share {
  uint32_t covered, total;
};

typedef struct wr_coverage {
  const wr_cover *cover;
  struct wr_fact *facts; /* by label.ix; [0] is unused */
  uint32_t fact_count;
  struct wr_share *bodies; /* parallel to result->bodies */
  struct wr_share whole;
  wr_contradictions contradictions;
  const struct wr_elements *elements; /* what the user wrote: analysis/elements.h */
  const bool *
      unnecessary; /* per label: advice says that the element can be removed; NULL: there is no advice yet */
  /* [body][goal]: the explanation of the goal over all points at which it occurs (analysis/occurrences.h); NULL for a body that was
     not verified */
  const struct wr_explanation ***goals;
} wr_coverage;

/* Is this label counted?  It is a fact, explicit or implicit, and not of Warrant's own library. */
bool wr_fact_counts (const wr_core *core, wr_label label);

wr_coverage *wr_coverage_of (const wr_cover *cover, wr_arena *arena);
void wr_coverage_free (wr_coverage *coverage); /* frees what is not in the arena; NULL is allowed */

#endif
