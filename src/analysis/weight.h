/* analysis/weight.h -- how much a core brings with it: the elements of the user's text in its transitive closure, within the procedure.  Facts depend on
   the goals that justify them, and these on the facts of the cores that have been found for them so far.  What a callee's clause rests on in the callee is
   not known here: the clause and the call count. */
#ifndef WR_ANALYSIS_WEIGHT_H
#define WR_ANALYSIS_WEIGHT_H

#include "analysis/core/search.h"
#include "analysis/reasons.h"
#include "result/result.h"

struct wr_weights {
  const wr_core *core;
  const struct wr_body_result *body;
  wr_search *const *searches; /* [goal]; NULL: not begun, or ended */
  wr_bitset *ended;           /* [goal]: the core with which a search ended */
  struct wr_reasons reasons;
  wr_bitset goals; /* labels of the goals */
  wr_map first;    /* label -> its first goal, plus one */
  uint32_t *next;  /* [goal]: the next goal with the same label, plus one; 0: none */
};

void wr_weights_begin (struct wr_weights *weights, wr_arena *arena);
/* Keeps the core with which the goal's search ends. */
void wr_weights_keep (struct wr_weights *weights, uint32_t goal);
void wr_weights_end (struct wr_weights *weights);
/* What searches ask. */
struct wr_scale wr_weights_scale (const struct wr_weights *weights);

#endif
