/* tests/fuzz/pipeline.c -- any text as a program, up to what a solver would be asked: parse, resolve, type, lower, cut, passify, build
   the formulas, and print them.  Each stage must accept what the one before it made. */
#include "core/text.h"
#include "flow/flow.h"
#include "front/boogie/lower.h"
#include "vc/smtlib.h"
#include "vc/vc.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { BODIES = 8, GOALS = 4 }; /* more would only cost time */

static void build (wr_core *core, wr_arena *arena) {
  wr_buf text = {0};
  wr_smtlib_prelude (&text, core, WR_DIALECT_STANDARD, true);
  for (uint32_t i = 0; i < core->bodies.len && i < BODIES; i++) {
    wr_passive *passive = wr_flow_run (core, i, NULL, arena);
    if (!passive) continue;
    wr_vc *vc = wr_vc_build (core, passive, NULL, arena);
    wr_vc_check (vc);
    wr_buf_clear (&text);
    wr_smtlib_procedure (&text, vc, WR_DIALECT_Z3, true);
    for (uint32_t g = 0; g < passive->goal_count && g < GOALS; g++)
      wr_smtlib_check (&text, vc, &(struct wr_smtlib_query){.goal = g});
  }
  wr_buf_free (&text);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("input.bpl"), (wr_str){(const char *)data, size});
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  bool good =
      !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
  if (!good && !wr_diags_errors (diags)) abort (); /* it refuses, and does not say why */
  wr_core *core = good ? bpl_lower (program, diags) : NULL;
  if (good && !core && !wr_diags_errors (diags)) abort ();
  if (core && !wr_diags_errors (diags)) {
    wr_core_check (core);
    build (wr_core_extend (core, arena), arena);
  }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return 0;
}
