#include "run/stability.h"

#include "base/check.h"
#include "core/disturb.h"
#include "run/step.h"
#include "vc/smtlib.h"

/* The inputs of the solver that were sent on one axis, by hash: one for each procedure and run. */
struct inputs {
  wr_map seen;
  uint64_t different, all;
};

/* What the solver is told about a procedure: axioms, formula and seed. */
static void note_inputs (struct inputs *inputs, const wr_result *result, uint32_t seed) {
  wr_buf text = {0};
  wr_smtlib_prelude (&text, result->core, WR_DIALECT_Z3, false);
  uint64_t axioms = wr_str_hash (wr_buf_str (&text), seed);
  for (uint32_t b = 0; b < result->body_count; b++) {
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    wr_buf_clear (&text);
    wr_smtlib_procedure (&text, result->bodies[b].vc, WR_DIALECT_Z3, true);
    uint64_t hash = wr_hash_mix (wr_str_hash (wr_buf_str (&text), axioms), b);
    inputs->all++;
    if (wr_map_has (&inputs->seen, hash)) continue;
    wr_map_put (&inputs->seen, hash, 1);
    inputs->different++;
  }
  wr_buf_free (&text);
}

/* How run number `number` (from 1) of an axis differs from the undisturbed one. */
static struct wr_disturb disturbance (enum wr_axis axis, uint32_t number) {
  struct wr_disturb how = {0};
  if (axis == WR_AXIS_DECLARATIONS) how.shuffle = number;
  if (axis == WR_AXIS_NAMES) how.rename = number;
  return how;
}

/* Lowers, proves and explains once more.  False: it was cancelled, or there is no solver; then nothing is added. */
static bool run_once (wr_run *run, const struct wr_stability_options *options, enum wr_axis axis,
                      wr_stability *s, struct inputs *inputs) {
  wr_diags *said = wr_diags_new (run->arena); /* the first lowering has reported them */
  wr_core *program = wr_program_lower (&run->program, WR_DETAIL_CLAUSES, said);
  wr_diags_free (said);
  if (!program) return false;
  uint32_t number = s->done[axis] + 1;
  struct wr_disturb how = disturbance (axis, number);
  wr_core_disturb (program, &how);
  wr_arena *arena = wr_arena_new ();
  struct wr_run_step step = {run, program, true};
  struct wr_decide_options decide = run->proved.decide;
  struct wr_first_look look;
  decide.want_models = false;
  if (axis == WR_AXIS_SEEDS) decide.solver.seed += number;
  wr_run_step_decide (&step, &decide);
  wr_run_step_look (&step, &decide, &look);
  look.arena = arena;
  look.how.effort = options->effort;
  look.how.solver = decide.solver;
  decide.look.first = options->effort > WR_CORES_FAST;
  wr_result *result = wr_decide (program, &decide, arena);
  wr_cover *cover = NULL;
  bool ok = !result->cancelled && !result->failure.len;
  if (ok && options->effort != WR_CORES_NONE) {
    struct wr_cover_options explain = wr_run_step_cover_options (run, &decide, options->effort);
    explain.begun = look.cover;
    wr_run_step_cover (&step, &explain);
    cover = wr_cover_run (result, &explain, arena);
    ok = !cover->failure.len && !wr_cancelled (run->cancel);
  } else if (look.cover) {
    wr_cover_dismiss (look.cover);
  }
  if (ok) {
    wr_stability_add (s, axis, result, cover, run->arena);
    note_inputs (inputs, result, decide.solver.seed);
  }
  if (result->failure.len) run->failure = wr_str_keep (run->arena, result->failure);
  wr_core_free (program);
  wr_arena_free (arena);
  return ok;
}

wr_stability *wr_run_stability (wr_run *run, const struct wr_stability_options *options) {
  WR_REQUIRE (run->proved.result && options->runs);
  WR_REQUIRE (options->effort == WR_CORES_NONE || run->coverage);
  const wr_cover *cover = options->effort != WR_CORES_NONE ? run->coverage->cover : NULL;
  wr_stability *s =
      wr_stability_new (run->proved.result, cover, options->runs, options->axes, run->arena);
  bool ok = true;
  for (uint32_t a = 0; a < WR_AXIS_COUNT && ok; a++) {
    struct inputs inputs = {0};
    for (uint32_t i = 0; options->axes[a] && i < options->runs && ok; i++)
      ok = run_once (run, options, (enum wr_axis)a, s, &inputs);
    s->inputs[a] = inputs.different;
    s->most_inputs[a] = inputs.all;
    wr_map_free (&inputs.seen);
  }
  s->cancelled = !ok;
  wr_stability_finish (s);
  return s;
}
