#include "base/jsontext.h"

#include "base/check.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_line (struct wr_jsontext *to) {
  static const char blanks[] = "\n                                ";
  uint32_t left = 2 * to->depth, most = sizeof blanks - 2;
  uint32_t part = left < most ? left : most;
  wr_buf_add (to->out, (wr_str){blanks, part + 1});
  for (left -= part; left; left -= part) {
    part = left < most ? left : most;
    wr_buf_add (to->out, (wr_str){blanks + 1, part});
  }
}

static bool stands_for_itself (char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; }

static void add_escaped (wr_buf *out, char c) {
  static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *at = memchr (plain, c, sizeof plain - 1);
  if (at) {
    wr_buf_add_char (out, '\\');
    wr_buf_add_char (out, letters[at - plain]);
  } else {
    wr_buf_print (out, "\\u%04X", (unsigned)c);
  }
}

/* One character that may not stand for itself; returns its length. */
static size_t add_character (wr_buf *out, wr_str rest) {
  size_t length = 0;
  if ((unsigned char)rest.ptr[0] < 0x7F) {
    add_escaped (out, rest.ptr[0]);
    return 1;
  }
  if (wr_utf8_next (rest, &length) == WR_UTF8_BAD)
    wr_buf_add (out, WR_LIT ("\xEF\xBF\xBD"));
  else
    wr_buf_add (out, (wr_str){rest.ptr, length});
  return length;
}

static void add_string (wr_buf *out, wr_str text) {
  wr_buf_add_char (out, '"');
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    while (i < text.len && stands_for_itself (text.ptr[i])) i++;
    wr_buf_add (out, (wr_str){text.ptr + from, i - from});
    if (i < text.len) i += add_character (out, (wr_str){text.ptr + i, text.len - i});
  }
  wr_buf_add_char (out, '"');
}

/* What stands before a value: a comma after the one before it, a new line, the key. */
static void begin (struct wr_jsontext *to, const char *key) {
  if (to->filled) wr_buf_add_char (to->out, ',');
  if (to->depth && !to->flat) add_line (to);
  if (key) {
    add_string (to->out, wr_str_of (key));
    wr_buf_add (to->out, WR_LIT (": "));
  }
  to->filled = true;
}

void wr_jt_open (struct wr_jsontext *to, const char *key, char bracket) {
  begin (to, key);
  wr_buf_add_char (to->out, bracket);
  to->depth++;
  to->filled = false;
}

void wr_jt_close (struct wr_jsontext *to, char bracket) {
  to->depth--;
  if (to->filled && !to->flat) add_line (to);
  wr_buf_add_char (to->out, bracket);
  to->filled = true;
}

void wr_jt_text (struct wr_jsontext *to, const char *key, wr_str text) {
  begin (to, key);
  add_string (to->out, text);
}

void wr_jt_word (struct wr_jsontext *to, const char *key, const char *word) {
  wr_jt_text (to, key, wr_str_of (word));
}

void wr_jt_raw (struct wr_jsontext *to, const char *key, wr_str text) {
  begin (to, key);
  wr_buf_add (to->out, text);
}

void wr_jt_count (struct wr_jsontext *to, const char *key, uint64_t count) {
  char digits[20], *at = digits + sizeof digits;
  if (count > INT64_MAX) count = INT64_MAX;
  do *--at = (char)('0' + count % 10);
  while (count /= 10);
  wr_jt_raw (to, key, (wr_str){at, (size_t)(digits + sizeof digits - at)});
}

void wr_jt_integer (struct wr_jsontext *to, const char *key, int64_t value) {
  char digits[24];
  int length = snprintf (digits, sizeof digits, "%" PRId64, value);
  wr_jt_raw (to, key, (wr_str){digits, (size_t)length});
}

/* Most numbers are seconds, of which a document may have half a million: six digits after the leading zeros, without trailing ones.
   False: `value` is not between 0.0001 and 1. */
static bool add_fraction (struct wr_jsontext *to, const char *key, double value) {
  if (!(value >= 0.0001 && value < 0.999999)) return false;
  char text[16] = "0.";
  size_t length = 2;
  double scale = 1e6;
  for (; value * scale < 99999.95; scale *= 10) text[length++] = '0';
  uint32_t digits = (uint32_t)(value * scale + 0.5);
  WR_ASSERT (digits >= 100000 && digits < 1000000);
  for (uint32_t unit = 100000; digits; digits %= unit, unit /= 10)
    text[length++] = (char)('0' + digits / unit);
  wr_jt_raw (to, key, (wr_str){text, length});
  return true;
}

/* `1e-05` is written `1e-5`, and a number without a point or exponent gets a point. */
void wr_jt_real (struct wr_jsontext *to, const char *key, double value) {
  char text[40];
  if (value == 0 || !isfinite (value)) {
    wr_jt_raw (to, key, isfinite (value) ? WR_LIT ("0.0") : WR_LIT ("null"));
    return;
  }
  if (add_fraction (to, key, value)) return;
  size_t length = (size_t)snprintf (text, sizeof text, "%.6g", value);
  char *exponent = memchr (text, 'e', length);
  if (!exponent && !memchr (text, '.', length)) {
    memcpy (text + length, ".0", 2);
    length += 2;
  }
  if (exponent) {
    char *from = exponent + 1 + (exponent[1] == '-' || exponent[1] == '+');
    while (*from == '0') from++;
    char *digits = exponent + 1 + (exponent[1] == '-');
    length = (size_t)(digits - text) + strlen (from);
    memmove (digits, from, strlen (from) + 1);
  }
  wr_jt_raw (to, key, (wr_str){text, length});
}

void wr_jt_bool (struct wr_jsontext *to, const char *key, bool value) {
  wr_jt_raw (to, key, value ? WR_LIT ("true") : WR_LIT ("false"));
}

void wr_jt_null (struct wr_jsontext *to, const char *key) { wr_jt_raw (to, key, WR_LIT ("null")); }
