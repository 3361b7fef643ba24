/* analysis/reach.h -- which points of a passive graph can be reached.  A probe is a goal that never holds, at the
   end of a block: it is proved exactly when no execution gets there.  Probes live in a copy of the graph;
   its goals keep their numbers, the probe of block b is goal `goal_count + b` of the copy.

   Few points have to be asked about: if a point is reachable, so are its dominators; if a contradiction makes a point
   unreachable, it makes every point below the one where it arises unreachable. */
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
/* Does every path to `below` go through `above`? */
bool wr_point_dominates (const uint32_t *idom, struct wr_point above, struct wr_point below);

/* The copy; `no` is the expression `false`. */
wr_passive *wr_probe_graph (const wr_passive *passive, wr_expr no, wr_arena *arena);

/* The earliest point at which all labels of a contradiction that was found at `at` are in force; `at` itself if that point does
   not dominate `at` (the contradiction is about several paths). */
struct wr_point wr_contradiction_point (const wr_passive *passive, const uint32_t *idom,
                                        struct wr_point at, const uint32_t *core, uint32_t count);

/* The points that are known to be reachable.  A path of a model makes all points on it reachable, and a reachable point its
   dominators. */
typedef struct {
  const wr_passive *passive;
  const uint32_t *idom;
  uint32_t *
      upto; /* per block: one more than the last item before which it is reachable; 0: none known */
} wr_reached;
wr_reached wr_reached_new (const wr_passive *passive, const uint32_t *idom, wr_arena *arena);
bool wr_is_reached (const wr_reached *reached, struct wr_point point);
/* `point` is reachable; `path` (count 0: not known) has the blocks on the way. */
void wr_mark_reached (wr_reached *reached, struct wr_point point, const uint32_t *path,
                      uint32_t count);

#endif
