/* tests/front/print.c -- every production: parsed, printed, parsed again to the same tree.  Where the printed
   text is given it must be just this; NULL: it is the text itself. */
#include "reading.h"

struct sample {
  const char *name, *text, *printed;
};

static const struct sample declarations[] = {
    {"type constructors", "type T, U a b;", "type T, U a b;\n"},
    {"type attributes", "type {:builtin \"Seq\", 1} {:x} T a;",
     "type {:builtin \"Seq\", 1} {:x} T a;\n"},
    {"type synonyms", "type P a = [a]bool, Q = P int;", "type P a = [a]bool, Q = P int;\n"},
    {"polymorphic maps", "type H = <a>[ref, F a]a;", "type H = <a>[ref, F a]a;\n"},
    {"a map without arguments", "const m: []int;", "const m: []int;\n"},
    {"type arguments are atoms", "const c: C int (D bool) E [int]bool;",
     "const c: C int (D bool) E [int]bool;\n"},
    {"a map in the middle needs parentheses", "const c: C ([int]int) bool;",
     "const c: C ([int]int) bool;\n"},
    {"needless parentheses of types", "const c: (int);", "const c: int;\n"},
    {"constants", "const {:a} unique a, b: int;", "const {:a} unique a, b: int;\n"},
    {"a constant with axioms",
     "const c: int uses { axiom c > 0; hideable axiom {:id \"x\"} c < 9; }",
     "const c: int uses {\n  axiom c > 0;\n  hideable axiom {:id \"x\"} c < 9;\n}\n"},
    {"a function of types", "function f(int, [int]bool) returns (bool);",
     "function f(int, [int]bool) returns (bool);\n"},
    {"a function with a colon", "function f(): int;", "function f(): int;\n"},
    {"names take the next type", "function f<a>(x, y: a, {:z} z: int): bool;",
     "function f<a>(x, y: a, {:z} z: int): bool;\n"},
    {"named result", "function f(x: int) returns (r: int);",
     "function f(x: int) returns (r: int);\n"},
    {"function attributes", "function {:inline true} {:x} f(x: int): int { x + 1 }",
     "function {:inline true} {:x} f(x: int): int {\n  x + 1\n}\n"},
    {"a revealed function with axioms",
     "revealed function f(x: int): int { x } uses { axiom true; }",
     "revealed function f(x: int): int {\n  x\n} uses {\n  axiom true;\n}\n"},
    {"a function with axioms only", "function f(x: int): int uses { axiom f(1) == 1; }",
     "function f(x: int): int uses {\n  axiom f(1) == 1;\n}\n"},
    {"hideable axiom", "hideable axiom {:a} true;", "hideable axiom {:a} true;\n"},
    {"datatypes", "datatype {:d} L<a> { Nil(), Cons({:h} h: a, t, u: L a) }",
     "datatype {:d} L<a> {\n  Nil(),\n  Cons({:h} h: a, t, u: L a)\n}\n"},
    {"global variables", "var {:g} a, b: int where a > 0, c: bool;",
     "var {:g} a, b: int where a > 0, c: bool;\n"},
    {"a procedure", "procedure P();", "procedure P();\n"},
    {"a procedure with specifications",
     "pure procedure {:p} P<a>(x: a, y: int where y > 0) returns (r, s: int); modifies g, h; "
     "modifies; free requires {:id \"i\"} x == x; requires true; ensures r > s; free ensures true; "
     "measure {:m} y, r;",
     "pure procedure {:p} P<a>(x: a, y: int where y > 0) returns (r, s: int);\n  modifies g, h;\n  "
     "modifies;\n  free requires {:id \"i\"} x == x;\n  requires true;\n  ensures r > s;\n  free "
     "ensures true;\n  measure {:m} y, r;\n"},
    {"a body",
     "procedure P() requires true; { var {:l} a, b: int where a > b, c: bool; var d: int; a := 1; "
     "}",
     "procedure P()\n  requires true;\n{\n  var {:l} a, b: int where a > b;\n  var {:l} c: bool;\n "
     " var d: int;\n\n  a := 1;\n}\n"},
    {"an empty body", "procedure P() { }", "procedure P()\n{\n}\n"},
    {"an implementation", "implementation {:i} P<a>({:x} x: a) returns (r: int) { r := 0; }",
     "implementation {:i} P<a>({:x} x: a) returns (r: int)\n{\n  r := 0;\n}\n"},
};

/* Inside `procedure P() {...}`; NULL: only the round trip counts. */
static const struct sample statements[] = {
    {"assert and assume", "assert {:msg \"m\"} {:n 1} x; assume true;",
     "assert {:msg \"m\"} {:n 1} x;\nassume true;"},
    {"havoc", "havoc x, y;", NULL},
    {"assignment", "x := 1;", NULL},
    {"parallel assignment", "x, y[1][2, 3], z->f->g[] := {:id \"s\"} 1, 2, 3;", NULL},
    {"unpack", "Cons(h, t) := {:id \"u\"} l;", NULL},
    {"calls", "call P(); call {:id \"c\"} x, y := Q(1, a[2]); free call P();",
     "call P();\ncall {:id \"c\"} x, y := Q(1, a[2]);\nfree call P();"},
    {"if", "if (x) { assert true; }", "if (x) {\n  assert true;\n}"},
    {"if with a star", "if (*) { } else { }", "if (*) {\n} else {\n}"},
    {"else if", "if {:a} (x) { } else if (y) { } else { return; }",
     "if {:a} (x) {\n} else if (y) {\n} else {\n  return;\n}"},
    {"an if inside else is no else if", "if (x) { } else { if (y) { } }",
     "if (x) {\n} else {\n  if (y) {\n  }\n}"},
    {"while", "while (x) { break; }", "while (x) {\n  break;\n}"},
    {"loop clauses", "while (*) invariant {:a} x; free invariant y; measure {:m} z, w; { }",
     "while (*)\n  invariant {:a} x;\n  free invariant y;\n  measure {:m} z, w;\n{\n}"},
    {"labels and jumps", "L: goto {:g} L, M; M: return {:r};", NULL},
    {"break with a label", "L: while (x) { x := 1; break L; }", NULL},
    {"break out of an if", "L: if (x) { break L; }", NULL},
    {"visibility", "hide *; reveal f; hide f; reveal *; push; pop;",
     "hide *;\nreveal f;\nhide f;\nreveal *;\npush;\npop;"},
    {"measure", "measure {:m} x, y + 1;", NULL},
    {"words as names", "left := right + atomic;", NULL},
    {"words that begin statements", "\\push := pop; hide \\left;",
     "\\push := \\pop;\nhide \\left;"},
    {"escaped names", "\\while := \\x;", "\\while := x;"},
};

/* After `axiom`; NULL: printed as written. */
static const struct sample expressions[] = {
    {"literals", "true && false", "true && false"},
    {"numbers", "0123 + 1.50 + 2e-3", "0123 + 1.50 + 2e-3"},
    {"bitvector literals", "5bv32 ++ 1bv1", "5bv32 ++ 1bv1"},
    {"float literals", "0x1.8e3f24e8 == -0x0.0e-1f24e8", "0x1.8e3f24e8 == -0x0.0e-1f24e8"},
    {"special floats", "0NaN24e8 == 0+oo24e8", "0NaN24e8 == 0+oo24e8"},
    {"strings", "\"a\\\"b\" == \"\"", "\"a\\\"b\" == \"\""},
    {"rounding modes", "RNE == roundTowardZero", "RNE == roundTowardZero"},
    {"calls", "f() == g(1, x)", "f() == g(1, x)"},
    {"equivalence is left-associative", "a <==> b <==> c", "a <==> b <==> c"},
    {"implication is right-associative", "a ==> b ==> c", "a ==> b ==> c"},
    {"implication to the left", "a <== b <== c", "a <== b <== c"},
    {"parentheses are kept", "(a ==> b) ==> (c)", "(a ==> b) ==> (c)"},
    {"conjunctions", "a && b && (c || d)", "a && b && (c || d)"},
    {"arithmetic", "a + b - c * d div e mod f / g", "a + b - c * d div e mod f / g"},
    {"power is right-associative", "a ** b ** c", "a ** b ** c"},
    {"is", "x is C && !(y is D)", "x is C && !(y is D)"},
    {"unary", "--x + -(-y) + !!b", "--x + -(-y) + !!b"},
    {"a negated float", "-(0x1.0e0f24e8)", "-(0x1.0e0f24e8)"},
    {"coercion", "x : int == y : C", "(x : int) == (y : C)"},
    {"select and store", "m[1, 2 := 3][4][] == n[:= 5]", "m[1, 2 := 3][4][] == n[:= 5]"},
    {"extraction", "b[8:0][3:1]", "b[8:0][3:1]"},
    {"fields", "x->f->(g := 1)->h", "x->f->(g := 1)->h"},
    {"old and conversions", "old(x) + int(1.5) + real(2)", "old(x) + int(1.5) + real(2)"},
    {"if-then-else", "if a then b else if c then d else e", "if a then b else if c then d else e"},
    {"if-then-else as an operand", "1 + if a then b else c", "1 + (if a then b else c)"},
    {"quantifiers", "(forall x, y: int, {:a} z: bool :: {:qid \"q\"} {x, y} {z} x < y)",
     "(forall x, y: int, {:a} z: bool :: {:qid \"q\"} {x, y} {z} x < y)"},
    {"type parameters", "(exists <a, b> x: a :: true) && (forall <a> :: true)",
     "(exists <a, b> x: a :: true) && (forall <a> :: true)"},
    {"no patterns", "(forall x: int :: {:nopats f(x)} f(x) == 1)",
     "(forall x: int :: {:nopats f(x)} f(x) == 1)"},
    {"lambda", "(lambda <a> x: a :: {:k} x)[1]", "(lambda <a> x: a :: {:k} x)[1]"},
    {"let", "(var x, {:b} y := 1, 2; {:a} x < y)", "(var x, {:b} y := 1, 2; {:a} x < y)"},
    {"code", "|{ var i: int; A: i := 1; goto B, C; B: return true; C: return {:r} i > 0; }|",
     "|{\n  var i: int;\n\nA:\n  i := 1;\n  goto B, C;\nB:\n  return true;\nC:\n  return {:r} i > "
     "0;\n}|"},
    {"mathematical signs", "(∀ x: int • x ≤ x ⇒ ¬(x ≠ x) ∧ true)",
     "(forall x: int :: x <= x ==> !(x != x) && true)"},
    {"attributes with expressions", "(forall x: int :: {:w x + 1, \"s\", -3} x == x)",
     "(forall x: int :: {:w x + 1, \"s\", -3} x == x)"},
    {"bounds in another place", "x[1 + 1:3] == -1:1", "x[1 + 1:3] == -1:1"},
};

static void check (struct tap *t, wr_str text, const char *want, const char *name) {
  struct reading r = read_text (text);
  wr_buf printed = {0}, errors = {0};
  reading_errors (&r, &errors);
  SAME (t, wr_buf_str (&errors), "", name);
  OK (t, reading_round_trips (&r, &printed), "%s: round trip", name);
  if (want) SAME (t, wr_buf_str (&printed), want, name);
  wr_buf_free (&errors);
  wr_buf_free (&printed);
  reading_free (&r);
}

/* The lines of a text, two blanks to the right. */
static void indented (wr_buf *out, const char *text) {
  bool start = true;
  for (; *text; text++) {
    if (start && *text != '\n') wr_buf_add (out, WR_LIT ("  "));
    wr_buf_add_char (out, *text);
    start = *text == '\n';
  }
}

static void check_statement (struct tap *t, const struct sample *s) {
  wr_buf text = {0}, want = {0};
  wr_buf_print (&text, "procedure P() { %s }", s->text);
  wr_buf_print (&want, "procedure P()\n{\n");
  indented (&want, s->printed ? s->printed : s->text);
  wr_buf_print (&want, "\n}\n");
  bool jumps = !s->printed && strchr (s->text, ':') && !strstr (s->text, ":=");
  bool plain = !s->printed && !jumps && s->text[0] != 'L';
  check (t, wr_buf_str (&text), s->printed || plain ? wr_buf_text (&want) : NULL, s->name);
  wr_buf_free (&text);
  wr_buf_free (&want);
}

static void check_expression (struct tap *t, const struct sample *s) {
  wr_buf text = {0}, want = {0};
  wr_buf_print (&text, "axiom %s;", s->text);
  wr_buf_print (&want, "axiom %s;\n", s->printed);
  check (t, wr_buf_str (&text), wr_buf_text (&want), s->name);
  wr_buf_free (&text);
  wr_buf_free (&want);
}

/* Equality sees each difference. */
static void check_different (struct tap *t) {
  static const char *const pairs[][2] = {
      {"const x: int;", "const y: int;"},
      {"const x: int;", "const x: bool;"},
      {"const x: int;", "const unique x: int;"},
      {"const x: int;", "const {:a} x: int;"},
      {"const {:a 1} x: int;", "const {:a 2} x: int;"},
      {"const {:a \"s\"} x: int;", "const {:a \"t\"} x: int;"},
      {"axiom a + b;", "axiom a - b;"},
      {"axiom a + b + c;", "axiom a + (b + c);"},
      {"axiom x[1];", "axiom x[1, 2];"},
      {"axiom x[2:1];", "axiom x[2:0];"},
      {"axiom 1bv2;", "axiom 1bv3;"},
      {"axiom 1.0;", "axiom 1.00;"},
      {"axiom (forall x: int :: {x} true);", "axiom (forall x: int :: true);"},
      {"axiom (forall x: int :: true);", "axiom (exists x: int :: true);"},
      {"axiom x : int;", "axiom x : bool;"},
      {"function f(int): int;", "function f(x: int): int;"},
      {"function f(x: int): int;", "function f(x: int) returns (int);"},
      {"type T;", "type T a;"},
      {"type T, U;", "type T; type U;"},
      {"datatype D { A() }", "datatype D { A(), B() }"},
      {"procedure P();", "pure procedure P();"},
      {"procedure P(); requires true;", "procedure P(); free requires true;"},
      {"procedure P() { x[1] := 2; }", "procedure P() { x[2] := 2; }"},
      {"procedure P() { if (*) {} }", "procedure P() { if (*) {} else {} }"},
      {"procedure P() { call P(); }", "procedure P() { free call P(); }"},
      {"procedure P() { L: goto L; }", "procedure P() { M: goto M; }"},
      {"axiom |{ A: return true; }|;", "axiom |{ A: return false; }|;"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    struct reading a = read_text (wr_str_of (pairs[i][0])), b = read_text (wr_str_of (pairs[i][1]));
    OK (t,
        !wr_diags_count (a.diags) && !wr_diags_count (b.diags) &&
            bpl_program_equal (a.program, a.program) && !bpl_program_equal (a.program, b.program),
        "different: %s", pairs[i][0]);
    reading_free (&a);
    reading_free (&b);
  }
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
    check (&t, wr_str_of (declarations[i].text), declarations[i].printed, declarations[i].name);
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    check_statement (&t, &statements[i]);
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
    check_expression (&t, &expressions[i]);
  check_different (&t);
  return tap_done (&t);
}
