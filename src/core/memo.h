/* core/memo.h -- a small hash map from handles to 32-bit values, for passes that visit the part of the
   expression table that is reachable from a few roots: its cost follows what is visited, not the size of
   the table.  Key 0 is never used.  Zero is empty; free with wr_memo_free. */
#ifndef WR_CORE_MEMO_H
#define WR_CORE_MEMO_H

#include "base/arena.h"
#include "base/map.h"

#include <stdlib.h>

typedef struct {
  uint64_t *slots; /* key << 32 | value; 0 = free */
  uint32_t count, mask;
} wr_memo;

static inline uint64_t *wr_memo_slot (const wr_memo *memo, uint32_t key) {
  uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & memo->mask;
  while (memo->slots[at] && memo->slots[at] >> 32 != key) at = (at + 1) & memo->mask;
  return &memo->slots[at];
}

static inline void wr_memo_grow (wr_memo *memo) {
  wr_memo old = *memo;
  memo->mask = old.slots ? old.mask * 2 + 1 : 63;
  memo->slots = wr_alloc ((size_t)memo->mask + 1, sizeof *memo->slots);
  for (uint32_t i = 0; old.slots && i <= old.mask; i++) {
    if (old.slots[i]) *wr_memo_slot (memo, (uint32_t)(old.slots[i] >> 32)) = old.slots[i];
  }
  free (old.slots);
}

/* The value, or 0 when there is none. */
static inline uint32_t wr_memo_get (const wr_memo *memo, uint32_t key) {
  return memo->slots ? (uint32_t)*wr_memo_slot (memo, key) : 0;
}

/* True when the key is new; otherwise the old value is replaced. */
static inline bool wr_memo_put (wr_memo *memo, uint32_t key, uint32_t value) {
  if (!memo->slots || memo->count > memo->mask / 2) wr_memo_grow (memo);
  uint64_t *slot = wr_memo_slot (memo, key);
  bool is_new = !*slot;
  memo->count += is_new;
  *slot = (uint64_t)key << 32 | value;
  return is_new;
}

static inline void wr_memo_free (wr_memo *memo) {
  free (memo->slots);
  *memo = (wr_memo){0};
}

#endif
