/* front/viper/calls.c -- which functions the functions of a program call. */
#include "front/viper/calls.h"

#include "base/map.h"

void vpr_calls_in (vpr_decl_vec *out, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_CALL && e->decl->kind == VPR_DECL_FUNCTION) WR_VEC_PUSH (out, e->decl);
  for (uint32_t i = 0; i < e->args.len; i++) vpr_calls_in (out, e->args.data[i]);
}

static void calls_in_all (vpr_decl_vec *out, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) vpr_calls_in (out, exprs.data[i]);
}

void vpr_calls_of (vpr_decl_vec *out, const vpr_decl *function) {
  calls_in_all (out, function->requires_);
  calls_in_all (out, function->ensures);
  if (function->value) vpr_calls_in (out, function->value);
}

bool vpr_calls_reach (const vpr_decl_vec *from, const vpr_decl *to) {
  wr_map seen = {0};
  vpr_decl_vec rest = {0};
  bool found = false;
  for (uint32_t i = 0; i < from->len; i++) WR_VEC_PUSH (&rest, from->data[i]);
  while (rest.len && !found) {
    vpr_decl *decl = WR_VEC_POP (&rest);
    if (decl == to) found = true;
    if (wr_map_has (&seen, (uint64_t)(uintptr_t)decl)) continue;
    wr_map_put (&seen, (uint64_t)(uintptr_t)decl, 1);
    vpr_calls_of (&rest, decl);
  }
  wr_map_free (&seen);
  WR_VEC_FREE (&rest);
  return found;
}
