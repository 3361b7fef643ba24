/* tests/fuzz/lexer.c -- any bytes: the tokens lie in order, none is empty, and they end. */
#include "front/boogie/lex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file =
      wr_sources_add (sources, WR_LIT ("input.bpl"), (wr_str){(const char *)data, size});
  wr_str text = bpl_preprocess (arena, sources, file, diags);
  if (text.len != size) abort ();
  struct bpl_lexer lexer = {
      .text = text.ptr, .len = (uint32_t)text.len, .file = file, .diags = diags};
  for (uint32_t end = 0;;) {
    struct bpl_token token = bpl_lex (&lexer);
    if (token.begin < end || token.end > size || token.kind >= BPL_TOK_COUNT) abort ();
    if (token.kind == BPL_TOK_END) break;
    if (token.end <= token.begin || !*bpl_token_name (token.kind)) abort ();
    end = token.end;
  }
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_arena_free (arena);
  return 0;
}
