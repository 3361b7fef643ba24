/* vc/sums.h -- assignments of sums, put together: after `x@2 == x@1 + 1` and `x@3 == x@2 + 1`, x@3 is x@1 + 2.

   A solver of linear arithmetic has a row for each equation, and the rows of a chain of n sums hold n * n / 2 entries.  In a
   formula without labels each such name can be replaced by its value, a sum of few names that are no such names, and the chain is gone.  The formula
   is satisfiable exactly if it was before: the name has one definition, and each path that mentions the name has the definition before
   (wr_passive_fault). */
#ifndef WR_VC_SUMS_H
#define WR_VC_SUMS_H

#include "vc/vc.h"

#include <gmp.h>

enum {
  WR_SUM_TERMS = 4, /* of a sum, at most: with more, a name keeps its equation */
  WR_SUM_BITS = 64, /* of a number in a sum, at most */
  WR_SUM_DEPTH = 16 /* of operators in an assigned expression, at most */
};

/* constant + factor * var + ... */
struct wr_sum {
  uint32_t count;
  wr_var vars[WR_SUM_TERMS]; /* different ones */
  mpq_t factors[WR_SUM_TERMS];
  mpq_t constant;
};

struct wr_named_sum {
  wr_var name;
  struct wr_sum value;
};
typedef WR_VEC (struct wr_named_sum) wr_sums;

/* Is the fact an assignment of a number?  Few enough of them are not worth a look at their sums. */
bool wr_vc_assigns_number (const wr_core *core, wr_label label, wr_expr fact);
/* The names that can be replaced; no name occurs in the value of another. */
void wr_vc_sums (const wr_vc *vc, wr_sums *out);
void wr_sums_free (wr_sums *sums);

#endif
