/* Sorts, constructors of expressions, hash-consing, flags. */
#include "fixture.h"

static bool sort_is (struct fixture *f, wr_expr e, wr_sort sort) {
  return wr_expr_info (f->core, e)->sort.ix == sort.ix;
}

static void test_sorts (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_sort i = int_sort (&f), b = bool_sort (&f), r = wr_sort_simple (c, WR_SORT_REAL);
  OK (t, i.ix && i.ix != b.ix && i.ix == int_sort (&f).ix, "simple sorts are shared");
  OK (t, wr_sort_simple (c, WR_SORT_RMODE).ix != wr_sort_simple (c, WR_SORT_STRING).ix, "rmode");
  OK (t, wr_sort_simple (c, WR_SORT_REGEX).ix != r.ix, "regex");
  OK (t,
      wr_sort_bv (c, 8).ix == wr_sort_bv (c, 8).ix && wr_sort_bv (c, 8).ix != wr_sort_bv (c, 9).ix,
      "bitvectors by width");
  OK (t, wr_sort_float (c, 24, 8).ix != wr_sort_float (c, 8, 24).ix, "floats by both sizes");
  wr_sort ref = wr_sort_named (c, sym (&f, "Ref"));
  OK (t, ref.ix == wr_sort_named (c, sym (&f, "Ref")).ix, "named sorts by name");
  OK (t,
      wr_sort_seq (c, i).ix == wr_sort_seq (c, i).ix &&
          wr_sort_seq (c, i).ix != wr_sort_seq (c, b).ix,
      "sequences");
  wr_sort domain[] = {ref, i};
  wr_sort map = wr_sort_map (c, domain, 2, b);
  OK (t, map.ix == wr_sort_map (c, domain, 2, b).ix, "maps are shared");
  OK (t, map.ix != wr_sort_map (c, domain, 1, i).ix, "by all parts");
  OK (t, wr_sort_arity (c, map) == 2 && wr_sort_range (c, map).ix == b.ix, "arity and range");
  OK (t, wr_sort_arg (c, map, 0).ix == ref.ix && wr_sort_arg (c, map, 1).ix == i.ix, "domain");
  wr_sort nullary = wr_sort_map (c, NULL, 0, i);
  OK (t, nullary.ix != i.ix && wr_sort_arity (c, nullary) == 0, "a map without indices");
  fixture_free (&f);
}

static void test_datatypes (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_sort list = wr_datatype_declare (c, sym (&f, "List"));
  wr_symbol names[] = {sym (&f, "head#Cons"), sym (&f, "tail#Cons")};
  wr_symbol shown[] = {sym (&f, "head"), sym (&f, "tail")};
  wr_sort sorts[] = {int_sort (&f), list};
  uint32_t nil =
      wr_constructor_add (c, list, sym (&f, "Nil"), sym (&f, "Nil"), NULL, NULL, NULL, 0);
  uint32_t cons =
      wr_constructor_add (c, list, sym (&f, "Cons"), sym (&f, "Cons"), names, shown, sorts, 2);
  wr_expr empty = wr_mk_construct (c, nil, NULL, 0);
  wr_expr args[] = {wr_mk_int (c, 1), empty};
  wr_expr one = wr_mk_construct (c, cons, args, 2);
  OK (t, sort_is (&f, one, list) && sort_is (&f, empty, list), "constructed values");
  OK (t, sort_is (&f, wr_mk_is (c, cons, one), bool_sort (&f)), "a test");
  OK (t, wr_mk_is (c, cons, one).ix != wr_mk_is (c, nil, one).ix, "by constructor");
  OK (t, sort_is (&f, wr_mk_field (c, 0, one), int_sort (&f)), "first field");
  OK (t, sort_is (&f, wr_mk_field (c, 1, one), list), "second field");
  wr_expr updated = wr_mk_field_update (c, 0, one, wr_mk_int (c, 2));
  wr_expr expected[] = {wr_mk_int (c, 2), wr_mk_field (c, 1, one)};
  OK (t, updated.ix == wr_mk_construct (c, cons, expected, 2).ix, "update keeps the other field");
  OK (t, c->datatypes.len == 1 && c->datatypes.data[0].constructor_count == 2, "one datatype");
  fixture_free (&f);
}

static void test_literals (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  OK (t, wr_mk_int (c, 7).ix == wr_mk_int_text (c, WR_LIT ("007")).ix, "integers are canonical");
  OK (t, wr_mk_int (c, -7).ix == wr_mk_int_text (c, WR_LIT ("-7")).ix, "negative");
  OK (t, wr_mk_int (c, INT64_MIN).ix == wr_mk_int_text (c, WR_LIT ("-9223372036854775808")).ix,
      "least");
  wr_expr big = wr_mk_int_text (c, WR_LIT ("123456789012345678901234567890"));
  OK (t, sort_is (&f, big, int_sort (&f)), "big");
  OK (t, wr_mk_real_text (c, WR_LIT ("0.5")).ix == wr_mk_real_text (c, WR_LIT ("2/4")).ix, "reals");
  OK (t, wr_mk_real_text (c, WR_LIT ("5e-1")).ix == wr_mk_real_text (c, WR_LIT ("1/2")).ix,
      "exponent");
  OK (t, wr_mk_real_text (c, WR_LIT ("1")).ix != wr_mk_int (c, 1).ix, "1.0 is not 1");
  OK (t, wr_mk_bv_text (c, WR_LIT ("257"), 8).ix == wr_mk_bv_text (c, WR_LIT ("1"), 8).ix,
      "wrapped");
  OK (t, wr_mk_bv_text (c, WR_LIT ("-1"), 8).ix == wr_mk_bv_text (c, WR_LIT ("255"), 8).ix,
      "negative bits");
  OK (t, wr_mk_bv_text (c, WR_LIT ("1"), 8).ix != wr_mk_bv_text (c, WR_LIT ("1"), 16).ix,
      "by width");
  wr_sort string = wr_sort_simple (c, WR_SORT_STRING);
  OK (t, sort_is (&f, wr_mk_literal (c, WR_OP_STRING, sym (&f, "hi"), string), string), "strings");
  OK (t, wr_mk_bool (c, true).ix != wr_mk_bool (c, false).ix, "truth values");
  fixture_free (&f);
}

/* Every operator without data on fitting arguments, and on some that do not fit. */
static void test_operators (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_sort i = int_sort (&f), b = bool_sort (&f), r = wr_sort_simple (c, WR_SORT_REAL);
  wr_expr p = wr_mk_bool (c, true), x = wr_mk_int (c, 1), u = wr_mk_real_text (c, WR_LIT ("1.5"));
  wr_expr v = wr_mk_bv_text (c, WR_LIT ("1"), 8);
  wr_sort map_sort = wr_sort_map (c, (wr_sort[]){i, r}, 2, b);
  wr_expr m = var_expr (&f, new_var (&f, WR_VAR_GLOBAL, "m", map_sort));
  struct {
    enum wr_op op;
    wr_expr args[4];
    uint32_t count;
    wr_sort sort; /* 0: does not fit */
  } cases[] = {
      {WR_OP_TRUE, {{0}}, 0, b},
      {WR_OP_FALSE, {{0}}, 0, b},
      {WR_OP_NOT, {p}, 1, b},
      {WR_OP_NOT, {x}, 1, {0}},
      {WR_OP_AND, {p, p, p}, 3, b},
      {WR_OP_AND, {p}, 1, {0}},
      {WR_OP_OR, {p, p}, 2, b},
      {WR_OP_OR, {p, x}, 2, {0}},
      {WR_OP_IMPLIES, {p, p}, 2, b},
      {WR_OP_IMPLIES, {p, p, p}, 3, {0}},
      {WR_OP_IFF, {p, p}, 2, b},
      {WR_OP_IFF, {x, x}, 2, {0}},
      {WR_OP_EQ, {m, m}, 2, b},
      {WR_OP_EQ, {x, u}, 2, {0}},
      {WR_OP_DISTINCT, {x, x, x}, 3, b},
      {WR_OP_DISTINCT, {x, x, p}, 3, {0}},
      {WR_OP_ITE, {p, x, x}, 3, i},
      {WR_OP_ITE, {p, x, u}, 3, {0}},
      {WR_OP_ITE, {x, x, x}, 3, {0}},
      {WR_OP_NEG, {u}, 1, r},
      {WR_OP_NEG, {p}, 1, {0}},
      {WR_OP_ADD, {x, x, x}, 3, i},
      {WR_OP_ADD, {x, u}, 2, {0}},
      {WR_OP_SUB, {u, u}, 2, r},
      {WR_OP_SUB, {v, v}, 2, {0}},
      {WR_OP_MUL, {x, x}, 2, i},
      {WR_OP_MUL, {p, p}, 2, {0}},
      {WR_OP_DIV, {x, x}, 2, i},
      {WR_OP_DIV, {u, u}, 2, {0}},
      {WR_OP_MOD, {x, x}, 2, i},
      {WR_OP_MOD, {u, x}, 2, {0}},
      {WR_OP_RDIV, {u, u}, 2, r},
      {WR_OP_RDIV, {x, x}, 2, {0}},
      {WR_OP_POW, {u, u}, 2, r},
      {WR_OP_POW, {x, u}, 2, {0}},
      {WR_OP_LT, {x, x}, 2, b},
      {WR_OP_LT, {x, u}, 2, {0}},
      {WR_OP_LE, {u, u}, 2, b},
      {WR_OP_LE, {p, p}, 2, {0}},
      {WR_OP_TO_REAL, {x}, 1, r},
      {WR_OP_TO_REAL, {u}, 1, {0}},
      {WR_OP_TO_INT, {u}, 1, i},
      {WR_OP_TO_INT, {x}, 1, {0}},
      {WR_OP_CONCAT, {v, v}, 2, wr_sort_bv (c, 16)},
      {WR_OP_CONCAT, {v, x}, 2, {0}},
      {WR_OP_SELECT, {m, x, u}, 3, b},
      {WR_OP_SELECT, {m, x}, 2, {0}},
      {WR_OP_SELECT, {m, u, x}, 3, {0}},
      {WR_OP_SELECT, {x, x}, 2, {0}},
      {WR_OP_STORE, {m, x, u, p}, 4, map_sort},
      {WR_OP_STORE, {m, x, u, x}, 4, {0}},
      {WR_OP_STORE, {m, x, p}, 3, {0}},
      {WR_OP_OLD, {m}, 1, map_sort},
      {WR_OP_VAR, {{0}}, 0, {0}},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    wr_sort sort = {0};
    bool fits = wr_op_sort (c, cases[k].op, cases[k].args, cases[k].count, &sort);
    bool ok = cases[k].sort.ix ? fits && sort.ix == cases[k].sort.ix : !fits;
    if (ok && fits) {
      wr_expr e = wr_mk (c, cases[k].op, cases[k].args, cases[k].count);
      ok = e.ix == wr_mk (c, cases[k].op, cases[k].args, cases[k].count).ix &&
           sort_is (&f, e, sort) && wr_expr_info (c, e)->op == cases[k].op &&
           wr_expr_info (c, e)->count == cases[k].count;
      for (uint32_t j = 0; j < cases[k].count; j++) {
        ok = ok && wr_expr_child (c, e, j).ix == cases[k].args[j].ix && cases[k].args[j].ix < e.ix;
      }
    }
    OK (t, ok, "case %zu: %s", k, wr_op_name (cases[k].op));
  }
  wr_expr low = wr_mk_extract (c, v, 8, 3);
  OK (t, sort_is (&f, low, wr_sort_bv (c, 5)), "extract");
  OK (t, low.ix != wr_mk_extract (c, v, 7, 2).ix, "by its bounds");
  OK (t, wr_mk_and (c, NULL, 0).ix == p.ix && wr_mk_and (c, &p, 1).ix == p.ix,
      "small conjunctions");
  OK (t, wr_mk_or (c, NULL, 0).ix == wr_mk_bool (c, false).ix && wr_mk_or (c, &p, 1).ix == p.ix,
      "small disjunctions");
  enum wr_op op;
  OK (t,
      wr_op_find (WR_LIT ("to-real"), &op) && op == WR_OP_TO_REAL &&
          !wr_op_find (WR_LIT ("?"), &op),
      "by name");
  fixture_free (&f);
}

static void test_functions (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_sort params[] = {int_sort (&f), bool_sort (&f)};
  wr_func g = wr_func_new (c, sym (&f, "g"), params, 2, int_sort (&f));
  wr_func k = wr_func_new (c, sym (&f, "k"), NULL, 0, int_sort (&f));
  wr_expr args[] = {wr_mk_app (c, k, NULL, 0), wr_mk_bool (c, true)};
  wr_expr e = wr_mk_app (c, g, args, 2);
  OK (t, sort_is (&f, e, int_sort (&f)) && wr_expr_info (c, e)->data == g.ix, "application");
  OK (t, wr_func_param (c, g, 1).ix == bool_sort (&f).ix, "sort of a parameter");
  fixture_free (&f);
}

static void test_binders (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_var x = new_var (&f, WR_VAR_BOUND, "x", int_sort (&f));
  wr_var y = new_var (&f, WR_VAR_GLOBAL, "y", int_sort (&f));
  wr_expr xe = var_expr (&f, x), ye = var_expr (&f, y);
  wr_expr body = wr_mk2 (c, WR_OP_LT, xe, ye);
  wr_expr pattern = wr_mk1 (c, WR_OP_NEG, wr_mk1 (c, WR_OP_OLD, xe));
  struct wr_trigger trigger = {&pattern, 1};
  struct wr_quantifier plain = {.vars = &x, .var_count = 1, .weight = -1}, q = plain;
  q.triggers = &trigger;
  q.trigger_count = 1;
  q.nopats = &xe;
  q.nopat_count = 1;
  wr_expr a = wr_mk_quantifier (c, WR_OP_FORALL, &plain, body);
  wr_expr d = wr_mk_quantifier (c, WR_OP_FORALL, &q, body);
  OK (t, a.ix == wr_mk_quantifier (c, WR_OP_FORALL, &plain, body).ix,
      "equal quantifiers are shared");
  OK (t, d.ix == wr_mk_quantifier (c, WR_OP_FORALL, &q, body).ix, "with triggers too");
  OK (t, a.ix != d.ix && a.ix != wr_mk_quantifier (c, WR_OP_EXISTS, &plain, body).ix,
      "others are not");
  struct wr_quantifier weighted = plain;
  weighted.weight = 3;
  OK (t, a.ix != wr_mk_quantifier (c, WR_OP_FORALL, &weighted, body).ix, "the weight counts");
  const struct wr_expr_info *ai = wr_expr_info (c, a), *di = wr_expr_info (c, d);
  OK (t, ai->has_binder && ai->has_bound && !ai->has_old, "flags");
  OK (t, di->has_old, "flags of triggers");
  OK (t, !wr_expr_info (c, body)->has_binder && wr_expr_info (c, body)->has_bound,
      "flags of the body");
  const struct wr_binder *binder = &c->binders.data[di->data];
  uint32_t first = c->pool.data[binder->first_trigger],
           count = c->pool.data[binder->first_trigger + 1];
  OK (t, count == 1 && c->pool.data[first] == pattern.ix, "the trigger is found");
  OK (t, binder->nopat_count == 1 && c->pool.data[binder->first_nopat] == xe.ix, "the nopat too");
  OK (t, c->pool.data[binder->first_var] == x.ix, "and the variable");
  wr_var z = new_var (&f, WR_VAR_BOUND, "z", int_sort (&f));
  wr_expr let = wr_mk_let (c, &z, &ye, 1, wr_mk2 (c, WR_OP_ADD, var_expr (&f, z), ye));
  OK (t, sort_is (&f, let, int_sort (&f)) && wr_expr_info (c, let)->count == 2, "let");
  OK (t, let.ix == wr_mk_let (c, &z, &ye, 1, wr_mk2 (c, WR_OP_ADD, var_expr (&f, z), ye)).ix,
      "shared");
  OK (t, wr_mk_let (c, NULL, NULL, 0, ye).ix == ye.ix, "an empty let is its body");
  fixture_free (&f);
}

/* Arguments that lie in the pool, while the pool grows. */
static void test_growth (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_expr x = var_expr (&f, new_var (&f, WR_VAR_GLOBAL, "x", int_sort (&f)));
  wr_expr e = x;
  bool increasing = true;
  for (int k = 0; k < 5000; k++) {
    wr_expr next = wr_mk3 (c, WR_OP_ADD, e, x, wr_mk_int (c, k));
    const wr_expr *inside = (const wr_expr *)(c->pool.data + wr_expr_info (c, next)->first);
    wr_expr product = wr_mk (c, WR_OP_MUL, inside, 3);
    increasing = increasing && product.ix > next.ix && next.ix > e.ix &&
                 wr_expr_child (c, product, 0).ix == e.ix &&
                 wr_expr_child (c, product, 1).ix == x.ix;
    e = product;
  }
  OK (t, increasing, "children have smaller handles");
  uint32_t count = c->exprs.len;
  wr_expr again = x;
  for (int k = 0; k < 5000; k++) {
    wr_expr args[] = {again, x, wr_mk_int (c, k)};
    wr_mk (c, WR_OP_ADD, args, 3);
    again = wr_mk (c, WR_OP_MUL, args, 3);
  }
  OK (t, again.ix == e.ix && c->exprs.len == count, "the same again makes nothing new");
  fixture_free (&f);
}

int main (void) {
  struct tap t = {0};
  test_sorts (&t);
  test_datatypes (&t);
  test_literals (&t);
  test_operators (&t);
  test_functions (&t);
  test_binders (&t);
  test_growth (&t);
  return tap_done (&t);
}
