/* report/axioms_text.c -- axiomatization coverage as text (report/axioms.h). */
#include "report/axioms.h"

#include "base/check.h"

#include <stdlib.h>

static double percent (uint32_t part, uint32_t whole) { return whole ? 100.0 * part / whole : 0; }

struct group {
  wr_str name;
  uint32_t covered, total;
};

static int by_size (const void *a, const void *b) {
  const struct group *x = a, *y = b;
  if (x->total != y->total) return x->total < y->total ? 1 : -1;
  return wr_str_compare (x->name, y->name);
}

static void write_groups (wr_buf *out, const wr_relation *relation) {
  WR_VEC (struct group) groups = {0};
  wr_map index = {0};
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[i];
    uint64_t hash = wr_str_hash (row->group, 0), at = wr_map_or (&index, hash, 0);
    if (!at) {
      struct group group = {row->group, 0, 0};
      WR_VEC_PUSH (&groups, group);
      wr_map_put (&index, hash, at = groups.len);
    }
    groups.data[at - 1].total++;
    groups.data[at - 1].covered += row->covered_by.len > 0;
  }
  if (groups.len > 1) {
    qsort (groups.data, groups.len, sizeof *groups.data, by_size);
    wr_buf_print (out, "%-36s covered      total\n", "group");
    for (uint32_t i = 0; i < groups.len && i < 20; i++) {
      const struct group *g = &groups.data[i];
      wr_str name = g->name.len ? g->name : WR_LIT ("(no file)");
      wr_buf_print (out, "%-36.*s %7u %10u  %5.1f%%\n", WR_STR_ARGS (name), g->covered, g->total,
                    percent (g->covered, g->total));
    }
    if (groups.len > 20) wr_buf_print (out, "and %u smaller groups\n", groups.len - 20);
  }
  WR_VEC_FREE (&groups);
  wr_map_free (&index);
}

static void write_problems (wr_buf *out, const wr_relation *relation) {
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    if (!row->problem.len) continue;
    if (row->problem_line)
      wr_buf_print (out, "%.*s:%u: error: %.*s\n", WR_STR_ARGS (row->path), row->problem_line,
                    WR_STR_ARGS (row->problem));
    else
      wr_buf_print (out, "%.*s: error: %.*s\n", WR_STR_ARGS (row->path),
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

void wr_report_axioms_text (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_relation *relation = report->relation;
  uint32_t used = 0, covered = 0, strong = 0, by_verdict[WR_AXIOM_VERDICT_COUNT] = {0}, partial = 0;
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    used += relation->axioms.data[i].used_by.len > 0;
    covered += relation->axioms.data[i].covered_by.len > 0;
    strong += relation->axioms.data[i].strong_in.len > 0;
  }
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    by_verdict[relation->tests.data[i].verdict]++;
    partial +=
        !relation->tests.data[i].complete && relation->tests.data[i].verdict != WR_AXIOM_ERROR;
  }
  write_problems (out, relation);
  if (report->verbose) write_axioms (out, report);
  write_groups (out, relation);
  uint32_t all = relation->axioms.len;
  wr_buf_print (out,
                "tests: %u, of which %u proved, %u not provable, %u timed out, %u with errors\n",
                relation->tests.len, by_verdict[WR_AXIOM_PROVED], by_verdict[WR_AXIOM_FAILED],
                by_verdict[WR_AXIOM_TIMEOUT], by_verdict[WR_AXIOM_ERROR]);
  if (partial)
    wr_buf_print (out, "in %u tests a query hit its limit; their sets may not be minimal\n",
                  partial);
  wr_buf_print (out, "used: %u of %u axioms (%.1f%%)\n", used, all, percent (used, all));
  if (report->strong)
    wr_buf_print (out, "strongly covered: %u of %u axioms (%.1f%%)\n", strong, all,
                  percent (strong, all));
  wr_buf_print (out, "covered: %u of %u axioms (%.1f%%), with %s\n", covered, all,
                percent (covered, all), report->solver);
}
