/* Who is to blame for a timeout: a goal that is decided alone is not, and is not called so; a goal that is not decided alone is.  Memory that is used up
   counts as well.  Every goal is reported once. */
#include "../fault/backend.h"
#include "analysis/blame.h"
#include "front/boogie/lower.h"
#include "report/verify.h"
#include "share.h"
#include "tap.h"

struct program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

static struct program load (const char *text) {
  struct program p = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  p.sources = wr_sources_new (p.arena);
  p.diags = wr_diags_new (p.arena);
  wr_sources_add (p.sources, WR_LIT ("blame.bpl"), wr_str_of (text));
  struct bpl_program *tree = bpl_parse (p.arena, p.symbols, p.sources, p.diags);
  if (bpl_resolve (tree, p.diags) && bpl_typecheck (tree, p.diags))
    p.core = bpl_lower (tree, p.diags);
  return p;
}

static void unload (struct program *p) {
  wr_core_free (p->core);
  wr_diags_free (p->diags);
  wr_sources_free (p->sources);
  wr_interner_free (p->symbols);
  wr_arena_free (p->arena);
}

static void count_call (void *ctx, const struct wr_blame *blame) {
  (void)blame;
  ++*(uint32_t *)ctx;
}

static const char three[] = "procedure P(x: int) requires x > 0; requires x < 9;\n"
                            "{ assert x >= 0; assert x <= 9; assert x != 3; }\n";

static void test_alone (struct tap *tap) {
  struct program p = load (three);
  uint32_t calls = 0;
  struct wr_decide_options late = {
      .workers = 2, .backend = &fake_backend, .solver = {.command = "t"}};
  wr_result *result = wr_decide (p.core, &late, p.arena);
  OK (tap, wr_out_of_budget (&result->bodies[0].goals[0]), "pass 1 runs out of time");
  struct wr_decide_options z3 = {.workers = 2, .backend = &wr_backend_z3};
  struct wr_blame_options how = {.decide = &z3, .blamed = count_call, .ctx = &calls};
  const wr_blames *blames = wr_blame_run (result, &how, p.arena);
  OK (tap, blames->count == 3 && calls == 3, "every goal is asked and reported once");
  OK (tap,
      blames->items[0].verdict == WR_VERDICT_PROVED &&
          blames->items[1].verdict == WR_VERDICT_PROVED,
      "goals that are proved alone are not blamed");
  OK (tap, blames->items[2].verdict == WR_VERDICT_FAILED,
      "a failure that the timeout hid is found");
  OK (tap, blames->items[0].resources > 0 && blames->items[0].queries == 1, "it has a cost");
  OK (tap, blames->items[0].rlimit == WR_DEFAULT_RLIMIT / 10, "the limit is a tenth of the budget");
  how.limit = 50;
  blames = wr_blame_run (result, &how, p.arena);
  OK (tap, blames->items[0].rlimit == WR_DEFAULT_RLIMIT / 2, "or what is asked for");
  unload (&p);
}

static void test_blamed (struct tap *tap) {
  struct program p = load (three);
  uint32_t calls = 0;
  struct wr_decide_options late = {
      .workers = 2, .backend = &fake_backend, .solver = {.command = "t"}};
  wr_result *result = wr_decide (p.core, &late, p.arena);
  struct wr_blame_options how = {.decide = &late, .blamed = count_call, .ctx = &calls};
  const wr_blames *blames = wr_blame_run (result, &how, p.arena);
  bool all = blames->count == 3 && calls == 3;
  for (uint32_t i = 0; i < blames->count; i++)
    all &= blames->items[i].verdict == WR_VERDICT_TIMEOUT &&
           blames->items[i].reason == WR_STATUS_TIME && !blames->items[i].profiled;
  OK (tap, all, "goals that are not decided alone are blamed");
  OK (tap, blames->items[0].seeds == 3 && !blames->items[0].seeds_proved, "seeds were tried");
  OK (tap, blames->items[0].larger == WR_STATUS_TIME, "so was a larger budget");
  how.quick = true;
  blames = wr_blame_run (result, &how, p.arena);
  OK (tap, blames->items[0].seeds == 0 && blames->items[0].queries == 1, "quick: nothing else");
  wr_cancel stop = {0};
  wr_cancel_ask (&stop);
  how.cancel = &stop;
  blames = wr_blame_run (result, &how, p.arena);
  OK (tap, blames->cancelled && calls == 6, "cancelled: nothing is reported");
  unload (&p);
}

static void test_memory (struct tap *tap) {
#if !INSTRUMENTED
  /* The axiom makes two terms for each that it matches, from a fact that always holds. */
  static const char hungry[] =
      "type Tree; function left(Tree): Tree; function right(Tree): Tree; function good(Tree): "
      "bool;\n"
      "axiom (forall t: Tree :: {good(t)} good(t) ==> good(left(t)) && good(right(t)));\n"
      "procedure P(t: Tree, u: Tree) requires good(t); { assert good(u); }\n";
  struct program p = load (hungry);
  struct wr_decide_options options = {
      .workers = 1, .backend = &wr_backend_z3, .rlimit = UINT32_MAX - 1, .timeout = 300};
  options.solver.memory = 96 << 20;
  wr_result *result = wr_decide (p.core, &options, p.arena);
  OK (tap, result->bodies[0].goals[0].reason == WR_STATUS_MEMORY, "pass 1 runs out of memory: %s",
      wr_status_name (result->bodies[0].goals[0].reason));
  struct wr_budgets budgets = wr_default_budgets;
  budgets.blame_seeds = 1;
  budgets.blame_trace_steps = 20000;
  options.solver.budgets = &budgets;
  struct wr_blame_options how = {.decide = &options};
  const wr_blames *blames = wr_blame_run (result, &how, p.arena);
  OK (tap, blames->count == 1 && blames->items[0].verdict == WR_VERDICT_TIMEOUT, "it is to blame");
  OK (tap, blames->items[0].reason == WR_STATUS_MEMORY, "because of memory");
  OK (tap, blames->items[0].profiled && blames->items[0].suspect_count > 0,
      "quantifiers are known");
  const struct wr_goal_result *goal = &result->bodies[0].goals[0];
  OK (tap, !goal->busiest.ix, "the result names none before it is asked for");
  wr_blame_memory (result, &how, p.arena);
  OK (tap,
      goal->busiest.ix && wr_label_info (&p.core->labels, goal->busiest)->role == WR_ROLE_AXIOM,
      "then it names the axiom");
  OK (tap, goal->busiest_instances > 100, "with its instances: %llu",
      (unsigned long long)goal->busiest_instances);
  wr_report_failures (result, p.diags);
  const wr_diag *said = wr_diags_count (p.diags) == 1 ? wr_diags_at (p.diags, 0) : NULL;
  OK (tap,
      said && said->note_count == 1 &&
          said->notes[0].at.begin == (uint32_t)(strstr (hungry, "axiom") - hungry),
      "and so does the message");
  unload (&p);
#else
  OK (tap, true, "the limit on memory needs the address space (not with a sanitizer)");
#endif
}

int main (void) {
  struct tap tap = {0};
  test_alone (&tap);
  test_blamed (&tap);
  test_memory (&tap);
  return tap_done (&tap);
}
