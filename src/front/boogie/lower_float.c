/* Floating-point literals: from Boogie's spelling to the bits.  0x1.8e3f24e8 is 1.8 (hexadecimal) times
   16^3 as a number with 24 bits of significand (the hidden one included) and 8 of exponent; 0NaN24e8,
   0+oo24e8 and 0-oo24e8 are the special values. */
#include "front/boogie/lowering.h"

#include "base/bigint.h"

struct scanned {
  bool negative, special;
  mpz_t digits;     /* all hexadecimal digits as one number */
  int64_t exponent; /* of two: value = digits * 2^exponent */
};

static int hex_digit (char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static const int64_t max_exponent = (int64_t)1 << 58; /* of sixteen */

/* sign 0x digits . digits e exponent f ...: the exponent is the last e before the last f. */
static bool scan (wr_str text, struct scanned *out) {
  size_t i = 0;
  if (i < text.len && text.ptr[i] == '-') out->negative = true, i++;
  if (i + 1 >= text.len || text.ptr[i] != '0' || text.ptr[i + 1] != 'x') return false;
  size_t f = text.len, e;
  while (f > i && text.ptr[f - 1] != 'f') f--;
  if (f == i) return false;
  for (e = f - 1; e > i && text.ptr[e - 1] != 'e';) e--;
  if (e == i) return false;
  bool after_point = false;
  int64_t places = 0;
  for (i += 2; i < e - 1; i++) {
    if (text.ptr[i] == '.') {
      after_point = true;
      continue;
    }
    int digit = hex_digit (text.ptr[i]);
    if (digit < 0) return false;
    mpz_mul_ui (out->digits, out->digits, 16);
    mpz_add_ui (out->digits, out->digits, (unsigned)digit);
    places += after_point;
  }
  bool minus = text.ptr[e] == '-';
  int64_t exponent = 0;
  for (i = e + minus; i < f - 1; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9' || exponent > max_exponent / 10) return false;
    exponent = exponent * 10 + (text.ptr[i] - '0');
  }
  out->exponent = 4 * ((minus ? -exponent : exponent) - places);
  return true;
}

/* The bits of digits * 2^exponent; false if it is not exactly a number of the format. */
static bool encode (mpz_t bits, struct scanned *s, uint32_t significand, uint32_t width) {
  mpz_set_ui (bits, 0);
  if (mpz_sgn (s->digits)) {
    int64_t bias = ((int64_t)1 << (width - 1)) - 1;
    int64_t length = (int64_t)mpz_sizeinbase (s->digits, 2);
    int64_t scale = s->exponent + length - 1; /* value = 1.f * 2^scale */
    int64_t lowest = 1 - bias - ((int64_t)significand - 1);
    if (scale > bias) return false;
    bool subnormal = scale < 1 - bias;
    /* the exponent of the last bit that the format can hold for this value */
    int64_t last = subnormal ? lowest : scale - ((int64_t)significand - 1);
    int64_t shift = s->exponent - last;
    if (shift < 0) {
      if ((int64_t)mpz_scan1 (s->digits, 0) < -shift) return false;
      mpz_fdiv_q_2exp (bits, s->digits, (mp_bitcnt_t)-shift);
    } else {
      mpz_mul_2exp (bits, s->digits, (mp_bitcnt_t)shift);
    }
    if (!subnormal) {
      mpz_t biased;
      mpz_init_set_si (biased, (long)(scale + bias));
      mpz_clrbit (bits, significand - 1);
      mpz_mul_2exp (biased, biased, significand - 1);
      mpz_add (bits, bits, biased);
      mpz_clear (biased);
    }
  }
  if (s->negative) mpz_setbit (bits, significand + width - 1);
  return true;
}

/* An exponent of ones; NaN has the top bit of the significand. */
static void encode_special (mpz_t bits, wr_str text, uint32_t significand, uint32_t width) {
  mpz_set_ui (bits, 0);
  for (uint32_t i = 0; i < width; i++) mpz_setbit (bits, significand - 1 + i);
  char kind = text.len > 1 ? text.ptr[1] : 'N';
  if (kind == 'N' || kind == 'n') mpz_setbit (bits, significand - 2);
  if (kind == '-') mpz_setbit (bits, significand + width - 1);
}

enum { MAX_EXPONENT_BITS = 60 };

wr_expr bpl_float_literal (bpl_lowering *lo, const bpl_expr *e) {
  const bpl_type *type = bpl_ground (lo, e->type);
  wr_sort sort = bpl_sort (lo, e->type);
  wr_str text = e->u.literal.text;
  struct scanned s = {0};
  mpz_t bits;
  mpz_init (s.digits);
  mpz_init (bits);
  size_t at = text.len && text.ptr[0] == '-';
  bool special = text.len > at + 1 && text.ptr[at + 1] != 'x';
  bool ok = type->bits >= 2 && type->exponent >= 2 && type->exponent <= MAX_EXPONENT_BITS;
  if (ok && special) encode_special (bits, text, type->bits, type->exponent);
  if (ok && !special) ok = scan (text, &s) && encode (bits, &s, type->bits, type->exponent);
  wr_expr result;
  if (ok) {
    wr_mark mark = wr_arena_save (lo->arena);
    wr_symbol symbol = wr_intern (lo->symbols, wr_int_text (lo->arena, bits));
    wr_arena_restore (lo->arena, mark);
    result = wr_mk_literal (lo->core, WR_OP_FLOAT, symbol, sort);
  } else {
    bpl_unsupported (lo, e->span, "a floating-point literal that its type cannot hold exactly");
    result = bpl_dummy (lo, sort);
  }
  mpz_clear (bits);
  mpz_clear (s.digits);
  return result;
}
