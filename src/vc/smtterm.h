/* vc/smtterm.h -- core expressions as SMT-LIB terms.  Expressions share their parts; the text must not
   grow beyond what is shared.  Parts used more than once get a name: closed ones by define-fun before
   they are used (or by let around one term), parts under a binder by let inside it. */
#ifndef WR_VC_SMTTERM_H
#define WR_VC_SMTTERM_H

#include "core/memo.h"
#include "vc/smtlib.h"

enum {
  WR_SMT_TOO_DEEP = 63,  /* sharing is not searched below binders nested deeper than this */
  WR_SMT_LEAST_NAMED = 8 /* smaller parts are repeated rather than named */
};

struct wr_smt_part {
  uint32_t ix;   /* wr_expr */
  uint64_t open; /* bit d: a variable bound at depth d is free in it; bit 63: too deep to tell */
  uint32_t uses; /* number of its occurrences in parents */
  uint64_t size; /* of its text, named parts counting one */
  uint64_t in_pattern; /* the same in a pattern, where only closed parts have names */
  uint32_t name;       /* 0: none */
  uint8_t depth;       /* binders: the depth of their variables */
};

typedef struct {
  const wr_core *core;
  enum wr_dialect dialect;
  wr_memo at;                        /* wr_expr.ix -> index into parts + 1 */
  WR_VEC (struct wr_smt_part) parts; /* children before parents */
  wr_memo bound;                     /* bound variable -> number */
  wr_memo depths;                    /* bound variable -> depth + 1 */
  uint32_t bound_count, name_count;
} wr_smt;

void wr_smt_begin (wr_smt *t, const wr_core *core, enum wr_dialect dialect);
void wr_smt_end (wr_smt *t);
/* Registers the terms that are going to be printed. A second call starts anew, but names are not reused. */
void wr_smt_take (wr_smt *t, const wr_expr *roots, uint32_t count);
/* The data of a registered expression. [smtshare.c] */
struct wr_smt_part *wr_smt_part_of (const wr_smt *t, uint32_t ix);
bool wr_smt_is_worth_naming (const struct wr_smt_part *part);
uint64_t wr_smt_plus (uint64_t a, uint64_t b); /* adds sizes, saturating */
/* define-fun for closed parts that are shared. */
void wr_smt_define_shared (wr_smt *t, wr_buf *out);
/* The term; after wr_smt_take with it among the roots. */
void wr_smt_term (wr_smt *t, wr_buf *out, wr_expr e);
/* The term by itself, shared closed parts in lets around it. */
void wr_smt_whole_term (wr_smt *t, wr_buf *out, wr_expr e);
/* [smtsort.c] */
void wr_smt_sort (wr_buf *out, const wr_core *core, enum wr_dialect dialect, wr_sort sort);
void wr_smt_bound_var (wr_smt *t, wr_buf *out, wr_var var);
/* [smtliteral.c] */
void wr_smt_literal (wr_buf *out, const wr_core *core, wr_expr e);

#endif
