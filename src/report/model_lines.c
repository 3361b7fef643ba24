/* report/model_lines.c -- places, and what is known about each line and each condition. */
#include "report/model.h"

#include "base/utf8.h"

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

struct wr_spot wr_model_place (wr_model *model, const wr_sources *sources, wr_span at) {
  if (!at.file) return (struct wr_spot){0};
  wr_position from = wr_position_of (sources, at.file, at.begin);
  wr_position to = wr_position_of (sources, at.file, at.end);
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

/* -- lines and conditions ---------------------------------------------------------------------- */

struct use {
  uint32_t path, line, goal; /* goal 0: a fact is there */
  uint32_t procedure;
};

struct gather {
  wr_model *model;
  const wr_core *core;
  WR_VEC (struct use) uses;
  wr_u32s rows;     /* per procedure of the core: its row, 1-based */
  wr_map condition; /* element -> index into model->branches */
  uint32_t *open;   /* per label of a condition: places at which its side can be taken */
};

static uint32_t row_of (const struct gather *g, uint32_t procedure) {
  return procedure && procedure <= g->rows.len ? g->rows.data[procedure - 1] : 0;
}

static void use_place (struct gather *g, const struct wr_fact *fact, wr_span at,
                       uint32_t procedure) {
  if (!at.file || wr_source_hidden (g->core->sources, at.file)) return;
  wr_position place = wr_position_of (g->core->sources, at.file, at.begin);
  struct use one = {.path = wr_model_path_of (g->model, place.path),
                    .line = place.line ? place.line : 1,
                    .procedure = row_of (g, procedure)};
  WR_VEC_PUSH (&g->uses, one);
  for (uint32_t i = 0; i < fact->used_count; i++) {
    one.goal = fact->used_by[i];
    WR_VEC_PUSH (&g->uses, one);
  }
}

/* The item that completes a contradiction at `point`, if it is a condition: its side is never taken. */
static uint32_t closed_by (const wr_core *core, const wr_passive *passive, struct wr_point point) {
  if (!point.item || point.item > passive->blocks[point.block].item_count) return 0;
  const struct wr_pitem *item = &passive->blocks[point.block].items[point.item - 1];
  if (item->kind != WR_PITEM_FACT || !item->label.ix) return 0;
  enum wr_role role = wr_label_info (&core->labels, item->label)->role;
  bool condition = wr_role_info (role)->off == WR_OFF_ENTERED;
  return condition ? item->label.ix : 0;
}

static void count_open (struct gather *g, const wr_coverage *coverage) {
  const wr_result *result = coverage->cover->result;
  g->open = wr_alloc (coverage->fact_count + 1, sizeof *g->open);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const wr_passive *passive = result->bodies[b].passive;
    if (!passive || !result->bodies[b].selected) continue;
    for (uint32_t k = 0; k < passive->block_count; k++)
      for (uint32_t i = 0; i < passive->blocks[k].item_count; i++)
        g->open[closed_by (g->core, passive, (struct wr_point){k, i + 1})]++;
  }
  for (uint32_t i = 0; i < coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &coverage->contradictions.data[i];
    uint32_t label = closed_by (g->core, result->bodies[c->body].passive, c->point);
    if (c->kind != WR_CONTRADICTION_FAILED && g->open[label]) g->open[label]--;
  }
}

static void add_condition (struct gather *g, const struct wr_fact *fact,
                           const struct wr_label_info *info) {
  if (!info->span.file || wr_source_hidden (g->core->sources, info->span.file)) return;
  uint64_t at;
  if (!wr_map_get (&g->condition, info->element, &at)) {
    struct wr_spot place = wr_model_place (g->model, g->core->sources, info->span);
    at = g->model->branches.len;
    wr_map_put (&g->condition, info->element, at);
    WR_VEC_PUSH (&g->model->branches,
                 ((struct wr_row_branch){place.path, place.line, place.column, {0}, {0}}));
  }
  struct wr_row_branch *row = &g->model->branches.data[at];
  bool closed = fact->status == WR_FACT_UNREACHABLE || !g->open[fact->label.ix];
  enum wr_side side = closed ? WR_SIDE_UNREACHABLE : WR_SIDE_REACHED;
  if (side > row->side[info->negative]) row->side[info->negative] = side;
  row->hits[info->negative] += fact->used_count;
}

static int by_line (const void *a, const void *b) {
  const struct use *x = a, *y = b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->goal != y->goal) return x->goal < y->goal ? -1 : 1;
  return (x->procedure < y->procedure) - (x->procedure > y->procedure);
}

static void spread (struct gather *g) {
  if (g->uses.len) qsort (g->uses.data, g->uses.len, sizeof *g->uses.data, by_line);
  uint32_t first = g->model->lines.len;
  for (uint32_t i = 0; i < g->uses.len; i++) {
    const struct use *use = &g->uses.data[i];
    struct wr_row_line *last = g->model->lines.len > first ? &WR_VEC_LAST (&g->model->lines) : NULL;
    if (!last || last->path != use->path || last->line != use->line) {
      WR_VEC_PUSH (&g->model->lines,
                   ((struct wr_row_line){use->path, use->line, 0, use->procedure}));
    } else if (use->goal != g->uses.data[i - 1].goal) {
      last->hits++;
    }
  }
}

void wr_model_add_lines (wr_model *model, const wr_coverage *coverage, uint32_t first_procedure) {
  const wr_result *result = coverage->cover->result;
  struct gather g = {.model = model, .core = result->core};
  for (uint32_t i = 0; i < g.core->procedures.len; i++) WR_VEC_PUSH (&g.rows, 0);
  for (uint32_t b = 0, row = first_procedure; b < result->body_count; b++) {
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    g.rows.data[g.core->bodies.data[b].procedure] = ++row;
  }
  count_open (&g, coverage);
  for (uint32_t i = 1; i < coverage->fact_count; i++) {
    const struct wr_fact *fact = &coverage->facts[i];
    if (fact->status == WR_FACT_NONE || !wr_fact_counts (g.core, fact->label)) continue;
    const struct wr_label_info *info = wr_label_info (&g.core->labels, fact->label);
    if (wr_role_info (info->role)->off == WR_OFF_ENTERED) add_condition (&g, fact, info);
    if (fact->status == WR_FACT_UNREACHABLE) continue;
    wr_label root = wr_label_root (&g.core->labels, fact->label);
    use_place (&g, fact, info->span, wr_label_info (&g.core->labels, root)->procedure);
    if (!info->site.ix) continue;
    const struct wr_site_info *site = wr_site_info (&g.core->labels, info->site);
    if (site->kind == WR_SITE_CALL) use_place (&g, fact, site->span, site->procedure);
  }
  spread (&g);
  WR_VEC_FREE (&g.uses);
  WR_VEC_FREE (&g.rows);
  free (g.open);
  wr_map_free (&g.condition);
}

/* -- several programs -------------------------------------------------------------------------- */

static int line_order (const void *a, const void *b) {
  const struct wr_row_line *x = a, *y = b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->procedure > y->procedure) - (x->procedure < y->procedure);
}

static int branch_order (const void *a, const void *b) {
  const struct wr_row_branch *x = a, *y = b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

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

static void merge_branches (wr_model *model) {
  uint32_t kept = 0;
  if (model->branches.len)
    qsort (model->branches.data, model->branches.len, sizeof *model->branches.data, branch_order);
  for (uint32_t i = 0; i < model->branches.len; i++) {
    struct wr_row_branch *row = &model->branches.data[i], *last = &model->branches.data[kept];
    if (row->side[0] != WR_SIDE_REACHED && row->side[1] != WR_SIDE_REACHED) continue;
    if (!kept || branch_order (&last[-1], row)) {
      *last = *row;
      kept++;
      continue;
    }
    for (int side = 0; side < 2; side++) {
      if (row->side[side] > last[-1].side[side]) last[-1].side[side] = row->side[side];
      last[-1].hits[side] += row->hits[side];
    }
  }
  model->branches.len = kept;
}

void wr_model_finish (wr_model *model) {
  merge_lines (model);
  merge_branches (model);
}
