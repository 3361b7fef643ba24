/* base/utf8.h -- decoding of UTF-8, and what is safe and how wide on a terminal.  Text that comes from
   a user's file may be anything: bytes that are no UTF-8, control characters and characters that
   reorder a line are shown as U+FFFD. */
#ifndef WR_BASE_UTF8_H
#define WR_BASE_UTF8_H

#include "base/str.h"

enum { WR_UTF8_BAD = -1 };

/* The code point at byte *at, which moves behind it; WR_UTF8_BAD moves by one byte.  *at < text.len.
   Overlong forms, surrogates and values above U+10FFFF are bad. */
int32_t wr_utf8_next (wr_str text, size_t *at);
/* Columns on a terminal: 0 for combining marks, 2 for wide characters. */
uint32_t wr_utf8_width (int32_t code);
bool wr_utf8_printable (int32_t code);
/* The text with everything unprintable replaced; tabs and line ends become spaces. */
void wr_utf8_clean (wr_buf *out, wr_str text);
/* The same, but tabs stay. */
void wr_utf8_clean_line (wr_buf *out, wr_str text);
/* Characters that make text read in another order than it is stored in. */
bool wr_utf8_bidi (int32_t code);

#endif
