/* tests/prop/judge.h -- the verdicts of a text, as plain data that outlives its pipeline. */
#ifndef WR_TESTS_PROP_JUDGE_H
#define WR_TESTS_PROP_JUDGE_H

#include "pipeline.h"

struct judged_goal {
  wr_str body; /* name */
  enum wr_role role;
  wr_span span; /* of the clause */
  wr_span at;   /* where its failure is reported */
  uint32_t label;
  enum wr_status status;
};
typedef WR_VEC (struct judged_goal) judged_goals;

/* Appends the goals of all verified bodies, of each body in the order of the text; false when the text is rejected.
   Occurrences of one label (an invariant on several edges into its loop) are one goal: how many there are
   depends on the shape of the graph, not on what the program says. */
bool judge (wr_arena *arena, wr_str text, judged_goals *out, wr_buf *why);
/* The same for a program that is loaded. */
bool judge_loaded (struct pipeline *p, wr_arena *arena, judged_goals *out, wr_buf *why);
/* 'p' proved, 'f' refuted, '?' neither */
char verdict_letter (enum wr_status status);

#endif
