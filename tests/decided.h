/* tests/decided.h -- a Boogie program and the verdicts of its goals, with models. */
#ifndef WR_TESTS_DECIDED_H
#define WR_TESTS_DECIDED_H

#include "front/boogie/lower.h"
#include "result/result.h"

struct run {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
  wr_result *result;
};

static inline struct run decide (const char *text) {
  struct run r = {wr_arena_new (), wr_interner_new (), NULL, NULL, NULL, NULL};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  wr_sources_add (r.sources, WR_LIT ("t.bpl"), wr_str_of (text));
  struct bpl_program *program = bpl_parse (r.arena, r.symbols, r.sources, r.diags);
  if (bpl_resolve (program, r.diags) && bpl_typecheck (program, r.diags))
    r.core = bpl_lower (program, r.diags);
  struct wr_decide_options options = {.workers = 1, .backend = &wr_backend_z3, .want_models = true};
  if (r.core) r.result = wr_decide (r.core, &options, r.arena);
  return r;
}

static inline void drop (struct run *r) {
  if (r->core) wr_core_free (r->core);
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

#endif
