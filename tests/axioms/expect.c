/* tests/axioms/expect.c -- expected results as suites write them, and what a result says about the verifier (the paper's table). */
#include "axioms/expect.h"
#include "axioms/outcome.h"
#include "tap.h"

static struct tap tap;

static enum wr_axiom_verdict of (const wr_expectations *e, const char *name, uint32_t line,
                                 uint32_t end) {
  struct wr_test_row row = {.name = wr_str_of (name), .line = line, .end_line = end};
  return wr_expectation (e, &row);
}

static void test_comments (void) {
  wr_expectations e = wr_expectations_of_test (
      WR_LIT ("// expect: failed\nprocedure P() {}\n  // expect Q: proved\n; expect R : timeout\n"
              "// we expect: nothing\n// expected: proved\nx // expect: proved\n"));
  OK (&tap, of (&e, "", 0, 0) == WR_AXIOM_FAILED, "a comment about the file");
  OK (&tap, of (&e, "Q", 0, 0) == WR_AXIOM_PROVED, "a comment about a procedure");
  OK (&tap, of (&e, "R", 0, 0) == WR_AXIOM_TIMEOUT, "another comment mark");
  OK (&tap, of (&e, "P", 0, 0) == WR_AXIOM_UNDECIDED,
      "a file that fails does not say which procedure does");
  OK (&tap, !e.bad_line, "other comments say nothing");
  wr_expectations_free (&e);
  e = wr_expectations_of_test (WR_LIT ("// expect: proved\n// expect: maybe\n"));
  OK (&tap, of (&e, "P", 3, 4) == WR_AXIOM_PROVED && e.bad_line == 2, "a word that is no verdict");
  wr_expectations_free (&e);
}

static void test_annotations (void) {
  wr_expectations e = wr_expectations_of_test (
      WR_LIT ("method a()\n{\n  //:: ExpectedOutput(assert.failed:assertion.false)\n"
              "  //:: UnexpectedOutput(other)\n  assert false\n}\nmethod b() {\n}\n"));
  OK (&tap, of (&e, "a", 1, 6) == WR_AXIOM_FAILED, "the annotation is about the next line");
  OK (&tap, of (&e, "b", 7, 8) == WR_AXIOM_PROVED, "other procedures have no error");
  OK (&tap, of (&e, "", 0, 0) == WR_AXIOM_FAILED, "the file fails");
  wr_expectations_free (&e);
}

static void test_output (void) {
  wr_expectations e = wr_expectations_of_output (
      WR_LIT ("a.x(30,9): Error: this assertion could not be proved\nExecution trace:\n"
              "    a.x(48,5): entry\n\nSome verifier finished with 4 verified, 1 error\n"));
  OK (&tap, of (&e, "", 0, 0) == WR_AXIOM_FAILED, "an output with an error");
  OK (&tap, of (&e, "P", 28, 31) == WR_AXIOM_FAILED && of (&e, "Q", 40, 50) == WR_AXIOM_PROVED,
      "its position tells the procedures apart");
  wr_expectations_free (&e);
  e = wr_expectations_of_output (WR_LIT ("finished with 3 verified, 0 errors, 1 time out\n"));
  OK (&tap, of (&e, "", 0, 0) == WR_AXIOM_TIMEOUT && of (&e, "P", 1, 9) == WR_AXIOM_UNDECIDED,
      "a timeout");
  wr_expectations_free (&e);
  e = wr_expectations_of_output (WR_LIT ("a.x(3,4): Error: undeclared identifier\n"));
  OK (&tap, of (&e, "", 0, 0) == WR_AXIOM_UNDECIDED,
      "without a summary nothing was to be verified");
  wr_expectations_free (&e);
}

static void test_manifest (void) {
  static const char text[] = "# a comment\nproved test/a.x\nfailed a.x P\ntimeout\tb c/*.x\n";
  wr_manifest manifest = {0};
  uint32_t bad = 0;
  OK (&tap, wr_manifest_read (wr_str_of (text), &manifest, &bad) && manifest.len == 3,
      "a manifest is read");
  struct wr_test_row row = {.path = WR_LIT ("/suite/test/a.x"), .name = WR_LIT ("Q")};
  OK (&tap, wr_manifest_find (&manifest, &row) == WR_AXIOM_PROVED, "by the end of the path");
  row.name = WR_LIT ("P");
  OK (&tap, wr_manifest_find (&manifest, &row) == WR_AXIOM_FAILED, "the last entry that fits");
  row.path = WR_LIT ("b c/d.x");
  OK (&tap, wr_manifest_find (&manifest, &row) == WR_AXIOM_TIMEOUT, "a pattern with a blank");
  row.path = WR_LIT ("test/ba.x");
  OK (&tap, wr_manifest_find (&manifest, &row) == WR_AXIOM_UNDECIDED, "names are whole");
  WR_VEC_FREE (&manifest);
  OK (&tap, !wr_manifest_read (WR_LIT ("proved a\nright b\n"), &manifest, &bad) && bad == 2,
      "a line with another word");
  WR_VEC_FREE (&manifest);
}

static void test_table (void) {
  static const enum wr_axiom_verdict P = WR_AXIOM_PROVED, F = WR_AXIOM_FAILED, T = WR_AXIOM_TIMEOUT;
  OK (&tap, wr_outcome_of (F, P) == WR_OUTCOME_UNSOUND, "proved, not provable expected");
  OK (&tap, wr_outcome_of (T, P) == WR_OUTCOME_UNSOUND_OR_ANOMALY, "proved, timeout expected");
  OK (&tap, wr_outcome_of (P, F) == WR_OUTCOME_INCOMPLETE, "not provable, proved expected");
  OK (&tap, wr_outcome_of (T, F) == WR_OUTCOME_INCOMPLETE_OR_ANOMALY,
      "not provable, timeout expected");
  OK (&tap, wr_outcome_of (P, T) == WR_OUTCOME_INCOMPLETE_OR_SLOW, "timeout, proved expected");
  OK (&tap, wr_outcome_of (F, T) == WR_OUTCOME_UNSOUND_OR_SLOW, "timeout, not provable expected");
  OK (&tap, wr_outcome_of (P, P) == WR_OUTCOME_AS_EXPECTED, "as expected");
  OK (&tap, wr_outcome_of (P, WR_AXIOM_ERROR) == WR_OUTCOME_NO_RESULT, "an error");
  OK (&tap, wr_outcome_of (WR_AXIOM_UNDECIDED, P) == WR_OUTCOME_NOT_SAID, "nothing expected");
}

int main (void) {
  test_comments ();
  test_annotations ();
  test_output ();
  test_manifest ();
  test_table ();
  return tap_done (&tap);
}
