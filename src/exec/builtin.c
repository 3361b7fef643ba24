/* Functions of SMT-LIB's theories by name: bitvectors of any width, with the theory's rules for division
   by zero, and a few of integers. */
#include "exec/machine.h"

#include "core/build.h"

#include <string.h>

/* X (NAME, "name", indices, arguments) */
#define BUILTINS(X)                                                                                \
  X (BVADD, "bvadd", 0, 2)                                                                         \
  X (BVSUB, "bvsub", 0, 2)                                                                         \
  X (BVMUL, "bvmul", 0, 2)                                                                         \
  X (BVUDIV, "bvudiv", 0, 2)                                                                       \
  X (BVUREM, "bvurem", 0, 2)                                                                       \
  X (BVSDIV, "bvsdiv", 0, 2)                                                                       \
  X (BVSREM, "bvsrem", 0, 2)                                                                       \
  X (BVSMOD, "bvsmod", 0, 2)                                                                       \
  X (BVNEG, "bvneg", 0, 1)                                                                         \
  X (BVNOT, "bvnot", 0, 1)                                                                         \
  X (BVAND, "bvand", 0, 2)                                                                         \
  X (BVOR, "bvor", 0, 2)                                                                           \
  X (BVXOR, "bvxor", 0, 2)                                                                         \
  X (BVNAND, "bvnand", 0, 2)                                                                       \
  X (BVNOR, "bvnor", 0, 2)                                                                         \
  X (BVXNOR, "bvxnor", 0, 2)                                                                       \
  X (BVSHL, "bvshl", 0, 2)                                                                         \
  X (BVLSHR, "bvlshr", 0, 2)                                                                       \
  X (BVASHR, "bvashr", 0, 2)                                                                       \
  X (BVULT, "bvult", 0, 2)                                                                         \
  X (BVULE, "bvule", 0, 2)                                                                         \
  X (BVUGT, "bvugt", 0, 2)                                                                         \
  X (BVUGE, "bvuge", 0, 2)                                                                         \
  X (BVSLT, "bvslt", 0, 2)                                                                         \
  X (BVSLE, "bvsle", 0, 2)                                                                         \
  X (BVSGT, "bvsgt", 0, 2)                                                                         \
  X (BVSGE, "bvsge", 0, 2)                                                                         \
  X (BVCOMP, "bvcomp", 0, 2)                                                                       \
  X (CONCAT, "concat", 0, 2)                                                                       \
  X (EXTRACT, "extract", 2, 1)                                                                     \
  X (ZERO_EXTEND, "zero_extend", 1, 1)                                                             \
  X (SIGN_EXTEND, "sign_extend", 1, 1)                                                             \
  X (ROTATE_LEFT, "rotate_left", 1, 1)                                                             \
  X (ROTATE_RIGHT, "rotate_right", 1, 1)                                                           \
  X (REPEAT, "repeat", 1, 1)                                                                       \
  X (BV2NAT, "bv2nat", 0, 1)                                                                       \
  X (BV2INT, "bv2int", 0, 1)                                                                       \
  X (NAT2BV, "nat2bv", 1, 1)                                                                       \
  X (INT2BV, "int2bv", 1, 1)                                                                       \
  X (ABS, "abs", 0, 1)

enum builtin {
#define X(name, text, indices, args) BUILTIN_##name,
  BUILTINS (X)
#undef X
      BUILTIN_COUNT
};

struct spelling {
  const char *name;
  uint32_t indices, args;
};
static const struct spelling spellings[] = {
#define X(name, text, indices, args) {text, indices, args},
    BUILTINS (X)
#undef X
};

struct call {
  enum builtin op;
  uint32_t index[2];
};

static void skip_spaces (wr_str *text) {
  while (text->len && (*text->ptr == ' ' || *text->ptr == '\t')) text->ptr++, text->len--;
}

static wr_str word (wr_str *text) {
  skip_spaces (text);
  wr_str out = {text->ptr, 0};
  while (text->len && *text->ptr != ' ' && *text->ptr != ')') {
    text->ptr++, text->len--, out.len++;
  }
  return out;
}

static bool read_index (wr_str *text, uint32_t *out) {
  wr_str digits = word (text);
  uint32_t value = 0;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.ptr[i] < '0' || digits.ptr[i] > '9' || value > WR_MAX_BITVECTOR) return false;
    value = value * 10 + (uint32_t)(digits.ptr[i] - '0');
  }
  *out = value;
  return digits.len > 0;
}

/* name, or (_ name n ...) */
static bool parse_name (wr_str text, struct call *call, uint32_t arg_count) {
  bool indexed = text.len && *text.ptr == '(';
  if (indexed) {
    text.ptr++, text.len--;
    if (!wr_str_equal (word (&text), WR_LIT ("_"))) return false;
  }
  wr_str name = word (&text);
  uint32_t op = 0;
  while (op < BUILTIN_COUNT && !wr_str_equal (name, wr_str_of (spellings[op].name))) op++;
  if (op == BUILTIN_COUNT || spellings[op].args != arg_count) return false;
  call->op = (enum builtin)op;
  for (uint32_t i = 0; i < spellings[op].indices; i++) {
    if (!read_index (&text, &call->index[i])) return false;
  }
  skip_spaces (&text);
  return indexed ? wr_str_equal (text, WR_LIT (")")) : text.len == 0;
}

/* -- division and shifts ----------------------------------------------------------------------- */

static void signed_of (mpz_t out, const wr_value *v, uint32_t width) {
  wr_bv_wrap_signed (out, v->z, width);
}

static void divide_unsigned (mpz_t out, enum builtin op, const mpz_t a, const mpz_t b) {
  if (mpz_sgn (b) == 0) {
    if (op == BUILTIN_BVUDIV)
      mpz_set_si (out, -1);
    else
      mpz_set (out, a);
    return;
  }
  if (op == BUILTIN_BVUDIV)
    mpz_fdiv_q (out, a, b);
  else
    mpz_fdiv_r (out, a, b);
}

static void divide_signed (mpz_t out, enum builtin op, const wr_value *x, const wr_value *y,
                           uint32_t width) {
  mpz_t a, b;
  mpz_inits (a, b, NULL);
  signed_of (a, x, width);
  signed_of (b, y, width);
  if (mpz_sgn (b) == 0) {
    if (op == BUILTIN_BVSDIV)
      mpz_set_si (out, mpz_sgn (a) < 0 ? 1 : -1);
    else
      mpz_set (out, a);
  } else if (op == BUILTIN_BVSDIV) {
    mpz_tdiv_q (out, a, b);
  } else if (op == BUILTIN_BVSREM) {
    mpz_tdiv_r (out, a, b);
  } else {
    mpz_fdiv_r (out, a, b);
  }
  mpz_clears (a, b, NULL);
}

static void shift (mpz_t out, enum builtin op, const wr_value *x, const wr_value *y,
                   uint32_t width) {
  unsigned long by = mpz_cmp_ui (y->z, width) >= 0 ? width : mpz_get_ui (y->z);
  if (op == BUILTIN_BVSHL) {
    mpz_mul_2exp (out, x->z, by);
    return;
  }
  if (op == BUILTIN_BVLSHR)
    mpz_set (out, x->z);
  else
    signed_of (out, x, width);
  mpz_fdiv_q_2exp (out, out, by);
}

static void bitwise (mpz_t out, enum builtin op, const mpz_t a, const mpz_t b) {
  bool negate = op == BUILTIN_BVNAND || op == BUILTIN_BVNOR || op == BUILTIN_BVXNOR;
  if (op == BUILTIN_BVAND || op == BUILTIN_BVNAND)
    mpz_and (out, a, b);
  else if (op == BUILTIN_BVOR || op == BUILTIN_BVNOR)
    mpz_ior (out, a, b);
  else
    mpz_xor (out, a, b);
  if (negate) mpz_com (out, out);
}

static bool compare (enum builtin op, const wr_value *x, const wr_value *y, uint32_t width) {
  bool is_signed = op >= BUILTIN_BVSLT;
  mpz_t a, b;
  mpz_init_set (a, x->z);
  mpz_init_set (b, y->z);
  if (is_signed) signed_of (a, x, width), signed_of (b, y, width);
  int order = mpz_cmp (a, b);
  mpz_clears (a, b, NULL);
  if (op == BUILTIN_BVULT || op == BUILTIN_BVSLT) return order < 0;
  if (op == BUILTIN_BVULE || op == BUILTIN_BVSLE) return order <= 0;
  return op == BUILTIN_BVUGT || op == BUILTIN_BVSGT ? order > 0 : order >= 0;
}

/* -- widths ------------------------------------------------------------------------------------ */

static uint32_t width_of (const wr_machine *m, const wr_value *v) {
  return wr_sort_info (m->core, v->sort)->a;
}

const wr_value *wr_x_bv_concat (wr_machine *m, const wr_value *a, const wr_value *b) {
  uint32_t low = width_of (m, b), width = width_of (m, a) + low;
  if (width > WR_MAX_BITVECTOR) return wr_x_undecided (m, "a bitvector that is too wide");
  mpz_t out;
  mpz_init (out);
  mpz_mul_2exp (out, a->z, low);
  mpz_add (out, out, b->z);
  const wr_value *v = wr_x_value_of_bv (m, width, out);
  mpz_clear (out);
  return v;
}

/* Bits lo .. hi-1. */
const wr_value *wr_x_bv_extract (wr_machine *m, const wr_value *a, uint32_t hi, uint32_t lo) {
  if (lo > hi || hi > width_of (m, a)) return wr_x_undecided (m, "bits outside a bitvector");
  mpz_t out;
  mpz_init (out);
  mpz_fdiv_q_2exp (out, a->z, lo);
  const wr_value *v = wr_x_value_of_bv (m, hi - lo, out);
  mpz_clear (out);
  return v;
}

static const wr_value *repeat (wr_machine *m, const wr_value *a, uint32_t times) {
  if (times == 0 || width_of (m, a) > WR_MAX_BITVECTOR / times) {
    return wr_x_undecided (m, "a bitvector that is too wide");
  }
  const wr_value *v = a;
  while (v && --times > 0) v = wr_x_bv_concat (m, v, a);
  return v;
}

static const wr_value *rotate (wr_machine *m, const wr_value *a, uint32_t left) {
  uint32_t width = width_of (m, a);
  if (width == 0 || left % width == 0) return a;
  left %= width;
  return wr_x_bv_concat (m, wr_x_bv_extract (m, a, width - left, 0),
                         wr_x_bv_extract (m, a, width, width - left));
}

static const wr_value *resize (wr_machine *m, const struct call *call, const wr_value *a) {
  uint32_t width = width_of (m, a), by = call->index[0];
  switch ((uint32_t)call->op) {
  case BUILTIN_EXTRACT: return wr_x_bv_extract (m, a, call->index[0] + 1, call->index[1]);
  case BUILTIN_REPEAT: return repeat (m, a, by);
  case BUILTIN_ROTATE_LEFT: return rotate (m, a, by);
  case BUILTIN_ROTATE_RIGHT: return rotate (m, a, width - (width ? by % width : 0));
  default: break;
  }
  if (by > WR_MAX_BITVECTOR - width) return wr_x_undecided (m, "a bitvector that is too wide");
  mpz_t out;
  mpz_init_set (out, a->z);
  if (call->op == BUILTIN_SIGN_EXTEND && width > 0) signed_of (out, a, width);
  const wr_value *v = wr_x_value_of_bv (m, width + by, out);
  mpz_clear (out);
  return v;
}

/* -- evaluation -------------------------------------------------------------------------------- */

static const wr_value *arithmetic (wr_machine *m, enum builtin op, const wr_value **args) {
  const wr_value *x = args[0], *y = args[op == BUILTIN_BVNEG || op == BUILTIN_BVNOT ? 0 : 1];
  uint32_t width = width_of (m, x);
  mpz_t out;
  mpz_init (out);
  switch ((uint32_t)op) {
  case BUILTIN_BVADD: mpz_add (out, x->z, y->z); break;
  case BUILTIN_BVSUB: mpz_sub (out, x->z, y->z); break;
  case BUILTIN_BVMUL: mpz_mul (out, x->z, y->z); break;
  case BUILTIN_BVNEG: mpz_neg (out, x->z); break;
  case BUILTIN_BVNOT: mpz_com (out, x->z); break;
  case BUILTIN_BVUDIV:
  case BUILTIN_BVUREM: divide_unsigned (out, op, x->z, y->z); break;
  case BUILTIN_BVSDIV:
  case BUILTIN_BVSREM:
  case BUILTIN_BVSMOD: divide_signed (out, op, x, y, width); break;
  case BUILTIN_BVSHL:
  case BUILTIN_BVLSHR:
  case BUILTIN_BVASHR: shift (out, op, x, y, width); break;
  default: bitwise (out, op, x->z, y->z); break;
  }
  const wr_value *v = wr_x_value_of_bv (m, width, out);
  mpz_clear (out);
  return v;
}

static const wr_value *convert (wr_machine *m, const struct call *call, const wr_value *a) {
  if (call->op == BUILTIN_BV2NAT || call->op == BUILTIN_BV2INT) return wr_x_value_of_int (m, a->z);
  if (call->op != BUILTIN_ABS) return wr_x_value_of_bv (m, call->index[0], a->z);
  mpz_t out;
  mpz_init (out);
  mpz_abs (out, a->z);
  const wr_value *v = wr_x_value_of_int (m, out);
  mpz_clear (out);
  return v;
}

const wr_value *wr_x_eval_builtin (wr_machine *m, wr_func func, const wr_value **args,
                                   uint32_t count) {
  struct call call = {0};
  wr_str name = wr_symbol_text (m->core->symbols, wr_func_info (m->core, func)->builtin);
  if (!parse_name (name, &call, count)) return wr_x_undecided (m, "a function of an SMT theory");
  bool from_int = call.op == BUILTIN_NAT2BV || call.op == BUILTIN_INT2BV || call.op == BUILTIN_ABS;
  for (uint32_t i = 0; i < count; i++) {
    if (args[i]->kind != (from_int ? VALUE_INT : VALUE_BV)) {
      return wr_x_undecided (m, "a function of an SMT theory");
    }
  }
  bool same_width = count < 2 || call.op == BUILTIN_CONCAT || args[0]->sort.ix == args[1]->sort.ix;
  if (!same_width || (!from_int && width_of (m, args[0]) == 0)) {
    return wr_x_undecided (m, "bitvectors of other widths");
  }
  const wr_value *v;
  if (call.op <= BUILTIN_BVASHR)
    v = arithmetic (m, call.op, args);
  else if (call.op <= BUILTIN_BVSGE) {
    v = wr_value_bool (m, compare (call.op, args[0], args[1], width_of (m, args[0])));
  } else if (call.op == BUILTIN_BVCOMP)
    v = wr_value_bv (m, 1, args[0] == args[1]);
  else if (call.op == BUILTIN_CONCAT)
    v = wr_x_bv_concat (m, args[0], args[1]);
  else if (call.op <= BUILTIN_REPEAT)
    v = resize (m, &call, args[0]);
  else
    v = convert (m, &call, args[0]);
  bool fits = v && v->sort.ix == wr_func_info (m->core, func)->sort.ix;
  return fits ? v : wr_x_undecided (m, "a function of an SMT theory");
}
