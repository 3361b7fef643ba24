/* front/viper/consistent_cycle.c -- no function calls itself by way of its own precondition. */
#include "front/viper/calls.h"
#include "front/viper/consistent.h"
#include "front/viper/report.h"

static void check_function (vpr_consistency *c, const vpr_decl *function) {
  vpr_decl_vec calls = {0};
  for (uint32_t i = 0; i < function->requires_.len; i++)
    vpr_calls_in (&calls, function->requires_.data[i]);
  if (calls.len && vpr_calls_reach (&calls, function))
    vpr_consistency_error (c->diags, WR_CODE_PRECONDITION_CYCLE, function->span,
                           "function `%s` calls itself by way of its precondition",
                           vpr_consistency_name (c, function->id.name));
  WR_VEC_FREE (&calls);
}

void vpr_consistent_cycles (vpr_consistency *c) {
  for (uint32_t i = 0; i < c->program->decls.len && !wr_cancelled (c->program->cancel); i++)
    if (c->program->decls.data[i]->kind == VPR_DECL_FUNCTION)
      check_function (c, c->program->decls.data[i]);
}
