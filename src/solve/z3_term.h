/* solve/z3_term.h -- core's sorts, functions and expressions as Z3 terms. Internal to solve/.

   Every translated item is memoized by its index. If Z3 rejects a call (ill-sorted builtin, unknown name), the
   process goes on: the message is stored in `error`, and the term must not be used. */
#ifndef WR_SOLVE_Z3_TERM_H
#define WR_SOLVE_Z3_TERM_H

#include "core/core.h"
#include "solve/solve.h"

#include <z3.h>

struct wr_z3_func {
  Z3_func_decl decl;     /* NULL: apply by substitution in `body` */
  Z3_ast body, *formals; /* over these constants */
  uint32_t count;
  uint8_t state; /* 0: unknown, 1: being made, 2: made */
};

struct wr_z3_map {
  Z3_func_decl select, store;
};

struct wr_z3_terms {
  const wr_core *core;
  Z3_context z3;
  wr_arena *arena; /* as long as the context */
  WR_VEC (Z3_sort) sorts;
  WR_VEC (Z3_ast) exprs, vars, labels, no_labels, mention_guards;
  WR_VEC (struct wr_z3_func) funcs;
  WR_VEC (Z3_func_decl) constructors, testers, fields;
  WR_VEC (Z3_func_decl) mentions;               /* per sort */
  WR_VEC (struct wr_z3_map) maps;               /* per sort; empty unless maps_are_functions */
  uint32_t var_count, label_count, guard_count; /* how many were made */
  bool maps_are_functions;
  bool
      named; /* quantifiers have ids that lead back to core: `w` and the number of the expression, `f` and that of a lambda */
  Z3_ast yes, no;
  wr_str error; /* the first one; empty: none */
};

bool wr_z3_terms_init (struct wr_z3_terms *t, const wr_core *core, Z3_context z3,
                       bool maps_are_functions);
void wr_z3_terms_free (struct wr_z3_terms *t);

/* Makes the expressions available to wr_z3_expr. */
void wr_z3_translate (struct wr_z3_terms *t, const wr_expr *roots, uint32_t count);
Z3_ast wr_z3_expr (const struct wr_z3_terms *t, wr_expr e);
Z3_sort wr_z3_sort (struct wr_z3_terms *t, wr_sort sort);
Z3_ast wr_z3_var (struct wr_z3_terms *t, wr_var var);
Z3_ast wr_z3_label (struct wr_z3_terms *t, uint32_t label);
Z3_ast wr_z3_no_label (struct wr_z3_terms *t, uint32_t label); /* its negation */
/* Guards the terms that are mentioned in place of this label's fact. */
Z3_ast wr_z3_mention_guard (struct wr_z3_terms *t, uint32_t label);
Z3_func_decl wr_z3_func (struct wr_z3_terms *t,
                         wr_func func); /* NULL: a macro or theory function */
/* forall params, indices :: {f(params)[indices]} f(params)[indices] == body. */
Z3_ast wr_z3_lambda_axiom (struct wr_z3_terms *t, wr_func func);
/* The functions of a sort of maps, where maps are not the solver's arrays. [z3_map.c] */
const struct wr_z3_map *wr_z3_map (struct wr_z3_terms *t, wr_sort sort);
void wr_z3_map_axioms (struct wr_z3_terms *t, Z3_solver solver);
/* Asserts the axioms of one sort of maps, which matter only if such maps are stored to. Does nothing for other sorts,
   or if maps are arrays. */
void wr_z3_map_axiom (struct wr_z3_terms *t, Z3_solver solver, wr_sort sort);
/* An uninterpreted predicate applied to the term: the term occurs, and nothing else is known about it. */
Z3_ast wr_z3_mention (struct wr_z3_terms *t, wr_expr e);

/* Stores Z3's message if `result` is NULL, and returns a harmless term instead. */
Z3_ast wr_z3_checked (struct wr_z3_terms *t, Z3_ast result);
void wr_z3_fail (struct wr_z3_terms *t, const char *what, wr_str about);

/* z3_decl.c: declarations that go through Z3's own reader. */
void wr_z3_datatypes (struct wr_z3_terms *t);
void wr_z3_builtin (struct wr_z3_terms *t, wr_func func);

/* The value of a term in core's value syntax; false when it has no such text (too large, no value).
   [z3_value.c] */
bool wr_z3_value (struct wr_z3_terms *t, Z3_model model, Z3_ast value, wr_sort sort, wr_buf *out);

/* The same for a function: a map from its parameters. */
bool wr_z3_func_value (struct wr_z3_terms *t, Z3_model model, wr_func func, wr_buf *out);

#define WR_GROW(vec, n)                                                                            \
  do {                                                                                             \
    while ((vec)->len < (n)) {                                                                     \
      WR_VEC_PUSH (vec, (__typeof__ (*(vec)->data)){0});                                           \
    }                                                                                              \
  } while (0)

#endif
