/* result/result.h -- the result of pass 1: a verdict for every goal, from which the verdicts of procedures follow.
   Analyses and reports read this and never the solver's output. */
#ifndef WR_RESULT_RESULT_H
#define WR_RESULT_RESULT_H

#include "base/cancel.h"
#include "base/outfile.h"
#include "solve/cache.h"
#include "solve/solve.h"

enum wr_verdict {
  WR_VERDICT_NONE,
  WR_VERDICT_PROVED,
  WR_VERDICT_FAILED,
  WR_VERDICT_TIMEOUT,
  WR_VERDICT_UNKNOWN
};
const char *wr_verdict_name (enum wr_verdict verdict); /* proved, failed, timeout, unknown */
enum wr_verdict wr_verdict_of (enum wr_status status);
/* Of a goal that is meant not to be proved.  A limit leaves it undecided, as it leaves others. */
enum wr_verdict wr_verdict_of_refutation (enum wr_status status);

struct wr_goal_result {
  enum wr_verdict verdict;
  enum wr_status reason;
  wr_str detail;
  uint64_t resources;
  double seconds;
  uint32_t together; /* goals that share the check that gave the answer, and its costs */
  bool cached, trivial;
  bool clock_of_steps; /* reason TIME: the clock ended it because of --rlimit, not of --timeout */
  uint32_t *core;      /* first core (labels), when asked for */
  uint32_t core_count;
  bool has_core;
  uint32_t *path; /* failed: the passive blocks of the failing path */
  uint32_t path_count;
  struct wr_model_value *values;
  uint32_t value_count;
  const struct wr_counterexample *counterexample; /* failed: set by diagnose/; NULL: not made */
  /* Reason MEMORY: what the solver instantiated most in a short trial, and how often; set by analysis/blame; none: not known. */
  wr_label busiest;
  uint64_t busiest_instances;
};

/* What the analysis of a procedure cost. */
struct wr_spent {
  double seconds, cpu; /* of the solver's queries, by the clock; processor time of the workers */
  uint64_t resources, queries;
};

struct wr_body_result {
  uint32_t body;
  const wr_passive *passive;
  const wr_vc *vc;
  struct wr_goal_result *goals; /* parallel to passive->goals */
  bool
      selected; /* asked for (--procedure, FILE:LINE); without a graph: cancelled before it was made */
  uint64_t rlimit;          /* of each goal */
  double timeout;           /* seconds, of each goal */
  bool looked, looked_last; /* wr_look has asked about it, before the rows or after them */
  double seconds;
  double cpu;        /* seconds of processor time of its workers */
  double solver_cpu; /* of that, inside the backend */
  uint64_t resources;
  uint64_t queries; /* asked in this run; a look (wr_look) counts as one */
  struct wr_spent
      spent; /* by the run that found the answers: this one, or that which filled the cache */
  bool spent_before;       /* that was an earlier run */
  struct wr_digest digest; /* of everything that answers about it depend on, if has_digest */
  bool has_digest;
};

typedef struct wr_result {
  const wr_core *core; /* an extension of the program, with what flow derived from the bodies */
  wr_expr no;          /* the expression `false` of the core */
  struct wr_body_result *bodies; /* parallel to core->bodies; passive NULL: not verified */
  uint32_t body_count;
  bool cancelled;
  wr_str failure;    /* not empty: no solver could be started */
  wr_str warning;    /* not empty: for the user, e.g. that the cache cannot be used */
  wr_str not_dumped; /* not empty: why --dump-smt could not write all its files */
  bool dump_refused; /* because a file could not be created, or was the user's */
  uint64_t memory;   /* bytes that a solver may use */
  uint32_t queries, cache_hits;
  double open_cpu;  /* seconds of processor time for loading the axioms */
  uint32_t workers; /* processes that were given work in pass 1 */
  uint64_t checks;  /* queries that they asked */
} wr_result;

enum wr_verdict
wr_body_verdict (const struct wr_body_result *body); /* failed > unknown > timeout > proved */

struct wr_progress {
  uint32_t goals_done, goals_all;
  double elapsed;
  uint32_t slowest_body; /* running longest; UINT32_MAX: none */
  double slowest_seconds;
};

/* Limits of a goal if none are given. Resources do not depend on the machine; the wall clock ends solver steps that
   are not counted (nonlinear arithmetic). */
#define WR_DEFAULT_RLIMIT ((uint64_t)15000000)
#define WR_DEFAULT_TIMEOUT 30.0

struct wr_decision; /* a run of pass 1, from the inside */

/* An attempt of pass 1 that belongs to a layer above: it asks about all goals of a body in the worker that can explain them
   (analysis/cover.h).  It reports proofs by wr_decision_prove, and gives no other verdict.  If `first`, it is asked
   before the rows of the strategy about bodies of which no goal has a verdict yet.  It is always asked after them about bodies of which
   some goal is unresolved and none is refuted; it then makes the attempts that it has not made before. */
struct wr_look {
  void (*prove) (void *ctx, struct wr_decision *run, wr_result *result, const wr_u32s *bodies,
                 bool last); /* NULL: there is no such attempt */
  void *ctx;
  bool first;
};

struct wr_decide_options {
  uint32_t workers;
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  uint64_t rlimit;        /* per goal; 0: the default */
  double timeout;         /* seconds per goal; 0: the default */
  double grace;           /* seconds beyond the timeout before a worker is killed; 0: the default */
  uint32_t error_limit;   /* per procedure; 0: all */
  const char *cache_path; /* NULL: no cache */
  bool cache_read_only;
  const char *dump_dir;  /* NULL: no --dump-smt */
  const wr_guard *guard; /* of the files in dump_dir; NULL: there are no inputs */
  bool want_cores, want_models;
  const bool *selected; /* per body; NULL: all */
  const bool *asked;    /* per body; NULL: all. Other bodies get cached answers only */
  struct wr_look look;
  const wr_cancel *cancel; /* NULL: never */
  void (*progress) (void *ctx, const struct wr_progress *progress);
  /* A goal has its final verdict.  Unresolved goals, on which the solver gave up or reached a limit, are not reported: a retry may
     prove them before wr_decide returns.  NULL: nobody asks. */
  void (*decided) (void *progress_ctx, const struct wr_body_result *body, uint32_t goal);
  void *progress_ctx;
};

/* A digest of a formula and of `before`, the context it depends on. It depends on the ranks of labels, not on their
   numbers or positions. [remember.c] */
struct wr_digest wr_content_of (wr_str before, const wr_vc *vc);

/* For wr_look: the limit of a goal of this body, and the report of a proof.  A goal that is already proved keeps its proof. */
uint64_t wr_decision_rlimit (const struct wr_decision *run, uint32_t body);
void wr_decision_prove (struct wr_decision *run, uint32_t body, uint32_t goal,
                        const struct wr_answer *answer);

/* Pass 1: decides every goal of every selected body. */
wr_result *wr_decide (const wr_core *core, const struct wr_decide_options *options,
                      wr_arena *arena);
/* Decides goals of the result that have no verdict yet, in bodies that `asked` now includes. */
void wr_decide_more (const struct wr_decide_options *options, wr_arena *arena, wr_result *result);

#endif
