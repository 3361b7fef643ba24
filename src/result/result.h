/* result/result.h -- what a run found out: a verdict for every goal, derived verdicts for procedures.
   Analyses and reports read this and never solver output. */
#ifndef WR_RESULT_RESULT_H
#define WR_RESULT_RESULT_H

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

struct wr_goal_result {
  enum wr_verdict verdict;
  enum wr_status reason;
  wr_str detail;
  uint64_t resources;
  double seconds;
  uint32_t together; /* goals that share the check that gave the answer, and its costs */
  bool cached, trivial;
  uint32_t *core; /* first core (labels), when asked for */
  uint32_t core_count;
  bool has_core;
  uint32_t *path; /* failed: the passive blocks of the failing path */
  uint32_t path_count;
  struct wr_model_value *values;
  uint32_t value_count;
};

struct wr_body_result {
  uint32_t body;
  const wr_passive *passive;
  const wr_vc *vc;
  struct wr_goal_result *goals; /* parallel to passive->goals */
  bool selected;                /* asked for (--procedure, FILE:LINE) */
  double seconds;
  double cpu;        /* seconds of processor time of its workers */
  double solver_cpu; /* of that, inside the backend */
  uint64_t resources;
  struct wr_digest digest; /* of everything that answers about it depend on, if has_digest */
  bool has_digest;
};

typedef struct wr_result {
  const wr_core *core;
  struct wr_body_result *bodies; /* parallel to core->bodies; passive NULL: not verified */
  uint32_t body_count;
  bool cancelled;
  wr_str failure; /* not empty: no solver could be started */
  wr_str warning; /* not empty: for the user, e.g. that the cache cannot be used */
  uint32_t queries, cache_hits;
  double open_cpu; /* seconds of processor time for taking in the axioms */
} wr_result;

enum wr_verdict
wr_body_verdict (const struct wr_body_result *body); /* failed > unknown > timeout > proved */

struct wr_progress {
  uint32_t goals_done, goals_all;
  double elapsed;
  uint32_t slowest_body; /* running longest; UINT32_MAX: none */
  double slowest_seconds;
};

/* Budgets when none are given.  Resources are what ends a goal, the same on every machine; the clock
   is a net for steps of the solver that do not count (nonlinear arithmetic). */
#define WR_DEFAULT_RLIMIT ((uint64_t)15000000)
#define WR_DEFAULT_TIMEOUT 30.0
#define WR_DEFAULT_GRACE 5.0
#define WR_OPEN_TIMEOUT 120.0 /* for taking in the axioms */

struct wr_decision; /* a run of pass 1, from the inside */

struct wr_decide_options {
  uint32_t workers;
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  uint64_t rlimit;        /* per goal; 0: the default */
  double timeout;         /* seconds per goal; 0: the default */
  double grace;           /* seconds beyond the timeout before a worker is killed; 0: the default */
  uint32_t error_limit;   /* per procedure; 0: all */
  const char *cache_path; /* NULL: no cache */
  const char *dump_dir;   /* NULL: no --dump-smt */
  bool want_cores, want_models;
  const bool *selected; /* per body; NULL: all */
  const bool
      *asked; /* per body; NULL: all.  Of the others only what the cache remembers is known */
  /* Before the solver is asked about the goals that are open: may prove some of them in its own way, and tells so by
     wr_decision_prove.  NULL: nothing. */
  void (*first) (void *ctx, struct wr_decision *run, wr_result *result);
  void *first_ctx;
  volatile const int *cancel;
  void (*progress) (void *ctx, const struct wr_progress *progress);
  void *progress_ctx;
};

/* What a formula says, and `before`, what it rests on: labels count by their rank in it, positions not at all. [remember.c] */
struct wr_digest wr_content_of (wr_str before, const wr_vc *vc);

/* For `first`: the limit of a goal of this body; a proof. */
uint64_t wr_decision_rlimit (const struct wr_decision *run, uint32_t body);
void wr_decision_prove (struct wr_decision *run, uint32_t body, uint32_t goal,
                        const struct wr_answer *answer);

/* Pass 1: every goal of every selected body, each on its own, in a fixed order. */
wr_result *wr_decide (wr_core *core, const struct wr_decide_options *options, wr_arena *arena);
/* The goals that have no verdict yet, of bodies that are asked now. */
void wr_decide_more (wr_core *core, const struct wr_decide_options *options, wr_arena *arena,
                     wr_result *result);

#endif
