/* tests/prop/explore.h -- every execution of a body in modular mode: all choices of an oracle are tried in
   turn.  Integers range over lo .. hi: the program must constrain each arbitrary integer to that range.
   Elements of uninterpreted sorts are chosen among those used before and one more, which is as good as
   any number of them. */
#ifndef WR_TESTS_PROP_EXPLORE_H
#define WR_TESTS_PROP_EXPLORE_H

#include "base/bitset.h"
#include "exec/exec.h"

struct choice {
  uint32_t chosen, count;
};

struct explorer {
  wr_core *core;
  int64_t lo, hi;
  uint32_t max_runs;
  /* what was found */
  wr_bitset failed; /* labels of goals that fail in some execution */
  uint32_t runs;
  bool unfinished;  /* max_runs was not enough */
  wr_str undecided; /* not empty: some execution could not be decided */
  /* the search */
  WR_VEC (struct choice) choices;
  uint32_t at;
  wr_map elements; /* sort -> how many elements are in use in this run */
  wr_u32s now;     /* labels that failed in this run */
};

void explore (struct explorer *x, wr_machine *m, uint32_t body);
/* The machine's options for an explorer. */
struct wr_exec_options explorer_options (struct explorer *x);
void explorer_free (struct explorer *x);

#endif
