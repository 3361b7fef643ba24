#include "base/words.h"

const char *wr_plural (uint64_t count, const char *one, const char *many) {
  return count == 1 ? one : many;
}

void wr_buf_count (wr_buf *out, uint64_t count, const char *one, const char *many) {
  wr_buf_print (out, "%llu %s", (unsigned long long)count, wr_plural (count, one, many));
}
