/* base/bigint.h -- exact numbers over GMP: what lowering, the evaluator and printing need beyond mpz and
   mpq.  Texts are canonical: equal numbers have equal texts, so they can be interned as symbols.  An
   integer is written -?[0-9]+ without leading zeros, a rational p/q in lowest terms with q > 1, or p. */
#ifndef WR_BASE_BIGINT_H
#define WR_BASE_BIGINT_H

#include "base/str.h"

#include <gmp.h>

enum {
  WR_MAX_DIGITS = 1 << 20,         /* of a number that is read */
  WR_MAX_EXPONENT = 100000,        /* of ten, in a real that is read */
  WR_MAX_BITVECTOR = (1 << 16) - 1 /* width */
};

/* -?[0-9]+; false for any other text and beyond WR_MAX_DIGITS.  `out` is initialised by the caller. */
bool wr_int_parse (mpz_t out, wr_str text);
wr_str wr_int_text (wr_arena *arena, const mpz_t value);

/* An integer, p/q with q > 0, or a decimal: 3, 3/4, 2.50, 1e-3, 2.5e10. */
bool wr_real_parse (mpq_t out, wr_str text);
wr_str wr_real_text (wr_arena *arena, const mpq_t value); /* p/q, or p */
/* The canonical text of a numeral, for interning; empty if the text is not a numeral. */
wr_str wr_int_canonical (wr_arena *arena, wr_str text);
wr_str wr_real_canonical (wr_arena *arena, wr_str text);

/* Euclidean: a = b * q + r with 0 <= r < |b|, as SMT-LIB's div and mod.  b is not zero. */
void wr_int_div (mpz_t out, const mpz_t a, const mpz_t b);
void wr_int_mod (mpz_t out, const mpz_t a, const mpz_t b);
/* base^exponent for an exponent that fits; false if the result would have more than WR_MAX_DIGITS bits
   times four, or the exponent is negative. */
bool wr_int_power (mpz_t out, const mpz_t base, const mpz_t exponent);
void wr_real_floor (mpz_t out, const mpq_t value);

void wr_int_power_of_two (mpz_t out, uint32_t exponent);
/* The representative in [0, 2^width), and in [-2^(width-1), 2^(width-1)); width > 0. */
void wr_bv_wrap (mpz_t out, const mpz_t value, uint32_t width);
void wr_bv_wrap_signed (mpz_t out, const mpz_t value, uint32_t width);
bool wr_bv_fits (const mpz_t value, uint32_t width); /* 0 <= value < 2^width */

#endif
