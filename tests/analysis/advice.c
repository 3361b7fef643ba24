/* Advice is reported only after it was confirmed as a whole: an element that costs a goal is taken back, and if no
   query can be made, nothing is reported. The proofs are real; the confirmation is simulated. */
#include "analysis/findings.h"
#include "analysis/fine.h"
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
  l->coverage = wr_coverage_of (wr_cover_run (result, &how, l->arena), l->arena);
  return true;
}

static const char parts[] = "procedure P(a: bool, b: bool) requires a; { assert a && b ==> a; }";

/* Questions about parts of clauses keep their verdicts: only a decision makes one.  Coverage skips them. */
static void test_fine_verdicts (struct tap *tap, struct loaded *l) {
  wr_sources *sources = wr_sources_new (l->arena);
  wr_sources_add (sources, WR_LIT ("p.bpl"), wr_str_of (parts));
  struct bpl_program *program = bpl_parse (l->arena, l->symbols, sources, l->diags);
  bool ok = bpl_resolve (program, l->diags) && bpl_typecheck (program, l->diags);
  wr_core *core = ok ? bpl_lower_fine (program, l->diags) : NULL;
  if (!OK (tap, core, "a program with probes")) return;
  struct wr_decide_options decide = {.workers = 1, .backend = &wr_backend_z3};
  wr_result *result = wr_decide (core, &decide, l->arena);
  struct wr_cover_options how = {
      .effort = WR_CORES_MUST, .workers = 1, .backend = &wr_backend_z3, .timeout = 30};
  wr_cover *cover = wr_cover_run (result, &how, l->arena);
  const struct wr_body_result *body = &result->bodies[0];
  wr_buf before = {0}, after = {0};
  uint32_t probes = 0, skipped = 0;
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    wr_buf_print (&before, " %s", wr_verdict_name (body->goals[g].verdict));
  wr_fine *fine = wr_fine_of (l->coverage, core, cover, l->diags, l->arena);
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    wr_buf_print (&after, " %s", wr_verdict_name (body->goals[g].verdict));
    probes += wr_label_info (&result->core->labels, body->passive->goals[g].label)->probe !=
              WR_PROBE_NONE;
    skipped += cover->goals[0][g].skipped;
  }
  SAME (tap, wr_buf_str (&after), wr_buf_text (&before), "verdicts are as they were decided");
  OK (tap, strstr (wr_buf_text (&before), "failed") && probes == skipped && probes > 0,
      "%u probes, one of them refuted, and all of them skipped", probes);
  wr_fine_free (fine);
  wr_sources_free (sources);
  wr_buf_free (&before);
  wr_buf_free (&after);
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
  wr_findings (l->coverage, f ? &(struct wr_confirm){f, answer, 6} : NULL, l->diags, advice,
               l->arena);
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

  OK (&tap, load (&l, parts), "a program with an implication");
  test_fine_verdicts (&tap, &l);
  unload (&l);
  return tap_done (&tap);
}
