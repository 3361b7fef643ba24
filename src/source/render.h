/* source/render.h -- diagnostics for people and for programs.

     FILE:3:10: error: types do not agree: int and bool [type-mismatch]
         3 |   assert x;
           |          ^
     FILE:1:13: note: x is declared here

   What a translator printed is shown with where it comes from (source.h): `note: from Max.dfy:12:5 (assert
   statement)`.

   Text from the user's files is made safe for a terminal (base/utf8.h); long lines are cut around the
   caret; a span over several lines shows its first and its last line. */
#ifndef WR_SOURCE_RENDER_H
#define WR_SOURCE_RENDER_H

#include "base/json.h"
#include "base/jsontext.h"
#include "source/diag.h"

enum {
  WR_RENDER_COLUMNS = 120, /* of source text per line; the rest is cut with an ellipsis */
  WR_RENDER_TAB = 4
};

struct wr_render {
  const wr_sources *sources;
  bool color;
  bool brief; /* the head line only: no source text, no notes */
};

const char *wr_severity_word (enum wr_severity severity); /* "error", "warning", "info" */

void wr_render_text (wr_buf *out, const struct wr_render *how, const wr_diag *diag);
/* The object of a "diagnostics" array.  "file" is there only if `#line` names another file than the
   one that holds the text; the end is exclusive.  The native name stands under `native_key`; NULL: it is left out. */
json_t *wr_render_json (const wr_sources *sources, const wr_diag *diag, const char *native_key);
/* Sets "line", "column", "end_line" and "end_column", and "origin" where one is known; nothing for file 0. */
void wr_json_set_span (json_t *object, const wr_sources *sources, wr_span at);

/* Sets "origin": {"file", "line", "column", "kind"} where one is known. */
void wr_json_set_origin (json_t *object, const wr_sources *sources, wr_span at);
/* Both, written into the object that is open. */
void wr_jt_span (struct wr_jsontext *to, const wr_sources *sources, wr_span at);
void wr_jt_origin (struct wr_jsontext *to, const wr_sources *sources, wr_span at);

#endif
