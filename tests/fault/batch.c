/* tests/fault/batch.c -- small procedures in batches: what a batch proves is proved, and everything else gets its verdict from a
   worker of its own, whatever happens to the batch's worker.  The result is the same for every number of workers. */
#include "backend.h"
#include "../solve/program.h"
#include "result/result.h"
#include "tap.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

enum { PROCEDURES = 70 };

/* The script has one letter for each procedure, the last one for all further ones.  In a batch, `u` is proved; `g` and `s` are not;
   `r` uses up its steps; `k` kills the worker, and `l` loops.  Alone, `s` fails, `K` kills the worker as in a batch, and the others
   are proved.  An answer names its process. */
struct batcher {
  struct fake fake;
  uint32_t body;
};

static void *batcher_open (const wr_core *core, const struct wr_solver_options *options,
                           wr_str *error) {
  (void)core, (void)error;
  struct batcher *b = wr_alloc (1, sizeof *b);
  strncpy (b->fake.script, options->command, sizeof b->fake.script - 1);
  return b;
}

static bool batcher_enter (void *self, const wr_vc *vc) {
  struct batcher *b = self;
  b->body = vc->passive->body;
  return true;
}

static void batcher_check (void *self, const struct wr_query *query, wr_arena *arena,
                           struct wr_answer *answer) {
  const struct batcher *b = self;
  size_t n = strlen (b->fake.script);
  char letter = b->fake.script[b->body < n ? b->body : n - 1];
  bool batch = query->kind == WR_QUERY_GROUP && query->group.any;
  bool group = query->kind == WR_QUERY_GROUP && query->group.count > 1;
  *answer = (struct wr_answer){.status = WR_STATUS_UNSAT, .resources = 10};
  answer->detail = wr_str_print (arena, "%d", (int)getpid ());
  if (batch && (letter == 'k' || letter == 'l')) fake_misbehave (letter);
  if (letter == 'K') fake_misbehave ('k');
  if (batch && (letter == 'g' || letter == 's')) answer->status = WR_STATUS_INCOMPLETE;
  if (batch && letter == 'r') answer->status = WR_STATUS_RESOURCE;
  if (!batch && letter == 's') answer->status = group ? WR_STATUS_INCOMPLETE : WR_STATUS_SAT;
}

static const struct wr_backend batch_backend = {.name = "batch",
                                                .open = batcher_open,
                                                .enter = batcher_enter,
                                                .check = batcher_check,
                                                .leave = fake_leave,
                                                .close = fake_close,
                                                .version = fake_version,
                                                .groups = true};

static program *many_bodies (void) {
  program *p = program_new ();
  for (uint32_t i = 0; i < PROCEDURES; i++) {
    char name[16];
    snprintf (name, sizeof name, "P%u", i);
    uint32_t b = body (p, wr_str_print (p->arena, "%s", name).ptr, 1);
    wr_expr x = wr_mk_var (p->core, local (p, b, "x", ints (p)));
    for (uint32_t g = 0; g < 2; g++) assert_ (p, wr_mk2 (p->core, WR_OP_LT, num (p, g), x));
    block (p, b, 0, "entry", NULL, 0);
  }
  return p;
}

static void verdicts (wr_buf *out, const wr_result *r) {
  static const char names[WR_STATUS_COUNT] = "-usirtmdbc";
  for (uint32_t i = 0; i < r->body_count; i++) {
    const struct wr_body_result *b = &r->bodies[i];
    bool same = b->goals[0].reason == b->goals[1].reason;
    wr_buf_add_char (out, same ? names[b->goals[0].reason] : '!');
  }
}

static uint32_t answerers (const wr_result *r) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < r->body_count; i++) {
    wr_str who = r->bodies[i].goals[0].detail;
    bool seen = false;
    for (uint32_t k = 0; k < i; k++) seen |= wr_str_equal (who, r->bodies[k].goals[0].detail);
    count += !seen;
  }
  return count;
}

static wr_result *decide (program *p, struct wr_decide_options options, const char *script) {
  options.backend = &batch_backend;
  options.solver.command = script;
  options.timeout = 0.001;
  options.grace = strchr (script, 'l') ? 1.5 : 60;
  return wr_decide (p->core, &options, p->arena);
}

static void expect (struct tap *tap, wr_result *r, const char *script, wr_str want,
                    uint32_t processes) {
  wr_buf got = {0};
  verdicts (&got, r);
  OK (tap, wr_str_equal (wr_buf_str (&got), want), "%s: %.*s", script, (int)got.len, got.data);
  OK (tap, answerers (r) == processes, "%s: %u processes answered", script, answerers (r));
  OK (tap, waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD, "nothing is left");
  wr_buf_free (&got);
}

/* 70 procedures are three batches of about 23. */
static void test_scripts (struct tap *tap) {
  static const struct {
    const char *script;
    uint32_t processes;
  } table[] = {
      {"u", 3},
      {"ugu", 4}, /* the batch goes on after it */
      {"usu", 4},
      {"uru", 5}, /* the rest of the batch has a new worker */
      {"uku", 5},
      {"ulu", 5},
      {"uuKuuKu", 6}, /* two procedures without an answer have the same text instead of a process */
      {"k", PROCEDURES},                /* no batch proves anything */
      {"uuuuuuuuuuuuuuuuuuuuuukuuu", 4} /* the last one of a batch */
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (uint32_t workers = 1; workers <= 4; workers += 3) {
      program *p = many_bodies ();
      const char *script = table[i].script;
      size_t n = strlen (script);
      wr_buf want = {0};
      for (uint32_t k = 0; k < PROCEDURES; k++) {
        char letter = script[k < n ? k : n - 1];
        wr_buf_add_char (&want, letter == 's' ? 's' : letter == 'K' ? 'd' : 'u');
      }
      wr_result *r = decide (p, (struct wr_decide_options){.workers = workers}, script);
      expect (tap, r, script, wr_buf_str (&want), table[i].processes);
      wr_buf_free (&want);
      program_free (p);
    }
}

/* A worker for each procedure if cores are wanted, or errors are limited, or there is a prelude. */
static void test_without (struct tap *tap) {
  for (uint32_t i = 0; i < 3; i++) {
    program *p = many_bodies ();
    wr_buf want = {0};
    for (uint32_t k = 0; k < PROCEDURES; k++) wr_buf_add_char (&want, 'u');
    for (uint32_t k = 0; i == 2 && k <= wr_default_budgets.few_axioms; k++)
      axiom (p, wr_mk_bool (p->core, true));
    struct wr_decide_options options = {.workers = 1, .want_cores = i == 0, .error_limit = i == 1};
    expect (tap, decide (p, options, "u"), "u", wr_buf_str (&want), PROCEDURES);
    wr_buf_free (&want);
    program_free (p);
  }
}

int main (void) {
  struct tap tap = {0};
  test_scripts (&tap);
  test_without (&tap);
  return tap_done (&tap);
}
