/* front/viper/lower_terms.h -- terms of core, as lowering makes them. */
#ifndef WR_FRONT_VIPER_LOWER_TERMS_H
#define WR_FRONT_VIPER_LOWER_TERMS_H

#include "core/build.h"
#include "front/viper/viper.h"

typedef struct vpr_lowering vpr_lowering;
typedef WR_VEC (wr_expr) vpr_terms;

/* -- terms [lower_mk.c] -------------------------------------------------------------------------- */

wr_expr vpr_true (vpr_lowering *lo);
wr_expr vpr_not (vpr_lowering *lo, wr_expr a);
wr_expr vpr_and (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_or (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_implies (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_ite (vpr_lowering *lo, wr_expr c, wr_expr a, wr_expr b);
wr_expr vpr_eq (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_add (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_sub (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_mul (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_lt (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_le (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_real (vpr_lowering *lo, const char *text);
wr_expr vpr_null (vpr_lowering *lo);
bool vpr_is_true (vpr_lowering *lo, wr_expr a);
bool vpr_is_false (vpr_lowering *lo, wr_expr a);
bool vpr_is_zero (vpr_lowering *lo, wr_expr a);
bool vpr_is_literal (vpr_lowering *lo, wr_expr a); /* a number */
wr_expr vpr_app (vpr_lowering *lo, wr_func f, const wr_expr *args, uint32_t count);
wr_expr vpr_app1 (vpr_lowering *lo, wr_func f, wr_expr a);
wr_expr vpr_app2 (vpr_lowering *lo, wr_func f, wr_expr a, wr_expr b);
wr_expr vpr_select (vpr_lowering *lo, wr_expr map, const wr_expr *index, uint32_t count);
/* Are all indices equal? */
wr_expr vpr_same (vpr_lowering *lo, const wr_expr *a, const wr_expr *b, uint32_t count);
wr_var vpr_bound (vpr_lowering *lo, const char *name, wr_sort sort);
/* forall vars {trigger}...: body; each trigger is one list. Triggers without all variables are left out. */
struct vpr_triggers {
  WR_VEC (struct wr_trigger) list;
};
wr_expr vpr_forall (vpr_lowering *lo, const wr_var *vars, uint32_t count,
                    const struct vpr_triggers *triggers, wr_expr body);
wr_expr vpr_exists (vpr_lowering *lo, const wr_var *vars, uint32_t count,
                    const struct vpr_triggers *triggers, wr_expr body);
void vpr_trigger1 (vpr_lowering *lo, struct vpr_triggers *triggers, wr_expr a);
void vpr_trigger2 (vpr_lowering *lo, struct vpr_triggers *triggers, wr_expr a, wr_expr b);
void vpr_triggers_free (struct vpr_triggers *triggers);
bool vpr_term_mentions (vpr_lowering *lo, wr_expr e, wr_var var);
wr_expr vpr_replace (vpr_lowering *lo, wr_expr e, const wr_var *vars, const wr_expr *by,
                     uint32_t count);
/* The map x -> body(x); equal bodies over equal parts give equal functions. */
wr_expr vpr_lambda (vpr_lowering *lo, const wr_var *vars, uint32_t count, wr_expr body);
/* A map that vpr_lambda made: where `read`, a part of its body, occurs, the solver gets to know what the map is there. */
struct vpr_lambda_text {
  const wr_var *vars;
  uint32_t count;
  wr_expr body, read;
};
void vpr_lambda_reads (vpr_lowering *lo, wr_expr lambda, const struct vpr_lambda_text *text);

#endif
