/* run/step.h -- for the files of this layer: connects one step of a run with its cancel token and its sink. */
#ifndef WR_RUN_STEP_H
#define WR_RUN_STEP_H

#include "run/run.h"

struct wr_run_step {
  wr_run *run;
  const wr_core *core; /* that the step is about */
  bool silent; /* goals are not reported to the sink: they are not those of the program itself */
};

/* The step outlives the use of the options. */
void wr_run_step_decide (struct wr_run_step *step, struct wr_decide_options *options);
void wr_run_step_cover (struct wr_run_step *step, struct wr_cover_options *options);
/* Adds the attempt of analysis/cover.h to pass 1, after its rows.  `look` is set; it outlives the use of the options. */
void wr_run_step_look (struct wr_run_step *step, struct wr_decide_options *options,
                       struct wr_first_look *look);

/* Reports what the sink has not received yet: verdicts and explanations of a whole pass, findings from number `from` on. */
void wr_run_step_decided (struct wr_run_step *step, const wr_result *result);
void wr_run_step_explained (struct wr_run_step *step, const wr_cover *cover);
void wr_run_step_found (const wr_run *run, uint32_t from);

/* Pass 2 asks like pass 1; `begun` and `only` are not set. */
struct wr_cover_options wr_run_step_cover_options (const wr_run *run,
                                                   const struct wr_decide_options *decide,
                                                   enum wr_core_effort effort);

#endif
