/* base/cancel.h -- a cancel token: one thread asks a run to stop, and the run checks the token between two steps.
   The owner keeps the token alive until the run has returned. A zeroed token is not cancelled. */
#ifndef WR_BASE_CANCEL_H
#define WR_BASE_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct wr_cancel {
  atomic_bool asked;
} wr_cancel;

/* Safe in any thread and in a signal handler. */
static inline void wr_cancel_ask (wr_cancel *cancel) { atomic_store (&cancel->asked, true); }

/* NULL is a token that is never cancelled. */
static inline bool wr_cancelled (const wr_cancel *cancel) {
  return cancel != NULL && atomic_load (&cancel->asked);
}

#endif
