/* key/scan.h -- what the files of KeY have in common: blanks, comments, strings, character literals and brackets.  The text may hold anything; nothing
   recurses. */
#ifndef WR_KEY_SCAN_H
#define WR_KEY_SCAN_H

#include "base/str.h"

typedef struct wr_key_scan {
  wr_str text;
  size_t at;
  uint32_t line;       /* of `at`, 1-based */
  const char *problem; /* NULL: none; else what is wrong on `problem_line` */
  uint32_t problem_line;
} wr_key_scan;

wr_key_scan wr_key_scan_new (wr_str text);
bool wr_key_at_end (const wr_key_scan *scan);
/* The byte at hand; 0 at the end. */
char wr_key_peek (const wr_key_scan *scan);
void wr_key_advance (wr_key_scan *scan, size_t bytes);
/* Blanks, and comments as in Java. */
void wr_key_blanks (wr_key_scan *scan);
/* A string with escapes; the result is what stands between the quotes, as written.  False: there is none, or it does not end. */
bool wr_key_string (wr_key_scan *scan, wr_str *content);
/* One piece of text: a string, a comment, a character literal or a byte. */
void wr_key_skip (wr_key_scan *scan);
/* From an opening bracket to behind the one that closes it.  False: it is not closed. */
bool wr_key_skip_brackets (wr_key_scan *scan);
/* Letters, digits and the signs that names of rules have; empty: none here. */
wr_str wr_key_name (wr_key_scan *scan);
void wr_key_fail (wr_key_scan *scan, uint32_t line, const char *problem); /* the first one stays */

#endif
