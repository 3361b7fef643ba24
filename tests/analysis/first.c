/* Bodies that are proved and explained by one worker: verdicts are those of pass 1, whatever becomes of that worker. */
#include "../fault/backend.h"
#include "analysis/cover.h"
#include "base/str.h"
#include "front/boogie/lower.h"
#include "tap.h"

static const char procedures[] =
    "procedure P(x: int) requires x > 0; requires x < 9;\n"
    "{ assert f(x) > x; assert x >= 0; assert x <= 9; }\n"
    "procedure Q(x: int) { assert f(x) > x; assert f(x) > x + 9; }\n"
    "procedure Never(x: int) requires x > 0; requires x < 0; { assert x == 7; }\n";

struct world {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

/* With a prelude: more axioms than programs have that people write. */
static struct world load (void) {
  struct world w = {wr_arena_new (), wr_interner_new (), NULL, NULL, NULL};
  w.sources = wr_sources_new (w.arena);
  w.diags = wr_diags_new (w.arena);
  wr_buf text = {0};
  wr_buf_print (&text, "var heap: [int]int; function f(int): int;\n"
                       "axiom (forall i: int :: {f(i)} f(i) > i);\n");
  for (int i = 0; i < 80; i++)
    wr_buf_print (&text, "function g%d(int): int; axiom (forall i: int :: {g%d(i)} g%d(i) > %d);\n",
                  i, i, i, i);
  wr_buf_print (&text, "%s", procedures);
  wr_sources_add (w.sources, WR_LIT ("first.bpl"), wr_buf_str (&text));
  struct bpl_program *program = bpl_parse (w.arena, w.symbols, w.sources, w.diags);
  if (bpl_resolve (program, w.diags) && bpl_typecheck (program, w.diags))
    w.core = bpl_lower (program, w.diags);
  wr_buf_free (&text);
  return w;
}

static void unload (struct world *w) {
  wr_core_free (w->core);
  wr_diags_free (w->diags);
  wr_sources_free (w->sources);
  wr_interner_free (w->symbols);
  wr_arena_free (w->arena);
}

/* What is known of each body: proved goals as p, others as -, then its explanations as e or -, and + when they were found by the first worker. */
static wr_cover *run (struct world *w, const struct wr_backend *first, const char *script,
                      enum wr_core_effort effort, wr_buf *out) {
  struct wr_decide_options decide = {.workers = 1, .backend = &wr_backend_z3, .want_cores = true};
  struct wr_cover_options how = {
      .effort = effort, .workers = 1, .backend = &wr_backend_z3, .timeout = 30};
  struct wr_first_look look = {how, w->arena, NULL};
  look.how.backend = first;
  look.how.solver.command = script;
  if (first) decide.look = (struct wr_look){wr_look_at, &look, effort != WR_CORES_FAST};
  wr_result *result = wr_decide (w->core, &decide, w->arena);
  how.begun = look.cover;
  wr_buf_clear (out);
  for (uint32_t b = 0; b < result->body_count; b++)
    if (look.cover && look.cover->done[b]) wr_buf_add_char (out, '+');
  wr_cover *cover = wr_cover_run (result, &how, w->arena);
  for (uint32_t b = 0; b < result->body_count; b++) {
    wr_buf_add_char (out, ' ');
    for (uint32_t g = 0; g < result->bodies[b].passive->goal_count; g++) {
      wr_buf_add_char (out, result->bodies[b].goals[g].verdict == WR_VERDICT_PROVED ? 'p' : '-');
      wr_buf_add_char (out, !cover->goals[b][g].known    ? '-'
                            : cover->goals[b][g].vacuous ? 'v'
                                                         : 'e');
    }
  }
  return cover;
}

static void is (struct tap *tap, const wr_buf *got, const char *wanted, const char *what) {
  bool same = wr_str_equal (wr_buf_str (got), wr_str_of (wanted));
  OK (tap, same, "%s", what);
  if (!same) printf ("# got '%.*s', not '%s'\n", WR_STR_ARGS (wr_buf_str (got)), wanted);
}

/* Labels of all cores, as text. */
static void add_cores (const wr_cover *cover, wr_buf *out) {
  for (uint32_t b = 0; b < cover->result->body_count; b++)
    for (uint32_t g = 0; g < cover->result->bodies[b].passive->goal_count; g++) {
      const struct wr_explanation *e = &cover->goals[b][g];
      for (uint32_t i = 0; i < e->core_count; i++) wr_buf_print (out, " %u", e->core[i]);
      wr_buf_print (out, ";");
    }
}

int main (void) {
  struct tap tap = {0};
  struct world w = load ();
  wr_buf got = {0}, with = {0}, without = {0};
  struct wr_backend groups = fake_backend; /* without a core nothing is taken for proved */
  groups.groups = true;
  add_cores (run (&w, NULL, NULL, WR_CORES_MUST, &got), &without);
  is (&tap, &got, " pepepe pe-- pv", "as pass 1 and 2 find it");
  add_cores (run (&w, &wr_backend_z3, NULL, WR_CORES_MUST, &got), &with);
  is (&tap, &got, "++ pepepe pe-- pv", "two bodies are proved and explained by one worker");
  OK (&tap, wr_str_equal (wr_buf_str (&with), wr_buf_str (&without)), "with the same cores");
  run (&w, &wr_backend_z3, NULL, WR_CORES_MINIMAL, &got);
  is (&tap, &got, "++ pepepe pe-- pv", "minimal cores");
  run (&w, &wr_backend_z3, NULL, WR_CORES_FAST, &got);
  is (&tap, &got, " pepepe pe-- pe", "first cores");
  static const struct {
    const char *script, *what;
  } faults[] = {{"u", "proofs without a core are not taken"},
                {"k", "the worker is killed"},
                {"r", "it runs out of resources"},
                {"m", "of memory"},
                {"E", "it dies when it enters"},
                {"B", "it rejects the procedure"},
                {"nothing", "there is no solver"}};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    run (&w, &groups, faults[i].script, WR_CORES_MUST, &got);
    is (&tap, &got, " pepepe pe-- pv", faults[i].what);
  }
  wr_buf_free (&got);
  wr_buf_free (&with);
  wr_buf_free (&without);
  unload (&w);
  return tap_done (&tap);
}
