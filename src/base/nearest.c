#include "base/nearest.h"

static uint32_t least (uint32_t a, uint32_t b) { return a < b ? a : b; }

uint32_t wr_edit_distance (wr_str a, wr_str b, uint32_t limit) {
  if (a.len > WR_NEAREST_BYTES || b.len > WR_NEAREST_BYTES) return limit + 1;
  size_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
  if (gap > limit) return limit + 1;
  uint32_t rows[3][WR_NEAREST_BYTES + 1]; /* of a, the one before, and the one before that */
  uint32_t *row = rows[0], *last = rows[1], *older = rows[2];
  for (uint32_t j = 0; j <= b.len; j++) row[j] = j;
  for (uint32_t i = 1; i <= a.len; i++) {
    uint32_t *spare = older;
    older = last, last = row, row = spare;
    row[0] = i;
    for (uint32_t j = 1; j <= b.len; j++) {
      uint32_t change = last[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);
      row[j] = least (change, least (last[j], row[j - 1]) + 1);
      bool swapped = i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1];
      if (swapped) row[j] = least (row[j], older[j - 2] + 1);
    }
  }
  return least (row[b.len], limit + 1);
}

struct wr_nearest wr_nearest_start (wr_str wanted) {
  return (struct wr_nearest){.wanted = wanted, .distance = (uint32_t)(wanted.len / 3) + 1};
}

void wr_nearest_offer (struct wr_nearest *search, wr_str candidate) {
  if (!search->distance) return;
  uint32_t distance = wr_edit_distance (search->wanted, candidate, search->distance - 1);
  if (distance >= search->distance || distance >= candidate.len) return;
  search->distance = distance;
  search->best = candidate;
}
