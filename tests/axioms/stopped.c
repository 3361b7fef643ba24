/* tests/axioms/stopped.c -- somebody stops a template (SIGSTOP) just before it makes the process of a job, so that no worker tells a deadline: the pool
   ends the template, starts another one, and the answers are those of an undisturbed run. */
#include "axioms/suite.h"
#include "run/axioms.h"
#include "run/prove.h"
#include "tap.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TEMPLATE = 2, LONG = 30 /* seconds; an undisturbed run takes less than one */ };

static int
    depth; /* of this process below the test: the pool's keeper is its child, and the template is the keeper's */
static int
    *until_stop; /* shared: how many processes of jobs there are until a template is stopped */
static wr_cancel cancel;

/* The template stops itself at its chosen fork. [--wrap=fork] */
pid_t __real_fork (void);
pid_t __wrap_fork (void);
pid_t __wrap_fork (void) {
  if (depth == TEMPLATE && *until_stop > 0 && --*until_stop == 0) raise (SIGSTOP);
  pid_t made = __real_fork ();
  depth += made == 0;
  return made;
}

static void too_long (int number) {
  (void)number;
  wr_cancel_ask (&cancel);
}

static void begin (int stop) {
  cancel = (wr_cancel){0};
  *until_stop = stop;
  alarm (LONG);
}

static bool ended_in_time (void) {
  alarm (0);
  return !wr_cancelled (&cancel) && *until_stop <= 0;
}

/* -- a program ----------------------------------------------------------------------------------------- */

static const char text[] = "function f(int): int;\n"
                           "axiom (forall x: int :: {f(x)} f(x) > x);\n"
                           "procedure P(x: int) { assert f(x) > x; }\n"
                           "procedure Q(x: int) { assert f(f(x)) > x; }\n";

static void test_program (struct tap *t, int stop) {
  struct wr_budgets budgets = wr_default_budgets;
  budgets.start_seconds = 1;
  struct wr_run_options options = {.workers = 1, .budgets = &budgets};
  wr_run run = wr_run_new (&options, &cancel, NULL);
  wr_run_add_text (&run, WR_LIT ("a.bpl"), wr_str_of (text));
  cancel = (wr_cancel){0};
  bool proved = wr_run_load (&run, WR_LOADED_TYPED) && wr_run_prove (&run);
  OK (t, proved, "the program is verified");
  struct wr_logtest_options how = {
      .unit = WR_TEST_PROCEDURE, .timeout = 10, .reduce = {.rlimit = 1000000, .factor = 2}};
  struct wr_file_tests tests = {0};
  begin (stop);
  if (proved) wr_run_axioms (&run, &how, &tests);
  OK (t, ended_in_time (), "a program, stopped before job %d: the run ends", stop);
  bool good = tests.tests.len == 2 && run.failure.len == 0;
  for (uint32_t i = 0; good && i < tests.tests.len; i++)
    good = tests.tests.data[i].covered.len == 1 && tests.tests.data[i].problem.len == 0;
  OK (t, good, "both procedures cover the axiom");
  wr_file_tests_free (&tests);
  wr_run_free (&run);
}

/* -- a log, and the search for contradictions ---------------------------------------------------------- */

static const char problem[] =
    "(set-option :smt.mbqi false)\n(set-option :auto_config false)\n(declare-fun p (Int) Bool)\n"
    "(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :qid all)))\n"
    "(assert (forall ((x Int)) (! (not (p x)) :pattern ((p x)) :qid none)))\n"
    "(push 1)\n(assert (not (p 3)))\n(check-sat)\n(pop 1)\n";

static void test_log (struct tap *t, const char *path, int stop, const char *what) {
  struct wr_suite_options options = {
      .workers = 1,
      .start_timeout = 1,
      .cancel = &cancel,
      .tests = {.timeout = 10, .reduce = {.rlimit = 1000000, .factor = 2}}};
  wr_relation *relation = wr_relation_new ();
  begin (stop);
  struct wr_suite_outcome outcome = wr_suite_logs (relation, &path, 1, &options);
  OK (t, ended_in_time (), "%s: the run ends", what);
  OK (t, !outcome.unfinished && relation->tests.len == 1 && !relation->tests.data[0].problem.len,
      "the test has its result");
  OK (t, relation->conflicts.len == 1, "the contradiction is found");
  wr_relation_free (relation);
}

int main (void) {
  struct tap t = {0};
  char path[] = "axioms-stopped-XXXXXX";
  int fd = mkstemp (path);
  if (fd < 0 || write (fd, problem, strlen (problem)) != (ssize_t)strlen (problem)) return 2;
  close (fd);
  until_stop =
      mmap (NULL, sizeof *until_stop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (until_stop == MAP_FAILED) return 2;
  signal (SIGALRM, too_long);
  test_program (&t, 1);
  test_program (&t, 2);
  test_log (&t, path, 1, "the template of a log");
  test_log (&t, path, 2, "the template of a search for contradictions");
  unlink (path);
  return tap_done (&t);
}
