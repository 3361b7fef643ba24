/* tests/prop/judge.h -- the verdicts of a text, as plain data that outlives its pipeline. */
#ifndef WR_TESTS_PROP_JUDGE_H
#define WR_TESTS_PROP_JUDGE_H

#include "pipeline.h"

struct judged_goal {
  wr_str body; /* name */
  enum wr_role role;
  wr_span span; /* of the clause */
  enum wr_status status;
};
typedef WR_VEC (struct judged_goal) judged_goals;

/* Appends the goals of all verified bodies in order; false when the text is rejected. */
bool judge (wr_arena *arena, wr_str text, judged_goals *out, wr_buf *why);
/* 'p' proved, 'f' refuted, '?' neither */
char verdict_letter (enum wr_status status);

#endif
