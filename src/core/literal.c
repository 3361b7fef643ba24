/* Literals: equal numbers have equal texts, and so equal handles. */
#include "core/build.h"

#include "base/bigint.h"
#include "base/check.h"

#include <inttypes.h>
#include <stdio.h>

static wr_expr literal (wr_core *core, enum wr_op op, wr_str text, wr_sort sort) {
  WR_REQUIRE (text.len);
  return wr_mk_literal (core, op, wr_intern (core->symbols, text), sort);
}

wr_expr wr_mk_int (wr_core *core, int64_t value) {
  char text[24];
  int len = snprintf (text, sizeof text, "%" PRId64, value);
  return literal (core, WR_OP_INT, (wr_str){text, (size_t)len}, wr_sort_simple (core, WR_SORT_INT));
}

wr_expr wr_mk_int_text (wr_core *core, wr_str decimal) {
  wr_mark mark = wr_arena_save (core->arena);
  wr_str text = wr_int_canonical (core->arena, decimal);
  wr_expr e = literal (core, WR_OP_INT, text, wr_sort_simple (core, WR_SORT_INT));
  wr_arena_restore (core->arena, mark);
  return e;
}

wr_expr wr_mk_real_text (wr_core *core, wr_str text) {
  wr_mark mark = wr_arena_save (core->arena);
  wr_str canonical = wr_real_canonical (core->arena, text);
  wr_expr e = literal (core, WR_OP_REAL, canonical, wr_sort_simple (core, WR_SORT_REAL));
  wr_arena_restore (core->arena, mark);
  return e;
}

wr_expr wr_mk_bv_text (wr_core *core, wr_str decimal, uint32_t width) {
  wr_mark mark = wr_arena_save (core->arena);
  mpz_t value;
  mpz_init (value);
  bool is_number = wr_int_parse (value, decimal);
  WR_REQUIRE (is_number);
  if (width) {
    wr_bv_wrap (value, value, width);
  } else {
    mpz_set_ui (value, 0);
  }
  wr_expr e = literal (core, WR_OP_BV, wr_int_text (core->arena, value), wr_sort_bv (core, width));
  mpz_clear (value);
  wr_arena_restore (core->arena, mark);
  return e;
}
