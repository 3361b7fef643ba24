/* diagnose/state.h -- a counterexample where the solver gave none that is valid.

   The verifier's view of a body is executed for small values: calls give any results that the postconditions of the callee allow, and
   loops start in any state of their invariants.  An execution that violates the goal shows a state that a specification fails to
   exclude. */
#ifndef WR_DIAGNOSE_STATE_H
#define WR_DIAGNOSE_STATE_H

#include "base/cancel.h"
#include "diagnose/counterexample.h"

/* Gives failed goals without a valid counterexample one, where small values have one. */
void wr_find_states (wr_result *result, const wr_cancel *cancel, wr_arena *arena);

#endif
