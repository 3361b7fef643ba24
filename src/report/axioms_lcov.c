/* report/axioms_lcov.c -- the files of axioms in LCOV's trace format (report/axioms.h): a line is hit as often as tests cover the axioms that begin on
   it, and an axiom is a function. */
#include "axioms/groups.h"
#include "axioms/stats.h"
#include "report/axioms.h"

#include <stdlib.h>

struct line {
  wr_str file;
  uint32_t line, axiom, tests;
};
typedef WR_VEC (struct line) lines;

static int by_place (const void *a, const void *b) {
  const struct line *x = a, *y = b;
  int order = wr_str_compare (x->file, y->file);
  if (order) return order;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->axiom > y->axiom) - (x->axiom < y->axiom);
}

static lines lines_of (const struct wr_axioms_report *report) {
  lines all = {0};
  for (uint32_t i = 0; i < report->relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &report->relation->axioms.data[i];
    struct line one = {wr_axiom_file (row, report->prelude), row->line, i,
                       wr_tests_of_axiom (report->relation, i)->len};
    bool wanted = !report->prelude || wr_str_equal (one.file, wr_str_of (report->prelude));
    if (one.file.len && wanted && !wr_axioms_hides (report, row->file)) WR_VEC_PUSH (&all, one);
  }
  if (all.len) qsort (all.data, all.len, sizeof *all.data, by_place);
  return all;
}

/* A name or path is the rest of its line. */
static void put_text (wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    wr_buf_add_char (out, c == '\n' || c == '\r' || !c ? '?' : c);
  }
  wr_buf_add_char (out, '\n');
}

static void put_functions (wr_buf *out, const wr_relation *relation, const struct line *from,
                           uint32_t count) {
  uint32_t hit = 0;
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_print (out, "FN:%u,", from[i].line);
    put_text (out, relation->axioms.data[from[i].axiom].name);
  }
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_print (out, "FNDA:%u,", from[i].tests);
    put_text (out, relation->axioms.data[from[i].axiom].name);
    hit += from[i].tests > 0;
  }
  wr_buf_print (out, "FNF:%u\nFNH:%u\n", count, hit);
}

static void put_lines (wr_buf *out, const struct line *from, uint32_t count) {
  uint32_t found = 0, hit = 0;
  for (uint32_t i = 0, next; i < count; i = next) {
    uint64_t tests = 0;
    for (next = i; next < count && from[next].line == from[i].line; next++)
      tests += from[next].tests;
    wr_buf_print (out, "DA:%u,%llu\n", from[i].line, (unsigned long long)tests);
    found++;
    hit += tests > 0;
  }
  wr_buf_print (out, "LF:%u\nLH:%u\nend_of_record\n", found, hit);
}

void wr_report_axioms_lcov (wr_buf *out, const struct wr_axioms_report *report) {
  lines all = lines_of (report);
  for (uint32_t i = 0, next; i < all.len; i = next) {
    for (next = i; next < all.len && wr_str_equal (all.data[next].file, all.data[i].file);) next++;
    wr_buf_print (out, "TN:warrant%s\nSF:", report->complete ? "" : "_incomplete");
    put_text (out, all.data[i].file);
    put_functions (out, report->relation, &all.data[i], next - i);
    put_lines (out, &all.data[i], next - i);
  }
  WR_VEC_FREE (&all);
}
