/* solve/profile.h -- what a solver did with the quantifiers of a query: how often each was instantiated, how deep the chains of
   instances are, and which instances made the terms that others matched. */
#ifndef WR_SOLVE_PROFILE_H
#define WR_SOLVE_PROFILE_H

#include "core/core.h"

/* A quantifier of the program, or of what the backend adds to it. */
struct wr_profile_quant {
  wr_expr expr;       /* the quantifier; none: a lambda, or an axiom of the backend about maps */
  wr_func lambda;     /* the function whose definition it is; or none */
  uint64_t instances; /* that were added to the problem */
  uint32_t
      generation; /* the greatest number of instances that led to one of its instances, one after the other */
  wr_str trigger; /* the trigger that matched most often, e.g. `f(x), g(y)`; "": never matched */
};

/* Instances of `from` made terms that instances of `to` matched, so many times. */
struct wr_profile_edge {
  uint32_t from, to;
  uint64_t count;
};

typedef struct wr_profile {
  struct wr_profile_quant *quants;
  uint32_t quant_count;
  struct wr_profile_edge *edges; /* by `from`, then `to` */
  uint32_t edge_count;
  uint64_t instances;
  /* The quantifiers of the deepest chain of instances, from its last instance back to its first. */
  uint32_t *chain;
  uint32_t chain_count;
} wr_profile;

/* Reads the log that Z3 writes with trace=true.  Quantifiers are told apart by their ids: `w` and the number of the expression, or `f`
   and the number of a lambda's function.  A log may end anywhere.  [z3_trace.c] */
void wr_profile_read (wr_str log, wr_arena *arena, wr_profile *profile);

/* As bytes, from a worker to its parent.  [profile.c] */
void wr_profile_write (wr_buf *out, const wr_profile *profile);
bool wr_profile_get (wr_str bytes, wr_arena *arena, wr_profile *profile);

#endif
