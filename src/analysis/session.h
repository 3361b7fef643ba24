/* analysis/session.h -- pass 2 of one procedure, next to the solver.  The same step of all goals is done together, so that
   questions of one kind follow each other and the solver's context seldom changes:

     near   only axioms that have been in a core are there: first cores, re-proofs, deletion
     wide   all axioms hold, those in cores can be switched off one by one: reachability and need
     open   every axiom can be switched off: new axioms are found here

   Axioms that the procedure cannot use at all (analysis/relevant.h) are absent in each. */
#ifndef WR_ANALYSIS_SESSION_H
#define WR_ANALYSIS_SESSION_H

#include "analysis/cover.h"
#include "solve/pool.h"

struct wr_session_job {
  const wr_core *core;
  const struct wr_body_result *body;
  const wr_bitset *usable, *left_out; /* axioms: of the body, of none of them */
  const struct wr_cover_options *options;
  wr_expr no;       /* the expression `false` */
  const bool *skip; /* per goal: not to be explained */
  bool no_probes;   /* nothing more is asked about reachability */
  /* Not 0: no goal has a verdict yet.  All are to be proved first, many together and each time within so many
     resources; if that fails nothing is explained. */
  uint64_t first;
};

/* Frames to the parent: what is being worked on, explanations of goals and of blocks, the cost at the end. */
void wr_session_run (const struct wr_session_job *job, const struct wr_backend *backend, void *self,
                     wr_channel *out);

/* -- frames [session_frame.c] ----------------------------------------------------------------------- */

enum wr_session_frame { WR_SESSION_AT = 1, WR_SESSION_GOAL, WR_SESSION_COST, WR_SESSION_PROVED };
/* AT: work on a goal (UINT32_MAX: on reachability) begins. */
void wr_session_send_at (wr_channel *out, uint32_t goal);
/* GOAL: an explanation; blocks are numbered after the goals. */
void wr_session_send_goal (wr_channel *out, uint32_t goal, const struct wr_explanation *e);
void wr_session_send_cost (wr_channel *out, const struct wr_cover_cost *cost);
/* PROVED: a goal, and what its proof took; UINT32_MAX: not all goals were proved.  `cpu`: of the worker, since the last. */
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
/* False: no such frame. Lists live in `arena`. */
bool wr_session_read (const void *data, size_t size, wr_arena *arena,
                      struct wr_session_message *out);

#endif
