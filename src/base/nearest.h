/* base/nearest.h -- "did you mean": the known word that is closest to a misspelt one. */
#ifndef WR_BASE_NEAREST_H
#define WR_BASE_NEAREST_H

#include "base/str.h"

enum { WR_NEAREST_BYTES = 64 }; /* longer words are never compared */

/* Insertions, deletions, replacements and swaps of neighbours; `limit` + 1 means "more than limit". */
uint32_t wr_edit_distance (wr_str a, wr_str b, uint32_t limit);

/* Offer the candidates one by one; `best` stays empty if none is close enough (about a third of its
   length).  Of equally close ones the first wins. */
struct wr_nearest {
  wr_str wanted, best;
  uint32_t distance;
};
struct wr_nearest wr_nearest_start (wr_str wanted);
void wr_nearest_offer (struct wr_nearest *search, wr_str candidate);

#endif
