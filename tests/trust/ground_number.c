/* tests/trust/ground_number.c -- integers and reals, beside GMP. */
#include "ground.h"

#include <stdio.h>
#include <string.h>

/* -- literals ------------------------------------------------------------------------------------------ */

static void add_int (wr_buf *out, mpz_srcptr z) {
  char *text = mpz_get_str (NULL, 10, z);
  wr_buf_print (out, mpz_sgn (z) < 0 ? "(%s)" : "%s", text);
  free (text);
}

static void add_whole (wr_buf *out, mpz_srcptr z) { /* as a real */
  char *text = mpz_get_str (NULL, 10, z);
  wr_buf_print (out, mpz_sgn (z) < 0 ? "(%s.0)" : "%s.0", text);
  free (text);
}

/* n thousandths, the form of all real arguments here. */
static void add_thousandths (wr_buf *out, long n) {
  long size = labs (n);
  wr_buf_print (out, n < 0 ? "(-%ld.%03ld)" : "%ld.%03ld", size / 1000, size % 1000);
}

/* -- integers ------------------------------------------------------------------------------------------ */

/* Boogie's div and mod are Euclid's: 0 <= a mod b < |b|, and a == b * (a div b) + a mod b. */
static void euclid (mpz_ptr quotient, mpz_ptr rest, mpz_srcptr a, mpz_srcptr b) {
  mpz_fdiv_qr (quotient, rest, a, b); /* the rest has the sign of b */
  if (mpz_sgn (rest) < 0) {
    mpz_sub (rest, rest, b);
    mpz_add_ui (quotient, quotient, 1);
  }
}

enum int_op { ADD, SUB, MUL, DIV, MOD, INT_OPS };
static const char *const int_signs[INT_OPS] = {"+", "-", "*", "div", "mod"};

static void eval_int (mpz_ptr out, enum int_op op, mpz_srcptr a, mpz_srcptr b) {
  mpz_t other;
  mpz_init (other);
  switch (op) {
  case ADD: mpz_add (out, a, b); break;
  case SUB: mpz_sub (out, a, b); break;
  case MUL: mpz_mul (out, a, b); break;
  case DIV: euclid (out, other, a, b); break;
  case MOD: euclid (other, out, a, b); break;
  case INT_OPS: break;
  }
  mpz_clear (other);
}

static void random_int (struct sheet *s, mpz_ptr out, bool nonzero) {
  static const long edges[] = {0, 1, -1, 2, -2, 3, -3, 7, -7, 10, -10};
  uint32_t kind = rng_below (&s->rng, 4);
  if (kind < 2)
    mpz_set_si (out, edges[rng_below (&s->rng, sizeof edges / sizeof *edges)]);
  else
    mpz_set_si (out, (long)rng_below (&s->rng, 2000) - 1000);
  if (kind == 3) {
    mpz_mul_2exp (out, out, 61);
    mpz_add_ui (out, out, rng_below (&s->rng, 100));
  }
  if (nonzero && mpz_sgn (out) == 0) mpz_set_si (out, -4);
}

/* `a op b == value`, with literals and with variables. */
static void int_case (struct sheet *s, enum int_op op, mpz_srcptr a, mpz_srcptr b, bool wrong) {
  wr_buf before = {0}, plain = {0}, named = {0};
  mpz_t value;
  mpz_init (value);
  eval_int (value, op, a, b);
  if (wrong) mpz_add_ui (value, value, 1);
  add_int (&plain, a);
  wr_buf_print (&plain, " %s ", int_signs[op]);
  add_int (&plain, b);
  wr_buf_print (&plain, " == ");
  add_int (&plain, value);
  wr_buf_print (&before, "havoc x, y; assume x == ");
  add_int (&before, a);
  wr_buf_print (&before, "; assume y == ");
  add_int (&before, b);
  wr_buf_print (&before, ";");
  wr_buf_print (&named, "x %s y == ", int_signs[op]);
  add_int (&named, value);
  sheet_case (s, "", wr_buf_text (&plain), !wrong);
  sheet_case (s, wr_buf_text (&before), wr_buf_text (&named), !wrong);
  mpz_clear (value);
  wr_buf_free (&before);
  wr_buf_free (&plain);
  wr_buf_free (&named);
}

static void int_operators (struct sheet *s) {
  mpz_t a, b;
  mpz_inits (a, b, NULL);
  for (enum int_op op = ADD; op < INT_OPS; op++) {
    sheet_begin (s, int_signs[op], " var x, y: int;");
    for (int i = 0; i < 4; i++) { /* all signs */
      mpz_set_si (a, i & 1 ? 7 : -7);
      mpz_set_si (b, i & 2 ? 3 : -3);
      int_case (s, op, a, b, false);
      int_case (s, op, a, b, true);
    }
    for (int i = 0; i < 12; i++) {
      random_int (s, a, false);
      random_int (s, b, op == DIV || op == MOD);
      int_case (s, op, a, b, false);
      int_case (s, op, a, b, true);
    }
    sheet_end (s);
  }
  mpz_clears (a, b, NULL);
}

static const char *const order_signs[] = {"<", "<=", ">", ">=", "==", "!="};

static bool order (int sign, int compared) {
  switch (sign) {
  case 0: return compared < 0;
  case 1: return compared <= 0;
  case 2: return compared > 0;
  case 3: return compared >= 0;
  case 4: return compared == 0;
  default: return compared != 0;
  }
}

static void int_order (struct sheet *s) {
  mpz_t a, b;
  mpz_inits (a, b, NULL);
  for (int sign = 0; sign < 6; sign++) {
    sheet_begin (s, order_signs[sign], " var x, y: int;");
    for (int i = 0; i < 12; i++) {
      random_int (s, a, false);
      random_int (s, b, false);
      if (i % 3 == 0) mpz_set (b, a);
      wr_buf term = {0}, before = {0};
      add_int (&term, a);
      wr_buf_print (&term, " %s ", order_signs[sign]);
      add_int (&term, b);
      sheet_case (s, "", wr_buf_text (&term), order (sign, mpz_cmp (a, b)));
      wr_buf_print (&before, "havoc x, y; assume x == ");
      add_int (&before, a);
      wr_buf_print (&before, " && y == ");
      add_int (&before, b);
      wr_buf_print (&before, ";");
      wr_buf_clear (&term);
      wr_buf_print (&term, "x %s y", order_signs[sign]);
      sheet_case (s, wr_buf_text (&before), wr_buf_text (&term), order (sign, mpz_cmp (a, b)));
      wr_buf_free (&term);
      wr_buf_free (&before);
    }
    sheet_end (s);
  }
  mpz_clears (a, b, NULL);
}

/* -- reals ----------------------------------------------------------------------------------------------- */

static const char real_signs[] = "+-*/";

/* (a op b) * q == p, where p / q is the value. */
static void real_case (struct sheet *s, char sign, long a, long b, bool wrong) {
  mpq_t x, y, value;
  mpq_inits (x, y, value, NULL);
  mpq_set_si (x, a, 1000);
  mpq_set_si (y, b, 1000);
  mpq_canonicalize (x);
  mpq_canonicalize (y);
  if (sign == '+') mpq_add (value, x, y);
  if (sign == '-') mpq_sub (value, x, y);
  if (sign == '*') mpq_mul (value, x, y);
  if (sign == '/') mpq_div (value, x, y);
  if (wrong)
    mpz_add_ui (mpq_numref (value), mpq_numref (value), 1); /* another value of the numerator */
  wr_buf tail = {0}, plain = {0}, before = {0};
  wr_buf_print (&tail, ") * ");
  add_whole (&tail, mpq_denref (value));
  wr_buf_print (&tail, " == ");
  add_whole (&tail, mpq_numref (value));
  wr_buf_print (&plain, "(");
  add_thousandths (&plain, a);
  wr_buf_print (&plain, " %c ", sign);
  add_thousandths (&plain, b);
  wr_buf_add (&plain, wr_buf_str (&tail));
  sheet_case (s, "", wr_buf_text (&plain), !wrong);
  wr_buf_print (&before, "havoc x, y; assume x == ");
  add_thousandths (&before, a);
  wr_buf_print (&before, "; assume y == ");
  add_thousandths (&before, b);
  wr_buf_print (&before, ";");
  wr_buf_clear (&plain);
  wr_buf_print (&plain, "(x %c y", sign);
  wr_buf_add (&plain, wr_buf_str (&tail));
  sheet_case (s, wr_buf_text (&before), wr_buf_text (&plain), !wrong);
  wr_buf_free (&tail);
  wr_buf_free (&plain);
  wr_buf_free (&before);
  mpq_clears (x, y, value, NULL);
}

static long random_thousandths (struct sheet *s) {
  static const long edges[] = {0, 1000, -1000, 500, -500, 1, -1, 333, 2500, -2500};
  return rng_chance (&s->rng, 50) ? edges[rng_below (&s->rng, sizeof edges / sizeof *edges)]
                                  : (long)rng_below (&s->rng, 20000) - 10000;
}

static void real_operators (struct sheet *s) {
  static const char *const names[] = {"real +", "real -", "real *", "real /"};
  for (int op = 0; op < 4; op++) {
    sheet_begin (s, names[op], " var x, y: real;");
    for (int i = 0; i < 12; i++) {
      long a = random_thousandths (s), b = random_thousandths (s);
      if (real_signs[op] == '/' && b == 0) b = -250;
      real_case (s, real_signs[op], a, b, false);
      real_case (s, real_signs[op], a, b, true);
    }
    sheet_end (s);
  }
  sheet_begin (s, "order of reals", "");
  for (int i = 0; i < 36; i++) {
    long a = random_thousandths (s), b = i % 3 ? random_thousandths (s) : a;
    wr_buf term = {0};
    add_thousandths (&term, a);
    wr_buf_print (&term, " %s ", order_signs[i % 6]);
    add_thousandths (&term, b);
    sheet_case (s, "", wr_buf_text (&term), order (i % 6, (a > b) - (a < b)));
    wr_buf_free (&term);
  }
  sheet_end (s);
}

/* int is the floor; / of integers is a real. */
static void conversions (struct sheet *s) {
  char term[200], before[200];
  sheet_begin (s, "int(real)", " var x: real; var n: int;");
  for (int i = 0; i < 24; i++) {
    long a = random_thousandths (s), floor = a >= 0 ? a / 1000 : -((-a + 999) / 1000);
    for (int wrong = 0; wrong < 2; wrong++) {
      wr_buf value = {0};
      add_thousandths (&value, a);
      snprintf (term, sizeof term, "int(%s) == %ld", wr_buf_text (&value), floor + wrong);
      sheet_case (s, "", term, !wrong);
      snprintf (before, sizeof before, "havoc x; assume x == %s;", wr_buf_text (&value));
      snprintf (term, sizeof term, "int(x) == %ld", floor + wrong);
      sheet_case (s, before, term, !wrong);
      wr_buf_free (&value);
    }
  }
  sheet_end (s);
  sheet_begin (s, "real(int)", " var n: int;");
  for (int i = 0; i < 12; i++) {
    long n = (long)rng_below (&s->rng, 200) - 100;
    snprintf (term, sizeof term, "real(%ld) == %ld.0", n, n);
    sheet_case (s, "", term, true);
    snprintf (term, sizeof term, "real(%ld) == %ld.5", n, n);
    sheet_case (s, "", term, false);
    snprintf (term, sizeof term, "int(real(%ld)) == %ld", n, n + i % 2);
    sheet_case (s, "", term, i % 2 == 0);
    snprintf (before, sizeof before, "havoc n; assume n == %ld;", n);
    snprintf (term, sizeof term, "real(n) + 0.5 == %ld.%c", n, '5');
    sheet_case (s, before, term, n >= 0);
  }
  sheet_end (s);
  sheet_begin (s, "/ of integers", "");
  for (int i = 0; i < 24; i++) {
    long a = (long)rng_below (&s->rng, 40) - 20, b = (long)rng_below (&s->rng, 40) - 20;
    if (b == 0) b = 8;
    snprintf (term, sizeof term, "(%ld / %ld) * %ld.0 == %ld.0", a, b, b, a + i % 2);
    sheet_case (s, "", term, i % 2 == 0);
  }
  sheet_end (s);
}

void ground_numbers (struct sheet *s) {
  int_operators (s);
  int_order (s);
  real_operators (s);
  conversions (s);
}
