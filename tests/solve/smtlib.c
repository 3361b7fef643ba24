/* tests/solve/smtlib.c -- the SMT-LIB backend against a scripted solver: whatever the solver does, and whenever,
   no goal is reported as proved unless the solver answered unsat. */
#include "program.h"
#include "solve/process.h"
#include "solve/solve.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

static const struct wr_backend *const smtlib = &wr_backend_smtlib;

struct session {
  program *p;
  wr_arena *arena;
  const wr_vc *vc;
  void *self;
};

static bool session_open (struct session *s, const char *command) {
  wr_label facts[3];
  s->p = program_new ();
  s->arena = wr_arena_new ();
  uint32_t b = branching_body (s->p, "P", facts);
  s->vc = wr_vc_build (s->p->core, wr_flow_run (s->p->core, b, NULL, s->arena), NULL, s->arena);
  wr_str error = {0};
  s->self = smtlib->open (
      s->p->core,
      &(struct wr_solver_options){.command = wr_str_keep (s->arena, wr_str_of (command)).ptr},
      &error);
  if (s->self)
    smtlib->enter (s->self, s->vc);
  else
    free ((void *)(uintptr_t)error.ptr);
  return s->self != NULL;
}

static void session_close (struct session *s) {
  if (s->self) smtlib->leave (s->self), smtlib->close (s->self);
  program_free (s->p);
  wr_arena_free (s->arena);
}

static struct wr_answer ask (struct session *s, uint32_t goal, double timeout) {
  struct wr_answer a;
  smtlib->check (
      s->self,
      &(struct wr_query){
          .kind = WR_QUERY_GOAL, .timeout = timeout, .want_core = true, .goal = {.goal = goal}},
      s->arena, &a);
  return a;
}

static bool no_children (void) { return waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

static int count_fds (void) {
  int n = 0;
  DIR *dir = opendir ("/proc/self/fd");
  while (readdir (dir)) n++;
  closedir (dir);
  return n;
}

static void test_honest (struct tap *tap, const char *fake) {
  struct session s;
  char command[4096];
  snprintf (command, sizeof command, "'%s' unsat", fake);
  OK (tap, session_open (&s, command), "open");
  struct wr_answer a = ask (&s, 0, 60);
  OK (tap, a.status == WR_STATUS_UNSAT && a.has_core, "unsat: %s %.*s", wr_status_name (a.status),
      WR_STR_ARGS (a.detail));
  bool known = true;
  for (uint32_t i = 0; i < a.core_count; i++)
    known = known && a.core[i] < s.p->core->labels.infos.len;
  OK (tap, known, "made-up labels are not in the core");
  OK (tap, ask (&s, 2, 60).status == WR_STATUS_UNSAT, "a second question to the same process");
  session_close (&s);
  snprintf (command, sizeof command, "'%s' sat", fake);
  session_open (&s, command);
  a = ask (&s, 1, 60);
  OK (tap,
      a.status == WR_STATUS_SAT && a.has_model && a.choice_count == s.vc->choice_count &&
          !a.choices[0],
      "sat, with choices");
  session_close (&s);
  snprintf (command, sizeof command, "'%s' unknown", fake);
  session_open (&s, command);
  a = ask (&s, 1, 60);
  OK (tap, a.status == WR_STATUS_INCOMPLETE, "unknown, incomplete: %s", wr_status_name (a.status));
  session_close (&s);
}

struct fault {
  const char *name;
  enum wr_status one, other; /* what may come of it */
  double timeout;            /* short only where it is what ends the question */
  int step;                  /* at every command, or at some of them */
};

/* Each fault at commands of the first question and a few more. */
static void test_faults (struct tap *tap, const char *fake) {
  static const struct fault faults[] = {
      {"die", WR_STATUS_DIED, WR_STATUS_DIED, 60, 1},
      {"exit", WR_STATUS_DIED, WR_STATUS_DIED, 60, 3},
      {"close", WR_STATUS_DIED, WR_STATUS_DIED, 60, 3},
      {"hang", WR_STATUS_TIME, WR_STATUS_TIME, 0.1, 7},
      {"silent", WR_STATUS_TIME, WR_STATUS_BAD_REPLY, 0.1, 7},
      {"garbage", WR_STATUS_BAD_REPLY, WR_STATUS_BAD_REPLY, 60, 3},
      {"error", WR_STATUS_BAD_REPLY, WR_STATUS_BAD_REPLY, 60, 3},
      {"deep", WR_STATUS_BAD_REPLY, WR_STATUS_TIME, 0.1, 7},
      {"unbalanced", WR_STATUS_BAD_REPLY, WR_STATUS_BAD_REPLY, 60, 3},
      {"twice", WR_STATUS_BAD_REPLY, WR_STATUS_BAD_REPLY, 60, 3},
      {"half", WR_STATUS_DIED, WR_STATUS_DIED, 60, 3},
  };
  for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
    bool as_told = true;
    int seen = 0, past = 0;
    char first[128] = "";
    for (int n = 0; past < 3; n += faults[f].step) {
      struct session s;
      char command[4096];
      snprintf (command, sizeof command, "'%s' unsat %s %d", fake, faults[f].name, n);
      session_open (&s, command);
      struct wr_answer a = ask (&s, 0, faults[f].timeout);
      /* The fault may come after the verdict: then it is the verdict. */
      bool good =
          a.status == WR_STATUS_UNSAT || a.status == faults[f].one || a.status == faults[f].other;
      seen += a.status != WR_STATUS_UNSAT;
      past += a.status == WR_STATUS_UNSAT;
      if (!good && as_told)
        snprintf (first, sizeof first, "at %d: %s %.60s", n, wr_status_name (a.status),
                  a.detail.len ? a.detail.ptr : "");
      as_told = as_told && good;
      session_close (&s);
    }
    OK (tap, as_told && seen > 0, "%s: %d times not proved; %s", faults[f].name, seen, first);
  }
  OK (tap, no_children (), "no process is left");
}

static void test_flood (struct tap *tap, const char *fake) {
  struct session s;
  char command[4096];
  snprintf (command, sizeof command, "'%s' unsat flood 3", fake);
  session_open (&s, command);
  struct wr_answer a = ask (&s, 0, 60);
  OK (tap, a.status == WR_STATUS_BAD_REPLY, "an endless reply: %s", wr_status_name (a.status));
  session_close (&s);
}

/* After a broken question the next one gets a new process. */
static void test_recovery (struct tap *tap, const char *fake) {
  struct session s;
  char command[4096];
  snprintf (command, sizeof command, "'%s' unsat late 5", fake);
  session_open (&s, command);
  OK (tap, ask (&s, 0, 60).status == WR_STATUS_UNSAT, "a late answer is an answer");
  session_close (&s);
  OK (tap, !session_open (&s, "/nonexistent/solver -x"), "a missing program is told at the start");
  session_close (&s);
  OK (tap, !session_open (&s, "'unclosed"), "so is a command that is none");
  session_close (&s);
  OK (tap, no_children (), "no process is left");
}

/* Expressions alone, before and between questions about goals; with a real solver, where there is one. */
static void test_exprs (struct tap *tap, const char *command) {
  struct session s;
  if (!session_open (&s, command)) {
    OK (tap, true, "%s is not there", command);
    session_close (&s);
    return;
  }
  wr_core *c = s.p->core;
  wr_var var = wr_var_new (c, WR_VAR_LOCAL, sym (s.p, "ex"), ints (s.p), (wr_span){0});
  wr_expr x = wr_mk_var (c, var);
  wr_expr exprs[3] = {wr_mk2 (c, WR_OP_LT, num (s.p, 0), x), wr_mk_bool (c, true),
                      wr_mk2 (c, WR_OP_LT, x, num (s.p, 1))};
  struct wr_query query = wr_query_exprs (exprs, 3);
  struct wr_answer a;
  query.timeout = 60;
  smtlib->check (s.self, &query, s.arena, &a);
  OK (tap, a.status == WR_STATUS_UNSAT && !a.has_core, "%s: unsat: %s %.*s", command,
      wr_status_name (a.status), WR_STR_ARGS (a.detail));
  query.want_core = true;
  smtlib->check (s.self, &query, s.arena, &a);
  OK (tap, a.status == WR_STATUS_UNSAT && a.core_count == 2 && a.core[0] == 0 && a.core[1] == 2,
      "%s: a core of %u", command, a.core_count);
  query.exprs.count = 2;
  smtlib->check (s.self, &query, s.arena, &a);
  OK (tap, a.status == WR_STATUS_SAT, "%s: two of them: %s", command, wr_status_name (a.status));
  a = ask (&s, 0, 60);
  OK (tap, a.status == WR_STATUS_UNSAT && a.has_core, "%s: a goal", command);
  OK (tap, ask (&s, 1, 60).status == WR_STATUS_SAT, "%s: a goal that fails", command);
  query.exprs.count = 3;
  smtlib->check (s.self, &query, s.arena, &a);
  OK (tap, a.status == WR_STATUS_UNSAT, "%s: the expressions again", command);
  session_close (&s);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  const char *fake = argc > 1 ? argv[1] : "fake-solver";
  signal (SIGPIPE, SIG_IGN);
  int fds = count_fds ();
  test_honest (&tap, fake);
  test_faults (&tap, fake);
  test_flood (&tap, fake);
  test_recovery (&tap, fake);
  test_exprs (&tap, "cvc5");
  test_exprs (&tap, "z3 -in");
  wr_arena *arena = wr_arena_new ();
  SAME (&tap, wr_process_version (fake, arena), "fake 1", "the version of a solver");
  wr_arena_free (arena);
  OK (&tap, count_fds () == fds, "no descriptor is left");
  return tap_done (&tap);
}
