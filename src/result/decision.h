/* result/decision.h -- pass 1 from the inside: what the parent knows about each procedure while it is being
   decided.  Internal to result/. */
#ifndef WR_RESULT_DECISION_H
#define WR_RESULT_DECISION_H

#include "result/result.h"
#include "solve/answer.h"
#include "solve/cache.h"
#include "solve/pool.h"

struct wr_job { /* parallel to core->bodies */
  uint32_t failed;
};

/* How the goals of a part are asked first.  Each stage is what comes of the one before it when that was dear and in vain.  LAST: where cores are
   not wanted and goals are left that were neither proved nor refuted, the question that comes first where they are. */
enum wr_stage { WR_STAGE_PLAIN, WR_STAGE_GROUP, WR_STAGE_GOAL, WR_STAGE_LAST };

/* What one worker does: some of the goals of a body.  The cut does not depend on the number of workers, and neither does
   what comes of a part that is shared: parts of the next stage, one for each group or goal, each with a worker of its own. */
struct wr_part {
  uint32_t body, first, end; /* goals; none when it was shared */
  uint32_t number;           /* in the body */
  uint32_t root;             /* the part that was cut, which this one came of; or itself */
  uint32_t whole;            /* the end of a part that was cut, also when it was shared */
  enum wr_stage stage;
  uint32_t current;      /* goal that the child has begun; UINT32_MAX: none */
  uint32_t answers;      /* since the child was started */
  uint32_t early_deaths; /* before any goal was begun */
  bool alone;            /* no groups: one of them ended a child */
  bool tried;            /* with labels, all goals at once */
  bool untouched;        /* a part that was cut: the cache knew none of its goals */
  double started;        /* 0: not running */
  uint64_t spent;        /* resources, for the order of the next run */
};
/* Goals of a part that need a solver, which are asked together first.  In a body with many of them a large part may
   well fail, and takes long: its parts are small. */
enum {
  WR_PART_GOALS = 80,
  WR_MANY_GOALS = 160,
  WR_SMALL_PART = 20,
  WR_GROUP_GOALS = 8,     /* that are asked together with labels */
  WR_CORE_STEPS = 100000, /* for the core of a goal that is proved */
  WR_DEAR_STEPS = 1000000 /* when a question about many took more, in vain, other workers help */
};

struct wr_decision {
  wr_core *core;
  const struct wr_decide_options *options;
  wr_arena *arena;
  wr_result *result;
  struct wr_job *jobs;
  WR_VEC (struct wr_part) parts;
  wr_u32s fresh;   /* parts that came of others and that the pool does not know of yet */
  wr_cache *cache; /* NULL: none */
  wr_buf prelude;  /* SMT-LIB text, for keys and dumps */
  uint32_t goals_done, goals_all;
};

/* Budgets of a goal of this body; resources: result.h. */
double wr_decision_timeout (const struct wr_decision *run, uint32_t body);
/* Has the body had its share of errors? */
bool wr_decision_limited (const struct wr_decision *run, uint32_t body);

/* In the child. [worker.c]  A group that was not proved is told by SPENT: goal, answer; ANEW is the same, and the part
   is to be started again; COST is processor time; SHARE: a goal of the part, whose open goals are left to others. */
enum wr_message {
  WR_MESSAGE_BEGIN = 1,
  WR_MESSAGE_ANSWER,
  WR_MESSAGE_SPENT,
  WR_MESSAGE_ANEW,
  WR_MESSAGE_COST,
  WR_MESSAGE_SHARE
};
void wr_worker_run (void *ctx, uint32_t part, wr_str brief, const struct wr_backend *backend,
                    void *backend_self, wr_channel *out);

/* Cuts bodies into parts, and orders them: the dearest first. [schedule.c] */
void wr_decision_cut (struct wr_decision *run);
void wr_decision_order (const struct wr_decision *run, wr_u32s *order);
/* Makes parts of the next stage of one, which keeps no goals. */
void wr_decision_share (struct wr_decision *run, uint32_t part);
/* Goals that are left with neither a proof nor a counterexample, in parts of which the cache knew nothing: their results are taken out, and
   parts are made that ask about them last.  Those that are not proved so get their results back. */
struct wr_left {
  uint32_t body, goal;
  struct wr_goal_result result;
};
typedef WR_VEC (struct wr_left) wr_lefts;
void wr_decision_take_left (struct wr_decision *run, wr_lefts *lefts, wr_u32s *order);
void wr_decision_put_left (struct wr_decision *run, wr_lefts *lefts);
/* Goals of a part without a verdict. */
uint32_t wr_part_open (const struct wr_decision *run, const struct wr_part *part);

/* Answers from the cache, and into it. [remember.c] */
void wr_decision_open_cache (struct wr_decision *run);
void wr_decision_recall (struct wr_decision *run, uint32_t body);
void wr_decision_remember (struct wr_decision *run, uint32_t body, uint32_t goal,
                           const struct wr_answer *answer);

/* What a part cost in an earlier run; 0: not known. */
uint64_t wr_decision_cost (const struct wr_decision *run, const struct wr_part *part);
void wr_decision_note_cost (struct wr_decision *run, const struct wr_part *part);

/* Gives a goal its result. [decide.c] */
void wr_decision_settle (struct wr_decision *run, uint32_t body, uint32_t goal,
                         const struct wr_answer *answer);

/* One stand-alone file for each goal. [dump.c] */
void wr_decision_dump (struct wr_decision *run);

#endif
