/* solve/solve.h -- the interface of a solver backend. There are three: Z3 through its C API, any SMT-LIB process, and
   a scripted fake for tests. A backend is opened once per program, which loads the axioms, enters one procedure at a
   time and answers queries (solve/query.h). The parent process never calls Z3: backends live in worker processes
   (solve/pool.h). */
#ifndef WR_SOLVE_SOLVE_H
#define WR_SOLVE_SOLVE_H

#include "solve/budgets.h"
#include "solve/profile.h"
#include "solve/query.h"

struct wr_solver_options {
  const char *command; /* SMT-LIB backend: the program and its arguments */
  uint32_t seed;
  bool untracked; /* labels replaced by true: no cores */
  bool
      labelled_axioms; /* axioms are guarded by their labels (pass 2); there are no models, and SAT may be reported as INCOMPLETE */
  /* Labels of axioms that no query needs, or may use; the backend does not load them. NULL: none. */
  const wr_bitset *left_out;
  bool
      model_based; /* Z3: quantifiers are also instantiated by models, so that SAT can be found; for queries that look for models */
  bool functions;  /* Z3: maps as functions first, also in a program with few axioms */
  uint64_t memory; /* bytes; 0: the default limit */
  /* Z3: quantifiers are named by their expressions, and the solver writes a log to this file.  NULL: neither. */
  const char *trace;
  const struct wr_budgets *budgets; /* NULL: the defaults */
};
static inline const struct wr_budgets *wr_budgets_of (const struct wr_solver_options *options) {
  return options->budgets ? options->budgets : &wr_default_budgets;
}
#define WR_DEFAULT_MEMORY ((uint64_t)2 << 30)

struct wr_backend {
  const char *name;
  /* All required.  Answers live in `arena`. */
  void *(*open) (const wr_core *core, const struct wr_solver_options *options,
                 wr_str *error); /* NULL: could not start */
  /* After a SET query that the wall clock ended, a procedure must be left and entered again: the state that the query left in the
     solver depends on the machine, and so would later answers. */
  bool (*enter) (void *self, const wr_vc *vc);
  void (*check) (void *self, const struct wr_query *query, wr_arena *arena,
                 struct wr_answer *answer);
  void (*leave) (void *self);
  void (*close) (void *self);
  /* Name and version of the solver, as part of what keys the cache; empty: do not cache. */
  wr_str (*version) (const struct wr_solver_options *options, wr_arena *arena);
  /* Optional.  From now on, until the next call or `leave`, labels in `on` hold and labels in `off` are absent in SHARED queries
     about sets, whatever the query says; they are in no core.  NULL for both, and a query of another kind, end it.  For queries that
     differ in few labels: the solver processes what is fixed once. */
  void (*fix) (void *self, const wr_bitset *on, const wr_bitset *off);
  /* Optional.  Makes a solver for one goal that knows these labels only, all others being absent; CLEAN queries about subsets of
     them go to it, until the next slice or `leave`.  False: it cannot be made.  Axioms of earlier slices may stay, absent, and lower
     the trust of answers; without labels nothing is made, and the next slice knows of no earlier one. */
  bool (*slice) (void *self, uint32_t goal, const wr_bitset *labels);
  bool groups; /* answers queries about several goals */
  bool
      confined; /* needs no files, programs or network: its processes run under a filter of system calls (solve/confine.h) */
  /* Optional.  May the solver make steps about the entered procedure that it does not count?  Then a limit of steps needs a clock. */
  bool (*uncounted) (void *self);
  /* Optional.  Asks a query about a goal in a solver of its own and reports what that did with quantifiers.  The process must be
     allowed to open files (struct wr_pool_options).  False: no profile could be made. */
  bool (*profile) (void *self, const struct wr_query *query, wr_arena *arena,
                   struct wr_answer *answer, wr_profile *profile);
};

extern const struct wr_backend wr_backend_z3, wr_backend_smtlib;

#endif
