/* result/decision.h -- the state of a run of pass 1 in the parent process. Internal to result/. */
#ifndef WR_RESULT_DECISION_H
#define WR_RESULT_DECISION_H

#include "result/result.h"
#include "result/strategy.h"
#include "solve/answer.h"
#include "solve/cache.h"
#include "solve/pool.h"

struct wr_job { /* parallel to core->bodies */
  uint32_t failed;
  wr_bitset no_retry; /* goals whose unlabelled retry has ended a worker */
  /* [goal]: proofs from the cache without a core, where cores are wanted; NULL: none.  The goals are asked again, and keep these
     proofs if nothing else proves them. */
  struct wr_answer *proofs;
};

/* A part is the work of one worker: some of the goals of a body. Neither the cut into parts nor the parts that
   replace a shared one (result/strategy.h) depend on the number of workers. */
struct wr_part {
  uint32_t body, first, end; /* goals; none when it was shared */
  uint32_t number;           /* in the body */
  uint32_t root;             /* the part as it was cut, from which this one was made; or itself */
  uint32_t whole;            /* the end of a part as it was cut; sharing does not change it */
  enum wr_stage stage;
  uint32_t current;      /* goal that the child has begun; UINT32_MAX: none */
  uint32_t retried;      /* goal whose retry the child has begun; UINT32_MAX: none */
  uint32_t answers;      /* since the child was started */
  uint32_t early_deaths; /* before any goal was begun */
  bool alone;            /* no groups: one of them ended a child */
  bool tried;            /* with labels, all goals at once */
  bool untouched;        /* a part that was cut: the cache knew none of its goals */
  double started;        /* 0: not running */
  uint64_t spent;        /* resources, for the order of the next run */
};
/* A batch is the work of one worker: some small procedures, each a part of its own. [batch.c] */
struct wr_batch {
  uint32_t first, end; /* parts, in `batched` of the decision */
  uint32_t current;    /* the one that the child has begun; `end`: none */
};
#define WR_BATCH_JOB                                                                               \
  (UINT32_C (1) << 31) /* a job of the pool with this bit is a batch, otherwise a part */
struct wr_decision {
  const wr_core *core; /* of the result */
  const struct wr_decide_options *options;
  wr_arena *arena;
  wr_result *result;
  struct wr_job *jobs;
  WR_VEC (struct wr_part) parts;
  WR_VEC (struct wr_batch) batches;
  wr_u32s batched; /* the parts of the batches */
  wr_u32s
      fresh; /* parts that the pool has not taken yet: made by sharing, or left over by a batch */
  wr_cache *cache; /* NULL: none */
  wr_buf prelude;  /* SMT-LIB text, for keys and dumps */
  uint32_t goals_done, goals_all;
};

/* The timeout of a goal of this body; wr_decision_rlimit (result.h) gives its steps. */
double wr_decision_timeout (const struct wr_decision *run, uint32_t body);
/* Has the body had its share of errors? */
bool wr_decision_limited (const struct wr_decision *run, uint32_t body);

/* In the child. [worker.c]  BEGIN: a goal's own query starts; if the worker dies, the goal is lost.  RETRY: that query is answered, and
   another one starts; if the worker dies, the goal is asked again without it.  ANSWER: a goal, its answer.  SPENT: a group that was not
   proved: its first goal, the answer.  ANEW: the same, and the part is to be started again.  COST: processor time.  SHARE: the open
   goals of the part are left to other workers.  MEMBER: a batch goes on with this one of its procedures. */
enum wr_message {
  WR_MESSAGE_BEGIN = 1,
  WR_MESSAGE_ANSWER,
  WR_MESSAGE_SPENT,
  WR_MESSAGE_ANEW,
  WR_MESSAGE_COST,
  WR_MESSAGE_SHARE,
  WR_MESSAGE_RETRY,
  WR_MESSAGE_MEMBER
};
void wr_worker_run (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out);

/* Cuts bodies into parts, and orders them: the most expensive part comes first. [schedule.c] */
void wr_decision_cut (struct wr_decision *run);
void wr_decision_order (const struct wr_decision *run, wr_u32s *order);
/* Moves the goals of a part into new parts of the next stage. */
void wr_decision_share (struct wr_decision *run, uint32_t part);
/* Makes a part of stage RETRY for each part that has unresolved goals, no refuted goal and no cached answer. */
void wr_decision_retry (struct wr_decision *run, wr_u32s *order);
/* Lists the bodies that wr_look is to ask about, before the rows or after them. */
void wr_decision_find (const struct wr_decision *run, bool last, wr_u32s *bodies);
/* Is the goal without a verdict; in stage RETRY, neither proved nor refuted? */
bool wr_part_asks (const struct wr_decision *run, const struct wr_part *part, uint32_t goal);
/* How many such goals a part has; none when the body has had its share of errors. */
uint32_t wr_part_open (const struct wr_decision *run, const struct wr_part *part);

/* Batches. [batch.c]  wr_decision_batch takes small procedures out of the order of parts and appends batches of them; the
   batches do not depend on the number of workers.  The others are what decide.c does for parts. */
void wr_decision_batch (struct wr_decision *run, wr_u32s *order);
void wr_batch_brief (struct wr_decision *run, uint32_t batch, wr_buf *out);
/* The part that a message is about; `kind` and `goal` are the head of the message.  UINT32_MAX: it was about the batch. */
uint32_t wr_batch_part (struct wr_decision *run, uint32_t batch, uint32_t kind, uint32_t goal);
bool wr_batch_end (struct wr_decision *run, uint32_t batch);

/* Answers from the cache, and into it. [remember.c] */
void wr_decision_open_cache (struct wr_decision *run);
void wr_decision_recall (struct wr_decision *run, uint32_t body);
void wr_decision_remember (struct wr_decision *run, uint32_t body, uint32_t goal,
                           const struct wr_answer *answer);

/* What a part cost in an earlier run; 0: not known. */
uint64_t wr_decision_cost (const struct wr_decision *run, const struct wr_part *part);
void wr_decision_note_cost (struct wr_decision *run, const struct wr_part *part);
/* Sets what the analysis of a body cost, now or in the run that filled the cache. */
void wr_decision_note_spent (struct wr_decision *run, uint32_t body);

/* What a worker must know about a part. [decide.c] */
void wr_part_brief (struct wr_decision *run, uint32_t part, wr_buf *out);
/* Gives a goal its result. [decide.c] */
void wr_decision_settle (struct wr_decision *run, uint32_t body, uint32_t goal,
                         const struct wr_answer *answer);

/* One stand-alone file for each goal. [dump.c] */
void wr_decision_dump (struct wr_decision *run);

#endif
