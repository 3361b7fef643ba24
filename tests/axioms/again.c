/* A covered set counts as confirmed only if pass 1 proves the test from it alone; otherwise it grows, with pass 1 as the judge
   (axioms/program_again.h). */
#include "axioms/program_row.h"
#include "run/prove.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static const char text[] = "function f(int): int;\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x);\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x - 1);\n"
                           "axiom (forall x: int :: {f(x)} f(x) < 9);\n"
                           "axiom f(3) == 4;\n"
                           "procedure P(x: int) { assert f(x) > x; }\n"
                           "procedure Q(x: int) { assert f(x) < 10; assert f(x) > 7; }\n";

enum { STRONG = 1, WEAK = 2, LESS = 4, GROUND = 8, P = 0, Q = 1 };

static struct tap t;
static const struct wr_axiom_reduce_options limits = {.effort = 3, .least_effort = 100000000};

static wr_u32s list_of (unsigned mask) {
  wr_u32s list = {0};
  for (uint32_t i = 0; i < 4; i++)
    if (mask >> i & 1) WR_VEC_PUSH (&list, i);
  return list;
}

static unsigned mask_of (const wr_u32s *list) {
  unsigned mask = 0;
  for (uint32_t i = 0; i < list->len; i++) mask |= 1u << list->data[i];
  return mask;
}

/* What a reduction found, and what is said after pass 1 has tried it. */
struct expected {
  const char *what;
  unsigned used, covered;
  bool confirmed, complete; /* by the reduction */
  unsigned then, then_used;
  bool then_confirmed, then_complete;
  bool pieces; /* are still there */
};

static void check_with (const struct wr_pass_test *test, wr_cache *cache,
                        const struct wr_digest *key, const struct expected *e) {
  struct wr_test_row row = {.used = list_of (e->used),
                            .covered = list_of (e->covered),
                            .confirmed = e->confirmed,
                            .complete = e->complete};
  struct wr_piece_use piece = {0, 0, true};
  wr_strong_claims needs = {0};
  WR_VEC_PUSH (&row.pieces, piece);
  wr_again_check (test, &limits, cache, key, &needs, &row);
  bool good = mask_of (&row.covered) == e->then && mask_of (&row.used) == e->then_used &&
              row.confirmed == e->then_confirmed && row.complete == e->then_complete &&
              (row.pieces.len == 1) == e->pieces;
  if (!OK (&t, good, "%s", e->what))
    printf ("# covered %x, used %x, confirmed %d, complete %d, pieces %u\n", mask_of (&row.covered),
            mask_of (&row.used), row.confirmed, row.complete, row.pieces.len);
  WR_VEC_FREE (&row.used);
  WR_VEC_FREE (&row.covered);
  WR_VEC_FREE (&row.pieces);
}

static void check_sets (const struct wr_pass_test *test) {
  static const struct expected all[] = {
      {"a set that proves the test stays", STRONG | WEAK | LESS, STRONG | LESS, true, true,
       STRONG | LESS, STRONG | WEAK | LESS, true, true, true},
      {"a set that is not minimal because of a limit is not called so", STRONG | LESS,
       STRONG | LESS, true, false, STRONG | LESS, STRONG | LESS, true, false, true},
      {"a set that lacks a used axiom gets it, and loses what it serves for", STRONG | WEAK | LESS,
       WEAK | LESS, true, true, STRONG | LESS, STRONG | WEAK | LESS, true, true, false},
      {"a set whose missing axiom no first proof used gets it from all axioms", LESS, LESS, true,
       true, STRONG | LESS, STRONG | LESS, true, true, false},
      {"an empty set", STRONG | GROUND, 0, true, true, STRONG | LESS, STRONG | LESS | GROUND, true,
       true, false},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) check_with (test, NULL, NULL, &all[i]);
}

static void check_cache (const struct wr_pass_test *test) {
  static const struct wr_digest key = {{1}};
  static const struct expected first = {"what was found is stored",
                                        STRONG | LESS,
                                        LESS,
                                        true,
                                        true,
                                        STRONG | LESS,
                                        STRONG | LESS,
                                        true,
                                        true,
                                        false};
  static const struct expected again = {"and found again", STRONG | LESS, LESS, true, true,
                                        STRONG | LESS,     STRONG | LESS, true, true, false};
  char folder[] = "axioms-again-XXXXXX", path[64];
  if (!mkdtemp (folder)) exit (2);
  snprintf (path, sizeof path, "%s/answers.db", folder);
  wr_cache *cache = wr_cache_open_as (path, false);
  check_with (test, cache, &key, &first);
  wr_cancel cancel = {0};
  wr_cancel_ask (&cancel);
  struct wr_decide_options decide = *test->decide;
  struct wr_pass_test cancelled = *test;
  decide.cancel = &cancel;
  cancelled.decide = &decide;
  check_with (&cancelled, cache, &key, &again);
  static const struct expected unknown = {"a cancelled run confirms nothing",
                                          STRONG | LESS,
                                          LESS,
                                          true,
                                          true,
                                          LESS,
                                          STRONG | LESS,
                                          false,
                                          false,
                                          true};
  check_with (&cancelled, NULL, NULL, &unknown);
  wr_cache_close (cache);
  unlink (path);
  rmdir (folder);
}

/* What a worker replied is tried too.  A claim about an axiom that is not covered any more is dropped. */
static void check_row (const struct wr_pass_test *test) {
  static const struct wr_strong_claim weak = {1, Q}, less = {2, Q};
  wr_strong_claims strong = {0}, needs = {0};
  struct wr_file_tests file = {0}, got = {0};
  struct wr_test_row row = {.used = list_of (STRONG | WEAK | LESS),
                            .covered = list_of (WEAK | LESS),
                            .confirmed = true,
                            .complete = true};
  wr_buf bytes = {0};
  WR_VEC_PUSH (&strong, weak);
  WR_VEC_PUSH (&strong, less);
  WR_VEC_PUSH (&needs, weak);
  for (uint32_t i = 0; i < test->axioms->rows.len; i++)
    WR_VEC_PUSH (&file.axioms, test->axioms->rows.data[i]);
  WR_VEC_PUSH (&file.tests, row);
  wr_strong_claims_write (&bytes, &strong);
  wr_strong_claims_write (&bytes, &needs);
  wr_file_tests_write (&bytes, &file);
  file.axioms.len = 0; /* they belong to the program */
  wr_file_tests_free (&file);
  struct wr_program_finding finding = {.bytes = wr_buf_str (&bytes), .limits = &limits};
  bool good = wr_program_row (test, &finding, &row, &got);
  OK (&t, good && row.confirmed && mask_of (&row.covered) == (STRONG | LESS),
      "the set that a worker found is tried");
  OK (&t, good && mask_of (&row.strong) == LESS, "what is strongly covered is covered");
  WR_VEC_PUSH (&got.tests, row);
  wr_file_tests_free (&got);
  got = (struct wr_file_tests){0};
  finding.bytes.len -= 1;
  OK (&t, !wr_program_row (test, &finding, &row, &got), "a damaged reply is refused");
  wr_file_tests_free (&got);
  WR_VEC_FREE (&strong);
  WR_VEC_FREE (&needs);
  wr_buf_free (&bytes);
}

int main (void) {
  struct wr_run_options options = {.workers = 1};
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_run_add_text (&run, WR_LIT ("a.bpl"), wr_str_of (text));
  if (!wr_run_load (&run, WR_LOADED_TYPED) || !wr_run_prove (&run)) return 2;
  wr_program_axioms axioms = wr_program_axioms_of (run.proved.result->core, run.arena);
  uint32_t bodies[] = {P, Q};
  struct wr_pass_test test = {run.proved.result, &run.proved.decide, &axioms, bodies, 2};
  OK (&t, axioms.rows.len == 4, "four axioms");
  check_sets (&test);
  check_cache (&test);
  check_row (&test);
  test.count = 1;
  static const struct expected one = {"a test of one procedure",
                                      STRONG | WEAK | LESS,
                                      WEAK | LESS,
                                      true,
                                      true,
                                      STRONG,
                                      STRONG | WEAK | LESS,
                                      true,
                                      true,
                                      false};
  check_with (&test, NULL, NULL, &one);
  OK (&t, run.proved.result->bodies[P].goals[0].verdict == WR_VERDICT_PROVED,
      "the results of pass 1 are left as they were");
  wr_program_axioms_free (&axioms);
  wr_run_free (&run);
  return tap_done (&t);
}
