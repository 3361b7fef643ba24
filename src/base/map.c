#include "base/map.h"

#include "base/arena.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

uint64_t wr_hash_mix (uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

static uint32_t entry_of (const wr_map *map, uint64_t key) {
  uint32_t at = (uint32_t)wr_hash_mix (0, key) & map->mask;
  while (map->used[at] && map->entries[at].key != key) at = (at + 1) & map->mask;
  return at;
}

static void grow_map (wr_map *map) {
  wr_map old = *map;
  WR_REQUIRE (old.mask < UINT32_MAX / 4);
  map->mask = old.entries ? old.mask * 2 + 1 : 15;
  map->entries = wr_alloc ((size_t)map->mask + 1, sizeof *map->entries);
  map->used = wr_alloc ((size_t)map->mask + 1, 1);
  for (uint32_t i = 0; old.entries && i <= old.mask; i++) {
    if (!old.used[i]) continue;
    uint32_t at = entry_of (map, old.entries[i].key);
    map->entries[at] = old.entries[i];
    map->used[at] = 1;
  }
  free (old.entries);
  free (old.used);
}

void wr_map_put (wr_map *map, uint64_t key, uint64_t value) {
  if (!map->entries || map->count > map->mask / 2) grow_map (map);
  uint32_t at = entry_of (map, key);
  map->count += !map->used[at];
  map->used[at] = 1;
  map->entries[at] = (struct wr_map_entry){key, value};
}

bool wr_map_get (const wr_map *map, uint64_t key, uint64_t *value) {
  if (!map->entries) return false;
  uint32_t at = entry_of (map, key);
  if (map->used[at]) *value = map->entries[at].value;
  return map->used[at];
}

bool wr_map_has (const wr_map *map, uint64_t key) {
  uint64_t ignored;
  return wr_map_get (map, key, &ignored);
}

uint64_t wr_map_or (const wr_map *map, uint64_t key, uint64_t otherwise) {
  uint64_t value;
  return wr_map_get (map, key, &value) ? value : otherwise;
}

static void *copy_of (const void *data, size_t count, size_t size) {
  return data ? memcpy (wr_alloc (count, size), data, count * size) : NULL;
}

wr_map wr_map_copy (const wr_map *map) {
  wr_map copy = *map;
  copy.entries = copy_of (map->entries, (size_t)map->mask + 1, sizeof *map->entries);
  copy.used = copy_of (map->used, (size_t)map->mask + 1, 1);
  return copy;
}

void wr_map_clear (wr_map *map) {
  if (map->used) memset (map->used, 0, (size_t)map->mask + 1);
  map->count = 0;
}

void wr_map_free (wr_map *map) {
  free (map->entries);
  free (map->used);
  *map = (wr_map){0};
}

/* 32 bits that depend on all of the hash: where the search starts, and what is compared first. */
static uint64_t tag_of (uint64_t hash) { return hash * 0x9e3779b97f4a7c15u >> 32; }

uint32_t wr_index_find (const wr_index *index, uint64_t hash,
                        bool (*equal) (const void *ctx, uint32_t item), const void *ctx) {
  if (!index->slots) return UINT32_MAX;
  uint64_t tag = tag_of (hash), slot;
  uint32_t at = (uint32_t)tag & index->mask;
  for (; (slot = index->slots[at]); at = (at + 1) & index->mask) {
    if (slot >> 32 == tag && equal (ctx, (uint32_t)slot - 1)) return (uint32_t)slot - 1;
  }
  return UINT32_MAX;
}

static void place (wr_index *index, uint64_t slot) {
  uint32_t at = (uint32_t)(slot >> 32) & index->mask;
  while (index->slots[at]) at = (at + 1) & index->mask;
  index->slots[at] = slot;
}

void wr_index_add (wr_index *index, uint64_t hash, uint32_t item) {
  WR_REQUIRE (item < UINT32_MAX);
  if (!index->slots || index->count > index->mask / 2) {
    wr_index old = *index;
    WR_REQUIRE (old.mask < UINT32_MAX / 4);
    index->mask = old.slots ? old.mask * 2 + 1 : 63;
    index->slots = wr_alloc ((size_t)index->mask + 1, sizeof *index->slots);
    for (uint32_t i = 0; old.slots && i <= old.mask; i++) {
      if (old.slots[i]) place (index, old.slots[i]);
    }
    free (old.slots);
  }
  place (index, tag_of (hash) << 32 | (item + 1));
  index->count++;
}

wr_index wr_index_copy (const wr_index *index) {
  wr_index copy = *index;
  copy.slots = copy_of (index->slots, (size_t)index->mask + 1, sizeof *index->slots);
  return copy;
}

void wr_index_clear (wr_index *index) {
  if (index->slots) memset (index->slots, 0, ((size_t)index->mask + 1) * sizeof *index->slots);
  index->count = 0;
}

void wr_index_free (wr_index *index) {
  free (index->slots);
  *index = (wr_index){0};
}
