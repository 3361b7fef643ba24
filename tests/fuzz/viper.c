/* tests/fuzz/viper.c -- any text as a Viper program: what the parser accepts is printed, parsed again to an equal tree, and printed
   again to the same text; a phase that refuses says why; what is checked and lowered passes the checks of core. */
#include "core/text.h"
#include "front/viper/equal.h"
#include "front/viper/print.h"
#include "front/viper/viper.h"

#include <stdlib.h>

struct reading {
  wr_arena *arena;
  wr_sources *sources;
  wr_diags *diags;
  vpr_program *program;
};

static struct reading read_text (wr_interner *symbols, wr_str text) {
  struct reading r = {.arena = wr_arena_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  wr_sources_add (r.sources, WR_LIT ("input.vpr"), text);
  r.program = vpr_parse (&(struct wr_front_input){r.arena, symbols, r.sources, r.diags, NULL});
  return r;
}

static void done (struct reading *r) {
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_arena_free (r->arena);
}

static void round_trip (wr_interner *symbols, const struct reading *first) {
  wr_buf once = {0}, twice = {0};
  vpr_print_program (&once, first->program);
  struct reading second = read_text (symbols, wr_buf_str (&once));
  if (wr_diags_errors (second.diags)) abort ();
  if (!vpr_program_equal (first->program, second.program)) abort ();
  vpr_print_program (&twice, second.program);
  if (!wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice))) abort ();
  wr_buf_free (&once);
  wr_buf_free (&twice);
  done (&second);
}

static void go_on (struct reading *r) {
  bool good = vpr_resolve (r->program, r->diags) && vpr_check (r->program, r->diags);
  if (!good && !wr_diags_errors (r->diags)) abort (); /* it refuses, and does not say why */
  if (!good) return;
  wr_buf text = {0};
  vpr_print_program (&text, r->program);
  wr_buf_free (&text);
  wr_core *core = vpr_lower (r->program, WR_DETAIL_CLAUSES, r->diags);
  if (!core && !wr_diags_errors (r->diags)) abort ();
  if (core && !wr_diags_errors (r->diags)) wr_core_check (core);
  wr_core_free (core);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_interner *symbols = wr_interner_new ();
  struct reading first = read_text (symbols, (wr_str){(const char *)data, size});
  if (!wr_diags_errors (first.diags)) {
    round_trip (symbols, &first);
    go_on (&first);
  }
  done (&first);
  wr_interner_free (symbols);
  return 0;
}
