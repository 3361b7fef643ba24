/* front/boogie/literal.c -- which literals stand for a value. */
#include "front/boogie/parse.h"

bool bpl_parse_u32 (wr_str digits, uint32_t *value) {
  uint64_t n = 0;
  for (size_t i = 0; i < digits.len; i++) {
    n = n * 10 + (uint64_t)(digits.ptr[i] - '0');
    if (n > INT32_MAX) return false;
  }
  *value = (uint32_t)n;
  return true;
}

/* A number of at most 18 digits; larger ones count as 10^18. */
static int64_t number (wr_str s, size_t *at) {
  int64_t n = 0;
  for (; *at < s.len && s.ptr[*at] >= '0' && s.ptr[*at] <= '9'; ++*at)
    n = n > 100000000000000000 ? 1000000000000000000 : n * 10 + (s.ptr[*at] - '0');
  return n;
}

static int hex_value (char c) {
  return c <= '9' ? c - '0' : c <= 'F' ? c - 'A' + 10 : c - 'a' + 10;
}

/* Positions of the highest and the lowest bit that is set, in units of 2^0; false if there is none. */
static bool set_bits (wr_str digits, int64_t unit, int64_t *high, int64_t *low) {
  bool any = false;
  int64_t weight = unit + 4 * (int64_t)digits.len;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.ptr[i] == '.') continue;
    weight -= 4;
    int value = hex_value (digits.ptr[i]);
    for (int bit = 3; bit >= 0; bit--) {
      if (!(value >> bit & 1)) continue;
      if (!any) *high = weight + bit;
      *low = weight + bit;
      any = true;
    }
  }
  return any;
}

/* Splits 0xH.HeXfSeE into its parts; reads the sizes from the end because H includes 'e' and 'f'. */
struct float_parts {
  wr_str digits; /* with the point */
  size_t fraction_digits;
  int64_t exponent, significand_bits, exponent_bits;
};

static size_t last_of (wr_str s, size_t end, char c) {
  while (end > 0 && s.ptr[end - 1] != c) end--;
  return end; /* one past it */
}

static struct float_parts split (wr_str s) {
  struct float_parts parts = {0};
  size_t e2 = last_of (s, s.len, 'e'), f = last_of (s, e2 - 1, 'f'), e1 = last_of (s, f - 1, 'e');
  size_t at = e2;
  parts.exponent_bits = number (s, &at);
  at = f;
  parts.significand_bits = number (s, &at);
  at = e1;
  bool negative = s.ptr[at] == '-';
  if (negative) at++;
  parts.exponent = number (s, &at);
  if (negative) parts.exponent = -parts.exponent;
  size_t x = last_of (s, e1, 'x');
  parts.digits = (wr_str){s.ptr + x, e1 - 1 - x};
  parts.fraction_digits = e1 - 1 - last_of (s, e1, '.');
  return parts;
}

static bool sizes_are_legal (int64_t significand, int64_t exponent) {
  return significand > 1 && exponent > 1 && significand <= INT32_MAX && exponent <= INT32_MAX;
}

/* The value is digits * 16^exponent.  It is exact if its bits fit in the significand, no bit lies below
   the smallest subnormal number, and the highest one is below the overflow. */
bool bpl_float_is_exact (wr_str literal) {
  if (literal.ptr[0] != '-' && literal.ptr[1] != 'x') { /* 0NaN24e8, 0+oo24e8 */
    size_t at = 4;
    int64_t significand = number (literal, &at);
    at++;
    return sizes_are_legal (significand, number (literal, &at));
  }
  struct float_parts f = split (literal);
  if (!sizes_are_legal (f.significand_bits, f.exponent_bits)) return false;
  int64_t high, low;
  int64_t unit = -4 * (int64_t)f.fraction_digits;
  wr_str digits = f.digits;
  if (!set_bits (digits, unit - 4, &high, &low)) return true; /* the point counts as a digit */
  if (high - low >= f.significand_bits) return false;
  if (f.exponent > INT64_MAX / 16 || f.exponent < INT64_MIN / 16) return false;
  high += 4 * f.exponent;
  low += 4 * f.exponent;
  if (f.exponent_bits > 60) return true;
  int64_t bias = (int64_t)1 << (f.exponent_bits - 1);
  return high < bias && low >= 2 - bias - (f.significand_bits - 1);
}
