/* axioms/program_prover.h -- the goals of a program, asked with some of its axioms, in a worker process.  Goals are asked in groups, because the
   goals of a procedure rest on the same facts; a goal is proved if a query about a group or one about the goal alone proves it, as in `verify`.  So
   a group is not proved only if a goal of it is not proved alone either, with both encodings of maps. */
#ifndef WR_AXIOMS_PROGRAM_PROVER_H
#define WR_AXIOMS_PROGRAM_PROVER_H

#include "axioms/goaltext.h"
#include "axioms/program_axioms.h"
#include "axioms/reduce.h"
#include "result/result.h"
#include "solve/pool.h"

/* Goals first .. first+count-1 of a body. */
struct wr_goal_group {
  uint32_t body, first, count;
};
/* With the first proof from all axioms. */
struct wr_proved_group {
  struct wr_goal_group group;
  wr_u32s core;
  uint64_t resources;
};
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
  WR_VEC (struct wr_proved_group) groups;
  uint32_t unexplained; /* proved goals that are not proved with labels at axioms */
  uint32_t *failed;     /* per axiom: goal + 1 that was last not proved without it */
} wr_program_prover;

void wr_program_prover_init (wr_program_prover *prover);
void wr_program_prover_free (wr_program_prover *prover);
/* Adds the proved goals of a body as groups. */
void wr_program_prover_add (wr_program_prover *prover, uint32_t body);
/* struct wr_axiom_prover: ask; the goals are the groups. */
void wr_program_prover_ask (void *prover, const struct wr_axiom_query *query, wr_arena *arena,
                            struct wr_answer *answer);
/* Seconds that a query may take. */
double wr_program_timeout (const struct wr_decide_options *decide);
/* Which group does a frame of a prover announce?  False: it is not such a frame. */
bool wr_program_announced (const void *data, size_t size, struct wr_goal_group *group);

#endif
