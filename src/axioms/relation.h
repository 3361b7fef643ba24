/* axioms/relation.h -- the relation between the tests of a suite and the axioms of a verifier.  Readers of Boogie-like programs, of SMT-LIB logs
   and of KeY proofs fill it; statistics, pictures and reports read nothing else.  Everything lives in the arena of the relation; tests and
   axioms are numbered in the order in which they were added, which does not depend on scheduling. */
#ifndef WR_AXIOMS_RELATION_H
#define WR_AXIOMS_RELATION_H

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

struct wr_axiom_row {
  wr_str name;  /* for people */
  wr_str group; /* "" : none */
  wr_str file;  /* of its first position; "": unknown */
  uint32_t line;
  wr_str text;
  wr_str rule;    /* how it was identified: "named", "qid", "remark", "text", "label", "rule" */
  uint64_t hash;  /* its identity */
  uint32_t parts; /* assertions that count as this axiom in one test, at most */
  uint32_t seen;  /* tests in whose problem it stands */
  bool prelude;   /* it stands in the prelude; false: an axiom of the test's own program */
  wr_u32s used_by, covered_by, strong_in, failures; /* tests, increasing */
};

enum wr_axiom_verdict {
  WR_AXIOM_UNDECIDED, /* nothing was computed */
  WR_AXIOM_PROVED,
  WR_AXIOM_FAILED, /* some goal is not provable */
  WR_AXIOM_TIMEOUT,
  WR_AXIOM_ERROR, /* it could not be read or asked; `problem` has the reason */
  WR_AXIOM_VERDICT_COUNT
};
const char *wr_axiom_verdict_name (enum wr_axiom_verdict verdict);

struct wr_test_row {
  wr_str path, name; /* name: of the procedure or query; "": the file as a whole */
  enum wr_axiom_verdict verdict, expected; /* expected UNDECIDED: not said */
  uint32_t goals, proved;
  wr_u32s used, covered, strong, failures; /* axioms, increasing */
  bool complete, confirmed, used_only;     /* used_only: no prover to reduce with */
  uint64_t resources;
  uint32_t queries;
  double seconds;
  wr_str problem;
  uint32_t problem_line;
};

typedef struct wr_relation {
  wr_arena *arena;
  WR_VEC (struct wr_axiom_row) axioms;
  WR_VEC (struct wr_test_row) tests;
  wr_map by_hash; /* identity -> number + 1 */
} wr_relation;

wr_relation *wr_relation_new (void);
void wr_relation_free (wr_relation *relation); /* NULL is allowed */

/* The axiom with this identity; it is added where it is new.  Strings are copied. */
uint32_t wr_relation_axiom (wr_relation *relation, const struct wr_axiom_row *row);
/* Adds a test with its sets, which need not be sorted, and enters it in the rows of its axioms. */
uint32_t wr_relation_add (wr_relation *relation, const struct wr_test_row *row);

/* Mean and population deviation of the selectivity of the tests that cover an axiom. */
struct wr_spread {
  double mean, deviation;
};
uint32_t wr_selectivity (const wr_relation *relation, uint32_t test);
struct wr_spread wr_axiom_spread (const wr_relation *relation, uint32_t axiom);

#endif
