/* base/bitset.h -- sets of small numbers that grow as needed. Zero is empty. */
#ifndef WR_BASE_BITSET_H
#define WR_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t *words;
  uint32_t count; /* words */
} wr_bitset;

void wr_bitset_set (wr_bitset *set, uint32_t i, bool on);
static inline bool wr_bitset_has (const wr_bitset *set, uint32_t i) {
  return i / 64 < set->count && (set->words[i / 64] >> i % 64 & 1);
}
/* The least member from `i` on; UINT32_MAX: none. */
static inline uint32_t wr_bitset_next (const wr_bitset *set, uint32_t i) {
  uint32_t w = i / 64;
  if (w >= set->count) return UINT32_MAX;
  uint64_t word = set->words[w] >> i % 64 << i % 64;
  while (!word && ++w < set->count) word = set->words[w];
  return word ? w * 64 + (uint32_t)__builtin_ctzll (word) : UINT32_MAX;
}
/* for (each member i), increasing. */
#define WR_BITSET_EACH(set, i)                                                                     \
  for (uint32_t i = wr_bitset_next ((set), 0); i != UINT32_MAX; i = wr_bitset_next ((set), i + 1))
uint32_t wr_bitset_size (const wr_bitset *set);                     /* number of members */
bool wr_bitset_within (const wr_bitset *part, const wr_bitset *of); /* every member */
bool wr_bitset_equal (const wr_bitset *a, const wr_bitset *b);
bool wr_bitset_meets (const wr_bitset *a, const wr_bitset *b); /* some member */
void wr_bitset_remove (wr_bitset *set, const wr_bitset *members);
void wr_bitset_clear (wr_bitset *set);
void wr_bitset_copy (wr_bitset *to, const wr_bitset *from);
void wr_bitset_free (wr_bitset *set);

#endif
