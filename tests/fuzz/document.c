/* tests/fuzz/document.c -- any bytes as a JSON document to compare: read or refused with a reason; what is read is
   no worse than itself, and can be compared with an empty document. */
#include "report/diff.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const wr_diff *compare (const wr_doc *before, const wr_doc *after, wr_arena *arena) {
  const wr_diff *diff = wr_diff_of (before, after, arena);
  wr_buf out = {0};
  wr_diff_text (&out, diff);
  wr_diff_markdown (&out, diff);
  json_t *json = wr_diff_json (diff);
  json_decref (json);
  wr_buf_free (&out);
  return diff;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_arena *arena = wr_arena_new ();
  wr_buf problem = {0};
  wr_doc *doc = wr_doc_read ((wr_str){(const char *)data, size}, arena, &problem);
  if (!doc != (problem.len > 0)) abort ();
  if (doc) {
    static const wr_doc empty = {0};
    if (compare (doc, doc, arena)->count) abort ();
    compare (&empty, doc, arena);
    compare (doc, &empty, arena);
    for (uint32_t i = 0; i < doc->goal_count; i++)
      for (uint32_t k = 0; k < doc->goals[i].trust_count; k++)
        if (doc->goals[i].trusts[k] >= doc->leaf_count) abort ();
  }
  wr_buf_free (&problem);
  wr_arena_free (arena);
  return 0;
}
