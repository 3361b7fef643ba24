/* report/html.c -- the data of the page, and the page. */
#include "report/html.h"

#include "analysis/elements.h"
#include "base/check.h"
#include "core/name.h"
#include "report/html_places.h"
#include "report/page.h"
#include "report/verify.h"
#include "source/render.h"

#include <string.h>

/* A program on its way to the page. */
struct sheet {
  const struct wr_html_input *in;
  const wr_core *core; /* NULL: the program was refused */
  struct wr_html_places places;
};

/* -- goals and facts -------------------------------------------------------------------------------- */

static json_t *id_json (const wr_core *core, char kind, wr_label label) {
  wr_buf id = {0};
  wr_label_print_id (&id, kind, wr_label_id (core, label));
  json_t *text = wr_json_text (wr_buf_str (&id));
  wr_buf_free (&id);
  return text;
}

/* A clause that takes effect at a call or a havoc is shown there first, and then at its text. */
static json_t *places_of (const struct sheet *sheet, const struct wr_label_info *info) {
  const struct wr_html_places *places = &sheet->places;
  json_t *list = wr_json_array ();
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&sheet->core->labels, info->site);
    if ((site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) &&
        wr_html_has_place (places, site->span))
      wr_html_add_place (places, list, site->span);
  }
  if (wr_html_has_place (places, info->span)) wr_html_add_place (places, list, info->span);
  return list;
}

/* The places of what the percentage counts. */
static void add_elements (const struct sheet *sheet, json_t *places) {
  const wr_elements *elements = sheet->in->coverage->elements;
  for (uint32_t i = 0; i < elements->count; i++) {
    json_t *id = id_json (sheet->core, 'e', elements->data[i].label);
    wr_json_set (places, json_string_value (id),
                 wr_html_place (&sheet->places, elements->data[i].span));
    json_decref (id);
  }
}

/* The places of a label, and whether the user wrote what it stands for. */
static void add_label (const struct sheet *sheet, json_t *program, char kind, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&sheet->core->labels, label);
  json_t *id = id_json (sheet->core, kind, label);
  wr_json_set (json_object_get (program, "places"), json_string_value (id),
               places_of (sheet, info));
  if (info->author != WR_AUTHOR_USER)
    wr_json_push (json_object_get (program, "generated"), json_incref (id));
  json_decref (id);
}

static void add_labels (const struct sheet *sheet, json_t *program) {
  const wr_result *result = sheet->in->result;
  const wr_coverage *coverage = sheet->in->coverage;
  wr_json_set (program, "places", wr_json_object ());
  wr_json_set (program, "generated", wr_json_array ());
  wr_goal_views views = {0};
  for (uint32_t b = 0; result && b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++)
      add_label (sheet, program, 'g', body->passive->goals[views.data[i].shown].label);
  }
  WR_VEC_FREE (&views);
  for (uint32_t i = 1; coverage && i < coverage->fact_count; i++) {
    if (coverage->facts[i].status != WR_FACT_NONE)
      add_label (sheet, program, 'f', coverage->facts[i].label);
  }
  if (coverage) add_elements (sheet, json_object_get (program, "places"));
}

/* -- the rest of a program -------------------------------------------------------------------------- */

static json_t *diag_json (const struct sheet *sheet, const wr_diag *diag) {
  const struct wr_code_info *info = wr_code_info (diag->code);
  json_t *object = wr_json_object (), *notes = wr_json_array ();
  wr_json_set (object, "code", wr_json_text (wr_str_of (info->slug)));
  wr_json_set (object, "severity", wr_json_text (wr_str_of (wr_severity_word (diag->severity))));
  wr_json_set (object, "finding", json_boolean (info->phase == WR_PHASE_FINDING));
  wr_json_set (object, "message", wr_json_text (diag->message));
  wr_json_set (object, "at", wr_html_place (&sheet->places, diag->at));
  if (diag->subject) {
    wr_label goal = {diag->subject};
    wr_json_set (object, "goal", id_json (sheet->core, 'g', goal));
    wr_json_set (object, "trace", wr_html_trace (&sheet->places, sheet->in->result, goal));
    wr_json_set (object, "values", wr_html_values (&sheet->places, sheet->in->result, goal));
  }
  /* The trace says in terms of the source what the last notes say in terms of blocks. */
  for (uint32_t i = 0; i < diag->note_count - diag->steps; i++) {
    json_t *note = wr_json_object ();
    wr_json_set (note, "message", wr_json_text (diag->notes[i].text));
    wr_json_set (note, "at", wr_html_place (&sheet->places, diag->notes[i].at));
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

static json_t *body_places (const struct sheet *sheet) {
  json_t *list = wr_json_array ();
  const wr_result *result = sheet->in->result;
  for (uint32_t b = 0; result && b < result->body_count; b++) {
    const struct wr_body *body = &result->core->bodies.data[b];
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    json_t *object = wr_json_object ();
    wr_json_set (object, "name", wr_json_text (wr_symbol_text (result->core->symbols, body->name)));
    wr_json_set (object, "at", wr_html_place (&sheet->places, body->at));
    wr_json_push (list, object);
  }
  return list;
}

/* What the users of a translator call procedures, by the names that procedures and bodies have here. */
static json_t *titles_json (const struct sheet *sheet) {
  json_t *titles = wr_json_object ();
  const wr_core *core = sheet->core;
  wr_buf name = {0};
  for (uint32_t i = 0; core && i < core->procedures.len + core->bodies.len; i++) {
    const struct wr_body *body =
        i < core->procedures.len ? NULL : &core->bodies.data[i - core->procedures.len];
    const struct wr_procedure *procedure = &core->procedures.data[body ? body->procedure : i];
    if (!procedure->title.ix) continue;
    wr_buf_clear (&name);
    wr_buf_add (&name, wr_symbol_text (core->symbols, body ? body->name : procedure->name));
    wr_json_set (titles, wr_buf_text (&name),
                 wr_json_text (wr_symbol_text (core->symbols, procedure->title)));
  }
  wr_buf_free (&name);
  return titles;
}

json_t *wr_html_program (const struct wr_html_input *in) {
  struct sheet sheet = {.in = in, .core = in->result ? in->result->core : NULL};
  wr_html_places_open (&sheet.places, in->sources);
  json_t *program = wr_json_object (), *texts = wr_json_array (), *diags = wr_json_array (),
         *codes = wr_json_object ();
  for (uint32_t i = 1; i < sheet.places.files.len; i++) {
    if (!sheet.places.files.data[i].hidden)
      wr_json_push (texts, wr_html_masked_text (in->sources, i, in->folder));
  }
  for (uint32_t i = 0; i < wr_diags_count (in->diags); i++) {
    const wr_diag *diag = wr_diags_at (in->diags, i);
    wr_json_push (diags, diag_json (&sheet, diag));
    add_code (codes, in->front, diag->code);
  }
  wr_json_set (program, "texts", texts);
  add_labels (&sheet, program);
  wr_json_set (program, "bodies", body_places (&sheet));
  wr_json_set (program, "titles", titles_json (&sheet));
  wr_json_set (program, "diagnostics", diags);
  wr_json_set (program, "codes", codes);
  wr_json_set (program, "roles", roles_json (in->front));
  if (in->graph) wr_json_set (program, "graph", wr_html_graph (in->graph));
  wr_html_places_close (&sheet.places);
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
