/* base/words.h -- numbers with their nouns: `1 error`, `2 errors`. */
#ifndef WR_BASE_WORDS_H
#define WR_BASE_WORDS_H

#include "base/str.h"

/* The form that agrees with the number. */
const char *wr_plural (uint64_t count, const char *one, const char *many);
/* Adds the number and the form that agrees with it. */
void wr_buf_count (wr_buf *out, uint64_t count, const char *one, const char *many);

#endif
