/* tests/viper/reading.h -- a text parsed, with what is needed to look at it. */
#ifndef WR_TESTS_VIPER_READING_H
#define WR_TESTS_VIPER_READING_H

#include "front/viper/equal.h"
#include "front/viper/print.h"
#include "front/viper/viper.h"
#include "tap.h"

struct reading {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  vpr_program *program;
};

/* `path` matters for imports. */
static inline struct reading read_at (const char *path, wr_str text) {
  struct reading r = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  wr_sources_add (r.sources, wr_str_of (path), text);
  r.program = vpr_parse (&(struct wr_front_input){r.arena, r.symbols, r.sources, r.diags, NULL});
  return r;
}

static inline struct reading read_text (wr_str text) { return read_at ("test.vpr", text); }

static inline void reading_free (struct reading *r) {
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

/* "line:slug line:slug", warnings with a question mark */
static inline void reading_list (const struct reading *r, wr_buf *out) {
  wr_diags_sort (r->diags);
  for (uint32_t i = 0; i < wr_diags_count (r->diags); i++) {
    const wr_diag *d = wr_diags_at (r->diags, i);
    wr_position at = wr_position_of (r->sources, d->at.file, d->at.begin);
    wr_buf_print (out, "%s%u:%s%s", i ? " " : "", at.line, wr_code_info (d->code)->slug,
                  d->severity == WR_ERROR ? "" : "?");
  }
}

/* Printed and parsed again it is the same tree; the text stays in `printed`.  Both trees share their symbols. */
static inline bool reading_round_trips (struct reading *r, wr_buf *printed) {
  vpr_print_program (printed, r->program);
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("printed.vpr"), wr_buf_str (printed));
  vpr_program *again =
      vpr_parse (&(struct wr_front_input){arena, r->symbols, sources, diags, NULL});
  bool ok = wr_diags_errors (diags) == 0 && vpr_program_equal (r->program, again);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_arena_free (arena);
  return ok;
}

#endif
