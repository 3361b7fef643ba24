/* tests/viper/macros.c -- macros: what they expand to, where their nodes are, and what is refused. */
#include "reading.h"

struct macro_case {
  const char *name, *text, *printed; /* printed: the program, or "line:code" of what is refused */
};

static const struct macro_case cases[] = {
    {"an expression", "define two 1 + 1\nmethod m() { assert two * 2 == 4 }",
     "method m()\n{\n  assert (1 + 1) * 2 == 4\n}\n"},
    {"parameters", "define add(x, y) x + y\nmethod m() { assert add(1, add(2, 3)) == 6 }",
     "method m()\n{\n  assert 1 + (2 + 3) == 6\n}\n"},
    {"statements stand in the block of the use",
     "define swap(x, y) { var t: Int := x x := y y := t }\n"
     "method m() { var a: Int var b: Int swap(a, b) swap(b, a) }",
     "method m()\n{\n  var a: Int\n  var b: Int\n  var t: Int := a\n  a := b\n  b := t\n  var t$0: "
     "Int "
     ":= b\n  b := a\n  a := t$0\n}\n"},
    {"a variable of the macro does not meet one of the method",
     "define inc(x) { var t: Int := x + 1 x := t }\nmethod m() { var t: Int inc(t) }",
     "method m()\n{\n  var t: Int\n  var t$0: Int := t + 1\n  t := t$0\n}\n"},
    {"nor one that is declared further down",
     "define start { var t: Int := 1 }\nmethod m() { { start } var t: Int }",
     "method m()\n{\n  {\n    var t$0: Int := 1\n  }\n  var t: Int\n}\n"},
    {"disjoint blocks share names",
     "define start { var t: Int := 1 }\nmethod m() { { start } { start } }",
     "method m()\n{\n  {\n    var t: Int := 1\n  }\n  {\n    var t: Int := 1\n  }\n}\n"},
    {"a bound variable does not catch an argument",
     "define all(e) forall i: Int :: e > i\nmethod m(i: Int) { assert all(i) }",
     "method m(i: Int)\n{\n  assert forall i$0: Int :: i > i$0\n}\n"},
    {"nor a binder in an argument",
     "define all(e) forall i: Int :: e > i\nmethod m(j: Int) { assert all(all(j)) }",
     "method m(j: Int)\n{\n  assert forall i$0: Int :: (forall i: Int :: j > i) > i$0\n}\n"},
    {"a parameter under a binder of its name stays",
     "define all(x) x && (forall x: Int :: x > 0) && x\nmethod m() { assert all(y) }",
     "method m()\n{\n  assert y && (forall x: Int :: x > 0) && y\n}\n"},
    {"a free name after a binder of its name",
     "define both(x) (forall i: Int :: i > x) && i > x\nmethod m(i: Int) { assert both(1) }",
     "method m(i: Int)\n{\n  assert (forall i$0: Int :: i$0 > 1) && i > 1\n}\n"},
    {"let", "define sq(x) let v == (x) in v * v\nmethod m(v: Int) { assert sq(v) == 1 }",
     "method m(v: Int)\n{\n  assert (let v$0 == (v) in v$0 * v$0) == 1\n}\n"},
    {"labels",
     "define mark(l) { label l inhale true }\ndefine own { label o goto o }\n"
     "method m() { mark(a) own own assert old[a](true) }",
     "method m()\n{\n  label a\n  inhale true\n  label o\n  goto o\n  label o$0\n  goto o$0\n  "
     "assert "
     "old[a](true)\n}\n"},
    {"a field and a callee by name",
     "define get(x, f, g) g(x.f)\nfield v: Int\nmethod m(x: Ref) { assert get(x, v, foo) == 1 }",
     "field v: Int\n\nmethod m(x: Ref)\n{\n  assert foo(x.v) == 1\n}\n"},
    {"the name in a call", "define foo bar\nmethod bar(x: Int)\nmethod m() { foo(1) }",
     "method bar(x: Int)\n\nmethod m()\n{\n  bar(1)\n}\n"},
    {"types", "define IntSet Set[Int]\ndefine D2 D[Int]\nfield f: IntSet\nfield g: Seq[D2]",
     "field f: Set[Int]\nfield g: Seq[D[Int]]\n"},
    {"types with parameters", "define Pair(T) Map[T, T]\nfield f: Pair(Pair(Int))",
     "field f: Map[Map[Int, Int], Map[Int, Int]]\n"},
    {"locations",
     "define fx(x) x.f\ndefine p() P()\nfield f: Int\n"
     "method m(x: Ref) { inhale acc(fx(x)) && perm(p()) > none fold p() fx(x) := 1 }",
     "field f: Int\n\nmethod m(x: Ref)\n{\n  inhale acc(x.f) && perm(P()) > none\n  fold P()\n  "
     "x.f := "
     "1\n}\n"},
    {"fold of a macro with an amount",
     "define p acc(P(), 1/2)\ndefine q() acc(P(), 1/2)\n"
     "method m() { fold q() }",
     "method m()\n{\n  fold acc(P(), 1 / 2)\n}\n"},
    {"a macro of the method", "define a 1\nmethod m() { assert a == b define a 2 define b a }",
     "method m()\n{\n  assert 2 == 2\n}\n"},
    {"contracts, measures, axioms",
     "define n 3\nfunction f(): Int requires n > 1 ensures result == n decreases n { n }\n"
     "domain D { axiom { n == n } }",
     "function f(): Int\n  requires 3 > 1\n  ensures result == 3\n  decreases 3\n{\n  "
     "3\n}\n\ndomain D "
     "{\n  axiom {\n    3 == 3\n  }\n}\n"},
    {"annotations stay", "define n 3\nmethod m() { assert @a() n == 3 }",
     "method m()\n{\n  assert @a() 3 == 3\n}\n"},
    {"an unused parameter", "define B(x, res) x\nmethod m() { assert B(true, 1) }",
     "1:macro-parameter-unused?"},
    {"too few arguments", "define B(x) x\nmethod m()\nrequires B() {}", "3:macro-use"},
    {"no arguments", "define B(x) x\nmethod m()\nrequires B {}", "3:macro-use"},
    {"arguments for none", "define b 2\nmethod m() {\n b()\n}", "3:macro-use"},
    {"a statement as expression", "define s { }\nmethod m() {\n assert s\n}", "3:macro-use"},
    {"an expression as statement", "define e 1\nmethod m() {\n e\n}", "3:macro-use"},
    {"a type as expression", "define T Int\nmethod m() {\n assert T == 1\n}", "3:macro-use"},
    {"an expression as type", "define e 1\nfield f: e", "2:macro-use"},
    {"a number as label", "define s(l) { label l }\nmethod m() {\n s(3)\n}", "3:macro-use"},
    {"a call on the left", "method n(x: Int)\nmethod m() {\n n(1) := 2\n}", "3:macro-use"},
    {"a number on the left", "define n() 1\nmethod m() {\n n() := 2\n}", "3:macro-use"},
    {"acc of no location", "define Q() true\nmethod m() {\n inhale acc(Q())\n}", "3:macro-use"},
    {"unfolding of no predicate",
     "define Q(x) acc(x.f) && true\nfunction f(x: Ref): Int {\n"
     "unfolding Q(x) in 1 }",
     "3:macro-use"},
    {"two of one name", "define P() 1\ndefine P() 2", "2:macro-definition"},
    {"the name of a method", "method P()\ndefine P() 2", "2:macro-definition"},
    {"in another macro", "define a {\n define b 1\n}", "2:macro-definition"},
    {"in a script", "method m() { package true --* true {\n define b 1\n} }", "2:macro-definition"},
    {"a cycle", "define Q(x) P(x)\ndefine P(x) Q(x)\nmethod m() { assert P(true) }",
     "2:macro-cycle"},
    {"a cycle of names", "define a b\ndefine b a\nmethod m() { a(1) }", "1:macro-cycle"},
    {"no cycle", "define id(x) x\nmethod m() { assert id(id(id(true))) }",
     "method m()\n{\n  assert true\n}\n"},
};

static void check_case (struct tap *t, const struct macro_case *c) {
  struct reading r = read_text (wr_str_of (c->text));
  wr_buf got = {0};
  reading_list (&r, &got);
  if (!wr_diags_count (r.diags)) {
    OK (t, reading_round_trips (&r, &got), "%s: round trip", c->name);
  }
  SAME (t, wr_buf_str (&got), c->printed, c->name);
  wr_buf_free (&got);
  reading_free (&r);
}

/* Every node of an expansion has the place of the outermost use, and its own text as origin. */
static bool placed (const struct reading *r, const vpr_expr *e, const char *use) {
  wr_str text = wr_source_text (r->sources, 1);
  wr_str at = {text.ptr + e->span.begin, e->span.end - e->span.begin};
  bool ok = wr_str_equal (at, wr_str_of (use)) && e->origin.file == 1 &&
            (e->origin.begin != e->span.begin || e->origin.end != e->span.end);
  for (uint32_t i = 0; i < e->args.len; i++) ok = ok && placed (r, e->args.data[i], use);
  return ok;
}

static void test_places (struct tap *t) {
  struct reading r = read_text (WR_LIT ("define one(x) x + 1\ndefine add(x, y) one(x) + y\n"
                                        "method m(a: Int) { assert  add(a * 2, 3) == 4 }"));
  const vpr_expr *eq = r.program->decls.data[0]->body.data[0]->value;
  OK (t, placed (&r, eq->args.data[0], "add(a * 2, 3)"), "nodes of an expansion are at its use");
  OK (t, !eq->origin.file && !eq->args.data[1]->origin.file, "other nodes are where they are");
  reading_free (&r);
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case (&t, &cases[i]);
  test_places (&t);
  return tap_done (&t);
}
