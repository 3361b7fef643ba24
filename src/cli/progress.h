/* cli/progress.h -- the progress line on a terminal. */
#ifndef WR_CLI_PROGRESS_H
#define WR_CLI_PROGRESS_H

#include "cli/options.h"
#include "result/result.h"

struct wr_watch {
  bool wanted;   /* progress is shown: standard error is a terminal */
  bool watching; /* between begin and end */
  bool shown;    /* a progress line stands on the terminal */
  double began;
};

void wr_watch_init (struct wr_watch *watch, const struct wr_options *options);
/* Around each step that may take long. */
void wr_watch_begin (struct wr_watch *watch);
void wr_watch_tick (void *watch, const wr_core *core, const struct wr_progress *progress);
/* The same for files, with an estimate of the time that is left: `cached` of those that are done took none. */
void wr_watch_files (struct wr_watch *watch, uint32_t done, uint32_t cached, uint32_t all);
void wr_watch_end (struct wr_watch *watch);

#endif
