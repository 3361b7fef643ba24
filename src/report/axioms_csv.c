/* report/axioms_csv.c -- axiomatization coverage as one table (report/axioms.h): rows for axioms, tests and groups, for every pair of an axiom and a
   test that uses it, and for axioms that no test covers together.  A cell that does not apply is empty. */
#include "axioms/stats.h"
#include "report/axioms.h"
#include "report/csv.h"
#include "report/mark.h"

static void put_axiom (wr_buf *out, const wr_relation *relation, uint32_t i) {
  const struct wr_axiom_row *row = &relation->axioms.data[i];
  struct wr_spread spread = wr_axiom_spread (relation, i);
  wr_buf_print (out, "axiom,a%u,,", i + 1);
  wr_csv_cell (out, row->name);
  wr_buf_add_char (out, ',');
  wr_csv_cell (out, row->group);
  wr_buf_add_char (out, ',');
  wr_csv_cell (out, row->file);
  wr_buf_print (out, ",%u,,%u,,%u,%u,%u,%u,%.3f,%.3f,,,,\n", row->line, row->seen, row->used_by.len,
                row->covered_by.len, row->strong_in.len, row->failures.len, spread.mean,
                spread.deviation);
}

static void put_test (wr_buf *out, const wr_relation *relation, uint32_t i) {
  const struct wr_test_row *row = &relation->tests.data[i];
  wr_buf_print (out, "test,t%u,,", i + 1);
  wr_csv_cell (out, row->name);
  wr_buf_add (out, WR_LIT (",,"));
  wr_csv_cell (out, row->path);
  wr_buf_print (out, ",,%s,,,%u,%u,%u,%u,%u,,%u,%u,%llu,%u\n", wr_axiom_verdict_name (row->verdict),
                row->used.len, row->covered.len, row->strong.len, row->instances.len,
                wr_selectivity (relation, i), row->goals, row->proved,
                (unsigned long long)row->resources, row->queries);
}

static void put_group (wr_buf *out, const struct wr_axiom_group *group) {
  wr_buf_add (out, WR_LIT ("group,,,,"));
  wr_csv_cell (out, group->name);
  wr_buf_print (out, ",,,,,%u,%u,%u,%u,,,,,,,\n", group->total, group->used, group->covered,
                group->strong);
}

static bool is_in (const wr_u32s *list, uint32_t item) {
  uint32_t low = 0, high = list->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list->data[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low < list->len && list->data[low] == item;
}

/* The strongest that is known about each axiom of a test. */
static void put_cells (wr_buf *out, const struct wr_test_row *row, uint32_t test) {
  for (uint32_t i = 0; i < row->used.len; i++) {
    uint32_t axiom = row->used.data[i];
    const char *state = is_in (&row->strong, axiom)    ? "strong"
                        : is_in (&row->covered, axiom) ? "covered"
                                                       : "used";
    wr_buf_print (out, "cell,a%u,t%u,,,,,%s,,,,,,,,,,,,\n", axiom + 1, test + 1, state);
  }
  for (uint32_t i = 0; i < row->covered.len; i++)
    if (!is_in (&row->used, row->covered.data[i]))
      wr_buf_print (out, "cell,a%u,t%u,,,,,%s,,,,,,,,,,,,\n", row->covered.data[i] + 1, test + 1,
                    is_in (&row->strong, row->covered.data[i]) ? "strong" : "covered");
  for (uint32_t i = 0; i < row->instances.len; i++)
    wr_buf_print (out, "cell,a%u,t%u,,,,,failure,,,,,,,,,,,,\n", row->instances.data[i].axiom + 1,
                  test + 1);
}

void wr_report_axioms_csv (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  wr_arena *arena = wr_arena_new ();
  wr_buf_add (out,
              WR_LIT (WR_MARK_AXIOMS "tests,axioms,used,covered,strongly_covered,used_in_failures,"
                                     "selectivity,deviation,goals,proved,resources,queries\n"));
  for (uint32_t i = 0; i < relation->axioms.len; i++) put_axiom (out, relation, i);
  for (uint32_t i = 0; i < relation->tests.len; i++) put_test (out, relation, i);
  struct wr_axiom_groups groups = wr_axiom_groups_of (relation, arena);
  for (uint32_t i = 0; i < groups.count; i++) put_group (out, &groups.data[i]);
  for (uint32_t i = 0; i < relation->tests.len; i++) put_cells (out, &relation->tests.data[i], i);
  struct wr_apart_list apart = wr_apart_of (relation, WR_AXIOMS_MOST_APART, arena);
  for (uint32_t i = 0; i < apart.count; i++)
    wr_buf_print (out, "apart,a%u,a%u,,,,,,,,,,,,,,,,,\n", apart.shown[i].a + 1,
                  apart.shown[i].b + 1);
  wr_arena_free (arena);
}
