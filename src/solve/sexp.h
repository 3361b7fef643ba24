/* solve/sexp.h -- what a solver writes: words and S-expressions, from a stream that may hold anything.
   Nothing here recurses; depth and length are limited. */
#ifndef WR_SOLVE_SEXP_H
#define WR_SOLVE_SEXP_H

#include "base/str.h"

enum { WR_MAX_REPLY = 1 << 26, WR_MAX_REPLY_DEPTH = 100000 };

struct wr_scan {
  size_t begin, at; /* where the expression starts, how far it was read */
  uint32_t depth;
  enum {
    WR_SCAN_BLANK,
    WR_SCAN_WORD,
    WR_SCAN_LIST,
    WR_SCAN_STRING,
    WR_SCAN_BAR,
    WR_SCAN_COMMENT
  } state;
  bool in_list_comment;
};

enum wr_scan_end { WR_SCAN_MORE, WR_SCAN_WHOLE, WR_SCAN_BAD };
/* Goes on in `text`, of which scan->at bytes were seen.  WHOLE: text[begin .. at) is an expression, and the scan
   starts anew from `at` on the next call.  A word is whole only when something follows it. */
enum wr_scan_end wr_scan (struct wr_scan *scan, wr_str text);

/* Tokens of an expression: "(", ")", a word, a string or a quoted name.  false at the end. */
bool wr_sexp_token (wr_str text, size_t *at, wr_str *token);

/* (error "...") gives its message. */
bool wr_sexp_error (wr_str text, wr_str *message);

#endif
