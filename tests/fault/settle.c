/* tests/fault/settle.c -- advice is proved again by workers that may die: one that something else ended loses nothing, and one that dies
   whenever it asks about a goal loses that goal only. */
#include "backend.h"
#include "../solve/program.h"
#include "analysis/settle.h"
#include "tap.h"

#include <fcntl.h>
#include <stdio.h>

/* `u` is proved.  `k` kills the worker, `1` only as long as the file exists whose name follows the letters: the first time. */
struct mortal {
  const char *script, *once;
};

static void *mortal_open (const wr_core *core, const struct wr_solver_options *options,
                          wr_str *error) {
  (void)core, (void)error;
  struct mortal *m = wr_alloc (1, sizeof *m);
  m->script = options->command;
  m->once = strchr (options->command, ' ') + 1;
  return m;
}

static bool mortal_enter (void *self, const wr_vc *vc) {
  (void)self, (void)vc;
  return true;
}

static void mortal_check (void *self, const struct wr_query *query, wr_arena *arena,
                          struct wr_answer *answer) {
  const struct mortal *m = self;
  (void)arena;
  char letter = m->script[wr_query_first (query)];
  if (letter == 'k' || (letter == '1' && unlink (m->once) == 0)) raise (SIGKILL);
  *answer = (struct wr_answer){.status = WR_STATUS_UNSAT, .resources = 10};
}

static const struct wr_backend mortal = {.name = "mortal",
                                         .open = mortal_open,
                                         .enter = mortal_enter,
                                         .check = mortal_check,
                                         .leave = fake_leave,
                                         .close = fake_close,
                                         .version = fake_version};

/* Letters of the goals: `u` is still proved, `-` is lost. */
static void settle (const char *letters, char *out) {
  char path[] = "warrant-settle-XXXXXX", script[128];
  int file = mkstemp (path);
  if (file < 0) return;
  close (file);
  snprintf (script, sizeof script, "%s %s", letters, path);
  program *p = program_new ();
  uint32_t b = body (p, "Long", 1), count = (uint32_t)strlen (letters);
  wr_expr x = wr_mk_var (p->core, local (p, b, "x", ints (p)));
  for (uint32_t i = 0; i < count; i++) assert_ (p, wr_mk2 (p->core, WR_OP_LT, num (p, i), x));
  block (p, b, 0, "entry", NULL, 0);
  axiom (p, wr_mk_bool (p->core, true));
  static const struct wr_backend good = {.name = "good",
                                         .open = fake_open,
                                         .enter = fake_enter,
                                         .check = fake_check,
                                         .leave = fake_leave,
                                         .close = fake_close,
                                         .version = fake_version};
  struct wr_decide_options decide = {.workers = 1, .backend = &good, .timeout = 100};
  decide.solver.command = "u";
  wr_result *result = wr_decide (p->core, &decide, p->arena);
  struct wr_explanation *goals = WR_NEW (p->arena, struct wr_explanation, count);
  wr_cover cover = {.result = result, .goals = &goals};
  struct wr_cover_options how = {.workers = 1, .backend = &mortal, .timeout = 100};
  how.solver.command = script;
  wr_bitset off = {0};
  wr_bitset_set (&off, p->core->axioms.data[0].label.ix, true);
  wr_losses lost = {0};
  bool good_end = wr_settle (&cover, &how, &off, p->arena, &lost);
  memset (out, good_end ? 'u' : '?', count);
  out[count] = 0;
  for (uint32_t i = 0; i < lost.len; i++) out[lost.data[i].goal] = '-';
  WR_VEC_FREE (&lost);
  wr_bitset_free (&off);
  program_free (p);
  unlink (path);
}

int main (void) {
  struct tap tap = {0};
  static const char *const cases[][2] = {{"uuu", "uuu"}, {"u1uu", "uuuu"}, {"1", "u"},
                                         {"uku", "u-u"}, {"kuk", "-u-"},   {"uu1", "uuu"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char got[16] = "";
    settle (cases[i][0], got);
    OK (&tap, !strcmp (got, cases[i][1]), "%s: %s", cases[i][0], got);
  }
  return tap_done (&tap);
}
