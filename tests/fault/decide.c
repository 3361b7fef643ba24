/* tests/fault/decide.c -- pass 1 with a solver that fails in every way: the goals concerned are unknown, the others
   have their verdicts, and nothing is left behind. */
#include "backend.h"
#include "../solve/program.h"
#include "result/result.h"
#include "share.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>

/* fork fails a given number of times; the template inherits the count. [--wrap=fork] */
struct forks {
  int good, bad; /* so many succeed, then so many fail */
};
static struct forks forks = {1 << 30, 0};
pid_t __real_fork (void);
pid_t __wrap_fork (void);
pid_t __wrap_fork (void) {
  if (forks.good-- > 0) return __real_fork ();
  if (forks.bad-- > 0) return errno = EAGAIN, -1;
  return __real_fork ();
}

static wr_result *decide (program *p, struct wr_decide_options options, const char *script) {
  if (!options.backend) options.backend = &fake_backend;
  options.solver.command = script;
  if (!options.workers) options.workers = 2;
  /* Short only where a worker has to be killed. */
  options.grace = strchr (script, 'l') ? 1.5 : 60;
  return wr_decide (p->core, &options, p->arena);
}

/* A letter for each goal: the verdict's reason; `!` when the verdict is not what the reason allows: only
   "unsat" proves, whatever happened to the solver. */
static void letters (wr_buf *out, const wr_result *r, uint32_t body) {
  static const char names[WR_STATUS_COUNT] = "-usirtmdbc";
  const struct wr_body_result *b = &r->bodies[body];
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    const struct wr_goal_result *g = &b->goals[i];
    bool proved = g->verdict == WR_VERDICT_PROVED;
    wr_buf_add_char (out, proved == (g->reason == WR_STATUS_UNSAT) ? names[g->reason] : '!');
  }
}

static int count_fds (void) {
  int n = 0;
  DIR *dir = opendir ("/proc/self/fd");
  while (readdir (dir)) n++;
  closedir (dir);
  return n;
}

static bool no_children (void) { return waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

static program *two_bodies (void) {
  program *p = program_new ();
  wr_label facts[3];
  branching_body (p, "P", facts);
  branching_body (p, "Q", facts);
  return p;
}

struct expect {
  const char *script, *want; /* for both procedures alike */
};

static void test_scripts (struct tap *tap) {
  static const struct expect table[] = {
      {"uuu", "uuu"}, {"usi", "usi"}, {"rtu", "rtu"}, {"kuu", "duu"},
      {"uku", "udu"}, {"uuk", "uud"}, /* killed at each goal */
      {"auu", "duu"}, {"aaa", "ddd"}, {"uxu", "umu"}, {"mmu", "mmu"},
      {"ulu", "utu"}, {"lll", "ttt"}, {"E", "ddd"},   {"B", "ddd"},
  };
  int fds = count_fds ();
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (uint32_t workers = 1; workers <= 2; workers++) {
      program *p = two_bodies ();
      wr_result *r = decide (p, (struct wr_decide_options){.workers = workers, .timeout = 0.001},
                             table[i].script);
      wr_buf got = {0};
      letters (&got, r, 0);
      wr_buf_add_char (&got, ' ');
      letters (&got, r, 1);
      char want[32];
      snprintf (want, sizeof want, "%s %s", table[i].want, table[i].want);
      SAME (tap, wr_buf_str (&got), want, table[i].script);
      wr_buf_free (&got);
      program_free (p);
    }
  OK (tap, no_children () && count_fds () == fds, "nothing is left");
}

static void test_limits (struct tap *tap) {
  program *p = two_bodies ();
  wr_result *r = decide (p, (struct wr_decide_options){.error_limit = 1}, "usu");
  wr_buf got = {0};
  letters (&got, r, 0);
  SAME (tap, wr_buf_str (&got), "us-", "one error per procedure, then no more questions");
  OK (tap, wr_body_verdict (&r->bodies[0]) == WR_VERDICT_FAILED, "the procedure failed");
  wr_buf_free (&got);
  program_free (p);
  p = two_bodies ();
  bool selected[2] = {false, true};
  r = decide (p, (struct wr_decide_options){.selected = selected}, "uuu");
  OK (tap, !r->bodies[0].passive && wr_body_verdict (&r->bodies[1]) == WR_VERDICT_PROVED,
      "only what is selected");
  OK (tap, wr_body_verdict (&r->bodies[0]) == WR_VERDICT_NONE, "the other has no verdict");
  program_free (p);
  p = two_bodies ();
  r = decide (p, (struct wr_decide_options){0}, "nothing");
  wr_buf_clear (&got);
  letters (&got, r, 0);
  OK (tap, r->failure.len > 0 && wr_str_equal (wr_buf_str (&got), WR_LIT ("ddd")),
      "no solver: %.*s", WR_STR_ARGS (r->failure));
  wr_buf_free (&got);
  program_free (p);
}

/* Has an answer after 1.5 s of the clock, whatever it had of the processor. */
static void starved_check (void *self, const struct wr_query *query, wr_arena *arena,
                           struct wr_answer *answer) {
  fake_check (self, query, arena, answer);
  answer->status = query->timeout > 1.5 ? WR_STATUS_UNSAT : WR_STATUS_TIME;
}

static bool no_slice (void *self, uint32_t goal, const wr_bitset *labels) {
  return (void)self, (void)goal, (void)labels, false;
}

static void test_starvation (struct tap *tap) {
  struct wr_backend starved = fake_backend;
  starved.check = starved_check;
  for (int here = 0; here <= 1; here++) {
    program *p = two_bodies ();
    wr_buf got = {0};
    starved.slice = here ? no_slice : NULL;
    wr_result *r = decide (p, (struct wr_decide_options){.backend = &starved, .timeout = 1}, "uuu");
    letters (&got, r, 0);
    SAME (tap, wr_buf_str (&got), here ? "uuu" : "ttt",
          here ? "what others took of the processor is given again"
               : "what a solver in another process had is not known");
    wr_buf_free (&got);
    program_free (p);
  }
}

/* Proves what has more than ten seconds of the clock. */
static void slow_check (void *self, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  fake_check (self, query, arena, answer);
  answer->status = query->timeout > 10 ? WR_STATUS_UNSAT : WR_STATUS_TIME;
}

static bool never_counts (void *self) { return (void)self, true; }

/* A limit of steps bounds a solver that does not count its steps: the clock ends the query, and the result says so. */
static void test_uncounted (struct tap *tap) {
  static const struct {
    bool uncounted;
    uint64_t rlimit;
    const char *want;
    bool by_steps;
  } table[] = {{true, 100000, "ttt", true},
               {true, 0, "uuu", false},       /* the default allows more than the timeout */
               {false, 100000, "uuu", false}, /* what is counted needs no clock */
               {true, 10000000, "uuu", false}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct wr_backend slow = fake_backend;
    slow.check = slow_check;
    slow.uncounted = table[i].uncounted ? never_counts : NULL;
    program *p = two_bodies ();
    wr_buf got = {0};
    struct wr_decide_options options = {.backend = &slow, .timeout = 30, .rlimit = table[i].rlimit};
    wr_result *r = decide (p, options, "uuu");
    letters (&got, r, 0);
    SAME (tap, wr_buf_str (&got), table[i].want, "a solver that does not count its steps");
    OK (tap, r->bodies[0].goals[0].clock_of_steps == table[i].by_steps,
        "the result says which limit it was");
    wr_buf_free (&got);
    program_free (p);
  }
}

static void test_memory (struct tap *tap) {
#if !INSTRUMENTED
  program *p = two_bodies ();
  struct wr_decide_options options = {.timeout = 20};
  options.solver.memory = 64 << 20;
  wr_result *r = decide (p, options, "uou");
  wr_buf got = {0};
  letters (&got, r, 0);
  OK (tap,
      wr_str_equal (wr_buf_str (&got), WR_LIT ("udu")) ||
          wr_str_equal (wr_buf_str (&got), WR_LIT ("umu")),
      "a worker without bounds is stopped by its limit");
  program_free (p);
  p = two_bodies ();
  wr_buf_clear (&got);
  letters (&got, decide (p, options, "ugu"), 0);
  OK (tap, wr_str_equal (wr_buf_str (&got), WR_LIT ("umu")),
      "a crash while the last allocation is not used yet is a lack of memory");
  program_free (p);
  p = two_bodies ();
  wr_buf_clear (&got);
  options.solver.memory = 256 << 20;
  letters (&got, decide (p, options, "ugu"), 0);
  OK (tap, wr_str_equal (wr_buf_str (&got), WR_LIT ("udu")),
      "and far below the limit it is a crash");
  wr_buf_free (&got);
  program_free (p);
#else
  OK (tap, true, "the limit on memory needs the address space (not with a sanitizer)");
#endif
}

static void test_forks (struct tap *tap) {
  int fds = count_fds ();
  program *p = two_bodies ();
  forks = (struct forks){0, 1 << 30};
  wr_result *r = decide (p, (struct wr_decide_options){0}, "uuu");
  OK (tap, r->failure.len > 0, "no template: %.*s", WR_STR_ARGS (r->failure));
  program_free (p);
  p = two_bodies ();
  forks = (struct forks){2, 3};
  r = decide (p, (struct wr_decide_options){0}, "uuu");
  OK (tap,
      wr_body_verdict (&r->bodies[0]) == WR_VERDICT_PROVED &&
          wr_body_verdict (&r->bodies[1]) == WR_VERDICT_PROVED,
      "a worker that cannot be started is started later");
  program_free (p);
  p = two_bodies ();
  forks = (struct forks){2, 1 << 30};
  r = decide (p, (struct wr_decide_options){.workers = 1}, "uuu");
  OK (tap,
      r->failure.len == 0 && wr_body_verdict (&r->bodies[0]) == WR_VERDICT_UNKNOWN &&
          wr_body_verdict (&r->bodies[1]) == WR_VERDICT_UNKNOWN,
      "no worker at all: unknown");
  tap_show ("detail", r->bodies[0].goals[0].detail);
  program_free (p);
  forks = (struct forks){1 << 30, 0};
  OK (tap, no_children () && count_fds () == fds, "nothing is left");
}

struct watcher {
  wr_cancel cancel;
  uint32_t calls, done, all;
};

static void watch (void *ctx, const struct wr_progress *progress) {
  struct watcher *w = ctx;
  w->calls++;
  w->done = progress->goals_done;
  w->all = progress->goals_all;
  if (w->done == 2) wr_cancel_ask (&w->cancel);
}

static void test_cancel (struct tap *tap) {
  program *p = two_bodies ();
  struct watcher w = {0};
  wr_result *r = decide (
      p,
      (struct wr_decide_options){
          .workers = 1, .timeout = 100, .cancel = &w.cancel, .progress = watch, .progress_ctx = &w},
      "sul");
  wr_buf got = {0};
  letters (&got, r, 0);
  wr_buf_add_char (&got, ' ');
  letters (&got, r, 1);
  SAME (tap, wr_buf_str (&got), "suc ccc", "cancelled: what is known is kept");
  OK (tap, r->cancelled && w.calls > 0 && w.done == 2 && w.all == 6, "progress was told (%u of %u)",
      w.done, w.all);
  OK (tap, no_children (), "no process is left");
  wr_buf_free (&got);
  program_free (p);
}

int main (void) {
  struct tap tap = {0};
  test_scripts (&tap);
  test_limits (&tap);
  test_starvation (&tap);
  test_uncounted (&tap);
  test_memory (&tap);
  test_forks (&tap);
  test_cancel (&tap);
  return tap_done (&tap);
}
