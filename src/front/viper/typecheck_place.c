/* front/viper/typecheck_place.c -- where `perm`, `forperm` and magic wands may not stand, as far as the phase of types checks it. */
#include "front/viper/report.h"
#include "front/viper/typecheck.h"

enum { IN_FORPERM = 8 };

struct visit {
  vpr_expr *expr;
  uint32_t place;
};
typedef WR_VEC (struct visit) visits;

static void check_permission (vpr_checker *c, const vpr_expr *e, uint32_t place) {
  const char *word = e->kind == VPR_EXPR_PERM ? "perm" : "forperm";
  if (place & IN_FORPERM)
    vpr_type_error (c->diags, WR_CODE_MISPLACED, e->span,
                    "`%s` cannot stand in the body of `forperm`", word);
  else if (place & VPR_PLACE_NO_PERM_AT_ALL)
    vpr_type_error (c->diags, WR_CODE_MISPLACED, e->span,
                    "`%s` cannot stand in the postcondition of a function", word);
  else if (place & VPR_PLACE_NO_PERM)
    vpr_type_error (c->diags, WR_CODE_MISPLACED, e->span,
                    "`%s` stands in preconditions, postconditions and invariants only inside of an "
                    "inhale-exhale assertion `[a, b]`",
                    word);
}

/* What holds for argument i. */
static uint32_t place_of_kid (const vpr_expr *e, uint32_t i, uint32_t place) {
  if (e->kind == VPR_EXPR_INHALE_EXHALE) return place & ~(uint32_t)VPR_PLACE_NO_PERM;
  if (e->kind == VPR_EXPR_FORPERM && i == 1) return place | IN_FORPERM;
  return place;
}

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

void vpr_check_place (vpr_checker *c, vpr_expr *expr, uint32_t place) {
  visits rest = {0};
  WR_VEC_PUSH (&rest, ((struct visit){expr, place}));
  while (rest.len) {
    struct visit v = WR_VEC_POP (&rest);
    if (v.expr->kind == VPR_EXPR_PERM || v.expr->kind == VPR_EXPR_FORPERM)
      check_permission (c, v.expr, v.place);
    if (is_wand (v.expr) && v.place & VPR_PLACE_NO_WAND) {
      vpr_type_error (c->diags, WR_CODE_MISPLACED, v.expr->span,
                      "magic wands cannot stand in predicates and in preconditions of functions");
      continue;
    }
    for (uint32_t i = 0; i < v.expr->args.len; i++)
      WR_VEC_PUSH (&rest,
                   ((struct visit){v.expr->args.data[i], place_of_kid (v.expr, i, v.place)}));
  }
  WR_VEC_FREE (&rest);
}
