/* tests/fault/look.c -- the attempt of analysis/cover.h: `cover` asks it before the rows of pass 1 and `verify` after them, so
   both give the same verdicts, with and without a cache. */
#include "backend.h"
#include "../solve/program.h"
#include "analysis/cover.h"
#include "share.h"
#include "tap.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

struct scripted {
  struct fake fake;
  bool look, probes; /* this solver has labelled axioms: it belongs to wr_look_at */
};

static void *scripted_open (const wr_core *core, const struct wr_solver_options *options,
                            wr_str *error) {
  struct fake *f = fake_open (core, options, error);
  struct scripted *s = wr_alloc (1, sizeof *s);
  s->fake = *f;
  s->look = options->labelled_axioms;
  free (f);
  return s;
}

static bool scripted_enter (void *self, const wr_vc *vc) {
  struct scripted *s = self;
  s->probes = vc->passive->goal_count > strlen (s->fake.script);
  return true;
}

/* Every query proves `u`.  The look also proves `w`, `r`, `m` and `d`; for other queries the first three are incomplete, out of
   resources and out of memory, and `d` kills the worker that asks about it alone.  The look does not prove `n`, and `K` kills it; both
   are incomplete.  `v` is proved without labels only, `p` and `q` by a look with and without probes.  `s` is refuted, and a look after the rows must not ask about it. */
static void scripted_check (void *self, const struct wr_query *query, wr_arena *arena,
                            struct wr_answer *answer) {
  const struct scripted *s = self;
  bool group = query->kind == WR_QUERY_GROUP, good = group || query->kind == WR_QUERY_GOAL;
  uint32_t first = wr_query_first (query), count = group ? query->group.count : 1;
  size_t length = strlen (s->fake.script);
  for (uint32_t i = first; i < first + count; i++) {
    char letter = s->fake.script[i < length ? i : length - 1];
    if (letter == 'K' && s->look) raise (SIGKILL);
    if (letter == 'd' && !s->look && count == 1) raise (SIGKILL);
    bool bare = group && query->group.form == WR_GROUP_UNLABELLED;
    char own_look = s->probes ? 'p' : 'q';
    good &= letter == 'u' || (s->look && letter == own_look) ||
            (s->look && strchr ("wrmd", letter)) || (bare && letter == 'v');
  }
  char own = count > 1 ? 'r' : s->fake.script[first < length ? first : length - 1];
  enum wr_status status = own == 's' && !s->look ? WR_STATUS_SAT
                          : own == 'r'           ? WR_STATUS_RESOURCE
                          : own == 'm'           ? WR_STATUS_MEMORY
                                                 : WR_STATUS_INCOMPLETE;
  *answer = (struct wr_answer){.status = good ? WR_STATUS_UNSAT : status, .resources = 10};
  if (!good || !query->want_core) return;
  answer->has_core = true;
  answer->core = WR_NEW (arena, uint32_t, 0);
}

static const struct wr_backend scripted = {.name = "scripted",
                                           .open = scripted_open,
                                           .enter = scripted_enter,
                                           .check = scripted_check,
                                           .leave = fake_leave,
                                           .close = fake_close,
                                           .version = fake_version,
                                           .groups = true};

static program *long_body (uint32_t goals, uint64_t axioms) {
  program *p = program_new ();
  uint32_t b = body (p, "Long", 1);
  wr_expr x = wr_mk_var (p->core, local (p, b, "x", ints (p)));
  for (uint32_t i = 0; i < goals; i++) assert_ (p, wr_mk2 (p->core, WR_OP_LT, num (p, i), x));
  block (p, b, 0, "entry", NULL, 0);
  for (uint64_t a = 0; a < axioms; a++) axiom (p, wr_mk_bool (p->core, true));
  return p;
}

static bool no_children (void) { return waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

struct manner {
  const char *name;
  uint32_t workers;
  enum wr_core_effort effort; /* NONE: as `verify` */
  bool untracked, few_axioms;
};

struct outcome {
  char letters[64];
  bool cores, looked, cached;
};

/* Cancels the run when the first goal is decided. */
static void stop (void *ctx, const struct wr_body_result *body, uint32_t goal) {
  (void)body, (void)goal;
  wr_cancel_ask (ctx);
}

static struct outcome run (const char *script, const struct manner *how, const char *cache,
                           wr_cancel *cancel) {
  static const char names[WR_STATUS_COUNT] = "-usirtmdbc";
  uint64_t few = wr_default_budgets.few_axioms;
  program *p = long_body ((uint32_t)strlen (script), how->few_axioms ? few : few + 1);
  struct wr_decide_options decide = {.workers = how->workers,
                                     .backend = &scripted,
                                     .timeout = 100,
                                     .want_models = true,
                                     .want_cores = how->effort != WR_CORES_NONE,
                                     .cache_path = cache,
                                     .cancel = cancel};
  if (cancel) decide.decided = stop, decide.progress_ctx = cancel;
  decide.solver.command = script;
  decide.solver.untracked = how->untracked;
  struct wr_first_look look = {.how = {.effort = how->effort,
                                       .workers = how->workers,
                                       .backend = &scripted,
                                       .solver = decide.solver,
                                       .timeout = 100,
                                       .cancel = cancel},
                               .arena = p->arena};
  decide.look = (struct wr_look){wr_look_at, &look, how->effort > WR_CORES_FAST};
  const wr_result *r = wr_decide (p->core, &decide, p->arena);
  const struct wr_body_result *b = &r->bodies[0];
  struct outcome out = {.looked = b->looked || b->looked_last, .cached = true};
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    const struct wr_goal_result *g = &b->goals[i];
    bool proved = g->verdict == WR_VERDICT_PROVED;
    out.letters[i] = proved == (g->reason == WR_STATUS_UNSAT) ? names[g->reason] : '!';
    out.cores |= g->has_core;
    out.cached &= g->cached;
  }
  if (look.cover) wr_cover_dismiss (look.cover);
  program_free (p);
  return out;
}

static const struct manner manners[] = {{"verify", 1, WR_CORES_NONE, false, false},
                                        {"verify, four workers", 4, WR_CORES_NONE, false, false},
                                        {"cover", 1, WR_CORES_MUST, false, false},
                                        {"cover, four workers", 4, WR_CORES_MUST, false, false},
                                        {"cover, minimal", 1, WR_CORES_MINIMAL, false, false},
                                        {"cover, fast", 1, WR_CORES_FAST, false, false}};
enum { MANNERS = sizeof manners / sizeof *manners };

static const char *const scripts[][2] = {{"uuuwuuuuuuuuuuuuwuuu", "uuuuuuuuuuuuuuuuuuuu"},
                                         {"uuruumuu", "uuuuuuuu"},
                                         {"uuuduuuw", "uuuuuuuu"},
                                         {"uuwusuuu", "uuiusuuu"},
                                         {"uuwunuuu", "uuiuiuuu"},
                                         {"uuwuKuuu", "uuiuiuuu"},
                                         {"uuuuuuuu", "uuuuuuuu"},
                                         {"w", "u"},
                                         {"uupuuuuu", "uuuuuuuu"},
                                         {"uuquuuuu", "uuuuuuuu"},
                                         {"uuvuuuuu", "uuuuuuuu"}};
enum { SCRIPTS = sizeof scripts / sizeof *scripts };

static void is (struct tap *tap, const struct outcome *got, const char *want, const char *what,
                const char *script) {
  OK (tap, !strcmp (got->letters, want), "%s, %s: %s", what, script, got->letters);
}

static void test_verdicts (struct tap *tap) {
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < MANNERS; k++) {
      struct outcome got = run (scripts[i][0], &manners[k], NULL, NULL);
      is (tap, &got, scripts[i][1], manners[k].name, scripts[i][0]);
      OK (tap, manners[k].effort != WR_CORES_NONE || !got.cores, "cores only if they are wanted");
      /* After the rows, only bodies with unresolved goals and no refuted goal are asked about. */
      bool needed = strpbrk (scripts[i][0], "wrmdpq") && !strchr (scripts[i][0], 's');
      OK (tap, got.looked == (needed || manners[k].effort > WR_CORES_FAST), "looked: %d",
          got.looked);
      OK (tap, no_children (), "no worker is left");
    }
}

/* The first run fills the cache, the second uses it. */
static void test_cache (struct tap *tap) {
  for (int i = 0; i < SCRIPTS; i += (int)share_of (4, 1, 1))
    for (int k = 0; k < MANNERS; k++)
      for (int n = 0; n < MANNERS; n++) {
        char folder[] = "warrant-look-XXXXXX", path[64]; /* a cache needs a folder of its own */
        if (!mkdtemp (folder)) continue;
        snprintf (path, sizeof path, "%s/answers.db", folder);
        run (scripts[i][0], &manners[k], path, NULL);
        struct outcome got = run (scripts[i][0], &manners[n], path, NULL);
        is (tap, &got, scripts[i][1], manners[n].name, scripts[i][0]);
        if (!strchr (scripts[i][1], 'i') && manners[n].effort == WR_CORES_NONE)
          OK (tap, got.cached && !got.looked, "after %s: nothing is asked", manners[k].name);
        unlink (path);
        rmdir (folder);
      }
}

static void test_not_asked (struct tap *tap) {
  static const struct manner untracked = {"untracked", 1, WR_CORES_NONE, true, false};
  static const struct manner few = {"few axioms", 1, WR_CORES_NONE, false, true};
  struct outcome got = run ("uuwuu", &untracked, NULL, NULL);
  is (tap, &got, "uuiuu", untracked.name, "uuwuu");
  got = run ("uuwuu", &few, NULL, NULL);
  is (tap, &got, "uuiuu", few.name, "uuwuu");
  OK (tap, !got.looked, "not looked");
  wr_cancel cancel = {0};
  got = run ("uuwuu", &manners[0], NULL, &cancel);
  OK (tap, !got.looked && got.letters[2] != 'u', "cancelled: %s", got.letters);
  OK (tap, no_children (), "no worker is left");
}

int main (void) {
  struct tap tap = {0};
  test_verdicts (&tap);
  test_cache (&tap);
  test_not_asked (&tap);
  return tap_done (&tap);
}
