/* diagnose/counterexample.h -- the values along the path on which a goal fails.

   A solver's model gives the inputs and the choices on the path, and values of functions without bodies.  Everything else is
   evaluated (exec/exec.h): each variable that a step defines, each fact on the path, which must be true, and the goal, which must be
   false.  Only values of a path that is confirmed this way are shown. */
#ifndef WR_DIAGNOSE_COUNTEREXAMPLE_H
#define WR_DIAGNOSE_COUNTEREXAMPLE_H

#include "diagnose/execute.h"
#include "result/result.h"

struct wr_counterexample {
  bool valid;
  wr_str why; /* not valid: what is missing, false or not evaluated */
  bool
      axioms; /* valid: the axioms hold; otherwise they are not refuted, but could not all be evaluated */
  bool refuted;                /* not valid: an evaluation contradicts the model */
  struct wr_shown_step *steps; /* valid: in the order of the path */
  uint32_t step_count;
  struct wr_shown_value
      *functions; /* valid: values of functions and constants without bodies, `f(1) = 2` */
  uint32_t function_count;
  struct wr_input *
      inputs; /* valid: what an execution starts with, parameters, globals and functions (diagnose/inputs.h) */
  uint32_t input_count;
};

/* The failing path of a goal under a model.  Everything lives in the arena. */
struct wr_counterexample *wr_counterexample_of (const wr_core *core, const wr_passive *passive,
                                                uint32_t goal, const struct wr_goal_result *result,
                                                wr_arena *arena);

#endif
