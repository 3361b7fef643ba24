#include "front/boogie/hint.h"

#include <string.h>

/* Each field that is given has to fit.  `found` may also be the beginning of the text at the error, if that is made of signs. */
struct row {
  const char *what, *before, *found, *hint;
};

#define STATEMENT "`:=` or `:`"
#define BEGINNING "a statement or `}`"
#define COMPARE "`==` and `!=` compare; there is no `===` and no `!==`"
#define LET "a let is written `(var x := e; body)`"
#define DECLARE "write `var x: int;` at the beginning of the body to declare a variable"
#define PARAMETER "a parameter is written `x: int`: the name comes first"

/* The first row that fits is taken. */
static const struct row rows[] = {
    {"`;`", "return", NULL,
     "assign the result to the out-parameter, then write `return;` without a value"},
    {"`;`", "let", NULL, LET},
    {"`)`", "let", NULL, LET},
    {"`;`", "not", NULL, "write `!` for `not`"},
    {"`)`", "not", NULL, "write `!` for `not`"},
    {"`(`", "if", NULL, "the condition of an `if` stands in parentheses"},
    {"`(`", "while", NULL, "the condition of a `while` stands in parentheses"},
    {"`:=`", ")", ";", "write `call` before the name to call a procedure"},
    {"`)`", "(", "int", PARAMETER},
    {"`)`", "(", "bool", PARAMETER},
    {"`)`", "(", "real", PARAMETER},
    {BEGINNING, NULL, "int", DECLARE},
    {BEGINNING, NULL, "bool", DECLARE},
    {BEGINNING, NULL, "real", DECLARE},
    {BEGINNING, NULL, ";", "remove this `;`: there is no empty statement"},
    {"`;`, a specification, or a body", NULL, ":",
     "the results of a procedure are declared as `returns (r: int)`"},
    {"`;`, a body, or `uses`", NULL, "=", "the body of a function stands in braces: `{ x + 1 }`"},
    {"`;` or `uses`", NULL, ":=", "an axiom gives a constant its value: `axiom N == 3;`"},
    {"`;` or `uses`", NULL, "=", "an axiom gives a constant its value: `axiom N == 3;`"},
    {"`;`", "int", "=", "a declaration has no value: assign it in a statement"},
    {"`;`", "bool", "=", "a declaration has no value: assign it in a statement"},
    {"`;`", "real", "=", "a declaration has no value: assign it in a statement"},
    {"`;`", NULL, ":=", "a declaration has no value: assign it in a statement"},
    {NULL, "==", "=", COMPARE},
    {NULL, "!=", "=", COMPARE},
    {NULL, "<", ">", "write `!=` for `not equal`"},
    {NULL, NULL, "=>", "write `==>` for an implication, `>=` for a comparison"},
    {NULL, NULL, "=<", "write `<=` for `less than or equal`"},
    {STATEMENT, NULL, "=", "write `:=` to assign"},
    {STATEMENT, NULL, "==", "write `:=` to assign; a condition that has to hold is an `assert`"},
    {STATEMENT, NULL, "+=", "write `x := x + 1`"},
    {STATEMENT, NULL, "-=", "write `x := x - 1`"},
    {STATEMENT, NULL, "++", "write `x := x + 1`"},
    {STATEMENT, NULL, "--", "write `x := x - 1`"},
    {STATEMENT, "for", NULL, "there is no `for`: write `while`"},
    {"`)`", NULL, ":=", "there is no `for`: write `while`; a let is written `(var x := e; body)`"},
    {NULL, NULL, "=", "write `==` to compare, `:=` to assign"},
    {NULL, NULL, "%", "write `mod` for the remainder of a division, `div` for the quotient"},
    {NULL, NULL, "&", "write `&&` for `and`"},
    {NULL, NULL, "|", "write `||` for `or`"},
    {NULL, NULL, "^", "write `**` for a power of reals"},
    {NULL, NULL, "?", "write `if c then a else b` for a conditional expression"},
    {NULL, NULL, "and", "write `&&` for `and`"},
    {NULL, NULL, "or", "write `||` for `or`"},
    {NULL, NULL, "implies", "write `==>` for an implication"},
    {NULL, NULL, "iff", "write `<==>` for an equivalence"},
    {NULL, NULL, "in", LET},
    {NULL, NULL, "forall", "a quantifier stands in parentheses: `(forall x: int :: P(x))`"},
    {NULL, NULL, "exists", "a quantifier stands in parentheses: `(exists x: int :: P(x))`"},
    {NULL, NULL, "lambda", "a lambda stands in parentheses: `(lambda x: int :: x + 1)`"},
    {"a declaration", NULL, "method", "write `procedure`"},
    {"a declaration", NULL, "proc", "write `procedure`"},
    {"a declaration", NULL, "void", "write `procedure`"},
    {"a declaration", NULL, "lemma",
     "write `procedure`; its body proves its postconditions, and a call makes them known"},
    {"a declaration", NULL, "predicate", "write `function` with the result type `bool`"},
    {"a declaration", NULL, "def", "write `procedure` or `function`"},
    {"a declaration", NULL, "class", "declare a type, and for each field a map from it"},
    {"a declaration", NULL, "struct", "write `datatype D { D(field: int) }`"},
    {"a declaration", NULL, "import", "name all files of the program on the command line"},
    {"a declaration", NULL, "include", "name all files of the program on the command line"},
    {"a declaration", NULL, "requires",
     "a `;` before this line ends the procedure: specifications with a body follow without it"},
    {"a declaration", NULL, "{", "a `;` before this body ends the procedure: remove it"},
};

static bool is_word (char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool fits_found (const struct bpl_slip *slip, const char *found) {
  wr_str text = wr_str_of (found);
  if (wr_str_equal (slip->found, text)) return true;
  return !is_word (*found) && slip->found.len < text.len && slip->found.len &&
         wr_str_starts (slip->rest, text);
}

const char *bpl_hint_syntax (const struct bpl_slip *slip) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *row = &rows[i];
    if (row->what && strcmp (row->what, slip->what) != 0) continue;
    if (row->before && !wr_str_equal (slip->before, wr_str_of (row->before))) continue;
    if (!row->found || fits_found (slip, row->found)) return row->hint;
  }
  return NULL;
}

struct word {
  const char *name, *hint;
};

static const char *find (const struct word *words, size_t count, wr_str name) {
  for (size_t i = 0; i < count; i++)
    if (wr_str_equal (name, wr_str_of (words[i].name))) return words[i].hint;
  return NULL;
}

#define WIDTH32 "integers are unbounded: write `int`, or `bv32` for bitvectors of 32 bits"
#define WIDTH64 "integers are unbounded: write `int`, or `bv64` for bitvectors of 64 bits"
#define NATURAL                                                                                    \
  "write `int`, and state the bounds where the variable is declared: `x: int where 0 <= x`"
#define FLOATS "write `real`, or `float24e8` and `float53e11` for the formats of IEEE 754"

const char *bpl_hint_type (wr_str name) {
  static const struct word words[] = {
      {"boolean", "write `bool`"},
      {"Boolean", "write `bool`"},
      {"Bool", "write `bool`"},
      {"Int", "write `int`"},
      {"integer", "write `int`"},
      {"Integer", "write `int`"},
      {"Real", "write `real`"},
      {"int8", "integers are unbounded: write `int`, or `bv8` for bitvectors of 8 bits"},
      {"int16", "integers are unbounded: write `int`, or `bv16` for bitvectors of 16 bits"},
      {"int32", WIDTH32},
      {"uint32", WIDTH32},
      {"u32", WIDTH32},
      {"i32", WIDTH32},
      {"int64", WIDTH64},
      {"uint64", WIDTH64},
      {"u64", WIDTH64},
      {"i64", WIDTH64},
      {"long", WIDTH64},
      {"uint", NATURAL},
      {"nat", NATURAL},
      {"char", "write `int`, or `bv8` for bitvectors of 8 bits"},
      {"byte", "write `int`, or `bv8` for bitvectors of 8 bits"},
      {"float", FLOATS},
      {"double", FLOATS},
      {"array", "write `[int]int` for a map from integers to integers"},
      {"Array", "write `[int]int` for a map from integers to integers"},
      {"map", "write `[K]V` for a map from K to V"},
      {"set", "write `[T]bool` for a set of T"},
  };
  return find (words, sizeof words / sizeof *words, name);
}

const char *bpl_hint_name (wr_str name) {
  static const struct word words[] = {
      {"True", "write `true`"},
      {"TRUE", "write `true`"},
      {"False", "write `false`"},
      {"FALSE", "write `false`"},
      {"null", "there is no `null`: declare a constant of the type, `const null: Ref;`"},
      {"result", "the result is the out-parameter that `returns` names"},
      {"\\result", "the result is the out-parameter that `returns` names"},
  };
  return find (words, sizeof words / sizeof *words, name);
}
