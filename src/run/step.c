#include "run/step.h"

#include "base/check.h"

/* The goals of a body that the sink knows, of one kind. */
static bool *known (wr_run *run, bool ***table, const struct wr_body_result *body) {
  WR_REQUIRE (run->proved.core && body->body < run->proved.core->bodies.len && body->passive);
  if (!*table) *table = WR_NEW (run->arena, bool *, run->proved.core->bodies.len);
  bool **row = &(*table)[body->body];
  if (!*row) *row = WR_NEW (run->arena, bool, body->passive->goal_count + 1);
  return *row;
}

static void report_decided (wr_run *run, const struct wr_body_result *body, uint32_t goal) {
  if (!run->sink.decided) return;
  bool *told = known (run, &run->decided, body);
  if (told[goal]) return;
  told[goal] = true;
  run->sink.decided (run->sink.ctx, body, goal);
}

static void report_explained (wr_run *run, const wr_cover *cover, uint32_t b) {
  const struct wr_body_result *body = &cover->result->bodies[b];
  if (!run->sink.explained || !cover->goals[b] || !body->passive) return;
  bool *told = known (run, &run->explained, body);
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    if (told[g] || !cover->goals[b][g].known) continue;
    WR_ASSERT (!run->sink.decided || known (run, &run->decided, body)[g]);
    told[g] = true;
    run->sink.explained (run->sink.ctx, body, g, &cover->goals[b][g]);
  }
}

/* -- from the passes ---------------------------------------------------------------------------------- */

static void on_progress (void *ctx, const struct wr_progress *progress) {
  const struct wr_run_step *step = ctx;
  const struct wr_sink *sink = &step->run->sink;
  if (sink->progress) sink->progress (sink->ctx, step->core, progress);
}

static void on_decided (void *ctx, const struct wr_body_result *body, uint32_t goal) {
  struct wr_run_step *step = ctx;
  enum wr_verdict verdict = body->goals[goal].verdict;
  if (step->silent || (verdict != WR_VERDICT_PROVED && verdict != WR_VERDICT_FAILED)) return;
  report_decided (step->run, body, goal);
}

static void on_explained (void *ctx, const wr_cover *cover, uint32_t body) {
  struct wr_run_step *step = ctx;
  if (!step->silent) report_explained (step->run, cover, body);
}

void wr_run_step_decide (struct wr_run_step *step, struct wr_decide_options *options) {
  options->cancel = step->run->cancel;
  options->progress = on_progress;
  options->decided = on_decided;
  options->progress_ctx = step;
}

void wr_run_step_cover (struct wr_run_step *step, struct wr_cover_options *options) {
  options->cancel = step->run->cancel;
  options->progress = on_progress;
  options->explained = on_explained;
  options->progress_ctx = step;
}

/* -- what is left when a pass has ended ---------------------------------------------------------------- */

void wr_run_step_decided (struct wr_run_step *step, const wr_result *result) {
  if (step->silent) return;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++)
      if (body->goals[g].verdict != WR_VERDICT_NONE && body->goals[g].reason != WR_STATUS_CANCELLED)
        report_decided (step->run, body, g);
  }
}

void wr_run_step_explained (struct wr_run_step *step, const wr_cover *cover) {
  for (uint32_t b = 0; !step->silent && b < cover->result->body_count; b++)
    report_explained (step->run, cover, b);
}

void wr_run_step_found (const wr_run *run, uint32_t from) {
  for (uint32_t i = from; run->sink.finding && i < wr_diags_count (run->diags); i++) {
    const wr_diag *diag = wr_diags_at (run->diags, i);
    if (wr_code_info (diag->code)->phase == WR_PHASE_FINDING)
      run->sink.finding (run->sink.ctx, diag);
  }
}

struct wr_cover_options wr_run_step_cover_options (const wr_run *run,
                                                   const struct wr_decide_options *decide,
                                                   enum wr_core_effort effort) {
  return (struct wr_cover_options){
      .effort = effort,
      .all_cores = run->options.all_cores,
      .self_check = run->options.self_check,
      .core_limit = run->options.core_limit,
      .workers = decide->workers,
      .backend = decide->backend,
      .solver = decide->solver,
      .timeout = decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT,
      .cache_path = decide->cache_path,
      .cache_read_only = decide->cache_read_only,
  };
}

void wr_run_step_look (struct wr_run_step *step, struct wr_decide_options *options,
                       struct wr_first_look *look) {
  const wr_run *run = step->run;
  *look = (struct wr_first_look){
      .how = wr_run_step_cover_options (run, options, run->options.effort), .arena = run->arena};
  wr_run_step_cover (step, &look->how);
  options->look = (struct wr_look){.prove = wr_look_at, .ctx = look};
}
