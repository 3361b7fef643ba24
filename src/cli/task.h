/* cli/task.h -- a run (run/run.h) as the command line drives it: options become the run's options, Ctrl-C its
   cancel token, and messages of each step go to standard error, into the counts of the report and into the exit
   code. */
#ifndef WR_CLI_TASK_H
#define WR_CLI_TASK_H

#include "base/outfile.h"
#include "cli/progress.h"
#include "cli/publish.h"
#include "run/prove.h"

/* It is not moved while it is in use. */
typedef struct wr_task {
  const struct wr_options *options;
  struct wr_publish *report; /* NULL: the task only loads */
  struct wr_watch watch;
  struct wr_budgets budgets; /* the defaults, and --budget */
  wr_guard guard;            /* of the files of --dump-smt */
  wr_run run;
} wr_task;

/* The default budgets and --budget.  False: `problem` says which one is wrong. */
bool wr_task_budgets (const struct wr_options *options, struct wr_budgets *out, wr_buf *problem);

/* report->coverage and report->effort say how goals are asked. */
void wr_task_begin (wr_task *task, const struct wr_options *options, struct wr_publish *report);
void wr_task_end (wr_task *task);

/* Adds the files; FILE:LINE selects the procedures there.  False if there were errors. */
bool wr_task_read (wr_task *task, const char *const *paths, uint32_t count);
/* Begins a task that only reads a program and lowers it.  NULL: there were errors.  The task must be ended, and the program freed. */
wr_core *wr_task_lower (wr_task *task, const struct wr_options *options, const char *path);
/* After SIGINT or SIGTERM: nothing more is computed, and explanations are not reported, because they would not be complete. */
bool wr_task_interrupted (const wr_task *task);
/* Loads and proves.  False: there is no result, no solver could be started, or the run was interrupted. */
bool wr_task_prove (wr_task *task);
/* The same, with cached answers; nothing is counted or reported. */
bool wr_task_prove_cached (wr_task *task);
void wr_task_explain (wr_task *task, enum wr_core_effort effort);
void wr_task_explain_parts (wr_task *task, enum wr_core_effort effort);
void wr_task_advise (wr_task *task, wr_bitset *advice);
/* After a step that this file has no function for: complains, once, if no solver could be started. */
void wr_task_check_failure (wr_task *task);

/* With -v: prints the cost of the command so far, without the report. The run must have explained something. */
void wr_task_tell_cost (const wr_task *task);

/* $XDG_CACHE_HOME/warrant/answers.db, or under ~/.cache; NULL if HOME is not set, or with --no-cache. */
const char *wr_cache_file (const struct wr_options *options, wr_arena *arena);

#endif
