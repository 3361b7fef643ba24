#include "base/bigint.h"

#include "base/check.h"

static size_t count_digits (wr_str text) {
  size_t n = 0;
  while (n < text.len && text.ptr[n] >= '0' && text.ptr[n] <= '9') n++;
  return n;
}

static wr_str skip (wr_str text, size_t n) { return (wr_str){text.ptr + n, text.len - n}; }

bool wr_int_parse (mpz_t out, wr_str text) {
  bool negative = text.len && text.ptr[0] == '-';
  wr_str digits = skip (text, negative);
  if (!digits.len || digits.len > WR_MAX_DIGITS || count_digits (digits) != digits.len)
    return false;
  wr_buf copy = {0}; /* GMP wants a final NUL byte */
  wr_buf_add (&copy, digits);
  int failed = mpz_set_str (out, wr_buf_text (&copy), 10);
  wr_buf_free (&copy);
  WR_REQUIRE (!failed);
  if (negative) mpz_neg (out, out);
  return true;
}

wr_str wr_int_text (wr_arena *arena, const mpz_t value) {
  size_t room = mpz_sizeinbase (value, 10) + 2;
  char *text = WR_NEW (arena, char, room);
  mpz_get_str (text, 10, value);
  return wr_str_of (text);
}

static bool parse_fraction (mpq_t out, wr_str text, size_t slash) {
  wr_str low = skip (text, slash + 1);
  bool ok = wr_int_parse (mpq_numref (out), (wr_str){text.ptr, slash}) &&
            wr_int_parse (mpq_denref (out), low) && mpz_sgn (mpq_denref (out)) > 0;
  if (!ok) mpz_set_ui (mpq_denref (out), 1); /* leave a valid number behind */
  mpq_canonicalize (out);
  return ok;
}

/* e[+-]?[0-9]+ at the end of a decimal; empty is 0. */
static bool parse_exponent (wr_str text, long *exponent) {
  *exponent = 0;
  if (!text.len) return true;
  if (text.ptr[0] != 'e' && text.ptr[0] != 'E') return false;
  text = skip (text, 1);
  bool negative = text.len && text.ptr[0] == '-';
  if (text.len && (text.ptr[0] == '-' || text.ptr[0] == '+')) text = skip (text, 1);
  if (!text.len || count_digits (text) != text.len) return false;
  for (size_t i = 0; i < text.len; i++) {
    *exponent = *exponent * 10 + (text.ptr[i] - '0');
    if (*exponent > WR_MAX_EXPONENT) return false;
  }
  if (negative) *exponent = -*exponent;
  return true;
}

static void scale (mpq_t out, long exponent) {
  mpz_t power;
  mpz_init (power);
  mpz_ui_pow_ui (power, 10, (unsigned long)(exponent < 0 ? -exponent : exponent));
  if (exponent < 0)
    mpz_mul (mpq_denref (out), mpq_denref (out), power);
  else
    mpz_mul (mpq_numref (out), mpq_numref (out), power);
  mpz_clear (power);
  mpq_canonicalize (out);
}

static bool parse_decimal (mpq_t out, wr_str text) {
  bool negative = text.len && text.ptr[0] == '-';
  text = skip (text, negative);
  size_t whole = count_digits (text), part = 0;
  wr_str rest = skip (text, whole);
  if (rest.len && rest.ptr[0] == '.') {
    part = count_digits (skip (rest, 1));
    if (!part) return false;
    rest = skip (rest, 1 + part);
  }
  long exponent;
  if (!whole || part > WR_MAX_EXPONENT || !parse_exponent (rest, &exponent)) return false;
  wr_buf digits = {0};
  wr_buf_add (&digits, (wr_str){text.ptr, whole});
  if (part) wr_buf_add (&digits, (wr_str){text.ptr + whole + 1, part});
  bool ok = wr_int_parse (mpq_numref (out), wr_buf_str (&digits));
  wr_buf_free (&digits);
  if (!ok) return false;
  mpz_set_ui (mpq_denref (out), 1);
  if (negative) mpz_neg (mpq_numref (out), mpq_numref (out));
  scale (out, exponent - (long)part);
  return true;
}

bool wr_real_parse (mpq_t out, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '/') return parse_fraction (out, text, i);
  }
  return parse_decimal (out, text);
}

wr_str wr_real_text (wr_arena *arena, const mpq_t value) {
  wr_str above = wr_int_text (arena, mpq_numref (value));
  if (!mpz_cmp_ui (mpq_denref (value), 1)) return above;
  wr_str below = wr_int_text (arena, mpq_denref (value));
  return wr_str_print (arena, "%.*s/%.*s", WR_STR_ARGS (above), WR_STR_ARGS (below));
}

wr_str wr_int_canonical (wr_arena *arena, wr_str text) {
  mpz_t value;
  mpz_init (value);
  wr_str canonical = wr_int_parse (value, text) ? wr_int_text (arena, value) : WR_LIT ("");
  mpz_clear (value);
  return canonical;
}

wr_str wr_real_canonical (wr_arena *arena, wr_str text) {
  mpq_t value;
  mpq_init (value);
  wr_str canonical = wr_real_parse (value, text) ? wr_real_text (arena, value) : WR_LIT ("");
  mpq_clear (value);
  return canonical;
}

void wr_int_div (mpz_t out, const mpz_t a, const mpz_t b) {
  WR_REQUIRE (mpz_sgn (b) != 0);
  if (mpz_sgn (b) > 0)
    mpz_fdiv_q (out, a, b);
  else
    mpz_cdiv_q (out, a, b);
}

void wr_int_mod (mpz_t out, const mpz_t a, const mpz_t b) {
  WR_REQUIRE (mpz_sgn (b) != 0);
  mpz_mod (out, a, b); /* GMP takes |b| */
}

bool wr_int_power (mpz_t out, const mpz_t base, const mpz_t exponent) {
  enum { MOST_BITS = 4 * WR_MAX_DIGITS };
  if (mpz_sgn (exponent) < 0) return false;
  if (mpz_cmpabs_ui (base, 1) <= 0) { /* -1, 0, 1: any exponent will do */
    bool zero = mpz_sgn (base) == 0 && mpz_sgn (exponent) > 0;
    bool minus = mpz_sgn (base) < 0 && mpz_odd_p (exponent);
    mpz_set_si (out, zero ? 0 : minus ? -1 : 1);
    return true;
  }
  if (!mpz_fits_ulong_p (exponent)) return false;
  unsigned long times = mpz_get_ui (exponent);
  if (times > MOST_BITS / mpz_sizeinbase (base, 2)) return false;
  mpz_pow_ui (out, base, times);
  return true;
}

void wr_real_floor (mpz_t out, const mpq_t value) {
  mpz_fdiv_q (out, mpq_numref (value), mpq_denref (value));
}

void wr_int_power_of_two (mpz_t out, uint32_t exponent) {
  mpz_set_ui (out, 1);
  mpz_mul_2exp (out, out, exponent);
}

void wr_bv_wrap (mpz_t out, const mpz_t value, uint32_t width) {
  WR_REQUIRE (width > 0);
  mpz_fdiv_r_2exp (out, value, width);
}

void wr_bv_wrap_signed (mpz_t out, const mpz_t value, uint32_t width) {
  wr_bv_wrap (out, value, width);
  if (!mpz_tstbit (out, width - 1)) return;
  mpz_t modulus;
  mpz_init (modulus);
  wr_int_power_of_two (modulus, width);
  mpz_sub (out, out, modulus);
  mpz_clear (modulus);
}

bool wr_bv_fits (const mpz_t value, uint32_t width) {
  return mpz_sgn (value) >= 0 && (mpz_sgn (value) == 0 || mpz_sizeinbase (value, 2) <= width);
}
