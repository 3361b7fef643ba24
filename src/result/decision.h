/* result/decision.h -- pass 1 from the inside: what the parent knows about each procedure while it is being
   decided.  Internal to result/. */
#ifndef WR_RESULT_DECISION_H
#define WR_RESULT_DECISION_H

#include "result/result.h"
#include "solve/answer.h"
#include "solve/cache.h"
#include "solve/pool.h"

struct wr_job {     /* parallel to core->bodies */
  uint32_t current; /* goal that the child has begun; UINT32_MAX: none */
  uint32_t answers; /* since the child was started */
  uint32_t failed;
  uint32_t early_deaths; /* before any goal was begun */
  double started;        /* 0: not running */
};

struct wr_decision {
  wr_core *core;
  const struct wr_decide_options *options;
  wr_arena *arena;
  wr_result *result;
  struct wr_job *jobs;
  wr_cache *cache; /* NULL: none */
  wr_buf prelude;  /* SMT-LIB text, for keys and dumps */
  uint32_t goals_done, goals_all;
};

/* Budgets of a goal of this body. */
uint64_t wr_decision_rlimit (const struct wr_decision *run, uint32_t body);
double wr_decision_timeout (const struct wr_decision *run, uint32_t body);
/* Has the body had its share of errors? */
bool wr_decision_limited (const struct wr_decision *run, uint32_t body);

/* In the child. [worker.c] */
enum wr_message { WR_MESSAGE_BEGIN = 1, WR_MESSAGE_ANSWER, WR_MESSAGE_COST };
void wr_worker_run (void *ctx, uint32_t body, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out);

/* Answers from the cache, and into it. [remember.c] */
void wr_decision_open_cache (struct wr_decision *run);
void wr_decision_recall (struct wr_decision *run, uint32_t body);
void wr_decision_remember (struct wr_decision *run, uint32_t body, uint32_t goal,
                           const struct wr_answer *answer);

/* Gives a goal its result. [decide.c] */
void wr_decision_settle (struct wr_decision *run, uint32_t body, uint32_t goal,
                         const struct wr_answer *answer);

/* One stand-alone file for each goal. [dump.c] */
void wr_decision_dump (struct wr_decision *run);

#endif
