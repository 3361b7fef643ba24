/* report/totals.c -- counting and finding rows. */
#include "report/formats.h"

#include "base/words.h"

struct wr_range wr_model_lines_of (const wr_model *model, uint32_t path) {
  struct wr_range range = {0, model->lines.len};
  for (uint32_t end = model->lines.len; range.first < end;) { /* the first row of the path */
    uint32_t middle = range.first + (end - range.first) / 2;
    if (model->lines.data[middle].path < path)
      range.first = middle + 1;
    else
      end = middle;
  }
  for (range.end = range.first; range.end < model->lines.len; range.end++)
    if (model->lines.data[range.end].path != path) break;
  return range;
}

struct wr_range wr_model_elements_of (const wr_model *model, uint32_t path, uint32_t line) {
  struct wr_range range = {0, model->rows.len};
  for (uint32_t end = model->rows.len; range.first < end;) {
    uint32_t middle = range.first + (end - range.first) / 2;
    const struct wr_row_element *row = &model->rows.data[middle];
    if (row->path < path || (row->path == path && row->line < line))
      range.first = middle + 1;
    else
      end = middle;
  }
  for (range.end = range.first; range.end < model->rows.len; range.end++) {
    const struct wr_row_element *row = &model->rows.data[range.end];
    if (row->path != path || (line && row->line != line)) break;
  }
  return range;
}

bool wr_model_has_rows (const wr_model *model, uint32_t path) {
  struct wr_range lines = wr_model_lines_of (model, path);
  return lines.first < lines.end || model->procedures_of.data[path - 1];
}

void wr_count_line (struct wr_totals *sum, const wr_model *model, const struct wr_row_line *row) {
  sum->lines++;
  sum->lines_hit += row->hits > 0;
  struct wr_range here = wr_model_elements_of (model, row->path, row->line);
  for (uint32_t i = here.first; i < here.end; i++) {
    sum->elements++;
    sum->elements_hit += model->rows.data[i].hits > 0;
  }
}

struct wr_totals wr_model_totals (const wr_model *model, uint32_t path) {
  struct wr_totals sum = {0};
  struct wr_range lines = {0, model->lines.len};
  if (path) lines = wr_model_lines_of (model, path);
  for (uint32_t i = lines.first; i < lines.end; i++)
    wr_count_line (&sum, model, &model->lines.data[i]);
  return sum;
}

double wr_percent (uint64_t part, uint64_t whole) {
  double percent = whole ? 100.0 * (double)part / (double)whole : 0;
  return part < whole && percent > 99.9 ? 99.9 : percent;
}

void wr_add_percent (wr_buf *out, uint64_t part, uint64_t whole) {
  if (whole)
    wr_buf_print (out, "%.1f%%", wr_percent (part, whole));
  else
    wr_buf_add_char (out, '-');
}

void wr_add_counts (wr_buf *out, const struct wr_element_counts *counts) {
  wr_buf_print (out, "%u of %u %s (", counts->covered, counts->coverable,
                wr_plural (counts->coverable, "element", "elements"));
  wr_add_percent (out, counts->covered, counts->coverable);
  wr_buf_add_char (out, ')');
  if (counts->vacuous) wr_buf_print (out, ", %u vacuous", counts->vacuous);
  if (!counts->failed && !counts->unexplained) return;
  wr_buf_add (out, WR_LIT ("; not counted: "));
  if (counts->failed) wr_buf_print (out, "%u failed", counts->failed);
  if (counts->unexplained)
    wr_buf_print (out, "%s%u not explained", counts->failed ? ", " : "", counts->unexplained);
}
