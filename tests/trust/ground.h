/* tests/trust/ground.h -- ground terms beside an independent evaluation.  A sheet collects cases, `assert TERM == VALUE;`
   each on a line of its own, with the verdict that exact arithmetic wants; the test verifies the sheet as a program. */
#ifndef WR_TESTS_TRUST_GROUND_H
#define WR_TESTS_TRUST_GROUND_H

#include "../prop/rng.h"
#include "base/str.h"
#include "base/vec.h"

#include <gmp.h>

struct expectation {
  uint32_t line;
  bool proved;
  const char *operator; /* what the case is about */
};

struct sheet {
  wr_buf declarations, body;
  WR_VEC (struct expectation) wants;
  struct rng rng;
  const char *operator;
};

/* Begins the cases of an operator; `locals` declares the variables that its cases use. */
void sheet_begin (struct sheet *s, const char *operator, const char * locals);
void sheet_end (struct sheet *s);
/* One case: `before` is a list of statements, may be "". */
void sheet_case (struct sheet *s, const char *before, const char *condition, bool proved);

/* Adds the cases of one kind. */
void ground_truth (struct sheet *s);   /* bool, conditional */
void ground_numbers (struct sheet *s); /* int, real and conversions */
void ground_data (struct sheet *s);    /* maps and datatypes */
void ground_bits (struct sheet *s);    /* bit vectors */
void ground_floats (struct sheet *s);  /* floats and rounding modes; nothing without MPFR */

#endif
