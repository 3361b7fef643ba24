#include "run/diagnose.h"

#include "base/check.h"

static void on_progress (void *ctx, const struct wr_progress *progress) {
  const wr_run *run = ctx;
  if (run->sink.progress) run->sink.progress (run->sink.ctx, run->proved.core, progress);
}

static void on_blamed (void *ctx, const struct wr_blame *blame) {
  const wr_run *run = ctx;
  if (run->sink.blamed) run->sink.blamed (run->sink.ctx, blame);
}

wr_blames *wr_run_blame (wr_run *run, double limit, bool quick, const wr_bitset *violated) {
  WR_REQUIRE (run->proved.result);
  struct wr_blame_options options = {.decide = &run->proved.decide,
                                     .limit = limit,
                                     .quick = quick,
                                     .violated = violated,
                                     .cancel = run->cancel,
                                     .progress = on_progress,
                                     .blamed = on_blamed,
                                     .ctx = run};
  wr_blames *blames = wr_blame_run (run->proved.result, &options, run->arena);
  if (blames->failure.len) run->failure = blames->failure;
  return blames;
}

void wr_run_blame_memory (wr_run *run) {
  struct wr_blame_options options = {
      .decide = &run->proved.decide, .cancel = run->cancel, .progress = on_progress, .ctx = run};
  if (run->proved.result) wr_blame_memory (run->proved.result, &options, run->arena);
}
