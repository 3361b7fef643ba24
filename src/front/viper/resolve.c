/* front/viper/resolve.c -- the phase of names.  Types are inferred in the next phase; when names are wrong they are inferred here all
   the same, because errors of both kinds are told together. */
#include "front/viper/names.h"
#include "front/viper/typecheck.h"
#include "front/viper/viper.h"

static void free_names (void *what) {
  vpr_name_table *names = what;
  free (names->slots);
}

static void free_resolver (vpr_resolver *r) {
  WR_VEC_FREE (&r->frames);
  WR_VEC_FREE (&r->undo);
  WR_VEC_FREE (&r->steps);
}

bool vpr_resolve_from (vpr_program *program, uint32_t first, wr_diags *diags) {
  enum { MAX_HINTS = 20 };
  vpr_resolver r = {program,        program->arena, program->symbols,  diags,
                    program->names, program->types, .hints = MAX_HINTS};
  r.type_none = vpr_type_basic (program->types, VPR_TYPE_ERROR);
  uint32_t errors = wr_diags_errors (diags);
  vpr_declare_from (&r, first);
  for (uint32_t i = first; i < program->decls.len; i++)
    vpr_resolve_signature (&r, program->decls.data[i]);
  for (uint32_t i = first; i < program->decls.len && !wr_cancelled (program->cancel); i++)
    vpr_resolve_decl (&r, program->decls.data[i]);
  free_resolver (&r);
  return wr_diags_errors (diags) == errors;
}

bool vpr_resolve (vpr_program *program, wr_diags *diags) {
  program->types = vpr_type_table_new (program->arena);
  program->names = WR_NEW (program->arena, vpr_name_table, 1);
  program->names->symbols = program->symbols;
  wr_arena_defer (program->arena, free_names, program->names);
  bool ok = vpr_resolve_from (program, 0, diags);
  if (!ok) vpr_type_from (program, 0, diags);
  return ok && !wr_cancelled (program->cancel);
}
