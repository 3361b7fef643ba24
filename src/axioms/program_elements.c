/* axioms/program_elements.c -- declarations of programs (axioms/program_elements.h). */
#include "axioms/program_elements.h"

#include "base/bitset.h"
#include "core/build.h"

#include <string.h>

/* -- declarations -------------------------------------------------------------------------------------- */

static uint32_t row_of (wr_program_elements *e, wr_map *known, const struct wr_element_row *row) {
  uint64_t number = wr_map_or (known, row->hash, 0);
  if (!number) {
    WR_VEC_PUSH (&e->rows, *row);
    wr_map_put (known, row->hash, number = e->rows.len);
  }
  return (uint32_t)number;
}

/* Without the types of an instance: `f<int>` is one of `f`. */
static wr_str without_types (wr_str name) {
  for (size_t i = 1; i < name.len; i++)
    if (name.ptr[i] == '<' && name.ptr[name.len - 1] == '>') return (wr_str){name.ptr, i};
  return name;
}

static void add_func (wr_program_elements *e, const wr_core *core, uint32_t ix, wr_map *known) {
  const struct wr_func_info *f = &core->funcs.data[ix];
  if (f->kind == WR_FUNC_LAMBDA || !f->span.file) return;
  bool constant = f->constant || !f->param_count;
  wr_position at = wr_position_of (core->sources, f->span.file, f->span.begin);
  struct wr_element_row row = {
      .kind = constant ? WR_LIT ("constant") : WR_LIT ("function"),
      .name = without_types (wr_symbol_text (core->symbols, f->shown.ix ? f->shown : f->name)),
      .file = at.path,
      .line = at.line};
  row.hash = wr_str_hash (row.name, 4);
  e->of_func[ix] = row_of (e, known, &row);
}

/* A type that is made while the program is lowered has a name that no file has. */
static bool is_written (const wr_core *core, wr_str name) {
  for (uint32_t file = 1; name.len && file <= wr_sources_count (core->sources); file++) {
    wr_str text = wr_source_text (core->sources, file);
    if (memmem (text.ptr, text.len, name.ptr, name.len)) return true;
  }
  return false;
}

static void add_sort (wr_program_elements *e, const wr_core *core, uint32_t ix, wr_map *known) {
  const struct wr_sort_info *s = &core->sorts.data[ix];
  if (s->kind != WR_SORT_NAMED && s->kind != WR_SORT_DATA) return;
  struct wr_element_row row = {.kind = WR_LIT ("type"),
                               .name = without_types (wr_symbol_text (core->symbols, s->name))};
  for (size_t i = 1; i < row.name.len; i++) /* `Seq int` is an instance of `Seq` */
    if (row.name.ptr[i] == ' ') row.name.len = i;
  if (row.name.ptr[0] == '<' || !is_written (core, row.name)) return;
  row.hash = wr_str_hash (row.name, 5);
  e->of_sort[ix] = row_of (e, known, &row);
}

wr_program_elements wr_program_elements_of (const wr_core *core, wr_arena *arena) {
  wr_program_elements e = {.funcs = core->funcs.len, .sorts = core->sorts.len};
  wr_map known = {0};
  e.of_func = WR_NEW (arena, uint32_t, e.funcs + 1);
  e.of_sort = WR_NEW (arena, uint32_t, e.sorts + 1);
  for (uint32_t i = 1; i < e.funcs; i++) add_func (&e, core, i, &known);
  for (uint32_t i = 1; i < e.sorts; i++) add_sort (&e, core, i, &known);
  wr_map_free (&known);
  return e;
}

void wr_program_elements_free (wr_program_elements *elements) { WR_VEC_FREE (&elements->rows); }

/* -- occurrences --------------------------------------------------------------------------------------- */

struct finder {
  const wr_program_elements *elements;
  const wr_core *core;
  WR_VEC (wr_expr) roots;
  wr_bitset found, sorts, opened;
};

static void take_sort (struct finder *f, wr_sort sort) {
  if (!sort.ix || wr_bitset_has (&f->sorts, sort.ix)) return;
  wr_bitset_set (&f->sorts, sort.ix, true);
  if (sort.ix < f->elements->sorts && f->elements->of_sort[sort.ix])
    wr_bitset_set (&f->found, f->elements->of_sort[sort.ix] - 1, true);
  const struct wr_sort_info *info = wr_sort_info (f->core, sort);
  for (uint32_t i = 0; i < info->count; i++)
    take_sort (f, (wr_sort){f->core->pool.data[info->first + i]});
}

/* The roots and what is below them, also in the bodies of macros and lambdas. */
static void take_roots (struct finder *f) {
  wr_u32s order = {0};
  while (f->roots.len) {
    WR_VEC_CLEAR (&order);
    wr_postorder (f->core, f->roots.data, f->roots.len, &order);
    WR_VEC_CLEAR (&f->roots);
    for (uint32_t i = 0; i < order.len; i++) {
      const struct wr_expr_info *e = &f->core->exprs.data[order.data[i]];
      take_sort (f, e->sort);
      if (e->op != WR_OP_APP) continue;
      const struct wr_func_info *func = &f->core->funcs.data[e->data];
      if (e->data < f->elements->funcs && f->elements->of_func[e->data])
        wr_bitset_set (&f->found, f->elements->of_func[e->data] - 1, true);
      bool opens = func->kind == WR_FUNC_DEFINED || func->kind == WR_FUNC_LAMBDA;
      if (!opens || wr_bitset_has (&f->opened, e->data)) continue;
      wr_bitset_set (&f->opened, e->data, true);
      WR_VEC_PUSH (&f->roots, func->body);
    }
  }
  WR_VEC_FREE (&order);
}

static void add_body (struct finder *f, const wr_passive *passive) {
  for (uint32_t b = 0; b < passive->block_count; b++)
    for (uint32_t i = 0; i < passive->blocks[b].item_count; i++) {
      const struct wr_pitem *item = &passive->blocks[b].items[i];
      if (item->kind == WR_PITEM_FACT) WR_VEC_PUSH (&f->roots, item->expr);
      if (item->kind == WR_PITEM_GOAL) WR_VEC_PUSH (&f->roots, passive->goals[item->goal].cond);
    }
}

void wr_program_elements_cover (const wr_program_elements *elements, const wr_result *result,
                                const uint32_t *bodies, uint32_t count,
                                const wr_program_axioms *axioms, const wr_u32s *covered,
                                wr_u32s *out) {
  struct finder f = {.elements = elements, .core = result->core};
  wr_bitset rows = {0};
  for (uint32_t i = 0; i < covered->len; i++) wr_bitset_set (&rows, covered->data[i], true);
  for (uint32_t i = 0; i < result->core->axioms.len; i++) {
    uint32_t label = result->core->axioms.data[i].label.ix;
    uint32_t row = label < axioms->label_count ? axioms->row_of[label] : 0;
    if (row && wr_bitset_has (&rows, row - 1))
      WR_VEC_PUSH (&f.roots, result->core->axioms.data[i].expr);
  }
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_body_result *body = &result->bodies[bodies[i]];
    if (wr_body_verdict (body) == WR_VERDICT_PROVED) add_body (&f, body->passive);
  }
  take_roots (&f);
  WR_BITSET_EACH (&f.found, i) { WR_VEC_PUSH (out, i); }
  WR_VEC_FREE (&f.roots);
  wr_bitset_free (&f.found);
  wr_bitset_free (&f.sorts);
  wr_bitset_free (&f.opened);
  wr_bitset_free (&rows);
}
