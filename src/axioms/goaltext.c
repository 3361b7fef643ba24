/* axioms/goaltext.c -- goals as logs (axioms/goaltext.h). */
#include "axioms/goaltext.h"

#include "vc/smtlib.h"

static void add_goals (wr_buf *out, const wr_vc *vc, uint32_t first, uint32_t count) {
  wr_buf_print (out, "(assert (or");
  for (uint32_t i = first; i < first + count; i++) {
    wr_buf_add_char (out, ' ');
    wr_smtlib_selector (out, i);
  }
  wr_buf_print (out, "))\n");
  for (uint32_t i = 0; i < vc->passive->goal_count; i++) {
    if (first <= i && i < first + count) continue;
    wr_buf_print (out, "(assert (not ");
    wr_smtlib_selector (out, i);
    wr_buf_print (out, "))\n");
  }
}

/* Prelude assertions come in this order (vc/smtlib.c): distinct constants, axioms, lambdas. */
static void find_axioms (wr_goal_text *text, const wr_core *core, const wr_program_axioms *axioms) {
  for (uint32_t i = 0; i < text->axioms.count; i++) {
    text->axiom_of[i] = UINT32_MAX;
    text->axioms.is_axiom[i] = false;
    if (i < core->distinct.len || i - core->distinct.len >= core->axioms.len) continue;
    uint32_t label = core->axioms.data[i - core->distinct.len].label.ix;
    uint32_t row = label < axioms->label_count ? axioms->row_of[label] : 0;
    if (!row) continue;
    text->axiom_of[i] = row - 1;
    text->axioms.is_axiom[i] = true;
  }
}

bool wr_goal_text_make (const wr_core *core, const wr_program_axioms *axioms,
                        const struct wr_goal_range *goals, wr_arena *arena, wr_goal_text *out) {
  *out = (wr_goal_text){0};
  wr_smtlib_prelude (&out->whole, core, WR_DIALECT_Z3, false);
  if (goals->vc) {
    wr_smtlib_procedure (&out->whole, goals->vc, WR_DIALECT_Z3, false);
    add_goals (&out->whole, goals->vc, goals->first, goals->count);
  }
  wr_buf_print (&out->whole, "(check-sat)\n");
  out->log = wr_log_read (wr_buf_str (&out->whole));
  if (out->log.checks.len != 1) return false;
  out->text = wr_check_text_of (&out->log, &out->log.checks.data[0]);
  out->axioms = wr_log_axioms_of (&out->log, &out->log.checks.data[0], NULL, arena);
  out->axiom_of = WR_NEW (arena, uint32_t, out->axioms.count + 1);
  find_axioms (out, core, axioms);
  return true;
}

void wr_goal_text_free (wr_goal_text *text) {
  wr_check_text_free (&text->text);
  wr_log_free (&text->log);
  wr_buf_free (&text->whole);
}

struct wr_z3_log_input wr_goal_text_input (const wr_goal_text *text,
                                           const struct wr_solver_options *options) {
  struct wr_z3_log_input input = wr_check_input (&text->text, &text->axioms);
  input.seed = options->seed;
  input.memory = options->memory;
  return input;
}
