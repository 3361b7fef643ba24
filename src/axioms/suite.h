/* axioms/suite.h -- a suite of logs, measured in worker processes.  A file is one job: if its solver hangs, dies or runs out of memory, this
   costs the file and nothing else.  Results are cached by content, one file after the other, so that a run that is ended goes on where it
   was; they do not depend on the number of workers. */
#ifndef WR_AXIOMS_SUITE_H
#define WR_AXIOMS_SUITE_H

#include "axioms/logtest.h"
#include "base/cancel.h"

struct wr_suite_options {
  struct wr_logtest_options tests;
  uint32_t workers;       /* at least 1 */
  bool no_contradictions; /* they are not looked for */
  const char *cache_path; /* NULL: nothing is cached */
  bool cache_read_only;
  const wr_cancel *cancel; /* NULL: never */
  double start_timeout;    /* seconds in which a worker says that it lives; 0: the default */
  /* About ten times a second: how many of the files are done, and how many of those came from the cache.  NULL: not wanted. */
  void (*progress) (void *ctx, uint32_t done, uint32_t cached, uint32_t all);
  void *progress_ctx;
};

struct wr_suite_outcome {
  uint32_t files, cached, unfinished;
  wr_str failure; /* not empty: no worker could be started */
};

/* Adds the tests of all files to the relation, in their order. */
struct wr_suite_outcome wr_suite_logs (wr_relation *relation, const char *const *paths,
                                       uint32_t count, const struct wr_suite_options *options);

#endif
