/* Literals in SMT-LIB. */
#include "vc/smtterm.h"

#include "base/bigint.h"
#include "base/check.h"
#include "base/utf8.h"

#include <string.h>

static wr_str text_of (const wr_core *core, const struct wr_expr_info *info) {
  return wr_symbol_text (core->symbols, (wr_symbol){info->data});
}

/* -3 is written (- 3). */
static void add_number (wr_buf *out, wr_str digits, const char *suffix) {
  bool negative = digits.len && digits.ptr[0] == '-';
  if (negative) digits = (wr_str){digits.ptr + 1, digits.len - 1};
  if (negative) wr_buf_print (out, "(- ");
  wr_buf_add (out, digits);
  wr_buf_print (out, "%s", suffix);
  if (negative) wr_buf_add_char (out, ')');
}

static void add_real (wr_buf *out, wr_str text) {
  const char *slash = memchr (text.ptr, '/', text.len);
  if (!slash) {
    add_number (out, text, ".0");
    return;
  }
  size_t n = (size_t)(slash - text.ptr);
  wr_buf_print (out, "(/ ");
  add_number (out, (wr_str){text.ptr, n}, ".0");
  wr_buf_add_char (out, ' ');
  add_number (out, (wr_str){slash + 1, text.len - n - 1}, ".0");
  wr_buf_add_char (out, ')');
}

/* (fp sign exponent significand) from the bits as a number. */
static void add_float (wr_buf *out, const struct wr_sort_info *sort, wr_str text) {
  uint32_t width = sort->a + sort->b;
  mpz_t bits;
  mpz_init (bits);
  WR_REQUIRE (wr_int_parse (bits, text));
  wr_buf_print (out, "(fp #b");
  for (uint32_t i = width; i-- > 0;) {
    wr_buf_add_char (out, mpz_tstbit (bits, i) ? '1' : '0');
    if (i == width - 1 || i == sort->a - 1) wr_buf_print (out, " #b");
  }
  wr_buf_add_char (out, ')');
  mpz_clear (bits);
}

/* Invalid bytes, and characters that solvers do not support, are mapped to unassigned code points. */
enum { LAST_CHAR = 0x2feff, RAW_BYTE = 0x2ff00 };

static void add_string (wr_buf *out, wr_str text) {
  wr_buf_add_char (out, '"');
  for (size_t i = 0; i < text.len;) {
    size_t next = i;
    int32_t point = wr_utf8_next (text, &next);
    if (point == WR_UTF8_BAD || point > LAST_CHAR) {
      for (; i < next; i++) wr_buf_print (out, "\\u{%x}", RAW_BYTE + (unsigned char)text.ptr[i]);
    } else if (point == '"') {
      wr_buf_print (out, "\"\"");
    } else if (point < 0x20 || point >= 0x7f || point == '\\') {
      wr_buf_print (out, "\\u{%x}", (unsigned)point);
    } else {
      wr_buf_add_char (out, (char)point);
    }
    i = next;
  }
  wr_buf_add_char (out, '"');
}

void wr_smt_literal (wr_buf *out, const wr_core *core, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  const struct wr_sort_info *sort = wr_sort_info (core, info->sort);
  wr_str text = text_of (core, info);
  switch ((int)info->op) {
  case WR_OP_INT: add_number (out, text, ""); return;
  case WR_OP_REAL: add_real (out, text); return;
  case WR_OP_BV: wr_buf_print (out, "(_ bv%.*s %u)", WR_STR_ARGS (text), (unsigned)sort->a); return;
  case WR_OP_FLOAT: add_float (out, sort, text); return;
  case WR_OP_STRING: add_string (out, text); return;
  case WR_OP_RMODE: wr_buf_add (out, text); return;
  default: WR_UNREACHABLE ();
  }
}
