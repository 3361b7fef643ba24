/* Expressions: every operator, the rules at the edges, three-valued logic, values as text. */
#include "core/build.h"
#include "exec/machine.h"
#include "tap.h"

#include <stdlib.h>

struct bench {
  struct tap tap;
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_core *core;
  wr_machine *m;
  uint32_t asked; /* how often the oracle was asked for a function */
  bool silent;    /* the oracle knows nothing */
};

static const wr_value *answer_function (void *ctx, wr_machine *m, wr_func func,
                                        const wr_value *const *args, uint32_t count) {
  struct bench *b = ctx;
  int64_t n = 0;
  b->asked++;
  if (b->silent) return NULL;
  if (wr_sort_info (b->core, wr_func_info (b->core, func)->sort)->kind == WR_SORT_BOOL) {
    return wr_value_bool (m, true);
  }
  if (count) wr_value_to_int (args[0], &n);
  return wr_value_int (m, n * 10 + b->asked);
}

static const wr_value *answer_partial (void *ctx, wr_machine *m, enum wr_op op, uint32_t data,
                                       wr_sort sort, const wr_value *arg) {
  struct bench *b = ctx;
  (void)data, (void)arg, (void)sort;
  b->asked++;
  return b->silent ? NULL : op == WR_OP_RDIV ? NULL : wr_value_int (m, 700 + b->asked);
}

/* Integers range over -2 .. 2, elements over three. */
static uint32_t answer_domain (void *ctx, wr_machine *m, wr_sort sort, uint32_t i,
                               const wr_value **value) {
  struct bench *b = ctx;
  enum wr_sort_kind kind = wr_sort_info (b->core, sort)->kind;
  if (kind == WR_SORT_INT) *value = wr_value_int (m, (int64_t)i - 2);
  if (kind == WR_SORT_NAMED) *value = wr_value_element (m, sort, i);
  return kind == WR_SORT_INT ? 5 : kind == WR_SORT_NAMED ? 3 : 0;
}

static wr_symbol sym (struct bench *b, const char *name) {
  return wr_intern (b->symbols, wr_str_of (name));
}
static wr_expr num (struct bench *b, int64_t i) { return wr_mk_int (b->core, i); }
static wr_expr real (struct bench *b, const char *t) {
  return wr_mk_real_text (b->core, wr_str_of (t));
}
static wr_expr bv (struct bench *b, const char *t, uint32_t w) {
  return wr_mk_bv_text (b->core, wr_str_of (t), w);
}
static wr_expr yes (struct bench *b) { return wr_mk_bool (b->core, true); }
static wr_expr no (struct bench *b) { return wr_mk_bool (b->core, false); }
static wr_sort int_sort (struct bench *b) { return wr_sort_simple (b->core, WR_SORT_INT); }
static wr_sort bool_sort (struct bench *b) { return wr_sort_simple (b->core, WR_SORT_BOOL); }

/* The value as text, "undecided" for none. */
static void is (struct bench *b, wr_expr e, const char *want, const char *name) {
  const wr_value *v = wr_machine_eval (b->m, e);
  wr_buf out = {0};
  if (v)
    wr_value_print (&out, b->m, v);
  else
    wr_buf_add (&out, WR_LIT ("undecided"));
  SAME (&b->tap, wr_buf_str (&out), want, name);
  wr_buf_free (&out);
}

#define OP1(op, x) wr_mk1 (b->core, WR_OP_##op, x)
#define OP2(op, x, y) wr_mk2 (b->core, WR_OP_##op, x, y)
#define OP3(op, x, y, z) wr_mk3 (b->core, WR_OP_##op, x, y, z)

/* -- logic ------------------------------------------------------------------------------------- */

/* A Boolean that cannot be decided: a quantifier over reals. */
static wr_expr unknown (struct bench *b) {
  wr_sort sort = wr_sort_simple (b->core, WR_SORT_REAL);
  wr_var x = wr_var_new (b->core, WR_VAR_BOUND, sym (b, "r"), sort, (wr_span){0});
  wr_expr body = wr_mk2 (b->core, WR_OP_LT, wr_mk_var (b->core, x), real (b, "1"));
  struct wr_quantifier q = {.vars = &x, .var_count = 1, .weight = -1};
  return wr_mk_quantifier (b->core, WR_OP_FORALL, &q, body);
}

static void test_logic (struct bench *b) {
  wr_expr u = unknown (b);
  is (b, OP1 (NOT, yes (b)), "false", "not");
  is (b, OP2 (AND, yes (b), yes (b)), "true", "and");
  is (b, OP2 (AND, yes (b), no (b)), "false", "and false");
  is (b, OP2 (OR, no (b), yes (b)), "true", "or");
  is (b, OP2 (OR, no (b), no (b)), "false", "or false");
  is (b, OP2 (IMPLIES, yes (b), no (b)), "false", "implies");
  is (b, OP2 (IFF, no (b), no (b)), "true", "iff");
  is (b, u, "undecided", "a quantifier over reals is undecided");
  is (b, OP2 (AND, u, no (b)), "false", "undecided and false is false");
  is (b, OP2 (AND, u, yes (b)), "undecided", "undecided and true is undecided");
  is (b, OP2 (OR, u, yes (b)), "true", "undecided or true is true");
  is (b, OP2 (IMPLIES, u, yes (b)), "true", "undecided implies true");
  is (b, OP2 (IMPLIES, no (b), u), "true", "false implies undecided");
  is (b, OP2 (IMPLIES, u, no (b)), "undecided", "undecided implies false");
  is (b, OP3 (ITE, u, num (b, 3), num (b, 3)), "3", "a choice between the same values");
  is (b, OP3 (ITE, u, num (b, 3), num (b, 4)), "undecided", "a choice between two values");
  is (b, OP3 (ITE, yes (b), num (b, 3), num (b, 4)), "3", "then");
  is (b, OP3 (ITE, no (b), num (b, 3), num (b, 4)), "4", "else");
  is (b, OP3 (DISTINCT, num (b, 1), num (b, 2), num (b, 3)), "true", "distinct");
  is (b, OP3 (DISTINCT, num (b, 1), num (b, 2), num (b, 1)), "false", "not distinct");
}

/* -- numbers ----------------------------------------------------------------------------------- */

static void test_division (struct bench *b) {
  static const struct {
    int64_t a, b;
    const char *div, *mod;
  } cases[] = {{7, 2, "3", "1"},   {-7, 2, "-4", "1"}, {7, -2, "-3", "1"},
               {-7, -2, "4", "1"}, {6, 3, "2", "0"},   {-6, -3, "2", "0"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    is (b, OP2 (DIV, num (b, cases[i].a), num (b, cases[i].b)), cases[i].div, "div");
    is (b, OP2 (MOD, num (b, cases[i].a), num (b, cases[i].b)), cases[i].mod, "mod");
  }
  wr_expr by_zero = OP2 (DIV, num (b, 5), num (b, 0));
  b->asked = 0;
  is (b, by_zero, "701", "division by zero is asked of the oracle");
  is (b, OP2 (DIV, num (b, 5), num (b, 0)), "701", "and is a function of the dividend");
  is (b, OP2 (DIV, num (b, 6), num (b, 0)), "702", "another dividend, another value");
  is (b, OP2 (MOD, num (b, 5), num (b, 0)), "703", "mod is another function");
  wr_machine_reset (b->m);
  b->silent = true;
  is (b, by_zero, "undecided", "division by zero without an answer");
  is (b, OP2 (OR, yes (b), OP2 (EQ, by_zero, num (b, 1))), "true", "that does not matter");
  b->silent = false;
}

static void test_numbers (struct bench *b) {
  wr_expr big = wr_mk_int_text (b->core, WR_LIT ("100000000000000000000"));
  is (b, OP2 (ADD, num (b, 2), num (b, -3)), "-1", "add");
  is (b, OP2 (SUB, num (b, 2), num (b, -3)), "5", "sub");
  is (b, OP3 (MUL, num (b, 2), num (b, -3), num (b, 4)), "-24", "mul of three");
  is (b, OP2 (MUL, big, big), "10000000000000000000000000000000000000000", "big integers");
  is (b, OP1 (NEG, num (b, 4)), "-4", "neg");
  is (b, OP2 (LT, num (b, 1), num (b, 1)), "false", "lt is strict");
  is (b, OP2 (LE, num (b, 1), num (b, 1)), "true", "le is not");
  is (b, OP2 (EQ, num (b, 1), num (b, 1)), "true", "eq");
  is (b, OP2 (ADD, real (b, "1/3"), real (b, "1/6")), "1/2", "reals add exactly");
  is (b, OP2 (RDIV, real (b, "1"), real (b, "3")), "1/3", "real division");
  is (b, OP2 (RDIV, real (b, "1"), real (b, "0")), "undecided", "real division by zero");
  is (b, OP2 (SUB, real (b, "1"), real (b, "3")), "-2/1", "a whole real is a fraction");
  is (b, OP2 (LT, real (b, "1/3"), real (b, "1/2")), "true", "reals compare");
  is (b, OP1 (TO_INT, real (b, "-1/2")), "-1", "to-int rounds down");
  is (b, OP1 (TO_REAL, num (b, 7)), "7/1", "to-real");
  is (b, OP2 (POW, real (b, "2/3"), real (b, "-2")), "9/4", "a power");
  is (b, OP2 (POW, real (b, "2"), real (b, "1/2")), "undecided", "an irrational power");
}

/* -- bitvectors -------------------------------------------------------------------------------- */

static wr_expr builtin (struct bench *b, const char *name, wr_sort result, const wr_expr *args,
                        uint32_t count) {
  wr_sort sorts[2] = {{0}, {0}};
  static const char *const prefix = "f$";
  for (uint32_t i = 0; i < count; i++) sorts[i] = wr_expr_info (b->core, args[i])->sort;
  wr_str full = wr_str_print (b->arena, "%s%s%u", prefix, name, b->core->funcs.len);
  wr_func f = wr_func_new (b->core, wr_intern (b->symbols, full), sorts, count, result);
  wr_func_edit (b->core, f)->kind = WR_FUNC_BUILTIN;
  wr_func_edit (b->core, f)->builtin = sym (b, name);
  return wr_mk_app (b->core, f, args, count);
}

struct bv_case {
  const char *op;
  int a, b; /* b < 0: unary */
  uint32_t width;
  const char *want;
};

static const struct bv_case bv_cases[] = {
    {"bvadd", 15, 1, 4, "0bv4"},
    {"bvsub", 0, 1, 4, "15bv4"},
    {"bvmul", 5, 5, 4, "9bv4"},
    {"bvudiv", 13, 4, 4, "3bv4"},
    {"bvudiv", 13, 0, 4, "15bv4"},
    {"bvurem", 13, 4, 4, "1bv4"},
    {"bvurem", 13, 0, 4, "13bv4"},
    {"bvsdiv", 13, 2, 4, "15bv4"},
    {"bvsdiv", 8, 15, 4, "8bv4"},
    {"bvsdiv", 13, 0, 4, "1bv4"},
    {"bvsdiv", 3, 0, 4, "15bv4"},
    {"bvsrem", 13, 2, 4, "15bv4"},
    {"bvsrem", 13, 0, 4, "13bv4"},
    {"bvsmod", 13, 2, 4, "1bv4"},
    {"bvsmod", 3, 14, 4, "15bv4"},
    {"bvsmod", 13, 0, 4, "13bv4"},
    {"bvneg", 3, -1, 4, "13bv4"},
    {"bvnot", 5, -1, 4, "10bv4"},
    {"bvand", 12, 10, 4, "8bv4"},
    {"bvor", 12, 10, 4, "14bv4"},
    {"bvxor", 12, 10, 4, "6bv4"},
    {"bvnand", 12, 10, 4, "7bv4"},
    {"bvnor", 12, 10, 4, "1bv4"},
    {"bvxnor", 12, 10, 4, "9bv4"},
    {"bvshl", 3, 2, 4, "12bv4"},
    {"bvshl", 3, 4, 4, "0bv4"},
    {"bvlshr", 12, 2, 4, "3bv4"},
    {"bvlshr", 12, 15, 4, "0bv4"},
    {"bvashr", 12, 1, 4, "14bv4"},
    {"bvashr", 8, 9, 4, "15bv4"},
    {"bvult", 7, 8, 4, "true"},
    {"bvule", 8, 8, 4, "true"},
    {"bvugt", 7, 8, 4, "false"},
    {"bvuge", 8, 8, 4, "true"},
    {"bvslt", 7, 8, 4, "false"},
    {"bvsle", 8, 7, 4, "true"},
    {"bvsgt", 7, 8, 4, "true"},
    {"bvsge", 8, 7, 4, "false"},
    {"bvcomp", 5, 5, 4, "1bv1"},
    {"bvcomp", 5, 6, 4, "0bv1"},
    {"concat", 5, 6, 4, "86bv8"},
    {"(_ extract 2 1)", 6, -1, 4, "3bv2"},
    {"(_ zero_extend 4)", 9, -1, 4, "9bv8"},
    {"(_ sign_extend 4)", 9, -1, 4, "249bv8"},
    {"(_ rotate_left 1)", 9, -1, 4, "3bv4"},
    {"(_ rotate_right 1)", 9, -1, 4, "12bv4"},
    {"(_ rotate_left 4)", 9, -1, 4, "9bv4"},
    {"(_ repeat 2)", 9, -1, 4, "153bv8"},
    {"bv2nat", 9, -1, 4, "9"},
};

static wr_sort result_sort (struct bench *b, const char *want) {
  const char *bits = strstr (want, "bv");
  if (bits) return wr_sort_bv (b->core, (uint32_t)atoi (bits + 2));
  return *want == 't' || *want == 'f' ? bool_sort (b) : int_sort (b);
}

static void test_bitvectors (struct bench *b) {
  for (size_t i = 0; i < sizeof bv_cases / sizeof *bv_cases; i++) {
    const struct bv_case *c = &bv_cases[i];
    char text[2][16];
    snprintf (text[0], sizeof text[0], "%d", c->a);
    snprintf (text[1], sizeof text[1], "%d", c->b < 0 ? 0 : c->b);
    wr_expr args[2] = {bv (b, text[0], c->width), bv (b, text[1], c->width)};
    is (b, builtin (b, c->op, result_sort (b, c->want), args, c->b < 0 ? 1 : 2), c->want, c->op);
  }
  wr_expr n = num (b, -1);
  is (b, builtin (b, "(_ nat2bv 4)", wr_sort_bv (b->core, 4), &n, 1), "15bv4", "nat2bv wraps");
  is (b, builtin (b, "(_ int2bv 4)", wr_sort_bv (b->core, 4), &n, 1), "15bv4", "int2bv wraps");
  is (b, builtin (b, "abs", int_sort (b), &n, 1), "1", "abs");
  is (b, builtin (b, "str.len", int_sort (b), &n, 1), "undecided", "a theory it does not know");
  wr_expr wide = bv (b, "1", 200), by = bv (b, "199", 200), pair[2] = {wide, by};
  is (b, OP2 (EQ, builtin (b, "bvshl", wr_sort_bv (b->core, 200), pair, 2), wide), "false",
      "wide bitvectors");
  is (b, OP2 (CONCAT, bv (b, "2", 2), bv (b, "1", 3)), "17bv5", "concat of core");
  is (b, wr_mk_extract (b->core, bv (b, "22", 5), 4, 1), "3bv3", "extract of core, upper end open");
}

/* -- maps and datatypes ------------------------------------------------------------------------ */

static void test_maps (struct bench *b) {
  wr_sort i = int_sort (b), t = bool_sort (b);
  wr_sort ints = wr_sort_map (b->core, &i, 1, i), bools = wr_sort_map (b->core, &t, 1, i);
  const wr_value *zero = wr_value_map (b->m, ints, wr_value_int (b->m, 0));
  wr_var v = wr_var_new (b->core, WR_VAR_GLOBAL, sym (b, "m"), ints, (wr_span){0});
  wr_machine_set (b->m, v, zero);
  wr_expr m = wr_mk_var (b->core, v), one = OP3 (STORE, m, num (b, 3), num (b, 7));
  is (b, one, "(map-of (map (int) int) 0 ((3) 7))", "store");
  is (b, OP2 (SELECT, one, num (b, 3)), "7", "select what was stored");
  is (b, OP2 (SELECT, one, num (b, 4)), "0", "select elsewhere");
  is (b, OP2 (EQ, OP3 (STORE, one, num (b, 3), num (b, 0)), m), "true", "the default again");
  wr_expr ab = OP3 (STORE, one, num (b, 1), num (b, 2));
  wr_expr ba = OP3 (STORE, OP3 (STORE, m, num (b, 1), num (b, 2)), num (b, 3), num (b, 7));
  is (b, OP2 (EQ, ab, ba), "true", "the order of stores does not matter");
  is (b, OP2 (EQ, ab, one), "false", "different maps");

  const wr_value *yes_key = wr_value_bool (b->m, true), *no_key = wr_value_bool (b->m, false);
  const wr_value *five = wr_value_int (b->m, 5), *six = wr_value_int (b->m, 6);
  const wr_value *p = wr_value_map (b->m, bools, five), *q = wr_value_map (b->m, bools, six);
  p = wr_value_store (b->m, p, &yes_key, 1, six);
  q = wr_value_store (b->m, q, &no_key, 1, five);
  OK (&b->tap, wr_value_equal (p, q), "over a finite domain the default does not matter");
  p = wr_value_store (b->m, p, &no_key, 1, six);
  OK (&b->tap, wr_value_equal (p, wr_value_map (b->m, bools, six)), "nor when it is covered");
  OK (&b->tap, wr_sort_size (b->m, bools) == UINT64_MAX, "maps into integers are not finite");
  wr_sort small = wr_sort_map (b->core, &t, 1, wr_sort_bv (b->core, 2));
  OK (&b->tap, wr_sort_size (b->m, small) == 16, "maps of finite sorts are counted");
  bool all = true;
  for (uint32_t x = 0; x < 16; x++) {
    for (uint32_t y = 0; y < x; y++) {
      all = all && wr_sort_value (b->m, small, x) != wr_sort_value (b->m, small, y);
    }
  }
  OK (&b->tap, all, "and enumerated without repetition");
  wr_sort nullary = wr_sort_map (b->core, NULL, 0, i);
  const wr_value *n = wr_value_map (b->m, nullary, five);
  n = wr_value_store (b->m, n, NULL, 0, six);
  OK (&b->tap, wr_value_equal (n, wr_value_map (b->m, nullary, six)), "a map without indices");
}

static void test_datatypes (struct bench *b) {
  wr_core *core = b->core;
  wr_sort list = wr_datatype_declare (core, sym (b, "List"));
  wr_symbol names[2] = {sym (b, "head#Cons"), sym (b, "tail#Cons")};
  wr_sort sorts[2] = {int_sort (b), list};
  uint32_t nil =
      wr_constructor_add (core, list, sym (b, "Nil"), sym (b, "Nil"), NULL, NULL, NULL, 0);
  uint32_t cons =
      wr_constructor_add (core, list, sym (b, "Cons"), sym (b, "Cons"), names, names, sorts, 2);
  uint32_t head = core->constructors.data[cons].first_field;
  wr_expr empty = wr_mk_construct (core, nil, NULL, 0);
  wr_expr args[2] = {num (b, 4), empty};
  wr_expr one = wr_mk_construct (core, cons, args, 2);
  is (b, one, "(construct Cons 4 (construct Nil))", "construct");
  is (b, wr_mk_is (core, cons, one), "true", "is");
  is (b, wr_mk_is (core, nil, one), "false", "is not");
  is (b, wr_mk_field (core, head, one), "4", "field");
  is (b, wr_mk_field_update (core, head, one, num (b, 9)), "(construct Cons 9 (construct Nil))",
      "field update");
  is (b, OP2 (EQ, wr_mk_field (core, head, empty), wr_mk_field (core, head, empty)), "true",
      "a field of another constructor is a function of the value");
  is (b, OP2 (EQ, wr_mk_field (core, head + 1, one), empty), "true", "equality is structural");
  OK (&b->tap, wr_sort_size (b->m, list) == UINT64_MAX, "a recursive datatype is infinite");

  wr_sort color = wr_datatype_declare (core, sym (b, "Color"));
  wr_sort t = bool_sort (b);
  wr_symbol on = sym (b, "on#Dark");
  wr_constructor_add (core, color, sym (b, "Red"), sym (b, "Red"), NULL, NULL, NULL, 0);
  wr_constructor_add (core, color, sym (b, "Dark"), sym (b, "Dark"), &on, &on, &t, 1);
  OK (&b->tap, wr_sort_size (b->m, color) == 3, "a finite datatype is counted");
}

/* -- functions, quantifiers, let, old ---------------------------------------------------------- */

static wr_var bound (struct bench *b, const char *name, wr_sort sort) {
  return wr_var_new (b->core, WR_VAR_BOUND, sym (b, name), sort, (wr_span){0});
}

static wr_expr quantified (struct bench *b, enum wr_op op, wr_var x, wr_expr body) {
  struct wr_quantifier q = {.vars = &x, .var_count = 1, .weight = -1};
  return wr_mk_quantifier (b->core, op, &q, body);
}

static void test_quantifiers (struct bench *b) {
  wr_var x = bound (b, "x", int_sort (b));
  wr_expr e = wr_mk_var (b->core, x);
  is (b, quantified (b, WR_OP_FORALL, x, OP2 (LE, e, num (b, 2))), "true",
      "forall over the domain");
  x = bound (b, "x", int_sort (b));
  e = wr_mk_var (b->core, x);
  is (b, quantified (b, WR_OP_FORALL, x, OP2 (LT, e, num (b, 2))), "false", "forall, not all");
  x = bound (b, "x", int_sort (b));
  e = wr_mk_var (b->core, x);
  is (b, quantified (b, WR_OP_EXISTS, x, OP2 (EQ, e, num (b, -2))), "true", "exists");
  x = bound (b, "x", int_sort (b));
  e = wr_mk_var (b->core, x);
  is (b, quantified (b, WR_OP_EXISTS, x, OP2 (EQ, e, num (b, 3))), "false", "exists none");
  x = bound (b, "v", wr_sort_bv (b->core, 3));
  e = wr_mk_var (b->core, x);
  is (b, quantified (b, WR_OP_EXISTS, x, OP2 (EQ, e, bv (b, "7", 3))), "true", "over bitvectors");
  wr_sort t = bool_sort (b), set = wr_sort_map (b->core, &t, 1, t);
  x = bound (b, "s", set);
  wr_expr both = OP2 (SELECT, wr_mk_var (b->core, x), no (b));
  is (b, quantified (b, WR_OP_FORALL, x, both), "false", "over maps");
  x = bound (b, "w", wr_sort_bv (b->core, 40));
  e = OP2 (EQ, wr_mk_var (b->core, x), wr_mk_var (b->core, x));
  is (b, quantified (b, WR_OP_FORALL, x, e), "undecided", "over too many");
}

static void test_functions (struct bench *b) {
  wr_core *core = b->core;
  wr_sort i = int_sort (b);
  wr_func f = wr_func_new (core, sym (b, "f"), &i, 1, i);
  wr_expr one = num (b, 1), two = num (b, 2);
  b->asked = 0;
  wr_machine_reset (b->m);
  is (b, wr_mk_app (core, f, &one, 1), "11", "an uninterpreted function");
  is (b, wr_mk_app (core, f, &two, 1), "22", "at another argument");
  is (b, wr_mk_app (core, f, &one, 1), "11", "the same again");
  wr_machine_reset (b->m);
  is (b, wr_mk_app (core, f, &one, 1), "13", "asked again after a reset");

  wr_func inc = wr_func_new (core, sym (b, "inc"), &i, 1, i);
  wr_var x = bound (b, "x", i);
  wr_expr body = OP2 (ADD, wr_mk_var (core, x), num (b, 1));
  wr_func_edit (core, inc)->kind = WR_FUNC_DEFINED;
  wr_func_edit (core, inc)->body = body;
  WR_VEC_PUSH (&wr_func_edit (core, inc)->params, x);
  wr_expr nested = wr_mk_app (core, inc, &one, 1);
  is (b, wr_mk_app (core, inc, &nested, 1), "3", "a defined function of itself");

  wr_func sum = wr_func_new (core, sym (b, "sum"), &i, 1, i);
  wr_var n = bound (b, "n", i);
  wr_expr less = OP2 (SUB, wr_mk_var (core, n), num (b, 1));
  wr_expr rest = OP2 (ADD, wr_mk_var (core, n), wr_mk_app (core, sum, &less, 1));
  wr_func_edit (core, sum)->kind = WR_FUNC_AXIOM;
  wr_func_edit (core, sum)->recursive = true;
  wr_func_edit (core, sum)->body =
      OP3 (ITE, OP2 (LE, wr_mk_var (core, n), num (b, 0)), num (b, 0), rest);
  WR_VEC_PUSH (&wr_func_edit (core, sum)->params, n);
  wr_expr ten = num (b, 10), lots = num (b, 1000000);
  is (b, wr_mk_app (core, sum, &ten, 1), "55", "a recursive function");
  is (b, wr_mk_app (core, sum, &lots, 1), "undecided", "recursion is bounded");
}

static wr_func lambda (struct bench *b, const char *name, wr_sort index,
                       wr_expr (*body) (struct bench *, wr_expr param, wr_expr at)) {
  wr_core *core = b->core;
  wr_sort i = int_sort (b), map = wr_sort_map (core, &index, 1, i);
  wr_func f = wr_func_new (core, sym (b, name), &i, 1, map);
  wr_var p = bound (b, "p", i), at = bound (b, "at", index);
  wr_expr e = body (b, wr_mk_var (core, p), wr_mk_var (core, at));
  struct wr_func_info *info = wr_func_edit (core, f);
  info->kind = WR_FUNC_LAMBDA;
  info->body = e;
  WR_VEC_PUSH (&info->params, p);
  WR_VEC_PUSH (&info->indices, at);
  return f;
}
static wr_expr plus (struct bench *b, wr_expr p, wr_expr at) { return OP2 (ADD, p, at); }
static wr_expr pick (struct bench *b, wr_expr p, wr_expr at) {
  return OP3 (ITE, at, p, num (b, 0));
}

static void test_lambdas (struct bench *b) {
  wr_func f = lambda (b, "plus", int_sort (b), plus), g = lambda (b, "pick", bool_sort (b), pick);
  wr_expr three = num (b, 3), four = num (b, 4);
  wr_expr m = wr_mk_app (b->core, f, &three, 1), k = wr_mk_app (b->core, f, &four, 1);
  is (b, OP2 (SELECT, m, num (b, 10)), "13", "a lambda applied");
  wr_expr stored = OP3 (STORE, m, num (b, 10), num (b, 0));
  is (b, OP2 (SELECT, stored, num (b, 10)), "0", "a store into a lambda");
  is (b, OP2 (SELECT, stored, num (b, 11)), "14", "and beside it");
  is (b, OP2 (EQ, m, m), "true", "a lambda equals itself");
  is (b, OP2 (EQ, m, k), "undecided", "two lambdas are not compared");
  is (b, OP2 (EQ, stored, m), "false", "unless a store tells them apart");
  wr_expr table = wr_mk_app (b->core, g, &three, 1);
  is (b, OP2 (EQ, table, wr_mk_app (b->core, g, &four, 1)), "false",
      "over a finite domain a lambda is its table");
  is (b, OP2 (SELECT, table, yes (b)), "3", "which can be read");
}

static void test_scopes (struct bench *b) {
  wr_core *core = b->core;
  wr_var x = bound (b, "x", int_sort (b));
  wr_expr value = num (b, 5);
  wr_expr body = OP2 (MUL, wr_mk_var (core, x), wr_mk_var (core, x));
  is (b, wr_mk_let (core, &x, &value, 1, body), "25", "let");
  wr_var g = wr_var_new (core, WR_VAR_GLOBAL, sym (b, "g"), int_sort (b), (wr_span){0});
  WR_VEC_PUSH (&core->globals, g);
  wr_machine_set (b->m, g, wr_value_int (b->m, 8));
  is (b, OP1 (OLD, wr_mk_var (core, g)), "8", "old of a global");
  wr_sort ref = wr_sort_named (core, sym (b, "Ref"));
  wr_var r = bound (b, "r", ref), s = bound (b, "s", ref);
  wr_expr same = OP2 (EQ, wr_mk_var (core, r), wr_mk_var (core, s));
  is (b, quantified (b, WR_OP_EXISTS, r, quantified (b, WR_OP_FORALL, s, same)), "false",
      "elements of an uninterpreted sort");
}

/* -- text -------------------------------------------------------------------------------------- */

static void reads (struct bench *b, wr_sort sort, const char *text, bool good) {
  const wr_value *v = wr_value_read (b->m, sort, wr_str_of (text));
  if (!good) {
    OK (&b->tap, !v, "not a value: %s", text);
    return;
  }
  wr_buf out = {0};
  if (v) wr_value_print (&out, b->m, v);
  SAME (&b->tap, wr_buf_str (&out), text, text);
  wr_buf_free (&out);
}

static void test_text (struct bench *b) {
  wr_sort i = int_sort (b), ref = wr_sort_named (b->core, sym (b, "Ref"));
  wr_sort odd = wr_sort_named (b->core, sym (b, "odd name"));
  wr_sort pair[2] = {i, ref}, map = wr_sort_map (b->core, pair, 2, bool_sort (b));
  reads (b, i, "-12", true);
  reads (b, i, "1x", false);
  reads (b, i, "", false);
  reads (b, bool_sort (b), "true", true);
  reads (b, bool_sort (b), "1", false);
  reads (b, wr_sort_simple (b->core, WR_SORT_REAL), "-3/4", true);
  reads (b, wr_sort_bv (b->core, 8), "255bv8", true);
  reads (b, wr_sort_bv (b->core, 8), "256bv8", false);
  reads (b, wr_sort_bv (b->core, 8), "1bv9", false);
  reads (b, ref, "(element Ref 3)", true);
  reads (b, ref, "(element Other 3)", false);
  reads (b, odd, "(element |odd name| 3)", true);
  reads (b, map, "(map-of (map (int Ref) bool) false ((1 (element Ref 0)) true))", true);
  reads (b, map, "(map-of (map (int Ref) bool) false ((1) true))", false);
  reads (b, map, "(map-of (map (int Ref) bool)", false);
  reads (b, wr_sort_simple (b->core, WR_SORT_STRING), "\"a\\\"b\\x0A\"", true);
}

int main (void) {
  struct bench b = {0};
  b.arena = wr_arena_new ();
  b.symbols = wr_interner_new ();
  b.sources = wr_sources_new (b.arena);
  b.core = wr_core_new (b.arena, b.symbols, b.sources);
  struct wr_exec_options options = {.max_depth = 100};
  options.oracle = (struct wr_oracle){
      .ctx = &b, .function = answer_function, .partial = answer_partial, .domain = answer_domain};
  wr_core *base = b.core;
  b.m = wr_machine_new (base, &options);
  b.core = b.m->core; /* expressions are made as the tests go on */
  test_logic (&b);
  test_numbers (&b);
  test_division (&b);
  test_bitvectors (&b);
  test_maps (&b);
  test_datatypes (&b);
  test_quantifiers (&b);
  test_functions (&b);
  test_lambdas (&b);
  test_scopes (&b);
  test_text (&b);
  wr_machine_free (b.m);
  wr_core_free (base);
  wr_sources_free (b.sources);
  wr_interner_free (b.symbols);
  wr_arena_free (b.arena);
  return tap_done (&b.tap);
}
