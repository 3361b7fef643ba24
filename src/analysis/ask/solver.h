/* analysis/ask/solver.h -- the oracle of pass 2 over a solver backend.  It chooses the context in which a question is asked:

     near   only axioms that have been in a core are present: first cores, proofs with many facts
     wide   all axioms hold, those in cores can be switched off one by one: reachability and need
     open   every axiom can be switched off: new axioms are found here
     slice  a solver that knows the goal and few facts: small cores
     fresh  a solver that is made for the question

   Axioms that the procedure cannot use at all (analysis/relevant.h) are absent in each. */
#ifndef WR_ANALYSIS_ASK_SOLVER_H
#define WR_ANALYSIS_ASK_SOLVER_H

#include "analysis/ask/oracle.h"
#include "solve/budgets.h"
#include "solve/pool.h"
#include "solve/solve.h"

enum wr_context { WR_CONTEXT_NONE, WR_CONTEXT_NEAR, WR_CONTEXT_WIDE, WR_CONTEXT_OPEN };

/* What the questions about one goal may cost, in solver steps. */
struct wr_spending {
  uint64_t left;         /* for the questions of the current step */
  uint64_t most;         /* for one of them; 0: all that is left */
  uint64_t core, member; /* for the questions of --self-check, each */
  uint64_t better;       /* for making a better core minimal */
  double timeout;        /* wall-clock limit of a query, in seconds; 0: none */
};

struct wr_asker {
  /* Set by the caller. */
  const wr_core *core;
  const struct wr_backend *backend;
  void *self;
  const wr_vc *vc;
  wr_channel *channel;
  wr_arena *scratch;
  const struct wr_budgets *budgets;
  double longest;            /* wall-clock limit of any query */
  const wr_bitset *left_out; /* axioms that the backend does not know */
  wr_bitset usable;          /* axioms that the procedure can use */
  uint32_t goal;             /* what is asked about */
  struct wr_spending spending;
  bool partial;  /* cores need not report axioms outside `near`, which makes some queries cheaper */
  wr_u32s *path; /* not NULL: receives the blocks on the path of a candidate model */
  /* Its own. */
  wr_bitset near, far; /* usable axioms that have been in a core, that have not */
  enum wr_context context;
  bool stale;                             /* `near` has grown since the context was made */
  wr_bitset slice;                        /* the labels of the slice */
  uint32_t slice_goal;                    /* its goal, plus one; 0: there is no slice */
  uint32_t proof_goal;                    /* the goal of the last proof, plus one */
  uint64_t proof_steps;                   /* and the steps of the proof */
  double announced_timeout, announced_at; /* the last deadline that was sent to the parent */
  uint64_t resources, queries, lost;      /* sums over all queries */
};

/* Enters the procedure; the caller's fields are set.  False: the solver cannot be used. */
bool wr_asker_begin (struct wr_asker *asker);
void wr_asker_end (struct wr_asker *asker);
struct wr_oracle wr_asker_oracle (struct wr_asker *asker, bool self_check);
/* Adds the axioms of a core to `near`. */
void wr_asker_learn (struct wr_asker *asker, const struct wr_answer *answer);

/* [clock.c]  Asks the backend within a wall-clock limit that follows from the query's steps.  A query that the clock ended although other
   processes had the processor is asked again with more time. */
void wr_asker_check (struct wr_asker *asker, struct wr_query *query, struct wr_answer *answer);
/* After a timeout the solver's state depends on the machine: enters the procedure again and makes the context for the same query.  [solver.c] */
bool wr_asker_restart (struct wr_asker *asker, const struct wr_query *query);

#endif
