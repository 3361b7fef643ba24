/* report/html_places.c -- places as the page counts them. */
#include "report/html_places.h"

#include "base/utf8.h"

enum { STRIDE = 1024 };

static uint32_t next_units (wr_str text, size_t *at) {
  return wr_utf8_next (text, at) > 0xFFFF ? 2 : 1;
}

static void mark_text (struct wr_html_text *text) {
  size_t at = 0;
  while (at < text->text.len && (unsigned char)text->text.ptr[at] < 0x80) at++;
  if (at == text->text.len) return;
  uint32_t units = 0;
  for (at = 0; at < text->text.len;) {
    if (at / STRIDE >= text->marks.len)
      WR_VEC_PUSH (&text->marks, ((struct wr_html_mark){(uint32_t)at, units}));
    units += next_units (text->text, &at);
  }
}

static uint32_t units_of (const struct wr_html_text *text, uint32_t byte) {
  if (!text->marks.len) return byte;
  uint32_t i = byte / STRIDE;
  if (i >= text->marks.len) i = (uint32_t)text->marks.len - 1;
  if (text->marks.data[i].byte > byte) i--;
  size_t at = text->marks.data[i].byte;
  uint32_t units = text->marks.data[i].units;
  while (at < byte) units += next_units (text->text, &at);
  return units;
}

void wr_html_places_open (struct wr_html_places *places, const wr_sources *sources) {
  *places = (struct wr_html_places){0};
  WR_VEC_PUSH (&places->files, (struct wr_html_text){.hidden = true});
  uint32_t number = 0;
  for (uint32_t file = 1; file <= wr_sources_count (sources); file++) {
    struct wr_html_text text = {.text = wr_source_text (sources, file),
                                .hidden = wr_source_hidden (sources, file)};
    if (!text.hidden) text.number = number++;
    mark_text (&text);
    WR_VEC_PUSH (&places->files, text);
  }
}

void wr_html_places_close (struct wr_html_places *places) {
  for (uint32_t i = 0; i < places->files.len; i++) WR_VEC_FREE (&places->files.data[i].marks);
  WR_VEC_FREE (&places->files);
}

bool wr_html_has_place (const struct wr_html_places *places, wr_span at) {
  return at.file && !places->files.data[at.file].hidden;
}

void wr_html_add_place (const struct wr_html_places *places, json_t *list, wr_span at) {
  const struct wr_html_text *text = &places->files.data[at.file];
  wr_json_push (list, wr_json_count (text->number));
  wr_json_push (list, wr_json_count (units_of (text, at.begin)));
  wr_json_push (list, wr_json_count (units_of (text, at.end)));
}

json_t *wr_html_place (const struct wr_html_places *places, wr_span at) {
  json_t *list = wr_json_array ();
  if (wr_html_has_place (places, at)) wr_html_add_place (places, list, at);
  return list;
}
