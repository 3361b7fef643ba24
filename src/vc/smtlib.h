/* vc/smtlib.h -- the same formulas as SMT-LIB text: for the process backend, for --dump-smt, for
   `dump --after=smt` and as the content that keys the cache. */
#ifndef WR_VC_SMTLIB_H
#define WR_VC_SMTLIB_H

#include "base/bitset.h"
#include "vc/vc.h"

enum wr_dialect {
  WR_DIALECT_Z3,      /* n-ary arrays, z3's option names, rlimit */
  WR_DIALECT_STANDARD /* curried arrays, options any solver knows */
};

/* Options, declarations, definitions, distinct constants and axioms.  With `labelled` axioms are guarded
   by their labels (which are declared here). */
void wr_smtlib_prelude (wr_buf *out, const wr_core *core, enum wr_dialect dialect, bool labelled);
/* Without the axioms with these labels, which are not declared. */
void wr_smtlib_prelude_without (wr_buf *out, const wr_core *core, enum wr_dialect dialect,
                                bool labelled, const wr_bitset *left_out);
/* Options that the procedure asks for (z3), declarations of its incarnations, labels, selectors and choices, the formula in named steps
   N!k, and (assert N!root).  `tracked` false: labels are replaced by true. */
void wr_smtlib_procedure (wr_buf *out, const wr_vc *vc, enum wr_dialect dialect, bool tracked);

/* One query by itself. */
struct wr_smtlib_query {
  uint32_t goal;
  const wr_bitset *off; /* labels (by ix) that are absent; NULL: none */
  bool untracked, labelled_axioms;
  uint64_t rlimit; /* z3; 0: none */
  const char
      *status; /* the answer it got, for (set-info :status ...): sat, unsat, unknown; or NULL */
};
/* Prelude, procedure and query as a stand-alone .smt2 text. [smtquery.c] */
void wr_smtlib_whole (wr_buf *out, const wr_vc *vc, enum wr_dialect dialect,
                      const struct wr_smtlib_query *query);
/* Just (check-sat-assuming ...): the goal's selector and the labels that are not absent, the other
   selectors and the absent labels negated. */
void wr_smtlib_check (wr_buf *out, const wr_vc *vc, const struct wr_smtlib_query *query);

/* Declarations of the unknowns of these expressions and assertions that they hold, for use inside a scope; with `guarded` each
   under a constant of its own, which is declared here (wr_smtlib_guard). [smtproc.c] */
void wr_smtlib_exprs (wr_buf *out, const wr_core *core, enum wr_dialect dialect,
                      const wr_expr *exprs, uint32_t count, bool guarded);

/* Names as they stand in the text. */
void wr_smtlib_label (wr_buf *out, wr_label label);   /* L!12 */
void wr_smtlib_selector (wr_buf *out, uint32_t goal); /* S!3 */
void wr_smtlib_choice (wr_buf *out, uint32_t choice); /* C!4 */
void wr_smtlib_guard (wr_buf *out, uint32_t expr);    /* E!5 */
void wr_smtlib_var (wr_buf *out, const wr_core *core, wr_var var);

#endif
