#include "base/vec.h"

#include "base/check.h"

void *wr_vec_grow (void *data, uint32_t *cap, size_t size) {
  WR_REQUIRE (*cap <= UINT32_MAX / 2);
  *cap = *cap ? *cap * 2 : 8;
  return wr_realloc (data, *cap, size);
}
