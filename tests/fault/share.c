/* tests/fault/share.c -- a part whose queries about many goals are expensive and fail is divided: the goals get
   their verdicts from other workers, which may fail in every way; the result is the same whatever their number. */
#include "backend.h"
#include "../solve/program.h"
#include "result/result.h"
#include "tap.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

/* The script of backend.h, for one goal. A query without labels is never proved; a query with labels about several
   goals is proved if all of them are `u`. A goal `K` kills the worker that asks about it together with others, `L`
   the one that asks so for a core before all else; both hold. In vain costs 2,000,000 steps, or 10 when the script
   begins with `c`, for cheap; the goal of that letter holds. An answer tells who gave it. */
static char letter_of (const struct fake *f, uint32_t goal) {
  size_t n = strlen (f->script);
  return f->script[goal < n ? goal : n - 1];
}

static uint32_t goals_of (const struct wr_query *query) {
  return query->kind == WR_QUERY_GROUP ? query->group.count : 1;
}

/* Without choices. */
static bool is_small (const struct wr_query *query) {
  return query->kind == WR_QUERY_GROUP && query->group.form != WR_GROUP_FULL;
}

static void share_check (void *self, const struct wr_query *query, wr_arena *arena,
                         struct wr_answer *answer) {
  struct fake *f = self;
  uint32_t first = wr_query_first (query), count = goals_of (query);
  bool small = is_small (query), good = !small;
  for (uint32_t i = 0; i < count; i++) {
    char letter = letter_of (f, first + i);
    if (letter == 'K' && count > 1 && !small) raise (SIGKILL);
    if (letter == 'L' && small && query->want_core) raise (SIGKILL);
    good &= letter == 'u' || letter == 'L';
  }
  if (count > 1 || small) {
    *answer = (struct wr_answer){.status = good ? WR_STATUS_UNSAT : WR_STATUS_RESOURCE,
                                 .resources = f->script[0] == 'c' ? 10 : 2000000};
  } else {
    struct fake one = *f;
    char letter = letter_of (f, first);
    one.script[0] = letter == 'K' || letter == 'L' || letter == 'c' ? 'u' : letter;
    one.script[1] = 0;
    struct wr_query own = wr_query_goal (0);
    fake_check (&one, &own, arena, answer);
  }
  answer->detail = wr_str_print (arena, "%d", (int)getpid ());
}

static const struct wr_backend share_backend = {.name = "share",
                                                .open = fake_open,
                                                .enter = fake_enter,
                                                .check = share_check,
                                                .leave = fake_leave,
                                                .close = fake_close,
                                                .version = fake_version,
                                                .groups = true};

static program *long_body (uint32_t goals) {
  program *p = program_new ();
  uint32_t b = body (p, "Long", 1);
  wr_expr x = wr_mk_var (p->core, local (p, b, "x", ints (p)));
  for (uint32_t i = 0; i < goals; i++) assert_ (p, wr_mk2 (p->core, WR_OP_LT, num (p, i), x));
  block (p, b, 0, "entry", NULL, 0);
  return p;
}

static wr_result *decide (program *p, struct wr_decide_options options, const char *script) {
  options.backend = &share_backend;
  options.solver.command = script;
  options.timeout = 0.001;
  options.grace = strchr (script, 'l') ? 1.5 : 60;
  return wr_decide (p->core, &options, p->arena);
}

static void letters (wr_buf *out, const wr_result *r) {
  static const char names[WR_STATUS_COUNT] = "-usirtmdbc";
  const struct wr_body_result *b = &r->bodies[0];
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    const struct wr_goal_result *g = &b->goals[i];
    bool proved = g->verdict == WR_VERDICT_PROVED;
    wr_buf_add_char (out, proved == (g->reason == WR_STATUS_UNSAT) ? names[g->reason] : '!');
  }
}

static bool no_children (void) { return waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

/* How many workers answered. */
static uint32_t answerers (const wr_result *r) {
  const struct wr_body_result *b = &r->bodies[0];
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    wr_str who = b->goals[i].detail; /* otherwise: what it died of */
    bool seen = who.len == 0 || who.ptr[0] < '0' || who.ptr[0] > '9';
    for (uint32_t k = 0; k < i; k++) seen |= wr_str_equal (who, b->goals[k].detail);
    count += !seen;
  }
  return count;
}

struct expect {
  const char *script, *want;
  uint32_t answerers;
};

static void test_scripts (struct tap *tap) {
  static const struct expect table[] = {
      /* two groups and a half, all proved: a worker for each */
      {"uuuuuuuuuuuuuuuuuuuu", "uuuuuuuuuuuuuuuuuuuu", 3},
      /* a group that is not: a worker for each of its goals */
      {"uuuuuuuuuuusuuuuuuuu", "uuuuuuuuuuusuuuuuuuu", 10},
      {"uuuuuuuurtusiuuumuuu", "uuuuuuuurtusiuuumuuu", 13},
      /* no more than eight goals: no groups */
      {"uusuu", "uusuu", 5},
      /* not worth it: one worker for all */
      {"cuuuuuuuuuusuuuuuuuu", "uuuuuuuuuuusuuuuuuuu", 1},
      /* a worker dies in a group: another one asks its goals one by one */
      {"uuuuuuuuuuuKuuuuuuuu", "uuuuuuuuuuuuuuuuuuuu", 3},
      {"uuuuuuuuuuuKusuuuuuu", "uuuuuuuuuuuuusuuuuuu", 3},
      {"uuKuuuuKuuuKusuuuukk", "uuuuuuuuuuuuusuuuudd", 4},
      /* while it asks one goal; one that loops, one without memory */
      {"uuuuuuuuuukuauuuuuuu", "uuuuuuuuuududuuuuuuu", 8},
      {"uuuuuuuuuuxluuuuuuuu", "uuuuuuuuuumtuuuuuuuu", 8},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (uint32_t workers = 1; workers <= 4; workers += 3) {
      program *p = long_body ((uint32_t)strlen (table[i].script));
      wr_result *r = decide (p, (struct wr_decide_options){.workers = workers}, table[i].script);
      wr_buf got = {0};
      letters (&got, r);
      SAME (tap, wr_buf_str (&got), table[i].want, table[i].script);
      OK (tap, answerers (r) == table[i].answerers, "%s, %u workers: %u processes answered",
          table[i].script, workers, answerers (r));
      OK (tap, no_children (), "nothing is left");
      wr_buf_free (&got);
      program_free (p);
    }
}

/* Where cores are wanted a question for one comes before all others; whatever becomes of it, verdicts are as without. */
static void test_cores (struct tap *tap) {
  static const struct expect table[] = {{"uuuuuuuuuuusuuuuuuuu", "uuuuuuuuuuusuuuuuuuu", 0},
                                        {"uuuuuuuuuuuLuuuuuuuu", "uuuuuuuuuuuuuuuuuuuu", 0},
                                        {"cuuuuuuLuuusuuuuuuuu", "uuuuuuuuuuusuuuuuuuu", 0},
                                        {"uuuuuuLuuukuauuuuuuu", "uuuuuuuuuududuuuuuuu", 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (uint32_t workers = 1; workers <= 4; workers += 3) {
      program *p = long_body ((uint32_t)strlen (table[i].script));
      for (uint32_t k = 0; k <= wr_default_budgets.few_axioms; k++)
        axiom (p, wr_mk_bool (p->core, true));
      struct wr_decide_options options = {.workers = workers, .want_cores = true};
      wr_result *r = decide (p, options, table[i].script);
      wr_buf got = {0};
      letters (&got, r);
      SAME (tap, wr_buf_str (&got), table[i].want, table[i].script);
      OK (tap, no_children (), "nothing is left");
      wr_buf_free (&got);
      program_free (p);
    }
}

enum { FEW_STEPS = 200000 }; /* for the core of a goal that is proved */

/* A backend for which labels are expensive: a query without them proves every goal; with them, a goal `d` is
   proved alone, and only without choices, `m` alone with many steps, `n` never, and `X` kills the worker that asks
   about it alone for a core. */
static void named_check (void *self, const struct wr_query *query, wr_arena *arena,
                         struct wr_answer *answer) {
  const struct fake *f = self;
  uint32_t first = wr_query_first (query), count = goals_of (query);
  bool small = is_small (query), core = small && query->want_core, good = true;
  for (uint32_t i = 0; i < count; i++) {
    char letter = letter_of (f, first + i);
    if (letter == 'X' && core && count == 1) raise (SIGKILL);
    if (letter == 'd') good &= small && (!core || count == 1);
    if (letter == 'm') good &= small && (!core || (count == 1 && query->rlimit > FEW_STEPS));
    if (letter == 'n') good &= small && !core;
    if (letter == 'X') good &= !core;
  }
  *answer =
      (struct wr_answer){.status = good ? WR_STATUS_UNSAT : WR_STATUS_RESOURCE, .resources = 10};
  if (!good || !query->want_core) return;
  answer->has_core = true;
  answer->core = WR_NEW (arena, uint32_t, 0);
}

/* What is proved without labels is proved, with a core where a question with labels has one, and whatever becomes of that. */
static void test_dear_labels (struct tap *tap) {
  static const char *const table[][2] = {/* u: a core; -: proved without one */
                                         {"uuuuuuuuuuuuuuuuuuuu", "uuuuuuuuuuuuuuuuuuuu"},
                                         {"uuuuuuuuuuduuuuuuuuu", "uuuuuuuuuuuuuuuuuuuu"},
                                         {"dnuuuuuuuununuuuuuuu", "u-uuuuuuuu-u-uuuuuuu"},
                                         {"uuumuuuuuuuuuuuudduu", "uuu-uuuuuuuuuuuuuuuu"},
                                         {"uuuuuuuuuXuuuuuuuudu", NULL}};
  struct wr_backend named = share_backend;
  named.check = named_check;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    program *p = long_body ((uint32_t)strlen (table[i][0]));
    for (uint32_t k = 0; k <= wr_default_budgets.few_axioms; k++)
      axiom (p, wr_mk_bool (p->core, true));
    struct wr_decide_options options = {
        .workers = 1, .want_cores = true, .backend = &named, .timeout = 100};
    options.solver.command = table[i][0];
    wr_result *r = wr_decide (p->core, &options, p->arena);
    wr_buf got = {0}, cores = {0};
    letters (&got, r);
    for (uint32_t g = 0; g < r->bodies[0].passive->goal_count; g++)
      wr_buf_add_char (&cores, r->bodies[0].goals[g].has_core ? 'u' : '-');
    if (table[i][1]) {
      SAME (tap, wr_buf_str (&got), "uuuuuuuuuuuuuuuuuuuu", table[i][0]);
      SAME (tap, wr_buf_str (&cores), table[i][1], "cores");
    } else {
      OK (tap, got.len > 9 && got.data[9] == 'u',
          "a worker that dies for a core costs no proof: %s", wr_buf_text (&got));
    }
    wr_buf_free (&got);
    wr_buf_free (&cores);
    program_free (p);
  }
}

/* A backend for which labels are cheap: a goal `w` is proved only where all of a part are asked at once with labels and without choices;
   alone it is given up on, `r` and `m` run out of resources and memory, `s` is refuted.  `W` is as `w`, and kills the worker that asks so. */
static void lucky_check (void *self, const struct wr_query *query, wr_arena *arena,
                         struct wr_answer *answer) {
  const struct fake *f = self;
  uint32_t start = wr_query_first (query), count = goals_of (query);
  bool first = is_small (query) && query->want_core && count > 1, good = true;
  (void)arena;
  for (uint32_t i = 0; i < count; i++) {
    char letter = letter_of (f, start + i);
    if (letter == 'W' && first) raise (SIGKILL);
    good &= letter == 'u' || (first && letter != 's');
  }
  char own = count > 1 ? 'r' : letter_of (f, start);
  enum wr_status status = own == 's'   ? WR_STATUS_SAT
                          : own == 'r' ? WR_STATUS_RESOURCE
                          : own == 'm' ? WR_STATUS_MEMORY
                                       : WR_STATUS_INCOMPLETE;
  *answer = (struct wr_answer){.status = good ? WR_STATUS_UNSAT : status, .resources = 10};
  answer->has_core = good && query->want_core;
}

/* What is asked first where cores are wanted is asked last where they are not: the verdicts are the same. */
static void test_luck (struct tap *tap) {
  static const char *const table[][2] = {{"uuuwuuuuuuuuuuuuwuuu", "uuuuuuuuuuuuuuuuuuuu"},
                                         {"uuuruuuuuuuuuuuuwuum", "uuuuuuuuuuuuuuuuuuuu"},
                                         {"uuuwuuuuuuuuuuusuuuu", "uuuiuuuuuuuuuuusuuuu"},
                                         {"uuuwuuuuuuuuuuuWuuuu", "uuuiuuuuuuuuuuuiuuuu"}};
  struct wr_backend lucky = share_backend;
  lucky.check = lucky_check;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (int k = 0; k < 5;
         k++) { /* cores; none, by one worker, by four; without labels; few axioms */
      bool dumb = k > 2 && !strchr (table[i][0], 's') && !strchr (table[i][0], 'W');
      program *p = long_body ((uint32_t)strlen (table[i][0]));
      for (uint32_t a = 0; k < 4 && a <= wr_default_budgets.few_axioms; a++)
        axiom (p, wr_mk_bool (p->core, true));
      struct wr_decide_options options = {
          .workers = k == 2 ? 4 : 1, .want_cores = k == 0, .backend = &lucky, .timeout = 100};
      options.solver.command = table[i][0];
      options.solver.untracked = k == 3;
      wr_result *r = wr_decide (p->core, &options, p->arena);
      wr_buf got = {0};
      letters (&got, r);
      if (dumb)
        OK (tap, strpbrk (wr_buf_text (&got), "irm"), "not asked: %s", wr_buf_text (&got));
      else
        SAME (tap, wr_buf_str (&got), table[i][1], table[i][0]);
      OK (tap, k == 0 || !r->bodies[0].goals[3].has_core, "cores only where they are wanted");
      OK (tap, no_children (), "nothing is left");
      wr_buf_free (&got);
      program_free (p);
    }
}

/* A backend that proves a goal `U` only without labels and alone; `D` kills the worker that asks so, `R` runs out of resources with
   labels and is not proved without, `s` is refuted and must not be asked again. */
static void bare_check (void *self, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  const struct fake *f = self;
  char letter = letter_of (f, wr_query_first (query));
  bool bare = query->kind == WR_QUERY_GROUP && query->group.form == WR_GROUP_UNLABELLED &&
              query->group.count == 1;
  (void)arena;
  if (bare && (letter == 'D' || letter == 's')) raise (SIGKILL);
  bool good = goals_of (query) == 1 && (letter == 'u' || (letter == 'U' && bare));
  enum wr_status status = letter == 's'   ? WR_STATUS_SAT
                          : letter == 'R' ? WR_STATUS_RESOURCE
                                          : WR_STATUS_INCOMPLETE;
  if (goals_of (query) > 1) status = WR_STATUS_INCOMPLETE;
  *answer = (struct wr_answer){.status = good ? WR_STATUS_UNSAT : status, .resources = 10};
  answer->has_core = good && query->want_core;
}

/* A goal that is lost with labels is proved without them, whatever the command and the number of workers; a worker that dies in the
   retry costs nothing. */
static void test_unlabelled (struct tap *tap) {
  static const char *const table[][2] = {
      {"uUuRsUu", "uuursuu"}, {"uUuDsUu", "uuuisuu"}, {"DDD", "iii"}, {"U", "u"}};
  struct wr_backend bare = share_backend;
  bare.check = bare_check;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (int k = 0; k < 5; k++) { /* verify and cover, one worker and four; a limit on errors */
      program *p = long_body ((uint32_t)strlen (table[i][0]));
      struct wr_decide_options options = {.workers = k & 2 ? 4 : 1,
                                          .want_cores = k & 1,
                                          .backend = &bare,
                                          .timeout = 100,
                                          .error_limit = k == 4 ? 100 : 0};
      options.solver.command = table[i][0];
      wr_result *r = wr_decide (p->core, &options, p->arena);
      wr_buf got = {0};
      letters (&got, r);
      SAME (tap, wr_buf_str (&got), table[i][1], table[i][0]);
      OK (tap, no_children (), "nothing is left");
      wr_buf_free (&got);
      program_free (p);
    }
}

/* With a limit on errors goals are asked one after the other, by one worker. */
static void test_limit (struct tap *tap) {
  program *p = long_body (20);
  wr_result *r = decide (p, (struct wr_decide_options){.workers = 4, .error_limit = 2},
                         "uuusuuuusuuuuuuuuuuu");
  wr_buf got = {0};
  letters (&got, r);
  SAME (tap, wr_buf_str (&got), "uuusuuuus-----------", "two errors, then no more questions");
  OK (tap, answerers (r) == 1, "by one worker");
  wr_buf_free (&got);
  program_free (p);
}

struct watcher {
  wr_cancel cancel;
  uint32_t at;
};

static void watch (void *ctx, const struct wr_progress *progress) {
  struct watcher *w = ctx;
  if (progress->goals_done >= w->at) wr_cancel_ask (&w->cancel);
}

static void test_cancel (struct tap *tap) {
  program *p = long_body (20);
  struct watcher w = {.at = 10};
  struct wr_decide_options options = {
      .workers = 1, .cancel = &w.cancel, .progress = watch, .progress_ctx = &w};
  options.backend = &share_backend;
  options.solver.command = "uuuuuuuusslsuuuuuuuu";
  options.timeout = 100;
  wr_result *r = wr_decide (p->core, &options, p->arena);
  wr_buf got = {0};
  letters (&got, r);
  SAME (tap, wr_buf_str (&got), "uuuuuuuusscccccccccc", "cancelled: what is known is kept");
  OK (tap, r->cancelled && no_children (), "nothing is left");
  wr_buf_free (&got);
  program_free (p);
}

int main (void) {
  struct tap tap = {0};
  test_scripts (&tap);
  test_cores (&tap);
  test_dear_labels (&tap);
  test_luck (&tap);
  test_unlabelled (&tap);
  test_limit (&tap);
  test_cancel (&tap);
  return tap_done (&tap);
}
