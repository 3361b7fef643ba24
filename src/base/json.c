#include "base/json.h"

#include "base/check.h"
#include "base/jsontext.h"
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

/* -- as text --------------------------------------------------------------------------------------- */

struct dump {
  struct wr_jsontext to;
  const struct wr_json_piece *pieces;
  uint32_t next, count; /* of the pieces: the first that is not written yet */
};

static void dump_value (struct dump *d, const char *key, const json_t *value);

static void dump_list (struct dump *d, const char *key, const json_t *list) {
  if (d->next < d->count && d->pieces[d->next].at == list) {
    const struct wr_json_piece *piece = &d->pieces[d->next++];
    wr_jt_raw (&d->to, key, piece->text);
    if (piece->write) piece->write (piece, d->to.out);
    return;
  }
  wr_jt_open (&d->to, key, '[');
  for (size_t i = 0; i < json_array_size (list); i++)
    dump_value (d, NULL, json_array_get (list, i));
  wr_jt_close (&d->to, ']');
}

static void dump_object (struct dump *d, const char *key, const json_t *object) {
  json_t *fields = (json_t *)object; /* jansson's iteration takes no const */
  wr_jt_open (&d->to, key, '{');
  for (void *at = json_object_iter (fields); at; at = json_object_iter_next (fields, at))
    dump_value (d, json_object_iter_key (at), json_object_iter_value (at));
  wr_jt_close (&d->to, '}');
}

static void dump_value (struct dump *d, const char *key, const json_t *value) {
  switch (json_typeof (value)) {
  case JSON_OBJECT: dump_object (d, key, value); break;
  case JSON_ARRAY: dump_list (d, key, value); break;
  case JSON_STRING:
    wr_jt_text (&d->to, key, (wr_str){json_string_value (value), json_string_length (value)});
    break;
  case JSON_INTEGER: wr_jt_integer (&d->to, key, json_integer_value (value)); break;
  case JSON_REAL: wr_jt_real (&d->to, key, json_real_value (value)); break;
  case JSON_TRUE:
  case JSON_FALSE: wr_jt_bool (&d->to, key, json_is_true (value)); break;
  case JSON_NULL: wr_jt_null (&d->to, key); break;
  }
}

void wr_json_dump_pieces (wr_buf *out, const json_t *value, const struct wr_json_piece *pieces,
                          uint32_t count) {
  struct dump d = {{.out = out}, pieces, 0, count};
  dump_value (&d, NULL, value);
  WR_REQUIRE (d.next == d.count);
  wr_buf_add_char (out, '\n');
}

void wr_json_dump (wr_buf *out, const json_t *value) { wr_json_dump_pieces (out, value, NULL, 0); }
