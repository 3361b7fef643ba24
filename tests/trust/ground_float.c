/* tests/trust/ground_float.c -- floats, beside MPFR.  A result is computed with far more bits than it can have, and rounded by the
   definition of IEEE 754: the value is scaled so that its last place is one, rounded to an integer, and scaled back. */
#include "ground.h"

#include <mpfr.h>
#include <stdio.h>
#include <string.h>

enum { PLENTY = 6000 }; /* bits: sums, products and fused ones of all formats here are exact */

struct format {
  long significand, exponent; /* bits, as in Boogie's float24e8 */
};

static const struct format formats[] = {{24, 8}, {53, 11}, {11, 5}, {4, 3}};
enum { FORMATS = sizeof formats / sizeof *formats };

enum mode { RNE, RNA, RTP, RTN, RTZ, MODES };
static const char *const mode_names[MODES] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

static long most_exponent (struct format f) {
  return (1L << (f.exponent - 1)) - 1;
} /* 2^most <= the greatest */
static long least_place (struct format f) { return 2 - most_exponent (f) - f.significand; }

/* In a sum that is exactly zero the sign depends on the mode; MPFR's modes cover that. */
static mpfr_rnd_t direction (enum mode mode) { return mode == RTN ? MPFR_RNDD : MPFR_RNDN; }

static void greatest (mpfr_ptr out, struct format f, bool negative) {
  mpfr_set_ui_2exp (out, 1, most_exponent (f) + 1, MPFR_RNDN);
  mpfr_t step;
  mpfr_init2 (step, 64);
  mpfr_set_ui_2exp (step, 1, most_exponent (f) + 1 - f.significand, MPFR_RNDN);
  mpfr_sub (out, out, step, MPFR_RNDN);
  if (negative) mpfr_neg (out, out, MPFR_RNDN);
  mpfr_clear (step);
}

static void to_integer (mpfr_ptr x, enum mode mode) {
  switch (mode) {
  case RNE: mpfr_rint (x, x, MPFR_RNDN); return;
  case RNA: mpfr_round (x, x); return;
  case RTP: mpfr_ceil (x, x); return;
  case RTN: mpfr_floor (x, x); return;
  case RTZ: mpfr_trunc (x, x); return;
  case MODES: return;
  }
}

static void round_to (mpfr_ptr x, struct format f, enum mode mode) {
  if (!mpfr_number_p (x) || mpfr_zero_p (x)) return;
  bool negative = mpfr_signbit (x);
  long place = mpfr_get_exp (x) - f.significand; /* of the last bit */
  if (place < least_place (f)) place = least_place (f);
  mpfr_mul_2si (x, x, -place, MPFR_RNDN);
  to_integer (x, mode);
  mpfr_mul_2si (x, x, place, MPFR_RNDN);
  if (mpfr_zero_p (x)) mpfr_setsign (x, x, negative, MPFR_RNDN);
  if (mpfr_zero_p (x) || mpfr_get_exp (x) <= most_exponent (f) + 1) return;
  if (mode == RTZ || (mode == RTP && negative) || (mode == RTN && !negative))
    greatest (x, f, negative);
  else
    mpfr_set_inf (x, negative ? -1 : 1);
}

/* -- literals and values ------------------------------------------------------------------------------------ */

static void add_float (wr_buf *out, mpfr_srcptr x, struct format f) {
  if (mpfr_nan_p (x)) {
    wr_buf_print (out, "0NaN%lde%ld", f.significand, f.exponent);
  } else if (mpfr_inf_p (x)) {
    wr_buf_print (out, "0%coo%lde%ld", mpfr_signbit (x) ? '-' : '+', f.significand, f.exponent);
  } else if (mpfr_zero_p (x)) {
    wr_buf_print (out, "%s0x0.0e0f%lde%ld", mpfr_signbit (x) ? "-" : "", f.significand, f.exponent);
  } else {
    mpz_t digits;
    mpz_init (digits);
    long exponent = mpfr_get_z_2exp (digits, x);
    long cut = (long)mpz_scan1 (digits, 0);
    mpz_tdiv_q_2exp (digits, digits, (mp_bitcnt_t)cut);
    exponent += cut;
    long odd = ((exponent % 4) + 4) % 4;
    mpz_mul_2exp (digits, digits, (mp_bitcnt_t)odd);
    mpz_abs (digits, digits);
    char *text = mpz_get_str (NULL, 16, digits);
    wr_buf_print (out, "%s0x%s.0e%ldf%lde%ld", mpfr_signbit (x) ? "-" : "", text,
                  (exponent - odd) / 4, f.significand, f.exponent);
    free (text);
    mpz_clear (digits);
  }
}

/* Special values, neighbours of special values, values of similar size, and any. */
static void random_float (struct sheet *s, mpfr_ptr x, struct format f) {
  bool negative = rng_chance (&s->rng, 50);
  long spread = most_exponent (f);
  switch (rng_below (&s->rng, 10)) {
  case 0: mpfr_set_zero (x, 1); break;
  case 1: mpfr_set_inf (x, 1); break;
  case 2: greatest (x, f, false); break;
  case 3: mpfr_set_ui_2exp (x, 1 + rng_below (&s->rng, 3), least_place (f), MPFR_RNDN); break;
  case 4:
    mpfr_set_ui_2exp (x, 1, 1 - most_exponent (f), MPFR_RNDN);
    break; /* the least normal number */
  case 5: mpfr_set_nan (x); return;
  case 6: mpfr_set_ui (x, rng_below (&s->rng, 10), MPFR_RNDN); break;
  case 7: mpfr_set_ui_2exp (x, 1 + 2 * rng_below (&s->rng, 8), -1, MPFR_RNDN); break; /* halves */
  default: {
    mpfr_set_ui (x, rng_next (&s->rng), MPFR_RNDN);
    mpfr_set_exp (x, rng_chance (&s->rng, 70)
                         ? (long)rng_below (&s->rng, 12) - 3
                         : (long)rng_below (&s->rng, (uint32_t)spread) - spread / 2);
    round_to (x, f, RNE);
  }
  }
  if (negative) mpfr_neg (x, x, MPFR_RNDN);
}

/* Another value of the format. */
static void spoil (mpfr_ptr x, struct format f) {
  if (mpfr_nan_p (x))
    mpfr_set_ui (x, 1, MPFR_RNDN);
  else if (mpfr_zero_p (x))
    mpfr_neg (x, x, MPFR_RNDN);
  else if (mpfr_inf_p (x))
    greatest (x, f, mpfr_signbit (x));
  else {
    long place = mpfr_get_exp (x) - f.significand;
    if (place < least_place (f)) place = least_place (f);
    mpfr_t step;
    mpfr_init2 (step, 64);
    mpfr_set_ui_2exp (step, 1, place, MPFR_RNDN);
    if (mpfr_signbit (x)) mpfr_neg (step, step, MPFR_RNDN);
    mpfr_sub (x, x, step, MPFR_RNDN); /* towards zero by one unit of the last place */
    round_to (x, f, RTZ);
    mpfr_clear (step);
  }
}

/* -- operators ------------------------------------------------------------------------------------------------- */

enum float_op { F_ADD, F_SUB, F_MUL, F_DIV, F_FMA, F_SQRT, F_INTEGRAL, F_OPS };
static const char *const op_names[F_OPS] = {
    "fp.add", "fp.sub", "fp.mul", "fp.div", "fp.fma", "fp.sqrt", "fp.roundToIntegral"};
static const int op_arity[F_OPS] = {2, 2, 2, 2, 3, 1, 1};

static void eval_float (mpfr_ptr out, enum float_op op, mpfr_t *v, struct format f,
                        enum mode mode) {
  mpfr_rnd_t rnd = direction (mode);
  switch (op) {
  case F_ADD: mpfr_add (out, v[0], v[1], rnd); break;
  case F_SUB: mpfr_sub (out, v[0], v[1], rnd); break;
  case F_MUL: mpfr_mul (out, v[0], v[1], rnd); break;
  case F_DIV: mpfr_div (out, v[0], v[1], rnd); break;
  case F_FMA: mpfr_fma (out, v[0], v[1], v[2], rnd); break;
  case F_SQRT: mpfr_sqrt (out, v[0], rnd); break;
  case F_INTEGRAL:
    mpfr_set (out, v[0], MPFR_RNDN);
    if (mpfr_number_p (out) && !mpfr_zero_p (out)) {
      bool negative = mpfr_signbit (out);
      to_integer (out, mode);
      if (mpfr_zero_p (out)) mpfr_setsign (out, out, negative, MPFR_RNDN);
    }
    return;
  case F_OPS: return;
  }
  round_to (out, f, mode);
}

/* The builtin functions, which take a rounding mode. */
static void try_builtin (struct sheet *s, enum float_op op, struct format f, mpfr_t *v) {
  char function[40], type[40];
  snprintf (type, sizeof type, "float%lde%ld", f.significand, f.exponent);
  snprintf (function, sizeof function, "%s.%ld", op_names[op], f.significand);
  wr_buf_print (&s->declarations, "function {:builtin \"%s\"} %s(r: rmode, a%s: %s): %s;\n",
                op_names[op], function,
                op_arity[op] == 3   ? ", b, c"
                : op_arity[op] == 2 ? ", b"
                                    : "",
                type, type);
  sheet_begin (s, op_names[op], "");
  for (enum mode mode = RNE; mode < MODES; mode++)
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 3; i++) random_float (s, v[i], f);
      if (op == F_SQRT && rng_chance (&s->rng, 80)) mpfr_abs (v[0], v[0], MPFR_RNDN);
      for (int wrong = 0; wrong < 2; wrong++) {
        wr_buf term = {0};
        wr_buf_print (&term, "%s(%s", function, mode_names[mode]);
        for (int i = 0; i < op_arity[op]; i++)
          wr_buf_print (&term, ", "), add_float (&term, v[i], f);
        wr_buf_print (&term, ") == ");
        eval_float (v[3], op, v, f, mode);
        if (wrong) spoil (v[3], f);
        add_float (&term, v[3], f);
        sheet_case (s, "", wr_buf_text (&term), !wrong);
        wr_buf_free (&term);
      }
    }
  sheet_end (s);
}

/* Boogie's own operators round to nearest, ties to even. */
static void try_signs (struct sheet *s, struct format f, mpfr_t *v) {
  static const char signs[] = "+-*/";
  char locals[80];
  snprintf (locals, sizeof locals, " var x, y: float%lde%ld;", f.significand, f.exponent);
  sheet_begin (s, "+ - * / of floats", locals);
  for (int i = 0; i < 40; i++) {
    int sign = i % 4;
    wr_buf term = {0}, before = {0}, value = {0};
    random_float (s, v[0], f);
    random_float (s, v[1], f);
    eval_float (v[3], (enum float_op)sign, v, f, RNE);
    if (i % 8 >= 4) spoil (v[3], f);
    add_float (&value, v[3], f);
    add_float (&term, v[0], f);
    wr_buf_print (&term, " %c ", signs[sign]);
    add_float (&term, v[1], f);
    wr_buf_print (&term, " == %s", wr_buf_text (&value));
    sheet_case (s, "", wr_buf_text (&term), i % 8 < 4);
    if (f.significand <= 11) {
      wr_buf_print (&before, "havoc x, y; assume x == ");
      add_float (&before, v[0], f);
      wr_buf_print (&before, "; assume y == ");
      add_float (&before, v[1], f);
      wr_buf_print (&before, ";");
      wr_buf_clear (&term);
      wr_buf_print (&term, "x %c y == %s", signs[sign], wr_buf_text (&value));
      sheet_case (s, wr_buf_text (&before), wr_buf_text (&term), i % 8 < 4);
    }
    wr_buf_free (&term);
    wr_buf_free (&before);
    wr_buf_free (&value);
  }
  sheet_end (s);
}

static bool identical (mpfr_srcptr a, mpfr_srcptr b) {
  if (mpfr_nan_p (a) || mpfr_nan_p (b)) return mpfr_nan_p (a) && mpfr_nan_p (b);
  return mpfr_equal_p (a, b) && !mpfr_signbit (a) == !mpfr_signbit (b);
}

static bool compare (int sign, mpfr_srcptr a, mpfr_srcptr b) {
  switch (sign) {
  case 0: return mpfr_less_p (a, b);
  case 1: return mpfr_lessequal_p (a, b);
  case 2: return mpfr_greater_p (a, b);
  case 3: return mpfr_greaterequal_p (a, b);
  case 4: return identical (a, b);
  default: return !identical (a, b);
  }
}

static void try_order (struct sheet *s, struct format f, mpfr_t *v) {
  static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
  static const char *const names[] = {"fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq"};
  for (int i = 0; i < 5; i++)
    wr_buf_print (&s->declarations,
                  "function {:builtin \"%s\"} %s.%ld(a, b: float%lde%ld): bool;\n", names[i],
                  names[i], f.significand, f.significand, f.exponent);
  sheet_begin (s, "order of floats", "");
  for (int i = 0; i < 36; i++) {
    wr_buf a = {0}, b = {0}, term = {0};
    random_float (s, v[0], f);
    random_float (s, v[1], f);
    if (i % 4 == 0) mpfr_set (v[1], v[0], MPFR_RNDN);
    if (i % 8 == 1) mpfr_neg (v[1], v[0], MPFR_RNDN);
    add_float (&a, v[0], f);
    add_float (&b, v[1], f);
    wr_buf_print (&term, "%s %s %s", wr_buf_text (&a), signs[i % 6], wr_buf_text (&b));
    sheet_case (s, "", wr_buf_text (&term), compare (i % 6, v[0], v[1]));
    if (i % 6 < 5) {
      bool holds = i % 6 == 4 ? mpfr_equal_p (v[0], v[1]) : compare (i % 6, v[0], v[1]);
      wr_buf_clear (&term);
      wr_buf_print (&term, "%s.%ld(%s, %s)", names[i % 6], f.significand, wr_buf_text (&a),
                    wr_buf_text (&b));
      sheet_case (s, "", wr_buf_text (&term), holds);
    }
    wr_buf_free (&a);
    wr_buf_free (&b);
    wr_buf_free (&term);
  }
  sheet_end (s);
}

static bool has_class (int which, mpfr_srcptr x, struct format f) {
  bool finite = mpfr_number_p (x) && !mpfr_zero_p (x);
  bool small = finite && mpfr_get_exp (x) < 2 - most_exponent (f);
  switch (which) {
  case 0: return mpfr_nan_p (x);
  case 1: return mpfr_inf_p (x);
  case 2: return mpfr_zero_p (x);
  case 3: return finite && !small;
  case 4: return small;
  case 5: return !mpfr_nan_p (x) && mpfr_signbit (x);
  default: return !mpfr_nan_p (x) && !mpfr_signbit (x);
  }
}

static void try_classes (struct sheet *s, struct format f, mpfr_t *v) {
  static const char *const names[] = {"fp.isNaN",     "fp.isInfinite",  "fp.isZero",
                                      "fp.isNormal",  "fp.isSubnormal", "fp.isNegative",
                                      "fp.isPositive"};
  for (int i = 0; i < 7; i++)
    wr_buf_print (&s->declarations, "function {:builtin \"%s\"} %s.%ld(a: float%lde%ld): bool;\n",
                  names[i], names[i], f.significand, f.significand, f.exponent);
  sheet_begin (s, "classes of floats, negation", "");
  for (int i = 0; i < 42; i++) {
    wr_buf value = {0}, term = {0};
    random_float (s, v[0], f);
    add_float (&value, v[0], f);
    wr_buf_print (&term, "%s.%ld(%s)", names[i % 7], f.significand, wr_buf_text (&value));
    sheet_case (s, "", wr_buf_text (&term), has_class (i % 7, v[0], f));
    wr_buf_clear (&term);
    mpfr_neg (v[1], v[0], MPFR_RNDN);
    wr_buf_print (&term, "-(%s) == ", wr_buf_text (&value));
    add_float (&term, v[1], f);
    sheet_case (s, "", wr_buf_text (&term), true);
    wr_buf_free (&value);
    wr_buf_free (&term);
  }
  sheet_end (s);
}

/* Numbers of thousandths as floats, in every mode. */
static void try_conversions (struct sheet *s, struct format f, mpfr_t *v) {
  wr_buf_print (
      &s->declarations,
      "function {:builtin \"(_ to_fp %ld %ld)\"} of_real.%ld(r: rmode, x: real): float%lde%ld;\n",
      f.exponent, f.significand, f.significand, f.significand, f.exponent);
  sheet_begin (s, "to_fp of reals", "");
  mpq_t q;
  mpq_init (q);
  for (int i = 0; i < 30; i++) {
    enum mode mode = (enum mode) (i % 5);
    long n = (long)rng_below (&s->rng, 40000) - 20000;
    wr_buf term = {0};
    mpq_set_si (q, n, 1000);
    mpq_canonicalize (q);
    mpfr_set_q (v[3], q, MPFR_RNDN); /* 6000 bits: no tie of the format arises or is lost by it */
    if (n == 0) mpfr_set_zero (v[3], 1);
    round_to (v[3], f, mode);
    if (i % 10 >= 5) spoil (v[3], f);
    wr_buf_print (&term, "of_real.%ld(%s, %s%ld.%03ld) == ", f.significand, mode_names[mode],
                  n < 0 ? "-" : "", labs (n) / 1000, labs (n) % 1000);
    add_float (&term, v[3], f);
    sheet_case (s, "", wr_buf_text (&term), i % 10 < 5);
    wr_buf_free (&term);
  }
  mpq_clear (q);
  sheet_end (s);
}

void ground_floats (struct sheet *s) {
  mpfr_t v[4];
  for (int i = 0; i < 4; i++) mpfr_init2 (v[i], PLENTY);
  for (int i = 0; i < FORMATS; i++) {
    try_signs (s, formats[i], v);
    try_order (s, formats[i], v);
    try_classes (s, formats[i], v);
    try_conversions (s, formats[i], v);
    for (enum float_op op = F_ADD; op < F_OPS; op++) try_builtin (s, op, formats[i], v);
  }
  for (int i = 0; i < 4; i++) mpfr_clear (v[i]);
  mpfr_free_cache ();
}
