#include "report/document.h"

#include "analysis/baseline.h"
#include "base/json.h"

#include <string.h>

struct reader {
  wr_arena *arena;
  wr_buf *problem;
  wr_doc *doc;
  WR_VEC (struct wr_doc_file) files;
  WR_VEC (struct wr_doc_goal) goals;
  WR_VEC (struct wr_doc_fact) facts;
  WR_VEC (struct wr_doc_element) elements;
  WR_VEC (struct wr_doc_leaf) leaves;
  WR_VEC (struct wr_doc_finding) findings;
  WR_VEC (json_t *) trusts; /* per goal: its list of ids, or NULL */
  wr_u32s goal_file, leaf_file;
  WR_VEC (wr_str) leaf_id;
  uint32_t file;
  const char *list; /* the current position in the document, for messages */
  size_t at;
  bool whole; /* in a list of the document, not of a file */
};

/* -- keys -------------------------------------------------------------------------------------- */

static bool complain (struct reader *r, const char *key, const char *what) {
  if (r->problem->len) return false;
  if (!r->whole) wr_buf_print (r->problem, "files[%u].", r->file);
  if (r->list) wr_buf_print (r->problem, "%s[%zu].", r->list, r->at);
  wr_buf_print (r->problem, "%s %s", key, what);
  return false;
}

static bool get_text (struct reader *r, const json_t *object, const char *key, bool needed,
                      wr_str *out) {
  const json_t *value = json_object_get (object, key);
  *out = WR_LIT ("");
  if (!value) return needed ? complain (r, key, "is missing") : true;
  if (!json_is_string (value)) return complain (r, key, "is not a string");
  *out = wr_str_keep (r->arena, (wr_str){json_string_value (value), json_string_length (value)});
  return true;
}

static bool get_line (struct reader *r, const json_t *object, uint32_t *out) {
  const json_t *value = json_object_get (object, "line");
  *out = 0;
  if (!value) return true;
  json_int_t line = json_integer_value (value);
  if (!json_is_integer (value) || line < 0 || line > UINT32_MAX)
    return complain (r, "line", "is not a line number");
  *out = (uint32_t)line;
  return true;
}

/* A list of objects; a missing one is empty unless it is needed. */
static bool get_list (struct reader *r, const json_t *object, const char *key, bool needed,
                      const json_t **out) {
  *out = json_object_get (object, key);
  if (!*out) return needed ? complain (r, key, "is missing") : true;
  if (!json_is_array (*out)) return complain (r, key, "is not a list");
  for (size_t i = 0; i < json_array_size (*out); i++)
    if (!json_is_object (json_array_get (*out, i)))
      return complain (r, key, "contains an item that is not an object");
  return true;
}

static bool get_row (struct reader *r, const json_t *object, struct wr_doc_row *row) {
  row->path = WR_VEC_LAST (&r->files).path;
  return get_text (r, object, "name", true, &row->name) &&
         get_text (r, object, "role", false, &row->role) &&
         get_text (r, object, "procedure", false, &row->procedure) &&
         get_line (r, object, &row->line);
}

static bool get_word (struct reader *r, const json_t *object, const char *key,
                      const char *(*name) (int), int count, int *out) {
  wr_str word;
  if (!get_text (r, object, key, true, &word)) return false;
  for (*out = 0; *out < count; ++*out) {
    const char *known = name (*out);
    if (known && wr_str_equal (word, wr_str_of (known))) return true;
  }
  return complain (r, key, "has an unknown value");
}

static const char *verdict_word (int i) {
  return i == WR_VERDICT_NONE ? NULL : wr_verdict_name ((enum wr_verdict)i);
}

static const char *status_word (int i) {
  return i == WR_FACT_NONE ? NULL : wr_fact_status_name ((enum wr_fact_status)i);
}

static const char *state_word (int i) { return wr_element_state_name ((enum wr_element_state)i); }

/* -- rows -------------------------------------------------------------------------------------- */

static bool read_goal (struct reader *r, const json_t *object, wr_str procedure) {
  struct wr_doc_goal goal = {0};
  int verdict;
  if (!get_row (r, object, &goal.row) || !get_text (r, object, "text", false, &goal.text) ||
      !get_word (r, object, "verdict", verdict_word, WR_VERDICT_UNKNOWN + 1, &verdict))
    return false;
  goal.row.procedure = procedure;
  goal.verdict = (enum wr_verdict)verdict;
  goal.vacuous = json_is_true (json_object_get (object, "vacuous"));
  json_t *trusts = json_object_get (object, "trusts");
  if (trusts && !json_is_array (trusts)) return complain (r, "trusts", "is not a list");
  goal.has_trusts = trusts != NULL;
  WR_VEC_PUSH (&r->goals, goal);
  WR_VEC_PUSH (&r->trusts, trusts);
  WR_VEC_PUSH (&r->goal_file, r->file);
  return true;
}

static bool read_procedure (struct reader *r, const json_t *object) {
  const json_t *goals;
  wr_str name;
  if (!get_text (r, object, "name", true, &name) || !get_list (r, object, "goals", true, &goals))
    return false;
  for (size_t i = 0; i < json_array_size (goals); i++)
    if (!read_goal (r, json_array_get (goals, i), name)) return false;
  return true;
}

static bool read_fact (struct reader *r, const json_t *object) {
  struct wr_doc_fact fact = {0};
  wr_str cls;
  int status;
  if (!get_row (r, object, &fact.row) || !get_text (r, object, "text", false, &fact.text) ||
      !get_text (r, object, "class", false, &cls) ||
      !get_word (r, object, "status", status_word, WR_FACT_STATUS_COUNT, &status))
    return false;
  fact.status = (enum wr_fact_status)status;
  if (!wr_str_equal (cls, WR_LIT ("internal"))) WR_VEC_PUSH (&r->facts, fact);
  return true;
}

static bool read_element (struct reader *r, const json_t *object) {
  struct wr_doc_element element = {0};
  int state;
  if (!get_row (r, object, &element.row) || !get_text (r, object, "text", false, &element.text) ||
      !get_word (r, object, "state", state_word, WR_ELEMENT_STATE_COUNT, &state))
    return false;
  element.state = (enum wr_element_state)state;
  if (!json_is_true (json_object_get (object, "prelude"))) WR_VEC_PUSH (&r->elements, element);
  return true;
}

static bool read_leaf (struct reader *r, const json_t *object) {
  struct wr_doc_leaf leaf = {0};
  wr_str id;
  if (!get_row (r, object, &leaf.row) || !get_text (r, object, "text", false, &leaf.text) ||
      !get_text (r, object, "kind", true, &leaf.row.role) || !get_text (r, object, "id", true, &id))
    return false;
  WR_VEC_PUSH (&r->leaves, leaf);
  WR_VEC_PUSH (&r->leaf_file, r->file);
  WR_VEC_PUSH (&r->leaf_id, id);
  return true;
}

/* Identified by its code, procedure and text, not by its line. */
static bool read_finding (struct reader *r, const json_t *object) {
  struct wr_doc_finding f = {0};
  if (!get_text (r, object, "code", true, &f.row.role) ||
      !get_text (r, object, "file", true, &f.row.path) ||
      !get_text (r, object, "procedure", false, &f.row.procedure) ||
      !get_text (r, object, "severity", true, &f.severity) ||
      !get_text (r, object, "message", true, &f.message) ||
      !get_text (r, object, "text", false, &f.text) || !get_line (r, object, &f.row.line))
    return false;
  wr_buf words = {0};
  wr_finding_words (&words, f.text);
  f.row.name = wr_str_print (r->arena, "%.*s%s%.*s/%06x", WR_STR_ARGS (f.row.procedure),
                             f.row.procedure.len ? "/" : "", WR_STR_ARGS (f.row.role),
                             (unsigned)(wr_str_hash (wr_buf_str (&words), 0) & 0xffffff));
  wr_buf_free (&words);
  WR_VEC_PUSH (&r->findings, f);
  return true;
}

static bool read_list (struct reader *r, const json_t *file, const char *key, bool needed,
                       bool (*read) (struct reader *r, const json_t *object)) {
  const json_t *list;
  if (!get_list (r, file, key, needed, &list)) return false;
  r->list = key;
  for (r->at = 0; r->at < json_array_size (list); r->at++)
    if (!read (r, json_array_get (list, r->at))) return false;
  r->list = NULL;
  return true;
}

static bool read_file (struct reader *r, const json_t *object) {
  struct wr_doc_file file = {0};
  if (!get_text (r, object, "path", true, &file.path) ||
      !get_text (r, object, "status", true, &file.status))
    return false;
  WR_VEC_PUSH (&r->files, file);
  return read_list (r, object, "procedures", true, read_procedure) &&
         read_list (r, object, "facts", false, read_fact) &&
         read_list (r, object, "element_states", false, read_element) &&
         read_list (r, object, "leaves", false, read_leaf);
}

/* -- what goals rest on ------------------------------------------------------------------------ */

/* Ids are unique in a program.  A program is one file (--separate), or all files are one: a leaf in the goal's
   own file comes first. */
static void find_trusts (struct reader *r) {
  wr_map here = {0}, anywhere = {0};
  for (uint32_t i = 0; i < r->leaves.len; i++) {
    uint64_t hash = wr_str_hash (r->leaf_id.data[i], 0);
    wr_map_put (&here, wr_hash_mix (hash, r->leaf_file.data[i] + 1), i);
    if (!wr_map_has (&anywhere, hash)) wr_map_put (&anywhere, hash, i);
  }
  for (uint32_t g = 0; g < r->goals.len; g++) {
    struct wr_doc_goal *goal = &r->goals.data[g];
    const json_t *ids = r->trusts.data[g];
    if (!ids) continue;
    goal->trusts = WR_NEW (r->arena, uint32_t, json_array_size (ids));
    for (size_t i = 0; i < json_array_size (ids); i++) {
      const char *id = json_string_value (json_array_get (ids, i));
      uint64_t hash = id ? wr_str_hash (wr_str_of (id), 0) : 0, leaf;
      bool found = id && (wr_map_get (&here, wr_hash_mix (hash, r->goal_file.data[g] + 1), &leaf) ||
                          wr_map_get (&anywhere, hash, &leaf));
      if (found) goal->trusts[goal->trust_count++] = (uint32_t)leaf;
    }
  }
  wr_map_free (&here);
  wr_map_free (&anywhere);
}

/* -- the document ------------------------------------------------------------------------------ */

static bool is_text (const json_t *object, const char *key, const char *word) {
  const char *value = json_string_value (json_object_get (object, key));
  return value && !strcmp (value, word);
}

static bool get_count (const json_t *object, const char *key, uint32_t *out) {
  const json_t *value = json_object_get (object, key);
  json_int_t count = json_integer_value (value);
  if (!json_is_integer (value) || count < 0 || count > UINT32_MAX) return false;
  *out = (uint32_t)count;
  return true;
}

/* Counts that do not fit together are none. */
static bool get_counts (const json_t *object, struct wr_element_counts *out) {
  return get_count (object, "covered", &out->covered) &&
         get_count (object, "coverable", &out->coverable) &&
         get_count (object, "unexplained", &out->unexplained) &&
         get_count (object, "failed", &out->failed) &&
         get_count (object, "vacuous", &out->vacuous) && out->covered <= out->coverable &&
         out->vacuous <= out->coverable - out->covered;
}

static bool read_head (struct reader *r, const json_t *root) {
  if (!json_is_object (root) || !is_text (root, "format", "warrant/1")) {
    wr_buf_add (r->problem,
                WR_LIT ("this is not a report of Warrant: \"format\" is not \"warrant/1\""));
    return false;
  }
  if (!is_text (root, "command", "cover") && !is_text (root, "command", "verify")) {
    wr_buf_add (r->problem, WR_LIT ("\"command\" is neither \"cover\" nor \"verify\""));
    return false;
  }
  r->doc->complete = !json_is_false (json_object_get (root, "complete"));
  const json_t *summary = json_object_get (root, "summary");
  const json_t *covered = json_object_get (summary, "covered");
  const json_t *total = json_object_get (summary, "total");
  r->doc->coverage = json_is_integer (covered) && json_is_integer (total) &&
                     json_integer_value (covered) >= 0 && json_integer_value (total) >= 0;
  if (r->doc->coverage) {
    r->doc->covered = (uint64_t)json_integer_value (covered);
    r->doc->total = (uint64_t)json_integer_value (total);
    r->doc->has_elements = get_counts (json_object_get (summary, "elements"), &r->doc->counts);
  }
  return true;
}

static bool read_root (struct reader *r, const json_t *root) {
  if (!read_head (r, root)) return false;
  const json_t *files = json_object_get (root, "files");
  const json_t *findings = json_object_get (root, "findings");
  if (!json_is_array (files) || (findings && !json_is_array (findings))) {
    wr_buf_print (r->problem, "\"%s\" is not a list", json_is_array (files) ? "findings" : "files");
    return false;
  }
  for (size_t i = 0; i < json_array_size (files); i++, r->file++) {
    const json_t *file = json_array_get (files, i);
    if (!json_is_object (file)) {
      wr_buf_print (r->problem, "files[%zu] is not an object", i);
      return false;
    }
    if (!read_file (r, file)) return false;
  }
  find_trusts (r);
  r->whole = true; /* from here on */
  return read_list (r, root, "findings", false, read_finding);
}

wr_doc *wr_doc_read (wr_str text, wr_arena *arena, wr_buf *problem) {
  json_error_t error;
  json_t *root = json_loadb (text.len ? text.ptr : "", text.len, JSON_ALLOW_NUL, &error);
  if (!root) {
    wr_buf_print (problem, "this is not JSON: line %d, column %d: %s", error.line, error.column,
                  error.text);
    return NULL;
  }
  struct reader r = {.arena = arena, .problem = problem, .doc = WR_NEW (arena, wr_doc, 1)};
  bool ok = read_root (&r, root);
  if (ok) {
    r.doc->files = WR_VEC_KEEP (arena, &r.files);
    r.doc->goals = WR_VEC_KEEP (arena, &r.goals);
    r.doc->facts = WR_VEC_KEEP (arena, &r.facts);
    r.doc->leaves = WR_VEC_KEEP (arena, &r.leaves);
    r.doc->findings = WR_VEC_KEEP (arena, &r.findings);
    r.doc->finding_count = r.findings.len;
    r.doc->file_count = r.files.len;
    r.doc->goal_count = r.goals.len;
    r.doc->fact_count = r.facts.len;
    r.doc->elements = WR_VEC_KEEP (arena, &r.elements);
    r.doc->element_count = r.elements.len;
    r.doc->leaf_count = r.leaves.len;
  }
  WR_VEC_FREE (&r.files);
  WR_VEC_FREE (&r.goals);
  WR_VEC_FREE (&r.facts);
  WR_VEC_FREE (&r.elements);
  WR_VEC_FREE (&r.leaves);
  WR_VEC_FREE (&r.findings);
  WR_VEC_FREE (&r.trusts);
  WR_VEC_FREE (&r.goal_file);
  WR_VEC_FREE (&r.leaf_file);
  WR_VEC_FREE (&r.leaf_id);
  json_decref (root);
  return ok ? r.doc : NULL;
}
