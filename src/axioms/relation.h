/* axioms/relation.h -- the relation between the tests of a suite and the axioms of a verifier.  Readers of Boogie-like programs, of SMT-LIB logs
   and of KeY proofs fill it; statistics, pictures and reports read nothing else.  Everything lives in the arena of the relation; tests and
   axioms are numbered in the order in which they were added, which does not depend on scheduling. */
#ifndef WR_AXIOMS_RELATION_H
#define WR_AXIOMS_RELATION_H

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

/* A part of an axiom that can be left out by itself (solve/z3_fine.h). */
struct wr_axiom_piece {
  wr_str kind, text;
  wr_u32s needed_in, idle_in; /* tests, increasing: it is needed there; it is not */
};

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
  bool
      ground; /* it has no quantifier: it is present in every attempt, and nothing counts its use */
  bool searched;                                    /* it was in a search for contradictions */
  wr_u32s used_by, covered_by, strong_in, failures; /* tests, increasing */
  uint64_t instances;                               /* in all failed attempts */
  uint32_t generation;                              /* the greatest of these instances */
  WR_VEC (struct wr_axiom_piece) pieces;
};

/* Another declaration of the prelude: a test covers it if it occurs in the test itself or in an axiom that the test covers. */
struct wr_element_row {
  wr_str kind; /* "type", "function", "constant" */
  wr_str name, file;
  uint32_t line;
  uint64_t hash;
  uint32_t seen;      /* tests in whose problem it is declared */
  wr_u32s covered_by; /* tests, increasing */
};

/* Axioms that contradict each other. */
struct wr_axiom_conflict {
  wr_str path; /* the file in which it was found first */
  wr_u32s axioms;
  bool minimal; /* no member can be dropped with the resources of the search */
};

/* Instances of an axiom in the failed attempts of a test. */
struct wr_instances {
  uint32_t axiom;
  uint32_t generation; /* the greatest: how many instances led to it */
  uint64_t count;
};
typedef WR_VEC (struct wr_instances) wr_instance_list;

struct wr_piece_use {
  uint32_t axiom, piece;
  bool needed;
};
typedef WR_VEC (struct wr_piece_use) wr_piece_list;

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
  uint32_t without_goal; /* checks of a log that ask about nothing but axioms; they are no goals */
  uint32_t line, end_line;             /* of the procedure or query; 0: unknown */
  wr_u32s used, covered, strong;       /* axioms, increasing */
  wr_instance_list instances;          /* in failed attempts, increasing by axiom */
  wr_piece_list pieces;                /* of covered axioms, increasing; empty: not looked at */
  wr_u32s elements;                    /* covered, increasing */
  bool complete, confirmed, used_only; /* used_only: no prover to reduce with */
  bool lost;                           /* its process ended before it had told its axioms */
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
  WR_VEC (struct wr_element_row) elements;
  WR_VEC (struct wr_axiom_conflict) conflicts;
  uint32_t searched;               /* files whose axioms were searched for a contradiction */
  wr_map by_hash, element_of_hash; /* identity -> number + 1 */
} wr_relation;

/* The lists of a row. */
void wr_test_row_free (struct wr_test_row *row);
void wr_axiom_row_free (struct wr_axiom_row *row);

wr_relation *wr_relation_new (void);
void wr_relation_free (wr_relation *relation); /* NULL is allowed */

/* The axiom with this identity; it is added where it is new.  Strings are copied. */
uint32_t wr_relation_axiom (wr_relation *relation, const struct wr_axiom_row *row);
uint32_t wr_relation_element (wr_relation *relation, const struct wr_element_row *row);
/* Is it known that some of these axioms, an increasing list, contradict each other? */
bool wr_relation_has_conflict (const wr_relation *relation, const wr_u32s *axioms);
/* Adds a conflict, unless one with a subset of these axioms is known. */
void wr_relation_conflict (wr_relation *relation, const struct wr_axiom_conflict *found);
/* Adds a test with its sets, which need not be sorted, and enters it in the rows of its axioms. */
uint32_t wr_relation_add (wr_relation *relation, const struct wr_test_row *row);

/* Mean and population deviation of the selectivity of the tests that cover an axiom. */
struct wr_spread {
  double mean, deviation;
};
uint32_t wr_selectivity (const wr_relation *relation, uint32_t test);
struct wr_spread wr_axiom_spread (const wr_relation *relation, uint32_t axiom);

#endif
