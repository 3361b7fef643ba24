/* report/formats.h -- reports for other tools, each written from the same rows (report/model.h).  docs/reference/reports.md
   says what the numbers mean. */
#ifndef WR_REPORT_FORMATS_H
#define WR_REPORT_FORMATS_H

#include "report/model.h"

enum {
  WR_GITHUB_SHOWN = 10,     /* annotations of each kind that a workflow step shows */
  WR_MARKDOWN_ROWS = 200,   /* of each table: a job page holds 1 MiB */
  WR_SARIF_RESULTS = 25000, /* of a run: more are refused by code scanning */
  WR_SARIF_STEPS = 1000     /* of the way to a failure: more are not shown; the last ones count */
};

void wr_report_lcov (wr_buf *out, const wr_model *model);
/* `stamp`: milliseconds since 1970. */
void wr_report_cobertura (wr_buf *out, const wr_model *model, int64_t stamp);
void wr_report_sarif (wr_buf *out, const wr_model *model);
void wr_report_markdown (wr_buf *out, const wr_model *model);
void wr_report_junit (wr_buf *out, const wr_model *model);
/* Workflow commands, the most severe first, WR_GITHUB_SHOWN of each kind, then how many more there are. */
void wr_report_github (wr_buf *out, const wr_model *model);

/* Text for a cell or a line of Markdown: markup, mentions and references become entities. [markdown.c] */
void wr_markdown_add (wr_buf *out, wr_str text);

/* The text for XML, in content or in a double-quoted attribute: markup is escaped, and what XML cannot hold
   becomes U+FFFD. [xml.c] */
void wr_xml_add (wr_buf *out, wr_str text);
void wr_xml_attribute (wr_buf *out, const char *name, wr_str value);

/* -- counting [totals.c] ------------------------------------------------------------------------ */

struct wr_totals {
  uint32_t lines, lines_hit;
  uint32_t elements, elements_hit; /* what can be covered, and what is */
};
struct wr_totals wr_model_totals (const wr_model *model, uint32_t path); /* 0: of all paths */
void wr_count_line (struct wr_totals *sum, const wr_model *model, const struct wr_row_line *row);

struct wr_range {
  uint32_t first, end;
};
struct wr_range wr_model_lines_of (const wr_model *model, uint32_t path);
struct wr_range wr_model_elements_of (const wr_model *model, uint32_t path,
                                      uint32_t line);          /* 0: all */
bool wr_model_has_rows (const wr_model *model, uint32_t path); /* lines or procedures */

/* Only a whole is 100: any other part is at most 99.9. */
double wr_percent (uint64_t part, uint64_t whole);
/* "85.7%"; "-" of nothing. */
void wr_add_percent (wr_buf *out, uint64_t part, uint64_t whole);
/* "16 of 17 elements (94.1%), 1 vacuous; not counted: 1 failed, 2 not explained"; parts that are zero are left out. */
void wr_add_counts (wr_buf *out, const struct wr_element_counts *counts);

#endif
