/* report/axioms_stats.c -- statistics of a suite as JSON (report/axioms.h). */
#include "axioms/stats.h"
#include "report/axioms.h"

#include <stdio.h>

static json_t *id_json (uint32_t axiom) {
  char text[24];
  snprintf (text, sizeof text, "a%u", axiom + 1);
  return wr_json_text (wr_str_of (text));
}

static json_t *groups_json (const wr_relation *relation, wr_arena *arena) {
  json_t *array = wr_json_array ();
  struct wr_axiom_groups groups = wr_axiom_groups_of (relation, arena);
  for (uint32_t i = 0; i < groups.count; i++) {
    const struct wr_axiom_group *group = &groups.data[i];
    json_t *object = wr_json_object ();
    wr_json_set (object, "name", wr_json_text (group->name));
    wr_json_set (object, "used", wr_json_count (group->used));
    wr_json_set (object, "covered", wr_json_count (group->covered));
    wr_json_set (object, "strong", wr_json_count (group->strong));
    wr_json_set (object, "total", wr_json_count (group->total));
    wr_json_push (array, object);
  }
  return array;
}

static json_t *selectivity_json (const wr_relation *relation) {
  struct wr_selectivities s = wr_selectivities_of (relation);
  json_t *object = wr_json_object ();
  wr_json_set (object, "tests", wr_json_count (s.tests));
  wr_json_set (object, "least", wr_json_count (s.least));
  wr_json_set (object, "lower_quartile", wr_json_count (s.lower));
  wr_json_set (object, "median", wr_json_count (s.median));
  wr_json_set (object, "upper_quartile", wr_json_count (s.upper));
  wr_json_set (object, "most", wr_json_count (s.most));
  wr_json_set (object, "mean", json_real (s.mean));
  wr_json_set (object, "deviation", json_real (s.deviation));
  return object;
}

/* How many axioms have no test, one test, two tests, …; numbers that do not occur are left out. */
static json_t *tests_json (const wr_relation *relation) {
  json_t *array = wr_json_array ();
  uint32_t most = relation->tests.len;
  uint32_t *axioms = wr_alloc (most + 1, sizeof *axioms);
  for (uint32_t i = 0; i < relation->axioms.len; i++)
    axioms[wr_tests_of_axiom (relation, i)->len]++;
  for (uint32_t n = 0; n <= most; n++) {
    if (!axioms[n]) continue;
    json_t *object = wr_json_object ();
    wr_json_set (object, "tests", wr_json_count (n));
    wr_json_set (object, "axioms", wr_json_count (axioms[n]));
    wr_json_push (array, object);
  }
  free (axioms);
  return array;
}

static json_t *apart_json (const wr_relation *relation, wr_arena *arena) {
  struct wr_apart_list list = wr_apart_of (relation, WR_AXIOMS_MOST_APART, arena);
  json_t *object = wr_json_object (), *pairs = wr_json_array ();
  wr_json_set (object, "pairs", wr_json_count (list.pairs));
  wr_json_set (object, "apart", wr_json_count (list.apart));
  for (uint32_t i = 0; i < list.count; i++) {
    json_t *pair = wr_json_array ();
    wr_json_push (pair, id_json (list.shown[i].a));
    wr_json_push (pair, id_json (list.shown[i].b));
    wr_json_push (pairs, pair);
  }
  wr_json_set (object, "shown", pairs);
  return object;
}

void wr_report_axioms_statistics (json_t *doc, const wr_relation *relation) {
  wr_arena *arena = wr_arena_new ();
  wr_json_set (doc, "groups", groups_json (relation, arena));
  wr_json_set (doc, "selectivity", selectivity_json (relation));
  wr_json_set (doc, "tests_per_axiom", tests_json (relation));
  wr_json_set (doc, "never_together", apart_json (relation, arena));
  wr_arena_free (arena);
}
