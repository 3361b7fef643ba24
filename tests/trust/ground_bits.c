/* tests/trust/ground_bits.c -- bit vectors, beside integers modulo a power of two (GMP). */
#include "ground.h"

#include <stdio.h>
#include <string.h>

struct operands {
  uint32_t width;
  mpz_t a, b, modulus, signed_a, signed_b; /* the signed ones are in two's complement */
  uint32_t shift;                          /* b, at most the width */
  bool literals; /* only: a solver that does not see them would take too long */
};

static void wrap (mpz_ptr z, const struct operands *o) { mpz_fdiv_r (z, z, o->modulus); }

static void as_signed (mpz_ptr out, mpz_srcptr z, uint32_t width) {
  mpz_set (out, z);
  if (mpz_tstbit (z, width - 1)) {
    mpz_t modulus;
    mpz_init (modulus);
    mpz_setbit (modulus, width);
    mpz_sub (out, out, modulus);
    mpz_clear (modulus);
  }
}

static void set_operands (struct operands *o, struct sheet *s, uint32_t width) {
  o->width = width;
  mpz_set_ui (o->modulus, 0);
  mpz_setbit (o->modulus, width);
  mpz_ptr both[2] = {o->a, o->b};
  for (int i = 0; i < 2; i++) {
    uint32_t kind = rng_below (&s->rng, 6);
    mpz_set_ui (both[i], rng_next (&s->rng) & 0xffffffff);
    mpz_mul_2exp (both[i], both[i], 64);
    mpz_t low;
    mpz_init (low);
    mpz_set_ui (low, rng_next (&s->rng));
    mpz_add (both[i], both[i], low);
    mpz_clear (low);
    if (kind == 0) mpz_set_ui (both[i], 0);
    if (kind == 1) mpz_sub_ui (both[i], o->modulus, 1);      /* -1 */
    if (kind == 2) mpz_tdiv_q_2exp (both[i], o->modulus, 1); /* the least signed number */
    if (kind == 3) mpz_set_ui (both[i], rng_below (&s->rng, 12));
    wrap (both[i], o);
  }
  as_signed (o->signed_a, o->a, width);
  as_signed (o->signed_b, o->b, width);
  o->shift = mpz_cmp_ui (o->b, width) >= 0 ? width : (uint32_t)mpz_get_ui (o->b);
}

/* -- operators ------------------------------------------------------------------------------------------- */

typedef void (*evaluate) (mpz_ptr out,
                          const struct operands *o); /* the result is taken modulo 2^width */

static void do_add (mpz_ptr out, const struct operands *o) { mpz_add (out, o->a, o->b); }
static void do_sub (mpz_ptr out, const struct operands *o) { mpz_sub (out, o->a, o->b); }
static void do_mul (mpz_ptr out, const struct operands *o) { mpz_mul (out, o->a, o->b); }
static void do_and (mpz_ptr out, const struct operands *o) { mpz_and (out, o->a, o->b); }
static void do_or (mpz_ptr out, const struct operands *o) { mpz_ior (out, o->a, o->b); }
static void do_xor (mpz_ptr out, const struct operands *o) { mpz_xor (out, o->a, o->b); }
static void do_nand (mpz_ptr out, const struct operands *o) {
  mpz_and (out, o->a, o->b), mpz_com (out, out);
}
static void do_nor (mpz_ptr out, const struct operands *o) {
  mpz_ior (out, o->a, o->b), mpz_com (out, out);
}
static void do_xnor (mpz_ptr out, const struct operands *o) {
  mpz_xor (out, o->a, o->b), mpz_com (out, out);
}
static void do_not (mpz_ptr out, const struct operands *o) { mpz_com (out, o->a); }
static void do_neg (mpz_ptr out, const struct operands *o) { mpz_neg (out, o->a); }
/* By zero: all ones, and the dividend as the rest. */
static void do_udiv (mpz_ptr out, const struct operands *o) {
  if (mpz_sgn (o->b))
    mpz_tdiv_q (out, o->a, o->b);
  else
    mpz_set_si (out, -1);
}
static void do_urem (mpz_ptr out, const struct operands *o) {
  if (mpz_sgn (o->b))
    mpz_tdiv_r (out, o->a, o->b);
  else
    mpz_set (out, o->a);
}
static void do_sdiv (mpz_ptr out, const struct operands *o) {
  if (mpz_sgn (o->b))
    mpz_tdiv_q (out, o->signed_a, o->signed_b);
  else
    mpz_set_si (out, mpz_sgn (o->signed_a) < 0 ? 1 : -1);
}
static void do_srem (mpz_ptr out, const struct operands *o) { /* the sign of the dividend */
  if (mpz_sgn (o->b))
    mpz_tdiv_r (out, o->signed_a, o->signed_b);
  else
    mpz_set (out, o->a);
}
static void do_smod (mpz_ptr out, const struct operands *o) { /* the sign of the divisor */
  if (mpz_sgn (o->b))
    mpz_fdiv_r (out, o->signed_a, o->signed_b);
  else
    mpz_set (out, o->a);
}
static void do_shl (mpz_ptr out, const struct operands *o) { mpz_mul_2exp (out, o->a, o->shift); }
static void do_lshr (mpz_ptr out, const struct operands *o) {
  mpz_fdiv_q_2exp (out, o->a, o->shift);
}
static void do_ashr (mpz_ptr out, const struct operands *o) {
  mpz_fdiv_q_2exp (out, o->signed_a, o->shift);
}

static const struct operator{
  const char *name;
  int arity;
  bool hard; /* multiplies or divides */
  evaluate run;
}
operators[] = {
    {"bvadd", 2, false, do_add},   {"bvsub", 2, false, do_sub},  {"bvmul", 2, true, do_mul},
    {"bvand", 2, false, do_and},   {"bvor", 2, false, do_or},    {"bvxor", 2, false, do_xor},
    {"bvnand", 2, false, do_nand}, {"bvnor", 2, false, do_nor},  {"bvxnor", 2, false, do_xnor},
    {"bvnot", 1, false, do_not},   {"bvneg", 1, false, do_neg},  {"bvudiv", 2, true, do_udiv},
    {"bvurem", 2, true, do_urem},  {"bvsdiv", 2, true, do_sdiv}, {"bvsrem", 2, true, do_srem},
    {"bvsmod", 2, true, do_smod},  {"bvshl", 2, false, do_shl},  {"bvlshr", 2, false, do_lshr},
    {"bvashr", 2, false, do_ashr},
};

static const struct relation {
  const char *name;
  bool is_signed;
  int sign; /* 0 <, 1 <=, 2 >, 3 >= */
} relations[] = {{"bvult", false, 0}, {"bvule", false, 1}, {"bvugt", false, 2}, {"bvuge", false, 3},
                 {"bvslt", true, 0},  {"bvsle", true, 1},  {"bvsgt", true, 2},  {"bvsge", true, 3}};

static const uint32_t widths[] = {1, 3, 8, 32, 64, 90};
enum { WIDTHS = sizeof widths / sizeof *widths, ROUNDS = 3, EASY = 8 };

static void add_bits (wr_buf *out, mpz_srcptr z, uint32_t width) {
  char *text = mpz_get_str (NULL, 10, z);
  wr_buf_print (out, "%sbv%u", text, width);
  free (text);
}

/* `term(a, b) == value`, with literals and with variables. */
static void two_cases (struct sheet *s, const struct operands *o, const char *function, int arity,
                       const char *value, bool proved) {
  wr_buf plain = {0}, before = {0}, named = {0};
  wr_buf_print (&plain, "%s(", function);
  add_bits (&plain, o->a, o->width);
  if (arity == 2) wr_buf_print (&plain, ", "), add_bits (&plain, o->b, o->width);
  wr_buf_print (&plain, ") == %s", value);
  sheet_case (s, "", wr_buf_text (&plain), proved);
  if (o->literals) {
    wr_buf_free (&plain);
    return;
  }
  wr_buf_print (&before, "havoc x, y; assume x == ");
  add_bits (&before, o->a, o->width);
  wr_buf_print (&before, "; assume y == ");
  add_bits (&before, o->b, o->width);
  wr_buf_print (&before, ";");
  wr_buf_print (&named, "%s(x%s) == %s", function, arity == 2 ? ", y" : "", value);
  sheet_case (s, wr_buf_text (&before), wr_buf_text (&named), proved);
  wr_buf_free (&plain);
  wr_buf_free (&before);
  wr_buf_free (&named);
}

static void try_operator (struct sheet *s, struct operands *o, const struct operator* op,
                          uint32_t width) {
  char function[40], locals[60];
  snprintf (function, sizeof function, "%s.%u", op->name, width);
  wr_buf_print (&s->declarations, "function {:bvbuiltin \"%s\"} %s(a%s: bv%u): bv%u;\n", op->name,
                function, op->arity == 2 ? ", b" : "", width, width);
  snprintf (locals, sizeof locals, " var x, y: bv%u;", width);
  o->literals = op->hard && width > EASY;
  sheet_begin (s, op->name, locals);
  mpz_t value;
  mpz_init (value);
  for (int round = 0; round < ROUNDS; round++)
    for (int wrong = 0; wrong < 2; wrong++) {
      if (!wrong) set_operands (o, s, width);
      op->run (value, o);
      if (wrong) mpz_combit (value, rng_below (&s->rng, width));
      wrap (value, o);
      wr_buf text = {0};
      add_bits (&text, value, width);
      two_cases (s, o, function, op->arity, wr_buf_text (&text), !wrong);
      wr_buf_free (&text);
    }
  mpz_clear (value);
  sheet_end (s);
}

static void try_relation (struct sheet *s, struct operands *o, const struct relation *r,
                          uint32_t width) {
  char function[40], locals[60];
  snprintf (function, sizeof function, "%s.%u", r->name, width);
  wr_buf_print (&s->declarations, "function {:bvbuiltin \"%s\"} %s(a: bv%u, b: bv%u): bool;\n",
                r->name, function, width, width);
  snprintf (locals, sizeof locals, " var x, y: bv%u;", width);
  sheet_begin (s, r->name, locals);
  for (int round = 0; round < ROUNDS; round++) {
    set_operands (o, s, width);
    if (round == 0) mpz_set (o->b, o->a), mpz_set (o->signed_b, o->signed_a);
    int compared = r->is_signed ? mpz_cmp (o->signed_a, o->signed_b) : mpz_cmp (o->a, o->b);
    bool holds = r->sign == 0   ? compared < 0
                 : r->sign == 1 ? compared <= 0
                 : r->sign == 2 ? compared > 0
                                : compared >= 0;
    two_cases (s, o, function, 2, holds ? "true" : "false", true);
    two_cases (s, o, function, 2, holds ? "false" : "true", false);
  }
  sheet_end (s);
}

/* Boogie's own: concatenation, and bits low .. high - 1. */
static void try_syntax (struct sheet *s, struct operands *o) {
  mpz_t value;
  mpz_init (value);
  sheet_begin (s, "++ and extraction", "");
  for (uint32_t i = 0; i < WIDTHS; i++)
    for (int wrong = 0; wrong < 2; wrong++) {
      uint32_t width = widths[i], low = rng_below (&s->rng, width),
               high = low + 1 + rng_below (&s->rng, width - low);
      wr_buf term = {0};
      set_operands (o, s, width);
      mpz_mul_2exp (value, o->a, width);
      mpz_add (value, value, o->b);
      if (wrong) mpz_combit (value, rng_below (&s->rng, 2 * width));
      add_bits (&term, o->a, width);
      wr_buf_print (&term, " ++ ");
      add_bits (&term, o->b, width);
      wr_buf_print (&term, " == ");
      add_bits (&term, value, 2 * width);
      sheet_case (s, "", wr_buf_text (&term), !wrong);
      wr_buf_clear (&term);
      mpz_fdiv_q_2exp (value, o->a, low);
      mpz_fdiv_r_2exp (value, value, high - low);
      if (wrong) mpz_combit (value, rng_below (&s->rng, high - low));
      add_bits (&term, o->a, width);
      wr_buf_print (&term, "[%u:%u] == ", high, low);
      add_bits (&term, value, high - low);
      sheet_case (s, "", wr_buf_text (&term), !wrong);
      wr_buf_free (&term);
    }
  sheet_end (s);
  mpz_clear (value);
}

static void try_extensions (struct sheet *s, struct operands *o) {
  mpz_t value;
  mpz_init (value);
  static const char *const names[] = {"zero_extend 5", "sign_extend 5", "(_ rotate_left 3)",
                                      "(_ rotate_right 3)", "(_ repeat 2)"};
  static const char *const short_names[] = {"zext", "sext", "rotl", "rotr", "twice"};
  const uint32_t width = 8;
  for (int op = 0; op < 5; op++) {
    uint32_t result = op < 2 ? width + 5 : op < 4 ? width : 2 * width;
    wr_buf_print (&s->declarations, "function {:bvbuiltin \"%s\"} %s(a: bv%u): bv%u;\n", names[op],
                  short_names[op], width, result);
    sheet_begin (s, short_names[op], " var x, y: bv8;");
    for (int round = 0; round < 6; round++) {
      set_operands (o, s, width);
      unsigned long a = mpz_get_ui (o->a), v = a;
      if (op == 1 && a >= 128) v = a + 0x1f00;
      if (op == 2) v = (a << 3 | a >> 5) & 0xff;
      if (op == 3) v = (a >> 3 | a << 5) & 0xff;
      if (op == 4) v = a << 8 | a;
      for (int wrong = 0; wrong < 2; wrong++) {
        wr_buf text = {0};
        mpz_set_ui (value, v);
        if (wrong) mpz_combit (value, rng_below (&s->rng, result));
        add_bits (&text, value, result);
        two_cases (s, o, short_names[op], 1, wr_buf_text (&text), !wrong);
        wr_buf_free (&text);
      }
    }
    sheet_end (s);
  }
  mpz_clear (value);
}

void ground_bits (struct sheet *s) {
  struct operands o = {.literals = false};
  mpz_inits (o.a, o.b, o.modulus, o.signed_a, o.signed_b, NULL);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    for (uint32_t w = 0; w < WIDTHS; w++) try_operator (s, &o, &operators[i], widths[w]);
  o.literals = false;
  for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
    for (uint32_t w = 0; w < WIDTHS; w++) try_relation (s, &o, &relations[i], widths[w]);
  try_syntax (s, &o);
  try_extensions (s, &o);
  mpz_clears (o.a, o.b, o.modulus, o.signed_a, o.signed_b, NULL);
}
