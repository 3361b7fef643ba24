/* solve/z3_session.h -- one Z3 context with the axioms of a program in one encoding of maps, and the procedure that
   was entered.  Internal to solve/; the backend (z3_backend.c) decides which session is asked what. */
#ifndef WR_SOLVE_Z3_SESSION_H
#define WR_SOLVE_Z3_SESSION_H

#include "solve/solve.h"
#include "solve/z3_formula.h"
#include "solve/z3_slice.h"
#include "solve/z3_term.h"

/* Where the context's table of terms lies, or hereabouts; NULL: nobody knows. */
struct wr_z3_table {
  char *at;
  size_t size;
};

struct wr_z3_session {
  struct wr_z3_terms terms;
  struct wr_solver_options options;
  Z3_solver solver;
  Z3_solver shared; /* for all procedures, while one with options of its own has `solver` */
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
  bool stopped;               /* a limit ended a quick query of this procedure */
  bool spoiled; /* the clock ended a query: what it left in the context depends on the machine */
  struct wr_z3_watch watch; /* over `solver`, with labels at axioms and maps as functions */
  struct wr_z3_table table;
  uint32_t held; /* the scope of this goal's selectors, plus one, is open; 0: none */
};

/* NULL: Z3 rejects the axioms, `error` tells why.  Sets Z3's process-wide parameters. */
struct wr_z3_session *wr_z3_open (const wr_core *core, const struct wr_solver_options *options,
                                  bool maps_are_functions, wr_str *error);
void wr_z3_enter (struct wr_z3_session *z, const wr_vc *vc);
void wr_z3_leave (struct wr_z3_session *z);
void wr_z3_close (struct wr_z3_session *z);

/* Makes the terms that a query is about, if they are not there; errors are in terms.error.  Has to come before the query. */
void wr_z3_prepare (struct wr_z3_session *z, const struct wr_query *query);
/* In the solver that has seen the session's other queries. */
void wr_z3_ask (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                struct wr_answer *answer);
/* The same without choices and selectors (wr_z3_formula_plain), and without labels unless a core is wanted: only a proof is an answer. */
void wr_z3_ask_plain (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer);
/* In a solver that has seen nothing but the axioms and the procedure. */
void wr_z3_ask_new (struct wr_z3_session *z, const struct wr_query *query, uint32_t seed,
                    wr_arena *arena, struct wr_answer *answer);
/* Labels and selectors as facts beside the formula, not as assumptions: the solver folds constants away
   before it begins.  There is no core then. */
void wr_z3_ask_folded (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer);

/* In the solver of the slice. */
void wr_z3_ask_slice (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer);
/* In a context of its own, of which the slice is all (struct wr_query, `only`). */
void wr_z3_ask_alone (const struct wr_z3_session *like, const struct wr_query *query,
                      wr_arena *arena, struct wr_answer *answer);
/* struct wr_backend: fix and slice. */
void wr_z3_fix (struct wr_z3_session *z, const wr_bitset *on, const wr_bitset *off);
bool wr_z3_cut (struct wr_z3_session *z, uint32_t goal, const wr_bitset *labels);

/* What the check that just ended says, by itself or by its watch; resources and seconds are filled in. [z3_answer.c] */
void wr_z3_take_answer (struct wr_z3_session *z, Z3_lbool truth, bool ended,
                        const struct wr_query *query, wr_arena *arena, struct wr_answer *answer);

#endif
