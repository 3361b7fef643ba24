/* axioms/conflict.h -- do the axioms contradict each other?  A contradiction that no test triggers stays unseen in all proofs, so it is looked for: the axioms
   alone, with terms that make contradictions show, with instances by models, and with several seeds.  Nothing found does not mean that there is
   none. */
#ifndef WR_AXIOMS_CONFLICT_H
#define WR_AXIOMS_CONFLICT_H

#include "base/vec.h"
#include "solve/z3_log.h"

struct wr_conflict_options {
  uint64_t rlimit; /* of each attempt */
  double timeout;
  void *ctx;
  void (*deadline) (void *ctx, double seconds); /* before each query */
};

struct wr_conflict {
  bool found;
  bool minimal;       /* no member can be dropped */
  wr_u32s assertions; /* numbers of guarded assertions of the text */
};

/* The text has axioms and declarations only.  `out` must be freed.  False: the text cannot be read. */
bool wr_conflict_search (const struct wr_z3_log_input *input,
                         const struct wr_conflict_options *options, struct wr_conflict *out);
void wr_conflict_free (struct wr_conflict *conflict);

#endif
