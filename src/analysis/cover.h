/* analysis/cover.h -- pass 2 over a whole run: an explanation for every proved goal, computed in worker
   processes whose solver guards the axioms by their labels too. */
#ifndef WR_ANALYSIS_COVER_H
#define WR_ANALYSIS_COVER_H

#include "analysis/explain.h"
#include "result/result.h"

struct wr_cover_options {
  enum wr_core_effort effort;
  uint32_t workers;
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  double timeout; /* the widest wall-clock net of a query */
  const char
      *cache_path; /* explanations are remembered there (analysis/recollect.h); NULL: nowhere */
  volatile const int *cancel;
  void (*progress) (void *ctx, const struct wr_progress *progress);
  void *progress_ctx;
};

enum {
  WR_COVER_FLOOR = 500000, /* least budget of a query, in solver resources */
  WR_COVER_FACTOR = 4,     /* budget: this many times what the goal's proof took */
  WR_COVER_SECONDS = 5,    /* the net under a query that resources do not bound: so many seconds */
  WR_COVER_SLOWER = 10     /* and so many times the time of the goal's proof */
};

typedef struct wr_cover {
  const wr_result *result;
  struct wr_explanation **goals; /* [body][goal]; NULL for a body that was not verified */
  /* [body][block]: known when no execution comes to the end of the block; the core says why */
  struct wr_explanation **blocks;
  wr_str failure; /* not empty: no solver could be started */
} wr_cover;

wr_cover *wr_cover_run (wr_core *core, wr_result *result, const struct wr_cover_options *options,
                        wr_arena *arena);

#endif
