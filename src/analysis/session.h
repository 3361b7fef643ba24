/* analysis/session.h -- pass 2 of one procedure, in a worker, next to the solver.  analysis/explain.c is the order of its steps. */
#ifndef WR_ANALYSIS_SESSION_H
#define WR_ANALYSIS_SESSION_H

#include "analysis/ask/solver.h"
#include "analysis/core/search.h"
#include "analysis/cover.h"
#include "analysis/reach.h"
#include "analysis/weight.h"

struct wr_session_job {
  const wr_core *core;
  const struct wr_body_result *body;
  const wr_bitset *usable, *left_out; /* axioms that the body can use; that no body can use */
  const struct wr_cover_options *options;
  wr_expr no;       /* the expression `false` */
  const bool *skip; /* per goal: it is not explained */
  bool no_probes;   /* blocks are not asked about */
  /* Not 0: all goals are proved first, in groups, each query within this many steps; if that fails nothing is explained.  Earlier
     verdicts are not used. */
  uint64_t first;
  bool only_prove; /* with `first`: nothing is explained */
};

/* Runs pass 2 and sends frames to the parent. */
void wr_session_run (const struct wr_session_job *job, const struct wr_backend *backend, void *self,
                     wr_channel *out);

/* -- inside ----------------------------------------------------------------------------------------- */

struct wr_known_contradiction {
  struct wr_point point; /* where it arises */
  const uint32_t *core;
  uint32_t count;
  bool minimal;
};

struct wr_session {
  const struct wr_session_job *job;
  wr_arena *scratch;
  struct wr_asker asker;
  struct wr_oracle oracle;
  wr_search **searches; /* [goal]; NULL: not begun, or ended */
  struct wr_weights weights;
  struct wr_scale scale;
  wr_reached reached;
  uint32_t *idom;
  WR_VEC (struct wr_known_contradiction) contradictions;
  uint32_t told; /* the goal of the last AT frame, plus two; 0: none */
  struct wr_rechecked rechecked;
  double proof_cpu; /* processor time of the proofs, if this worker made them */
};

/* Is an explanation of this goal asked for? */
bool wr_session_asks (const struct wr_session *session, uint32_t goal);
/* for (each goal g that is to be explained) */
#define WR_SESSION_EACH(s, g)                                                                      \
  for (uint32_t g = 0; g < (s)->job->body->passive->goal_count; g++)                               \
    if (wr_session_asks (s, g))

/* Turns to a goal: from now on questions are about it, and may cost `factor` times its proof and `floor` steps. */
wr_search *wr_session_turn (struct wr_session *session, uint32_t goal, uint64_t factor,
                            uint64_t floor);
/* The same for the probe of a block (analysis/reach.h): `floor` steps. */
wr_search *wr_session_turn_to_probe (struct wr_session *session, uint32_t block, uint64_t floor);
/* Sends an AT frame unless the last one was about the same goal. */
void wr_session_tell (struct wr_session *session, uint32_t goal);

/* [explain.c]  All steps for all goals. */
void wr_explain_goals (struct wr_session *session);
/* Proves the goal's core with CLEAN trust. */
void wr_explain_confirm (struct wr_session *session, uint32_t goal);

/* [prove_first.c]  Proves the goals in groups; `goals`, this worker's own copy, receive their results, and the parent gets them as frames.  False: not all
   are proved. */
bool wr_session_prove (struct wr_session *session, struct wr_goal_result *goals);

/* [probe.c]  Which goals are vacuous, and which blocks unreachable? */
void wr_session_probe (struct wr_session *session);

/* -- frames to the parent [session_frame.c] ------------------------------------------------------------ */

enum wr_session_frame { WR_SESSION_AT = 1, WR_SESSION_GOAL, WR_SESSION_COST, WR_SESSION_PROVED };
/* AT: work on a goal (UINT32_MAX: on reachability) begins. */
void wr_session_send_at (wr_channel *out, uint32_t goal);
/* GOAL: an explanation; blocks are numbered after the goals. */
void wr_session_send_goal (wr_channel *out, uint32_t goal, const struct wr_explanation *e);
void wr_session_send_cost (wr_channel *out, const struct wr_cover_cost *cost);
/* PROVED: a goal and the cost of its proof; UINT32_MAX: not all goals were proved.  `cpu`: of the worker, since the last frame. */
void wr_session_send_proved (wr_channel *out, uint32_t goal, const struct wr_answer *answer,
                             double cpu);

struct wr_session_message {
  enum wr_session_frame kind;
  uint32_t goal;
  struct wr_explanation explanation;
  struct wr_cover_cost cost;
  struct wr_answer answer; /* PROVED */
  double cpu;
};
/* False: the frame is malformed.  Lists live in `arena`. */
bool wr_session_read (const void *data, size_t size, wr_arena *arena,
                      struct wr_session_message *out);

#endif
