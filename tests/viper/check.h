/* tests/viper/check.h -- programs and the diagnostics of the checks before verification. */
#ifndef WR_TESTS_VIPER_CHECK_H
#define WR_TESTS_VIPER_CHECK_H

#include "front/viper/viper.h"
#include "tap.h"

/* want: "id:line id:line", in the order of the text; the id of a warning is its code; "" for a program without diagnostics. */
struct check_case {
  const char *name, *text, *want;
};

struct check_run {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  vpr_program *program;
  bool ok;
};

static inline struct check_run check_start (wr_str text) {
  struct check_run run = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  run.sources = wr_sources_new (run.arena);
  run.diags = wr_diags_new (run.arena);
  wr_sources_add (run.sources, WR_LIT ("test.vpr"), text);
  struct wr_front_input input = {run.arena, run.symbols, run.sources, run.diags, NULL};
  run.program = vpr_parse (&input);
  run.ok = !wr_diags_errors (run.diags) && vpr_resolve (run.program, run.diags) &&
           vpr_check (run.program, run.diags);
  return run;
}

static inline void check_end (struct check_run *run) {
  wr_diags_free (run->diags);
  wr_sources_free (run->sources);
  wr_interner_free (run->symbols);
  wr_arena_free (run->arena);
}

static inline void check_list (wr_buf *out, const struct check_run *run) {
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    const wr_diag *d = wr_diags_at (run->diags, i);
    wr_position at = wr_position_of (run->sources, d->at.file, d->at.begin);
    wr_str id = d->native.len ? d->native : wr_str_of (wr_code_info (d->code)->slug);
    wr_buf_print (out, "%s%.*s:%u", i ? " " : "", WR_STR_ARGS (id), at.line);
  }
}

static inline void check_cases (struct tap *tap, const struct check_case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct check_run run = check_start (wr_str_of (cases[i].text));
    wr_buf got = {0};
    check_list (&got, &run);
    if (!SAME (tap, wr_buf_str (&got), cases[i].want, cases[i].name))
      tap_show ("program", wr_str_of (cases[i].text));
    wr_buf_free (&got);
    check_end (&run);
  }
}

#define CHECK_ALL(tap, cases) check_cases (tap, cases, sizeof (cases) / sizeof *(cases))
#define TYPE "typechecker.error"
#define CONSISTENCY "consistency.error"

#endif
