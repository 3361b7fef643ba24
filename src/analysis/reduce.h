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

/* `start`: labels of goals; `more`: labels that are wanted besides. */
void wr_reduce (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                const wr_u32s *more, struct wr_reduction *out);
/* Goals without an explanation that these rest on, as far as explanations are known, or that come along: adds the labels of
   those that are not in `tried` to `out` and to `tried`.  False: there are none. */
bool wr_reduce_open (const wr_graph *graph, const wr_core *core, const wr_u32s *start,
                     wr_bitset *tried, wr_bitset *out);
void wr_reduction_free (struct wr_reduction *reduction);

#endif
