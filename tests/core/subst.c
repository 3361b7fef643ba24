/* Substitution, order of visits, free variables, conjuncts. */
#include "fixture.h"

struct names {
  struct fixture f;
  wr_var x, y, b;
  wr_expr xe, ye, be;
};

static struct names names_new (void) {
  struct names n = {.f = fixture_new ()};
  wr_sort i = int_sort (&n.f);
  n.x = new_var (&n.f, WR_VAR_GLOBAL, "x", i);
  n.y = new_var (&n.f, WR_VAR_IN, "y", i);
  n.b = new_var (&n.f, WR_VAR_BOUND, "b", i);
  n.xe = var_expr (&n.f, n.x);
  n.ye = var_expr (&n.f, n.y);
  n.be = var_expr (&n.f, n.b);
  return n;
}

static wr_expr replace (struct names *n, wr_expr e, wr_var var, wr_expr by) {
  wr_map map = {0};
  wr_map_put (&map, var.ix, by.ix);
  wr_expr result = wr_substitute (n->f.core, e, &map, NULL);
  wr_map_free (&map);
  return result;
}

static wr_expr lt (struct names *n, wr_expr a, wr_expr b) {
  return wr_mk2 (n->f.core, WR_OP_LT, a, b);
}
static wr_expr add (struct names *n, wr_expr a, wr_expr b) {
  return wr_mk2 (n->f.core, WR_OP_ADD, a, b);
}

static wr_expr forall (struct names *n, wr_expr pattern, wr_expr body) {
  struct wr_trigger trigger = {&pattern, 1};
  struct wr_quantifier q = {.vars = &n->b,
                            .var_count = 1,
                            .triggers = &trigger,
                            .trigger_count = 1,
                            .nopats = &pattern,
                            .nopat_count = 1,
                            .qid = sym (&n->f, "q"),
                            .weight = 2};
  return wr_mk_quantifier (n->f.core, WR_OP_FORALL, &q, body);
}

static void test_plain (struct tap *t) {
  struct names n = names_new ();
  wr_core *c = n.f.core;
  wr_expr one = wr_mk_int (c, 1);
  wr_expr e = lt (&n, add (&n, n.xe, n.ye), n.xe);
  OK (t, replace (&n, e, n.x, one).ix == lt (&n, add (&n, one, n.ye), one).ix, "everywhere");
  OK (t, replace (&n, e, n.b, one).ix == e.ix, "nothing to replace: the same expression");
  OK (t, replace (&n, n.xe, n.x, n.ye).ix == n.ye.ix, "a variable alone");
  wr_map swap = {0};
  wr_map_put (&swap, n.x.ix, n.ye.ix);
  wr_map_put (&swap, n.y.ix, n.xe.ix);
  OK (t, wr_substitute (c, lt (&n, n.xe, n.ye), &swap, NULL).ix == lt (&n, n.ye, n.xe).ix,
      "in parallel");
  wr_map_free (&swap);
  wr_expr bit = wr_mk_extract (c, wr_mk_bv_text (c, WR_LIT ("5"), 8), 4, 0);
  OK (t, replace (&n, bit, n.x, one).ix == bit.ix, "operators with data");
  fixture_free (&n.f);
}

static void test_binders (struct tap *t) {
  struct names n = names_new ();
  wr_core *c = n.f.core;
  wr_expr one = wr_mk_int (c, 1);
  wr_expr in_body = forall (&n, n.be, lt (&n, n.be, n.xe));
  OK (t, replace (&n, in_body, n.x, one).ix == forall (&n, n.be, lt (&n, n.be, one)).ix,
      "in the body");
  wr_expr pattern = add (&n, n.be, n.xe), fixed = lt (&n, n.be, n.ye);
  wr_expr in_trigger = forall (&n, pattern, fixed);
  OK (t, replace (&n, in_trigger, n.x, one).ix == forall (&n, add (&n, n.be, one), fixed).ix,
      "in triggers and nopats only");
  OK (t, replace (&n, in_trigger, n.x, n.xe).ix == in_trigger.ix, "unchanged");
  wr_expr shared = wr_mk2 (c, WR_OP_AND, in_body, in_trigger);
  wr_expr both = replace (&n, shared, n.x, one);
  OK (t, wr_expr_child (c, both, 0).ix == replace (&n, in_body, n.x, one).ix,
      "binders of the same variable");
  wr_expr let = wr_mk_let (c, &n.b, &n.xe, 1, add (&n, n.be, n.xe));
  OK (t, replace (&n, let, n.x, one).ix == wr_mk_let (c, &n.b, &one, 1, add (&n, n.be, one)).ix,
      "let");
  fixture_free (&n.f);
}

static void test_old (struct tap *t) {
  struct names n = names_new ();
  wr_core *c = n.f.core;
  wr_expr one = wr_mk_int (c, 1), two = wr_mk_int (c, 2);
  wr_map now = {0}, before = {0};
  wr_map_put (&now, n.x.ix, one.ix);
  wr_map_put (&before, n.x.ix, two.ix);
  wr_expr old_x = wr_mk1 (c, WR_OP_OLD, n.xe);
  wr_expr e = lt (&n, old_x, n.xe);
  OK (t, wr_substitute (c, e, &now, NULL).ix == lt (&n, old_x, one).ix, "old is left alone");
  OK (t, wr_substitute (c, e, &now, &before).ix == lt (&n, two, one).ix,
      "old has a state of its own");
  OK (t, wr_substitute (c, e, NULL, &before).ix == lt (&n, two, n.xe).ix, "only the old state");
  wr_expr nested = wr_mk1 (c, WR_OP_OLD, add (&n, n.xe, old_x));
  OK (t, wr_substitute (c, nested, &now, &before).ix == add (&n, two, two).ix, "old of old");
  wr_expr sum = add (&n, n.xe, n.ye);
  wr_expr both = lt (&n, sum, wr_mk1 (c, WR_OP_OLD, sum));
  OK (t,
      wr_substitute (c, both, &now, &before).ix ==
          lt (&n, add (&n, one, n.ye), add (&n, two, n.ye)).ix,
      "one expression in both states");
  wr_expr bound = wr_mk1 (c, WR_OP_OLD, add (&n, n.be, n.xe));
  wr_expr q = forall (&n, n.be, lt (&n, bound, n.xe));
  OK (t,
      wr_substitute (c, q, &now, &before).ix ==
          forall (&n, n.be, lt (&n, add (&n, n.be, two), one)).ix,
      "a bound variable below old");
  OK (t, !wr_expr_info (c, wr_substitute (c, q, &now, &before))->has_old, "old is gone");
  wr_map_free (&now);
  wr_map_free (&before);
  fixture_free (&n.f);
}

/* A chain whose tree has 2^200 nodes, and one that is 100,000 deep. */
static void test_size (struct tap *t) {
  struct names n = names_new ();
  wr_core *c = n.f.core;
  wr_expr e = n.xe, want = n.ye;
  for (int i = 0; i < 200; i++) e = add (&n, e, e), want = add (&n, want, want);
  OK (t, replace (&n, e, n.x, n.ye).ix == want.ix, "linear in the shared size");
  wr_expr deep = n.xe, deep_want = n.ye, one = wr_mk_int (c, 1);
  for (int i = 0; i < 100000; i++) deep = add (&n, deep, one), deep_want = add (&n, deep_want, one);
  OK (t, replace (&n, deep, n.x, n.ye).ix == deep_want.ix, "no recursion");
  wr_u32s order = {0};
  wr_postorder (c, &deep, 1, &order);
  OK (t, order.len == 100002 && order.data[100001] == deep.ix, "each once");
  WR_VEC_FREE (&order);
  fixture_free (&n.f);
}

static void test_walk (struct tap *t) {
  struct names n = names_new ();
  wr_core *c = n.f.core;
  wr_expr pattern = add (&n, n.be, n.ye);
  wr_expr q = forall (&n, pattern, lt (&n, n.be, n.xe));
  wr_expr roots[] = {q, n.xe, wr_mk1 (c, WR_OP_NOT, q)};
  wr_u32s order = {0}, at = {0};
  wr_postorder (c, roots, 3, &order);
  OK (t, order.len == 7, "b, y, b + y, x, b < x, forall, not");
  for (uint32_t i = 0; i < c->exprs.len; i++) WR_VEC_PUSH (&at, 0);
  bool ordered = true;
  for (uint32_t i = 0; i < order.len; i++) {
    ordered = ordered && !at.data[order.data[i]];
    at.data[order.data[i]] = i + 1;
    for (uint32_t j = 0; j < wr_expr_info (c, (wr_expr){order.data[i]})->count; j++) {
      ordered = ordered && at.data[wr_expr_child (c, (wr_expr){order.data[i]}, j).ix];
    }
  }
  OK (t, ordered, "children before parents, each once");
  OK (t, at.data[pattern.ix] && at.data[pattern.ix] < at.data[q.ix],
      "triggers before their quantifier");
  wr_u32s vars = {0};
  WR_VEC_PUSH (&vars, 99);
  wr_free_vars (c, wr_mk1 (c, WR_OP_NOT, q), &vars);
  OK (t, vars.len == 3 && vars.data[0] == 99 && vars.data[1] == n.x.ix && vars.data[2] == n.y.ix,
      "free variables in order, appended, also of triggers");
  wr_u32s parts = {0};
  wr_expr p = lt (&n, n.xe, n.ye), r = lt (&n, n.ye, n.xe), s = wr_mk1 (c, WR_OP_NOT, p);
  wr_expr below = wr_mk1 (c, WR_OP_OLD, wr_mk2 (c, WR_OP_AND, p, wr_mk1 (c, WR_OP_OLD, r)));
  wr_expr all = wr_mk2 (c, WR_OP_AND, wr_mk2 (c, WR_OP_AND, s, r), below);
  wr_conjuncts (c, all, &parts);
  OK (t, parts.len == 4 && parts.data[0] == s.ix && parts.data[1] == r.ix, "conjuncts in order");
  OK (t,
      parts.len == 4 && parts.data[2] == wr_mk1 (c, WR_OP_OLD, p).ix &&
          parts.data[3] == wr_mk1 (c, WR_OP_OLD, r).ix,
      "old of each part");
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&at);
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&parts);
  fixture_free (&n.f);
}

int main (void) {
  struct tap t = {0};
  test_plain (&t);
  test_binders (&t);
  test_old (&t);
  test_size (&t);
  test_walk (&t);
  return tap_done (&t);
}
