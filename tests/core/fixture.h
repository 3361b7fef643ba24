/* tests/core/fixture.h -- an empty core program with what it lives in. */
#ifndef WR_TESTS_CORE_FIXTURE_H
#define WR_TESTS_CORE_FIXTURE_H

#include "core/build.h"
#include "tap.h"

struct fixture {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_core *core;
};

static inline struct fixture fixture_new (void) {
  struct fixture f = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  f.sources = wr_sources_new (f.arena);
  f.core = wr_core_new (f.arena, f.symbols, f.sources);
  return f;
}

static inline void fixture_free (struct fixture *f) {
  wr_core_free (f->core);
  wr_sources_free (f->sources);
  wr_interner_free (f->symbols);
  wr_arena_free (f->arena);
}

static inline wr_symbol sym (struct fixture *f, const char *name) {
  return wr_intern (f->symbols, wr_str_of (name));
}
static inline wr_sort int_sort (struct fixture *f) { return wr_sort_simple (f->core, WR_SORT_INT); }
static inline wr_sort bool_sort (struct fixture *f) {
  return wr_sort_simple (f->core, WR_SORT_BOOL);
}
static inline wr_var new_var (struct fixture *f, enum wr_var_kind kind, const char *name,
                              wr_sort sort) {
  return wr_var_new (f->core, kind, sym (f, name), sort, (wr_span){0});
}
static inline wr_expr var_expr (struct fixture *f, wr_var var) { return wr_mk_var (f->core, var); }

#endif
