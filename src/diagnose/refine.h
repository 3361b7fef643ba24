/* diagnose/refine.h -- other models for failing paths whose model was not confirmed, or has large numbers.

   The solver that proves does not look for models of quantifiers, so its candidates are often refuted by the evaluator.  Here the
   facts of the failing path alone and the negated goal are asked again, with model-based instantiation and small integers first.  A
   model counts only if the evaluator confirms the path under it. */
#ifndef WR_DIAGNOSE_REFINE_H
#define WR_DIAGNOSE_REFINE_H

#include "diagnose/counterexample.h"

/* Replaces counterexamples of failed goals by better ones, where they are found.  Programs with many axioms are left alone: their
   models are not worth the time.  `thorough`: with larger limits. */
void wr_refine (wr_result *result, const struct wr_decide_options *decide, const wr_cancel *cancel,
                bool thorough, wr_arena *arena);

#endif
