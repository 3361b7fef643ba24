/* tests/vc/truth.h -- what a goal's verdict ought to be, computed without flow, vc or a solver: bodies over
   truth values and maps from truth values to truth values have few states, so all of them are followed
   along the body's graph.  Labels that are off have the effect that the documentation says. */
#ifndef WR_TESTS_VC_TRUTH_H
#define WR_TESTS_VC_TRUTH_H

#include "base/bitset.h"
#include "core/build.h"

/* For every label of a goal: 0 never met, 1 holds wherever it is met, 2 fails somewhere. */
struct truth {
  uint8_t *goals; /* by label */
  uint32_t count;
};

/* Loops must be contiguous runs of blocks, back edges go to smaller numbers; all of it bool or
   (map bool bool). */
struct truth truth_of (wr_core *core, uint32_t body, const wr_bitset *off);

#endif
