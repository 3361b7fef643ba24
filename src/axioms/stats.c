/* axioms/stats.c -- figures about a suite (axioms/stats.h). */
#include "axioms/stats.h"

#include "base/bitset.h"
#include "base/check.h"

#include <math.h>
#include <stdlib.h>

bool wr_relation_used_only (const wr_relation *relation) {
  bool any = false;
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    if (row->verdict == WR_AXIOM_ERROR) continue;
    if (!row->used_only) return false;
    any = true;
  }
  return any;
}

const wr_u32s *wr_axioms_of_test (const wr_relation *relation, uint32_t test) {
  const struct wr_test_row *row = &relation->tests.data[test];
  return row->used_only ? &row->used : &row->covered;
}

/* Tests of both kinds never stand in one relation, except for those that could not be read. */
const wr_u32s *wr_tests_of_axiom (const wr_relation *relation, uint32_t axiom) {
  const struct wr_axiom_row *row = &relation->axioms.data[axiom];
  if (row->covered_by.len || !row->used_by.len) return &row->covered_by;
  return relation->tests.data[row->used_by.data[0]].used_only ? &row->used_by : &row->covered_by;
}

struct wr_axiom_groups wr_axiom_groups_of (const wr_relation *relation, wr_arena *arena) {
  WR_VEC (struct wr_axiom_group) groups = {0};
  wr_map index = {0};
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[i];
    uint64_t hash = wr_str_hash (row->group, 0), at = wr_map_or (&index, hash, 0);
    if (!at) {
      struct wr_axiom_group group = {.name = row->group};
      WR_VEC_PUSH (&groups, group);
      wr_map_put (&index, hash, at = groups.len);
    }
    struct wr_axiom_group *group = &groups.data[at - 1];
    group->total++;
    group->used += row->used_by.len > 0;
    group->covered += row->covered_by.len > 0;
    group->strong += row->strong_in.len > 0;
  }
  struct wr_axiom_groups out = {WR_VEC_KEEP (arena, &groups), groups.len};
  WR_VEC_FREE (&groups);
  wr_map_free (&index);
  return out;
}

/* -- selectivity --------------------------------------------------------------------------------------- */

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

struct wr_selectivities wr_selectivities_of (const wr_relation *relation) {
  struct wr_selectivities out = {0};
  wr_u32s all = {0};
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    uint32_t n = wr_selectivity (relation, i);
    if (!n) continue;
    WR_VEC_PUSH (&all, n);
    out.mean += n;
  }
  out.tests = all.len;
  if (all.len) {
    qsort (all.data, all.len, sizeof *all.data, by_number);
    out.mean /= all.len;
    for (uint32_t i = 0; i < all.len; i++)
      out.deviation += (all.data[i] - out.mean) * (all.data[i] - out.mean);
    out.deviation = sqrt (out.deviation / all.len);
    out.least = all.data[0];
    out.most = all.data[all.len - 1];
    out.lower = all.data[(all.len - 1) / 4];
    out.median = all.data[(all.len - 1) / 2];
    out.upper = all.data[all.len - 1 - (all.len - 1) / 4];
  }
  WR_VEC_FREE (&all);
  return out;
}

/* -- axioms that are never covered together ------------------------------------------------------------ */

struct ranked {
  uint32_t axiom, tests;
};

static int by_tests (const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->tests != y->tests) return x->tests < y->tests ? 1 : -1;
  return (x->axiom > y->axiom) - (x->axiom < y->axiom);
}

/* The ranks of the axioms that some test has together with this one. */
static void find_company (const wr_relation *relation, uint32_t axiom, const uint32_t *rank_of,
                          wr_bitset *company) {
  const wr_u32s *tests = wr_tests_of_axiom (relation, axiom);
  wr_bitset_clear (company);
  for (uint32_t i = 0; i < tests->len; i++) {
    const wr_u32s *others = wr_axioms_of_test (relation, tests->data[i]);
    for (uint32_t k = 0; k < others->len; k++)
      wr_bitset_set (company, rank_of[others->data[k]], true);
  }
}

/* By rank, so that pairs of axioms with many tests come first: such a gap says more. */
struct wr_apart_list wr_apart_of (const wr_relation *relation, uint32_t most, wr_arena *arena) {
  WR_VEC (struct ranked) ranked = {0};
  WR_VEC (struct wr_apart) shown = {0};
  struct wr_apart_list out = {0};
  uint32_t *rank_of = wr_alloc (relation->axioms.len + 1, sizeof *rank_of);
  wr_bitset company = {0};
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    struct ranked one = {i, wr_tests_of_axiom (relation, i)->len};
    if (one.tests) WR_VEC_PUSH (&ranked, one);
  }
  if (ranked.len) qsort (ranked.data, ranked.len, sizeof *ranked.data, by_tests);
  for (uint32_t i = 0; i < ranked.len; i++) rank_of[ranked.data[i].axiom] = i;
  for (uint32_t later = 1; later < ranked.len; later++) {
    uint32_t axiom = ranked.data[later].axiom;
    find_company (relation, axiom, rank_of, &company);
    for (uint32_t i = 0; i < later; i++) {
      if (wr_bitset_has (&company, i)) continue;
      out.apart++;
      uint32_t other = ranked.data[i].axiom;
      struct wr_apart pair = {other < axiom ? other : axiom, other < axiom ? axiom : other};
      if (shown.len < most) WR_VEC_PUSH (&shown, pair);
    }
    out.pairs += later;
  }
  out.shown = WR_VEC_KEEP (arena, &shown);
  out.count = shown.len;
  free (rank_of);
  wr_bitset_free (&company);
  WR_VEC_FREE (&ranked);
  WR_VEC_FREE (&shown);
  return out;
}
