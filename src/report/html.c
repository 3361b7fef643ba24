/* report/html.c -- the data of the page. The page counts in UTF-16 code units, as browsers do; a byte that is not
   UTF-8 is one U+FFFD there. Lines and columns of the document follow `#line`; the page needs the real places. */
#include "report/html.h"

#include "base/check.h"
#include "base/utf8.h"
#include "core/name.h"
#include "report/page.h"
#include "report/verify.h"
#include "source/render.h"

#include <string.h>

/* -- places ----------------------------------------------------------------------------------------- */

enum { STRIDE = 1024 };

struct mark {
  uint32_t byte, units;
};

struct text {
  wr_str text;
  uint32_t number; /* of the file in the document */
  bool hidden;
  WR_VEC (struct mark)
  marks; /* one per STRIDE bytes; none in pure ASCII, where both counts agree */
};

struct places {
  const struct wr_html_input *in;
  WR_VEC (struct text) files; /* by file number; [0] is unused */
};

static uint32_t next_units (wr_str text, size_t *at) {
  return wr_utf8_next (text, at) > 0xFFFF ? 2 : 1;
}

static void mark_text (struct text *text) {
  size_t at = 0;
  while (at < text->text.len && (unsigned char)text->text.ptr[at] < 0x80) at++;
  if (at == text->text.len) return;
  uint32_t units = 0;
  for (at = 0; at < text->text.len;) {
    if (at / STRIDE >= text->marks.len)
      WR_VEC_PUSH (&text->marks, ((struct mark){(uint32_t)at, units}));
    units += next_units (text->text, &at);
  }
}

static uint32_t units_of (const struct text *text, uint32_t byte) {
  if (!text->marks.len) return byte;
  uint32_t i = byte / STRIDE;
  if (i >= text->marks.len) i = (uint32_t)text->marks.len - 1;
  if (text->marks.data[i].byte > byte) i--;
  size_t at = text->marks.data[i].byte;
  uint32_t units = text->marks.data[i].units;
  while (at < byte) units += next_units (text->text, &at);
  return units;
}

static void open_places (struct places *places, const struct wr_html_input *in) {
  *places = (struct places){.in = in};
  WR_VEC_PUSH (&places->files, (struct text){.hidden = true});
  uint32_t number = 0;
  for (uint32_t file = 1; file <= wr_sources_count (in->sources); file++) {
    struct text text = {.text = wr_source_text (in->sources, file),
                        .hidden = wr_source_hidden (in->sources, file)};
    if (!text.hidden) text.number = number++;
    mark_text (&text);
    WR_VEC_PUSH (&places->files, text);
  }
}

static void close_places (struct places *places) {
  for (uint32_t i = 0; i < places->files.len; i++) WR_VEC_FREE (&places->files.data[i].marks);
  WR_VEC_FREE (&places->files);
}

static bool has_place (const struct places *places, wr_span at) {
  return at.file && !places->files.data[at.file].hidden;
}

static void add_place (const struct places *places, json_t *list, wr_span at) {
  const struct text *text = &places->files.data[at.file];
  wr_json_push (list, wr_json_count (text->number));
  wr_json_push (list, wr_json_count (units_of (text, at.begin)));
  wr_json_push (list, wr_json_count (units_of (text, at.end)));
}

/* [file, begin, end]; empty when it has none. */
static json_t *place_json (const struct places *places, wr_span at) {
  json_t *list = wr_json_array ();
  if (has_place (places, at)) add_place (places, list, at);
  return list;
}

/* A clause that takes effect at a call or a havoc is shown there first, and then at its text. */
static void add_label (const struct places *places, json_t *object, char kind, wr_label label) {
  const wr_core *core = places->in->result->core;
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  json_t *list = wr_json_array ();
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&core->labels, info->site);
    if ((site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) &&
        has_place (places, site->span))
      add_place (places, list, site->span);
  }
  if (has_place (places, info->span)) add_place (places, list, info->span);
  wr_buf id = {0};
  wr_label_print_id (&id, kind, wr_label_id (core, label));
  wr_json_set (object, wr_buf_text (&id), list);
  wr_buf_free (&id);
}

static json_t *label_places (const struct places *places) {
  json_t *object = wr_json_object ();
  const wr_result *result = places->in->result;
  const wr_coverage *coverage = places->in->coverage;
  wr_goal_views views = {0};
  for (uint32_t b = 0; result && b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++)
      add_label (places, object, 'g', body->passive->goals[views.data[i].shown].label);
  }
  WR_VEC_FREE (&views);
  for (uint32_t i = 1; coverage && i < coverage->fact_count; i++) {
    if (coverage->facts[i].status != WR_FACT_NONE)
      add_label (places, object, 'f', coverage->facts[i].label);
  }
  return object;
}

/* -- the rest of a program -------------------------------------------------------------------------- */

static json_t *diag_json (const struct places *places, const wr_diag *diag) {
  const struct wr_code_info *info = wr_code_info (diag->code);
  json_t *object = wr_json_object (), *notes = wr_json_array ();
  wr_json_set (object, "code", wr_json_text (wr_str_of (info->slug)));
  wr_json_set (object, "severity", wr_json_text (wr_str_of (wr_severity_word (diag->severity))));
  wr_json_set (object, "finding", json_boolean (info->phase == WR_PHASE_FINDING));
  wr_json_set (object, "message", wr_json_text (diag->message));
  wr_json_set (object, "at", place_json (places, diag->at));
  if (diag->subject) {
    wr_buf id = {0};
    wr_label_print_id (&id, 'g', wr_label_id (places->in->result->core, (wr_label){diag->subject}));
    wr_json_set (object, "goal", wr_json_text (wr_buf_str (&id)));
    wr_buf_free (&id);
  }
  for (uint32_t i = 0; i < diag->note_count; i++) {
    json_t *note = wr_json_object ();
    wr_json_set (note, "message", wr_json_text (diag->notes[i].text));
    wr_json_set (note, "at", place_json (places, diag->notes[i].at));
    wr_json_push (notes, note);
  }
  wr_json_set (object, "notes", notes);
  return object;
}

static json_t *filled (const struct wr_front *front, const char *text) {
  wr_buf out = {0};
  wr_front_fill (&out, front, text);
  json_t *value = wr_json_text (wr_buf_str (&out));
  wr_buf_free (&out);
  return value;
}

static void add_code (json_t *codes, const struct wr_front *front, enum wr_code code) {
  const struct wr_code_info *info = wr_code_info (code);
  if (json_object_get (codes, info->slug)) return;
  json_t *object = wr_json_object ();
  wr_json_set (object, "title", wr_json_text (wr_str_of (info->title)));
  wr_json_set (object, "text", filled (front, info->text));
  wr_json_set (object, "fix", filled (front, info->fix));
  wr_json_set (codes, info->slug, object);
}

/* What the page calls the roles of goals and facts. */
static json_t *roles_json (const struct wr_front *front) {
  json_t *roles = wr_json_object ();
  for (int i = 0; i < WR_ROLE_COUNT; i++) {
    const struct wr_role_info *info = wr_role_info ((enum wr_role)i);
    const char *noun = front->noun ? front->noun ((enum wr_role)i) : NULL;
    if (!noun) noun = info->element ? info->element : info->noun;
    json_t *role = wr_json_object ();
    wr_json_set (role, "title", wr_json_text (wr_str_of (info->title)));
    if (info->title_negative)
      wr_json_set (role, "negative", wr_json_text (wr_str_of (info->title_negative)));
    if (info->brief) wr_json_set (role, "brief", wr_json_text (wr_str_of (info->brief)));
    wr_json_set (role, "element", wr_json_text (wr_str_of (noun)));
    wr_json_set (roles, info->name, role);
  }
  return roles;
}

static json_t *body_places (const struct places *places) {
  json_t *list = wr_json_array ();
  const wr_result *result = places->in->result;
  for (uint32_t b = 0; result && b < result->body_count; b++) {
    const struct wr_body *body = &result->core->bodies.data[b];
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    json_t *object = wr_json_object ();
    wr_json_set (object, "name", wr_json_text (wr_symbol_text (result->core->symbols, body->name)));
    wr_json_set (object, "at", place_json (places, body->at));
    wr_json_push (list, object);
  }
  return list;
}

json_t *wr_html_program (const struct wr_html_input *in) {
  struct places places;
  open_places (&places, in);
  json_t *program = wr_json_object (), *texts = wr_json_array (), *diags = wr_json_array (),
         *codes = wr_json_object ();
  for (uint32_t i = 1; i < places.files.len; i++) {
    if (!places.files.data[i].hidden)
      wr_json_push (texts, wr_json_text (places.files.data[i].text));
  }
  for (uint32_t i = 0; i < wr_diags_count (in->diags); i++) {
    const wr_diag *diag = wr_diags_at (in->diags, i);
    wr_json_push (diags, diag_json (&places, diag));
    add_code (codes, in->front, diag->code);
  }
  wr_json_set (program, "texts", texts);
  wr_json_set (program, "places", label_places (&places));
  wr_json_set (program, "bodies", body_places (&places));
  wr_json_set (program, "diagnostics", diags);
  wr_json_set (program, "codes", codes);
  wr_json_set (program, "roles", roles_json (in->front));
  if (in->graph) wr_json_set (program, "graph", wr_html_graph (in->graph));
  close_places (&places);
  return program;
}

/* -- the page --------------------------------------------------------------------------------------- */

/* `<` occurs only inside strings of JSON; escaped, nothing in them can end or open an element. */
static int add_escaped (const char *bytes, size_t size, void *out) {
  const char *end = bytes + size, *next;
  while ((next = memchr (bytes, '<', (size_t)(end - bytes)))) {
    wr_buf_add (out, (wr_str){bytes, (size_t)(next - bytes)});
    wr_buf_add (out, WR_LIT ("\\u003c"));
    bytes = next + 1;
  }
  wr_buf_add (out, (wr_str){bytes, (size_t)(end - bytes)});
  return 0;
}

static void add_data (wr_buf *out, const json_t *value) {
  WR_REQUIRE (json_dump_callback (value, add_escaped, out,
                                  JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION (6)) == 0);
}

void wr_html_page (wr_buf *out, const json_t *document, const json_t *programs) {
  const wr_str open = WR_LIT ("<script type=\"application/json\" id=\"data\">");
  const char *begin = (const char *)wr_page, *end = begin + wr_page_size;
  const char *at = memmem (begin, wr_page_size, open.ptr, open.len);
  WR_REQUIRE (at);
  at += open.len;
  wr_buf_add (out, (wr_str){begin, (size_t)(at - begin)});
  wr_buf_add (out, WR_LIT ("{\"report\":"));
  add_data (out, document);
  wr_buf_add (out, WR_LIT (",\"programs\":"));
  add_data (out, programs);
  wr_buf_add_char (out, '}');
  at = memmem (at, (size_t)(end - at), "</script>", 9);
  WR_REQUIRE (at);
  wr_buf_add (out, (wr_str){at, (size_t)(end - at)});
}
