/* Inputs made to be large in one respect: answers come quickly and without deep recursion. */
#include "check.h"

#include <sys/resource.h>

static void expect (struct tap *tap, const wr_buf *text, const char *want, const char *name) {
  struct check_run run = check_start (wr_buf_str (text));
  wr_buf got = {0};
  check_list (&got, &run);
  SAME (tap, wr_buf_str (&got), want, name);
  wr_buf_free (&got);
  check_end (&run);
}

/* Errors of this code, and of no other. */
static void expect_only (struct tap *tap, const wr_buf *text, enum wr_code code, const char *name) {
  struct check_run run = check_start (wr_buf_str (text));
  bool ok = wr_diags_count (run.diags) > 0;
  for (uint32_t i = 0; i < wr_diags_count (run.diags); i++)
    ok = ok && wr_diags_at (run.diags, i)->code == code;
  OK (tap, ok, "%s", name);
  check_end (&run);
}

static void repeat (wr_buf *text, const char *part, int count) {
  for (int i = 0; i < count; i++) wr_buf_add (text, wr_str_of (part));
}

static void test_chains (struct tap *tap) {
  static const struct {
    const char *first, *part, *name;
  } chains[] = {
      {"axiom 1", " + 1", "a long sum"},
      {"axiom true", " && true", "a long conjunction"},
      {"axiom 1bv1", " ++ 1bv1", "a long concatenation"},
      {"function f<a>(): a; axiom f()", " ++ f()", "a long concatenation of unknown widths"}};
  for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
    wr_buf text = {0};
    wr_buf_add (&text, wr_str_of (chains[i].first));
    repeat (&text, chains[i].part, 20000);
    wr_buf_add (&text, i == 1 ? WR_LIT (";") : i ? WR_LIT (" == 1bv20001;") : WR_LIT (" == 1;"));
    expect (tap, &text, "", chains[i].name);
    wr_buf_free (&text);
  }
}

static void test_synonyms (struct tap *tap) {
  wr_buf text = {0};
  for (int i = 0; i < 60; i++) wr_buf_print (&text, "type A%d = [A%d]A%d;\n", i, i + 1, i + 1);
  wr_buf_add (&text, WR_LIT ("type A60 = int;\n"));
  expect_only (tap, &text, WR_CODE_TYPE_TOO_LARGE, "synonyms that double");
  wr_buf_clear (&text);
  for (int i = 0; i < 60; i++)
    wr_buf_print (&text, "type A%d a = [A%d a]A%d a;\n", i, i + 1, i + 1);
  wr_buf_add (&text, WR_LIT ("type A60 a = a;\nvar x: A0 int;\n"));
  expect_only (tap, &text, WR_CODE_TYPE_TOO_LARGE, "synonyms with a parameter that double");
  wr_buf_clear (&text);
  for (int i = 0; i < 20000; i++) wr_buf_print (&text, "type A%d = A%d;\n", i, i + 1);
  wr_buf_add (&text, WR_LIT ("type A20000 = int;\nvar x: A0;\n"));
  expect_only (tap, &text, WR_CODE_TYPE_TOO_LARGE, "a chain of synonyms");
  wr_buf_clear (&text);
  for (int i = 0; i < 20000; i++) wr_buf_print (&text, "type A%d = A%d;\n", i, (i + 1) % 20000);
  struct check_run run = check_start (wr_buf_str (&text));
  OK (tap, wr_diags_errors (run.diags) == 20000, "a large cycle of synonyms");
  check_end (&run);
  wr_buf_free (&text);
}

static void test_inference (struct tap *tap) {
  wr_buf text = {0};
  wr_buf_add (&text, WR_LIT ("function f<a>(x: a): [a]a; axiom "));
  repeat (&text, "f(", 300);
  wr_buf_add (&text, WR_LIT ("0"));
  repeat (&text, ")", 300);
  wr_buf_add (&text, WR_LIT (" == "));
  repeat (&text, "f(", 300);
  wr_buf_add (&text, WR_LIT ("1"));
  repeat (&text, ")", 300);
  wr_buf_add (&text, WR_LIT (";"));
  expect (tap, &text, "inferred-type-too-large:1", "types that double at each call");
  wr_buf_clear (&text);
  wr_buf_add (&text, WR_LIT ("function f<a>(): a; axiom f()"));
  repeat (&text, "[0]", 150);
  wr_buf_add (&text, WR_LIT (" == 1;"));
  expect (tap, &text, "", "a map known by a chain of uses");
  wr_buf_free (&text);
}

static void test_many (struct tap *tap) {
  wr_buf text = {0};
  for (int i = 0; i < 20000; i++)
    wr_buf_print (&text, "datatype D%d { C%d(d: D%d), E%d() }\n", i, i, (i + 1) % 20000, i);
  expect (tap, &text, "", "a ring of datatypes");
  wr_buf_clear (&text);
  for (int i = 0; i < 20000; i++)
    wr_buf_print (&text, "datatype D%d { C%d(d: D%d) }\n", i, i, i + 1);
  wr_buf_add (&text, WR_LIT ("datatype D20000 { E() }\n"));
  expect (tap, &text, "", "a chain of datatypes");
  wr_buf_clear (&text);
  for (int i = 0; i < 20000; i++)
    wr_buf_print (&text, "function {:inline} f%d(): int { f%d() }\n", i, i + 1);
  wr_buf_add (&text, WR_LIT ("function f20000(): int;\n"));
  expect (tap, &text, "", "a chain of expanded functions");
  wr_buf_clear (&text);
  wr_buf_add (&text, WR_LIT ("procedure P() {\n"));
  for (int i = 0; i < 20000; i++) wr_buf_print (&text, "undeclared%d := 1;\n", i);
  wr_buf_add (&text, WR_LIT ("}\n"));
  struct check_run run = check_start (wr_buf_str (&text));
  OK (tap, wr_diags_errors (run.diags) == 20000, "many undeclared names");
  check_end (&run);
  wr_buf_free (&text);
}

int main (void) {
  struct tap tap = {0};
  struct rusage usage;
  test_chains (&tap);
  test_synonyms (&tap);
  test_inference (&tap);
  test_many (&tap);
  getrusage (RUSAGE_SELF, &usage);
  OK (&tap, usage.ru_utime.tv_sec < 60, "in %ld s", (long)usage.ru_utime.tv_sec);
  return tap_done (&tap);
}
