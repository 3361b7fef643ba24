#include "base/bitset.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

void wr_bitset_set (wr_bitset *set, uint32_t i, bool on) {
  uint32_t word = i / 64;
  if (word >= set->count) {
    if (!on) return;
    uint32_t count = set->count * 2 > word ? set->count * 2 : word + 1;
    set->words = wr_realloc (set->words, count, sizeof *set->words);
    memset (set->words + set->count, 0, (count - set->count) * sizeof *set->words);
    set->count = count;
  }
  uint64_t bit = UINT64_C (1) << (i % 64);
  if (on)
    set->words[word] |= bit;
  else
    set->words[word] &= ~bit;
}

uint32_t wr_bitset_size (const wr_bitset *set) {
  uint32_t size = 0;
  for (uint32_t w = 0; w < set->count; w++) size += (uint32_t)__builtin_popcountll (set->words[w]);
  return size;
}

void wr_bitset_clear (wr_bitset *set) {
  if (set->count) memset (set->words, 0, set->count * sizeof *set->words);
}

void wr_bitset_copy (wr_bitset *to, const wr_bitset *from) {
  wr_bitset_clear (to);
  for (uint32_t w = 0; w < from->count; w++) {
    if (!from->words[w]) continue;
    wr_bitset_set (to, w * 64, true);
    to->words[w] = from->words[w];
  }
}

void wr_bitset_remove (wr_bitset *set, const wr_bitset *members) {
  uint32_t count = set->count < members->count ? set->count : members->count;
  for (uint32_t w = 0; w < count; w++) set->words[w] &= ~members->words[w];
}

void wr_bitset_free (wr_bitset *set) {
  free (set->words);
  *set = (wr_bitset){0};
}

static uint64_t word (const wr_bitset *set, uint32_t i) {
  return i < set->count ? set->words[i] : 0;
}

bool wr_bitset_within (const wr_bitset *part, const wr_bitset *of) {
  for (uint32_t i = 0; i < part->count; i++)
    if (part->words[i] & ~word (of, i)) return false;
  return true;
}

bool wr_bitset_equal (const wr_bitset *a, const wr_bitset *b) {
  return wr_bitset_within (a, b) && wr_bitset_within (b, a);
}

bool wr_bitset_meets (const wr_bitset *a, const wr_bitset *b) {
  for (uint32_t i = 0; i < a->count; i++)
    if (a->words[i] & word (b, i)) return true;
  return false;
}
