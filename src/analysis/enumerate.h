/* analysis/enumerate.h -- every minimal core of a goal.  Purity makes provability monotone, so cores and their duals
   determine each other: a blocker is a minimal set of facts without which nothing proves, and the cores are exactly the minimal
   sets that meet every blocker.  Blockers are found by removing one member of some core at a time; when all are known,
   the cores are computed from them.  Anytime: what was found until a budget ends is told, and that it is not all. */
#ifndef WR_ANALYSIS_ENUMERATE_H
#define WR_ANALYSIS_ENUMERATE_H

#include "analysis/explain.h"

enum {
  WR_MAX_CORES = 1000, /* cores of one goal, however many are asked for */
  WR_MAX_BLOCKERS = 4000
};

typedef WR_VEC (wr_bitset) wr_bitsets;
void wr_bitsets_free (wr_bitsets *sets);

/* The question: a minimal core that avoids `without`. YES: in `core`. */
struct wr_core_finder {
  void *ctx;
  enum wr_proof_status (*find) (void *ctx, const wr_bitset *without, wr_bitset *core);
  bool (*proves) (void *ctx, const wr_bitset *core);
};

/* `cores` holds one minimal core at the start and all that were found, up to `limit`, at the end.  True: these are all. */
bool wr_enumerate_cores (const struct wr_core_finder *finder, uint32_t limit, wr_bitsets *cores);

#endif
