/* axioms/program_prover.h -- the goals of a program, asked with some of its axioms, in a worker process.  The goals of a procedure rest on the same
   facts, so batches of them are asked together.  A goal is proved if a query about its batch or one about the goal alone proves it, as in `verify`: a
   thorough query also asks as `verify` does, without labels and with both encodings of maps, and then the batch. */
#ifndef WR_AXIOMS_PROGRAM_PROVER_H
#define WR_AXIOMS_PROGRAM_PROVER_H

#include "axioms/goaltext.h"
#include "axioms/program_axioms.h"
#include "axioms/reduce.h"
#include "result/result.h"
#include "solve/answer.h"
#include "solve/pool.h"

/* Goals first .. first+count-1 of a body. */
struct wr_goal_group {
  uint32_t body, first, count;
};
/* With the first proof from all axioms. */
struct wr_proved_group {
  struct wr_goal_group group;
  bool proved; /* by one query; always true of single goals */
  wr_u32s core;
  uint64_t resources;
  uint32_t batch; /* of a goal */
  bool
      coreless; /* a goal that was last proved without labels only, because a query with them has reached its limit */
};
typedef WR_VEC (struct wr_proved_group) wr_proved_groups;
typedef WR_VEC (struct wr_goal_group) wr_goal_groups;

typedef struct wr_program_prover {
  const wr_result *result;
  const struct wr_decide_options *decide;
  const wr_program_axioms *axioms;
  const wr_bitset *left_out; /* labels of axioms that no query needs */
  const struct wr_backend *backend;
  void *solver; /* opened, with labels at axioms */
  wr_channel *channel;
  const wr_goal_groups *fatal; /* groups that have ended an earlier process: they are not asked */
  uint32_t entered;            /* body + 1 in `solver`; 0: none */
  wr_proved_groups goals, batches;
  WR_VEC (struct wr_axiom_batch) ranges; /* of goals, per batch */
  uint32_t unexplained; /* proved goals that are not proved with labels at axioms */
  /* The last solver that knows only some axioms. */
  struct {
    void *solver; /* NULL: none */
    uint32_t body;
    wr_bitset on;       /* rows */
    wr_bitset left_out; /* labels of all other axioms */
    uint32_t failed;    /* batch + 1 that it did not prove last; 0: none */
  } few;
} wr_program_prover;

void wr_program_prover_free (wr_program_prover *prover);
/* Adds the proved goals of a body, and their batches. */
void wr_program_prover_add (wr_program_prover *prover, uint32_t body);
/* The goals and batches, with their first proofs; read again, they are appended to those that the prover has.  `in` is bad if they are not
   goals of this body. */
void wr_program_prover_write (const wr_program_prover *prover, wr_buf *out);
void wr_program_prover_read (wr_program_prover *prover, uint32_t body, struct wr_bytes *in);
/* struct wr_axiom_prover: ask; its batches are `ranges`. */
void wr_program_prover_ask (void *prover, const struct wr_axiom_query *query, wr_arena *arena,
                            struct wr_answer *answer);
/* Seconds that a query may take. */
double wr_program_timeout (const struct wr_decide_options *decide);
/* Which group does a frame of a prover announce?  False: it is not such a frame. */
bool wr_program_announced (const void *data, size_t size, struct wr_goal_group *group);

#endif
