/* tests/fuzz/parser.c -- any bytes: the parser ends; what it accepts is printed, parsed again to an equal
   tree, and printed again to the same text. */
#include "front/boogie/boogie.h"

#include <stdlib.h>

struct reading {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  struct bpl_program *program;
};

static struct reading read_text (wr_str text) {
  struct reading r = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  wr_sources_add (r.sources, WR_LIT ("input.bpl"), text);
  r.program = bpl_parse (r.arena, r.symbols, r.sources, r.diags);
  return r;
}

static void done (struct reading *r) {
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct reading first = read_text ((wr_str){(const char *)data, size});
  wr_buf once = {0};
  bpl_print (&once, first.program);
  if (wr_diags_errors (first.diags) == 0) {
    struct reading second = read_text (wr_buf_str (&once));
    if (wr_diags_errors (second.diags)) abort ();
    if (!bpl_program_equal (first.program, second.program)) abort ();
    wr_buf twice = {0};
    bpl_print (&twice, second.program);
    if (!wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice))) abort ();
    wr_buf_free (&twice);
    done (&second);
  }
  wr_buf_free (&once);
  done (&first);
  return 0;
}
