/* diagnose/path.h -- one execution of a body that is also symbolic: the conditions under which another execution takes the same path. */
#ifndef WR_DIAGNOSE_PATH_H
#define WR_DIAGNOSE_PATH_H

#include "diagnose/record.h"
#include "solve/query.h"

enum wr_path_kind { WR_PATH_FACT, WR_PATH_GOAL, WR_PATH_BRANCH };
struct wr_path_entry {
  enum wr_path_kind kind;
  bool truth;                    /* FACT, GOAL */
  wr_expr cond;                  /* FACT, GOAL: over unknowns; ix 0: not expressed */
  wr_label goal;                 /* GOAL */
  uint32_t first, count, chosen; /* BRANCH: conditions of the successors, in `conds` */
  uint32_t visits;               /* BRANCH: how often the path has branched there before */
  uint32_t block; /* of the body that was run: where it stands, or the call that it is in */
  uint32_t depth; /* of calls */
};

/* What an unknown was in an execution. */
struct wr_path_value {
  wr_var unknown;
  const wr_value *value; /* NULL: never read */
};

struct wr_path {
  struct wr_exec_result result;
  WR_VEC (struct wr_path_entry) entries;
  WR_VEC (wr_expr) conds;
  WR_VEC (struct wr_path_value) values; /* of the unknowns that were read */
  wr_map functions;                     /* wr_func.ix -> const wr_value *: tables of the model */
  wr_inputs inputs;
  bool opaque; /* a condition could not be expressed, or there were too many entries */
  bool
      certain; /* the program can do it: callees and loops were executed, everything was evaluated; no function without a body was asked for, or the axioms hold */
};

/* A machine and the oracle and watcher that belong to it. */
struct wr_path_runner {
  wr_machine *m;
  const wr_core *
      core; /* with the axioms: the machine's core has none, so that a query names those that it needs */
  uint32_t body;
  struct wr_watcher watcher;
  wr_arena *arena;
  struct wr_path *path;      /* of the run under way */
  const wr_u32s *forced;     /* successors to take, by the number of the branch */
  wr_map given;              /* wr_var.ix of an unknown -> const wr_value * */
  wr_map tables;             /* wr_func.ix -> const wr_value * */
  wr_bitset asked, modelled; /* functions: asked for; with a table in the last model */
  bool vouched;              /* the last model satisfies the axioms about its functions */
  struct wr_recorder record;
  uint32_t branches, block;
  wr_map visits;
};

struct wr_path_bounds {
  uint64_t run_steps;
  uint32_t max_depth; /* of calls */
  bool summaries, thorough;
};

/* The machine lives as long as the runner and is made from `core`. */
void wr_path_runner_init (struct wr_path_runner *r, const wr_core *core, uint32_t body,
                          const struct wr_path_bounds *bounds, wr_arena *arena);
void wr_path_runner_free (struct wr_path_runner *r);

/* Takes the values of unknowns and functions from a model, beside those that `base` had (NULL: none).  The caller says whether the
   solver vouches for the axioms. */
void wr_path_take_model (struct wr_path_runner *r, const struct wr_path *base,
                         const struct wr_answer *model);
/* Executes with these values; what has none gets a default.  `forced`: as in the runner. */
struct wr_path *wr_path_run (struct wr_path_runner *r, const wr_u32s *forced);
void wr_path_free (struct wr_path *path);

/* The machine evaluates (wr_machine_glance) terms over unknowns as this execution had them. */
void wr_path_recall (struct wr_path_runner *r, const struct wr_path *path);
/* Can no execution make the condition another one: has it no unknowns and no functions, and a value? */
bool wr_path_is_fixed (wr_machine *m, wr_expr cond);

#endif
