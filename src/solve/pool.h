/* solve/pool.h -- work in child processes.  A template process is forked from the caller, warms a backend
   with the program's axioms, and is forked again for every job, so that a job starts with a solver
   that knows the axioms and a crash, a runaway or an out-of-memory solver costs one job's open goals.

   A job is one procedure; what it does is the caller's function, run in the child.  It sends frames to the
   parent, where `on_frame` receives them in order per job; frames are length-checked like hostile
   input.  Results do not depend on the number of workers as long as the caller orders them by job.
   What a job finds out may make more jobs (`more`), which any worker takes up.

   The template and its children form a process group of their own, under a keeper (solve/keeper.c).  When the caller's
   process dies, all of them do; when wr_pool_free returns none of them is left, not even as a
   zombie.  A pool changes nothing in the caller's process but its own descriptors and child: no signal mask, no flag
   of the process.  Pools in several threads do not disturb each other; one pool is used by one thread at a time. */
#ifndef WR_SOLVE_POOL_H
#define WR_SOLVE_POOL_H

#include "base/cancel.h"
#include "solve/solve.h"

enum {
  WR_MAX_WORKERS = 256,
  WR_MAX_FRAME = 1 << 26, /* bytes of one frame, from a child */
  WR_MAX_BRIEF = 1 << 24  /* bytes of what a job is told when it starts */
};

typedef struct wr_channel wr_channel;                                      /* the child's end */
void wr_channel_send (wr_channel *channel, const void *data, size_t size); /* one frame */
/* Tells the parent that the next step may take up to `seconds` (0: no net): when it takes longer the
   parent kills the child and the job ends with TIME. Sent before each solver check. */
void wr_channel_deadline (wr_channel *channel, double seconds);

struct wr_pool_calls {
  /* In the parent, before each start of a job: what the child must know that the caller learned after
     the pool was started (a child sees the caller's memory as it was then).  NULL: nothing. */
  void (*brief) (void *ctx, uint32_t job, wr_buf *out);
  /* In the child. `backend_self` is open and warm. */
  void (*run) (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
               void *backend_self, wr_channel *out);
  /* In the parent. */
  void (*on_frame) (void *ctx, uint32_t job, const void *data, size_t size);
  /* The child is gone.  `how`: NONE when it ended by itself; TIME, MEMORY, DIED, BAD_REPLY (it sent
     something that is no frame), CANCELLED otherwise.  Return true to start the job again (the caller
     remembers which goals are open and skips the rest).  With `last` the job cannot be started again
     (cancelled, no process to be had): the answer is ignored.  Every job ends at least once. */
  bool (*on_end) (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last);
  void (*on_tick) (void *ctx, double elapsed); /* about ten times a second; may be NULL */
  /* In the parent: jobs that have come up since the last call, to be started before all that wait.  NULL: there are
     only those of wr_pool_round. */
  void (*more) (void *ctx, wr_u32s *jobs);
};

struct wr_pool_options {
  uint32_t workers; /* >= 1 */
  bool patient; /* frames are read when a job ends, and about ten times a second: many are small */
  bool unconfined; /* workers may open files, although the backend needs none to answer queries */
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  double open_timeout; /* seconds for taking in the axioms; 0: no net */
  double
      start_timeout; /* seconds for a worker that has no deadline of its own, from its start on; 0: no net */
  const wr_cancel *cancel; /* looked at about fifty times a second; NULL: never cancelled */
  double
      *open_cpu; /* is set to what opening the backend took, in processor time; NULL: nobody asks */
};

/* A pool runs jobs in rounds.  The first round starts the template, which waits for the later ones: it still sees the caller's memory
   as it was then, `ctx` too, so `brief` has to tell a job what the caller has learned since. */
typedef struct wr_pool wr_pool;
wr_pool *wr_pool_new (const wr_core *core, const struct wr_pool_options *options,
                      const struct wr_pool_calls *calls, void *ctx, wr_arena *arena);
/* Runs jobs order[0 .. count).  False: no template could be started, and *error (in the pool's arena) has the reason; then no job has
   been run, and on_end has not been called. */
bool wr_pool_round (wr_pool *pool, const uint32_t *order, uint32_t count, const wr_cancel *cancel,
                    wr_str *error);
void wr_pool_free (wr_pool *pool); /* ends every process; NULL: nothing */

#endif
