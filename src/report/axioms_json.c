/* report/axioms_json.c -- axiomatization coverage as JSON (report/axioms.h). */
#include "report/axioms.h"

#include "axioms/cluster.h"
#include "axioms/stats.h"

static json_t *ids (const char *letter, const wr_u32s *list) {
  json_t *array = wr_json_array ();
  char text[24];
  for (uint32_t i = 0; i < list->len; i++) {
    snprintf (text, sizeof text, "%s%u", letter, list->data[i] + 1);
    wr_json_push (array, wr_json_text (wr_str_of (text)));
  }
  return array;
}

static json_t *id (const char *letter, uint32_t number) {
  char text[24];
  snprintf (text, sizeof text, "%s%u", letter, number + 1);
  return wr_json_text (wr_str_of (text));
}

static json_t *identity_json (uint64_t hash) {
  char text[24];
  snprintf (text, sizeof text, "%016llx", (unsigned long long)hash);
  return wr_json_text (wr_str_of (text));
}

static json_t *axiom_json (const wr_relation *relation, uint32_t i) {
  const struct wr_axiom_row *row = &relation->axioms.data[i];
  json_t *object = wr_json_object ();
  wr_json_set (object, "id", id ("a", i));
  wr_json_set (object, "name", wr_json_text (row->name));
  wr_json_set (object, "group", wr_json_text (row->group));
  wr_json_set (object, "file", wr_json_text (row->file));
  wr_json_set (object, "line", json_integer (row->line));
  wr_json_set (object, "text", wr_json_text (row->text));
  wr_json_set (object, "identified_by", wr_json_text (row->rule));
  wr_json_set (object, "identity", identity_json (row->hash));
  wr_json_set (object, "parts", json_integer (row->parts));
  wr_json_set (object, "tests", json_integer (row->seen));
  wr_json_set (object, "used_by", ids ("t", &row->used_by));
  wr_json_set (object, "covered_by", ids ("t", &row->covered_by));
  wr_json_set (object, "strongly_covered_by", ids ("t", &row->strong_in));
  wr_json_set (object, "used_in_failures", ids ("t", &row->failures));
  struct wr_spread spread = wr_axiom_spread (relation, i);
  json_t *selectivity = wr_json_object ();
  wr_json_set (selectivity, "mean", json_real (spread.mean));
  wr_json_set (selectivity, "deviation", json_real (spread.deviation));
  wr_json_set (object, "selectivity", selectivity);
  wr_report_axioms_axiom_json (object, relation, i);
  return object;
}

static json_t *test_json (const wr_relation *relation, uint32_t i) {
  const struct wr_test_row *row = &relation->tests.data[i];
  json_t *object = wr_json_object ();
  wr_json_set (object, "id", id ("t", i));
  wr_json_set (object, "path", wr_json_text (row->path));
  wr_json_set (object, "procedure", wr_json_text (row->name));
  wr_json_set (object, "verdict", wr_json_text (wr_str_of (wr_axiom_verdict_name (row->verdict))));
  if (row->expected != WR_AXIOM_UNDECIDED)
    wr_json_set (object, "expected",
                 wr_json_text (wr_str_of (wr_axiom_verdict_name (row->expected))));
  wr_json_set (object, "goals", json_integer (row->goals));
  wr_json_set (object, "proved", json_integer (row->proved));
  if (row->without_goal) wr_json_set (object, "without_goal", json_integer (row->without_goal));
  wr_json_set (object, "selectivity", json_integer (wr_selectivity (relation, i)));
  wr_json_set (object, "used", ids ("a", &row->used));
  wr_json_set (object, "axioms", ids ("a", &row->covered));
  wr_json_set (object, "strong", ids ("a", &row->strong));
  wr_json_set (object, "complete", json_boolean (row->complete));
  wr_json_set (object, "confirmed", json_boolean (row->confirmed));
  wr_json_set (object, "resources", json_integer ((json_int_t)row->resources));
  wr_json_set (object, "queries", json_integer (row->queries));
  if (row->problem.len) {
    wr_json_set (object, "problem", wr_json_text (row->problem));
    wr_json_set (object, "line", json_integer (row->problem_line));
  }
  wr_report_axioms_test_json (object, relation, i);
  return object;
}

/* Tests that exercise much the same axioms, and the tree that the clusters are cut from: nodes below the number of leaves are tests in the
   order of `leaves`, the others are merges. */
static void add_clusters (json_t *doc, const wr_relation *relation) {
  wr_arena *arena = wr_arena_new ();
  wr_dendrogram tree = wr_cluster (relation, arena);
  uint32_t *cluster = WR_NEW (arena, uint32_t, tree.leaves);
  uint32_t count = wr_cluster_cut (&tree, WR_CLUSTER_HEIGHT, cluster);
  json_t *clusters = wr_json_array (), *leaves = wr_json_array (), *merges = wr_json_array ();
  for (uint32_t i = 0; i < count; i++) {
    json_t *object = wr_json_object ();
    wr_json_set (object, "tests", wr_json_array ());
    wr_json_push (clusters, object);
  }
  for (uint32_t i = 0; i < tree.leaves; i++) {
    wr_json_push (leaves, id ("t", tree.tests[i]));
    wr_json_push (json_object_get (json_array_get (clusters, cluster[i]), "tests"),
                  id ("t", tree.tests[i]));
  }
  for (uint32_t i = 0; i < tree.merge_count; i++) {
    json_t *merge = wr_json_object ();
    wr_json_set (merge, "left", json_integer (tree.merges[i].left));
    wr_json_set (merge, "right", json_integer (tree.merges[i].right));
    wr_json_set (merge, "height", json_real (tree.merges[i].height));
    wr_json_push (merges, merge);
  }
  json_t *dendrogram = wr_json_object ();
  wr_json_set (dendrogram, "leaves", leaves);
  wr_json_set (dendrogram, "merges", merges);
  wr_json_set (doc, "clusters", clusters);
  wr_json_set (doc, "dendrogram", dendrogram);
  wr_arena_free (arena);
}

json_t *wr_report_axioms_json (const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  json_t *doc = wr_json_object (), *tests = wr_json_array (), *axioms = wr_json_array ();
  const char *measure = wr_relation_used_only (relation) ? "used" : "covered";
  uint32_t covered = 0, used = 0, strong = 0, asked = 0;
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "command", wr_json_text (WR_LIT ("axioms")));
  wr_json_set (doc, "version", wr_json_text (WR_LIT (WR_VERSION)));
  wr_json_set (doc, "complete", json_boolean (report->complete));
  wr_json_set (doc, "solver", wr_json_text (wr_str_of (report->solver)));
  wr_json_set (doc, "measure", wr_json_text (wr_str_of (measure)));
  if (report->advice) wr_json_set (doc, "advice", wr_report_axioms_advice_json (report));
  if (report->key) wr_json_set (doc, "key", wr_report_axioms_key_json (report));
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    wr_json_push (tests, test_json (relation, i));
    asked += relation->tests.data[i].verdict != WR_AXIOM_UNDECIDED;
  }
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[i];
    wr_json_push (axioms, axiom_json (relation, i));
    covered += row->covered_by.len > 0;
    used += row->used_by.len > 0;
    strong += row->strong_in.len > 0;
  }
  wr_json_set (doc, "tests", tests);
  wr_json_set (doc, "axioms", axioms);
  wr_report_axioms_statistics (doc, relation);
  add_clusters (doc, relation);
  wr_report_axioms_found_json (doc, report);
  json_t *summary = wr_json_object ();
  wr_json_set (summary, "covered", json_integer (covered));
  wr_json_set (summary, "total", json_integer (relation->axioms.len));
  wr_json_set (summary, "used", json_integer (used));
  wr_json_set (summary, "strong", json_integer (strong));
  wr_json_set (summary, "tests", json_integer (asked));
  wr_json_set (doc, "summary", summary);
  return doc;
}
