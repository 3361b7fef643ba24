/* analysis/reduce.h -- which labels a program needs when only some of its goals matter: the goals, what they
   transitively depend on, and the goals that cannot be told apart from these in a text.  A goal that is not proved is never
   among them: what follows from it is assumed. */
#ifndef WR_ANALYSIS_REDUCE_H
#define WR_ANALYSIS_REDUCE_H

#include "analysis/graph.h"

struct wr_reduction {
  wr_bitset on;     /* labels */
  uint32_t closure; /* how many labels the goals and their dependencies are */
  uint32_t along;   /* how many more come along */
};

/* `start`: nodes; `more`: labels that are wanted besides. */
void wr_reduce (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                const wr_u32s *more, struct wr_reduction *out);
void wr_reduction_free (struct wr_reduction *reduction);

#endif
