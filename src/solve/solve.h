/* solve/solve.h -- asking a solver.  One interface, three backends: Z3 through its C API, any SMT-LIB
   process, and a scripted fake for tests.  A backend is opened once per program (it takes in the
   axioms), enters one procedure at a time and answers queries about its goals.  The parent process never
   calls Z3: backends live in worker processes (solve/pool.h). */
#ifndef WR_SOLVE_SOLVE_H
#define WR_SOLVE_SOLVE_H

#include "base/bitset.h"
#include "vc/vc.h"

/* Zero is "no answer yet", never "proved". */
enum wr_status {
  WR_STATUS_NONE,
  WR_STATUS_UNSAT,      /* the goal holds */
  WR_STATUS_SAT,        /* a model */
  WR_STATUS_INCOMPLETE, /* the solver gave up: quantifiers or arithmetic; counts as failed */
  WR_STATUS_RESOURCE,   /* --rlimit */
  WR_STATUS_TIME,       /* the wall-clock net */
  WR_STATUS_MEMORY,
  WR_STATUS_DIED,      /* solver or worker crashed, or was killed */
  WR_STATUS_BAD_REPLY, /* it answered something that is no answer */
  WR_STATUS_CANCELLED,
  WR_STATUS_COUNT
};
const char *wr_status_name (enum wr_status status);
bool wr_status_breaks (enum wr_status status); /* the solver must not be asked another question */

/* The value of a term in a model, as text in core's value syntax (docs/core.md); kept for failures. */
struct wr_model_value {
  wr_var var;   /* an incarnation; or none */
  wr_func func; /* or a function: its value is a map from its parameters, a constant's is plain */
  wr_str text;
};

enum { WR_MAX_MODEL_TEXT = 1 << 24 }; /* bytes of all values of one model */

struct wr_answer {
  enum wr_status status;
  wr_str detail;      /* the solver's own words, e.g. "(incomplete quantifiers)" */
  uint64_t resources; /* solver resources of this check */
  double seconds;
  uint32_t
      together;   /* goals that one check answered, which share its resources and seconds; 0 is 1 */
  uint32_t *core; /* labels (ix) of the core, increasing; UNSAT with want_core */
  uint32_t core_count;
  bool has_core;
  bool *choices; /* value of each choice; SAT and INCOMPLETE, when the solver gave a model */
  uint32_t choice_count;
  bool has_model;
  struct wr_model_value *values; /* with want_model */
  uint32_t value_count;
};

struct wr_query {
  uint32_t goal;
  uint32_t
      count; /* goals from `goal` on that are asked together: does one of them fail?  0 is 1.  No
                     core, no model */
  /* As little besides the goals as can be, and labels only where a core is wanted: only a proof is an answer, every other one means
     "not proved so".  No model; `off` counts with a core only. */
  bool plain;
  const wr_bitset *off; /* labels (by ix) that are absent; NULL: none */
  uint64_t rlimit;      /* 0: none */
  double timeout;       /* seconds; 0: none */
  bool want_core, want_model;
  /* When other processes had the processor and the clock ends it, it is asked again with more time: no further attempt is made. */
  bool again;
  /* Pass 2 asks many questions about one goal: one attempt, no values, choices only with `want_path`;
     what was made for the goal is kept until another one is asked about. */
  bool quick, want_path;
  /* Pass 2, not NULL: exactly these labels hold, in a solver made for this query alone: the answer rests on the condition and
     the limits, and on nothing that was asked before. Only of backends with `slice`. */
  const wr_bitset *only;
  /* Pass 1, plain with a core: nothing else is asked of this backend.  Nothing is cleaned up after it, and the clock is the caller's. */
  bool last;
  bool sliced; /* about the slice: `goal` is its goal, and `off` counts among its labels */
  /* Pass 2: this label (by ix; 0: none) is absent, but the ground terms of its fact are mentioned: each
     maximal ground subterm t of the fact is asserted inside a fresh uninterpreted predicate of its sort, at the top
     level of the query's scope, so that triggers find it although nothing is said about it. */
  uint32_t mention;
};

struct wr_solver_options {
  const char *command; /* SMT-LIB backend: the program and its arguments */
  uint32_t seed;
  bool untracked; /* labels replaced by true: no cores */
  bool
      labelled_axioms; /* axioms guarded by their labels (pass 2); no models, and a refusal may be told as incomplete */
  /* With it: labels of axioms that no query needs, which need not be taken in; NULL: none. */
  const wr_bitset *left_out;
  bool functions;  /* Z3: maps as functions first, also in a program with few axioms */
  uint64_t memory; /* bytes; 0: the default limit */
};
/* The share of its time limit as processor time that a query has to have had before the clock's word counts: less, and other
   processes were in the way. */
#define WR_ENOUGH_TIME 0.5
enum { WR_FEW_AXIOMS = 64 }; /* with more, a program rests on a prelude: goals are asked together */
#define WR_DEFAULT_MEMORY ((uint64_t)2 << 30)

struct wr_backend {
  const char *name;
  /* All required.  Answers live in `arena`. */
  void *(*open) (const wr_core *core, const struct wr_solver_options *options,
                 wr_str *error); /* NULL: could not start */
  /* After a quick query that the clock ended a procedure is to be left and entered again: what is left of it in the solver depends
     on the machine, and so would later answers. */
  bool (*enter) (void *self, const wr_vc *vc);
  void (*check) (void *self, const struct wr_query *query, wr_arena *arena,
                 struct wr_answer *answer);
  void (*leave) (void *self);
  void (*close) (void *self);
  /* Name and version of the solver, as part of what keys the cache; empty: do not cache. */
  wr_str (*version) (const struct wr_solver_options *options, wr_arena *arena);
  /* Optional.  From now on, until the next call or `leave`, labels in `on` hold and labels in `off` are
     absent whatever a query says; they are in no core.  NULL for both, and a query that is not quick, end
     it.  For queries that differ in few labels: what is fixed is taken in once. */
  void (*fix) (void *self, const wr_bitset *on, const wr_bitset *off);
  /* Optional.  Makes a solver for one goal that knows these labels only, all others being absent; queries with
     `sliced` go to it, until the next slice or `leave`.  False: it cannot be made.  Axioms may stay from slice to slice, absent; without
     labels nothing is made, and the next slice knows of no earlier one. */
  bool (*slice) (void *self, uint32_t goal, const wr_bitset *labels);
  bool groups; /* answers queries about several goals */
};

extern const struct wr_backend wr_backend_z3, wr_backend_smtlib;

#endif
