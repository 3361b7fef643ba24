/* report/cover.h -- what `cover` adds to `verify`: cores and coverage of goals, facts with their status,
   a table per procedure, and the source with a mark per line. */
#ifndef WR_REPORT_COVER_H
#define WR_REPORT_COVER_H

#include "analysis/coverage.h"
#include "analysis/elements.h"
#include "analysis/fine.h"
#include "analysis/graph.h"
#include "base/json.h"

/* "procedures" of one file with the coverage keys, and its "facts" (CONTRACT.md). */
json_t *wr_report_cover_procedures (const wr_coverage *coverage, uint32_t file);
json_t *wr_report_facts (const wr_coverage *coverage, uint32_t file);

/* Counts of elements: "elements" of the summary, of a file and of a procedure.  [elements_json.c] */
json_t *wr_report_counts_json (const struct wr_element_counts *counts);
/* "element_states" of one file: {"id","name","role","class","procedure","line","column","end_line","end_column","text","state","reason",
   "facts","goals"}, and "prelude" of what is counted apart. */
json_t *wr_report_elements (const wr_coverage *coverage, uint32_t file);

/* Adds the parts of facts in this file to its "facts": "id" f12.1, "parent" f12. */
void wr_report_parts (json_t *facts, const wr_fine *fine, uint32_t file);

/* Adds "trusts" to the explained goals among `procedures`: the ids of the unproved assumptions that the goal
   transitively depends on. The "leaves" of a file describe these ids. */
void wr_report_trusts (json_t *procedures, const wr_graph *graph);
json_t *wr_report_leaves (const wr_graph *graph, const wr_core *core, const wr_sources *sources,
                          uint32_t file);

/* Says which limit kept something from being known, and the option that would find it out; ends the line. */
void wr_report_remedy (wr_buf *out, enum wr_limit limit, bool unexplained);
/* The table per procedure, and the share of covered elements. */
void wr_report_cover_table (wr_buf *out, const wr_coverage *coverage);

/* A line for each part of a fact that has several. */
void wr_report_parts_table (wr_buf *out, const wr_fine *fine);

/* The text of a file; each line with the mark of its worst element: `!` failed, `x` vacuous, `-` uncovered, `?` not explained,
   `+` covered. */
void wr_report_annotate (wr_buf *out, const wr_coverage *coverage, uint32_t file);

#endif
