/* report/axioms_hide.c -- the files of axioms that LCOV and the page do not name, because they lie outside the current folder. */
#include "axioms/identity.h"
#include "report/axioms.h"
#include "report/outside.h"

static bool is_test (const wr_relation *relation, wr_str file) {
  for (uint32_t i = 0; i < relation->tests.len; i++)
    if (wr_str_equal (relation->tests.data[i].path, file)) return true;
  return false;
}

/* Rules of KeY stand in files that were read. */
bool wr_axioms_hides (const struct wr_axioms_report *report, wr_str file) {
  if (!report->folder.len || !file.len || report->key) return false;
  if (!wr_path_is_outside (file, report->folder)) return false;
  if (report->prelude && wr_identity_names_file (file, wr_str_of (report->prelude))) return false;
  return !is_test (report->relation, file);
}

/* -- the document -------------------------------------------------------------------------------------- */

typedef WR_VEC (wr_str) paths;

static void add_hidden (paths *hidden, const struct wr_axioms_report *report, wr_str file) {
  for (uint32_t i = 0; i < hidden->len; i++)
    if (wr_str_equal (hidden->data[i], file)) return;
  if (wr_axioms_hides (report, file)) WR_VEC_PUSH (hidden, file);
}

/* A file, or a name that begins with it (`FILE:3`), with asterisks.  NULL: it is neither. */
static json_t *masked (const paths *hidden, const json_t *value) {
  wr_str text = {json_string_value (value), json_string_length (value)};
  for (uint32_t i = 0; i < hidden->len; i++) {
    wr_str path = hidden->data[i];
    bool begins = wr_str_starts (text, path);
    if (!begins || (text.len > path.len && text.ptr[path.len] != ':')) continue;
    wr_buf out = {0};
    for (size_t k = 0; k < path.len; k++) wr_buf_add_char (&out, '*');
    wr_buf_add (&out, (wr_str){text.ptr + path.len, text.len - path.len});
    json_t *made = wr_json_text (wr_buf_str (&out));
    wr_buf_free (&out);
    return made;
  }
  return NULL;
}

static void hide (const paths *hidden, json_t *value) {
  const char *key;
  json_t *member, *instead;
  size_t i;
  void *next;
  json_array_foreach (value, i, member) {
    hide (hidden, member);
    if (json_is_string (member) && (instead = masked (hidden, member)))
      json_array_set_new (value, i, instead);
  }
  json_object_foreach_safe (value, next, key, member) {
    hide (hidden, member);
    if (json_is_string (member) && (instead = masked (hidden, member)))
      wr_json_set (value, key, instead);
  }
}

void wr_axioms_hide_paths (json_t *doc, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  paths hidden = {0};
  for (uint32_t i = 0; i < relation->axioms.len; i++)
    add_hidden (&hidden, report, relation->axioms.data[i].file);
  for (uint32_t i = 0; i < relation->elements.len; i++)
    add_hidden (&hidden, report, relation->elements.data[i].file);
  if (hidden.len) hide (&hidden, doc);
  WR_VEC_FREE (&hidden);
}
