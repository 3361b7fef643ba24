/* result/strategy.h -- pass 1 as a table (result/strategy.def): which queries are asked about the goals of a procedure, and what
   each may use.

   `verify` and `cover` run the same rows.  A goal is proved if some row proves it.  LABELLED_PART, which gives a proof and its core
   at once, runs in workers of its own, so its answer does not depend on the other rows, nor theirs on it.  If cores are wanted it
   comes first; otherwise it comes last, for parts whose goals are neither all proved nor refuted.  So the two commands differ in
   cost and in cores, but not in verdicts.  CORE never gives a verdict: its goals are proved.  The same holds for wr_look
   (result/result.h), which is not a row because analysis/ owns its workers: it comes either first or last.

   Internal to result/. */
#ifndef WR_RESULT_STRATEGY_H
#define WR_RESULT_STRATEGY_H

#include "solve/solve.h"

/* What a part's worker is to do.  A part whose queries about many goals were expensive and proved nothing is shared: its goals go to
   parts of the next stage, one for each group or goal, each with a worker of its own. */
enum wr_stage {
  WR_STAGE_PART,  /* all goals of a part, as it was cut */
  WR_STAGE_GROUP, /* one group of a part that was shared */
  WR_STAGE_GOAL,  /* one goal of a group that was shared */
  WR_STAGE_RETRY, /* a part with unresolved goals, after all other parts */
  WR_STAGE_BATCH /* a small procedure in a batch: its goals are proved, all at once, or left to a worker of their own */
};

/* Which goals one query of the row is about. */
enum wr_extent { WR_EXTENT_PART, WR_EXTENT_GROUP, WR_EXTENT_GOAL, WR_EXTENT_PROCEDURE };

/* What one query of the row may use. */
enum wr_allowance {
  WR_ALLOW_GROUP, /* a share of a goal's limit that grows with the number of goals */
  WR_ALLOW_CORE,  /* few steps: the goal is proved, only its core is missing */
  WR_ALLOW_ALL    /* the limit of a goal */
};

enum wr_row_id {
#define X(id, kind, form, extent, allowance, stages, least, prelude, shares) WR_ROW_##id,
#include "result/strategy.def"
#undef X
  WR_ROW_COUNT
};

struct wr_row {
  enum wr_row_id id;
  const char *name;
  enum wr_query_kind kind; /* GROUP or GOAL */
  enum wr_group_form form;
  enum wr_extent extent;
  enum wr_allowance allowance;
  uint32_t
      stages; /* bit set of 1 << enum wr_stage; FIRST: stage PART, before anything else, if cores are wanted */
  uint32_t least; /* goals of one query, at least */
  bool prelude;   /* only in programs with more than `few_axioms` axioms */
  bool shares;    /* if a query is expensive and proves nothing, the part is shared */
};

const struct wr_row *wr_row (enum wr_row_id id);
/* Does the row belong to this stage? */
bool wr_row_is_in (const struct wr_row *row, enum wr_stage stage);
/* The steps that one query of the row about `goals` goals may use, if a goal may use `rlimit`. */
uint64_t wr_row_steps (const struct wr_row *row, const struct wr_budgets *budgets, uint64_t rlimit,
                       uint32_t goals);
/* The query of a row about the goals from `first` to `last`, with these steps and the time that belongs to them. */
struct wr_query wr_row_query (const struct wr_row *row, const struct wr_budgets *budgets,
                              uint32_t first, uint32_t last, double timeout);
/* The solver gave up or a limit ended the query: another row may prove the goal. */
bool wr_is_unresolved (enum wr_status status);
/* The goal is neither proved nor refuted, and was asked: an attempt in another worker may prove it. */
bool wr_may_be_proved (enum wr_status status);

#endif
