/* report/totals.c -- counting and finding rows. */
#include "report/formats.h"

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

struct wr_range wr_model_branches_of (const wr_model *model, uint32_t path, uint32_t line) {
  struct wr_range range = {0, model->branches.len};
  for (uint32_t end = model->branches.len; range.first < end;) {
    uint32_t middle = range.first + (end - range.first) / 2;
    const struct wr_row_branch *row = &model->branches.data[middle];
    if (row->path < path || (row->path == path && row->line < line))
      range.first = middle + 1;
    else
      end = middle;
  }
  for (range.end = range.first; range.end < model->branches.len; range.end++) {
    const struct wr_row_branch *row = &model->branches.data[range.end];
    if (row->path != path || (line && row->line != line)) break;
  }
  return range;
}

bool wr_model_has_rows (const wr_model *model, uint32_t path) {
  struct wr_range lines = wr_model_lines_of (model, path);
  return lines.first < lines.end || model->procedures_of.data[path - 1];
}

void wr_count_sides (struct wr_totals *sum, const struct wr_row_branch *row) {
  for (int side = 0; side < 2; side++) {
    sum->branches += row->side[side] != WR_SIDE_ABSENT;
    sum->branches_hit += row->side[side] == WR_SIDE_REACHED && row->hits[side];
  }
}

void wr_count_line (struct wr_totals *sum, const wr_model *model, const struct wr_row_line *row) {
  sum->lines++;
  sum->lines_hit += row->hits > 0;
  struct wr_range sides = wr_model_branches_of (model, row->path, row->line);
  for (uint32_t i = sides.first; i < sides.end; i++) wr_count_sides (sum, &model->branches.data[i]);
}

struct wr_totals wr_model_totals (const wr_model *model, uint32_t path) {
  struct wr_totals sum = {0};
  struct wr_range lines = {0, model->lines.len};
  if (path) lines = wr_model_lines_of (model, path);
  for (uint32_t i = lines.first; i < lines.end; i++)
    wr_count_line (&sum, model, &model->lines.data[i]);
  return sum;
}

void wr_add_percent (wr_buf *out, uint64_t part, uint64_t whole) {
  if (whole)
    wr_buf_print (out, "%.1f%%", 100.0 * (double)part / (double)whole);
  else
    wr_buf_add_char (out, '-');
}
