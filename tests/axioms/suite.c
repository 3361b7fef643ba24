/* tests/axioms/suite.c -- `warrant axioms` from outside, on logs written for this test: what is used, covered and strongly covered; errors
   with positions; files that hang, are broken or vanish cost themselves only; the cache and the number of workers change nothing. */
#include "base/json.h"
#include "process.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct tap tap;
static char *warrant, folder[] = "axioms-XXXXXX";

static const char prelude[] =
    "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n(declare-fun r (Int) Bool)\n"
    "(assert (forall ((x Int)) (! (=> (p x) (q x)) :pattern ((p x)) :qid prelude_pq)))\n"
    "(assert (forall ((x Int)) (! (=> (q x) (r x)) :pattern ((q x)) :qid prelude_qr)))\n"
    "(assert (forall ((x Int)) (! (=> (p x) (r x)) :pattern ((p x)) :qid prelude_pr)))\n"
    "(assert (forall ((x Int)) (! (=> (r x) (> x 0)) :pattern ((r x)) :qid prelude_positive)))\n";

static void write_log (const char *name, const char *text) {
  char path[256];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen (path, "w");
  fprintf (file, "(set-option :smt.mbqi false)\n(set-option :auto_config false)\n%s%s", prelude,
           text);
  fclose (file);
}

static struct outcome run (const char *options, const char *path) {
  char copy[256], *words[24] = {warrant, (char *)"axioms"};
  int count = 2;
  snprintf (copy, sizeof copy, "%s", options);
  for (char *word = strtok (copy, " "); word; word = strtok (NULL, " ")) words[count++] = word;
  words[count++] = (char *)path;
  return process_run (words, NULL);
}

static json_t *document (const char *options, const char *path) {
  struct outcome got = run (options, path);
  json_t *doc = json_loads (wr_buf_text (&got.out), 0, NULL);
  if (!doc) tap_show ("output", wr_buf_str (&got.out)), tap_show ("errors", wr_buf_str (&got.err));
  outcome_free (&got);
  return doc;
}

/* The names of the axioms in a list of a test, in order, separated by blanks. */
static void expect_set (const json_t *doc, const char *path, const char *key, const char *names) {
  wr_buf got = {0};
  size_t i, k, n;
  json_t *test, *id, *axiom;
  json_array_foreach (json_object_get (doc, "tests"), i, test) {
    const char *where = json_string_value (json_object_get (test, "path"));
    if (!where || !strstr (where, path)) continue;
    json_array_foreach (json_object_get (test, key), k, id)
        json_array_foreach (json_object_get (doc, "axioms"), n,
                            axiom) if (!strcmp (json_string_value (json_object_get (axiom, "id")),
                                                json_string_value (id)))
            wr_buf_print (&got, "%s ", json_string_value (json_object_get (axiom, "name")));
  }
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (names)), "%s: %s is %s", path, key,
           names))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
}

static void expect_verdict (const json_t *doc, const char *path, const char *verdict) {
  size_t i;
  json_t *test;
  const char *got = "no test";
  json_array_foreach (json_object_get (doc, "tests"), i,
                      test) if (strstr (json_string_value (json_object_get (test, "path")), path))
      got = json_string_value (json_object_get (test, "verdict"));
  OK (&tap, !strcmp (got, verdict), "%s is %s: %s", path, verdict, got);
}

static void test_sets (void) {
  write_log (
      "chain.smt2",
      "(push 1)\n(declare-const a Int)\n(assert (not (=> (p a) (> a 0))))\n(check-sat)\n(pop 1)\n");
  write_log (
      "one.smt2",
      "(push 1)\n(declare-const a Int)\n(assert (not (=> (p a) (q a))))\n(check-sat)\n(pop 1)\n");
  write_log (
      "fails.smt2",
      "(push 1)\n(declare-const a Int)\n(assert (not (=> (q a) (p a))))\n(check-sat)\n(pop 1)\n");
  write_log (
      "two.smt2",
      "(push 1)\n(declare-const a Int)\n(assert (not (=> (p a) (q a))))\n(check-sat)\n(pop 1)\n"
      "(push 1)\n(declare-const a Int)\n(assert (not (=> (q a) (r a))))\n(check-sat)\n(pop 1)\n");
  write_log ("broken.smt2", "(push 1)\n(assert (undeclared 7))\n(check-sat)\n");
  write_log ("cut.smt2", "(push 1)\n(assert (p\n");
  json_t *doc = document ("--no-cache --strong --json", folder);
  expect_set (doc, "one", "axioms", "prelude_pq ");
  expect_set (doc, "one", "strong", "prelude_pq ");
  expect_set (doc, "chain", "strong", "prelude_positive ");
  expect_set (doc, "two", "axioms", "prelude_pq prelude_qr ");
  expect_set (doc, "fails", "axioms", "");
  expect_verdict (doc, "one", "proved");
  expect_verdict (doc, "fails", "failed");
  expect_verdict (doc, "broken", "error");
  expect_verdict (doc, "cut", "error");
  OK (&tap, json_array_size (json_object_get (doc, "axioms")) == 4,
      "the same axiom in many files is one axiom");
  json_decref (doc);
  doc = document ("--no-cache --test=query --json", folder);
  OK (&tap, json_array_size (json_object_get (doc, "tests")) == 7, "each query is a test");
  json_decref (doc);
}

static const char program[] =
    "function p(int): bool; function q(int): bool; function r(int): bool;\n"
    "axiom {:id \"pq\"} (forall x: int :: {p(x)} p(x) ==> q(x));\n"
    "axiom {:id \"qr\"} (forall x: int :: {q(x)} q(x) ==> r(x));\n"
    "axiom {:id \"idle\"} (forall x: int :: {r(x)} r(x) ==> r(x + 0));\n"
    "axiom {:id \"two\"} p(1) && p(2);\n"
    "procedure One(x: int) requires p(x); { assert q(x); }\n"
    "procedure Both(x: int) requires p(x); { assert q(x); assert r(x); assert x == x; }\n"
    "procedure Own(x: int) requires q(x) && r(x); { assert r(x); }\n"
    "procedure Ground() { assert p(2); }\n"
    "procedure Wrong(x: int) requires r(x); { assert p(x); }\n";

static void expect_procedure (const json_t *doc, const char *name, const char *verdict,
                              const char *names) {
  size_t i, k, n;
  json_t *test, *id, *axiom;
  wr_buf got = {0};
  json_array_foreach (json_object_get (doc, "tests"), i, test) {
    if (strcmp (json_string_value (json_object_get (test, "procedure")), name) != 0) continue;
    wr_buf_print (&got, "%s:", json_string_value (json_object_get (test, "verdict")));
    json_array_foreach (json_object_get (test, "axioms"), k, id)
        json_array_foreach (json_object_get (doc, "axioms"), n,
                            axiom) if (!strcmp (json_string_value (json_object_get (axiom, "id")),
                                                json_string_value (id)))
            wr_buf_print (&got, " %s", json_string_value (json_object_get (axiom, "name")));
  }
  wr_buf want = {0};
  wr_buf_print (&want, "%s:%s", verdict, names);
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_buf_str (&want)), "procedure %s covers%s",
           name, names))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
  wr_buf_free (&want);
}

/* The program's own facts always hold: what they make superfluous is not covered. */
static void test_program (void) {
  char path[256], copy[256];
  snprintf (path, sizeof path, "%s/program.bpl", folder);
  file_write (path, wr_str_of (program));
  json_t *doc = document ("--no-cache --strong --test=procedure --json", path);
  expect_procedure (doc, "One", "proved", " pq");
  expect_procedure (doc, "Both", "proved", " pq qr");
  expect_procedure (doc, "Own", "proved", "");
  expect_procedure (doc, "Ground", "proved", " two");
  expect_procedure (doc, "Wrong", "failed", "");
  OK (&tap, json_array_size (json_object_get (doc, "axioms")) == 4,
      "conjuncts of one axiom are one axiom");
  json_decref (doc);
  doc = document ("--no-cache --json", path);
  expect_procedure (doc, "", "failed", " pq qr two");
  json_decref (doc);
  snprintf (copy, sizeof copy, "%s/copy.bpl", folder);
  file_write (copy, WR_LIT ("function p(int): bool; function q(int): bool;\naxiom {:id \"pq\"}\n  "
                            "(forall x: int :: {p(x)}\n    p(x) ==> q(x));\n"
                            "procedure One(x: int) requires p(x); { assert q(x); }\n"));
  doc = document ("--no-cache --json", folder);
  OK (&tap, json_array_size (json_object_get (doc, "axioms")) == 8,
      "layout does not make another axiom");
  json_decref (doc);
  unlink (path);
  unlink (copy);
}

static void test_errors (void) {
  struct outcome got = run ("--no-cache", folder);
  OK (&tap,
      got.code == 3 &&
          strstr (wr_buf_text (&got.out), "broken.smt2:11: error: unknown constant undeclared"),
      "an error has the line of its cause, and exit code 3");
  OK (&tap,
      strstr (wr_buf_text (&got.out), "cut.smt2:11: error: the text ends inside this command") !=
          NULL,
      "a cut file is told");
  if (tap.failed) tap_show ("output", wr_buf_str (&got.out));
  outcome_free (&got);
  got = run ("--no-cache", "no-such-file.smt2");
  OK (&tap, got.code == 3 && strstr (wr_buf_text (&got.out), "cannot be read"), "a missing file");
  outcome_free (&got);
  got = run ("--no-cache", "axioms.txt");
  OK (&tap, got.code == 3 && strstr (wr_buf_text (&got.err), "neither an SMT-LIB file"),
      "a file of another kind");
  outcome_free (&got);
}

static void test_same (void) {
  struct outcome once = run ("--no-cache --strong --json -j1", folder),
                 twice = run ("--strong --json -j2", folder);
  struct outcome cached = run ("--strong --json -j2", folder);
  OK (&tap, wr_str_equal (wr_buf_str (&once.out), wr_buf_str (&twice.out)),
      "one worker or two: the same bytes");
  OK (&tap, wr_str_equal (wr_buf_str (&once.out), wr_buf_str (&cached.out)),
      "from the cache: the same bytes");
  outcome_free (&once);
  outcome_free (&twice);
  outcome_free (&cached);
}

int main (int argc, char **argv) {
  if (argc < 2 || !mkdtemp (folder)) return 1;
  warrant = argv[1];
  char *absolute = realpath (folder, NULL); /* a relative path would be ignored */
  setenv ("XDG_CACHE_HOME", absolute, 1);
  free (absolute);
  test_sets ();
  test_program ();
  test_errors ();
  test_same ();
  char *words[] = {(char *)"rm", (char *)"-r", folder, NULL};
  struct outcome removed = process_run (words, NULL);
  outcome_free (&removed);
  return tap_done (&tap);
}
