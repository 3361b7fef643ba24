/* Types: what inference finds, and each rule kept and broken. */
#include "check.h"
#include "front/viper/types.h"

/* -- inferred types ---------------------------------------------------------------------------- */

/* The types of all nodes, in the order of the tree. */
static void list_types (wr_buf *out, const struct check_run *run, const vpr_expr *e) {
  if (out->len) wr_buf_add_char (out, ' ');
  vpr_type_print (out, run->symbols, e->type);
  for (uint32_t i = 0; i < e->args.len; i++) list_types (out, run, e->args.data[i]);
}

static const vpr_expr *last_value (const struct check_run *run) {
  const vpr_decl *last = run->program->decls.data[run->program->decls.len - 1];
  return last->body.data[last->body.len - 1]->value;
}

struct type_case {
  const char *name, *before, *stmt, *want;
};

#define LISTS                                                                                      \
  "domain List[T] { function nil(): List[T] function cons(x: T, l: List[T]): List[T] function "    \
  "size(l: List[T]): Int }"

static const struct type_case cases[] = {
    {"division of a Perm", "", "var p: Perm := 1/2", "Perm Int Int"},
    {"division of an Int", "", "var p: Int := 1/2", "Int Int Int"},
    {"fractions are compared as permissions", "", "assert 2/3 == 3/4",
     "Bool Perm Int Int Perm Int Int"},
    {"a fraction that is compared with an integer", "", "assert 2/3 == 0", "Bool Int Int Int Int"},
    {"a product with a permission", "", "var p: Perm := 2 * write", "Perm Int Perm"},
    {"sums of fractions", "", "var p: Perm := 1/2 + 1/4 - none",
     "Perm Perm Perm Int Int Perm Int Int Perm"},
    {"chained comparisons", "", "assert 1 < 2 <= 3", "Bool Bool Int Int Bool Int Int"},
    {"an empty sequence from its context", "", "var s: Seq[Ref] := Seq()", "Seq[Ref]"},
    {"an empty sequence beside a full one", "", "assert Seq() ++ Seq(1/2, write) == Seq()",
     "Bool Seq[Perm] Seq[Perm] Seq[Perm] Perm Int Int Perm Seq[Perm]"},
    {"membership in a multiset is a number", "", "var i: Int := 1 in Multiset(1, 2)",
     "Int Int Multiset[Int] Int Int"},
    {"membership in a set", "", "assert 1 in Set(1)", "Bool Int Set[Int] Int"},
    {"membership in a map", "", "assert 1 in Map(1 := true)", "Bool Int Map[Int, Bool] Int Bool"},
    {"maps", "", "var b: Bool := Map(1 := true)[2]", "Bool Map[Int, Bool] Int Bool Int"},
    {"updates", "", "var s: Seq[Bool] := Seq(true)[0 := false]",
     "Seq[Bool] Seq[Bool] Bool Int Bool"},
    {"slices", "", "var s: Seq[Int] := [0..5)[1..2]", "Seq[Int] Seq[Int] Seq[Int] Int Int Int Int"},
    {"domain and range", "", "assert domain(Map(1 := true)) == Set[Int]()",
     "Bool Set[Int] Map[Int, Bool] Int Bool Set[Int]"},
    {"type arguments from the context", LISTS, "var l: List[Bool] := nil()", "List[Bool]"},
    {"type arguments from arguments", LISTS, "assert size(cons(true, nil())) == 1",
     "Bool Int List[Bool] Bool List[Bool] Int"},
    {"type arguments from an ascription", LISTS, "assert size((nil() : List[Ref])) == 0",
     "Bool Int List[Ref] List[Ref] Int"},
    {"the preferred numbers in a generic call", LISTS, "assert size(cons(1/2, nil())) == 1",
     "Bool Int List[Perm] Perm Int Int List[Perm] Int"},
    {"let with the type that its body wants", "", "assert let x == (6/3) in x == 2",
     "Bool Int Int Int Bool Int Int"},
    {"assertions", "field f: Int", "assert (forall r: Ref :: r != null ==> acc(r.f)) && true",
     "Impure Impure Impure Bool Ref Ref Impure Int Ref Bool"},
    {"a predicate as an assertion", "predicate P()", "inhale true && P()",
     "Impure Bool Predicate Predicate"},
    {"a pure inhale-exhale assertion", "", "assert [true, false]", "Bool Bool Bool"},
    {"a conditional of assertions", "field f: Int predicate P()", "inhale true ? P() : true",
     "Impure Bool Predicate Predicate Bool"},
    {"a wand", "predicate P()", "inhale P() --* true", "Wand Predicate Predicate Bool"},
};

static void test_inferred (struct tap *tap) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_buf text = {0}, got = {0};
    wr_buf_print (&text, "%s method m() { %s }", cases[i].before, cases[i].stmt);
    struct check_run run = check_start (wr_buf_str (&text));
    if (run.ok)
      list_types (&got, &run, last_value (&run));
    else
      check_list (&got, &run);
    if (!SAME (tap, wr_buf_str (&got), cases[i].want, cases[i].name))
      tap_show ("program", wr_buf_str (&text));
    check_end (&run);
    wr_buf_free (&got);
    wr_buf_free (&text);
  }
}

/* -- errors ------------------------------------------------------------------------------------ */

static const struct check_case errors[] = {
    {"a condition of type Int", "method m() {\n assert 1 }", TYPE ":2"},
    {"modulo is no permission", "method m(x: Int) {\n var p: Perm := x % x }", TYPE ":2"},
    {"the argument is reported", "method m() { assert 1 +\n true == 2 }", TYPE ":2"},
    {"sequences and sets", "method m(x: Seq[Int], y: Set[Int]) { assert x ++\n y == x }",
     TYPE ":2"},
    {"number of arguments", "function f(): Int method m() {\n assert f(1) == 1 }", TYPE ":2"},
    {"a method in an expression", "method n() method m() {\n assert n() == 1 }", TYPE ":2"},
    {"a function as a statement", "function f(): Int method m() {\n f() }", TYPE ":2"},
    {"an expression as a statement", "method n() returns (x: Int) method m() {\n n() }", TYPE ":2"},
    {"number of targets",
     "method n() returns (x: Int) method m() { var y: Int, z: Int\n y, z := n() }", TYPE ":2"},
    {"types of targets", "method n() returns (x: Int) method m() { var y: Bool\n y := n() }",
     TYPE ":2"},
    {"several targets", "method m() { var y: Int, z: Int\n y, z := 1 }", TYPE ":2"},
    {"assignment to a parameter", "method m(x: Int) {\n x := 1 }", TYPE ":2"},
    {"new as an expression", "method m() {\n assert new(*) == null }", TYPE ":2"},
    {"new of no field", "method m() { var x: Ref\n x := new(f) }", TYPE ":2"},
    {"new into an Int", "method m() { var x: Int\n x := new(*) }", TYPE ":2"},
    {"result outside of a postcondition", "method m() {\n assert result == 1 }", TYPE ":2"},
    {"an accessibility predicate as an argument",
     "field f: Int function g(b: Bool): Bool method m(x: Ref) { assert g(\n acc(x.f)) }",
     TYPE ":2"},
    {"old of permissions", "field f: Int method m(x: Ref) { assert\n old(acc(x.f)) }", TYPE ":2"},
    {"permissions in the postcondition of a function",
     "field f: Int function g(x: Ref): Int\n ensures acc(x.f)", TYPE ":2"},
    {"acc of a function", "function g(): Int method m() { inhale acc(\n g()) }", TYPE ":2"},
    {"fold of a function", "function g(): Bool method m() {\n fold g() }", TYPE ":2"},
    {"unfold of an abstract predicate", "predicate P() method m() {\n unfold P() }", TYPE ":2"},
    {"unfolding of an abstract predicate",
     "predicate P() method m() {\n assert unfolding P() in true }", TYPE ":2"},
    {"apply without a wand", "method m() {\n apply true }", TYPE ":2"},
    {"quasihavoc of something else", "method m() {\n quasihavoc 1 }", TYPE ":2"},
    {"exists with permissions", "field f: Int method m() { assert exists x: Ref ::\n acc(x.f) }",
     TYPE ":2"},
    {"forperm with permissions",
     "field f: Int method m() { assert forperm x: Ref [x.f] ::\n acc(x.f) }", TYPE ":2"},
    {"perm in a precondition", "field f: Int method m(x: Ref)\n requires perm(x.f) > none",
     TYPE ":2"},
    {"perm in an inhale-exhale assertion",
     "field f: Int method m(x: Ref) requires [perm(x.f) > none, true]", ""},
    {"perm in a function's postcondition",
     "field f: Int function g(x: Ref): Int\n ensures [perm(x.f) > none, true]", TYPE ":2"},
    {"perm in the body of forperm",
     "field f: Int method m() { assert forperm x: Ref [x.f] ::\n perm(x.f) > none }", TYPE ":2"},
    {"a wand in a predicate", "predicate P() {\n true --* true }", TYPE ":2"},
    {"a wand in a function's precondition", "function f(): Int\n requires true --* true",
     TYPE ":2"},
    {"a function with a precondition in an axiom",
     "function f(x: Int): Int requires x > 0\ndomain D { axiom {\n f(1) == 1 } }", TYPE ":3"},
    {"a trigger that is no term", "method m() {\n assert forall i: Int :: {i + 1} i == i }",
     TYPE ":2"},
    {"a comparison in a trigger",
     "function f(b: Bool): Bool method m() {\n assert forall i: Int :: {f(i > 0)} f(i > 0) }",
     TYPE ":2"},
    {"forperm without its variable",
     "field f: Int method m(y: Ref) {\n assert forperm x: Ref [y.f] :: true }", TYPE ":2"},
    {"forperm with a variable inside",
     "field f: Int function g(x: Ref): Ref method m() {\n assert forperm x: Ref [g(x).f] :: true }",
     TYPE ":2"},
    {"nothing determines a type", "method m() {\n assert |Seq()| == 0 }", "type-defaulted:2"},
    {"a type parameter of its own domain",
     LISTS " domain D[T] { function e(): D[T] axiom { e() == e() } }", ""},
};

/* Types and chains at their limits end, and inference does not explode. */
static void test_limits (struct tap *tap) {
  wr_buf text = {0};
  wr_buf_print (&text, "domain P[A, B] { function pair(a: A, b: B): P[A, B] }"
                       "function f(p: Perm): Int method m() { assert f(1/2");
  for (int i = 0; i < 500; i++) wr_buf_print (&text, " + 1/2");
  wr_buf_print (&text, ") == ");
  for (int i = 0; i < 30; i++) wr_buf_print (&text, "pair(1/2, ");
  wr_buf_print (&text, "1");
  for (int i = 0; i < 30; i++) wr_buf_print (&text, ")");
  wr_buf_print (&text, " }");
  struct check_run run = check_start (wr_buf_str (&text));
  wr_buf got = {0};
  check_list (&got, &run);
  SAME (tap, wr_buf_str (&got), TYPE ":1", "a chain and nested generic calls");
  check_end (&run);
  wr_buf_free (&got);
  wr_buf_free (&text);
}

int main (void) {
  struct tap tap = {0};
  test_inferred (&tap);
  CHECK_ALL (&tap, errors);
  test_limits (&tap);
  return tap_done (&tap);
}
