/* cli/progress.h -- the progress line on a terminal, and Ctrl-C.  Signals are read from a descriptor
   between two looks at the workers, so no process-wide flag is needed. */
#ifndef WR_CLI_PROGRESS_H
#define WR_CLI_PROGRESS_H

#include "cli/options.h"
#include "result/result.h"

struct wr_watch {
  const wr_core *core;
  int signals;         /* descriptor, or -1 */
  bool terminal;       /* standard error is one */
  bool shown;          /* a progress line stands on it */
  volatile int cancel; /* set by SIGINT or SIGTERM */
};

void wr_watch_begin (struct wr_watch *watch, const wr_core *core, const struct wr_options *options);
void wr_watch_tick (void *watch, const struct wr_progress *progress); /* for wr_decide_options */
void wr_watch_end (struct wr_watch *watch);

#endif
