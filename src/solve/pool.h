/* solve/pool.h -- work in child processes.  A template process is forked from the caller, warms a backend
   with the program's axioms, and is forked again for every job, so that a job starts with a solver
   that knows the axioms and a crash, a runaway or an out-of-memory solver costs one job's open goals.

   A job is one procedure; what it does is the caller's function, run in the child.  It sends frames to the
   parent, where `on_frame` receives them in order per job; frames are length-checked like hostile
   input.  Results do not depend on the number of workers as long as the caller orders them by job. */
#ifndef WR_SOLVE_POOL_H
#define WR_SOLVE_POOL_H

#include "solve/solve.h"

typedef struct wr_channel wr_channel;                                      /* the child's end */
void wr_channel_send (wr_channel *channel, const void *data, size_t size); /* one frame */
/* Tells the parent that the next step may take up to `seconds` (0: no net): when it takes longer the
   parent kills the child and reports `overdue` for the job. Sent before each solver check. */
void wr_channel_deadline (wr_channel *channel, double seconds);

struct wr_pool_calls {
  /* In the child. `backend_self` is open and warm. */
  void (*run) (void *ctx, uint32_t job, const struct wr_backend *backend, void *backend_self,
               wr_channel *out);
  /* In the parent. */
  void (*on_frame) (void *ctx, uint32_t job, const void *data, size_t size);
  /* The child is gone.  `how`: NONE when it ended by itself; TIME, MEMORY, DIED, CANCELLED otherwise.
     Return true to start the job again (the caller remembers which goals are open and skips the rest). */
  bool (*on_end) (void *ctx, uint32_t job, enum wr_status how, wr_str detail);
  void (*on_tick) (void *ctx, double elapsed); /* about ten times a second; may be NULL */
};

struct wr_pool_options {
  uint32_t workers; /* >= 1 */
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  volatile const int *cancel; /* becomes non-zero on Ctrl-C; NULL: never */
};

/* Runs jobs order[0 .. count); returns false and sets *error when no template could be started. */
bool wr_pool_run (const wr_core *core, const struct wr_pool_options *options, const uint32_t *order,
                  uint32_t count, const struct wr_pool_calls *calls, void *ctx, wr_str *error);

#endif
