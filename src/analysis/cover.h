/* analysis/cover.h -- pass 2 over a whole run: an explanation for every proved goal, computed in worker
   processes whose solver guards the axioms by their labels too. */
#ifndef WR_ANALYSIS_COVER_H
#define WR_ANALYSIS_COVER_H

#include "analysis/explain.h"
#include "result/result.h"

struct wr_cover_options {
  enum wr_core_effort effort;
  uint32_t workers;
  const struct wr_backend *backend;
  struct wr_solver_options solver;
  bool all_cores;
  uint32_t core_limit; /* with all_cores: at most so many per goal; 0: all */
  bool
      self_check; /* cores are asked again of a solver made for each question; nothing is remembered */
  const wr_bitset *only;          /* labels of the goals to explain; NULL: all */
  struct wr_cover *begun;         /* by wr_look_first; NULL: nothing is */
  const struct wr_cover *earlier; /* explanations of other goals of the same result; NULL: none */
  double timeout;                 /* the widest wall-clock net of a query */
  const char
      *cache_path; /* explanations are remembered there (analysis/recollect.h); NULL: nowhere */
  volatile const int *cancel;
  void (*progress) (void *ctx, const struct wr_progress *progress);
  void *progress_ctx;
};

/* Budgets of pass 2 in solver resources, so that answers do not depend on the machine: for each kind of question about a
   goal, so many times what its proof took and so many more. */
enum {
  WR_COVER_SHARES = 8,     /* of goals that were proved together: what one of them takes, at most */
  WR_COVER_FLOOR = 500000, /* a single question that matters: least budget */
  WR_COVER_FACTOR = 4,     /* and so many times what the proof took */
  WR_COVER_NEAR = 2,       /* which axioms do goals that were proved together take */
  WR_COVER_NEAR_FLOOR = 8000,
  WR_COVER_NEAR_MOST = 1000000, /* where their proof took more, each is asked by itself */
  WR_COVER_CORE = 2,            /* a core, made minimal */
  WR_COVER_CORE_FLOOR = 30000,
  WR_COVER_CORE_MOST = 2000000, /* where its share was too little */
  WR_COVER_CONFIRM = 2,         /* is it one where nothing else is around, and what does it lack */
  WR_COVER_CONFIRM_FLOOR = 50000,
  WR_COVER_REACH = 1, /* is it reachable, and why not */
  WR_COVER_REACH_FLOOR = 5000,
  WR_COVER_JUDGE = 2, /* which members are needed; of its share, where goals were proved together */
  WR_COVER_JUDGE_FLOOR = 6000,
  WR_COVER_AGAIN_FLOOR = 1000, /* of members that another goal needs already */
  WR_COVER_CHOOSE = 4,         /* what could stand in: of its share, at most the whole */
  WR_COVER_CHOOSE_FLOOR = 2000,
  WR_COVER_TOGETHER =
      24, /* goals that are proved at once when they are explained by the same worker */
  WR_COVER_FIRST = 200000, /* and what that may take */
  WR_COVER_EVERY = 20,     /* --all-cores */
  WR_COVER_EVERY_FLOOR = 2000000,
  WR_COVER_SECONDS = 3, /* the net under a query that resources do not bound: so many seconds */
  WR_COVER_SLOWER = 5   /* and so many times the time of the goal's proof */
};

/* What pass 2 of a body took. */
struct wr_cover_cost {
  double cpu; /* seconds of its worker */
  uint64_t resources, queries;
  uint64_t
      lost; /* queries that the clock or solver trouble ended: what they would have said is not known */
  struct wr_rechecked rechecked; /* with self_check */
};

typedef struct wr_cover {
  const wr_result *result;
  struct wr_explanation **goals; /* [body][goal]; NULL for a body that was not verified */
  /* [body][block]: known when no execution comes to the end of the block; the core says why */
  struct wr_explanation **blocks;
  struct wr_cover_cost *costs; /* [body] */
  bool
      lossy; /* some answer was lost to the clock or to solver trouble: another run may know more */
  wr_str failure;               /* not empty: no solver could be started */
  bool *done, *lost;            /* [body]: explained to its end; an answer or a worker was lost */
  struct wr_cover_job *waiting; /* wr_look_first's workers, for the rest of pass 2; NULL: none */
} wr_cover;

/* Is an explanation of this goal asked for? */
bool wr_cover_asks (const struct wr_cover_options *options, const struct wr_body_result *body,
                    uint32_t goal);
/* For pass 1 (wr_decide_options.first): bodies of which nothing is known are proved and explained by one worker each, where that is
   cheap: a few questions about many goals, with labels at facts and axioms, limited to a small part of what a goal may take.  Where they do
   not prove everything, all of it is left to pass 1. */
struct wr_first_look {
  wr_core *core;
  struct wr_cover_options how;
  wr_arena *arena;
  wr_cover *cover; /* what came of it, for wr_cover_options.begun */
};
void wr_look_first (void *look, struct wr_decision *decision, wr_result *result);
/* Ends the workers that wait for the rest of pass 2; wr_cover_run does so too. */
void wr_cover_dismiss (wr_cover *cover);
wr_cover *wr_cover_run (wr_core *core, wr_result *result, const struct wr_cover_options *options,
                        wr_arena *arena);

#endif
