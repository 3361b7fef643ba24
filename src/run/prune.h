/* run/prune.h -- the program reduced to some goals and what they depend on.  The text is proved like any other program; if the solver does not prove it, facts are put back, as few as a bounded search finds.

     wr_run_recall or wr_run_begin_graph, wr_run_prune_begin, wr_run_prove_at, wr_run_explain_what, then wr_run_prune for each set of goals */
#ifndef WR_RUN_PRUNE_H
#define WR_RUN_PRUNE_H

#include "analysis/reduce.h"
#include "run/run.h"

/* After wr_run_prove_cached: a graph of all goals, in which none is explained; run->partial is set. */
void wr_run_begin_graph (wr_run *run);
/* The labels of the program are numbered as those of a graph from the store: true.  Otherwise the graph must be computed anew:
   wr_run_prove_called (run, NULL), wr_run_explain and wr_run_make_graph. */
bool wr_run_graph_fits (const wr_run *run);
/* If the graph is partial: proves the goals at the addresses, and those of the procedures that these call. */
void wr_run_prove_at (wr_run *run, const char *const *addresses, uint32_t count);
/* If the graph is partial: explains the goals that those with these labels depend on. */
void wr_run_explain_what (wr_run *run, const wr_u32s *goals);

struct wr_pruned {
  wr_u32s goals; /* labels, all of proved goals */
  wr_u32s along; /* labels of other goals that the text checks */
  wr_u32s added; /* labels that were put back */
  wr_u32s
      failed; /* if it is not verified: checks of the text that the program does not prove either */
  struct wr_reduction reduction;
  wr_buf text;
  bool verified; /* the text is proved */
  bool kept;     /* it is, except for the checks in `failed`: no proof of the program is lost */
  struct wr_share facts; /* that people see: kept, of all */
};
/* Fills in the rest of `pruned`, whose goals are set.  False: cancelled. */
bool wr_run_prune (wr_run *run, struct wr_pruned *pruned);
void wr_pruned_free (struct wr_pruned *pruned);

/* After wr_run_explain: the program without what wr_run_advise calls unnecessary, and otherwise as it is. */
void wr_run_prune_advice (wr_run *run, wr_buf *text);

#endif
