#include "report/csv.h"

#include "base/utf8.h"

#include <string.h>

static bool is_formula (wr_str text) {
  size_t i = 0;
  while (i < text.len && text.ptr[i] == ' ') i++;
  return i < text.len && strchr ("=+-@", text.ptr[i]);
}

void wr_csv_cell (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  wr_buf_add_char (out, '"');
  if (is_formula (wr_buf_str (&clean))) wr_buf_add_char (out, '\'');
  for (size_t i = 0; i < clean.len; i++) {
    if (clean.data[i] == '"') wr_buf_add_char (out, '"');
    wr_buf_add_char (out, clean.data[i]);
  }
  wr_buf_add_char (out, '"');
  wr_buf_free (&clean);
}
