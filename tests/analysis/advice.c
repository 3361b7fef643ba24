/* Advice is told only after it was confirmed as a whole: what costs a goal is given back, and when nothing can be asked nothing
   is told.  The proofs are real, what confirms the advice is not. */
#include "analysis/findings.h"
#include "front/boogie/lower.h"
#include "tap.h"

struct loaded {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
  wr_coverage *coverage;
};

static bool load (struct loaded *l, const char *text) {
  *l = (struct loaded){.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  l->sources = wr_sources_new (l->arena);
  l->diags = wr_diags_new (l->arena);
  wr_sources_add (l->sources, WR_LIT ("p.bpl"), wr_str_of (text));
  struct bpl_program *program = bpl_parse (l->arena, l->symbols, l->sources, l->diags);
  if (wr_diags_errors (l->diags) || !bpl_resolve (program, l->diags) ||
      !bpl_typecheck (program, l->diags))
    return false;
  l->core = bpl_lower (program, l->diags);
  struct wr_decide_options decide = {.workers = 1, .backend = &wr_backend_z3};
  wr_result *result = wr_decide (l->core, &decide, l->arena);
  struct wr_cover_options how = {
      .effort = WR_CORES_MUST, .workers = 1, .backend = &wr_backend_z3, .timeout = 30};
  l->coverage = wr_coverage_of (wr_cover_run (l->core, result, &how, l->arena), l->arena);
  return true;
}

static void unload (struct loaded *l) {
  wr_coverage_free (l->coverage);
  wr_core_free (l->core);
  wr_diags_free (l->diags);
  wr_sources_free (l->sources);
  wr_interner_free (l->symbols);
  wr_arena_free (l->arena);
}

/* Loses goal `goal` of body 0 as long as more than `allowed` labels are absent. */
struct fake {
  uint32_t allowed, goal, asked, smallest;
  bool broken;
};

static bool answer (void *ctx, const wr_bitset *off, wr_losses *lost) {
  struct fake *f = ctx;
  uint32_t size = wr_bitset_size (off);
  f->asked++;
  if (size < f->smallest) f->smallest = size;
  if (size > f->allowed) WR_VEC_PUSH (lost, ((struct wr_loss){0, f->goal}));
  return !f->broken;
}

static uint32_t told (struct loaded *l, struct fake *f, wr_bitset *advice) {
  uint32_t before = wr_diags_count (l->diags);
  f->smallest = UINT32_MAX;
  wr_findings (l->coverage, f ? &(struct wr_confirm){f, answer} : NULL, l->diags, advice, l->arena);
  return wr_diags_count (l->diags) - before;
}

static const char two[] = "procedure P(x: int) requires x > 0; requires x < 9;\n"
                          "{ assume x != 5; assert x >= 0; }\n"
                          "procedure Q(x: int) requires x != 7; { assert x == x; }\n";

int main (void) {
  struct tap tap = {0};
  struct loaded l;
  wr_bitset advice = {0};

  OK (&tap, load (&l, two), "a program with three preconditions, an assumption");
  struct fake f = {.allowed = UINT32_MAX};
  uint32_t all = told (&l, &f, &advice);
  OK (&tap, all == 3 && f.asked == 1, "everything confirmed: %u findings, asked %u times", all,
      f.asked);
  OK (&tap, wr_bitset_size (&advice) == all, "the advice has their labels: %u",
      wr_bitset_size (&advice));
  wr_bitset_free (&advice);
  unload (&l);

  OK (&tap, load (&l, two), "again");
  f = (struct fake){.allowed = 1, .goal = 0};
  uint32_t fewer = told (&l, &f, NULL);
  OK (&tap, fewer == 1 && f.asked == 2, "what bears on the lost goal is given back: %u left",
      fewer);
  unload (&l);

  OK (&tap, load (&l, two), "again");
  f = (struct fake){.allowed = UINT32_MAX, .broken = true};
  OK (&tap, told (&l, &f, NULL) == 0, "no solver: nothing is told");
  unload (&l);
  return tap_done (&tap);
}
