/* tests/front/errors.c -- what the parser reports, where, and how it goes on. */
#include "reading.h"

static const struct {
  const char *name, *text, *errors;
} cases[] = {
    {"no declaration", "foo", "1:1 syntax: expected a declaration, found `foo`"},
    {"each declaration once", "foo bar\nconst x: int;\n} }\naxiom true;\nbaz",
     "1:1 syntax: expected a declaration, found `foo`\n"
     "3:1 syntax: expected a declaration, found `}`\n"
     "5:1 syntax: expected a declaration, found `baz`"},
    {"the end of the file", "const x", "1:8 syntax: expected `:`, found the end of the file"},
    {"a where clause on a constant", "const x: int where x > 0;\naxiom 1 2;",
     "1:14 syntax: expected `;` or `uses`, found `where`\n"
     "2:9 syntax: expected `;`, found `2`"},
    {"an attribute not closed", "function {:a \"b\" :c \"d\"} f(int): int;",
     "1:18 syntax: expected `}`, found `:`\n"
     "1:21 syntax: expected `;`, a body, or `uses`, found `\"d\"`"},
    {"bound variables", "axiom (forall int x :: true);",
     "1:15 syntax: expected bound variables, found `int`"},
    {"an empty right-hand side", "procedure P() { x := ; y := ; }",
     "1:22 syntax: expected an expression, found `;`\n"
     "1:29 syntax: expected an expression, found `;`"},
    {"an equals sign", "procedure P() {\n  x = 1;\n  assert true\n  y := 2;\n}",
     "2:5 syntax: expected `:=` or `:`, found `=`\n"
     "3:14 syntax: expected `;`, found `y`"},
    {"a missing brace", "procedure P() {\nprocedure Q() { }\naxiom ;",
     "2:1 syntax: expected a statement or `}`, found `procedure`\n"
     "3:7 syntax: expected an expression, found `;`"},
    {"late local variables", "procedure P() {\n x := 1;\n var y: int;\n y := 2; z = 3; }",
     "3:2 syntax: expected a statement: local variables are declared at the beginning of a body, "
     "found `var`\n4:12 syntax: expected `:=` or `:`, found `=`"},
    {"a condition without parentheses", "procedure P() { if x { } }",
     "1:20 syntax: expected `(`, found `x`"},
    {"an empty condition", "procedure P() { while () { } }",
     "1:24 syntax: expected a condition or `*`, found `)`"},
    {"else without a block", "procedure P() { if (*) { } else x := 1; }",
     "1:33 syntax: expected `if` or `{`, found `x`"},
    {"a call without parentheses", "procedure P() { call Q; x = 1; }",
     "1:23 syntax: expected `(` or `:=`, found `;`\n"
     "1:27 syntax: expected `:=` or `:`, found `=`"},
    {"free what?", "procedure P(); free modifies x;",
     "1:21 syntax: expected `requires` or `ensures`, found `modifies`"},
    {"a function without result", "function f(x: int);",
     "1:19 syntax: expected `returns` or `:`, found `;`"},
    {"a reserved word as a name", "const measure: int;",
     "1:7 syntax: expected an identifier, found `measure`"},
    {"a coercion to nothing", "axiom x : ;", "1:11 syntax: expected a type, found `;`"},
    {"a coercion eats a comparison", "axiom 5 : C < 0;",
     "1:15 syntax: expected an identifier, found `0`"},
    {"a field without name", "axiom x->1;",
     "1:10 syntax: expected a field or an update in parentheses, found `1`"},
    {"hide what?", "procedure P() { hide 1; }",
     "1:22 syntax: expected the name of a function or `*`, found `1`"},
    {"long tokens are cut", "axiom 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
     "1:9 syntax: expected `;`, found `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...`"},
    {"and with or", "axiom a && b || c;\naxiom a || b && c;",
     "1:14 ambiguous-operators: `||` cannot follow here without parentheses\n"
     "2:14 ambiguous-operators: `&&` cannot follow here without parentheses"},
    {"both implications", "axiom a ==> b <== c;\naxiom a <== b ==> c;",
     "1:15 ambiguous-operators: `<==` cannot follow here without parentheses\n"
     "2:15 ambiguous-operators: `==>` cannot follow here without parentheses"},
    {"comparisons in a row", "axiom a < b < c;",
     "1:13 ambiguous-operators: `<` cannot follow here without parentheses"},
    {"a trigger in the wrong place", "type {:a} {1} T;\naxiom {1} true;",
     "1:13 trigger-not-allowed: a trigger cannot stand here, only attributes\n"
     "2:9 trigger-not-allowed: a trigger cannot stand here, only attributes"},
    {"nopats outside quantifiers", "axiom {:nopats 1} true;",
     "1:17 trigger-not-allowed: a trigger cannot stand here, only attributes"},
    {"nopats of two", "axiom (forall x: int :: {:nopats x, x} true);",
     "1:37 bad-nopats: {:nopats} takes one expression"},
    {"a trigger of a lambda", "axiom (lambda x: int :: {x} 1)[1] == 1;",
     "1:29 trigger-not-allowed: a lambda expression has no triggers"},
    {"where on bound variables", "axiom (forall x: int where x > 0 :: true);",
     "1:32 where-not-allowed: a where clause is not allowed on bound variables"},
    {"where on an implementation", "implementation P(x: int where x > 0) { }",
     "1:35 where-not-allowed: a where clause is not allowed on the parameters of an "
     "implementation"},
    {"where on a field", "datatype D { C(x: int where x > 0) }",
     "1:33 where-not-allowed: a where clause is not allowed on the fields of a constructor"},
    {"parameters", "function f([int]int: int, y: int): int;\nfunction g(x: int, y): int;",
     "1:12 bad-parameter: this parameter has no name\n"
     "1:20 bad-parameter: expected a name before `:`\n"
     "2:20 bad-parameter: the last parameter has no type"},
    {"extraction", "axiom x[y:1] == x[(1:2)] && x[1:0, 2] == x[1:0 := 3];",
     "1:11 bad-extract: the bounds of an extraction must be integer literals\n"
     "1:22 bad-extract: bitvector bounds cannot stand in parentheses\n"
     "1:36 bad-extract: bitvectors have only one dimension\n"
     "1:51 bad-extract: bits of a bitvector cannot be updated"},
    {"a bound too large", "axiom x[99999999999:0] == y;",
     "1:21 bad-extract: this bound is too large"},
    {"a width too large", "axiom 1bv99999999999 == y;", "1:7 bad-literal: this width is too large"},
    {"floats", "axiom 0x1.0e32f24e8 == 0x0.8e32f24e8;\naxiom -0x1.ffffffe0f24e8 == 0NaN1e8;",
     "1:7 bad-literal: this value cannot be represented in its format\n"
     "2:7 bad-literal: this value cannot be represented in its format\n"
     "2:29 bad-literal: this value cannot be represented in its format"},
    {"subnormal floats", "axiom 0x0.000008e-32f24e8 == 0x0.000004e-32f24e8;",
     "1:30 bad-literal: this value cannot be represented in its format"},
    {"two constructors of a name", "datatype D { A(), B(), A() }",
     "1:26 duplicate-constructor: constructor `A` is declared twice"},
    {"inline and define", "function {:inline} {:define} f(x: int): int { x }",
     "1:49 inline-and-define: a function is either {:inline} or {:define}"},
    {"a defined function with type parameters", "function {:define} f<a>(x: a): int { 1 }",
     "1:40 define-polymorphic: a function with {:define} has no type parameters"},
    {"two labels of a block", "axiom |{ A: B: return true; }|;",
     "1:14 label-in-block: a block of a code expression has only one label"},
    {"a block without a jump", "axiom |{ A: x := 1; }|;",
     "1:21 syntax: expected `goto` or `return`, found `}|`"},
    {"undefined labels", "procedure P() { A: goto A, B; goto C; }",
     "1:20 undefined-label: goto label `B` is undefined\n"
     "1:31 undefined-label: goto label `C` is undefined"},
    {"labels are found in inner blocks", "procedure P() { goto A; if (*) { A: } }", ""},
    {"break outside", "procedure P() { if (*) { break; } }",
     "1:26 break-outside: this break is not inside a loop"},
    {"break of another statement", "procedure P() { L: while (*) { } while (*) { break L; } }",
     "1:46 break-outside: break label `L` does not belong to an enclosing statement"},
    {"invalid characters", "const @: int;\nconst \u00e4: int;",
     "1:7 invalid-character: invalid character `@`\n"
     "2:7 invalid-character: invalid character `\u00e4`"},
    {"invalid UTF-8", "const \xff: int;",
     "1:7 invalid-character: invalid byte 0xff: the text is not UTF-8"},
    {"a binary file",
     "\x7f"
     "ELF\x02\x01 const",
     "1:1 invalid-character: invalid control character 0x7f: this is not a text file; the rest was "
     "not read"},
    {"a string without end", "axiom {:a \"b} true;\nconst x int;",
     "1:11 unterminated-string: this string has no closing quote\n"
     "2:9 syntax: expected `:`, found `int`"},
    {"a comment without end", "const x: int; /* a /* b */",
     "1:15 unterminated-comment: this comment has no end"},
    {"a comment without end in a body", "procedure P() { /*",
     "1:17 unterminated-comment: this comment has no end"},
    {"directives", "#endif\n#else\n#elsif\n#foo\n#if X\n",
     "1:1 bad-directive: misplaced #endif\n"
     "2:1 bad-directive: misplaced #else\n"
     "3:1 bad-directive: misplaced #elsif\n"
     "4:1 bad-directive: this line is not a directive: #foo\n"
     "5:1 bad-directive: this #if has no #endif"},
    {"else twice", "#if X\n#else\n#else\n#endif", "3:1 bad-directive: misplaced #else"},
    {"a line directive without number", "#line x\n",
     "1:1 bad-directive: this line is not a directive: #line x"},
    {"lines follow directives", "#line 100\n\naxiom ;",
     "101:7 syntax: expected an expression, found `;`"},
    {"yielding procedures", "yield left procedure P(); refines A;\npreserves call I();\naxiom ;",
     "1:1 civl-not-supported: a yielding procedure belongs to CIVL, which is not supported\n"
     "3:7 syntax: expected an expression, found `;`"},
    {"actions",
     "pure action A() { var x: int; }\nboth action B();\nasync atomic action C() { }\nconst left: "
     "int;",
     "1:6 civl-not-supported: an action belongs to CIVL, which is not supported\n"
     "2:1 civl-not-supported: an action belongs to CIVL, which is not supported\n"
     "3:1 civl-not-supported: an action belongs to CIVL, which is not supported"},
    {"yield invariants",
     "yield invariant I(x: int);\npreserves x > 0;\ninvariant J(); invariant true;",
     "1:1 civl-not-supported: a yield invariant belongs to CIVL, which is not supported\n"
     "3:1 civl-not-supported: a yield invariant belongs to CIVL, which is not supported\n"
     "3:16 civl-not-supported: a yield invariant belongs to CIVL, which is not supported"},
    {"CIVL statements",
     "procedure P() {\n async call P();\n call P() | Q();\n yield;\n par P() | Q();\n x = 1; }",
     "2:2 civl-not-supported: an asynchronous call belongs to CIVL, which is not supported\n"
     "3:11 civl-not-supported: a parallel call belongs to CIVL, which is not supported\n"
     "4:2 civl-not-supported: yield belongs to CIVL, which is not supported\n"
     "5:2 civl-not-supported: a parallel call belongs to CIVL, which is not supported\n"
     "6:4 syntax: expected `:=` or `:`, found `=`"},
    {"CIVL clauses",
     "procedure P(); requires call I(); refines A; modifies g;\n"
     "procedure Q() { while (*) invariant {:l 1} call I(); { } }",
     "1:25 civl-not-supported: a call in a specification belongs to CIVL, which is not supported\n"
     "1:35 civl-not-supported: this clause belongs to CIVL, which is not supported\n"
     "2:44 civl-not-supported: a yield invariant of a loop belongs to CIVL, which is not "
     "supported"},
    {"nothing at all", "", ""},
    {"only a comment", "// x", ""},
};

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct reading r = read_text (wr_str_of (cases[i].text));
    wr_buf errors = {0};
    reading_errors (&r, &errors);
    SAME (&t, wr_buf_str (&errors), cases[i].errors, cases[i].name);
    wr_buf_free (&errors);
    reading_free (&r);
  }
  return tap_done (&t);
}
