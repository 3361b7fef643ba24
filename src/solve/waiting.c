#include "solve/waiting.h"

#include "base/check.h"

#include <string.h>

void wr_waiting_set (struct wr_waiting *waiting, const uint32_t *jobs, uint32_t count) {
  WR_VEC_CLEAR (&waiting->jobs);
  waiting->next = 0;
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&waiting->jobs, jobs[i]);
}

void wr_waiting_put_first (struct wr_waiting *waiting, const uint32_t *jobs, uint32_t count) {
  wr_u32s all = {0};
  if (count == 0) return;
  if (count <= waiting->next) { /* in the place of jobs that were taken */
    waiting->next -= count;
    memcpy (waiting->jobs.data + waiting->next, jobs, count * sizeof *jobs);
    return;
  }
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&all, jobs[i]);
  for (uint32_t i = waiting->next; i < waiting->jobs.len; i++)
    WR_VEC_PUSH (&all, waiting->jobs.data[i]);
  WR_VEC_FREE (&waiting->jobs);
  waiting->jobs = all;
  waiting->next = 0;
}

bool wr_waiting_any (const struct wr_waiting *waiting) { return waiting->next < waiting->jobs.len; }

uint32_t wr_waiting_take (struct wr_waiting *waiting) {
  WR_ASSERT (wr_waiting_any (waiting));
  return waiting->jobs.data[waiting->next++];
}

void wr_waiting_free (struct wr_waiting *waiting) { WR_VEC_FREE (&waiting->jobs); }
