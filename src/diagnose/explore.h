/* diagnose/explore.h -- executes a body for all inputs and choices of a small scope: callees by their bodies, loops round by round.

   A scope limits what is tried: integers, entries of maps, elements of uninterpreted types, depth of datatype values.  Values that
   are given (diagnose/inputs.h) are not varied.  Executions come in a fixed order, small values first. */
#ifndef WR_DIAGNOSE_EXPLORE_H
#define WR_DIAGNOSE_EXPLORE_H

#include "base/cancel.h"
#include "diagnose/record.h"

struct wr_scope {
  int64_t most;   /* integers between -most and most, and those near the literals of the body */
  uint32_t cells; /* entries 0 .. cells-1 of a map over integers, and all others together */
  int64_t most_inside;          /* the same as `most`, for integers in maps and datatypes */
  uint32_t elements;            /* of an uninterpreted type */
  uint64_t max_runs, max_steps; /* executions; steps of all of them */
  uint64_t run_steps;           /* of one execution */
  uint32_t rounds; /* how often an execution makes one arbitrary choice of a successor */
  bool literals;
};
extern const struct wr_scope wr_scopes[]; /* from small to large */
enum { WR_SCOPE_COUNT = 3 };

/* An execution that violates a goal. */
struct wr_violation {
  wr_label goal; /* in the core that was given, or made from its labels: compare with that core's */
  wr_inputs inputs;
  bool
      certain; /* callees and loops were executed, and the axioms hold or no function without a body was asked for */
};

struct wr_exploration {
  uint64_t runs, returned, failed, blocked, undecided, endless, steps;
  uint64_t others;                         /* executions that violate another goal than `until` */
  uint64_t cut;                            /* executions that ended at the bound on rounds */
  bool behind;                             /* an execution violates `until` after another goal */
  bool complete;                           /* every choice of the scope was tried */
  bool limited;                            /* some type has more values than the scope */
  wr_str why;                              /* the first reason for "undecided" */
  WR_VEC (struct wr_violation) violations; /* the first execution for each goal */
};

struct wr_explore_options {
  const struct wr_scope *scope;
  const wr_inputs *given; /* NULL: none */
  const wr_exprs *about;  /* whose literals are tried too; NULL: none */
  wr_label until;         /* ends when an execution certainly violates this goal; 0: goes on */
  const wr_cancel *cancel;
  bool modular; /* calls by contract, loops by invariants */
  /* Called after each execution that did not block, with its trace; may be NULL. */
  void (*ran) (void *ctx, wr_machine *m, const struct wr_exec_result *result);
  /* Called at every loop head of every execution; may be NULL. */
  void (*at_head) (void *ctx, wr_machine *m, uint32_t body, uint32_t block);
  void *ctx;
};

/* Everything lives in the arena. */
struct wr_exploration wr_explore (const wr_core *core, uint32_t body,
                                  const struct wr_explore_options *options, wr_arena *arena);
void wr_exploration_free (struct wr_exploration *x);

#endif
