/* report/axioms_found.c -- what the analyses of a suite found besides coverage (report/axioms.h): contradictory axioms, outcomes against
   expectations, instances in failed attempts, pieces of axioms, other declarations. */
#include "report/axioms.h"

#include "axioms/outcome.h"
#include "report/formats.h"

enum { MOST_SHOWN = 240, MOST_CONFLICTS = 5 };

/* -- text ---------------------------------------------------------------------------------------------- */

/* On one line, and not too long for it. */
static void write_folded (wr_buf *out, wr_str text) {
  size_t begin = out->len;
  bool blank = false;
  for (size_t i = 0; i < text.len && out->len - begin < MOST_SHOWN; i++) {
    char c = text.ptr[i];
    bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank && blank && out->len > begin) wr_buf_add_char (out, ' ');
    if (!is_blank) wr_buf_add_char (out, c);
    blank = is_blank;
  }
  if (out->len - begin >= MOST_SHOWN) wr_buf_add (out, WR_LIT (" …"));
}

void wr_report_axioms_first (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  uint32_t conflicts = relation->conflicts.len;
  for (uint32_t i = 0; i < conflicts && (report->verbose || i < MOST_CONFLICTS); i++) {
    const struct wr_axiom_conflict *found = &relation->conflicts.data[i];
    const char *noun = found->axioms.len == 1 ? "axiom" : "axioms";
    wr_buf_print (
        out, "%.*s: warning: the axioms contradict each other: false follows from %s%u %s\n",
        WR_STR_ARGS (found->path), found->minimal ? "" : "at most ", found->axioms.len, noun);
    for (uint32_t k = 0; k < found->axioms.len; k++) {
      const struct wr_axiom_row *row = &relation->axioms.data[found->axioms.data[k]];
      wr_buf_print (out, "  %.*s: ", WR_STR_ARGS (row->name));
      write_folded (out, row->text);
      wr_buf_add_char (out, '\n');
    }
  }
  if (conflicts > MOST_CONFLICTS && !report->verbose)
    wr_buf_print (out, "and %u more contradictions; -v prints them\n", conflicts - MOST_CONFLICTS);
}

/* The table of the paper: rows are what was observed, columns what was expected. */
static void write_table (wr_buf *out, const struct wr_outcome_table *table) {
  static const enum wr_axiom_verdict order[] = {WR_AXIOM_PROVED, WR_AXIOM_FAILED, WR_AXIOM_TIMEOUT,
                                                WR_AXIOM_ERROR};
  wr_buf_print (out, "%-14s %9s %13s %9s\n", "observed", "proved", "not provable",
                "timeout  (expected)");
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    const uint32_t *cells = table->cells[order[i]];
    if (order[i] == WR_AXIOM_ERROR &&
        !(cells[WR_AXIOM_PROVED] + cells[WR_AXIOM_FAILED] + cells[WR_AXIOM_TIMEOUT]))
      continue;
    wr_buf_print (out, "%-14s %9u %13u %9u\n",
                  order[i] == WR_AXIOM_FAILED ? "not provable" : wr_axiom_verdict_name (order[i]),
                  cells[WR_AXIOM_PROVED], cells[WR_AXIOM_FAILED], cells[WR_AXIOM_TIMEOUT]);
  }
}

static void write_surprises (wr_buf *out, const wr_relation *relation) {
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    enum wr_outcome outcome = wr_outcome_of (row->expected, row->verdict);
    if (outcome == WR_OUTCOME_NOT_SAID || outcome == WR_OUTCOME_AS_EXPECTED) continue;
    wr_buf_print (out, "%.*s%s%.*s: %s\n", WR_STR_ARGS (row->path), row->name.len ? ": " : "",
                  WR_STR_ARGS (row->name), wr_outcome_meaning (outcome));
  }
}

void wr_report_axioms_last (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  struct wr_outcome_table table = wr_outcome_table_of (relation);
  if (table.said) {
    write_surprises (out, relation);
    write_table (out, &table);
    wr_buf_print (out, "%u completeness tests, %u soundness tests; %u of %u as expected\n",
                  table.completeness, table.soundness, table.by_outcome[WR_OUTCOME_AS_EXPECTED],
                  table.said);
  }
  if (relation->searched && !relation->conflicts.len)
    wr_buf_print (
        out,
        "no contradiction among the axioms was found (files searched: %u); this does not show "
        "that there is none\n",
        relation->searched);
  uint32_t covered = 0, failed = 0, ground = 0, pieces = 0, needed = 0;
  for (uint32_t i = 0; i < relation->elements.len; i++)
    covered += relation->elements.data[i].covered_by.len > 0;
  if (relation->elements.len)
    wr_buf_print (out, "covered: %u of %u types, functions and constants (%.1f%%)\n", covered,
                  relation->elements.len, wr_percent (covered, relation->elements.len));
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    failed += relation->axioms.data[i].failures.len > 0;
    ground += relation->axioms.data[i].ground;
    for (uint32_t k = 0; k < relation->axioms.data[i].pieces.len; k++)
      needed += relation->axioms.data[i].pieces.data[k].needed_in.len > 0;
    pieces += relation->axioms.data[i].pieces.len;
  }
  if (pieces)
    wr_buf_print (out, "pieces of covered axioms: %u of %u are needed by some test (%.1f%%)\n",
                  needed, pieces, wr_percent (needed, pieces));
  uint32_t counted = relation->axioms.len - ground;
  if (failed)
    wr_buf_print (out,
                  "instantiated in failed attempts: %u of %u axioms with quantifiers (%.1f%%)\n",
                  failed, counted, wr_percent (failed, counted));
}

/* -- JSON ---------------------------------------------------------------------------------------------- */

static json_t *id (const char *letter, uint32_t number) {
  char text[24];
  snprintf (text, sizeof text, "%s%u", letter, number + 1);
  return wr_json_text (wr_str_of (text));
}

static json_t *ids (const char *letter, const wr_u32s *list) {
  json_t *array = wr_json_array ();
  for (uint32_t i = 0; i < list->len; i++) wr_json_push (array, id (letter, list->data[i]));
  return array;
}

static json_t *outcomes_json (const wr_relation *relation) {
  struct wr_outcome_table table = wr_outcome_table_of (relation);
  json_t *object = wr_json_object (), *cells = wr_json_object ();
  wr_json_set (object, "completeness_tests", json_integer (table.completeness));
  wr_json_set (object, "soundness_tests", json_integer (table.soundness));
  for (int o = 0; o < WR_OUTCOME_COUNT; o++)
    wr_json_set (cells, wr_outcome_name ((enum wr_outcome)o), json_integer (table.by_outcome[o]));
  wr_json_set (object, "outcomes", cells);
  json_t *rows = wr_json_object ();
  for (int observed = 0; observed < WR_AXIOM_VERDICT_COUNT; observed++) {
    json_t *row = wr_json_object ();
    for (int expected = WR_AXIOM_PROVED; expected <= WR_AXIOM_TIMEOUT; expected++)
      wr_json_set (row, wr_axiom_verdict_name ((enum wr_axiom_verdict)expected),
                   json_integer (table.cells[observed][expected]));
    wr_json_set (rows, wr_axiom_verdict_name ((enum wr_axiom_verdict)observed), row);
  }
  wr_json_set (object, "observed", rows);
  return object;
}

static json_t *elements_json (const wr_relation *relation) {
  json_t *array = wr_json_array ();
  for (uint32_t i = 0; i < relation->elements.len; i++) {
    const struct wr_element_row *row = &relation->elements.data[i];
    json_t *object = wr_json_object ();
    wr_json_set (object, "id", id ("d", i));
    wr_json_set (object, "kind", wr_json_text (row->kind));
    wr_json_set (object, "name", wr_json_text (row->name));
    wr_json_set (object, "file", wr_json_text (row->file));
    wr_json_set (object, "line", json_integer (row->line));
    wr_json_set (object, "tests", json_integer (row->seen));
    wr_json_set (object, "covered_by", ids ("t", &row->covered_by));
    wr_json_push (array, object);
  }
  return array;
}

void wr_report_axioms_found_json (json_t *doc, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  json_t *conflicts = wr_json_array ();
  for (uint32_t i = 0; i < relation->conflicts.len; i++) {
    const struct wr_axiom_conflict *found = &relation->conflicts.data[i];
    json_t *object = wr_json_object ();
    wr_json_set (object, "path", wr_json_text (found->path));
    wr_json_set (object, "axioms", ids ("a", &found->axioms));
    wr_json_set (object, "minimal", json_boolean (found->minimal));
    wr_json_push (conflicts, object);
  }
  json_t *search = wr_json_object ();
  wr_json_set (search, "files", json_integer (relation->searched));
  wr_json_set (search, "found", conflicts);
  wr_json_set (doc, "contradictions", search);
  wr_json_set (doc, "expectations", outcomes_json (relation));
  wr_json_set (doc, "declarations", elements_json (relation));
}

void wr_report_axioms_test_json (json_t *object, const wr_relation *relation, uint32_t test) {
  const struct wr_test_row *row = &relation->tests.data[test];
  enum wr_outcome outcome = wr_outcome_of (row->expected, row->verdict);
  if (outcome != WR_OUTCOME_NOT_SAID)
    wr_json_set (object, "outcome", wr_json_text (wr_str_of (wr_outcome_name (outcome))));
  json_t *instances = wr_json_array (), *pieces = wr_json_array ();
  for (uint32_t i = 0; i < row->instances.len; i++) {
    const struct wr_instances *found = &row->instances.data[i];
    json_t *entry = wr_json_object ();
    wr_json_set (entry, "axiom", id ("a", found->axiom));
    wr_json_set (entry, "count", json_integer ((json_int_t)found->count));
    wr_json_set (entry, "generation", json_integer (found->generation));
    wr_json_push (instances, entry);
  }
  for (uint32_t i = 0; i < row->pieces.len; i++) {
    const struct wr_piece_use *use = &row->pieces.data[i];
    json_t *entry = wr_json_object ();
    wr_json_set (entry, "axiom", id ("a", use->axiom));
    wr_json_set (entry, "piece", json_integer (use->piece));
    wr_json_set (entry, "needed", json_boolean (use->needed));
    wr_json_push (pieces, entry);
  }
  wr_json_set (object, "instances", instances);
  if (row->pieces.len)
    wr_json_set (object, "pieces", pieces);
  else
    json_decref (pieces);
  wr_json_set (object, "declarations", ids ("d", &row->elements));
}

void wr_report_axioms_axiom_json (json_t *object, const wr_relation *relation, uint32_t axiom) {
  const struct wr_axiom_row *row = &relation->axioms.data[axiom];
  wr_json_set (object, "ground", json_boolean (row->ground));
  wr_json_set (object, "instances", json_integer ((json_int_t)row->instances));
  wr_json_set (object, "generation", json_integer (row->generation));
  if (!row->pieces.len) return;
  json_t *pieces = wr_json_array ();
  for (uint32_t i = 0; i < row->pieces.len; i++) {
    const struct wr_axiom_piece *piece = &row->pieces.data[i];
    json_t *entry = wr_json_object ();
    wr_json_set (entry, "kind", wr_json_text (piece->kind));
    wr_json_set (entry, "text", wr_json_text (piece->text));
    wr_json_set (entry, "needed_by", ids ("t", &piece->needed_in));
    wr_json_set (entry, "idle_in", ids ("t", &piece->idle_in));
    wr_json_push (pieces, entry);
  }
  wr_json_set (object, "pieces", pieces);
}
