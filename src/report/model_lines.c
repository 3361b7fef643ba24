/* report/model_lines.c -- places, and what is known about each line and each element on it. */
#include "report/model.h"

#include "base/utf8.h"
#include "report/outside.h"

#include <stdlib.h>

/* -- places ------------------------------------------------------------------------------------ */

struct path_key {
  const wr_model *model;
  wr_str path;
};

static bool same_path (const void *ctx, uint32_t item) {
  const struct path_key *key = ctx;
  return wr_str_equal (key->model->paths.data[item], key->path);
}

uint32_t wr_model_path_of (wr_model *model, wr_str path) {
  struct path_key key = {model, path};
  uint64_t hash = wr_str_hash (path, 0);
  uint32_t found = wr_index_find (&model->path_index, hash, same_path, &key);
  if (found != UINT32_MAX) return found + 1;
  wr_index_add (&model->path_index, hash, model->paths.len);
  WR_VEC_PUSH (&model->paths, wr_str_keep (model->arena, path));
  WR_VEC_PUSH (&model->procedures_of, 0);
  return model->paths.len;
}

/* The column of a byte in code points; a byte that is not UTF-8 counts as one. */
static uint32_t column_of (const wr_sources *sources, uint32_t file, uint32_t byte) {
  uint32_t begin, column = 1;
  wr_str text = wr_source_text (sources, file);
  (void)wr_source_line_text (sources, file, wr_source_line (sources, file, byte), &begin);
  for (size_t i = begin; i < byte && i < text.len; column++) (void)wr_utf8_next (text, &i);
  return column;
}

bool wr_model_hides (const wr_model *model, const wr_sources *sources, wr_str path) {
  return wr_path_is_hidden (sources, path, model->folder);
}

struct wr_spot wr_model_place (wr_model *model, const wr_sources *sources, wr_span at) {
  if (!at.file) return (struct wr_spot){0};
  wr_position from = wr_position_inside (sources, at.file, at.begin, model->folder);
  wr_position to = wr_position_inside (sources, at.file, at.end, model->folder);
  struct wr_spot place = {
      .path = wr_model_path_of (model, from.path),
      .line = from.line ? from.line : 1,
      .column = column_of (sources, at.file, at.begin),
      .end_line = to.line,
      .end_column = column_of (sources, at.file, at.end),
  };
  /* If a directive lies between the two ends, only the beginning is meaningful. */
  bool torn = !wr_str_equal (from.path, to.path) || place.end_line < place.line ||
              (place.end_line == place.line && place.end_column < place.column);
  if (torn) {
    place.end_line = place.line;
    place.end_column = place.column;
  }
  return place;
}

/* -- lines and elements ------------------------------------------------------------------------ */

static bool has_line (enum wr_element_state state) {
  switch (state) {
  case WR_ELEMENT_COVERED:
  case WR_ELEMENT_UNCOVERED:
  case WR_ELEMENT_VACUOUS:
  case WR_ELEMENT_FAILED: return true;
  case WR_ELEMENT_UNEXPLAINED:
  case WR_ELEMENT_EXEMPT:
  case WR_ELEMENT_STATE_COUNT: break;
  }
  return false;
}

/* Per body its row, 1-based. */
static uint32_t *rows_of (const wr_result *result, uint32_t first) {
  uint32_t *rows = wr_alloc (result->body_count + 1, sizeof *rows);
  for (uint32_t b = 0, row = first; b < result->body_count; b++)
    if (result->bodies[b].passive && result->bodies[b].selected) rows[b] = ++row;
  return rows;
}

void wr_model_add_lines (wr_model *model, const wr_coverage *coverage, uint32_t first_procedure) {
  const wr_result *result = coverage->cover->result;
  const wr_elements *elements = coverage->elements;
  uint32_t *rows = rows_of (result, first_procedure);
  for (uint32_t i = 0; i < elements->count; i++) {
    const struct wr_element *element = &elements->data[i];
    if (element->prelude || !has_line (element->state)) continue;
    struct wr_spot at = wr_model_place (model, result->core->sources, element->span);
    uint32_t procedure = element->body == WR_NO_BODY ? 0 : rows[element->body];
    WR_VEC_PUSH (&model->lines, ((struct wr_row_line){at.path, at.line, element->hits, procedure}));
    if (element->state == WR_ELEMENT_FAILED) continue;
    WR_VEC_PUSH (&model->rows,
                 ((struct wr_row_element){at.path, at.line, at.column, element->hits}));
  }
  free (rows);
}

static int line_order (const void *a, const void *b) {
  const struct wr_row_line *x = a, *y = b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->procedure > y->procedure) - (x->procedure < y->procedure);
}

static int element_order (const void *a, const void *b) {
  const struct wr_row_element *x = a, *y = b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (x->hits > y->hits) - (x->hits < y->hits);
}

/* A line belongs to the first procedure that has an element on it. */
static void merge_lines (wr_model *model) {
  uint32_t kept = 0;
  if (model->lines.len)
    qsort (model->lines.data, model->lines.len, sizeof *model->lines.data, line_order);
  for (uint32_t i = 0; i < model->lines.len; i++) {
    struct wr_row_line *row = &model->lines.data[i], *last = &model->lines.data[kept];
    if (kept && last[-1].path == row->path && last[-1].line == row->line) {
      last[-1].hits += row->hits;
      if (!last[-1].procedure) last[-1].procedure = row->procedure;
    } else {
      *last = *row;
      kept++;
    }
  }
  model->lines.len = kept;
}

void wr_model_finish (wr_model *model) {
  merge_lines (model);
  if (model->rows.len)
    qsort (model->rows.data, model->rows.len, sizeof *model->rows.data, element_order);
}
