/* solve/z3_session.h -- one Z3 context with the axioms of a program in one encoding of maps, and the procedure that
   was entered.  Internal to solve/; the backend (z3_backend.c) decides which session is asked what. */
#ifndef WR_SOLVE_Z3_SESSION_H
#define WR_SOLVE_Z3_SESSION_H

#include "solve/solve.h"
#include "solve/z3_formula.h"
#include "solve/z3_slice.h"
#include "solve/z3_term.h"

typedef WR_VEC (Z3_ast) wr_z3_literals;

/* Scopes that are open around a SHARED query about a set, or a small group: one with what is asserted for it, and one that
   makes the solver process that. */
enum { WR_Z3_HELD_SCOPES = 2 };

struct wr_z3_session {
  struct wr_z3_terms terms;
  struct wr_solver_options options;
  Z3_solver solver;
  Z3_solver
      shared; /* the solver of all procedures, while a procedure with its own options uses `solver` */
  Z3_params params;
  struct wr_z3_formula formula;
  wr_map label_of;                 /* id of a literal's term -> label */
  wr_bitset named;                 /* labels that it has */
  wr_u32s model_vars, model_funcs; /* what occurs in the procedure */
  bool vars_known;
  bool shown;  /* the procedure's formula is asserted, in the scope of wr_z3_enter */
  bool fixing; /* the scope of wr_z3_fix is open */
  wr_bitset fixed;
  struct wr_z3_slices slices;
  struct wr_z3_limits limits; /* of `solver`, as quick queries set them */
  struct wr_z3_limits told;   /* of the context, with labels at axioms */
  bool stopped;       /* a limit ended a query of this procedure about a set or a labelled group */
  bool stopped_exprs; /* a limit ended a query about expressions */
  bool summed;  /* the query puts sums together (wr_z3_ask_folded): models lack the names of sums */
  bool spoiled; /* the wall clock ended a query: the state of the context depends on the machine */
  struct wr_z3_watch watch; /* over `solver`, with labels at axioms and maps as functions */
  uint32_t held;            /* the scope of this goal's selectors, plus one, is open; 0: none */
};

/* Sets Z3's process-wide parameters. NULL: Z3 rejects the axioms, and `error` has the reason. */
struct wr_z3_session *wr_z3_open (const wr_core *core, const struct wr_solver_options *options,
                                  bool maps_are_functions, wr_str *error);
void wr_z3_enter (struct wr_z3_session *z, const wr_vc *vc);
void wr_z3_leave (struct wr_z3_session *z);
void wr_z3_close (struct wr_z3_session *z);

/* -- queries [z3_ask.c] --------------------------------------------------------------------------------- */

/* Makes the terms that a query is about, if they are not there; errors are in terms.error.  Must come before the query. */
void wr_z3_prepare (struct wr_z3_session *z, const struct wr_query *query);
/* GOAL, and GROUP with the full formula: in the solver that has seen the session's other queries. */
void wr_z3_ask_goal (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                     struct wr_answer *answer);
/* The other groups: a formula without choices and selectors (wr_z3_formula_plain). */
void wr_z3_ask_group (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer);
/* GOAL in a solver that has seen nothing but the axioms and the procedure. */
void wr_z3_ask_new (struct wr_z3_session *z, const struct wr_query *query, uint32_t seed,
                    wr_arena *arena, struct wr_answer *answer);
/* GOAL with labels and selectors as facts beside the formula, not as assumptions: the solver folds constants before it begins.
   There is no core then.  `sums`: sums are put together too (vc/sums.h); no label may be absent. */
void wr_z3_ask_folded (struct wr_z3_session *z, const struct wr_query *query, bool sums,
                       wr_arena *arena, struct wr_answer *answer);
/* SET: in the session's solver; in the solver of the slice; in a context of its own. */
void wr_z3_ask_set (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                    struct wr_answer *answer);
void wr_z3_ask_slice (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer);
void wr_z3_ask_fresh (const struct wr_z3_session *like, const struct wr_query *query,
                      wr_arena *arena, struct wr_answer *answer);
/* EXPRS.  A procedure may be entered. */
void wr_z3_ask_exprs (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer);

/* GOAL in a session of its own, with a profile of its quantifiers; struct wr_backend: profile. [z3_profile.c] */
bool wr_z3_ask_profile (const struct wr_z3_session *like, const struct wr_query *query,
                        wr_arena *arena, struct wr_answer *answer, wr_profile *profile);

/* -- the session's parts, for z3_ask.c [z3_session.c] ----------------------------------------------------- */

/* A context that knows nothing. */
struct wr_z3_session *wr_z3_new_session (const wr_core *core,
                                         const struct wr_solver_options *options,
                                         bool maps_are_functions);
void wr_z3_add_axioms (struct wr_z3_session *z); /* to `solver` */
bool wr_z3_is_left_out (const struct wr_z3_session *z, wr_label label);
void wr_z3_show (struct wr_z3_session *z); /* asserts the formula, if it is not asserted */
void wr_z3_fix_labels (struct wr_z3_session *z, const wr_bitset *labels, bool on);
void wr_z3_let_go (struct wr_z3_session *z); /* closes the scope of the held goal */
/* struct wr_backend: fix and slice. */
void wr_z3_fix (struct wr_z3_session *z, const wr_bitset *on, const wr_bitset *off);
bool wr_z3_cut (struct wr_z3_session *z, uint32_t goal, const wr_bitset *labels);

/* Fills in the answer of the check that just ended; `ended` says that its watch ended it. Resources and seconds are
   already filled in. [z3_answer.c] */
void wr_z3_take_answer (struct wr_z3_session *z, Z3_lbool truth, bool ended,
                        const struct wr_query *query, wr_arena *arena, struct wr_answer *answer);

#endif
