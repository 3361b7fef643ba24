/* front/viper/check.c -- the phase of types and everything that follows it before lowering.  Each step runs only if the one before found
   no error. */
#include "front/viper/check.h"

#include "front/viper/typecheck.h"
#include "front/viper/viper.h"

static void type_program (vpr_program *program, wr_diags *diags) {
  if (vpr_add_instances (program, diags)) vpr_type_from (program, 0, diags);
}

bool vpr_check (vpr_program *program, wr_diags *diags) {
  static void (*const steps[]) (vpr_program * program, wr_diags * diags) = {
      type_program,          vpr_add_orders,          vpr_check_terms,
      vpr_check_consistency, vpr_check_measure_rules, vpr_choose_triggers};
  uint32_t errors = wr_diags_errors (diags);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    if (wr_cancelled (program->cancel)) return false;
    steps[i](program, diags);
    if (wr_diags_errors (diags) != errors) return false;
  }
  return true;
}
