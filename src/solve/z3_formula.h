/* solve/z3_formula.h -- a verification condition as a Z3 term.  Internal to solve/. */
#ifndef WR_SOLVE_Z3_FORMULA_H
#define WR_SOLVE_Z3_FORMULA_H

#include "solve/z3_term.h"

struct wr_z3_formula {
  const wr_vc *vc;
  struct wr_z3_terms *terms;
  bool tracked;
  bool translated; /* the terms of `exprs` are made */
  bool bare;       /* wr_z3_formula_bare was here */
  bool plain;      /* no choices; these goals, from `first` to `last`, and no selectors */
  uint32_t first, last;
  Z3_ast *nodes, *selectors, *choices;
  WR_VEC (wr_expr) exprs; /* every fact and every goal's condition */
};

/* Makes no terms yet. */
void wr_z3_formula_begin (struct wr_z3_formula *f, struct wr_z3_terms *terms, const wr_vc *vc,
                          bool tracked);
/* Makes the terms of facts and goals, once; errors are in terms->error.  What plain questions need. */
void wr_z3_formula_terms (struct wr_z3_formula *f);
/* Makes all terms of the condition that has no labels, once, if the whole is not there: the solver works through terms in the order in which they
   were made, so that a plain question without labels is answered alike whether or not others have some. */
void wr_z3_formula_bare (struct wr_z3_formula *f);
/* The term of the whole condition, with choices and selectors; made once. */
Z3_ast wr_z3_formula_whole (struct wr_z3_formula *f);
void wr_z3_formula_free (struct wr_z3_formula *f);

/* Asserts: these goals (a count of 0 is 1) and no others. */
void wr_z3_formula_select (struct wr_z3_formula *f, Z3_solver solver, uint32_t goal,
                           uint32_t count);
/* What `count` goals from `goal` on (0 is 1) need, and nothing else: "one of them fails" without choices and
   selectors, and without labels unless they are asked for.  Unsatisfiable exactly when the condition with all labels and these selectors is;
   a model of it says nothing.  Goals have no labels in it: which facts prove them is what is asked. */
Z3_ast wr_z3_formula_plain (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                            bool labels);
/* Adds the labels that it has then. */
void wr_z3_formula_labels (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                           wr_bitset *out);
/* Asserts predicates over the ground terms of the label's facts (struct wr_query, `mention`), under the literal that is
   returned. */
Z3_ast wr_z3_formula_mention (struct wr_z3_formula *f, Z3_solver solver, uint32_t label);

#endif
