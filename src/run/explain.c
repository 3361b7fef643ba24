#include "run/prove.h"

#include "analysis/elements.h"
#include "analysis/findings.h"
#include "analysis/settle.h"
#include "base/check.h"
#include "run/step.h"

/* Pass 2 over what was proved.  `only`: labels of goals, NULL: all. */
static wr_cover *cover (wr_run *run, const struct wr_proved *proved, enum wr_core_effort effort,
                        const wr_bitset *only, struct wr_run_step *step) {
  struct wr_cover_options how = wr_run_step_cover_options (run, &proved->decide, effort);
  how.only = only;
  how.earlier = only && run->coverage ? run->coverage->cover : NULL;
  how.begun = effort == run->options.effort && !only ? proved->begun : NULL;
  wr_run_step_cover (step, &how);
  wr_cover *found = wr_cover_run (proved->result, &how, run->arena);
  wr_run_step_explained (step, found);
  run->failure = found->failure;
  proved->result->cancelled |= wr_cancelled (run->cancel);
  return found;
}

static void set_coverage (wr_run *run, const wr_cover *found) {
  wr_coverage *old = run->coverage;
  run->coverage = wr_coverage_of (found, run->arena);
  wr_coverage_free (old);
}

void wr_run_explain (wr_run *run, enum wr_core_effort effort) {
  WR_REQUIRE (run->proved.result && effort != WR_CORES_NONE);
  struct wr_run_step step = {run, run->proved.core, false};
  set_coverage (run, cover (run, &run->proved, effort, NULL, &step));
}

void wr_run_explain_goals (wr_run *run, const wr_bitset *goals) {
  WR_REQUIRE (run->proved.result);
  struct wr_run_step step = {run, run->proved.core, false};
  set_coverage (run, cover (run, &run->proved, WR_CORES_MINIMAL, goals, &step));
}

/* The first lowering has already reported its diagnostics. */
void wr_run_explain_parts (wr_run *run, enum wr_core_effort effort) {
  WR_REQUIRE (run->coverage && !run->fine);
  wr_diags *again_said = wr_diags_new (run->arena);
  struct wr_proved again = {.decide = run->proved.decide};
  again.program = wr_program_lower (&run->program, WR_DETAIL_FINE, again_said);
  wr_diags_free (again_said);
  if (!again.program) return;
  again.decide.error_limit = 0;
  again.decide.dump_dir = NULL;
  again.decide.want_models = false;
  struct wr_run_step step = {run, again.program, true};
  struct wr_decide_options decide = again.decide;
  wr_run_step_decide (&step, &decide);
  again.result = wr_decide (again.program, &decide, run->arena);
  if (again.result->failure.len || again.result->cancelled) {
    wr_core_free (again.program);
    return;
  }
  uint32_t before = wr_diags_count (run->diags);
  wr_cover *found = cover (run, &again, effort, NULL, &step);
  run->fine = wr_fine_of (run->coverage, again.program, found, run->diags, run->arena);
  wr_run_step_found (run, before);
}

/* -- advice ------------------------------------------------------------------------------------------- */

struct asking {
  const wr_run *run;
  struct wr_cover_options how;
};

static bool ask (void *ctx, const wr_bitset *off, wr_losses *lost) {
  const struct asking *a = ctx;
  if (wr_cancelled (a->how.cancel)) return false;
  return wr_settle (a->run->coverage->cover, &a->how, off, a->run->arena, lost);
}

void wr_run_advise (wr_run *run, wr_bitset *advice) {
  WR_REQUIRE (run->coverage);
  struct wr_run_step step = {run, run->proved.core, true};
  struct asking asking = {
      run, wr_run_step_cover_options (run, &run->proved.decide, run->options.effort)};
  wr_run_step_cover (&step, &asking.how);
  struct wr_confirm confirm = {&asking, ask, wr_budgets_of (&asking.how.solver)->advice_rounds};
  uint32_t before = wr_diags_count (run->diags);
  run->coverage->unnecessary =
      wr_findings (run->coverage, &confirm, run->diags, advice, run->arena);
  run->coverage->elements = wr_elements_of (run->coverage, run->arena);
  wr_run_step_found (run, before);
}
