/* analysis/blame.h -- goals that ran out of budget: which of them are to blame, and why.

   Each goal without a verdict is asked alone, in a worker that has seen no other goal, within a small part of its budget.  A goal that
   is proved or refuted so is not to blame.  About each of the others the evidence is collected that tells its author what to change: the
   quantifiers that the solver instantiates most, a cycle of quantifiers that feed each other, whether other seeds, a larger budget
   or fewer facts prove it. */
#ifndef WR_ANALYSIS_BLAME_H
#define WR_ANALYSIS_BLAME_H

#include "result/result.h"

/* A quantifier that the solver instantiated. */
struct wr_suspect {
  wr_label label; /* what the user wrote; none: what Warrant adds about maps */
  wr_str trigger; /* the one that matched most often */
  uint64_t instances;
  uint32_t generation; /* the greatest number of instances that led to one of its instances */
  bool looping;        /* part of the cycle */
};

/* A set of facts, asked about instead of all facts. */
enum wr_fewer_kind {
  WR_FEWER_ONE,  /* all but one element */
  WR_FEWER_LOOP, /* all but the elements of the cycle */
  WR_FEWER_NEAR, /* the facts before the goal, and the axioms whose rarest function occurs there, or in such an axiom */
  WR_FEWER_NONE  /* the facts before the goal, and no axiom */
};
struct wr_fewer {
  enum wr_fewer_kind kind;
  wr_label without; /* ONE */
  uint32_t facts;   /* labels in the set */
  enum wr_status status;
  uint64_t resources;
  uint32_t *core; /* UNSAT: labels (ix) */
  uint32_t core_count;
};

struct wr_blame {
  uint32_t body, goal;
  /* PROVED and FAILED: alone, within the limit.  TIMEOUT: to blame; `reason` says what was used up. */
  enum wr_verdict verdict;
  enum wr_status reason;
  bool violated;   /* FAILED: an execution violates it, so it was not asked */
  uint64_t rlimit; /* of the question alone: the limit */
  double timeout;
  uint64_t resources; /* of the question alone */
  bool uncounted;     /* the solver makes steps that it does not count: nonlinear arithmetic */
  uint64_t queries;   /* of everything below */

  /* Only of a goal that is to blame. */
  bool profiled;
  uint64_t instances;
  uint32_t generation;
  struct wr_suspect *suspects; /* most instances first */
  uint32_t suspect_count;
  uint32_t *cycle; /* suspects that feed each other; empty: none is suspected */
  uint32_t cycle_count;
  bool
      cycle_in_order; /* each makes the terms that the next one matches, and the last one for the first */
  uint32_t seeds, seeds_proved; /* other seeds, each within the limit */
  enum wr_status larger;        /* with a larger budget; NONE: not asked */
  uint64_t larger_rlimit, larger_resources;
  struct wr_fewer *fewer;
  uint32_t fewer_count;
};

typedef struct wr_blames {
  struct wr_blame *items; /* by body, then goal */
  uint32_t count;
  bool cancelled;
  wr_str failure; /* not empty: no solver could be started */
} wr_blames;

struct wr_blame_options {
  const struct wr_decide_options *decide; /* how pass 1 asked */
  double limit;                           /* percent of a goal's budget; 0: the default */
  bool quick;                             /* only who is to blame, not why */
  const wr_bitset *
      violated; /* labels of goals that executions violate: nothing is asked about them; NULL: none */
  const wr_cancel *cancel;
  void (*progress) (void *ctx, const struct wr_progress *progress);
  /* Everything about a goal is known.  NULL: nobody asks. */
  void (*blamed) (void *ctx, const struct wr_blame *blame);
  void *ctx;
};

/* Does the goal lack a verdict because a budget was used up? */
bool wr_out_of_budget (const struct wr_goal_result *goal);
wr_blames *wr_blame_run (const wr_result *result, const struct wr_blame_options *options,
                         wr_arena *arena);

/* For each goal of which the solver ran out of memory: records in its result which element is instantiated most. */
void wr_blame_memory (wr_result *result, const struct wr_blame_options *options, wr_arena *arena);

/* The share of a goal's budget that the question alone may use, in percent. */
double wr_blame_limit (const struct wr_blame_options *options);

#endif
