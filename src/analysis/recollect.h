/* analysis/recollect.h -- explanations remembered by content, beside the answers of pass 1.  The key covers what the
   answers' key covers (axioms, formula, options, versions), where reachability is asked about also the formula of that, which has code
   after the last goal in it, the verdicts, and the roles and classes of labels, by which cores are chosen.  Labels are counted within the procedure and among the axioms, so that an edit elsewhere
   changes nothing.  Nothing else of an earlier version is used: the answers are those of a run without a cache. */
#ifndef WR_ANALYSIS_RECOLLECT_H
#define WR_ANALYSIS_RECOLLECT_H

#include "analysis/cover.h"

typedef struct wr_recollection wr_recollection;

/* NULL when the options name no cache.  `no` is the expression `false`. */
wr_recollection *wr_recollect_begin (wr_cover *cover, wr_result *result,
                                     const struct wr_cover_options *options, wr_expr no,
                                     wr_arena *arena);
/* Fills in the explanations of a body; false: they are not there. */
bool wr_recollect (wr_recollection *r, uint32_t body);
/* Remembers those of a body that was explained to its end. */
void wr_recollect_keep (wr_recollection *r, uint32_t body);
void wr_recollect_end (wr_recollection *r); /* NULL is allowed */

#endif
