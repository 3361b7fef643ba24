/* solve/query.h -- a query to a solver, and its answer.

   A query is one of four kinds.  Each kind has its own fields, and every combination of them is meaningful:

     GROUP  does one of these goals fail?  Only a proof is an answer; anything else means "not proved this way".
     GOAL   one goal with all labels but those that are switched off; a core, a counterexample or a reason.
     SET    does exactly this set of labels prove the goal, in a shared, a clean or a fresh context?
     EXPRS  can these core expressions be true together, given the axioms?

   Indices, bit sets and expressions are the caller's and must outlive the call. */
#ifndef WR_SOLVE_QUERY_H
#define WR_SOLVE_QUERY_H

#include "base/bitset.h"
#include "vc/vc.h"

/* Zero is "no answer yet", never "proved". */
enum wr_status {
  WR_STATUS_NONE,
  WR_STATUS_UNSAT,      /* the goal holds */
  WR_STATUS_SAT,        /* a model */
  WR_STATUS_INCOMPLETE, /* the solver gave up: quantifiers or arithmetic; counts as failed */
  WR_STATUS_RESOURCE,   /* --rlimit */
  WR_STATUS_TIME,       /* the wall-clock limit */
  WR_STATUS_MEMORY,
  WR_STATUS_DIED,      /* solver or worker crashed, or was killed */
  WR_STATUS_BAD_REPLY, /* the solver's reply is not an answer */
  WR_STATUS_CANCELLED,
  WR_STATUS_COUNT
};
const char *wr_status_name (enum wr_status status);
bool wr_status_breaks (enum wr_status status); /* the solver must not be asked another query */

/* How much of what a solver knew besides the query can have influenced its answer.  The order counts: an answer
   with more trust can stand in for one with less. */
enum wr_solver_trust {
  WR_SHARED, /* the solver knew other labels (switched off), or had answered other queries */
  WR_CLEAN,  /* a solver that knew these labels only, in a context that has seen other queries */
  WR_FRESH   /* a solver in a context made for this query */
};

enum wr_query_kind { WR_QUERY_NONE, WR_QUERY_GROUP, WR_QUERY_GOAL, WR_QUERY_SET, WR_QUERY_EXPRS };

/* Which formula a group is asked with. */
enum wr_group_form {
  WR_GROUP_UNLABELLED, /* the smallest: no labels, selectors or choices; no core */
  WR_GROUP_LABELLED,   /* the same with labels, for a core; goals have no labels in it */
  WR_GROUP_FULL        /* the formula of GOAL, with the selectors of all these goals */
};

struct wr_group_query {
  uint32_t first, count; /* goals, at least one; those that hold trivially may be among them */
  enum wr_group_form form;
  const wr_bitset *off; /* LABELLED and FULL: labels (by ix) that are absent; NULL: none */
  bool final;           /* no other query follows: the backend need not clean up */
  bool any;             /* the backend asks about them together however few they are */
};

struct wr_goal_query {
  uint32_t goal;
  const wr_bitset *off; /* labels (by ix) that are absent; NULL: none */
  bool want_model;      /* values, besides the path */
  /* If the wall clock ends an attempt although other processes had the processor, no further attempt is made: the caller asks
     again with more time. */
  bool will_retry;
};

struct wr_set_query {
  uint32_t goal;
  const wr_bitset
      *on; /* labels that hold, all others are absent; definitions always hold.  NULL: all */
  enum wr_solver_trust
      trust; /* CLEAN: in the context that `slice` made, which must know `on`; FRESH: needs a backend with `slice` */
  /* This label (by ix; 0: none) is absent, but the ground terms of its fact are mentioned: each maximal ground subterm is asserted
     inside a fresh uninterpreted predicate, so that triggers match it although nothing is said about it.  SHARED only. */
  uint32_t mention;
  const wr_bitset *mentions; /* the same for several labels, none of which is in `on`; NULL: none */
  bool want_path;            /* the choices of a candidate model.  SHARED only */
};

struct wr_exprs_query {
  const wr_expr *exprs; /* of sort bool; free variables are unknowns */
  uint32_t count;
  bool want_model; /* values of the unknowns */
};

struct wr_query {
  enum wr_query_kind kind;
  uint64_t rlimit; /* solver resources; 0: none */
  double timeout;  /* seconds; 0: none */
  /* The caller ends the process if its deadline passes.  The backend may then leave its own clock off where resources bound the
     query: starting Z3's timer thread costs as much as a small query. */
  bool caller_times;
  bool
      want_core; /* labels; of EXPRS indices into `exprs`.  SET has one anyway, UNLABELLED groups have none */
  union {
    struct wr_group_query group;
    struct wr_goal_query goal;
    struct wr_set_query set;
    struct wr_exprs_query exprs;
  };
};

static inline struct wr_query wr_query_group (uint32_t first, uint32_t count,
                                              enum wr_group_form form) {
  return (struct wr_query){.kind = WR_QUERY_GROUP,
                           .want_core = form != WR_GROUP_UNLABELLED,
                           .group = {.first = first, .count = count, .form = form}};
}

static inline struct wr_query wr_query_goal (uint32_t goal) {
  return (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = goal}};
}

static inline struct wr_query wr_query_set (uint32_t goal, const wr_bitset *on,
                                            enum wr_solver_trust trust) {
  return (struct wr_query){
      .kind = WR_QUERY_SET, .caller_times = true, .set = {.goal = goal, .on = on, .trust = trust}};
}

static inline struct wr_query wr_query_exprs (const wr_expr *exprs, uint32_t count) {
  return (struct wr_query){.kind = WR_QUERY_EXPRS, .exprs = {.exprs = exprs, .count = count}};
}

/* The goal of a query, or the first of its goals; not of EXPRS. */
uint32_t wr_query_first (const struct wr_query *query);
/* Is the label (by ix) absent in the query?  Not of EXPRS. */
bool wr_query_lacks (const struct wr_query *query, uint32_t label);
/* Aborts if the query is not well formed for this condition (NULL: no procedure is entered). */
void wr_query_check (const struct wr_query *query, const wr_vc *vc);

/* The value of a term in a model, as text in core's value syntax (docs/reference/core.md); kept for failures. */
struct wr_model_value {
  wr_var var; /* a variable; or none */
  wr_func
      func; /* or a function: its value is a map from its parameters, a constant's has no map around it */
  wr_str text;
};

enum { WR_MAX_MODEL_TEXT = 1 << 24 }; /* bytes of all values of one model */

struct wr_answer {
  enum wr_status status;
  enum wr_solver_trust trust;
  wr_str detail;      /* the solver's own words, e.g. "(incomplete quantifiers)" */
  uint64_t resources; /* solver resources of this check */
  double seconds;
  /* Goals that one check answered, which share its resources and seconds; 0 means 1. */
  uint32_t together;
  bool
      clock_of_steps; /* TIME: the clock ended it, in place of a limit of steps that the solver does not count */
  uint32_t *core; /* labels (ix), or indices of expressions, increasing */
  uint32_t core_count;
  bool has_core;
  bool *choices; /* value of each choice; SAT and INCOMPLETE, when the solver gave a model */
  uint32_t choice_count;
  bool has_model;
  struct wr_model_value *values; /* with want_model */
  uint32_t value_count;
};

#endif
