/* front/viper/example.c -- programs for which diagnostics are reported, for `warrant explain`. */
#include "front/viper/viper.h"

/* X (CODE, "program"); an ellipsis stands for something long. */
#define EXAMPLES(X)                                                                                \
  X (SYNTAX, "method m() { x := }")                                                                \
  X (INVALID_CHARACTER, "field f: Int ~")                                                          \
  X (UNTERMINATED_STRING, "import \"list.vpr")                                                     \
  X (UNTERMINATED_COMMENT, "/* field f: Int")                                                      \
  X (NESTING_TOO_DEEP, "method m() { assert (((...(((true)))...))) }")                             \
  X (IDENTIFIER_TOO_LONG, "field a...a: Int")                                                      \
  X (EXPANSION_TOO_LARGE,                                                                          \
     "define a(x) x + x\ndefine b(x) a(a(a(x)))\n...\nmethod m() { assert z(1) == z(1) }")         \
  X (BLANK_BEFORE_ARGUMENTS, "function f(x: Int): Int\nfunction g(): Int { f (1) }")               \
  X (OLD_NAME, "field f: Rational")                                                                \
  X (MACRO_DEFINITION, "define P() 1\ndefine P() 2")                                               \
  X (MACRO_CYCLE, "define a(x) b(x)\ndefine b(x) a(x)\nmethod m() { assert a(true) }")             \
  X (MACRO_USE, "define b 2\nmethod m() { b() }")                                                  \
  X (MACRO_PARAMETER_UNUSED, "define one(x) 1")                                                    \
  X (IMPORT_FAILED, "import <no/such/file.vpr>")                                                   \
  X (UNDECLARED, "method m() { x := 1 }")                                                          \
  X (UNDECLARED_TYPE, "field f: T")                                                                \
  X (UNDECLARED_FUNCTION, "method m() { assert f(1) }")                                            \
  X (UNDECLARED_PROCEDURE, "function f(): Int method m() { f() }")                                 \
  X (DUPLICATE, "field f: Int field f: Bool")                                                      \
  X (DUPLICATE_TYPE_PARAMETER, "domain D[T, T] { }")                                               \
  X (TYPE_ARGUMENTS, "domain D[T] { } field f: D")                                                 \
  X (UNKNOWN_FIELD, "method m(x: Ref) { assert x.f == 1 }")                                        \
  X (TYPE_MISMATCH, "method m() { assert 1 }")                                                     \
  X (OPERAND_TYPES, "method m() { assert 1 + true == 2 }")                                         \
  X (ARGUMENT_COUNT, "function f(): Int method m() { assert f(1) == 1 }")                          \
  X (RESULT_TYPE, "method q() returns (b: Bool) method m() { var x: Int x := q() }")               \
  X (CALL_COUNT, "method q() returns (b: Bool) method m() { q() }")                                \
  X (ASSIGN_COUNT, "method m() { var x: Int var y: Int x, y := 1 }")                               \
  X (ASSIGN_IMMUTABLE, "method m(x: Int) { x := 1 }")                                              \
  X (ASSIGNED_TWICE, "method q() returns (a: Int, b: Int) method m() { var x: Int x, x := q() }")  \
  X (OLD_OUT_OF_PLACE, "method m() { assert old[lhs](1) == 1 }")                                   \
  X (TRIGGER_OPERATOR, "method m() { assert forall i: Int :: {i + 1} i == i }")                    \
  X (TRIGGER_INCOMPLETE,                                                                           \
     "function f(x: Int): Int method m() { assert forall i: Int, j: Int :: {f(i)} f(i) < f(j) }")  \
  X (MEASURE_TWICE, "function f(x: Int): Int decreases x decreases x { x }")                       \
  X (MEASURE_MISSING, "function f(x: Int): Int ensures f(x) == 1")                                 \
  X (MISPLACED, "method m() { assert result == 1 }")                                               \
  X (MISPLACED_STATEMENT,                                                                          \
     "field f: Int method m(x: Ref) { package true --* true { while (true) { } } }")               \
  X (NOT_A_LOCATION, "function f(): Int method m() { inhale acc(f()) }")                           \
  X (ABSTRACT_PREDICATE, "predicate P() method m() { unfold P() }")                                \
  X (IMPURE, "field f: Int method m(x: Ref) { assert old(acc(x.f)) }")                             \
  X (UNKNOWN_LABEL, "method m() { goto l }")                                                       \
  X (REPEATED_LABEL, "method m() { label l label l }")                                             \
  X (PRECONDITION_CYCLE, "function f(x: Int): Bool requires f(x)")                                 \
  X (EMPTY_ADT, "adt T { }")                                                                       \
  X (INTERPRETATION, "domain D interpretation (Other: \"Int\") { }")                               \
  X (TYPE_DEFAULTED, "method m() { assert |Seq()| == 0 }")                                         \
  X (NO_TRIGGER, "method m() { assert forall x: Int :: x > 0 }")

const char *vpr_example (enum wr_code code) {
  switch ((int)code) {
#define X(name, text)                                                                              \
  case WR_CODE_##name: return text;
    EXAMPLES (X)
#undef X
  default: return NULL;
  }
}
