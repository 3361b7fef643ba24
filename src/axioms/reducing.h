/* axioms/reducing.h -- inside the reduction (axioms/reduce.h): its state, and queries whose answers it keeps. */
#ifndef WR_AXIOMS_REDUCING_H
#define WR_AXIOMS_REDUCING_H

#include "axioms/reduce.h"
#include "base/vec.h"

struct wr_reducer {
  const struct wr_axiom_prover *prover;
  const struct wr_axiom_reduce_options *options;
  struct wr_axiom_reduction *out;
  wr_arena *arena;      /* of the last answer */
  uint32_t *batch_of;   /* per goal */
  wr_u32s order;        /* batches with a proved goal, the cheapest first */
  bool fresh, thorough; /* the queries of this phase */
  uint64_t most;        /* resources of the reduction at which it gives up; 0: none */
};

/* for (each proved goal g of the batch) */
#define WR_EACH_GOAL(r, b, g)                                                                      \
  for (uint32_t g = (b)->first; g < (b)->first + (b)->count; g++)                                  \
    if ((r)->out->goals[g].status == WR_STATUS_UNSAT)

bool wr_reduce_is_limit (enum wr_status status);
void wr_reduce_add_all (wr_bitset *set, const wr_bitset *more);
/* What a query may spend if the first proof spent these resources. */
uint64_t wr_reduce_limit (const struct wr_reducer *r, uint64_t resources);
/* Sets what this step may spend; the costs of the first proofs must be known. */
void wr_reduce_budget (struct wr_reducer *r);
/* Has this step spent what it may?  Then the reduction is not complete. */
bool wr_reduce_gives_up (struct wr_reducer *r);
/* The answer lives until the next call. */
void wr_reduce_ask (struct wr_reducer *r, const struct wr_axiom_query *query,
                    struct wr_answer *answer);

/* All goals and batches with all axioms. */
void wr_reduce_first_proofs (struct wr_reducer *r);
/* Do these axioms prove the goal?  `without` as in the query.  What the answer shows is kept: a core, or why an axiom is needed. */
bool wr_reduce_proves (struct wr_reducer *r, uint32_t goal, const wr_bitset *on, uint32_t without);
/* Is the goal that needed the axiom last time not proved by these, which lack it?  It must be known. */
bool wr_reduce_needs (struct wr_reducer *r, uint32_t axiom, const wr_bitset *rest);
/* The same with the limit of a first proof: a fresh solver may need more than one that has answered other queries. */
bool wr_reduce_proves_somehow (struct wr_reducer *r, uint32_t goal, const wr_bitset *on);
/* Does one query prove the whole batch?  `core` is set to what the proof used; in the other form nobody asks. */
bool wr_reduce_proves_batch (struct wr_reducer *r, uint32_t b, const wr_bitset *on,
                             wr_bitset *core);
bool wr_reduce_proves_whole (struct wr_reducer *r, uint32_t b, const wr_bitset *on);

#endif
