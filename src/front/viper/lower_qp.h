/* front/viper/lower_qp.h -- quantified permissions. */
#ifndef WR_FRONT_VIPER_LOWER_QP_H
#define WR_FRONT_VIPER_LOWER_QP_H

#include "front/viper/lowering.h"

/* A quantified permission that is split into its parts. [lower_qp.c] */
struct vpr_quantified {
  const vpr_expr *quantifier, *acc;
  vpr_vars named; /* pure parts: the variables in the tree */
  vpr_vars
      lets; /* pure parts: variables of `let` around the part, which stand for terms over vars */
  const struct vpr_resource *resource;
  wr_var *vars; /* bound */
  uint32_t count;
  wr_expr condition, amount; /* over vars; amount none: wildcard */
  const wr_expr *index;      /* over vars */
  bool identity;             /* each variable is an index */
  const uint32_t *position;  /* identity: of each variable among the indices */
  wr_expr *inverse;          /* else: per variable, a map from indices */
};
bool vpr_is_quantified (const vpr_expr *e); /* a forall with permissions in it */
void vpr_inhale_quantified (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);
void vpr_exhale_quantified (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);
void vpr_assume_held (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t);
void vpr_forget_all (vpr_lowering *lo, struct vpr_quantified *qp, struct vpr_transfer *t);
/* Condition, and a positive amount. */
wr_expr vpr_really (vpr_lowering *lo, const struct vpr_quantified *qp);
/* Is there a value of the variables for this location, and which: `values` gets one per variable. */
wr_expr vpr_in_range (vpr_lowering *lo, const struct vpr_quantified *qp, const wr_expr *at,
                      wr_expr *values);
/* Parts of a quantified assertion, each with its condition; calls `each`. */
typedef void vpr_each_part (vpr_lowering *lo, struct vpr_quantified *qp, const vpr_expr *pure,
                            wr_expr condition, void *arg);
void vpr_split_quantified (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                           vpr_each_part *each, void *arg);

#endif
