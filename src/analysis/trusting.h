/* analysis/trusting.h -- why a node of the dependency graph is trusted: what nothing in the program proves. */
#ifndef WR_ANALYSIS_TRUSTING_H
#define WR_ANALYSIS_TRUSTING_H

#include "analysis/graph.h"

struct wr_trusting {
  const wr_core *core;
  const wr_result *result;
  const wr_bitset *goals; /* labels of the goals of selected bodies */
  wr_bitset
      unchecked; /* goals that the program does not ask for: preconditions of free calls, clauses of
                             bodies that are not verified */
  wr_bitset endless; /* bodies of functions whose recursion may not end */
};
void wr_trusting_begin (struct wr_trusting *t);
void wr_trusting_end (struct wr_trusting *t);

enum wr_trust wr_trust_of_goal (const struct wr_trusting *t, uint32_t label,
                                enum wr_verdict verdict, bool vacuous);
enum wr_trust wr_trust_of_fact (const struct wr_trusting *t, uint32_t label);
/* The procedure (number from 1) has bodies, and none of them is verified by itself. */
bool wr_is_skipped (const wr_core *core, uint32_t procedure);

#endif
