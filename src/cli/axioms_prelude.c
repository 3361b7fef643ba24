#include "cli/axioms_prelude.h"

#include "axioms/program_axioms.h"
#include "cli/output.h"
#include "cli/task.h"

bool wr_prelude_is_program (const struct wr_options *options) {
  return options->prelude &&
         wr_front_of_path (wr_options_fronts (options), wr_str_of (options->prelude)) != NULL;
}

static void complain (const struct wr_options *options, const wr_run *run) {
  if (!wr_diags_count (run->diags)) {
    wr_output_complain ("--prelude: '%s' cannot be read", options->prelude);
    return;
  }
  const wr_diag *first = wr_diags_at (run->diags, 0);
  wr_position at = wr_position_of (run->sources, first->at.file, first->at.begin);
  wr_output_complain ("--prelude: %s:%u: %.*s", options->prelude, at.line,
                      WR_STR_ARGS (first->message));
}

bool wr_axioms_prelude (const struct wr_options *options, wr_relation *relation,
                        wr_map *identities) {
  wr_task task;
  wr_core *core = wr_task_lower (&task, options, options->prelude);
  if (core) {
    wr_program_axioms axioms = wr_program_axioms_of (core, task.run.arena);
    for (uint32_t i = 0; i < axioms.rows.len; i++) {
      wr_relation_axiom (relation, &axioms.rows.data[i]);
      wr_map_put (identities, axioms.rows.data[i].hash, 1);
    }
    wr_program_axioms_free (&axioms);
    wr_core_free (core);
  } else {
    complain (options, &task.run);
  }
  wr_task_end (&task);
  return core != NULL;
}
