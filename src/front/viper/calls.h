/* front/viper/calls.h -- which functions the functions of a program call. */
#ifndef WR_FRONT_VIPER_CALLS_H
#define WR_FRONT_VIPER_CALLS_H

#include "front/viper/check.h"

typedef WR_VEC (vpr_decl *) vpr_decl_vec;

/* Adds the functions that are called in an expression, once for each call.  Bodies of predicates are not looked into. */
void vpr_calls_in (vpr_decl_vec *out, const vpr_expr *expr);
/* All functions that are called in the pre- and postconditions and in the body of a function. */
void vpr_calls_of (vpr_decl_vec *out, const vpr_decl *function);
/* Whether calls lead from one of the functions in `from` to `to`. */
bool vpr_calls_reach (const vpr_decl_vec *from, const vpr_decl *to);

#endif
