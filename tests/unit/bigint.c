/* Exact numbers. */
#include "base/bigint.h"
#include "tap.h"

static void test_texts (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  const struct {
    const char *text, *integer, *real;
  } cases[] = {
      {"0", "0", "0"},
      {"-0", "0", "0"},
      {"007", "7", "7"},
      {"-12", "-12", "-12"},
      {"340282366920938463463374607431768211456", "340282366920938463463374607431768211456",
       "340282366920938463463374607431768211456"},
      {"2.50", "", "5/2"},
      {"-0.125", "", "-1/8"},
      {"1e3", "", "1000"},
      {"25e-1", "", "5/2"},
      {"1.5E+2", "", "150"},
      {"6/4", "", "3/2"},
      {"-6/4", "", "-3/2"},
      {"1/0", "", ""},
      {"1/-2", "", ""},
      {"", "", ""},
      {"-", "", ""},
      {"1.", "", ""},
      {".5", "", ""},
      {"1e", "", ""},
      {"1e+", "", ""},
      {"1e100001", "", ""},
      {"1e999999999999999999999999", "", ""},
      {"x", "", ""},
      {"+1", "", ""},
      {"1 ", "", ""},
      {"--1", "", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_str text = wr_str_of (cases[i].text);
    SAME (t, wr_int_canonical (arena, text), cases[i].integer, cases[i].text);
    SAME (t, wr_real_canonical (arena, text), cases[i].real, cases[i].text);
  }
  wr_buf digits = {0};
  for (int i = 0; i < WR_MAX_DIGITS; i++) wr_buf_add_char (&digits, '9');
  mpz_t n;
  mpz_init (n);
  OK (t, wr_int_parse (n, wr_buf_str (&digits)), "as many digits as allowed");
  wr_buf_add_char (&digits, '9');
  OK (t, !wr_int_parse (n, wr_buf_str (&digits)), "one more is refused");
  mpz_clear (n);
  wr_buf_free (&digits);
  wr_arena_free (arena);
}

static void test_division (struct tap *t) {
  mpz_t a, b, q, r, back;
  mpz_inits (a, b, q, r, back, (void *)0);
  bool ok = true;
  for (int x = -13; x <= 13; x++) {
    for (int y = -5; y <= 5; y++) {
      if (!y) continue;
      mpz_set_si (a, x);
      mpz_set_si (b, y);
      wr_int_div (q, a, b);
      wr_int_mod (r, a, b);
      mpz_mul (back, b, q);
      mpz_add (back, back, r);
      ok = ok && !mpz_cmp (back, a) && mpz_sgn (r) >= 0 && mpz_cmpabs (r, b) < 0;
    }
  }
  OK (t, ok, "a = b * q + r with 0 <= r < |b|, all signs");
  mpz_clears (a, b, q, r, back, (void *)0);
}

static void test_powers (struct tap *t) {
  mpz_t a, b, p;
  mpz_inits (a, b, p, (void *)0);
  mpz_set_si (a, -3);
  mpz_set_ui (b, 5);
  OK (t, wr_int_power (p, a, b) && mpz_cmp_si (p, -243) == 0, "(-3)^5");
  mpz_set_si (b, -1);
  OK (t, !wr_int_power (p, a, b), "no negative exponents");
  mpz_set_si (a, 0);
  mpz_set_si (b, 0);
  OK (t, wr_int_power (p, a, b) && mpz_cmp_si (p, 1) == 0, "0^0 is 1");
  wr_int_power_of_two (b, 200);
  mpz_add_ui (b, b, 1);
  mpz_set_si (a, -1);
  OK (t, wr_int_power (p, a, b) && mpz_cmp_si (p, -1) == 0, "(-1)^(2^200 + 1)");
  mpz_set_si (a, 2);
  OK (t, !wr_int_power (p, a, b), "2^(2^200 + 1) is refused");
  mpz_set_si (b, 50000000);
  OK (t, !wr_int_power (p, a, b), "2^50000000 is refused");
  mpz_clears (a, b, p, (void *)0);
}

static void test_bitvectors (struct tap *t) {
  mpz_t v, w;
  mpz_inits (v, w, (void *)0);
  const struct {
    long value;
    uint32_t width;
    long wrapped, with_sign;
  } cases[] = {{255, 8, 255, -1},   {256, 8, 0, 0},      {-1, 8, 255, -1}, {127, 8, 127, 127},
               {128, 8, 128, -128}, {-129, 8, 127, 127}, {1, 1, 1, -1},    {2, 1, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mpz_set_si (v, cases[i].value);
    wr_bv_wrap (w, v, cases[i].width);
    OK (t, mpz_cmp_si (w, cases[i].wrapped) == 0, "%ld in %u bits", cases[i].value, cases[i].width);
    wr_bv_wrap_signed (w, v, cases[i].width);
    OK (t, mpz_cmp_si (w, cases[i].with_sign) == 0, "%ld in %u bits with sign", cases[i].value,
        cases[i].width);
  }
  wr_int_power_of_two (v, 64);
  OK (t, !wr_bv_fits (v, 64) && wr_bv_fits (v, 65), "2^64 needs 65 bits");
  mpz_set_si (v, -1);
  OK (t, !wr_bv_fits (v, 64), "negative numbers do not fit");
  mpq_t q;
  mpq_init (q);
  mpq_set_si (q, -7, 2);
  wr_real_floor (v, q);
  OK (t, mpz_cmp_si (v, -4) == 0, "floor of -7/2");
  mpq_clear (q);
  mpz_clears (v, w, (void *)0);
}

int main (void) {
  struct tap t = {0};
  test_texts (&t);
  test_division (&t);
  test_powers (&t);
  test_bitvectors (&t);
  return tap_done (&t);
}
