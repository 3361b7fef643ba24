/* tests/fuzz/core.c -- any bytes: the reader of core's text form ends; what it accepts is well formed, and
   printing, reading and printing it gives the same text. */
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

struct reading {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

/* The last text is read; the others are there for spans to point into. */
static struct reading read_texts (const wr_str *texts, int count) {
  static const char *const paths[] = {"a.bpl", "input", "printed"};
  struct reading r = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  uint32_t file = 0;
  for (int i = 0; i < count; i++) file = wr_sources_add (r.sources, wr_str_of (paths[i]), texts[i]);
  r.core = wr_core_read (r.arena, r.symbols, r.sources, file, r.diags);
  return r;
}

static void done (struct reading *r) {
  wr_core_free (r->core);
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  char user[400];
  memset (user, 'x', sizeof user);
  wr_str texts[3] = {{user, sizeof user}, {(const char *)data, size}, {NULL, 0}};
  struct reading first = read_texts (texts, 2);
  if (!first.core && !wr_diags_errors (first.diags)) abort ();
  if (first.core) {
    wr_core_check (first.core);
    wr_buf once = {0}, twice = {0};
    wr_core_print (&once, first.core);
    texts[2] = wr_buf_str (&once);
    struct reading second = read_texts (texts, 3);
    if (!second.core) abort ();
    wr_core_print (&twice, second.core);
    if (!wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice))) abort ();
    wr_buf_free (&once);
    wr_buf_free (&twice);
    done (&second);
  }
  done (&first);
  return 0;
}
