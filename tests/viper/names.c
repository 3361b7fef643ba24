/* Names: each rule kept and broken. */
#include "check.h"

static const struct check_case scopes[] = {
    {"globals are visible before they are declared",
     "method m() { n() }\nmethod n() { assert f() == 1 }\nfunction f(): Int", ""},
    {"names of built-in files do not meet those of a program",
     "import <decreases/all.vpr> import <adt/derives.vpr> field a: Int field b: Int field bound: "
     "Int "
     "domain T { } domain E { } method smaller(value: Int)",
     ""},
    {"one name space", "field f: Int\nfunction f(): Int", TYPE ":2"},
    {"a domain and its function", "domain D {\n function D(): Int }", TYPE ":2"},
    {"constructors are global", "adt T { C() }\nfunction C(): Int", TYPE ":2"},
    {"a local hides a global", "field f: Int\nmethod m() {\n var f: Int }", TYPE ":3"},
    {"a global that a local would hide", "method m() { var f: Int }\nfield f: Int", TYPE ":2"},
    {"a parameter twice", "method m(x: Int,\n x: Int)", TYPE ":2"},
    {"a result like a parameter", "method m(x: Int) returns\n (x: Int)", TYPE ":2"},
    {"a local like a parameter", "method m(x: Int) {\n var x: Int }", TYPE ":2"},
    {"an inner block", "method m() { var x: Int\n { var x: Int } }", TYPE ":2"},
    {"an inner block that comes first", "method m() { { var x: Int }\n var x: Int }", TYPE ":2"},
    {"a macro's variables are visible behind its use",
     "define M { var x: Int x := 1 }\nmethod m() { M assert x == 1 }", ""},
    {"a macro that is used twice", "define M { var x: Int x := 1 }\nmethod m() { M M }", ""},
    {"disjoint blocks", "method m() { { var x: Int } { var x: Int } }", ""},
    {"a bound variable like a local", "method m() { var x: Int\n assert exists x: Int :: x == x }",
     TYPE ":2"},
    {"a local like an earlier bound variable",
     "function f(x: Int): Bool\nmethod m() { assert forall y: Int :: f(y)\n var y: Int }",
     TYPE ":3"},
    {"bound variables of disjoint quantifiers",
     "function f(x: Int): Bool\nmethod m() { assert (forall y: Int :: f(y)) && (forall y: Int :: "
     "f(y)) }",
     ""},
    {"let does not see its variable", "method m() {\n assert let y == (y + 1) in true }",
     TYPE ":2"},
    {"the scope of let ends", "method m() { assert (let y == (0) in true) &&\n y == 0 }",
     TYPE ":2"},
    {"use before the declaration", "method m() {\n x := 1\n var x: Int }", TYPE ":2"},
    {"use in another branch", "method m() { if (true) { var x: Int } else {\n x := 1 } }",
     TYPE ":2"},
    {"a field alone", "field f: Int\nmethod m() {\n assert f > 0 }", TYPE ":3"},
    {"all errors are told", "method m() {\n x := 1\n y := 2\n assert 1 }",
     TYPE ":2 " TYPE ":3 " TYPE ":4"},
    {"formals of a domain function", "domain D { function f(a: Int,\n a: Int): Int }", TYPE ":2"},
    {"formals of a domain function are no declarations",
     "field a: Int domain D { function f(a: Int): Int }", ""},
};

static const struct check_case types[] = {
    {"an undeclared type", "field f: T", TYPE ":1"},
    {"a predicate is no type", "predicate P()\nmethod m(p:\n P)", TYPE ":3"},
    {"type parameters", "domain D[T] { function f(x: T): T }", ""},
    {"a type parameter ends with its domain", "domain D[T] { }\nfield f: T", TYPE ":2"},
    {"type arguments", "domain D[T] { }\nfield f: D[Int]\nfield g: D\nfield h: D[Int, Int]",
     TYPE ":3 " TYPE ":4"},
    {"type parameters twice", "domain D[T,\n T] { }", TYPE ":2"},
    {"types in types", "field f: Map[Int, Seq[\nT]]", TYPE ":2"},
};

static const struct check_case labels[] = {
    {"labels before and behind", "method m() { goto l label l assert old[l](1) == 1 }", ""},
    {"no such label", "method m() {\n goto l }", CONSISTENCY ":2"},
    {"old of no such label", "method m() {\n assert old[l](1) == 1 }", CONSISTENCY ":2"},
    {"a label of another method", "method m() { label l }\nmethod n() {\n goto l }",
     CONSISTENCY ":3"},
    {"a label twice", "method m() { label l\n label l }", CONSISTENCY ":2"},
};

static const struct check_case adts[] = {
    {"constructors, destructors, discriminators",
     "adt L[T] { Nil() Cons(value: T, tail: L[T]) }\n"
     "method m(l: L[Int]) { assert l.isCons ==> l.value == 1 && l.tail.isNil && l == Cons(1, "
     "Nil()) "
     "}",
     ""},
    {"arguments of two constructors", "adt A { B(x: Int)\n C(x: Int) }", TYPE ":2"},
    {"arguments of two ADTs",
     "adt A { B(x: Int) } adt C { D(x: Int) } method m(a: A, c: C) { "
     "assert a.x == c.x }",
     ""},
    {"a destructor like a field", "field x: Int\nadt A { B(x: Int) }", TYPE ":2"},
    {"a discriminator like a field", "adt A {\n B() }\nfield isB: Int", TYPE ":2"},
    {"a discriminator is no field", "adt A { B() } method m(a: A) {\n a.isB := true }", TYPE ":2"},
    {"a destructor is no field", "adt A { B(x: Int) } method m(a: A) {\n a.x := 1 }", TYPE ":2"},
    {"derives without", "adt A { B(x: Int) } derives {\n contains without y }", TYPE ":2"},
};

int main (void) {
  struct tap tap = {0};
  CHECK_ALL (&tap, scopes);
  CHECK_ALL (&tap, types);
  CHECK_ALL (&tap, labels);
  CHECK_ALL (&tap, adts);
  return tap_done (&tap);
}
