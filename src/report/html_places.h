/* report/html_places.h -- places in the texts of a program, as the page counts them: in UTF-16 code units, as browsers do; a byte that
   is not UTF-8 is one U+FFFD there.  Lines and columns of the document follow `#line`; these are the real places. */
#ifndef WR_REPORT_HTML_PLACES_H
#define WR_REPORT_HTML_PLACES_H

#include "base/json.h"
#include "base/vec.h"
#include "source/source.h"

struct wr_html_mark {
  uint32_t byte, units;
};

struct wr_html_text {
  wr_str text;
  uint32_t number; /* of the file in the document */
  bool hidden;
  /* One per so many bytes; none in pure ASCII, where both counts agree. */
  WR_VEC (struct wr_html_mark) marks;
};

struct wr_html_places {
  WR_VEC (struct wr_html_text) files; /* by file number; [0] is unused */
};

void wr_html_places_open (struct wr_html_places *places, const wr_sources *sources);
void wr_html_places_close (struct wr_html_places *places);
bool wr_html_has_place (const struct wr_html_places *places, wr_span at);
/* Adds file, begin and end to a list; the span has a place. */
void wr_html_add_place (const struct wr_html_places *places, json_t *list, wr_span at);
/* [file, begin, end]; empty when it has none. */
json_t *wr_html_place (const struct wr_html_places *places, wr_span at);

#endif
