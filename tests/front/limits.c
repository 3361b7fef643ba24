/* tests/front/limits.c -- large, deep and long inputs: accepted up to the limit, refused beyond it with one error,
   and never a crash. */
#include "reading.h"

static void repeat (wr_buf *buf, const char *text, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) wr_buf_add (buf, wr_str_of (text));
}

/* head, `count` times `unit`, middle, `count` times `closing`, tail */
struct shape {
  const char *name, *head, *unit, *middle, *closing, *tail;
};

static void build (wr_buf *buf, const struct shape *s, uint32_t count) {
  repeat (buf, s->head, 1);
  repeat (buf, s->unit, count);
  repeat (buf, s->middle, 1);
  repeat (buf, s->closing, count);
  repeat (buf, s->tail, 1);
}

static void check_accepted (struct tap *t, const struct shape *s, uint32_t count) {
  wr_buf text = {0}, printed = {0};
  build (&text, s, count);
  struct reading r = read_text (wr_buf_str (&text));
  OK (t, wr_diags_errors (r.diags) == 0, "%s: %u accepted", s->name, count);
  OK (t, reading_round_trips (&r, &printed), "%s: %u round trip", s->name, count);
  wr_buf_free (&text);
  wr_buf_free (&printed);
  reading_free (&r);
}

static void check_refused (struct tap *t, const struct shape *s, uint32_t count, const char *slug) {
  wr_buf text = {0}, printed = {0};
  build (&text, s, count);
  wr_buf_add (&text, WR_LIT ("\nconst after: int;\n"));
  struct reading r = read_text (wr_buf_str (&text));
  bool one = wr_diags_errors (r.diags) == 1 && !strcmp (reading_first (&r), slug);
  if (!OK (t, one, "%s: %u gives one error %s", s->name, count, slug)) {
    wr_buf errors = {0};
    reading_errors (&r, &errors);
    tap_show ("errors", wr_buf_str (&errors));
    wr_buf_free (&errors);
  }
  OK (t,
      r.program->decls.len >= 1 &&
          r.program->decls.data[r.program->decls.len - 1]->kind == BPL_DECL_CONST,
      "%s: the next declaration is read", s->name);
  bpl_print (&printed, r.program);
  wr_buf_free (&text);
  wr_buf_free (&printed);
  reading_free (&r);
}

static const struct shape nested[] = {
    {"parentheses", "axiom ", "(", "true", ")", ";"},
    {"negations", "axiom ", "!", "x", "", ";"},
    {"implications", "axiom ", "x ==> ", "x", "", ";"},
    {"powers", "axiom ", "x ** ", "x", "", ";"},
    {"indices", "axiom x", "[1]", "", "", ";"},
    {"fields", "axiom x", "->f", "", "", ";"},
    {"coercions", "axiom x", " : int", "", "", ";"},
    {"conditionals", "axiom ", "if a then b else ", "c", "", ";"},
    {"quantifiers", "axiom ", "(forall x: int :: ", "true", ")", ";"},
    {"lets", "axiom ", "(var x := 1; ", "true", ")", ";"},
    {"calls", "axiom ", "f(", "x", ")", ";"},
    {"triggers", "axiom ", "(forall x: int :: {", "x", "} true)", ";"},
    {"attributes", "axiom ", "(forall x: int :: {:a ", "x", "} true)", ";"},
    {"code expressions", "axiom ", "|{ A: return ", "x", "; }|", ";"},
    {"map types", "const x: ", "[int]", "int", "", ";"},
    {"types in parentheses", "const x: ", "(", "int", ")", ";"},
    {"if statements", "procedure P() { ", "if (*) { ", "", "}", "}"},
    {"loops", "procedure P() { ", "while (*) { ", "", "}", "}"},
    {"else if", "procedure P() { if (*) { }", " else if (*) { }", "", "", "}"},
    {"targets", "procedure P() { x", "[1]", " := 1;", "", "}"},
};

static const struct shape chains[] = {
    {"sums", "axiom 0 < x", " + x", "", "", ";"},
    {"products", "axiom 0 < x", " * x", "", "", ";"},
    {"conjunctions", "axiom x", " && x", "", "", ";"},
    {"equivalences", "axiom x", " <==> x", "", "", ";"},
    {"implications to the left", "axiom x", " <== x", "", "", ";"},
    {"statements", "procedure P() { ", "x := 1; ", "", "", "}"},
    {"declarations", "", "const x: int; ", "", "", ""},
    {"arguments", "axiom f(x", ", x", "", "", ") == 1;"},
    {"attribute lists", "axiom ", "{:a} ", "true", "", ";"},
    {"labels", "procedure P() { ", "L: goto L; ", "", "", "}"},
    {"locals", "procedure P() { ", "var x: int; ", "", "", "}"},
};

static void check_hopeless (struct tap *t) {
  static const struct shape shapes[] = {
      {"open parentheses", "axiom ", "(", "", "", ""},
      {"open braces", "", "{", "", "", ""},
      {"closing braces", "", "}", "", "", ""},
      {"open comments", "", "/*", "", "", ""},
      {"quotes", "axiom {:a ", "\"\\", "", "", ""},
      {"backslashes", "", "\\", "", "", ""},
      {"hexadecimal digits", "axiom 0x1.", "e1f1", "", "", ";"},
      {"open conditions", "", "#if X\n", "", "", ""},
      {"signs", "axiom ", "- +", "", "", ""},
      {"invalid bytes", "", "\xe2\x88", "", "", ""},
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    wr_buf text = {0};
    build (&text, &shapes[i], 1000000);
    struct reading r = read_text (wr_buf_str (&text));
    OK (t, wr_diags_errors (r.diags) > 0, "a million %s", shapes[i].name);
    wr_buf_free (&text);
    reading_free (&r);
  }
}

static void check_identifiers (struct tap *t) {
  wr_buf text = {0};
  repeat (&text, "const ", 1);
  repeat (&text, "a", BPL_MAX_IDENTIFIER_BYTES);
  repeat (&text, ": int;", 1);
  struct reading r = read_text (wr_buf_str (&text));
  OK (t, wr_diags_errors (r.diags) == 0, "the longest identifier");
  reading_free (&r);
  wr_buf_clear (&text);
  repeat (&text, "const ", 1);
  repeat (&text, "a", BPL_MAX_IDENTIFIER_BYTES + 1);
  repeat (&text, ": int;", 1);
  r = read_text (wr_buf_str (&text));
  OK (t, wr_diags_errors (r.diags) == 1 && !strcmp (reading_first (&r), "identifier-too-long"),
      "an identifier beyond the limit");
  reading_free (&r);
  wr_buf_free (&text);
}

static void check_many_errors (struct tap *t) {
  wr_buf text = {0};
  repeat (&text, "procedure P() { x = 1; }\n", 5000);
  struct reading r = read_text (wr_buf_str (&text));
  OK (t, wr_diags_errors (r.diags) == 5000, "every error is counted");
  OK (t, wr_diags_count (r.diags) <= WR_MAX_ERRORS + 1, "not every error is kept");
  wr_buf_free (&text);
  reading_free (&r);
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
    check_accepted (&t, &nested[i], 400);
    check_refused (&t, &nested[i], 20000, "nesting-too-deep");
  }
  for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
    check_accepted (&t, &chains[i], 20000);
  check_refused (&t, &chains[0], BPL_MAX_CHAIN + 1, "nesting-too-deep");
  check_refused (&t, &chains[2], BPL_MAX_CHAIN + 1, "nesting-too-deep");
  check_hopeless (&t);
  check_identifiers (&t);
  check_many_errors (&t);
  return tap_done (&t);
}
