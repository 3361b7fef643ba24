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

/* The instances in failed attempts of a test. */
static void expect_instances (const json_t *doc, const char *path, const char *want) {
  wr_buf got = {0};
  size_t i, k, n;
  json_t *test, *entry, *axiom;
  json_array_foreach (json_object_get (doc, "tests"), i, test) {
    if (!strstr (json_string_value (json_object_get (test, "path")), path)) continue;
    json_array_foreach (json_object_get (test, "instances"), k, entry) json_array_foreach (
        json_object_get (doc, "axioms"), n,
        axiom) if (!strcmp (json_string_value (json_object_get (axiom, "id")),
                            json_string_value (json_object_get (entry, "axiom"))))
        wr_buf_print (&got, "%s:%d ", json_string_value (json_object_get (axiom, "name")),
                      (int)json_integer_value (json_object_get (entry, "count")));
  }
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (want)),
           "%s: instances in failed attempts: %s", path, want))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
}

/* The pieces of axioms, by the name of the axiom: + needed in some test, - in none. */
static void expect_pieces (const json_t *doc, const char *name, const char *want) {
  wr_buf got = {0};
  size_t i, k;
  json_t *axiom, *piece;
  json_array_foreach (json_object_get (doc, "axioms"), i, axiom) {
    if (strcmp (json_string_value (json_object_get (axiom, "name")), name) != 0) continue;
    json_array_foreach (json_object_get (axiom, "pieces"), k, piece) wr_buf_print (
        &got, "%s%s ", json_array_size (json_object_get (piece, "needed_by")) ? "+" : "-",
        json_string_value (json_object_get (piece, "text")));
  }
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (want)), "pieces of %s: %s", name,
           want))
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
  expect_instances (doc, "fails", "prelude_qr:1 prelude_positive:1 ");
  expect_instances (doc, "one", "");
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

static const char fine_log[] =
    "(declare-fun s (Int) Bool)\n(declare-fun t (Int) Bool)\n(declare-fun u (Int) Bool)\n"
    "(assert (forall ((x Int)) (! (=> (or (p x) (q x)) (and (s x) (t x))) :pattern ((p x)) "
    ":pattern ((q x)) :qid both)))\n"
    "(assert (forall ((x Int)) (! (= (s x) (u x)) :pattern ((s x)) :pattern ((u x)) :qid same)))\n"
    "(push 1)\n(declare-const a Int)\n(assert (not (=> (p a) (u a))))\n(check-sat)\n(pop 1)\n";

static const char fine_program[] =
    "function p(int): bool; function q(int): bool; function r(int): bool;\n"
    "axiom {:id \"each\"} (forall x: int :: {p(x)} p(x) ==> q(x) && r(x));\n"
    "procedure One(x: int) requires p(x); { assert r(x); }\n"
    "procedure Fails(x: int) requires p(x); { assert x > 0; }\n";

/* Which pieces of an axiom are needed. */
static void test_fine (void) {
  char path[256];
  snprintf (path, sizeof path, "%s/fine.smt2", folder);
  file_write (path, WR_LIT (""));
  write_log ("fine.smt2", fine_log);
  json_t *doc = document ("--no-cache --fine --json", path);
  expect_set (doc, "fine", "axioms", "both same ");
  expect_pieces (doc, "both", "+(p x) -(q x) +(s x) -(t x) ");
  expect_pieces (doc, "same", "+(=> (s x) (u x)) -(=> (u x) (s x)) ");
  json_decref (doc);
  unlink (path);
  snprintf (path, sizeof path, "%s/fine.bpl", folder);
  file_write (path, wr_str_of (fine_program));
  doc = document ("--no-cache --fine --test=procedure --json", path);
  expect_pieces (doc, "each", "-(q@ x!v1) +(r@ x!v1) ");
  expect_instances (doc, "fine.bpl", "each:1 ");
  json_decref (doc);
  unlink (path);
}

/* The declarations that tests cover, with their kinds. */
static void expect_declarations (const char *path, const char *want) {
  json_t *doc = document ("--no-cache --json", path), *row;
  wr_buf got = {0};
  size_t i;
  json_array_foreach (json_object_get (doc, "declarations"), i, row) wr_buf_print (
      &got, "%s%s %s, ", json_array_size (json_object_get (row, "covered_by")) ? "+" : "-",
      json_string_value (json_object_get (row, "kind")),
      json_string_value (json_object_get (row, "name")));
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (want)), "declarations of %s", path))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
  json_decref (doc);
}

static void test_declarations (void) {
  char path[256];
  snprintf (path, sizeof path, "%s/declared.smt2", folder);
  write_log ("declared.smt2",
             "(declare-sort S 0)\n(declare-sort T 0)\n(declare-datatypes ((D 0)) (((d))))\n"
             "(declare-const c S)\n(define-fun w ((x Int)) Bool (p x))\n(declare-fun k () D)\n"
             "(push 1)\n(declare-const a Int)\n(assert (not (=> (w a) (q a))))\n(assert (= c c))\n"
             "(check-sat)\n(pop 1)\n");
  expect_declarations (path, "+function p, +function q, -function r, +type S, -type T, -type D, "
                             "+constant c, +function w, -constant k, ");
  unlink (path);
  snprintf (path, sizeof path, "%s/declared.bpl", folder);
  file_write (path,
              WR_LIT ("type S; type T; const c: S; const k: T; function f<A>(A): int;\n"
                      "function g(int): int; function unused(int): int;\n"
                      "axiom (forall x: int :: {f(x)} f(x) == g(x));\n"
                      "procedure P(s: S) requires g(1) == 2; { assert f(1) == 2 || s == c; }\n"));
  expect_declarations (path,
                       "+constant c, -constant k, +function g, -function unused, +function f, "
                       "+type S, -type T, ");
  unlink (path);
}

/* The lines of the axioms in a list of the tests whose path and procedure match, in order. */
static void axiom_lines (const json_t *doc, const char *path, const char *procedure, wr_buf *out) {
  size_t i, k, n;
  json_t *test, *id, *axiom;
  json_array_foreach (json_object_get (doc, "tests"), i, test) {
    if (!strstr (json_string_value (json_object_get (test, "path")), path) ||
        strcmp (json_string_value (json_object_get (test, "procedure")), procedure) != 0)
      continue;
    json_array_foreach (json_object_get (test, "strong"), k, id)
        json_array_foreach (json_object_get (doc, "axioms"), n, axiom) {
      if (strcmp (json_string_value (json_object_get (axiom, "id")), json_string_value (id)) != 0)
        continue;
      int line = (int)json_integer_value (json_object_get (axiom, "line"));
      sscanf (json_string_value (json_object_get (axiom, "name")), "axiom %d:", &line);
      wr_buf_print (out, "%d ", line);
    }
  }
}

static const char dumped[] =
    "function p(int): bool; function q(int): bool; function r(int): bool;\n"
    "axiom (forall x: int :: {p(x)} p(x) ==> q(x));\n"
    "axiom (forall x: int :: {q(x)} q(x) ==> r(x));\n"
    "axiom (forall x: int :: {p(x)} p(x) ==> r(x));\n"
    "axiom (forall x: int :: {r(x)} r(x) ==> x > 0);\n"
    "procedure A(x: int) requires p(x); { assert q(x); }\n"
    "procedure B(x: int) requires p(x); { assert x > 0; }\n"
    "procedure C(x: int) requires q(x); { assert x > 0; }\n";

/* The queries of --dump-smt as logs: the same strongly covered sets. */
static void test_dumped (void) {
  char path[256], dump[256], option[512];
  snprintf (path, sizeof path, "%s/dumped.bpl", folder);
  snprintf (dump, sizeof dump, "%s/dump", folder);
  snprintf (option, sizeof option, "--dump-smt=%s", dump);
  file_write (path, wr_str_of (dumped));
  char *words[] = {warrant, (char *)"verify", (char *)"--no-cache", option, path, NULL};
  struct outcome made = process_run (words, NULL);
  outcome_free (&made);
  json_t *programs = document ("--no-cache --strong --test=procedure --json", path);
  json_t *logs = document ("--no-cache --strong --json", dump);
  for (const char *name = "ABC"; *name; name++) {
    char procedure[2] = {*name, 0}, file[16];
    wr_buf a = {0}, b = {0};
    snprintf (file, sizeof file, "-%c-1.smt2", *name);
    axiom_lines (programs, "dumped.bpl", procedure, &a);
    axiom_lines (logs, file, "", &b);
    OK (&tap, a.len && wr_str_equal (wr_buf_str (&a), wr_buf_str (&b)),
        "procedure %c: the program and its dumped query strongly cover the same: %s and %s", *name,
        wr_buf_text (&a), wr_buf_text (&b));
    wr_buf_free (&a);
    wr_buf_free (&b);
  }
  json_decref (programs);
  json_decref (logs);
  unlink (path);
  char *remove[] = {(char *)"/bin/rm", (char *)"-r", dump, NULL};
  made = process_run (remove, NULL);
  outcome_free (&made);
}

/* The contradiction needs a term that no axiom has: an entry of -1. */
static const char contradictory[] =
    "(declare-sort Bag 0)\n(declare-fun empty () Bag)\n(declare-fun get (Bag Int) Int)\n"
    "(declare-fun set (Bag Int Int) Bag)\n(declare-fun add (Bag Int) Bag)\n"
    "(assert (forall ((b Bag) (i Int) (v Int)) (! (= (get (set b i v) i) v) :pattern ((set b i v)) "
    ":qid get_set)))\n"
    "(assert (forall ((b Bag) (i Int)) (! (> (get (add b i) i) 0) :pattern ((add b i)) :qid "
    "add_positive)))\n"
    "(assert (forall ((b Bag) (i Int)) (! (= (get (add b i) i) (+ (get b i) 1)) :pattern ((add b "
    "i)) "
    ":qid add_one)))\n"
    "(assert (forall ((b Bag)) (! (= (get b 0) (get b 0)) :pattern ((get b 0)) :qid idle)))\n"
    "(push 1)\n(assert (not (= (get (set empty 1 2) 1) 2)))\n(check-sat)\n(pop 1)\n";

static const char contradictory_program[] =
    "type Bag; const empty: Bag; function get(Bag, int): int; function set(Bag, int, int): Bag;\n"
    "function add(Bag, int): Bag;\n"
    "axiom {:id \"get_set\"} (forall b: Bag, i, v: int :: {set(b, i, v)} get(set(b, i, v), i) == "
    "v);\n"
    "axiom {:id \"positive\"} (forall b: Bag, i: int :: {add(b, i)} get(add(b, i), i) > 0);\n"
    "axiom {:id \"one\"} (forall b: Bag, i: int :: {add(b, i)} get(add(b, i), i) == get(b, i) + "
    "1);\n"
    "procedure P() { assert get(set(empty, 1, 2), 1) == 2; }\n";

static void expect_conflict (const char *path, const char *first, const char *second) {
  struct outcome got = run ("--no-cache", path);
  const char *text = wr_buf_text (&got.out);
  const char *line = strchr (text, '\n');
  OK (&tap,
      strstr (text, "warning: the axioms contradict each other: false follows from 3 axioms") &&
          line && strstr (text, "warning:") < line && strstr (text, first) && strstr (text, second),
      "%s: a contradiction is told first", path);
  if (tap.failed) tap_show ("output", wr_buf_str (&got.out));
  outcome_free (&got);
}

static void test_conflict (void) {
  char path[256];
  snprintf (path, sizeof path, "%s/conflict.smt2", folder);
  write_log ("conflict.smt2", contradictory);
  expect_conflict (path, "  add_positive: (assert", "  get_set: (assert");
  unlink (path);
  snprintf (path, sizeof path, "%s/conflict.bpl", folder);
  file_write (path, wr_str_of (contradictory_program));
  expect_conflict (path, "  positive: axiom", "  one: axiom");
  unlink (path);
  write_log ("good.smt2", "(push 1)\n(assert (not (=> (p 1) (q 1))))\n(check-sat)\n");
  snprintf (path, sizeof path, "%s/good.smt2", folder);
  struct outcome got = run ("--no-cache", path);
  OK (&tap,
      strstr (wr_buf_text (&got.out),
              "no contradiction among the axioms was found (files searched: 1)") &&
          !strstr (wr_buf_text (&got.out), "consistent"),
      "axioms without a contradiction are not called consistent");
  outcome_free (&got);
  unlink (path);
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

/* Comments, a manifest and the exit code. */
static void test_expected (void) {
  static const char text[] = "function p(int): bool;\n// expect: proved\n// expect Wrong: failed\n"
                             "procedure Right() { assert true; }\n"
                             "procedure Wrong() { assert p(1); }\n";
  char path[256], manifest[256], options[512];
  snprintf (path, sizeof path, "%s/expected.bpl", folder);
  snprintf (manifest, sizeof manifest, "%s/manifest", folder);
  file_write (path, wr_str_of (text));
  struct outcome got = run ("--no-cache --test=procedure", path);
  OK (&tap,
      got.code == 0 &&
          strstr (wr_buf_text (&got.out), "1 completeness tests, 1 soundness tests; 2 of 2"),
      "all results are as expected: %d", got.code);
  outcome_free (&got);
  got = run ("--no-cache", path);
  OK (&tap,
      got.code == 1 &&
          strstr (wr_buf_text (&got.out), "expected.bpl: incomplete, or more annotations"),
      "a result that is not expected: %d", got.code);
  outcome_free (&got);
  file_write (manifest, WR_LIT ("failed expected.bpl\n"));
  snprintf (options, sizeof options, "--no-cache --expect=%s", manifest);
  got = run (options, path);
  OK (&tap, got.code == 0, "a manifest comes before the test: %d", got.code);
  outcome_free (&got);
  unlink (path);
  unlink (manifest);
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

/* A log without a goal is no test, but it is told. */
static void test_no_goal (void) {
  char path[256];
  write_log ("idle.smt2", "(check-sat)\n(push 1)\n(pop 1)\n");
  snprintf (path, sizeof path, "%s/idle.smt2", folder);
  struct outcome got = run ("--no-cache", path);
  OK (&tap,
      got.code == 0 && strstr (wr_buf_text (&got.out), "idle.smt2:10: note: no check has a goal"),
      "a log that asks about axioms alone: %d", got.code);
  outcome_free (&got);
  unlink (path);
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
  test_fine ();
  test_conflict ();
  test_dumped ();
  test_declarations ();
  test_expected ();
  test_errors ();
  test_no_goal ();
  test_same ();
  char *words[] = {(char *)"/bin/rm", (char *)"-r", folder, NULL};
  struct outcome removed = process_run (words, NULL);
  outcome_free (&removed);
  return tap_done (&tap);
}
