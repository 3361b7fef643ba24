/* report/lcov.c -- LCOV's trace format, version 1.16: no end lines of functions, branches as numbers, one record
   per file. A branch is an element that can be covered, `-` where nothing on its line is. */
#include "report/formats.h"

/* A path is the rest of its line; bytes that are not UTF-8 are kept, so that tools find the file. */
static void add_path (wr_buf *out, wr_str path) {
  for (size_t i = 0; i < path.len; i++) {
    char c = path.ptr[i];
    wr_buf_add_char (out, c == '\n' || c == '\r' || !c ? '?' : c);
  }
}

/* If several programs have a procedure of one name, the first represents all. */
static bool is_first (const wr_model *model, uint32_t at) {
  const struct wr_row_procedure *row = &model->procedures.data[at];
  for (uint32_t i = 0; i < at; i++) {
    const struct wr_row_procedure *other = &model->procedures.data[i];
    if (other->at.path == row->at.path && wr_str_equal (other->name, row->name)) return false;
  }
  return true;
}

static uint32_t hits_of (const wr_model *model, uint32_t at) {
  const struct wr_row_procedure *row = &model->procedures.data[at];
  uint32_t hits = 0;
  for (uint32_t i = at; i < model->procedures.len; i++) {
    const struct wr_row_procedure *other = &model->procedures.data[i];
    if (other->at.path == row->at.path && wr_str_equal (other->name, row->name))
      hits += other->hits;
  }
  return hits;
}

static void add_functions (wr_buf *out, const wr_model *model, uint32_t path) {
  uint32_t found = 0, hit = 0;
  for (uint32_t i = 0; i < model->procedures.len; i++) {
    const struct wr_row_procedure *row = &model->procedures.data[i];
    if (row->at.path == path && is_first (model, i))
      wr_buf_print (out, "FN:%u,%.*s\n", row->at.line, WR_STR_ARGS (row->name));
  }
  for (uint32_t i = 0; i < model->procedures.len; i++) {
    const struct wr_row_procedure *row = &model->procedures.data[i];
    if (row->at.path != path || !is_first (model, i)) continue;
    uint32_t hits = hits_of (model, i);
    wr_buf_print (out, "FNDA:%u,%.*s\n", hits, WR_STR_ARGS (row->name));
    found++;
    hit += hits > 0;
  }
  wr_buf_print (out, "FNF:%u\nFNH:%u\n", found, hit);
}

static void add_elements (wr_buf *out, const wr_model *model, uint32_t path) {
  struct wr_range lines = wr_model_lines_of (model, path);
  for (uint32_t k = lines.first; k < lines.end; k++) {
    const struct wr_row_line *line = &model->lines.data[k];
    struct wr_range range = wr_model_elements_of (model, path, line->line);
    for (uint32_t i = range.first; i < range.end; i++) {
      wr_buf_print (out, "BRDA:%u,0,%u,", line->line, i - range.first);
      wr_buf_print (out, line->hits ? "%u\n" : "-\n", model->rows.data[i].hits);
    }
  }
}

void wr_report_lcov (wr_buf *out, const wr_model *model) {
  for (uint32_t path = 1; path <= model->paths.len; path++) {
    struct wr_totals sum = wr_model_totals (model, path);
    if (!sum.lines) continue; /* a record without lines is refused */
    wr_buf_print (out, "TN:warrant%s\nSF:", model->interrupted ? "_incomplete" : "");
    add_path (out, wr_model_path (model, path));
    wr_buf_add_char (out, '\n');
    add_functions (out, model, path);
    add_elements (out, model, path);
    wr_buf_print (out, "BRF:%u\nBRH:%u\n", sum.elements, sum.elements_hit);
    struct wr_range lines = wr_model_lines_of (model, path);
    for (uint32_t i = lines.first; i < lines.end; i++) {
      const struct wr_row_line *row = &model->lines.data[i];
      wr_buf_print (out, "DA:%u,%u\n", row->line, row->hits);
    }
    wr_buf_print (out, "LF:%u\nLH:%u\nend_of_record\n", sum.lines, sum.lines_hit);
  }
}
