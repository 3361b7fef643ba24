/* base/jsontext.h -- JSON written field by field, without a tree: for lists with an entry per goal.  An interrupted run has to write a hundred
   thousand entries in a fraction of a second.  Keys stand in the order in which they are written, indented by two. */
#ifndef WR_BASE_JSONTEXT_H
#define WR_BASE_JSONTEXT_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct wr_jsontext {
  wr_buf *out;
  uint32_t depth; /* of the object or list that is open */
  bool filled;    /* something has been written into it */
  bool flat;      /* no line ends are written */
};

/* `key` is NULL in a list, and for the outermost value. */
void wr_jt_open (struct wr_jsontext *to, const char *key, char bracket); /* '{' or '[' */
void wr_jt_close (struct wr_jsontext *to, char bracket);                 /* '}' or ']' */
/* Bytes that are no UTF-8 become U+FFFD: JSON holds text only. */
void wr_jt_text (struct wr_jsontext *to, const char *key, wr_str text);
void wr_jt_word (struct wr_jsontext *to, const char *key, const char *word);
void wr_jt_count (struct wr_jsontext *to, const char *key, uint64_t count);
void wr_jt_integer (struct wr_jsontext *to, const char *key, int64_t value);
void wr_jt_real (struct wr_jsontext *to, const char *key,
                 double value); /* six digits; null if it is not finite */
void wr_jt_bool (struct wr_jsontext *to, const char *key, bool value);
void wr_jt_null (struct wr_jsontext *to, const char *key);
/* A value that is already written, for the depth at which it stands now. */
void wr_jt_raw (struct wr_jsontext *to, const char *key, wr_str text);

#endif
