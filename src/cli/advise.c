#include "cli/advise.h"

#include "cli/progress.h"

struct asking {
  const wr_cover *cover;
  struct wr_cover_options how;
  wr_arena *arena;
};

static bool ask (void *ctx, const wr_bitset *off, wr_losses *lost) {
  const struct asking *a = ctx;
  if (a->how.cancel && *a->how.cancel) return false;
  return wr_settle (a->cover, &a->how, off, a->arena, lost);
}

void wr_advise (wr_run *run, const struct wr_proved *proved, const wr_coverage *coverage,
                wr_bitset *advice) {
  const struct wr_decide_options *decide = &proved->decide;
  struct wr_watch watch;
  wr_watch_begin (&watch, proved->core, run->options);
  struct asking asking = {
      .cover = coverage->cover,
      .how = {.workers = decide->workers,
              .backend = decide->backend,
              .solver = decide->solver,
              .timeout = decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT,
              .cache_path = decide->cache_path,
              .cancel = &watch.cancel},
      .arena = run->arena,
  };
  struct wr_confirm confirm = {&asking, ask};
  wr_findings (coverage, &confirm, run->diags, advice, run->arena);
  wr_watch_end (&watch);
}
