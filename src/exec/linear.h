/* exec/linear.h -- intervals of integers, and integer terms as linear expressions of one variable that has no value.  Private to exec. */
#ifndef WR_EXEC_LINEAR_H
#define WR_EXEC_LINEAR_H

#include "exec/machine.h"

struct interval {
  mpz_t lo, hi;
  bool has_lo, has_hi; /* lo > hi: empty */
};

void wr_x_open_interval (struct interval *i); /* all integers */
void wr_x_close_interval (struct interval *i);
void wr_x_make_point (struct interval *i, const mpz_t at);
void wr_x_make_empty (struct interval *i);
bool wr_x_is_empty (const struct interval *i);
void wr_x_meet (struct interval *i, const struct interval *other);
void wr_x_hull (struct interval *i, const struct interval *other);

/* What is known about variables without values in every case that decides the quantifier. */
struct box {
  const struct box *outer;
  const wr_var *vars;
  struct interval *ranges;
  uint32_t count;
};

/* e = c * x + r for some value in r; without a box r is a point.  Returns false if e is not known to have this form. */
bool wr_x_linear (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                  struct interval *r);
/* For a comparison: left - right = c * x - d.  False also if it does not compare integers. */
bool wr_x_difference (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                      struct interval *d);
/* Narrows `out` to the x for which c * x OP d has the truth value `want` for some value in d; changes c and d.  OP: LE, LT, EQ. */
void wr_x_compare (enum wr_op op, bool want, mpz_t c, struct interval *d, struct interval *out);

#endif
