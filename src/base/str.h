/* base/str.h -- strings that carry their length, and the output buffer.  Input text never meets
   strlen: it may hold NUL bytes. */
#ifndef WR_BASE_STR_H
#define WR_BASE_STR_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdarg.h>

typedef struct {
  const char *ptr;
  size_t len;
} wr_str;
#define WR_LIT(s) ((wr_str){"" s, sizeof (s) - 1})
#define WR_STR_ARGS(s) (int)(s).len, (s).ptr /* for "%.*s" */

wr_str wr_str_of (const char *zero_terminated);
bool wr_str_equal (wr_str a, wr_str b);
bool wr_str_starts (wr_str text, wr_str prefix);
bool wr_str_ends (wr_str text, wr_str suffix);
int wr_str_compare (wr_str a, wr_str b);           /* byte order */
wr_str wr_str_keep (wr_arena *arena, wr_str text); /* copy, NUL-terminated for convenience */
__attribute__ ((format (printf, 2, 3))) wr_str wr_str_print (wr_arena *arena, const char *fmt, ...);
uint64_t wr_str_hash (wr_str text, uint64_t seed);

/* A growing byte buffer; zero is empty; data is not NUL-terminated (see wr_buf_text). */
typedef struct {
  char *data;
  size_t len, cap;
} wr_buf;

void wr_buf_add (wr_buf *buf, wr_str text);
void wr_buf_add_char (wr_buf *buf, char c);
__attribute__ ((format (printf, 2, 3))) void wr_buf_print (wr_buf *buf, const char *fmt, ...);
void wr_buf_vprint (wr_buf *buf, const char *fmt, va_list args);
const char *wr_buf_text (wr_buf *buf); /* NUL-terminated view, valid until the next change */
wr_str wr_buf_str (const wr_buf *buf);
void wr_buf_clear (wr_buf *buf);
void wr_buf_free (wr_buf *buf);

#endif
