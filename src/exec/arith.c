/* Integers and reals.  Division by zero is a function of the dividend that the oracle knows. */
#include "exec/machine.h"

#include "core/build.h"

const wr_value *wr_x_partial_value (wr_machine *m, enum wr_op op, uint32_t data, wr_sort sort,
                                    const wr_value *arg) {
  const struct wr_oracle *oracle = &m->options.oracle;
  uint64_t hash;
  uint32_t key = UINT32_MAX - (uint32_t)op;
  const wr_value *known = wr_x_memo_get (m, key, data, &arg, 1, &hash);
  if (known) return known;
  if (arg->open || !oracle->partial || m->quiet)
    return wr_x_undecided (m, "a partial operator outside its domain");
  const wr_value *v = oracle->partial (oracle->ctx, m, op, data, sort, arg);
  if (!v) return wr_x_undecided (m, "a partial operator outside its domain");
  wr_x_memo_put (m, key, data, &arg, 1, hash, v);
  return v;
}

static const wr_value *int_divide (wr_machine *m, enum wr_op op, wr_sort sort,
                                   const wr_value **args) {
  if (mpz_sgn (args[1]->z) == 0) return wr_x_partial_value (m, op, 0, sort, args[0]);
  mpz_t out;
  mpz_init (out);
  if (op == WR_OP_DIV)
    wr_int_div (out, args[0]->z, args[1]->z);
  else
    wr_int_mod (out, args[0]->z, args[1]->z);
  const wr_value *v = wr_x_value_of_int (m, out);
  mpz_clear (out);
  return v;
}

static const wr_value *int_fold (wr_machine *m, enum wr_op op, const wr_value **args,
                                 uint32_t count) {
  mpz_t out;
  mpz_init_set (out, args[0]->z);
  if (op == WR_OP_NEG) mpz_neg (out, out);
  for (uint32_t i = 1; i < count; i++) {
    if (op == WR_OP_ADD)
      mpz_add (out, out, args[i]->z);
    else if (op == WR_OP_SUB)
      mpz_sub (out, out, args[i]->z);
    else
      mpz_mul (out, out, args[i]->z);
  }
  const wr_value *v = wr_x_value_of_int (m, out);
  mpz_clear (out);
  return v;
}

static const wr_value *real_fold (wr_machine *m, enum wr_op op, const wr_value **args,
                                  uint32_t count) {
  mpq_t out;
  mpq_init (out);
  mpq_set (out, args[0]->q);
  if (op == WR_OP_NEG) mpq_neg (out, out);
  for (uint32_t i = 1; i < count; i++) {
    if (op == WR_OP_ADD)
      mpq_add (out, out, args[i]->q);
    else if (op == WR_OP_SUB)
      mpq_sub (out, out, args[i]->q);
    else if (op == WR_OP_MUL)
      mpq_mul (out, out, args[i]->q);
    else
      mpq_div (out, out, args[i]->q);
  }
  const wr_value *v = wr_x_value_of_real (m, out);
  mpq_clear (out);
  return v;
}

/* Reals to a small integral power; other powers are undecided. */
static const wr_value *power (wr_machine *m, const wr_value *base, const wr_value *exponent) {
  if (m->options.free_powers) return wr_x_undecided (m, "a power");
  if (base->kind != VALUE_REAL || mpz_cmp_ui (mpq_denref (exponent->q), 1) != 0 ||
      !mpz_fits_sint_p (mpq_numref (exponent->q))) {
    return wr_x_undecided (m, "a power that is not a rational number");
  }
  long n = mpz_get_si (mpq_numref (exponent->q));
  unsigned long size = (unsigned long)(n < 0 ? -n : n);
  size_t bits = mpz_sizeinbase (mpq_numref (base->q), 2) + mpz_sizeinbase (mpq_denref (base->q), 2);
  if (size > WR_EXEC_MAX_POWER_BITS / bits) return wr_x_undecided (m, "a power that is too large");
  if (n <= 0 && mpq_sgn (base->q) == 0)
    return wr_x_undecided (m, "zero to a power that is not positive");
  mpq_t out;
  mpq_init (out);
  mpz_pow_ui (mpq_numref (out), mpq_numref (base->q), size);
  mpz_pow_ui (mpq_denref (out), mpq_denref (base->q), size);
  if (n < 0) mpq_inv (out, out);
  const wr_value *v = wr_x_value_of_real (m, out);
  mpq_clear (out);
  return v;
}

static const wr_value *to_real (wr_machine *m, const wr_value *arg) {
  mpq_t out;
  mpq_init (out);
  mpq_set_z (out, arg->z);
  const wr_value *v = wr_x_value_of_real (m, out);
  mpq_clear (out);
  return v;
}

static const wr_value *to_int (wr_machine *m, const wr_value *arg) {
  mpz_t out;
  mpz_init (out);
  wr_real_floor (out, arg->q);
  const wr_value *v = wr_x_value_of_int (m, out);
  mpz_clear (out);
  return v;
}

const wr_value *wr_x_eval_arith (wr_machine *m, enum wr_op op, wr_sort sort, const wr_value **args,
                                 uint32_t count) {
  bool ints = args[0]->kind == VALUE_INT, reals = args[0]->kind == VALUE_REAL;
  if (!ints && !reals) return wr_x_undecided (m, "an operator on floats");
  if (op == WR_OP_LT || op == WR_OP_LE) {
    int order = ints ? mpz_cmp (args[0]->z, args[1]->z) : mpq_cmp (args[0]->q, args[1]->q);
    return wr_value_bool (m, op == WR_OP_LT ? order < 0 : order <= 0);
  }
  if (op == WR_OP_TO_REAL) return ints ? to_real (m, args[0]) : args[0];
  if (op == WR_OP_TO_INT) return reals ? to_int (m, args[0]) : args[0];
  if (op == WR_OP_POW) return power (m, args[0], args[1]);
  if (op == WR_OP_DIV || op == WR_OP_MOD) return int_divide (m, op, sort, args);
  if (op == WR_OP_RDIV && mpq_sgn (args[1]->q) == 0)
    return wr_x_partial_value (m, op, 0, sort, args[0]);
  return ints ? int_fold (m, op, args, count) : real_fold (m, op, args, count);
}
