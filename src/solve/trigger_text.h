/* solve/trigger_text.h -- the terms of a Z3 log (z3_trace.c), as far as the text of triggers needs them. */
#ifndef WR_SOLVE_TRIGGER_TEXT_H
#define WR_SOLVE_TRIGGER_TEXT_H

#include "base/str.h"
#include "base/vec.h"

enum { WR_TRACE_MAX_TERMS = 1 << 26 };

/* Strings belong to the log. */
struct wr_trace_term {
  wr_str name; /* of a function, or the value of a numeral; "" of a bound variable */
  wr_str
      args; /* `#7 #8`; of a quantifier: the names of its variables, `(|x| ; |Int|) (|y| ; |Int|)` */
  uint32_t variable; /* of a bound variable: how many binders are between, plus one */
};

struct wr_trace_terms {
  WR_VEC (struct wr_trace_term) terms; /* by number */
};
void wr_trace_terms_free (struct wr_trace_terms *terms);

/* Takes in a line of the log that makes or names a term; others are passed over. */
void wr_trace_term (struct wr_trace_terms *terms, wr_str event, wr_str rest);
/* The text of a trigger of a quantifier, both by the number of their terms, in the notation `f(x, m[i])`.  Large terms are cut. */
void wr_trace_trigger (wr_buf *out, const struct wr_trace_terms *terms, uint32_t quant,
                       uint32_t pattern);

#endif
