/* axioms/relation.c -- tests and axioms (axioms/relation.h). */
#include "axioms/relation.h"

#include "axioms/stats.h"
#include "base/check.h"

#include <math.h>
#include <stdlib.h>

const char *wr_axiom_verdict_name (enum wr_axiom_verdict verdict) {
  static const char *const names[] = {"undecided", "proved", "failed", "timeout", "error"};
  WR_REQUIRE (verdict < WR_AXIOM_VERDICT_COUNT);
  return names[verdict];
}

wr_relation *wr_relation_new (void) {
  wr_relation *relation = wr_alloc (1, sizeof *relation);
  relation->arena = wr_arena_new ();
  return relation;
}

void wr_test_row_free (struct wr_test_row *row) {
  WR_VEC_FREE (&row->used);
  WR_VEC_FREE (&row->covered);
  WR_VEC_FREE (&row->strong);
  WR_VEC_FREE (&row->instances);
  WR_VEC_FREE (&row->pieces);
  WR_VEC_FREE (&row->elements);
}

void wr_axiom_row_free (struct wr_axiom_row *row) {
  WR_VEC_FREE (&row->used_by);
  WR_VEC_FREE (&row->covered_by);
  WR_VEC_FREE (&row->strong_in);
  WR_VEC_FREE (&row->failures);
  for (uint32_t i = 0; i < row->pieces.len; i++) {
    WR_VEC_FREE (&row->pieces.data[i].needed_in);
    WR_VEC_FREE (&row->pieces.data[i].idle_in);
  }
  WR_VEC_FREE (&row->pieces);
}

void wr_relation_free (wr_relation *relation) {
  if (!relation) return;
  for (uint32_t i = 0; i < relation->axioms.len; i++) wr_axiom_row_free (&relation->axioms.data[i]);
  for (uint32_t i = 0; i < relation->tests.len; i++) wr_test_row_free (&relation->tests.data[i]);
  for (uint32_t i = 0; i < relation->elements.len; i++)
    WR_VEC_FREE (&relation->elements.data[i].covered_by);
  for (uint32_t i = 0; i < relation->conflicts.len; i++)
    WR_VEC_FREE (&relation->conflicts.data[i].axioms);
  WR_VEC_FREE (&relation->axioms);
  WR_VEC_FREE (&relation->tests);
  WR_VEC_FREE (&relation->elements);
  WR_VEC_FREE (&relation->conflicts);
  wr_map_free (&relation->by_hash);
  wr_map_free (&relation->element_of_hash);
  wr_arena_free (relation->arena);
  free (relation);
}

/* Pieces that another file has already told stay. */
static void add_pieces (wr_relation *relation, struct wr_axiom_row *known,
                        const struct wr_axiom_row *row) {
  for (uint32_t i = known->pieces.len; i < row->pieces.len; i++) {
    struct wr_axiom_piece piece = {.kind = wr_str_keep (relation->arena, row->pieces.data[i].kind),
                                   .text = wr_str_keep (relation->arena, row->pieces.data[i].text)};
    WR_VEC_PUSH (&known->pieces, piece);
  }
}

uint32_t wr_relation_axiom (wr_relation *relation, const struct wr_axiom_row *row) {
  uint64_t number = wr_map_or (&relation->by_hash, row->hash, 0);
  if (!number) {
    struct wr_axiom_row kept = {.name = wr_str_keep (relation->arena, row->name),
                                .group = wr_str_keep (relation->arena, row->group),
                                .file = wr_str_keep (relation->arena, row->file),
                                .line = row->line,
                                .text = wr_str_keep (relation->arena, row->text),
                                .rule = wr_str_keep (relation->arena, row->rule),
                                .hash = row->hash,
                                .prelude = row->prelude,
                                .ground = row->ground};
    WR_VEC_PUSH (&relation->axioms, kept);
    wr_map_put (&relation->by_hash, row->hash, number = relation->axioms.len);
  }
  struct wr_axiom_row *known = &relation->axioms.data[number - 1];
  if (row->parts > known->parts) known->parts = row->parts;
  add_pieces (relation, known, row);
  return (uint32_t)number - 1;
}

uint32_t wr_relation_element (wr_relation *relation, const struct wr_element_row *row) {
  uint64_t number = wr_map_or (&relation->element_of_hash, row->hash, 0);
  if (number) return (uint32_t)number - 1;
  struct wr_element_row kept = {.kind = wr_str_keep (relation->arena, row->kind),
                                .name = wr_str_keep (relation->arena, row->name),
                                .file = wr_str_keep (relation->arena, row->file),
                                .line = row->line,
                                .hash = row->hash};
  WR_VEC_PUSH (&relation->elements, kept);
  wr_map_put (&relation->element_of_hash, row->hash, relation->elements.len);
  return relation->elements.len - 1;
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* A sorted copy in which each number stands once. */
static wr_u32s sorted (const wr_u32s *list) {
  wr_u32s out = *list;
  uint32_t kept = 0;
  WR_VEC_OWN (&out);
  if (out.len) qsort (out.data, out.len, sizeof *out.data, by_number);
  for (uint32_t i = 0; i < out.len; i++)
    if (!kept || out.data[kept - 1] != out.data[i]) out.data[kept++] = out.data[i];
  out.len = kept;
  return out;
}

static bool is_subset (const wr_u32s *part, const wr_u32s *whole) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < part->len; i++) {
    while (k < whole->len && whole->data[k] < part->data[i]) k++;
    if (k == whole->len || whole->data[k] != part->data[i]) return false;
  }
  return true;
}

bool wr_relation_has_conflict (const wr_relation *relation, const wr_u32s *axioms) {
  for (uint32_t i = 0; i < relation->conflicts.len; i++)
    if (is_subset (&relation->conflicts.data[i].axioms, axioms)) return true;
  return false;
}

void wr_relation_conflict (wr_relation *relation, const struct wr_axiom_conflict *found) {
  struct wr_axiom_conflict kept = {.axioms = sorted (&found->axioms), .minimal = found->minimal};
  if (wr_relation_has_conflict (relation, &kept.axioms)) {
    WR_VEC_FREE (&kept.axioms);
    return;
  }
  kept.path = wr_str_keep (relation->arena, found->path);
  WR_VEC_PUSH (&relation->conflicts, kept);
}

static void enter_pieces (wr_relation *relation, const struct wr_test_row *row, uint32_t test) {
  for (uint32_t i = 0; i < row->pieces.len; i++) {
    const struct wr_piece_use *use = &row->pieces.data[i];
    struct wr_axiom_row *axiom = &relation->axioms.data[use->axiom];
    if (use->piece >= axiom->pieces.len) continue;
    struct wr_axiom_piece *piece = &axiom->pieces.data[use->piece];
    if (use->needed)
      WR_VEC_PUSH (&piece->needed_in, test);
    else
      WR_VEC_PUSH (&piece->idle_in, test);
  }
}

uint32_t wr_relation_add (wr_relation *relation, const struct wr_test_row *row) {
  uint32_t test = relation->tests.len;
  struct wr_test_row kept = *row;
  kept.path = wr_str_keep (relation->arena, row->path);
  kept.name = wr_str_keep (relation->arena, row->name);
  kept.problem = wr_str_keep (relation->arena, row->problem);
  kept.used = sorted (&row->used);
  kept.covered = sorted (&row->covered);
  kept.strong = sorted (&row->strong);
  kept.elements = sorted (&row->elements);
  WR_VEC_OWN (&kept.instances);
  WR_VEC_OWN (&kept.pieces);
  WR_VEC_PUSH (&relation->tests, kept);
  struct wr_axiom_row *axioms = relation->axioms.data;
  for (uint32_t i = 0; i < kept.used.len; i++)
    WR_VEC_PUSH (&axioms[kept.used.data[i]].used_by, test);
  for (uint32_t i = 0; i < kept.covered.len; i++)
    WR_VEC_PUSH (&axioms[kept.covered.data[i]].covered_by, test);
  for (uint32_t i = 0; i < kept.strong.len; i++)
    WR_VEC_PUSH (&axioms[kept.strong.data[i]].strong_in, test);
  for (uint32_t i = 0; i < kept.elements.len; i++)
    WR_VEC_PUSH (&relation->elements.data[kept.elements.data[i]].covered_by, test);
  for (uint32_t i = 0; i < kept.instances.len; i++) {
    const struct wr_instances *found = &kept.instances.data[i];
    struct wr_axiom_row *axiom = &axioms[found->axiom];
    WR_VEC_PUSH (&axiom->failures, test);
    axiom->instances += found->count;
    if (found->generation > axiom->generation) axiom->generation = found->generation;
  }
  enter_pieces (relation, &kept, test);
  return test;
}

uint32_t wr_selectivity (const wr_relation *relation, uint32_t test) {
  WR_ASSERT (test < relation->tests.len);
  const struct wr_test_row *row = &relation->tests.data[test];
  return row->used_only ? row->used.len : row->covered.len;
}

struct wr_spread wr_axiom_spread (const wr_relation *relation, uint32_t axiom) {
  const wr_u32s *tests = wr_tests_of_axiom (relation, axiom);
  struct wr_spread spread = {0, 0};
  if (!tests->len) return spread;
  for (uint32_t i = 0; i < tests->len; i++)
    spread.mean += wr_selectivity (relation, tests->data[i]);
  spread.mean /= tests->len;
  for (uint32_t i = 0; i < tests->len; i++) {
    double away = wr_selectivity (relation, tests->data[i]) - spread.mean;
    spread.deviation += away * away;
  }
  spread.deviation = sqrt (spread.deviation / tests->len);
  return spread;
}
