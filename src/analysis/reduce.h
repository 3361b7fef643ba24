/* analysis/reduce.h -- the labels that a program needs if only some of its goals matter: the goals, their transitive
   dependencies, and the goals that the text cannot separate from these.  A goal that is not proved is never among them: its
   condition is assumed. */
#ifndef WR_ANALYSIS_REDUCE_H
#define WR_ANALYSIS_REDUCE_H

#include "analysis/graph.h"

struct wr_reduction {
  wr_bitset on;     /* labels */
  uint32_t closure; /* number of labels of the goals and their dependencies */
  uint32_t along;   /* number of labels that the text cannot separate from these */
};

/* `start`: labels of goals; `more`: other labels that are to stay. */
void wr_reduce (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                const wr_u32s *more, struct wr_reduction *out);
/* Finds goals without an explanation that must be explained next: `start` depends on them, as far as explanations are known, or the
   text cannot separate them from what it depends on.  Those that are not in `tried` are added to `out` and to `tried`.  False: there are none. */
bool wr_reduce_open (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                     wr_bitset *tried, wr_bitset *out);
void wr_reduction_free (struct wr_reduction *reduction);

#endif
