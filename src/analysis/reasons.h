/* analysis/reasons.h -- which goals justify a fact.  The dependency graph makes edges of it, and the choice of core counts how much a fact brings with
   it. */
#ifndef WR_ANALYSIS_REASONS_H
#define WR_ANALYSIS_REASONS_H

#include "analysis/graph.h"

/* A goal with the site, the clause or the element that it belongs to. */
struct wr_reason {
  uint32_t key, label;
};
typedef WR_VEC (struct wr_reason) wr_reason_list;

struct wr_reasons {
  const wr_labels *labels;
  const wr_bitset *goals;       /* labels of goals that are asked */
  wr_reason_list at_calls;      /* site -> goal of a precondition there */
  wr_reason_list of_invariants; /* clause -> established, maintained */
  wr_reason_list well_formed;   /* element -> implicit check */
};

/* The label of a goal; all are added before the lists are sorted and read. */
void wr_reasons_add (struct wr_reasons *reasons, uint32_t label);
void wr_reasons_sort (struct wr_reasons *reasons);
void wr_reasons_free (struct wr_reasons *reasons);

/* `fact` directly depends on `on`: a goal, or the clause of the callee. */
typedef void wr_reason_fn (void *ctx, uint32_t fact, uint32_t on, enum wr_edge_kind kind);
void wr_reasons_of (const struct wr_reasons *reasons, uint32_t fact, wr_reason_fn *each, void *ctx);

#endif
