/* tests/viper/model/judge.h -- a Viper program in the verifier and in the interpreter. */
#ifndef WR_TESTS_VIPER_MODEL_JUDGE_H
#define WR_TESTS_VIPER_MODEL_JUDGE_H

#include "core/build.h"
#include "front/viper/viper.h"
#include "model.h"
#include "result/result.h"

enum { JUDGE_MAX = 64 };

/* A check that fails in some run. */
struct violation {
  const vpr_decl *member;
  char id[80]; /* "assert.failed:assertion.false" */
  uint32_t line;
  uint32_t runs; /* so many */
  bool all;      /* no run of the member gets past it */
};

struct judgement {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  vpr_program *program; /* NULL: the text has errors */
  struct violation violations[JUDGE_MAX];
  uint32_t violation_count;
  uint32_t unsupported, members; /* members that cannot be run; all */
  uint64_t runs, complete;       /* runs that were not given up */
  uint32_t stuck;                /* a line of a method where all runs are given up; 0: none */
  wr_core *core;
  const wr_result *result;
  uint32_t goals, proved, failed, confirmed; /* failed goals that a run violates */
};

bool judge_read (wr_buf *text, const char *path); /* a file; false: it cannot be read */
void judge_begin (struct judgement *j, const char *path, wr_str text); /* reads and checks it */
void judge_end (struct judgement *j);
/* Runs every member so often. */
void judge_run (struct judgement *j, struct rng *rng, uint32_t times);
/* Verifies it; `change` may change core before, or is NULL. */
void judge_verify (struct judgement *j, void (*change) (wr_core *core));
/* The first violation that the verifier does not report, or NULL. */
const struct violation *judge_missing (const struct judgement *j);

#endif
