/* An axiom is called strongly covered only if pass 1 does not prove the test without it (axioms/program_strong.h). */
#include "axioms/program_strong.h"
#include "run/prove.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static const char text[] = "function f(int): int;\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x);\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x - 1);\n"
                           "procedure P(x: int) { assert f(x) > x; }\n"
                           "procedure Q(x: int) { assert f(x) > x - 2; assert f(x) > 7; }\n";

enum { STRONG, WEAK, P = 0, Q = 1 };

static uint32_t kept (const struct wr_pass_test *test, wr_cache *cache, uint32_t row, uint32_t body,
                      uint32_t *which) {
  static const struct wr_digest key = {{1}};
  struct wr_strong_claim claim = {row, body};
  wr_strong_claims claims = {0};
  WR_VEC_PUSH (&claims, claim);
  wr_strong_claims_check (test, cache, cache ? &key : NULL, &claims);
  uint32_t count = claims.len;
  if (count && which) *which = claims.data[0].row;
  WR_VEC_FREE (&claims);
  return count;
}

static void check_damaged (struct tap *t, const struct wr_pass_test *test) {
  static const struct wr_strong_claim wrong[] = {{2, P}, {STRONG, 2}};
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 2; i++) {
    wr_strong_claims claims = {0}, again = {0};
    wr_buf bytes = {0};
    WR_VEC_PUSH (&claims, wrong[i]);
    wr_strong_claims_write (&bytes, &claims);
    struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
    wr_strong_claims_read (&in, test, &again);
    accepted += !in.bad;
    WR_VEC_FREE (&claims);
    WR_VEC_FREE (&again);
    wr_buf_free (&bytes);
  }
  OK (t, !accepted, "claims about other axioms and procedures are refused");
}

/* A program with maps and so many axioms that attempts of pass 2 are made too: they must not use the axiom either. */
static void check_prelude (struct tap *t) {
  struct wr_run_options options = {.workers = 1};
  wr_buf all = {0};
  wr_buf_add (&all, wr_str_of (text));
  wr_buf_print (&all, "procedure M(m: [int]int) { assert m[1 := 2][1] == 2; }\n");
  for (int i = 0; i < 100; i++) wr_buf_print (&all, "axiom f(%d) != %d;\n", i, -i - 1);
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_run_add_text (&run, WR_LIT ("a.bpl"), wr_buf_str (&all));
  bool good = wr_run_load (&run, WR_LOADED_TYPED) && wr_run_prove (&run);
  OK (t, good, "a program with a prelude");
  if (good) {
    wr_program_axioms axioms = wr_program_axioms_of (run.proved.result->core, run.arena);
    uint32_t bodies[] = {P, Q};
    struct wr_pass_test test = {run.proved.result, &run.proved.decide, &axioms, bodies, 2};
    OK (t, kept (&test, NULL, STRONG, P, NULL) == 1 && !kept (&test, NULL, WEAK, P, NULL),
        "the stronger axiom is needed there too, and the weaker one is not");
    wr_program_axioms_free (&axioms);
  }
  wr_run_free (&run);
  wr_buf_free (&all);
}

int main (void) {
  struct tap t = {0};
  char folder[] = "axioms-strong-XXXXXX", path[64];
  struct wr_run_options options = {.workers = 1};
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_run_add_text (&run, WR_LIT ("a.bpl"), wr_str_of (text));
  if (!wr_run_load (&run, WR_LOADED_TYPED) || !wr_run_prove (&run)) return 2;
  wr_program_axioms axioms = wr_program_axioms_of (run.proved.result->core, run.arena);
  uint32_t bodies[] = {P, Q}, which = 0;
  struct wr_decide_options decide = run.proved.decide;
  struct wr_pass_test test = {run.proved.result, &decide, &axioms, bodies, 2};
  OK (&t, axioms.rows.len == 2, "two axioms");
  OK (&t, kept (&test, NULL, STRONG, P, NULL) == 1, "P is not proved without the stronger axiom");
  OK (&t, !kept (&test, NULL, WEAK, P, NULL), "the weaker axiom is not needed");
  OK (&t, kept (&test, NULL, STRONG, Q, NULL) == 1,
      "Q does not need the stronger axiom, but another procedure of the test does");
  test.count = 1;
  test.bodies = bodies + Q;
  OK (&t, !kept (&test, NULL, STRONG, Q, NULL), "a test that consists of Q does not need it");
  test.count = 2;
  test.bodies = bodies;
  OK (&t, run.proved.result->bodies[Q].goals[0].verdict == WR_VERDICT_PROVED,
      "the results of pass 1 are left as they were");
  check_damaged (&t, &test);

  if (!mkdtemp (folder)) return 2;
  snprintf (path, sizeof path, "%s/answers.db", folder);
  wr_cache *cache = wr_cache_open_as (path, false);
  OK (&t, kept (&test, cache, STRONG, P, NULL) == 1, "a claim that holds is stored");
  OK (&t, kept (&test, cache, WEAK, Q, &which) == 1 && which == STRONG, "and found again");
  wr_cache_close (cache);
  unlink (path);
  rmdir (folder);

  wr_cancel cancel = {0};
  wr_cancel_ask (&cancel);
  decide.cancel = &cancel;
  OK (&t, !kept (&test, NULL, STRONG, P, NULL), "a cancelled run claims nothing");
  wr_program_axioms_free (&axioms);
  wr_run_free (&run);
  check_prelude (&t);
  return tap_done (&t);
}
