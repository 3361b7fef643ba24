/* analysis/recollect.h -- the cache of explanations, by content, beside the answers of pass 1.  The key covers what the key of the
   answers covers (axioms, formula, options, budgets, versions), the formula of reachability, which includes code after the last goal,
   the verdicts, and the roles and classes of labels, on which the choice of cores depends.  Labels are numbered within the procedure and
   among the axioms, so that an edit elsewhere does not change the key.  The explanations are those of a run without a cache. */
#ifndef WR_ANALYSIS_RECOLLECT_H
#define WR_ANALYSIS_RECOLLECT_H

#include "analysis/cover.h"

typedef struct wr_recollection wr_recollection;

/* NULL if the options name no cache.  `no` is the expression `false`. */
wr_recollection *wr_recollect_begin (wr_cover *cover, wr_result *result,
                                     const struct wr_cover_options *options, wr_expr no,
                                     wr_arena *arena);
/* Reads the explanations of a body; false: they are not in the cache. */
bool wr_recollect (wr_recollection *r, uint32_t body);
/* Stores the explanations of a body that was explained completely. */
void wr_recollect_keep (wr_recollection *r, uint32_t body);
void wr_recollect_end (wr_recollection *r); /* NULL is allowed */

#endif
