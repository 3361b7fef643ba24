#include "source/render.h"

#include "base/check.h"
#include "base/utf8.h"

#define BOLD "\33[1m"
#define DIM "\33[2m"
#define RED "\33[1;31m"
#define MAGENTA "\33[1;35m"
#define CYAN "\33[1;36m"
#define GREEN "\33[1;32m"
#define PLAIN "\33[0m"

const char *wr_severity_word (enum wr_severity severity) {
  switch (severity) {
  case WR_ERROR: return "error";
  case WR_WARNING: return "warning";
  case WR_INFO: return "info";
  }
  WR_UNREACHABLE ();
}

static const char *severity_color (enum wr_severity severity) {
  switch (severity) {
  case WR_ERROR: return RED;
  case WR_WARNING: return MAGENTA;
  case WR_INFO: return CYAN;
  }
  WR_UNREACHABLE ();
}

static void paint (wr_buf *out, const struct wr_render *how, const char *color) {
  if (how->color) wr_buf_add (out, wr_str_of (color));
}

/* A part of one physical line, with what lies under [from, to) of it marked. */
struct strip {
  wr_str text;
  size_t from, to; /* bytes in text */
  bool head;       /* the span begins here: mark its first column with a caret */
};

/* The byte at which a long line is shown from, so that the mark can be seen. */
static size_t strip_start (const struct strip *strip) {
  enum { LEAD = 60 };
  size_t columns = 0;
  if (strip->from <= 4 * WR_RENDER_COLUMNS) {
    for (size_t i = 0; i < strip->from;) {
      int32_t code = wr_utf8_next (strip->text, &i);
      columns += code == '\t' ? WR_RENDER_TAB : wr_utf8_width (code);
    }
    if (columns + LEAD / 2 <= WR_RENDER_COLUMNS) return 0;
  }
  size_t start = strip->from > LEAD ? strip->from - LEAD : 0;
  while (start < strip->from && ((unsigned char)strip->text.ptr[start] & 0xC0) == 0x80) start++;
  return start;
}

static void put_mark (wr_buf *marks, const struct strip *strip, size_t at, size_t columns) {
  char mark = ' ';
  if (at >= strip->from && at < strip->to) mark = strip->head && at == strip->from ? '^' : '~';
  for (size_t i = 0; i < columns; i++) {
    wr_buf_add_char (marks, mark);
    if (mark == '^') mark = '~';
  }
}

/* Adds the visible text to `out` and the line of marks to `marks`. */
static void put_strip (wr_buf *out, wr_buf *marks, const struct strip *strip) {
  size_t i = strip_start (strip), columns = 0;
  if (i) {
    wr_buf_add (out, WR_LIT ("…"));
    wr_buf_add_char (marks, ' ');
    columns = 1;
  }
  while (i < strip->text.len) {
    size_t at = i;
    int32_t code = wr_utf8_next (strip->text, &i);
    size_t width = code == '\t' ? WR_RENDER_TAB - columns % WR_RENDER_TAB : wr_utf8_width (code);
    if (columns + width > WR_RENDER_COLUMNS) {
      wr_buf_add (out, WR_LIT ("…"));
      break;
    }
    if (code == '\t') {
      for (size_t k = 0; k < width; k++) wr_buf_add_char (out, ' ');
    } else {
      wr_utf8_clean (out, (wr_str){strip->text.ptr + at, i - at});
    }
    put_mark (marks, strip, at, width);
    columns += width;
  }
  if (strip->head && strip->from >= strip->text.len) wr_buf_add_char (marks, '^');
  while (marks->len && marks->data[marks->len - 1] == ' ') marks->len--;
}

static void put_gutter (wr_buf *out, const struct wr_render *how, uint32_t number) {
  paint (out, how, DIM);
  if (number)
    wr_buf_print (out, "%5u |", number);
  else
    wr_buf_add (out, WR_LIT ("      |"));
  paint (out, how, PLAIN);
}

/* The physical line `line`, on which the part [from, to) of the file is marked. */
static void put_line (wr_buf *out, const struct wr_render *how, wr_span at, uint32_t line,
                      bool head) {
  uint32_t begin;
  wr_str text = wr_source_line_text (how->sources, at.file, line, &begin);
  struct strip strip = {.text = text, .head = head};
  strip.from = at.begin > begin ? at.begin - begin : 0;
  strip.to = at.end > begin ? at.end - begin : 0;
  if (strip.from > text.len) strip.from = text.len;
  if (strip.to > text.len) strip.to = text.len;
  if (head && strip.to <= strip.from) strip.to = strip.from + 1; /* an empty span: one caret */
  if (!head) {
    while (strip.from < strip.to && (text.ptr[strip.from] == ' ' || text.ptr[strip.from] == '\t')) {
      strip.from++;
    }
  }
  wr_buf marks = {0};
  put_gutter (out, how, wr_position_of (how->sources, at.file, begin).line);
  wr_buf_add_char (out, ' ');
  put_strip (out, &marks, &strip);
  while (out->data[out->len - 1] == ' ') out->len--;
  wr_buf_add_char (out, '\n');
  if (marks.len) {
    put_gutter (out, how, 0);
    wr_buf_add_char (out, ' ');
    paint (out, how, GREEN);
    wr_buf_add (out, wr_buf_str (&marks));
    paint (out, how, PLAIN);
    wr_buf_add_char (out, '\n');
  }
  wr_buf_free (&marks);
}

static void put_source (wr_buf *out, const struct wr_render *how, wr_span at) {
  if (!at.file || !wr_source_text (how->sources, at.file).len) return;
  uint32_t first = wr_source_line (how->sources, at.file, at.begin);
  uint32_t last = at.end > at.begin ? wr_source_line (how->sources, at.file, at.end - 1) : first;
  put_line (out, how, at, first, true);
  if (last <= first) return;
  if (last > first + 1) {
    paint (out, how, DIM);
    wr_buf_add (out, WR_LIT ("  ... |"));
    paint (out, how, PLAIN);
    wr_buf_add_char (out, '\n');
  }
  put_line (out, how, at, last, false);
}

static bool has_position (const wr_diag *diag) {
  return diag->at.file && wr_code_info (diag->code)->phase != WR_PHASE_READ;
}

static void put_place (wr_buf *out, const struct wr_render *how, wr_span at, bool position) {
  paint (out, how, BOLD);
  if (!at.file) {
    wr_buf_add (out, WR_LIT ("warrant: "));
  } else {
    wr_position place = wr_position_of (how->sources, at.file, at.begin);
    wr_utf8_clean (out, place.path);
    if (position) wr_buf_print (out, ":%u:%u", place.line, place.column);
    wr_buf_add (out, WR_LIT (": "));
  }
  paint (out, how, PLAIN);
}

static void put_origin (wr_buf *out, const struct wr_origin *origin) {
  wr_utf8_clean (out, origin->path);
  wr_buf_print (out, ":%u:%u", origin->line, origin->column);
}

static void put_from (wr_buf *out, const struct wr_origin *origin) {
  wr_buf_add (out, origin->kind.len ? WR_LIT ("from ") : WR_LIT ("from the declaration at "));
  put_origin (out, origin);
  if (!origin->kind.len) return;
  wr_buf_add (out, WR_LIT (" ("));
  wr_utf8_clean (out, origin->kind);
  wr_buf_add_char (out, ')');
}

/* The origin of a note, unless it is that of the diagnostic. */
static const struct wr_origin *note_origin (const struct wr_render *how, const wr_diag *diag,
                                            const struct wr_note *note) {
  const struct wr_origin *own = wr_source_origin (how->sources, note->at.file, note->at.begin);
  const struct wr_origin *main = wr_source_origin (how->sources, diag->at.file, diag->at.begin);
  bool same = own && main && own->line == main->line && own->column == main->column &&
              wr_str_equal (own->path, main->path);
  return same ? NULL : own;
}

void wr_render_text (wr_buf *out, const struct wr_render *how, const wr_diag *diag) {
  put_place (out, how, diag->at, has_position (diag));
  paint (out, how, severity_color (diag->severity));
  wr_buf_print (out, "%s: ", wr_severity_word (diag->severity));
  paint (out, how, PLAIN);
  wr_utf8_clean (out, diag->message);
  wr_buf_print (out, " [%s]\n", wr_code_info (diag->code)->slug);
  if (how->brief) return;
  if (has_position (diag)) put_source (out, how, diag->part.file ? diag->part : diag->at);
  const struct wr_origin *origin = wr_source_origin (how->sources, diag->at.file, diag->at.begin);
  if (origin) {
    paint (out, how, CYAN);
    wr_buf_add (out, WR_LIT ("note: "));
    paint (out, how, PLAIN);
    put_from (out, origin);
    wr_buf_add_char (out, '\n');
  }
  for (uint32_t i = 0; i < diag->note_count; i++) {
    const struct wr_note *note = &diag->notes[i];
    if (note->at.file) put_place (out, how, note->at, true);
    paint (out, how, CYAN);
    wr_buf_add (out, WR_LIT ("note: "));
    paint (out, how, PLAIN);
    wr_utf8_clean (out, note->text);
    if ((origin = note_origin (how, diag, note))) {
      wr_buf_add (out, WR_LIT (", from "));
      put_origin (out, origin);
    }
    wr_buf_add_char (out, '\n');
    put_source (out, how, note->part.file ? note->part : note->at);
  }
}

void wr_json_set_origin (json_t *object, const wr_sources *sources, wr_span at) {
  const struct wr_origin *origin = wr_source_origin (sources, at.file, at.begin);
  if (!origin) return;
  json_t *from = wr_json_object ();
  wr_json_set (from, "file", wr_json_text (origin->path));
  wr_json_set (from, "line", wr_json_count (origin->line));
  wr_json_set (from, "column", wr_json_count (origin->column));
  if (origin->kind.len) wr_json_set (from, "kind", wr_json_text (origin->kind));
  wr_json_set (object, "origin", from);
}

void wr_json_set_span (json_t *object, const wr_sources *sources, wr_span at) {
  if (!at.file) return;
  wr_position from = wr_position_of (sources, at.file, at.begin);
  wr_position to = wr_position_of (sources, at.file, at.end);
  wr_json_set (object, "line", wr_json_count (from.line));
  wr_json_set (object, "column", wr_json_count (from.column));
  wr_json_set (object, "end_line", wr_json_count (to.line));
  wr_json_set (object, "end_column", wr_json_count (to.column));
  wr_json_set_origin (object, sources, at);
}

void wr_jt_origin (struct wr_jsontext *to, const wr_sources *sources, wr_span at) {
  const struct wr_origin *origin = wr_source_origin (sources, at.file, at.begin);
  if (!origin) return;
  wr_jt_open (to, "origin", '{');
  wr_jt_text (to, "file", origin->path);
  wr_jt_count (to, "line", origin->line);
  wr_jt_count (to, "column", origin->column);
  if (origin->kind.len) wr_jt_text (to, "kind", origin->kind);
  wr_jt_close (to, '}');
}

void wr_jt_span (struct wr_jsontext *to, const wr_sources *sources, wr_span at) {
  if (!at.file) return;
  wr_position from = wr_position_of (sources, at.file, at.begin);
  wr_position end = wr_position_of (sources, at.file, at.end);
  wr_jt_count (to, "line", from.line);
  wr_jt_count (to, "column", from.column);
  wr_jt_count (to, "end_line", end.line);
  wr_jt_count (to, "end_column", end.column);
  wr_jt_origin (to, sources, at);
}

/* The part of the text that is underlined, if it is not all of it. */
static void set_part (json_t *object, const wr_sources *sources, wr_span part) {
  if (!part.file) return;
  json_t *where = wr_json_object ();
  wr_json_set_span (where, sources, part);
  wr_json_set (object, "part", where);
}

static json_t *json_note (const wr_sources *sources, const struct wr_note *note) {
  json_t *object = wr_json_object ();
  if (note->at.file) {
    wr_position at = wr_position_of (sources, note->at.file, note->at.begin);
    wr_json_set (object, "file", wr_json_text (at.path));
    wr_json_set (object, "line", wr_json_count (at.line));
    wr_json_set (object, "column", wr_json_count (at.column));
  }
  set_part (object, sources, note->part);
  wr_json_set (object, "message", wr_json_text (note->text));
  wr_json_set_origin (object, sources, note->at);
  return object;
}

json_t *wr_render_json (const wr_sources *sources, const wr_diag *diag, const char *native_key) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "severity", wr_json_text (wr_str_of (wr_severity_word (diag->severity))));
  wr_json_set (object, "code", wr_json_text (wr_str_of (wr_code_info (diag->code)->slug)));
  if (native_key && diag->native.len) wr_json_set (object, native_key, wr_json_text (diag->native));
  if (diag->at.file) {
    wr_position at = wr_position_of (sources, diag->at.file, diag->at.begin);
    if (!wr_str_equal (at.path, wr_source_path (sources, diag->at.file))) {
      wr_json_set (object, "file", wr_json_text (at.path));
    }
  }
  wr_json_set_span (object, sources, diag->at);
  set_part (object, sources, diag->part);
  wr_json_set (object, "message", wr_json_text (diag->message));
  json_t *notes = wr_json_array ();
  for (uint32_t i = 0; i < diag->note_count; i++) {
    wr_json_push (notes, json_note (sources, &diag->notes[i]));
  }
  wr_json_set (object, "notes", notes);
  return object;
}
