/* solve/waiting.h -- the jobs of a pool that wait for a worker, in the order in which they start. */
#ifndef WR_SOLVE_WAITING_H
#define WR_SOLVE_WAITING_H

#include "base/vec.h"

#include <stdbool.h>

struct wr_waiting {
  wr_u32s jobs;
  uint32_t next; /* those before it have been taken */
};

/* These jobs wait, and no others. */
void wr_waiting_set (struct wr_waiting *waiting, const uint32_t *jobs, uint32_t count);
/* Puts jobs before all that wait. */
void wr_waiting_put_first (struct wr_waiting *waiting, const uint32_t *jobs, uint32_t count);
bool wr_waiting_any (const struct wr_waiting *waiting);
uint32_t wr_waiting_take (struct wr_waiting *waiting); /* the first; there is one */
void wr_waiting_free (struct wr_waiting *waiting);

#endif
