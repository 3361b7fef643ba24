#include "base/json.h"

#include "base/check.h"
#include "base/utf8.h"

json_t *wr_json_text (wr_str text) {
  json_t *value = json_stringn (text.len ? text.ptr : "", text.len);
  if (value) return value;
  wr_buf valid = {0};
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    if (wr_utf8_next (text, &i) == WR_UTF8_BAD)
      wr_buf_add (&valid, WR_LIT ("\xEF\xBF\xBD"));
    else
      wr_buf_add (&valid, (wr_str){text.ptr + from, i - from});
  }
  value = json_stringn (valid.data, valid.len);
  wr_buf_free (&valid);
  WR_REQUIRE (value);
  return value;
}

json_t *wr_json_count (uint64_t count) {
  json_t *value = json_integer (count > INT64_MAX ? INT64_MAX : (json_int_t)count);
  WR_REQUIRE (value);
  return value;
}

json_t *wr_json_object (void) {
  json_t *value = json_object ();
  WR_REQUIRE (value);
  return value;
}

json_t *wr_json_array (void) {
  json_t *value = json_array ();
  WR_REQUIRE (value);
  return value;
}

void wr_json_set (json_t *object, const char *key, json_t *value) {
  WR_REQUIRE (json_object_set_new (object, key, value) == 0);
}

void wr_json_push (json_t *array, json_t *value) {
  WR_REQUIRE (json_array_append_new (array, value) == 0);
}

static int add_bytes (const char *bytes, size_t size, void *out) {
  wr_buf_add (out, (wr_str){bytes, size});
  return 0;
}

void wr_json_dump (wr_buf *out, const json_t *value) {
  WR_REQUIRE (json_dump_callback (value, add_bytes, out,
                                  JSON_INDENT (2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION (6)) ==
              0);
  wr_buf_add_char (out, '\n');
}
