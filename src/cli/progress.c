#include "cli/progress.h"

#include "base/os.h"
#include "cli/output.h"

#include <unistd.h>

void wr_watch_init (struct wr_watch *watch, const struct wr_options *options) {
  *watch = (struct wr_watch){.wanted = !options->quiet && isatty (STDERR_FILENO)};
}

void wr_watch_begin (struct wr_watch *watch) {
  watch->watching = true;
  watch->shown = false;
  watch->began = wr_clock ();
}

static void show (struct wr_watch *watch, const wr_core *core, const struct wr_progress *p) {
  wr_buf line = {0};
  wr_buf_print (&line, "%u of %u goals, %.1f s", p->goals_done, p->goals_all, p->elapsed);
  if (p->slowest_body != UINT32_MAX) {
    wr_str name = wr_symbol_text (core->symbols, core->bodies.data[p->slowest_body].name);
    int len = name.len > 40 ? 40 : (int)name.len;
    wr_buf_print (&line, "; %.*s since %.1f s", len, name.ptr, p->slowest_seconds);
  }
  wr_output_progress (wr_buf_str (&line));
  wr_buf_free (&line);
  watch->shown = true;
}

void wr_watch_tick (void *self, const wr_core *core, const struct wr_progress *progress) {
  struct wr_watch *watch = self;
  if (!watch->watching) return;
  bool counted = progress->goals_all > 0;
  if (watch->wanted && counted && (watch->shown || progress->elapsed > 0.5))
    show (watch, core, progress);
}

void wr_watch_files (struct wr_watch *watch, uint32_t done, uint32_t cached, uint32_t all) {
  double elapsed = wr_clock () - watch->began;
  if (!watch->watching || !watch->wanted || (!watch->shown && elapsed < 0.5)) return;
  wr_buf line = {0};
  wr_buf_print (&line, "%u of %u files, %.0f s", done, all, elapsed);
  if (done > cached && done < all) {
    double left = elapsed / (done - cached) * (all - done);
    if (left < 90)
      wr_buf_print (&line, "; about %.0f s left", left);
    else
      wr_buf_print (&line, "; about %.0f min left", left / 60);
  }
  wr_output_progress (wr_buf_str (&line));
  wr_buf_free (&line);
  watch->shown = true;
}

void wr_watch_end (struct wr_watch *watch) {
  if (watch->shown) wr_output_progress ((wr_str){0});
  watch->watching = watch->shown = false;
}
