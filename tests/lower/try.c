/* Lowers the files named on the command line as one program each and says how it went. */
#include "front/boogie/lower.h"
#include "source/render.h"

#include <stdio.h>

static int lower_file (const char *path) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file;
  int result = 2;
  if (wr_sources_load (sources, path, &file) == WR_LOAD_OK) {
    struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
    bool ok =
        !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
    wr_core *core = ok ? bpl_lower (program, diags) : NULL;
    result = !ok ? 1 : core ? 0 : 3;
    printf ("%s: %s", path, !ok ? "front" : core ? "ok" : "unsupported");
    if (core)
      printf (" funcs %u axioms %u procs %u bodies %u exprs %u labels %u", core->funcs.len,
              core->axioms.len, core->procedures.len, core->bodies.len, core->exprs.len,
              core->labels.infos.len);
    printf ("\n");
    for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
      const wr_diag *d = wr_diags_at (diags, i);
      wr_position p = wr_position_of (sources, d->at.file, d->at.begin);
      printf ("   %u:%u %.*s\n", p.line, p.column, WR_STR_ARGS (d->message));
    }
    wr_core_free (core);
  }
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return result;
}

int main (int argc, char **argv) {
  int worst = 0;
  for (int i = 1; i < argc; i++) {
    int r = lower_file (argv[i]);
    worst = r > worst ? r : worst;
  }
  return worst;
}
