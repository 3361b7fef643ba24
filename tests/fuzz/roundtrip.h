/* tests/fuzz/roundtrip.h -- a graph that is written and read again is the same. */
#ifndef WR_TESTS_FUZZ_ROUNDTRIP_H
#define WR_TESTS_FUZZ_ROUNDTRIP_H

#include "analysis/store.h"

#include <stdlib.h>

static inline void check_round_trip (const wr_graph *graph, wr_arena *arena) {
  wr_buf once = {0}, twice = {0};
  wr_graph_write (&once, graph);
  wr_graph *again = wr_graph_read (once.data, once.len, arena);
  if (!again) abort ();
  wr_graph_write (&twice, again);
  if (!wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice))) abort ();
  wr_buf_free (&once);
  wr_buf_free (&twice);
}

#endif
