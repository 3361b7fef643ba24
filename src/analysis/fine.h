/* analysis/fine.h -- `cover --fine`: what is needed of the parts of a clause.  A second pass over the same program,
   lowered with finer labels (WR_DETAIL_FINE): the verdicts and the coverage of the first are untouched, and each fine
   label is led back to the label of which it is a part. */
#ifndef WR_ANALYSIS_FINE_H
#define WR_ANALYSIS_FINE_H

#include "analysis/coverage.h"
#include "source/diag.h"

/* A part of a fact that has several. */
struct wr_part {
  const struct wr_fact *fact; /* of the fine program */
  wr_label parent;            /* of the program itself */
  uint32_t number;            /* among the parts of its parent, from 1 */
};

typedef struct wr_fine {
  wr_core *program;     /* the fine program, lowered */
  const wr_core *core;  /* of its result */
  const wr_core *whole; /* of the result for the program itself */
  wr_coverage *coverage;
  struct wr_part *parts; /* in the order of their parents */
  uint32_t part_count;
} wr_fine;

/* Reads the probes' answers out of `cover` (of the fine program): findings go to `diags`; then skips them,
   so that they count as no use of any fact, and sums up the rest.  In `arena`; free with wr_fine_free, which frees
   `program` too. */
wr_fine *wr_fine_of (const wr_coverage *whole, wr_core *program, wr_cover *cover, wr_diags *diags,
                     wr_arena *arena);
void wr_fine_free (wr_fine *fine); /* NULL is allowed */

#endif
