/* vc/smtlib.h -- the same formulas as SMT-LIB text: for the process backend, for --dump-smt, for
   `dump --after=smt` and as the content that keys the cache. */
#ifndef WR_VC_SMTLIB_H
#define WR_VC_SMTLIB_H

#include "vc/vc.h"

enum wr_dialect {
  WR_DIALECT_Z3,      /* n-ary arrays, z3's option names, rlimit */
  WR_DIALECT_STANDARD /* curried arrays, options any solver knows */
};

/* Declarations, definitions, distinct constants and axioms.  With `labelled` axioms are guarded by their labels. */
void wr_smtlib_prelude (wr_buf *out, const wr_core *core, enum wr_dialect dialect, bool labelled);
/* Declarations of the procedure's constants, labels, selectors, choices; (assert FORMULA). `tracked` false: labels are replaced by true. */
void wr_smtlib_procedure (wr_buf *out, const wr_vc *vc, enum wr_dialect dialect, bool tracked);
/* Names as they stand in the text. */
void wr_smtlib_label (wr_buf *out, wr_label label);   /* e.g. L12 */
void wr_smtlib_selector (wr_buf *out, uint32_t goal); /* e.g. S3 */
void wr_smtlib_choice (wr_buf *out, uint32_t choice); /* e.g. C4 */
void wr_smtlib_var (wr_buf *out, const wr_core *core, wr_var var);

#endif
