/* cli/prove.h -- from a checked program to verdicts, as the options say: lowering, pass 1, failures as
   diagnostics, counts and exit code.  Ctrl-C ends it with what is known so far. */
#ifndef WR_CLI_PROVE_H
#define WR_CLI_PROVE_H

#include "analysis/coverage.h"
#include "analysis/fine.h"
#include "cli/load.h"
#include "cli/publish.h"
#include "result/result.h"

struct wr_proved {
  wr_core *core;                   /* NULL: the program could not be lowered */
  wr_result *result;               /* NULL with core */
  struct wr_decide_options decide; /* how it was asked: pass 2 asks the same way */
  wr_cover *begun;                 /* what was explained on the way; NULL: nothing */
};

/* The result lives in the run's arena. */
struct wr_proved wr_prove (wr_run *run, struct wr_publish *report);
/* For `prune`, which asks only about what matters: the bodies of these procedures, and of those that they call; NULL: all. */
void wr_prove_rest (wr_run *run, struct wr_publish *report, struct wr_proved *proved,
                    const wr_bitset *procedures);
/* Pass 2 over what was proved, summed up per fact; in the run's arena, free with wr_coverage_free. */
wr_coverage *wr_explain (wr_run *run, struct wr_publish *report, const struct wr_proved *proved,
                         enum wr_core_effort effort);
/* The same for the goals with these labels; `earlier`, if not NULL, has explained others. */
wr_coverage *wr_explain_some (wr_run *run, struct wr_publish *report,
                              const struct wr_proved *proved, const wr_bitset *only,
                              const wr_coverage *earlier);
/* Both passes over the program with finer labels (--fine); findings go to the run's diagnostics.  NULL: no answer.
   Free with wr_fine_free. */
wr_fine *wr_explain_parts (wr_run *run, struct wr_publish *report, const struct wr_proved *proved,
                           const wr_coverage *whole, enum wr_core_effort effort);
/* With -v: what the run took so far, the report not among it. */
void wr_tell_cover_cost (const wr_cover *cover);
/* $XDG_CACHE_HOME/warrant/answers.db, or under ~/.cache; NULL when there is no home, or with --no-cache. */
const char *wr_cache_file (const struct wr_options *options, wr_arena *arena);
void wr_proved_free (struct wr_proved *proved);

#endif
