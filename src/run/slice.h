/* run/slice.h -- what goals can do without when statements are deleted as text.

   Switching a label off means that its statement could be anything that touches the same things; deleting the statement also deletes what
   it touches.  So a proof may need to know that a statement does not interfere, although nothing is lost if the statement goes.  A
   slice starts from the pruned program of the goals (run/prune.h), deletes the statements outside it as text, then tries to delete each
   statement that is left, the last ones first.  Every text is proved.  Specifications stay, and so do statements that give
   permissions away. */
#ifndef WR_RUN_SLICE_H
#define WR_RUN_SLICE_H

#include "run/prune.h"

struct wr_slice {
  wr_bitset removed; /* labels of deleted elements on which the goals depend by labels */
  uint32_t elements; /* so many were deleted */
  uint32_t checks;   /* texts that were proved or not */
  bool verified;     /* the text is proved; else nothing is known */
  wr_buf text;
};

/* `goals`: labels of proved goals.  As for wr_run_prune the run has a graph in which everything they rest on is explained.  False:
   cancelled. */
bool wr_run_slice (wr_run *run, const wr_u32s *goals, struct wr_slice *out);
void wr_slice_free (struct wr_slice *slice);

#endif
