/* analysis/baseline.h -- the findings of an earlier run, so that only new ones are told.  A finding is known by its code, the
   procedure it stands in and the text of its element, blanks aside; lines and files do not count, so edits elsewhere
   change nothing.  Of equal findings as many are known as there were. */
#ifndef WR_ANALYSIS_BASELINE_H
#define WR_ANALYSIS_BASELINE_H

#include "base/str.h"

typedef struct wr_baseline wr_baseline;

/* From the text of a JSON document ("format": "warrant/1") with findings; NULL: it is none, and `problem` says why.  In
   `arena`, but for what wr_baseline_free frees. */
wr_baseline *wr_baseline_read (wr_str text, wr_arena *arena, wr_buf *problem);
void wr_baseline_free (wr_baseline *baseline); /* NULL is allowed */

/* The text of an element as findings are compared: blanks of any kind and number are one. */
void wr_finding_words (wr_buf *out, wr_str text);
/* Is it known?  Each known finding answers for one. */
bool wr_baseline_take (wr_baseline *baseline, wr_str code, wr_str procedure, wr_str text);
/* Known findings that were not taken: they are gone. */
uint32_t wr_baseline_left (const wr_baseline *baseline);

#endif
