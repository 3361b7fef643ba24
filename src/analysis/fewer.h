/* analysis/fewer.h -- smaller sets of facts that may prove a goal on which the solver runs away with all facts. */
#ifndef WR_ANALYSIS_FEWER_H
#define WR_ANALYSIS_FEWER_H

#include "analysis/blame.h"

/* A set to ask about: everything in `on`, and definitions. */
struct wr_fewer_set {
  uint32_t blame; /* number of the goal */
  enum wr_fewer_kind kind;
  wr_label without;
  wr_bitset on;
};
typedef WR_VEC (struct wr_fewer_set) wr_fewer_sets;

/* Adds the sets for a goal that is to blame: without each of the first `most` suspects, without the cycle, with the axioms that are near. */
void wr_fewer_find (const struct wr_blame *blame, uint32_t number, const wr_result *result,
                    uint32_t most, wr_fewer_sets *out);
void wr_fewer_free (wr_fewer_sets *sets);

#endif
