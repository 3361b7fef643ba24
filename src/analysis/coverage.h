/* analysis/coverage.h -- explanations of goals summed up per fact.  A fact is a label that is no goal; its status says
   what the proofs of all goals together need of it (DESIGN, section 3):

     needed > interchangeable > no information > removable > unused

   and `unreachable` stands above all for facts at points that no execution reaches. */
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
  enum wr_fact_status status; /* NONE: it takes part in no selected body */
  enum wr_need need;          /* of NEEDED: logical before trigger before limit */
  uint32_t *used_by;          /* labels of goals, increasing */
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
} wr_coverage;

/* Is this label counted: a fact (no goal), explicit or implicit, and not of a library of Warrant's own. */
bool wr_fact_counts (const wr_core *core, wr_label label);

wr_coverage *wr_coverage_of (const wr_cover *cover, wr_arena *arena);
void wr_coverage_free (wr_coverage *coverage); /* what is not in the arena; NULL is allowed */

#endif
