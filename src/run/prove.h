/* run/prove.h -- the steps of a run in their order: prove, self-check, explain, advise.  Each takes up what the steps before it
   left in the run.  When the run is cancelled, a step returns with what is known so far, and the result says that it is cancelled. */
#ifndef WR_RUN_PROVE_H
#define WR_RUN_PROVE_H

#include "run/run.h"

/* Lowers the program and decides every selected goal.  False: it could not be lowered, diagnostics say why. */
bool wr_run_prove (wr_run *run);
/* The same with the answers that the cache remembers, and no others. */
bool wr_run_prove_cached (wr_run *run);
/* After wr_run_prove_cached: decides the goals of these procedures (number + 1), and of those that they call, transitively, as far as
   clauses of these are used; NULL: of all. */
void wr_run_prove_called (wr_run *run, const wr_bitset *procedures);

/* An explanation of every proved goal, summed up per fact in run->coverage. */
void wr_run_explain (wr_run *run, enum wr_core_effort effort);
/* The same, with minimal cores, for the goals with these labels; explanations that run->coverage has of others are kept. */
void wr_run_explain_goals (wr_run *run, const wr_bitset *goals);
/* Both passes again over the program with finer labels: run->fine, NULL if there is no answer.  Adds findings to the diagnostics. */
void wr_run_explain_parts (wr_run *run, enum wr_core_effort effort);
/* Adds the findings to the diagnostics, with advice that the solver has confirmed; `advice`, if not NULL, gets the labels of what
   is unnecessary. */
void wr_run_advise (wr_run *run, wr_bitset *advice);

/* The result of a self-check. */
struct wr_checked {
  bool done;
  uint32_t proofs, confirmed, models, replayed;
  uint32_t wrong;       /* contradictions, each of which is a diagnostic */
  wr_str second_failed; /* why there is no second solver */
};
/* Confirms results by other means. The evaluator replays counterexamples, and cvc5, which shares no code with Z3,
   repeats proofs. A contradiction is a bug of Warrant, never a verdict. */
struct wr_checked wr_run_self_check (wr_run *run);
/* What pass 2 found out when it asked fresh solvers about its cores (options.self_check). */
struct wr_rechecked wr_run_rechecked (const wr_cover *cover);

#endif
