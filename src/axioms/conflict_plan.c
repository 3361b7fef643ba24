/* axioms/conflict_plan.c -- which files of a suite are searched for contradictions (axioms/conflict_plan.h). */
#include "axioms/conflict_plan.h"

#include "base/bitset.h"

enum {
  MOST_SEARCHES = 24,
  NEW_SHARE = 5 /* one axiom of so many must be new */
};

void wr_conflict_plan_add (wr_conflict_plan *plan, const wr_relation *relation, uint32_t file,
                           const struct wr_file_tests *tests) {
  struct wr_conflict_candidate candidate = {.file = file};
  wr_bitset axioms = {0};
  for (uint32_t i = 0; i < tests->axioms.len; i++) {
    uint64_t number = wr_map_or (&relation->by_hash, tests->axioms.data[i].hash, 0);
    if (number) wr_bitset_set (&axioms, (uint32_t)number - 1, true);
  }
  WR_BITSET_EACH (&axioms, i) { WR_VEC_PUSH (&candidate.axioms, i); }
  if (candidate.axioms.len) WR_VEC_PUSH (plan, candidate);
  wr_bitset_free (&axioms);
}

void wr_conflict_plan_free (wr_conflict_plan *plan) {
  for (uint32_t i = 0; i < plan->len; i++) WR_VEC_FREE (&plan->data[i].axioms);
  WR_VEC_FREE (plan);
}

/* What a search in this file would be worth: the tests that have one of its axioms that was in no search yet. */
static uint64_t worth (const wr_relation *relation, const struct wr_conflict_candidate *candidate) {
  uint64_t tests = 0;
  uint32_t fresh = 0;
  for (uint32_t i = 0; i < candidate->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[candidate->axioms.data[i]];
    fresh += !row->searched;
    if (!row->searched) tests += row->seen ? row->seen : 1;
  }
  return fresh < candidate->axioms.len / NEW_SHARE ? 0 : tests;
}

void wr_conflict_plan_choose (wr_conflict_plan *plan, wr_relation *relation) {
  for (uint32_t searches = 0; searches < MOST_SEARCHES; searches++) {
    struct wr_conflict_candidate *best = NULL;
    uint64_t most = 0;
    for (uint32_t i = 0; i < plan->len; i++) {
      struct wr_conflict_candidate *candidate = &plan->data[i];
      uint64_t here = candidate->chosen || wr_relation_has_conflict (relation, &candidate->axioms)
                          ? 0
                          : worth (relation, candidate);
      if (here > most) best = candidate, most = here;
    }
    if (!best) return;
    best->chosen = true;
    relation->searched++;
    for (uint32_t i = 0; i < best->axioms.len; i++)
      relation->axioms.data[best->axioms.data[i]].searched = true;
  }
}
