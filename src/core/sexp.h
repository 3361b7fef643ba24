/* core/sexp.h -- a text as a tree of words, names, strings and lists in parentheses; the first step of
   reading core's text form.  Nodes are numbered, children before their list; no recursion. */
#ifndef WR_CORE_SEXP_H
#define WR_CORE_SEXP_H

#include "base/intern.h"
#include "base/vec.h"
#include "source/diag.h"

enum {
  WR_SEXP_MAX_DEPTH = 1000,
  WR_SEXP_MAX_NODES = 50000000,
};

enum wr_sexp_kind {
  WR_SEXP_LIST,  /* first, count: children in kids */
  WR_SEXP_WORD,  /* the text itself: a name without bars, a number, a span, ... */
  WR_SEXP_NAME,  /* between bars; first: symbol, count: number behind % or 0 */
  WR_SEXP_STRING /* first: symbol */
};
struct wr_sexp {
  enum wr_sexp_kind kind;
  uint32_t begin, end; /* bytes */
  uint32_t first, count;
};

typedef struct {
  WR_VEC (struct wr_sexp) nodes;
  wr_u32s kids;
  wr_u32s top; /* the forms */
} wr_sexps;

/* False after a syntax error, which was reported. */
bool wr_sexp_read (wr_sexps *out, const wr_sources *sources, uint32_t file, wr_interner *symbols,
                   wr_diags *diags);
void wr_sexp_free (wr_sexps *sexps);
/* Digits without a leading zero (but 0) that fit into 32 bits. */
bool wr_sexp_number (wr_str text, uint32_t *number);

#endif
