/* analysis/baseline.h -- the findings of an earlier run, so that only new ones are reported.  Findings are compared by code,
   procedure and the text of the element, ignoring blanks; lines and files do not count, so edits elsewhere have no effect.
   Equal findings are counted. */
#ifndef WR_ANALYSIS_BASELINE_H
#define WR_ANALYSIS_BASELINE_H

#include "base/str.h"

typedef struct wr_baseline wr_baseline;

/* Reads a JSON document ("format": "warrant/1") with findings; NULL: it is malformed, and `problem` says why.  The caller calls
   wr_baseline_free. */
wr_baseline *wr_baseline_read (wr_str text, wr_arena *arena, wr_buf *problem);
void wr_baseline_free (wr_baseline *baseline); /* NULL is allowed */

/* The text of an element for the comparison: each sequence of blanks becomes one blank. */
void wr_finding_words (wr_buf *out, wr_str text);
/* Is the finding in the baseline?  Each entry of the baseline is used once. */
bool wr_baseline_take (wr_baseline *baseline, wr_str code, wr_str procedure, wr_str text);
/* The number of entries that were not used: these findings are gone. */
uint32_t wr_baseline_left (const wr_baseline *baseline);

#endif
