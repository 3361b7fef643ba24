/* axioms/relation.c -- tests and axioms (axioms/relation.h). */
#include "axioms/relation.h"

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

void wr_relation_free (wr_relation *relation) {
  if (!relation) return;
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    struct wr_axiom_row *row = &relation->axioms.data[i];
    WR_VEC_FREE (&row->used_by);
    WR_VEC_FREE (&row->covered_by);
    WR_VEC_FREE (&row->strong_in);
    WR_VEC_FREE (&row->failures);
  }
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    struct wr_test_row *row = &relation->tests.data[i];
    WR_VEC_FREE (&row->used);
    WR_VEC_FREE (&row->covered);
    WR_VEC_FREE (&row->strong);
    WR_VEC_FREE (&row->failures);
  }
  WR_VEC_FREE (&relation->axioms);
  WR_VEC_FREE (&relation->tests);
  wr_map_free (&relation->by_hash);
  wr_arena_free (relation->arena);
  free (relation);
}

uint32_t wr_relation_axiom (wr_relation *relation, const struct wr_axiom_row *row) {
  uint64_t number = wr_map_or (&relation->by_hash, row->hash, 0);
  if (number) {
    struct wr_axiom_row *known = &relation->axioms.data[number - 1];
    if (row->parts > known->parts) known->parts = row->parts;
    return (uint32_t)number - 1;
  }
  struct wr_axiom_row kept = *row;
  kept.name = wr_str_keep (relation->arena, row->name);
  kept.group = wr_str_keep (relation->arena, row->group);
  kept.file = wr_str_keep (relation->arena, row->file);
  kept.text = wr_str_keep (relation->arena, row->text);
  kept.rule = wr_str_keep (relation->arena, row->rule);
  WR_VEC_PUSH (&relation->axioms, kept);
  wr_map_put (&relation->by_hash, row->hash, relation->axioms.len);
  return relation->axioms.len - 1;
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

uint32_t wr_relation_add (wr_relation *relation, const struct wr_test_row *row) {
  uint32_t test = relation->tests.len;
  struct wr_test_row kept = *row;
  kept.path = wr_str_keep (relation->arena, row->path);
  kept.name = wr_str_keep (relation->arena, row->name);
  kept.problem = wr_str_keep (relation->arena, row->problem);
  kept.used = sorted (&row->used);
  kept.covered = sorted (&row->covered);
  kept.strong = sorted (&row->strong);
  kept.failures = sorted (&row->failures);
  WR_VEC_PUSH (&relation->tests, kept);
  struct wr_axiom_row *axioms = relation->axioms.data;
  for (uint32_t i = 0; i < kept.used.len; i++)
    WR_VEC_PUSH (&axioms[kept.used.data[i]].used_by, test);
  for (uint32_t i = 0; i < kept.covered.len; i++)
    WR_VEC_PUSH (&axioms[kept.covered.data[i]].covered_by, test);
  for (uint32_t i = 0; i < kept.strong.len; i++)
    WR_VEC_PUSH (&axioms[kept.strong.data[i]].strong_in, test);
  for (uint32_t i = 0; i < kept.failures.len; i++)
    WR_VEC_PUSH (&axioms[kept.failures.data[i]].failures, test);
  return test;
}

uint32_t wr_selectivity (const wr_relation *relation, uint32_t test) {
  WR_ASSERT (test < relation->tests.len);
  const struct wr_test_row *row = &relation->tests.data[test];
  return row->used_only ? row->used.len : row->covered.len;
}

struct wr_spread wr_axiom_spread (const wr_relation *relation, uint32_t axiom) {
  const wr_u32s *tests = &relation->axioms.data[axiom].covered_by;
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
