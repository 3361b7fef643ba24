/* tests/axioms/resume.c -- what is measured is not lost: a process that ends early is continued from its last results, a test that ends its process costs itself only, and
   a command that is killed at any moment and started again has the same results. */
#include "axioms/logtest.h"
#include "process.h"
#include "tap.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct tap tap;

static const char three[] =
    "(set-option :smt.mbqi false)\n(set-option :auto_config false)\n"
    "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n(declare-fun r (Int) Bool)\n"
    "(assert (forall ((x Int)) (! (=> (p x) (q x)) :pattern ((p x)) :qid pq)))\n"
    "(assert (forall ((x Int)) (! (=> (q x) (r x)) :pattern ((q x)) :qid qr)))\n"
    "(push 1)\n(assert (not (=> (p 1) (q 1))))\n(check-sat)\n(pop 1)\n"
    "(push 1)\n(assert (not (=> (q 2) (r 2))))\n(check-sat)\n(pop 1)\n"
    "(push 1)\n(assert (not (=> (p 3) (r 3))))\n(check-sat)\n(pop 1)\n";

struct kept {
  wr_buf bytes[8];
  uint32_t count;
};

static void no_deadline (void *ctx, double seconds) { (void)ctx, (void)seconds; }
static void keep (void *ctx, wr_str bytes) {
  struct kept *kept = ctx;
  if (kept->count < 8) wr_buf_add (&kept->bytes[kept->count++], bytes);
}

static void measure (const struct wr_logtest_resume *resume, struct kept *kept, wr_buf *out) {
  struct wr_logtest_options options = {.unit = WR_TEST_QUERY,
                                       .reduce = {.rlimit = 1000000, .factor = 2, .floor = 100000},
                                       .timeout = 10};
  struct wr_logtest_calls calls = {kept, no_deadline, keep};
  wr_log log = wr_log_read (wr_str_of (three));
  wr_logtest_run (&log, &options, &calls, resume, out);
  wr_log_free (&log);
}

/* Verdicts and numbers of covered axioms. */
static void expect_tests (const wr_buf *bytes, const char *want, const char *what) {
  struct wr_file_tests tests;
  wr_buf got = {0};
  if (wr_file_tests_read (wr_buf_str (bytes), &tests))
    for (uint32_t i = 0; i < tests.tests.len; i++)
      wr_buf_print (&got, "%s:%u ", wr_axiom_verdict_name (tests.tests.data[i].verdict),
                    tests.tests.data[i].covered.len);
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (want)), "%s", what))
    tap_show ("got", wr_buf_str (&got));
  wr_file_tests_free (&tests);
  wr_buf_free (&got);
}

static void test_resume (void) {
  struct kept kept = {0}, more = {0};
  wr_buf whole = {0}, again = {0}, after = {0};
  measure (&(struct wr_logtest_resume){.careful = true}, &kept, &whole);
  expect_tests (&whole, "proved:1 proved:1 proved:2 ", "all tests");
  OK (&tap, kept.count == 3, "with care, results are kept after every test: %u", kept.count);
  expect_tests (&kept.bytes[0], "proved:1 ", "the first test is kept");
  measure (&(struct wr_logtest_resume){wr_buf_str (&kept.bytes[0]), true, false}, &more, &again);
  expect_tests (&again, "proved:1 proved:1 proved:2 ", "a process goes on where another one ended");
  OK (&tap, more.count == 2, "what is known is not measured again: %u", more.count);
  measure (&(struct wr_logtest_resume){wr_buf_str (&kept.bytes[0]), true, true}, &more, &after);
  expect_tests (&after, "proved:1 error:0 proved:2 ",
                "a test that ends its process costs itself only");
  for (uint32_t i = 0; i < 8; i++) wr_buf_free (&kept.bytes[i]), wr_buf_free (&more.bytes[i]);
  wr_buf_free (&whole);
  wr_buf_free (&again);
  wr_buf_free (&after);
}

/* -- the command, killed ------------------------------------------------------------------------------- */

static void kill_soon (char *const *words, unsigned microseconds) {
  pid_t pid = fork ();
  if (pid == 0) {
    if (!freopen ("/dev/null", "w", stdout)) _exit (126);
    execv (words[0], words);
    _exit (127);
  }
  usleep (microseconds);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

static void test_killed (char *warrant) {
  char folder[] = "axioms-resume-XXXXXX", path[256];
  if (!mkdtemp (folder)) return;
  char *absolute = realpath (folder, NULL);
  setenv ("XDG_CACHE_HOME", absolute, 1);
  for (int i = 0; i < 6; i++) {
    snprintf (path, sizeof path, "%s/%d.smt2", folder, i);
    file_write (path, wr_str_of (three));
    snprintf (path, sizeof path, "%s/%d.bpl", folder, i);
    wr_buf text = {0};
    wr_buf_print (&text,
                  "function p(int): bool;\naxiom (forall x: int :: {p(x)} p(x));\n"
                  "procedure P%d() { assert p(%d); }\n",
                  i, i);
    file_write (path, wr_buf_str (&text));
    wr_buf_free (&text);
  }
  char *fresh[] = {warrant,
                   (char *)"axioms",
                   (char *)"--json",
                   (char *)"--no-cache",
                   (char *)"--test=query",
                   folder,
                   NULL};
  char *cached[] = {warrant, (char *)"axioms", (char *)"--json", (char *)"--test=query", folder,
                    NULL};
  struct outcome want = process_run (fresh, NULL);
  unsigned moment = (unsigned)getpid () * 2654435761u;
  for (int i = 0; i < 10; i++) {
    moment = moment * 1664525u + 1013904223u;
    kill_soon (cached, (moment >> 8) % 400000);
  }
  struct outcome got = process_run (cached, NULL);
  OK (&tap,
      got.code == want.code && want.out.len > 1000 &&
          wr_str_equal (wr_buf_str (&got.out), wr_buf_str (&want.out)),
      "killed at ten moments and started again: the same bytes");
  outcome_free (&want);
  outcome_free (&got);
  free (absolute);
  char *words[] = {(char *)"/bin/rm", (char *)"-r", folder, NULL};
  struct outcome removed = process_run (words, NULL);
  outcome_free (&removed);
}

int main (int argc, char **argv) {
  if (argc < 2) return 1;
  test_resume ();
  test_killed (argv[1]);
  return tap_done (&tap);
}
