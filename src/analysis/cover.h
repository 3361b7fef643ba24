/* analysis/cover.h -- pass 2 over a whole run: an explanation for every proved goal, computed in worker
   processes whose solver guards the axioms by their labels too. */
#ifndef WR_ANALYSIS_COVER_H
#define WR_ANALYSIS_COVER_H

#include "analysis/explain.h"
#include "base/cancel.h"
#include "result/result.h"

typedef struct wr_cover wr_cover;

struct wr_cover_options {
  enum wr_core_effort effort;
  uint32_t workers;
  const struct wr_backend *backend;
  struct wr_solver_options solver; /* axioms that are left out there are not used */
  bool all_cores;
  uint32_t core_limit;            /* with all_cores: at most so many per goal; 0: all */
  bool self_check;                /* cores are proved again in fresh solvers; no cache is used */
  const wr_bitset *only;          /* labels of the goals to explain; NULL: all */
  struct wr_cover *begun;         /* the result of wr_look_at; NULL: there was none */
  const struct wr_cover *earlier; /* explanations of other goals of the same result; NULL: none */
  double timeout;                 /* the wall-clock limit of any query */
  bool cache_read_only;
  const char *cache_path;  /* explanations are cached there (analysis/recollect.h); NULL: nowhere */
  const wr_cancel *cancel; /* NULL: never */
  void (*progress) (void *ctx, const struct wr_progress *progress);
  /* Called when the explanations of a body are final.  NULL: not wanted. */
  void (*explained) (void *progress_ctx, const wr_cover *cover, uint32_t body);
  void *progress_ctx;
};

/* The cost of pass 2 of a body. */
struct wr_cover_cost {
  double cpu; /* processor time of its worker, in seconds */
  uint64_t resources, queries;
  uint64_t lost; /* queries without an answer because of a wall-clock timeout or solver trouble */
  struct wr_rechecked rechecked; /* with self_check */
};

struct wr_cover {
  const wr_result *result;
  struct wr_explanation **goals; /* [body][goal]; NULL for a body that was not verified */
  /* [body][block]: known if the end of the block is unreachable; the core is the contradiction */
  struct wr_explanation **blocks;
  struct wr_cover_cost *costs;  /* [body] */
  struct wr_cover_cost *before; /* [body]: of the earlier run whose explanations the cache had */
  bool lossy;                   /* some query or worker was lost: another run may find out more */
  wr_str failure;               /* not empty: no solver could be started */
  bool *done, *lost;            /* [body]: completely explained; a query or a worker was lost */
  struct wr_cover_job *waiting; /* the workers of wr_look_at, for the rest of pass 2; NULL: none */
};

/* Is an explanation of this goal asked for? */
bool wr_cover_asks (const struct wr_cover_options *options, const struct wr_body_result *body,
                    uint32_t goal);
/* For pass 1 (wr_look.prove): one worker per body proves all its goals with a few queries about many goals, with labelled facts and
   axioms, and a small part of a goal's limit.  If these do not prove every goal, they prove none.  Before the rows of pass 1 the worker
   also explains what it proved, with the effort of `how`, which is MINIMAL or MUST.  After them it only proves, with
   the queries of both efforts but for those that were asked before the rows. */
struct wr_first_look {
  struct wr_cover_options how;
  wr_arena *arena;
  wr_cover
      *cover; /* what was explained before the rows, for wr_cover_options.begun; NULL: nothing */
};
void wr_look_at (void *look, struct wr_decision *decision, wr_result *result, const wr_u32s *bodies,
                 bool last);
/* Ends the workers that wait for the rest of pass 2.  wr_cover_run does this too. */
void wr_cover_dismiss (wr_cover *cover);
wr_cover *wr_cover_run (wr_result *result, const struct wr_cover_options *options, wr_arena *arena);

#endif
