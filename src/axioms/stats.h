/* axioms/stats.h -- figures about a suite, from the relation alone: coverage per group, how many tests each axiom has, how selective tests are, and
   which axioms no test covers together.

   A test "has" the axioms that it covers; where nothing could be reduced (KeY proofs), those that it uses. */
#ifndef WR_AXIOMS_STATS_H
#define WR_AXIOMS_STATS_H

#include "axioms/relation.h"

/* Is "used" all that is known about every test? */
bool wr_relation_used_only (const wr_relation *relation);
const wr_u32s *wr_axioms_of_test (const wr_relation *relation, uint32_t test);
/* Increasing. */
const wr_u32s *wr_tests_of_axiom (const wr_relation *relation, uint32_t axiom);

struct wr_axiom_group {
  wr_str name;
  uint32_t used, covered, strong, total;
};
struct wr_axiom_groups {
  struct wr_axiom_group *data; /* in the arena, in the order of their first axioms */
  uint32_t count;
};
struct wr_axiom_groups wr_axiom_groups_of (const wr_relation *relation, wr_arena *arena);

/* Of the tests that have axioms. */
struct wr_selectivities {
  uint32_t tests, least, most, median, lower, upper; /* lower, upper: quartiles */
  double mean, deviation;
};
struct wr_selectivities wr_selectivities_of (const wr_relation *relation);

/* Two axioms that have tests, but none in common. */
struct wr_apart {
  uint32_t a, b; /* a < b */
};
struct wr_apart_list {
  uint64_t pairs, apart; /* of axioms with tests: all pairs, and those that are apart */
  struct wr_apart
      *shown; /* in the arena; at most `most`: first those of the axioms with many tests */
  uint32_t count;
};
struct wr_apart_list wr_apart_of (const wr_relation *relation, uint32_t most, wr_arena *arena);

#endif
