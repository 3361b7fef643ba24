/* axioms/advice.h -- what the author of a suite could do next, from the relation: axioms without a test, axioms that only broad or only narrow tests
   cover, axioms that tests use and none needs.  axioms/sketch.h tries what can be tried. */
#ifndef WR_AXIOMS_ADVICE_H
#define WR_AXIOMS_ADVICE_H

#include "axioms/relation.h"

enum wr_advice_kind {
  WR_ADVICE_UNCOVERED, /* no test covers it */
  WR_ADVICE_BROAD,     /* only tests that cover many axioms do */
  WR_ADVICE_NARROW,    /* only tests that cover few axioms do */
  WR_ADVICE_REDUNDANT, /* the partners prove it: no test can need it */
  WR_ADVICE_REPLACED, /* tests use it, but none needs it; the partner is covered by all of these tests */
  WR_ADVICE_KIND_COUNT
};
const char *wr_advice_name (enum wr_advice_kind kind);

struct wr_advice {
  enum wr_advice_kind kind;
  uint32_t axiom;
  wr_u32s partners; /* axioms */
  /* UNCOVERED: a test that needs the axiom, tried with the solver; "": none was found */
  wr_str sketch;
  wr_str sketch_path;   /* the log in which it is a test; "": a program's */
  uint32_t sketch_line; /* before this line */
};
typedef struct wr_advice_list {
  WR_VEC (struct wr_advice) items; /* by kind, then by axiom */
  uint32_t tried;                  /* sketches that the solver was asked about */
} wr_advice_list;

/* What the relation says by itself. */
void wr_advise (const wr_relation *relation, wr_advice_list *list);
void wr_advice_sort (wr_advice_list *list);
void wr_advice_free (wr_advice_list *list);

#endif
