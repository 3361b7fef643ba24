/* solve/answer.h -- answers as bytes: from a worker to its parent, and in the cache.  Numbers are in native
   byte order; reading checks every length and index, because the bytes may come from anywhere. */
#ifndef WR_SOLVE_ANSWER_H
#define WR_SOLVE_ANSWER_H

#include "solve/solve.h"

struct wr_bytes { /* what is left to read */
  const unsigned char *at;
  size_t left;
  bool bad;
};

void wr_put_u32 (wr_buf *out, uint32_t value);
void wr_put_u64 (wr_buf *out, uint64_t value);
void wr_put_double (wr_buf *out, double value);
void wr_put_str (wr_buf *out, wr_str text);
uint32_t wr_get_u32 (struct wr_bytes *in);
uint64_t wr_get_u64 (struct wr_bytes *in);
double wr_get_double (struct wr_bytes *in);
wr_str wr_get_str (struct wr_bytes *in); /* a view */

void wr_answer_write (wr_buf *out, const struct wr_answer *answer);
/* Reads all of `data`; copies into `arena`.  false: no answer.  Labels and variables are as written. */
bool wr_answer_read (const void *data, size_t size, wr_arena *arena, struct wr_answer *answer);

/* Turns an answer about several goals into the answer of one of them: its cost is divided by their number. */
void wr_answer_share (struct wr_answer *answer, uint32_t goals);
/* Reduces a core of several goals to the labels on paths to one of them. */
void wr_answer_keep_own (struct wr_answer *answer, const wr_vc *vc, uint32_t goal, wr_arena *arena);

#endif
