/* analysis/reach.h -- which points of a passive graph can be reached.  A probe is a goal that never holds, at the
   end of a block: it is proved exactly when no execution gets there.  Probes live in a copy of the graph;
   its goals keep their numbers, the probe of block b is goal `goal_count + b` of the copy.

   Few of them are asked: a point that is reached proves the same of all its dominators, and what a
   contradiction makes unreachable it does to everything below the point where it arises. */
#ifndef WR_ANALYSIS_REACH_H
#define WR_ANALYSIS_REACH_H

#include "base/vec.h"
#include "flow/flow.h"

/* A point: before item `item` of a block, in the order of the graph. */
struct wr_point {
  uint32_t block, item;
};

/* idom[b], a smaller number; 0 for the entry; UINT32_MAX for blocks that the entry does not reach. */
uint32_t *wr_dominators (const wr_passive *passive, wr_arena *arena);
bool wr_dominates (const uint32_t *idom, uint32_t above, uint32_t below);
/* Every way to `below` goes through `above`. */
bool wr_point_dominates (const uint32_t *idom, struct wr_point above, struct wr_point below);

/* The copy; `no` is the expression `false`. */
wr_passive *wr_probe_graph (const wr_passive *passive, wr_expr no, wr_arena *arena);

/* The earliest point at which the labels of a contradiction, found at `at`, are all in force; `at` itself when
   it does not dominate `at` (a contradiction of several ways). */
struct wr_point wr_contradiction_point (const wr_passive *passive, const uint32_t *idom,
                                        struct wr_point at, const uint32_t *core, uint32_t count);

/* What is known of points so far.  A way that was taken answers for all points on it, and for all that come before
   on every way; a contradiction for all points that come after the one where it arises. */
typedef struct {
  const wr_passive *passive;
  const uint32_t *idom;
  uint32_t *
      upto; /* per block: one more than the last item before which an execution comes; 0: none known */
} wr_reached;
wr_reached wr_reached_new (const wr_passive *passive, const uint32_t *idom, wr_arena *arena);
bool wr_is_reached (const wr_reached *reached, struct wr_point point);
/* An execution comes to `point`; `path` (count 0: not known) has the blocks it goes through. */
void wr_mark_reached (wr_reached *reached, struct wr_point point, const uint32_t *path,
                      uint32_t count);

#endif
