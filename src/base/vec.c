#include "base/vec.h"

#include "base/check.h"

#include <string.h>

void *wr_vec_grow (void *data, uint32_t *cap, size_t size) {
  WR_REQUIRE (*cap <= UINT32_MAX / 2);
  *cap = *cap ? *cap * 2 : 8;
  return wr_realloc (data, *cap, size);
}

void *wr_vec_copy (const void *data, uint32_t len, uint32_t *cap, size_t size) {
  *cap = len;
  return len ? memcpy (wr_realloc (NULL, len, size), data, len * size) : NULL;
}
