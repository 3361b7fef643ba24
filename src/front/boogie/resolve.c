/* front/boogie/resolve.c -- name resolution, in the order of its steps. */
#include "front/boogie/resolve.h"
#include "front/boogie/library.h"

bool bpl_resolve (struct bpl_program *program, wr_diags *diags) {
  uint32_t errors = wr_diags_errors (diags);
  bpl_library_add (program, diags);
  bpl_resolver r = {.program = program,
                    .arena = program->arena,
                    .symbols = program->symbols,
                    .diags = diags,
                    .state = BPL_ONE_STATE};
  bpl_scope_init (&r);
  bpl_register (&r);
  bpl_resolve_synonyms (&r);
  for (uint32_t i = 0; i < program->decls.len && !wr_cancelled (program->cancel); i++)
    bpl_resolve_decl (&r, program->decls.data[i]);
  bpl_check_duplicate_labels (program, diags);
  bool good = wr_diags_errors (diags) == errors && !wr_cancelled (program->cancel);
  if (good) { /* as in Boogie, only for what is well formed otherwise */
    bpl_check_founded (&r);
    bpl_check_function_cycles (&r);
  }
  bpl_scope_free (&r);
  return wr_diags_errors (diags) == errors && !wr_cancelled (program->cancel);
}
