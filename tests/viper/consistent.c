/* Consistency: each rule kept and broken. */
#include "check.h"

#define F "field f: Int "
static const struct check_case purity[] = {
    {"unfolding with permissions",
     F "predicate P(x: Ref) { acc(x.f) } method m(x: Ref) { inhale unfolding P(x) in\n acc(x.f) }",
     CONSISTENCY ":2"},
    {"let of permissions", F "method m(x: Ref) { assert let a == (\nacc(x.f)) in a }",
     CONSISTENCY ":2"},
    {"unfolding of permissions in a wand",
     F "predicate P(x: Ref) { acc(x.f) } method m(x: Ref) {\n inhale true --* (unfolding P(x) in "
       "acc(x.f)) }",
     CONSISTENCY ":2 " CONSISTENCY ":2"},
};

static const struct check_case wildcards[] = {
    {"as an amount", F "method m(x: Ref) { inhale acc(x.f, wildcard) }", ""},
    {"as a value", "method m() { var p: Perm\n p := wildcard }", CONSISTENCY ":2"},
    {"in an amount", F "method m(x: Ref) { inhale acc(x.f,\n 2 * wildcard) }", CONSISTENCY ":2"},
    {"in an amount of a function",
     F "function g(x: Ref, b: Bool): Int requires acc(x.f, b ? wildcard : none)", ""},
    {"in an amount of a predicate", F "predicate P(x: Ref) { acc(x.f,\n write - wildcard) }",
     CONSISTENCY ":2"},
};

static const struct check_case states[] = {
    {"old in a precondition", F "method m(x: Ref)\n requires acc(x.f) && old(x.f) == 1",
     CONSISTENCY ":2"},
    {"old in a postcondition", F "method m(x: Ref) ensures old(1) == 1", ""},
    {"old in a predicate", F "predicate P(x: Ref) {\n acc(x.f) && old(x.f) == 1 }",
     CONSISTENCY ":2"},
    {"old in a function", F "function g(x: Ref): Int {\n old(1) }", CONSISTENCY ":2"},
    {"old in an axiom", "domain D { axiom {\n old(true) } }", CONSISTENCY ":2"},
    {"a label in a precondition", "method m()\n requires old[l](true) { label l }",
     CONSISTENCY ":2"},
    {"a label in a postcondition", "method m()\n ensures old[l](true) { label l }",
     CONSISTENCY ":2"},
    {"a label in an invariant", "method m() { label l while (true) invariant old[l](true) { } }",
     ""},
    {"lhs outside", "method m() {\n assert old[lhs](true) }", CONSISTENCY ":2"},
    {"lhs on the right", "method m() { inhale true --* old[lhs](true) }", ""},
    {"lhs on the left", "method m() { inhale\n old[lhs](true) --* true }", CONSISTENCY ":2"},
    {"lhs in the script", "method m() { package true --* true { assert old[lhs](true) } }", ""},
    {"lhs behind the script", "method m() { package true --* true { }\n assert old[lhs](true) }",
     CONSISTENCY ":2"},
    {"perm in a predicate", F "predicate P(x: Ref) {\n perm(x.f) > none }", CONSISTENCY ":2"},
    {"perm in a function", F "function g(x: Ref): Perm {\n perm(x.f) }", CONSISTENCY ":2"},
    {"result in a body", "function g(): Int {\n result }", CONSISTENCY ":2"},
    {"a result in a precondition", "method m() returns (r: Int) requires\n r == 1",
     CONSISTENCY ":2"},
    {"asserting in an axiom", "domain D { axiom {\n asserting (true) in true } }",
     CONSISTENCY ":2"},
    {"a location in an axiom", F "domain D { axiom {\n forall x: Ref :: x.f == 1 } }",
     CONSISTENCY ":2"},
};

static const struct check_case triggers[] = {
    {"a variable is missing",
     "function g(i: Int): Int method m() { assert forall i: Int,\n j: Int :: {g(i)} g(i) == j }",
     CONSISTENCY ":2"},
    {"a term without a variable",
     "function g(i: Int): Int method m() { assert forall i: Int :: {g(i),\n g(1)} g(i) == 1 }",
     CONSISTENCY ":2"},
    {"an empty trigger", "method m() { assert forall\n i: Int :: {} true }", CONSISTENCY ":2"},
};

static const struct check_case scripts[] = {
    {"a loop", "method m() { package true --* true {\n while (true) { } } }", CONSISTENCY ":2"},
    {"new", "method m() { package true --* true { var x: Ref\n x := new(*) } }", CONSISTENCY ":2"},
    {"a field", F "method m(x: Ref) { package true --* true { if (true) {\n x.f := 1 } } }",
     CONSISTENCY ":2"},
    {"a variable of its own", "method m() { package true --* true { var x: Int x := 1 } }", ""},
    {"another variable", "method m() { var x: Int package true --* true {\n x := 1 } }",
     CONSISTENCY ":2"},
    {"a nested script is told once",
     F "method m(x: Ref) { package true --* true { package true --* true {\n x.f := 1 } } }",
     CONSISTENCY ":2"},
};

static const struct check_case declarations[] = {
    {"a precondition that calls its function", "\nfunction f(x: Int): Bool requires f(x)",
     CONSISTENCY ":2"},
    {"a precondition that calls by way of others",
     "\nfunction f(): Bool requires g()\nfunction g(): Bool ensures f()", CONSISTENCY ":2"},
    {"a body that calls its function", "function f(x: Int): Bool { x > 0 ? f(x - 1) : true }", ""},
    {"an ADT without constructors", "\nadt T { }", CONSISTENCY ":2"},
    {"a unique function with arguments", "domain D {\n unique function f(x: Int): D }",
     CONSISTENCY ":2"},
    {"an unknown interpretation", "\ndomain D interpretation (Other: \"Int\") { }",
     CONSISTENCY ":2"},
    {"one variable for two results",
     "method n() returns (a: Int, b: Int) method m() { var x: Int\n x, x := n() }",
     CONSISTENCY ":2"},
    {"one field for two results",
     F "method n() returns (a: Int, b: Int) method m(x: Ref, y: Ref) {\n x.f, y.f := n() }",
     TYPE ":2"},
};

static const struct check_case measures[] = {
    {"a tuple and a wildcard",
     "function g(x: Int): Int decreases x if x > 0 decreases _ if x < 0 { x }", ""},
    {"two tuples", "function g(x: Int): Int\n decreases x\n decreases x + 1 { x }",
     CONSISTENCY ":2"},
    {"two tuples of a loop", "method m() { while (true)\n decreases 1\n decreases 2 { } }",
     CONSISTENCY ":2"},
    {"an inhale-exhale assertion", "function g(x: Int): Int decreases\n [true, true] { x }",
     CONSISTENCY ":2"},
    {"a method", "method m(x: Int)\n decreases m(x)", TYPE ":2"},
    {"orders are added to a program that uses their names",
     "function g(a: Int, b: Int): Int decreases a, b { a + b }", ""},
    {"a recursive postcondition", "function g(x: Int): Int\n ensures g(x) == 1", CONSISTENCY ":2"},
    {"a recursive postcondition with a measure",
     "function g(x: Int): Int decreases x ensures x > 0 ==> g(x - 1) == 1", ""},
    {"instances without their domain", "predicate P() method m() { assert\n #P() == #P() }",
     CONSISTENCY ":2 " CONSISTENCY ":2"},
};

int main (void) {
  struct tap tap = {0};
  CHECK_ALL (&tap, purity);
  CHECK_ALL (&tap, wildcards);
  CHECK_ALL (&tap, states);
  CHECK_ALL (&tap, triggers);
  CHECK_ALL (&tap, scripts);
  CHECK_ALL (&tap, declarations);
  CHECK_ALL (&tap, measures);
  return tap_done (&tap);
}
