/* base/map.h -- hash maps. wr_map: 64-bit key to 64-bit value. wr_index: a set of table indices for hash-consing,
   where the caller owns the items and supplies hash and equality. Neither can be iterated over: iterate over your
   own table instead. Zero is empty. */
#ifndef WR_BASE_MAP_H
#define WR_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  struct wr_map_entry {
    uint64_t key, value;
  } * entries;
  uint8_t *used;
  uint32_t count, mask;
} wr_map;

void wr_map_put (wr_map *map, uint64_t key, uint64_t value); /* replaces */
bool wr_map_get (const wr_map *map, uint64_t key, uint64_t *value);
bool wr_map_has (const wr_map *map, uint64_t key);
uint64_t wr_map_or (const wr_map *map, uint64_t key, uint64_t otherwise);
wr_map wr_map_copy (const wr_map *map);
void wr_map_clear (wr_map *map);
void wr_map_free (wr_map *map);
#define WR_KEY2(hi, lo) ((uint64_t)(hi) << 32 | (uint32_t)(lo))

typedef struct {
  uint64_t *slots; /* 32 bits of the hash << 32 | item + 1; 0 = free */
  uint32_t count, mask;
} wr_index;

/* The item for which equal(ctx, item) holds among those with this hash, or UINT32_MAX. */
uint32_t wr_index_find (const wr_index *index, uint64_t hash,
                        bool (*equal) (const void *ctx, uint32_t item), const void *ctx);
void wr_index_add (wr_index *index, uint64_t hash, uint32_t item);
wr_index wr_index_copy (const wr_index *index);
void wr_index_clear (wr_index *index);
void wr_index_free (wr_index *index);

uint64_t wr_hash_mix (uint64_t hash, uint64_t value);

#endif
