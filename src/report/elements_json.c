/* report/elements_json.c -- the elements of a run (analysis/elements.h) as JSON. */
#include "report/cover.h"

#include "core/name.h"
#include "source/render.h"

#include <string.h>

json_t *wr_report_counts_json (const struct wr_element_counts *counts) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "covered", wr_json_count (counts->covered));
  wr_json_set (object, "coverable", wr_json_count (counts->coverable));
  wr_json_set (object, "unexplained", wr_json_count (counts->unexplained));
  wr_json_set (object, "failed", wr_json_count (counts->failed));
  wr_json_set (object, "vacuous", wr_json_count (counts->vacuous));
  return object;
}

/* The labels of each element, in the order of labels. */
struct lists {
  const wr_elements *elements;
  uint32_t *first, *labels; /* those of element i: first[i] .. first[i + 1] */
  bool *goal;               /* per label: it is a goal of a selected body */
};

static uint32_t call_of (const wr_elements *elements, const struct wr_label_info *info) {
  return info->site.ix ? elements->of_site[info->site.ix] : 0;
}

static struct lists lists_of (const wr_coverage *coverage, wr_arena *arena) {
  const wr_elements *elements = coverage->elements;
  const wr_labels *labels = &coverage->cover->result->core->labels;
  struct lists lists = {.elements = elements};
  const wr_result *result = coverage->cover->result;
  lists.goal = WR_NEW (arena, bool, elements->label_count + 1);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++)
      lists.goal[body->passive->goals[g].label.ix] = true;
  }
  lists.first = WR_NEW (arena, uint32_t, elements->count + 2);
  uint32_t *fill = WR_NEW (arena, uint32_t, elements->count + 1);
  for (uint32_t i = 1; i < elements->label_count; i++) {
    uint32_t text = elements->of_label[i];
    uint32_t call = call_of (elements, wr_label_info (labels, (wr_label){i}));
    if (text) lists.first[text]++;
    if (call) lists.first[call]++;
  }
  for (uint32_t i = 0; i < elements->count; i++) {
    fill[i] = lists.first[i];
    lists.first[i + 1] += lists.first[i];
  }
  lists.labels = WR_NEW (arena, uint32_t, lists.first[elements->count] + 1);
  for (uint32_t i = 1; i < elements->label_count; i++) {
    uint32_t text = elements->of_label[i];
    uint32_t call = call_of (elements, wr_label_info (labels, (wr_label){i}));
    if (text) lists.labels[fill[text - 1]++] = i;
    if (call) lists.labels[fill[call - 1]++] = i;
  }
  return lists;
}

static json_t *id_json (const wr_core *core, char letter, wr_label label, wr_buf *scratch) {
  wr_buf_clear (scratch);
  wr_label_print_id (scratch, letter, wr_label_id (core, label));
  return wr_json_text (wr_buf_str (scratch));
}

/* The facts and goals of the document. */
static void set_labels (json_t *object, const wr_coverage *coverage, const struct lists *lists,
                        uint32_t element, wr_buf *scratch) {
  const wr_core *core = coverage->cover->result->core;
  json_t *facts = wr_json_array (), *goals = wr_json_array ();
  for (uint32_t i = lists->first[element]; i < lists->first[element + 1]; i++) {
    wr_label label = {lists->labels[i]};
    if (lists->goal[label.ix])
      wr_json_push (goals, id_json (core, 'g', label, scratch));
    else if (coverage->facts[label.ix].status != WR_FACT_NONE)
      wr_json_push (facts, id_json (core, 'f', label, scratch));
  }
  wr_json_set (object, "facts", facts);
  wr_json_set (object, "goals", goals);
}

/* A call is named by its place, `Main/call@Max.2`, and not by the clause that takes effect there first. */
static void add_name (wr_buf *out, const wr_core *core, const struct wr_element *element) {
  wr_buf name = {0};
  wr_label_name (&name, core, element->label);
  wr_str text = wr_buf_str (&name);
  const char *at = element->call && text.len ? memchr (text.ptr, '@', text.len) : NULL;
  uint32_t owner = wr_label_info (&core->labels, element->label)->procedure;
  if (at && owner) {
    wr_buf_add (out, wr_symbol_text (core->symbols, core->procedures.data[owner - 1].name));
    wr_buf_add (out, WR_LIT ("/call"));
    text = (wr_str){at, text.len - (size_t)(at - text.ptr)};
  }
  wr_buf_add (out, text);
  wr_buf_free (&name);
}

static json_t *element_json (const wr_coverage *coverage, const struct lists *lists, uint32_t at,
                             wr_buf *scratch) {
  const wr_core *core = coverage->cover->result->core;
  const struct wr_element *element = &coverage->elements->data[at];
  const struct wr_label_info *info = wr_label_info (&core->labels, element->label);
  json_t *object = wr_json_object ();
  wr_json_set (object, "id", id_json (core, 'e', element->label, scratch));
  wr_buf_clear (scratch);
  add_name (scratch, core, element);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (scratch)));
  const char *role = element->call ? "call" : wr_role_name (info->role);
  wr_json_set (object, "role", json_string (role));
  wr_json_set (object, "class", json_string (wr_class_name (info->cls)));
  if (info->procedure) {
    wr_symbol name = core->procedures.data[info->procedure - 1].name;
    wr_json_set (object, "procedure", wr_json_text (wr_symbol_text (core->symbols, name)));
  }
  wr_json_set_span (object, core->sources, element->span);
  wr_str text = wr_source_text (core->sources, element->span.file);
  wr_json_set (object, "text",
               wr_json_text ((wr_str){text.ptr + element->span.begin,
                                      element->span.end - element->span.begin}));
  wr_json_set (object, "state", json_string (wr_element_state_name (element->state)));
  if (wr_element_reason_name (element->reason))
    wr_json_set (object, "reason", json_string (wr_element_reason_name (element->reason)));
  if (element->prelude) wr_json_set (object, "prelude", json_true ());
  set_labels (object, coverage, lists, at, scratch);
  return object;
}

json_t *wr_report_elements (const wr_coverage *coverage, uint32_t file) {
  json_t *list = wr_json_array ();
  wr_arena *arena = wr_arena_new ();
  wr_buf scratch = {0};
  struct lists lists = lists_of (coverage, arena);
  for (uint32_t i = 0; i < coverage->elements->count; i++)
    if (coverage->elements->data[i].span.file == file)
      wr_json_push (list, element_json (coverage, &lists, i, &scratch));
  wr_buf_free (&scratch);
  wr_arena_free (arena);
  return list;
}
