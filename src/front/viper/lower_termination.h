/* front/viper/lower_termination.h -- termination, and which predicate instance is inside of which.  A member with a tuple has a caller
   (vpr_body.caller); goals stand at its calls and loops. */
#ifndef WR_FRONT_VIPER_LOWER_TERMINATION_H
#define WR_FRONT_VIPER_LOWER_TERMINATION_H

#include "front/viper/lowering.h"

/* The member has a tuple, which is computed where it is needed; from `entered` on its values are
   those of that moment. */
void vpr_termination_begin (vpr_lowering *lo, const vpr_decl *decl);
void vpr_termination_entered (vpr_lowering *lo);
/* A call of a function or method with these arguments, evaluated in `ctx`. */
struct vpr_call_place {
  wr_span span;
  const struct vpr_ctx *ctx;
};
void vpr_termination_call (vpr_lowering *lo, const vpr_decl *callee, const wr_expr *args,
                           const struct vpr_call_place *at, wr_expr guard);
/* One iteration of a loop. */
struct vpr_caller *vpr_loop_measure_begin (vpr_lowering *lo, const vpr_stmt *s);
void vpr_loop_measure_end (vpr_lowering *lo, const vpr_stmt *s, const struct vpr_caller *loop);
/* Which predicate instances are inside of this one. [lower_instance.c] */
struct vpr_nest {
  const vpr_decl *predicate;
  const wr_expr *index;
  wr_expr snap;
};
void vpr_nested_facts (vpr_lowering *lo, const struct vpr_nest *p, const struct vpr_ctx *ctx,
                       wr_expr guard, struct vpr_cause *cause);

#endif
