/* report/axioms_text.c -- axiomatization coverage as text (report/axioms.h). */
#include "report/axioms.h"

#include "axioms/stats.h"
#include "base/check.h"
#include "report/formats.h"

#include <stdlib.h>

enum { MOST_GROUPS = 20 };

static int by_size (const void *a, const void *b) {
  const struct wr_axiom_group *x = a, *y = b;
  if (x->total != y->total) return x->total < y->total ? 1 : -1;
  return wr_str_compare (x->name, y->name);
}

static void write_groups (wr_buf *out, const wr_relation *relation, bool used_only) {
  wr_arena *arena = wr_arena_new ();
  struct wr_axiom_groups groups = wr_axiom_groups_of (relation, arena);
  if (groups.count > 1) {
    qsort (groups.data, groups.count, sizeof *groups.data, by_size);
    wr_buf_print (out, "%-36s %7s      total\n", "group", used_only ? "used" : "covered");
    for (uint32_t i = 0; i < groups.count && i < MOST_GROUPS; i++) {
      const struct wr_axiom_group *g = &groups.data[i];
      wr_str name = g->name.len ? g->name : WR_LIT ("(none)");
      uint32_t part = used_only ? g->used : g->covered;
      wr_buf_print (out, "%-36.*s %7u %10u  %5.1f%%\n", WR_STR_ARGS (name), part, g->total,
                    wr_percent (part, g->total));
    }
    if (groups.count > MOST_GROUPS)
      wr_buf_print (out, "and %u smaller groups\n", groups.count - MOST_GROUPS);
  }
  wr_arena_free (arena);
}

/* One line each about Fig. 2 and Fig. 3 of the paper; JSON has all figures. */
static void write_statistics (wr_buf *out, const wr_relation *relation) {
  struct wr_selectivities s = wr_selectivities_of (relation);
  uint32_t single = 0, most = 0;
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    uint32_t tests = wr_tests_of_axiom (relation, i)->len;
    single += tests == 1;
    if (tests > most) most = tests;
  }
  if (!s.tests) return;
  wr_buf_print (out, "tests per axiom: %u axioms have one test, %u is the most\n", single, most);
  wr_buf_print (out, "axioms per test: median %u, mean %.1f, deviation %.1f, most %u\n", s.median,
                s.mean, s.deviation, s.most);
}

/* Of the checks of a log that have no goal only their number is told (write_tests), unless there are no others. */
static bool is_shown (const struct wr_test_row *row, bool verbose) {
  bool idle = row->verdict == WR_AXIOM_UNDECIDED && row->name.len;
  return row->problem.len && (!idle || verbose);
}

static void write_problems (wr_buf *out, const wr_relation *relation, bool verbose) {
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    if (!is_shown (row, verbose)) continue;
    const char *kind = row->verdict == WR_AXIOM_UNDECIDED ? "note" : "error";
    if (row->problem_line)
      wr_buf_print (out, "%.*s:%u: %s: %.*s\n", WR_STR_ARGS (row->path), row->problem_line, kind,
                    WR_STR_ARGS (row->problem));
    else
      wr_buf_print (out, "%.*s: %s: %.*s\n", WR_STR_ARGS (row->path), kind,
                    WR_STR_ARGS (row->problem));
  }
}

static void write_axioms (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  wr_buf_print (out, "used covered%s failed  axiom\n", report->strong ? " strong" : "");
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[i];
    wr_buf_print (out, "%4u %7u", row->used_by.len, row->covered_by.len);
    if (report->strong) wr_buf_print (out, " %6u", row->strong_in.len);
    wr_buf_print (out, " %6u  %.*s\n", row->failures.len, WR_STR_ARGS (row->name));
  }
}

/* A log that asks nothing is no test. */
static void write_tests (wr_buf *out, const wr_relation *relation, bool used_only) {
  uint32_t by_verdict[WR_AXIOM_VERDICT_COUNT] = {0}, partial = 0, doubtful = 0;
  uint32_t checks = 0, without_goal = 0;
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    by_verdict[row->verdict]++;
    checks += row->goals + row->without_goal;
    without_goal += row->without_goal;
    if (row->verdict == WR_AXIOM_ERROR || row->verdict == WR_AXIOM_UNDECIDED) continue;
    if (!used_only && row->proved && !row->confirmed)
      doubtful++;
    else
      partial += !row->complete;
  }
  wr_buf_print (
      out, "tests: %u, of which %u proved, %u not provable, %u timed out, %u with errors\n",
      relation->tests.len - by_verdict[WR_AXIOM_UNDECIDED], by_verdict[WR_AXIOM_PROVED],
      by_verdict[WR_AXIOM_FAILED], by_verdict[WR_AXIOM_TIMEOUT], by_verdict[WR_AXIOM_ERROR]);
  if (without_goal)
    wr_buf_print (out,
                  "checks without a goal: %u of %u; nothing but axioms is in scope there, so they "
                  "are in no test\n",
                  without_goal, checks);
  if (partial)
    wr_buf_print (out, "in %u tests a query hit its limit; their sets may not be minimal\n",
                  partial);
  if (doubtful)
    wr_buf_print (out, "in %u tests the covered axioms alone do not prove all goals again\n",
                  doubtful);
}

void wr_report_axioms_text (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  uint32_t used = 0, covered = 0, strong = 0;
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    used += relation->axioms.data[i].used_by.len > 0;
    covered += relation->axioms.data[i].covered_by.len > 0;
    strong += relation->axioms.data[i].strong_in.len > 0;
  }
  wr_report_axioms_first (out, report);
  write_problems (out, relation, report->verbose);
  if (report->verbose) write_axioms (out, report);
  bool used_only = wr_relation_used_only (relation);
  write_groups (out, relation, used_only);
  write_statistics (out, relation);
  if (report->advice) wr_report_axioms_advice (out, report);
  uint32_t all = relation->axioms.len;
  write_tests (out, relation, used_only);
  wr_report_axioms_last (out, report);
  if (!report->complete)
    wr_buf_add (out, WR_LIT ("interrupted: tests that were not finished are left out\n"));
  wr_buf_print (out, "used: %u of %u axioms (%.1f%%)\n", used, all, wr_percent (used, all));
  if (report->strong)
    wr_buf_print (out, "strongly covered: %u of %u axioms (%.1f%%)\n", strong, all,
                  wr_percent (strong, all));
  if (report->key)
    wr_report_axioms_key (out, report);
  else if (!used_only)
    wr_buf_print (out, "covered: %u of %u axioms (%.1f%%), with %s\n", covered, all,
                  wr_percent (covered, all), report->solver);
}
