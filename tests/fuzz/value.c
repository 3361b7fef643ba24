/* tests/fuzz/value.c -- any bytes as a value of the cache or a message of a worker.  The first byte says which reader gets the rest; what
   a reader accepts can be used, and written again it is read to the same. */
#include "analysis/explained_bytes.h"
#include "analysis/graph.h"
#include "analysis/query.h"
#include "analysis/session.h"
#include "axioms/bytes.h"
#include "roundtrip.h"
#include "solve/answer.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void read_graph (const char *data, size_t size, wr_arena *arena) {
  wr_graph *graph = wr_graph_read (data, size, arena);
  if (graph) check_round_trip (graph, arena);
}

/* Every word of the lists is looked at, so that a list that reaches beyond its memory is seen. */
static uint64_t sum (const uint32_t *words, uint32_t count) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; i++) all += words[i];
  return all;
}

static void read_message (const char *data, size_t size, wr_arena *arena) {
  struct wr_session_message m;
  if (!wr_session_read (data, size, arena, &m)) return;
  uint64_t all = sum (m.explanation.core, m.explanation.core_count) +
                 sum (m.explanation.own, m.explanation.own_count) +
                 sum (m.answer.core, m.answer.core_count);
  for (uint32_t i = 0; i < m.explanation.alternative_count; i++)
    all += sum (m.explanation.alternatives[i].use, m.explanation.alternatives[i].use_count);
  if (all == UINT64_MAX) abort (); /* no sum of a few thousand words is that large */
}

static void read_answer (const char *data, size_t size, wr_arena *arena) {
  struct wr_answer answer;
  if (wr_answer_read (data, size, arena, &answer) && answer.core_count && !answer.has_core)
    abort ();
}

static void read_tests (const char *data, size_t size) {
  struct wr_file_tests tests = {0};
  wr_file_tests_read ((wr_str){data, size}, &tests);
  wr_file_tests_free (&tests);
}

/* Explanations of three goals and blocks of a procedure with four labels, in a program with two axioms. */
static void read_explanations (const char *data, size_t size, wr_arena *arena) {
  wr_label own[4] = {{1}, {2}, {5}, {9}};
  wr_vc vc = {.labels = own, .label_count = 4};
  wr_interner *symbols = wr_interner_new ();
  wr_core *core = wr_core_new (arena, symbols, NULL);
  wr_map axioms = {0};
  for (uint32_t i = 0; i < 2; i++) {
    WR_VEC_PUSH (&core->axioms, ((struct wr_axiom){.label = {20 + i}}));
    wr_map_put (&axioms, 20 + i, i);
  }
  struct wr_numbering labels = {core, &vc, &axioms};
  struct wr_explained list = {.count = 3}, again = {.count = 3};
  wr_buf once = {0}, twice = {0};
  if (wr_explained_read ((wr_str){data, size}, &labels, arena, &list)) {
    list.cost = (struct wr_cover_cost){0}; /* seconds are rounded */
    if (!wr_explained_write (&once, &labels, &list)) abort ();
    if (!wr_explained_read (wr_buf_str (&once), &labels, arena, &again)) abort ();
    if (!wr_explained_write (&twice, &labels, &again)) abort ();
    if (!wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice))) abort ();
  }
  wr_buf_free (&once);
  wr_buf_free (&twice);
  wr_map_free (&axioms);
  wr_core_free (core);
  wr_interner_free (symbols);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  wr_arena *arena = wr_arena_new ();
  const char *rest = (const char *)data + 1;
  switch (data[0] % 5) {
  case 0: read_graph (rest, size - 1, arena); break;
  case 1: read_message (rest, size - 1, arena); break;
  case 2: read_answer (rest, size - 1, arena); break;
  case 3: read_tests (rest, size - 1); break;
  case 4: read_explanations (rest, size - 1, arena); break;
  }
  wr_arena_free (arena);
  return 0;
}
