/* axioms/advice.c -- advice from the relation (axioms/advice.h). */
#include "axioms/advice.h"

#include "axioms/stats.h"
#include "base/check.h"

#include <stdlib.h>

enum { LEAST_TESTS = 8 }; /* fewer tests have no broad and narrow ones */

const char *wr_advice_name (enum wr_advice_kind kind) {
  static const char *const names[] = {"uncovered", "broad", "narrow", "redundant", "replaced"};
  WR_REQUIRE (kind < WR_ADVICE_KIND_COUNT);
  return names[kind];
}

static void add (wr_advice_list *list, enum wr_advice_kind kind, uint32_t axiom) {
  struct wr_advice one = {.kind = kind, .axiom = axiom};
  WR_VEC_PUSH (&list->items, one);
}

/* Broad tests are those of the upper quarter, narrow ones those of the lower. */
static void add_spread (const wr_relation *relation, uint32_t axiom,
                        const struct wr_selectivities *all, wr_advice_list *list) {
  const wr_u32s *tests = wr_tests_of_axiom (relation, axiom);
  if (!tests->len || all->tests < LEAST_TESTS) return;
  uint32_t least = UINT32_MAX, most = 0;
  for (uint32_t i = 0; i < tests->len; i++) {
    uint32_t n = wr_selectivity (relation, tests->data[i]);
    if (n < least) least = n;
    if (n > most) most = n;
  }
  if (least >= all->upper && least > all->median) add (list, WR_ADVICE_BROAD, axiom);
  if (most <= all->lower && most < all->median) add (list, WR_ADVICE_NARROW, axiom);
}

static bool is_in (const wr_u32s *list, uint32_t item) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == item) return true;
  return false;
}

/* Of the axioms that all tests cover which use this one, the most special: that with the fewest tests. */
static void add_replaced (const wr_relation *relation, uint32_t axiom, wr_advice_list *list) {
  const wr_u32s *users = &relation->axioms.data[axiom].used_by;
  if (!users->len || relation->tests.data[users->data[0]].used_only) return;
  const wr_u32s *first = &relation->tests.data[users->data[0]].covered;
  uint32_t best = UINT32_MAX, fewest = UINT32_MAX;
  for (uint32_t i = 0; i < first->len; i++) {
    uint32_t other = first->data[i], tests = relation->axioms.data[other].covered_by.len;
    bool always = true;
    for (uint32_t k = 1; always && k < users->len; k++)
      always = is_in (&relation->tests.data[users->data[k]].covered, other);
    if (always && tests < fewest) best = other, fewest = tests;
  }
  if (best == UINT32_MAX) return;
  add (list, WR_ADVICE_REPLACED, axiom);
  WR_VEC_PUSH (&WR_VEC_LAST (&list->items).partners, best);
}

void wr_advise (const wr_relation *relation, wr_advice_list *list) {
  struct wr_selectivities all = wr_selectivities_of (relation);
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    if (wr_tests_of_axiom (relation, i)->len) {
      add_spread (relation, i, &all, list);
    } else {
      add (list, WR_ADVICE_UNCOVERED, i);
      add_replaced (relation, i, list);
    }
  }
  wr_advice_sort (list);
}

static int by_kind (const void *a, const void *b) {
  const struct wr_advice *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  return (x->axiom > y->axiom) - (x->axiom < y->axiom);
}

void wr_advice_sort (wr_advice_list *list) {
  if (list->items.len) qsort (list->items.data, list->items.len, sizeof *list->items.data, by_kind);
}

void wr_advice_free (wr_advice_list *list) {
  for (uint32_t i = 0; i < list->items.len; i++) WR_VEC_FREE (&list->items.data[i].partners);
  WR_VEC_FREE (&list->items);
}
