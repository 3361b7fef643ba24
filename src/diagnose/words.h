/* diagnose/words.h -- expressions over program variables as people write them: `0 <= k && k < n ==> a[k] <= m`. */
#ifndef WR_DIAGNOSE_WORDS_H
#define WR_DIAGNOSE_WORDS_H

#include "core/core.h"

/* False: it has an operator that has no such form; then `out` is as before. */
bool wr_expr_words (wr_buf *out, const wr_core *core, wr_expr e);

#endif
