/* What is stored about a program whose goals were not decided says nothing about a later run that decides them. */
#include "run/axioms.h"
#include "run/prove.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static const char text[] = "function f(int): int;\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x);\n"
                           "procedure P(x: int) { assert f(x) > x; assert f(f(x)) > 100; }\n";

/* The instances in failed attempts.  `lose`: the process that asked about a failing goal was ended from outside. */
static uint32_t instances (const char *cache, bool lose) {
  struct wr_run_options options = {.workers = 1, .cache_path = cache};
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_run_add_text (&run, WR_LIT ("a.bpl"), wr_str_of (text));
  if (!wr_run_load (&run, WR_LOADED_TYPED) || !wr_run_prove (&run)) return UINT32_MAX;
  struct wr_body_result *body = &run.proved.result->bodies[0];
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    if (lose && body->goals[g].verdict == WR_VERDICT_FAILED) {
      body->goals[g].verdict = WR_VERDICT_UNKNOWN;
      body->goals[g].reason = WR_STATUS_DIED;
    }
  struct wr_logtest_options how = {.unit = WR_TEST_FILE};
  struct wr_file_tests tests = {0};
  wr_run_axioms (&run, &how, &tests);
  uint32_t count = tests.tests.len == 1 ? tests.tests.data[0].instances.len : UINT32_MAX;
  wr_file_tests_free (&tests);
  wr_run_free (&run);
  return count;
}

int main (void) {
  struct tap t = {0};
  char folder[] = "axioms-lost-XXXXXX", path[64];
  if (!mkdtemp (folder)) return 2;
  snprintf (path, sizeof path, "%s/answers.db", folder);
  uint32_t alone = instances (NULL, false);
  OK (&t, alone > 0 && alone != UINT32_MAX, "a failed attempt has instances: %u", alone);
  OK (&t, instances (path, true) == 0, "a goal that was not decided has none");
  uint32_t later = instances (path, false);
  OK (&t, later == alone, "a later run with the same cache has %u", later);
  unlink (path);
  rmdir (folder);
  return tap_done (&t);
}
