/* diagnose/judge.h -- is a failure genuine?

   A goal that fails is executed: first with the inputs of its counterexample, then with all inputs of growing scopes, then with those
   that the search for paths has found (diagnose/search.h).  An execution that violates the goal makes the failure genuine; the inputs
   are shown only if they replay.  If no execution of the scope does, the failure is probably spurious, and certainly if the scope has
   all values or the search has seen all paths.  Then some specification on the failing path is too
   weak: the first call or loop at which the counterexample has a state that no execution with its inputs reaches. */
#ifndef WR_DIAGNOSE_JUDGE_H
#define WR_DIAGNOSE_JUDGE_H

#include "diagnose/counterexample.h"
#include "diagnose/explore.h"
#include "diagnose/search.h"

enum wr_judgement { WR_JUDGED_UNDECIDED, WR_JUDGED_GENUINE, WR_JUDGED_SPURIOUS };
enum wr_cause {
  WR_CAUSE_NONE,
  WR_CAUSE_CALL,  /* the postconditions of a callee are too weak */
  WR_CAUSE_LOOP,  /* the invariants of a loop are too weak */
  WR_CAUSE_SOLVER /* nothing is too weak: the solver does not prove it */
};

/* A specification that admits a state which execution does not reach. */
struct wr_weak {
  enum wr_cause cause;        /* CALL or LOOP; NONE: none was found */
  struct wr_exec_point point; /* the call, or the head of the loop */
  wr_span at;
  uint32_t procedure;         /* CALL: the callee */
  struct wr_shown_step state; /* of the counterexample */
  struct wr_shown_step
      *reached; /* what executions with the same inputs have there instead, some of them */
  uint32_t reached_count;
};

struct wr_diagnosis {
  uint32_t body, goal;
  enum wr_judgement judgement;
  bool certain; /* spurious: no value was left out */
  bool proved;  /* spurious: the search has seen all paths to the goal */
  /* Undecided: the inputs below violate the goal if the assumptions and axioms that could not be evaluated hold. */
  bool possible;
  struct wr_input *inputs; /* genuine or possible: they replay */
  uint32_t input_count;
  struct wr_execution execution; /* genuine or possible: the replay */
  struct wr_exploration tried;   /* the largest scope */
  const struct wr_scope *scope;
  const struct wr_tests *tests; /* of the body; NULL: there was no search */
  struct wr_weak weak;
  wr_str *clauses; /* clauses that no execution violates and with which the goal is proved */
  uint32_t clause_count;
  bool clauses_proved; /* and which the body itself proves */
  wr_str why;          /* undecided */
};

/* Everything lives in the arena.  `tests`: of the search in this body, or NULL. */
struct wr_diagnosis *wr_judge (const wr_core *core, const struct wr_body_result *body,
                               uint32_t goal, const struct wr_tests *tests, const wr_cancel *cancel,
                               wr_arena *arena);
/* [weak.c] */
struct wr_weak wr_find_weak (const wr_core *core, const struct wr_body_result *body, uint32_t goal,
                             const wr_cancel *cancel, wr_arena *arena);

const char *wr_judgement_name (enum wr_judgement judgement);
const char *wr_cause_name (enum wr_cause cause);

#endif
