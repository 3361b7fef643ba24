/* tests/front/reading.h -- a Boogie text from memory, parsed, with its diagnostics as lines. */
#ifndef WR_TESTS_FRONT_READING_H
#define WR_TESTS_FRONT_READING_H

#include "front/boogie/boogie.h"
#include "tap.h"

struct reading {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  struct bpl_program *program;
};

static inline struct reading read_text (wr_str text) {
  struct reading r = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  wr_sources_add (r.sources, WR_LIT ("t.bpl"), text);
  r.program = bpl_parse (r.arena, r.symbols, r.sources, r.diags);
  wr_diags_sort (r.diags);
  return r;
}

static inline void reading_free (struct reading *r) {
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

/* "line:column slug: message" for each diagnostic. */
static inline void reading_errors (const struct reading *r, wr_buf *out) {
  for (uint32_t i = 0; i < wr_diags_count (r->diags); i++) {
    const wr_diag *d = wr_diags_at (r->diags, i);
    wr_position at = {0};
    if (d->at.file) at = wr_position_of (r->sources, d->at.file, d->at.begin);
    wr_buf_print (out, "%s%u:%u %s: %.*s", i ? "\n" : "", at.line, at.column,
                  wr_code_info (d->code)->slug, WR_STR_ARGS (d->message));
  }
}

/* The slug of the first diagnostic, or "". */
static inline const char *reading_first (const struct reading *r) {
  return wr_diags_count (r->diags) ? wr_code_info (wr_diags_at (r->diags, 0)->code)->slug : "";
}

/* Printed, parsed and printed again: no errors, an equal tree, the same text. */
static inline bool reading_round_trips (const struct reading *r, wr_buf *printed) {
  bpl_print (printed, r->program);
  struct reading again = read_text (wr_buf_str (printed));
  wr_buf twice = {0};
  bpl_print (&twice, again.program);
  bool ok = wr_diags_count (again.diags) == 0 && bpl_program_equal (r->program, again.program) &&
            wr_str_equal (wr_buf_str (printed), wr_buf_str (&twice));
  if (!ok) {
    wr_buf errors = {0};
    reading_errors (&again, &errors);
    tap_show ("printed", wr_buf_str (printed));
    tap_show ("again", wr_buf_str (&twice));
    tap_show ("errors", wr_buf_str (&errors));
    wr_buf_free (&errors);
  }
  wr_buf_free (&twice);
  reading_free (&again);
  return ok;
}

#endif
