/* run/run.h -- one version of one program, and what is known about it: texts, options, cancel token, a sink for results as they
   come, then the tree, verdicts, explanations and the dependency graph.  Commands, an editor server and a web server sit on top of it.

   This layer never prints, does not read the command line or the environment, and changes no signal mask and no flag of the
   process.  One thread uses a run at a time; different runs share nothing, so several threads can work on several versions of a
   program at once.  What was computed lives until wr_run_free. */
#ifndef WR_RUN_RUN_H
#define WR_RUN_RUN_H

#include "analysis/blame.h"
#include "analysis/coverage.h"
#include "analysis/fine.h"
#include "analysis/graph.h"
#include "front/front.h"
#include "result/result.h"

struct wr_diagnosis;

/* A zeroed struct selects the defaults. Strings and lists belong to the caller and outlive the run. */
struct wr_run_options {
  wr_fronts fronts;             /* the languages that are known; NULL: those that are built in */
  const struct wr_front *lang;  /* of all files; NULL: each file name says it */
  const char *const *procedure; /* names of procedures to verify, which may have * and ?, beside
                                   those of wr_run_add_file */
  uint32_t procedure_count;     /* 0: all */

  const struct wr_backend *backend; /* NULL: Z3 */
  const char *solver_command;       /* of the SMT-LIB backend */
  uint32_t workers;                 /* 0: one per core */
  uint32_t seed;
  const struct wr_budgets *budgets; /* of solving and explaining; NULL: the defaults */
  bool untracked;                   /* no labels in queries: cores are not known */
  uint64_t rlimit;                  /* per goal; 0: the default */
  double timeout;                   /* seconds per goal; 0: the default */
  uint32_t error_limit;             /* per procedure; 0: none */
  const char
      *cache_path; /* answers, explanations and dependency graphs are stored there; NULL: nowhere */
  bool cache_read_only;  /* nothing is stored there */
  const char *dump_dir;  /* a file with the query of each goal is written there; NULL: none */
  const wr_guard *guard; /* of these files (base/outfile.h); NULL: there are no inputs */

  bool cores; /* pass 1 finds cores on the way, as the first step of `cover` does */
  enum wr_core_effort
      effort; /* not NONE: goals may be explained already while they are proved, with
                                 this effort; wr_run_explain then goes on with it */
  bool all_cores;
  uint32_t core_limit; /* with all_cores: at most so many per goal; 0: all */
  bool self_check;     /* cores are proved again by fresh solvers */
};

/* Receives results as they come.  Each function may be NULL.  The thread that uses the run calls them, never after the function of
   the run has returned; they may ask to cancel, but must not use the run otherwise.

   Each goal is reported once as decided, with its final verdict, unless the run was cancelled before, and then at most once as explained; the goals of a procedure are
   explained in their order, and all of them are decided before its first is explained.  Findings come last, in the order of the
   analysis.  Only the order between procedures depends on scheduling. */
struct wr_sink {
  void *ctx;
  void (*decided) (void *ctx, const struct wr_body_result *body, uint32_t goal);
  void (*explained) (void *ctx, const struct wr_body_result *body, uint32_t goal,
                     const struct wr_explanation *explanation);
  void (*finding) (void *ctx, const wr_diag *finding);
  /* The values of a failed goal's counterexample, after it was reported as decided (run/refute.h). */
  void (*refuted) (void *ctx, const struct wr_body_result *body, uint32_t goal,
                   const struct wr_counterexample *counterexample);
  /* wr_run_blame: a goal that ran out of budget, with everything that is known about the cause. */
  void (*blamed) (void *ctx, const struct wr_blame *blame);
  void (*judged) (void *ctx, const struct wr_diagnosis *diagnosis); /* run/judge.h */
  /* About ten times a second.  `core` has the names; goals_all 0: nothing is counted in this step. */
  void (*progress) (void *ctx, const wr_core *core, const struct wr_progress *progress);
};

/* The procedures around a line are verified. */
struct wr_select {
  uint32_t file, line;
};

/* What pass 1 knows, and how it asked. */
struct wr_proved {
  wr_core *program; /* NULL: the program could not be lowered, or was not yet */
  const wr_core
      *core;         /* the program, and from the result on what is derived from it; NULL with it */
  wr_result *result; /* NULL with core */
  struct wr_decide_options decide; /* pass 2 asks the same way; no token and no sink */
  wr_cover *begun;                 /* what was explained on the way; NULL: nothing */
};

typedef struct wr_run {
  struct wr_run_options options;
  const wr_cancel *cancel; /* NULL: never */
  struct wr_sink sink;
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  struct wr_program program;
  WR_VEC (struct wr_select) selects;

  struct wr_proved proved;
  bool none_selected; /* the options select no procedure that has a body */
  const char *
      unmatched; /* the first of the procedures to verify that none has the name of; NULL: each selects one */
  wr_str nearest;        /* a name that is close to it; "": none is */
  wr_str failure;        /* of the last step; not empty: no solver could be started */
  wr_coverage *coverage; /* NULL: nothing is explained */
  wr_fine *fine;         /* NULL: parts of clauses are not explained */
  wr_graph *graph;       /* NULL: not made */
  bool partial;          /* goals of the graph are proved and explained when they are asked for */
  bool **decided, **explained; /* [body][goal]: what was reported to the sink */
} wr_run;

wr_run wr_run_new (const struct wr_run_options *options, const wr_cancel *cancel,
                   const struct wr_sink *sink);
void wr_run_free (wr_run *run);

/* -- loading ---------------------------------------------------------------------------------------- */

/* Reads a file ("-": standard input).  One that cannot be read is there as an empty text, so that its diagnostic has a place.
   `line` not 0: the procedures around it are selected.  False: a program has no room for more files. */
bool wr_run_add_file (wr_run *run, const char *path, uint32_t line);
/* The same with a text from memory; both strings are copied. */
void wr_run_add_text (wr_run *run, wr_str path, wr_str text);
/* Parses, resolves and types as far as `until`; each phase runs only if the one before found no error.  False: there
   are errors. */
bool wr_run_load (wr_run *run, enum wr_load_phase until);

/* The language of the program; where its files do not say, the first one that is known. */
const struct wr_front *wr_run_language (const wr_run *run);
/* The procedure whose text is around a place, or "". */
wr_str wr_run_procedure_at (const wr_run *run, wr_span at);
/* "ok", "unreadable", "parse-error", "resolve-error" or "type-error". */
const char *wr_run_status (const wr_run *run, uint32_t file);

#endif
