/* base/json.h -- what Warrant needs beyond jansson: values from strings that carry their length and may
   hold any bytes, and objects built field by field.  Out of memory aborts, as everywhere. */
#ifndef WR_BASE_JSON_H
#define WR_BASE_JSON_H

#include "base/str.h"

#include <jansson.h>

/* Bytes that are no UTF-8 become U+FFFD: JSON holds text only. */
json_t *wr_json_text (wr_str text);
json_t *wr_json_count (uint64_t count);
json_t *wr_json_object (void);
json_t *wr_json_array (void);
/* Both take over `value`. */
void wr_json_set (json_t *object, const char *key, json_t *value);
void wr_json_push (json_t *array, json_t *value);
/* Indented, keys in the order in which they were set, with a final line end. */
void wr_json_dump (wr_buf *out, const json_t *value);

/* A list that is written without a tree (base/jsontext.h) stands in a tree as an empty one. */
struct wr_json_piece {
  const json_t *at; /* the empty list */
  wr_str text;
  /* If not NULL, writes the list when its place in the document is reached; `text` is then not used. */
  void (*write) (const struct wr_json_piece *piece, wr_buf *out);
  const void *what; /* for `write` */
  uint32_t file;    /* the same */
};
/* The pieces are in the order in which the tree holds their lists. */
void wr_json_dump_pieces (wr_buf *out, const json_t *value, const struct wr_json_piece *pieces,
                          uint32_t count);

#endif
