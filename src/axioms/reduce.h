/* axioms/reduce.h -- which axioms does a test need?  A test is a list of goals; it is proved if all of them are.  The reduction works on any
   prover that can be asked "do these axioms suffice for this goal?", the rest of the problem being fixed.  The definitions are those of the
   paper on axiomatization coverage:

     used      the cores of the first proofs
     covered   a minimal set: it proves every goal, and no member can be dropped with twice the resources of the first proof
     strong    members of every minimal set: for some goal all other axioms together are not enough

   Everything is relative to the prover and its resources.  Cores of a solver are taken for granted only while sets shrink: at the end a fresh
   solver proves each goal from the covered set, and fails on some goal for each member that is left out. */
#ifndef WR_AXIOMS_REDUCE_H
#define WR_AXIOMS_REDUCE_H

#include "base/bitset.h"
#include "solve/query.h"

struct wr_axiom_query {
  uint32_t goal;       /* or a batch */
  const wr_bitset *on; /* the axioms that hold; NULL: all */
  uint64_t rlimit;
  bool fresh;       /* in a solver that knows no other axioms */
  uint32_t without; /* the axiom that the query is to show superfluous, plus one; 0: none */
  bool batch;       /* `goal` is a batch: are all its goals proved, by one query? */
  bool thorough;    /* the goal counts as not proved only if the prover has tried all its ways */
  bool strong;      /* about strong coverage: every proof counts, also one that has no core */
  bool unlikely;    /* a proof is: what a failure has to be shown by comes first */
};

/* How long a query may take, if a first proof may take `seconds` and `most` resources: the clock is a net for the same steps on every machine, so more steps have more
   time. */
double wr_axiom_query_seconds (double seconds, uint64_t most, uint64_t rlimit);

/* Goals first .. first+count-1, which one query can prove together. */
struct wr_axiom_batch {
  uint32_t first, count;
};

struct wr_axiom_prover {
  void *self;
  uint32_t goals;
  wr_bitset all; /* the axioms */
  /* The answer's core consists of axioms.  If `together` is more than 1, the costs are counted when the batch is asked. */
  void (*ask) (void *self, const struct wr_axiom_query *query, wr_arena *arena,
               struct wr_answer *answer);
  bool
      fresh_is_cheap; /* a fresh solver with few axioms costs less than one that knows all of them */
  const struct wr_axiom_batch *batches; /* each goal is in one of them; NULL: there are none */
  uint32_t batch_count;
};

struct wr_axiom_reduce_options {
  uint64_t rlimit; /* of each goal's first proof */
  uint32_t factor; /* of its resources, for every later query; at least 2 */
  uint64_t floor;  /* and at least this many */
  /* All queries of a step may spend this many times what the first proofs did, and `least_effort` beside it; then what is left is kept as it is, and the
     set is not complete.  0: there is no such limit. */
  uint32_t effort;
  uint64_t least_effort;
  bool once;   /* one round, as in the paper's experiments; otherwise until nothing changes */
  bool strong; /* look for them */
  bool
      no_repair; /* if the set does not prove a goal in a fresh solver, it is not confirmed, and stays as it is */
};

struct wr_goal_reduction {
  enum wr_status status; /* of the first query; the sets are empty unless it is UNSAT */
  uint64_t first;        /* its resources */
  uint64_t most;         /* the greatest resources of a proof */
  wr_bitset used;        /* by the first proof */
  wr_bitset set;         /* the axioms in this goal's last core */
  wr_bitset with;        /* the axioms that were there when it was last proved */
  bool with_fresh;       /* in a fresh solver */
  bool alone;            /* a query about this goal alone has proved it */
  /* The last axioms from which thorough queries in fresh solvers did not prove it: they are not tried again. */
  wr_bitset refused;
  bool has_refused;
  bool stuck; /* nor was it proved when axioms were added */
};

struct wr_batch_reduction {
  uint32_t first, count; /* goals */
  bool whole; /* one query has proved it from all axioms; otherwise only single goals are asked */
  uint64_t cost; /* of its first proofs */
  uint64_t most; /* the greatest resources of a proof of the whole */
};

/* Why an axiom is needed: the goal is not proved with `failed`, which lacks it. */
struct wr_axiom_need {
  uint32_t goal; /* plus one; 0: none is known */
  wr_bitset failed;
  bool limit, fresh, thorough;
  uint32_t strong; /* a goal that all other axioms do not prove, plus one; 0: none is known */
};

struct wr_axiom_reduction {
  struct wr_goal_reduction *goals;
  uint32_t goal_count, proved;
  struct wr_batch_reduction *batches;
  uint32_t batch_count;
  struct wr_axiom_need *needs; /* per axiom */
  uint32_t axiom_count;
  wr_bitset used, covered, strong;
  bool complete; /* every goal was decided, and no member stays because a query hit its limit */
  bool
      confirmed; /* the covered set proves every goal in a fresh solver; true where nothing is proved */
  uint64_t resources;
  uint32_t queries;
  double seconds;
};

/* `out` must be freed. */
void wr_axiom_reduce (const struct wr_axiom_prover *prover,
                      const struct wr_axiom_reduce_options *options,
                      struct wr_axiom_reduction *out);
void wr_axiom_reduction_free (struct wr_axiom_reduction *reduction);

/* The same in steps, for a test whose goals are in several parts, such as the procedures of a program: each part grows a set of its own, the parts
   check the union of the sets, and the joined parts are brought to an end.  A step on one part can be taken in another process (axioms/parts.h). */
void wr_axiom_grow (const struct wr_axiom_prover *prover,
                    const struct wr_axiom_reduce_options *options, struct wr_axiom_reduction *out);
/* Proves the part from `covered` in fresh solvers, and tries to leave out each of `members`, if the part is known to need it. */
void wr_axiom_check (const struct wr_axiom_prover *prover,
                     const struct wr_axiom_reduce_options *options, const wr_bitset *covered,
                     const wr_bitset *members, struct wr_axiom_reduction *part);
void wr_axiom_end (const struct wr_axiom_prover *prover,
                   const struct wr_axiom_reduce_options *options,
                   struct wr_axiom_reduction *reduction);
/* The goals of all parts, in this order.  The parts are empty afterwards. */
void wr_axiom_join (struct wr_axiom_reduction *parts, uint32_t count,
                    struct wr_axiom_reduction *out);

#endif
