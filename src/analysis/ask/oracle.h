/* analysis/ask/oracle.h -- the one question of pass 2: does this set of facts prove the goal, with at least this trust?

   Provability is monotone in the facts (DESIGN, section 2), but a solver is not: what else it knows, and what it was asked before,
   can make it prove more or less.  Every reply therefore carries a trust (shared < clean < fresh, solve/query.h).  Searches ask
   cheap questions first, and ask again with more trust about what is reported.  The searches (analysis/core) know nothing about solvers; analysis/ask/solver.h implements the oracle. */
#ifndef WR_ANALYSIS_ASK_ORACLE_H
#define WR_ANALYSIS_ASK_ORACLE_H

#include "solve/query.h"

enum wr_proof_status {
  WR_PROOF_NO, /* the solver says that the set does not prove the goal, or it gives up */
  WR_PROOF_YES,
  WR_PROOF_LIMIT, /* the budget is exhausted */
  WR_PROOF_LOST   /* a wall-clock timeout or solver trouble: nothing can be said */
};

/* Which budget pays for a question. */
enum wr_allowance {
  WR_ALLOW_STEP,   /* what is left of the current step's budget */
  WR_ALLOW_CORE,   /* --self-check: the fixed budget for proving a core again */
  WR_ALLOW_MEMBER, /* --self-check: the fixed budget for a core without one member */
};

struct wr_question {
  const wr_bitset *on;        /* labels that hold; all others of the program are absent */
  enum wr_solver_trust trust; /* the least trust of a YES */
  enum wr_allowance allowance;
  /* A label that is absent but whose ground terms are mentioned, so that triggers match them; 0: none.  SHARED only. */
  uint32_t mention;
  const wr_bitset *mentions; /* the same for several labels; NULL: none */
  wr_u32s *
      core; /* receives, on YES, a subset of `on` that the solver reports; not confirmed.  NULL: not wanted */
};

struct wr_reply {
  enum wr_proof_status status;
  enum wr_solver_trust trust; /* of a YES or a NO */
};

struct wr_oracle {
  void *ctx;
  /* A YES has at least the trust that the question asks for.  A NO has SHARED trust if the solver took long to give up. */
  struct wr_reply (*ask) (void *ctx, const struct wr_question *question);
  /* Axioms that have been in some core of the procedure; questions in which no other axiom holds are cheap.  The oracle adds to it.
     NULL: all axioms are equally cheap. */
  const wr_bitset *near;
  /* Has the fact ground terms that can be mentioned?  NULL: every fact has. */
  bool (*has_terms) (void *ctx, uint32_t label);
  /* A better core is known: the step's budget is raised so that it can be made minimal.  NULL: it is not. */
  void (*allow_better) (void *ctx);
  bool self_check; /* cores are proved again with FRESH trust before they are reported */
};

#endif
