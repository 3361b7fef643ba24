/* diagnose/variant.h -- what an expression says, with other terms in place of some of its own. */
#ifndef WR_DIAGNOSE_VARIANT_H
#define WR_DIAGNOSE_VARIANT_H

#include "core/core.h"

/* `e` with terms replaced, outermost first: `terms` leads from wr_expr.ix to wr_expr.ix of the same sort.  The terms put in must not have
   variables that `e` binds.  Old states and lets stay as they are; triggers are dropped where something changes.  For small
   expressions: it recurs. */
wr_expr wr_replace_terms (wr_core *core, wr_expr e, const wr_map *terms);
/* The same, but only in the ranges of universal quantifiers: `0 <= k && k < n` of `(forall k :: 0 <= k && k < n ==> ...)`. */
wr_expr wr_replace_in_ranges (wr_core *core, wr_expr e, const wr_map *terms);

#endif
