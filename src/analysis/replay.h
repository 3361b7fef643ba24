/* analysis/replay.h -- checks a counterexample with the evaluator: on the failing path every fact must be
   true under the model's values and the goal's condition false.  The evaluator shares nothing with the
   solver but core, so it finds errors in the translation from core to the solver's formula. */
#ifndef WR_ANALYSIS_REPLAY_H
#define WR_ANALYSIS_REPLAY_H

#include "result/result.h"

enum wr_replay {
  WR_REPLAY_NONE,      /* no complete model: nothing to check */
  WR_REPLAY_HOLDS,     /* every fact is true, the goal is false */
  WR_REPLAY_UNDECIDED, /* nothing is wrong, but something could not be evaluated */
  WR_REPLAY_WRONG      /* the model is not a counterexample */
};

/* `why` receives the expression that could not be evaluated, or that has the wrong value. */
enum wr_replay wr_replay_failure (const wr_core *core, const wr_passive *passive, uint32_t goal,
                                  const struct wr_goal_result *result, wr_buf *why);

#endif
