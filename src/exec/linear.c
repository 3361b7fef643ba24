/* Intervals of integers, and integer terms as c * x + r. */
#include "exec/linear.h"

/* -- intervals ------------------------------------------------------------------------------------------- */

void wr_x_open_interval (struct interval *i) {
  mpz_inits (i->lo, i->hi, NULL);
  i->has_lo = i->has_hi = false;
}

void wr_x_close_interval (struct interval *i) { mpz_clears (i->lo, i->hi, NULL); }

static void copy_interval (struct interval *to, const struct interval *from) {
  to->has_lo = from->has_lo;
  to->has_hi = from->has_hi;
  mpz_set (to->lo, from->lo);
  mpz_set (to->hi, from->hi);
}

void wr_x_make_point (struct interval *i, const mpz_t at) {
  i->has_lo = i->has_hi = true;
  mpz_set (i->lo, at);
  mpz_set (i->hi, at);
}

static bool is_point (const struct interval *i) {
  return i->has_lo && i->has_hi && mpz_cmp (i->lo, i->hi) == 0;
}

void wr_x_make_empty (struct interval *i) {
  i->has_lo = i->has_hi = true;
  mpz_set_ui (i->lo, 1);
  mpz_set_ui (i->hi, 0);
}

bool wr_x_is_empty (const struct interval *i) {
  return i->has_lo && i->has_hi && mpz_cmp (i->lo, i->hi) > 0;
}

static void cut_above (struct interval *i, const mpz_t hi) {
  if (!i->has_hi || mpz_cmp (hi, i->hi) < 0) mpz_set (i->hi, hi);
  i->has_hi = true;
}

static void cut_below (struct interval *i, const mpz_t lo) {
  if (!i->has_lo || mpz_cmp (lo, i->lo) > 0) mpz_set (i->lo, lo);
  i->has_lo = true;
}

void wr_x_meet (struct interval *i, const struct interval *other) {
  if (other->has_lo) cut_below (i, other->lo);
  if (other->has_hi) cut_above (i, other->hi);
}

void wr_x_hull (struct interval *i, const struct interval *other) {
  if (wr_x_is_empty (other)) return;
  if (wr_x_is_empty (i)) {
    copy_interval (i, other);
    return;
  }
  i->has_lo = i->has_lo && other->has_lo;
  i->has_hi = i->has_hi && other->has_hi;
  if (i->has_lo && mpz_cmp (other->lo, i->lo) < 0) mpz_set (i->lo, other->lo);
  if (i->has_hi && mpz_cmp (other->hi, i->hi) > 0) mpz_set (i->hi, other->hi);
}

static void scale (struct interval *i, const mpz_t by) {
  mpz_mul (i->lo, i->lo, by);
  mpz_mul (i->hi, i->hi, by);
  if (mpz_sgn (by) >= 0) return;
  bool had_lo = i->has_lo;
  mpz_swap (i->lo, i->hi);
  i->has_lo = i->has_hi;
  i->has_hi = had_lo;
}

static void add (struct interval *i, const struct interval *other) {
  mpz_add (i->lo, i->lo, other->lo);
  mpz_add (i->hi, i->hi, other->hi);
  i->has_lo = i->has_lo && other->has_lo;
  i->has_hi = i->has_hi && other->has_hi;
}

/* -- linear expressions ---------------------------------------------------------------------------------- */

static const struct interval *range_in (const struct box *box, wr_var var) {
  for (; box; box = box->outer)
    for (uint32_t i = 0; i < box->count; i++)
      if (box->vars[i].ix == var.ix) return &box->ranges[i];
  return NULL;
}

/* A term that is not a sum: a value, a variable without one, or unknown. */
static bool linear_leaf (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                         struct interval *r) {
  const struct wr_expr_info info = *wr_expr_info (m->core, e);
  mpz_set_ui (c, 0);
  if (info.op == WR_OP_VAR && info.data == x.ix) {
    wr_x_make_point (r, c);
    mpz_set_ui (c, 1);
    return true;
  }
  const wr_value *v = wr_x_eval (m, e);
  if (v) wr_x_make_point (r, v->z);
  if (v) return true;
  const struct interval *known = info.op == WR_OP_VAR ? range_in (box, (wr_var){info.data}) : NULL;
  if (known) copy_interval (r, known);
  return known != NULL;
}

static bool linear_sum (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                        struct interval *r) {
  const struct wr_expr_info info = *wr_expr_info (m->core, e);
  struct interval r2;
  mpz_t c2, minus;
  wr_x_open_interval (&r2);
  mpz_inits (c2, minus, NULL);
  mpz_set_si (minus, -1);
  bool good = wr_x_linear (m, box, wr_expr_child (m->core, e, 0), x, c, r);
  if (info.op == WR_OP_NEG) {
    mpz_neg (c, c);
    scale (r, minus);
  }
  for (uint32_t i = 1; good && i < info.count; i++) {
    good = wr_x_linear (m, box, wr_expr_child (m->core, e, i), x, c2, &r2);
    if (!good) break;
    if (info.op == WR_OP_MUL) {
      if (mpz_sgn (c2) || !is_point (&r2)) { /* the constant may stand on either side */
        mpz_swap (c, c2);
        struct interval other = *r;
        *r = r2;
        r2 = other;
      }
      good = mpz_sgn (c2) == 0 && is_point (&r2);
      mpz_mul (c, c, r2.lo);
      scale (r, r2.lo);
      continue;
    }
    if (info.op == WR_OP_SUB) {
      mpz_neg (c2, c2);
      scale (&r2, minus);
    }
    mpz_add (c, c, c2);
    add (r, &r2);
  }
  wr_x_close_interval (&r2);
  mpz_clears (c2, minus, NULL);
  return good;
}

/* e = c * x + r for some value in r.  Returns false if e is not known to have this form. */
bool wr_x_linear (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                  struct interval *r) {
  const struct wr_expr_info *info = wr_expr_info (m->core, e);
  bool sum = info->op == WR_OP_ADD || info->op == WR_OP_SUB || info->op == WR_OP_NEG ||
             info->op == WR_OP_MUL;
  if (!info->has_bound || !sum || m->nesting >= WR_EXEC_MAX_NESTING)
    return linear_leaf (m, box, e, x, c, r);
  m->nesting++;
  bool good = linear_sum (m, box, e, x, c, r);
  m->nesting--;
  return good;
}

static bool over_integers (const wr_machine *m, wr_expr e) {
  wr_sort sort = wr_expr_info (m->core, wr_expr_child (m->core, e, 0))->sort;
  return wr_sort_info (m->core, sort)->kind == WR_SORT_INT;
}

/* For a comparison of integers: left - right = c * x - d. */
bool wr_x_difference (wr_machine *m, const struct box *box, wr_expr e, wr_var x, mpz_t c,
                      struct interval *d) {
  struct interval left;
  mpz_t c2, minus;
  wr_x_open_interval (&left);
  mpz_inits (c2, minus, NULL);
  mpz_set_si (minus, -1);
  bool good = over_integers (m, e) &&
              wr_x_linear (m, box, wr_expr_child (m->core, e, 0), x, c, &left) &&
              wr_x_linear (m, box, wr_expr_child (m->core, e, 1), x, c2, d);
  if (good) {
    mpz_sub (c, c, c2);
    scale (&left, minus);
    add (d, &left);
  }
  wr_x_close_interval (&left);
  mpz_clears (c2, minus, NULL);
  return good;
}

/* c * x <= d for some d in the interval, less one if it is strict. */
static void at_most (struct interval *i, const mpz_t c, const struct interval *d, bool strict) {
  if (!d->has_hi) return;
  mpz_t bound;
  mpz_init_set (bound, d->hi);
  if (strict) mpz_sub_ui (bound, bound, 1);
  if (mpz_sgn (c) > 0) {
    mpz_fdiv_q (bound, bound, c);
    cut_above (i, bound);
  } else if (mpz_sgn (c) < 0) {
    mpz_cdiv_q (bound, bound, c);
    cut_below (i, bound);
  } else if (mpz_sgn (bound) < 0)
    wr_x_make_empty (i);
  mpz_clear (bound);
}

void wr_x_compare (enum wr_op op, bool want, mpz_t c, struct interval *d, struct interval *out) {
  bool equal = op == WR_OP_EQ;
  mpz_t minus;
  mpz_init_set_si (minus, -1);
  if (want) at_most (out, c, d, op == WR_OP_LT);
  if (equal == want) { /* the other side of an equation, or a comparison turned round */
    mpz_neg (c, c);
    scale (d, minus);
    at_most (out, c, d, op == WR_OP_LE);
  }
  mpz_clear (minus);
}
