/* Bad and enormous inputs: every one ends with a verdict or a clear error, within a multiple of its size. */
#include "front/boogie/boogie.h"
#include "process.h"
#include "share.h"
#include "tap.h"

#include <stdlib.h>

#if INSTRUMENTED
enum { HUGE_BYTES = 10 << 20, MEASURE_MEMORY = 0 };
#else
enum { HUGE_BYTES = 100 << 20, MEASURE_MEMORY = 1 };
#endif
enum { BASE_KIB = 64 << 10, MULTIPLE = 60 }; /* peak <= BASE + MULTIPLE * size */

struct world {
  struct tap tap;
  char *warrant;
};

static void repeat (wr_buf *out, const char *text, size_t count) {
  wr_str piece = wr_str_of (text);
  for (size_t i = 0; i < count; i++) wr_buf_add (out, piece);
}

/* `mark`: a text in the output, or NULL.  The text is freed. */
static void expect (struct world *w, const char *name, wr_buf *text, int code, const char *mark) {
  char *words[] = {w->warrant, "dump", "--after=type", "-q", "limits.bpl", NULL};
  size_t size = text->len;
  file_write ("limits.bpl", wr_buf_str (text));
  wr_buf_free (text);
  struct outcome got = process_run (words, NULL);
  bool ok = got.code == code && (!mark || strstr (wr_buf_text (&got.err), mark));
  if (!OK (&w->tap, ok, "%s", name)) {
    printf ("# exit %d\n", got.code);
    tap_show ("errors", (wr_str){wr_buf_text (&got.err), got.err.len < 2000 ? got.err.len : 2000});
  }
  if (MEASURE_MEMORY) {
    long most = BASE_KIB + (long)(size >> 10) * MULTIPLE;
    OK (&w->tap, got.peak_kib <= most, "%s: %ld KiB of memory for %zu bytes", name, got.peak_kib,
        size);
  }
  outcome_free (&got);
}

static void expect_text (struct world *w, const char *name, wr_str text, int code,
                         const char *mark) {
  wr_buf copy = {0};
  wr_buf_add (&copy, text);
  expect (w, name, &copy, code, mark);
}

static void test_bytes (struct world *w) {
  wr_buf noise = {0};
  uint32_t state = 12345;
  for (int i = 0; i < 1 << 16; i++) {
    state = state * 1664525 + 1013904223;
    wr_buf_add_char (&noise, (char)(state >> 24));
  }
  expect (w, "random bytes", &noise, 3, "error");
  expect_text (w, "an empty file", WR_LIT (""), 0, NULL);
  expect_text (w, "blank lines only", WR_LIT ("\n\r\n\t \n"), 0, NULL);
  expect_text (w, "a NUL byte", WR_LIT ("procedure P() { \0 }"), 3, "1:17");
  expect_text (w, "a NUL byte in a comment", WR_LIT ("// \0\nprocedure P() { }"), 0, NULL);
  expect_text (w, "no UTF-8", WR_LIT ("procedure P\xFF\xFE() { }"), 3, "1:12");
  expect_text (w, "a byte order mark", WR_LIT ("\xEF\xBB\xBFprocedure P() { }"), 0, NULL);
  expect_text (w, "UTF-16", WR_LIT ("\xFF\xFEp\0r\0o\0c\0"), 3, "1:1");
  expect_text (w, "an ELF header",
               WR_LIT ("\x7F"
                       "ELF\2\1\1\0\0\0\0\0\0\0\0\0"),
               3, "1:1");
  expect_text (w, "no end of a comment", WR_LIT ("procedure P() { } /* x"), 3, "1:19");
  expect_text (w, "no end of a string", WR_LIT ("axiom {:a \"x} true;"), 3, "error");
  expect_text (w, "cut off in a declaration", WR_LIT ("procedure P(x: int"), 3, "error");
  expect_text (w, "cut off in an expression", WR_LIT ("axiom 1 +"), 3, "error");
}

/* open^n middle close^n after `before`. */
static void nest (struct world *w, const char *name, const char *before, const char *open,
                  const char *middle, const char *close, const char *after) {
  enum { DEPTH = 1000000 };
  wr_buf text = {0};
  wr_buf_add (&text, wr_str_of (before));
  repeat (&text, open, DEPTH);
  wr_buf_add (&text, wr_str_of (middle));
  repeat (&text, close, DEPTH);
  wr_buf_add (&text, wr_str_of (after));
  expect (w, name, &text, 3, "[nesting-too-deep]");
}

static void test_nesting (struct world *w) {
  nest (w, "a million parentheses", "axiom ", "(", "true", ")", ";");
  nest (w, "a million parentheses without an end", "axiom ", "(", "true", "", ";");
  nest (w, "a million negations", "axiom ", "!", "true", "", ";");
  nest (w, "a million minus signs", "axiom ", "-", "1", "", " == 1;");
  nest (w, "a million map types", "const c: ", "[int]", "int", "", ";");
  nest (w, "a million olds", "procedure P() ensures ", "old(", "true", ")", "; { }");
  nest (w, "a million quantifiers", "axiom ", "(forall x: int :: ", "true", ")", ";");
  nest (w, "a million ifs", "procedure P() { ", "if (*) { ", "", "} ", "}");
  nest (w, "a million whiles", "procedure P() { ", "while (*) { ", "", "} ", "}");
  nest (w, "a million implications", "axiom ", "true ==> ", "true", "", ";");
  nest (w, "a million selections", "const a: [int]int; axiom ", "a[", "0", "]", " == 0;");
}

static void test_sizes (struct world *w) {
  wr_buf text = {0};
  wr_buf_add (&text, WR_LIT ("const "));
  repeat (&text, "x", BPL_MAX_IDENTIFIER_BYTES);
  wr_buf_add (&text, WR_LIT (": int;"));
  expect (w, "the longest name", &text, 0, NULL);
  wr_buf_add (&text, WR_LIT ("const "));
  repeat (&text, "x", BPL_MAX_IDENTIFIER_BYTES + 1);
  wr_buf_add (&text, WR_LIT (": int;"));
  expect (w, "a name that is too long", &text, 3, "[identifier-too-long]");
  wr_buf_add (&text, WR_LIT ("procedure P() {\n"));
  for (int i = 0; i < 5000; i++) wr_buf_print (&text, "  x%d := ;\n", i);
  wr_buf_add (&text, WR_LIT ("}\n"));
  expect (w, "5000 errors", &text, 3, "4000 further diagnostics are not shown");
}

static void test_huge (struct world *w) {
  wr_buf text = {0};
  while (text.len < HUGE_BYTES) wr_buf_add (&text, WR_LIT ("// nothing but comments in here\n"));
  expect (w, "a huge file of comments", &text, 0, NULL);
  wr_buf_add (&text, WR_LIT ("const c: int; axiom c == "));
  repeat (&text, " ", HUGE_BYTES);
  wr_buf_add (&text, WR_LIT (";"));
  expect (w, "an error at the end of a huge line", &text, 3, "error");
  repeat (&text, "x", HUGE_BYTES);
  expect (w, "a huge name", &text, 3, "error");
  repeat (&text, "\n", HUGE_BYTES);
  wr_buf_add (&text, WR_LIT ("#"));
  expect (w, "a huge number of lines", &text, 3, "error");
  for (int i = 0; text.len < HUGE_BYTES / 10; i++) {
    wr_buf_print (&text, "procedure P%d(x: int) returns (y: int) { y := x + %d; }\n", i, i);
  }
  expect (w, "a great many procedures", &text, 0, NULL);
}

int main (int argc, char **argv) {
  struct world w = {0};
  char folder[] = "limits-XXXXXX", line[64];
  if (argc < 2 || !(w.warrant = realpath (argv[1], NULL)) || !mkdtemp (folder) || chdir (folder)) {
    return 2;
  }
  unsetenv ("NO_COLOR");
  test_bytes (&w);
  test_nesting (&w);
  test_sizes (&w);
  test_huge (&w);
  snprintf (line, sizeof line, "rm -rf ./%s", folder);
  if (chdir ("..") != 0 || system (line) != 0) return 2;
  free (w.warrant);
  return tap_done (&w.tap);
}
