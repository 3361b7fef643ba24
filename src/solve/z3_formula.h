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
  bool
      plain; /* the formula of a small group: the goals from `first` to `last`, no choices and no selectors */
  uint32_t first, last;
  Z3_ast *nodes, *selectors, *choices;
  WR_VEC (wr_expr) exprs; /* every fact and every goal's condition */
  /* Names that stand for sums, and the sums (vc/sums.h); made for the first formula without labels, if there are many. */
  struct wr_z3_sums {
    Z3_ast *names, *sums;
    uint32_t count;
    wr_map at; /* variable -> index */
    bool made;
  } sums;
};

/* Makes no terms yet. */
void wr_z3_formula_begin (struct wr_z3_formula *f, struct wr_z3_terms *terms, const wr_vc *vc,
                          bool tracked);
/* Makes the terms of facts and goals, once; errors are in terms->error. Small groups need no more. */
void wr_z3_formula_terms (struct wr_z3_formula *f);
/* Makes all terms of the condition without labels, once, if the whole is not there. The solver processes terms in the
   order in which they were made; so an unlabelled group is answered in the same way whether or not other queries have
   labels. */
void wr_z3_formula_bare (struct wr_z3_formula *f);
/* The term of the whole condition, with choices and selectors; made once. */
Z3_ast wr_z3_formula_whole (struct wr_z3_formula *f);
void wr_z3_formula_free (struct wr_z3_formula *f);

/* Asserts the selectors of these goals and the negation of all others. */
void wr_z3_formula_select (struct wr_z3_formula *f, Z3_solver solver, uint32_t goal,
                           uint32_t count);
/* The formula of a small group: "one of the `count` goals from `goal` on fails", without choices and selectors, and
   without labels unless they are wanted. It is unsatisfiable exactly if the condition with all labels and these
   selectors is; its models have no meaning. Goals have no labels in it, because the query asks which facts prove
   them. */
Z3_ast wr_z3_formula_plain (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                            bool labels);
/* Puts sums together in a formula without labels, or in one whose labels all hold. [z3_sums.c] */
Z3_ast wr_z3_sum_up (struct wr_z3_formula *f, Z3_ast formula);
/* The sum that stands for a variable in such a formula, or the variable. */
Z3_ast wr_z3_summed_var (const struct wr_z3_formula *f, wr_var var);
void wr_z3_sums_free (struct wr_z3_sums *folds);
/* Adds the labels that it has then. */
void wr_z3_formula_labels (const struct wr_z3_formula *f, uint32_t goal, uint32_t count,
                           wr_bitset *out);
/* Asserts predicates over the ground terms of the label's facts (struct wr_query, `mention`), under the literal that is
   returned. */
Z3_ast wr_z3_formula_mention (struct wr_z3_formula *f, Z3_solver solver, uint32_t label);

#endif
