/* tests/fuzz/explained.c -- any bytes as the stored explanations of a small program, and what `cover` makes of them: coverage, elements, the graph
   and the lists of its report.  The first byte gives the verdicts; then there is one value for each procedure, with its length before it.  Whatever the reader accepts
   must be usable, and what it refuses counts as no information. */
#include "analysis/coverage.h"
#include "analysis/explained_bytes.h"
#include "flow/flow.h"
#include "front/boogie/lower.h"
#include "report/cover.h"
#include "report/graph.h"
#include "roundtrip.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char program_text[] =
    "function f(int): int;\n"
    "axiom (forall x: int :: {f(x)} f(x) > x);\n"
    "axiom f(0) == 7;\n"
    "var g: int;\n"
    "procedure P(x: int) returns (y: int)\n"
    "  requires x > 0; requires x < 100; modifies g; ensures y > 0;\n"
    "{\n"
    "  y := x; g := f(x);\n"
    "  while (y < 50) invariant y > 0; invariant g > 0; { y := y + 1; assert y > 1; }\n"
    "  assert g > x;\n"
    "}\n"
    "procedure Q() modifies g;\n"
    "{ var z: int; call z := P(5); assert z > 0; assume false; assert g == 3; }\n";

/* The program, which is made once. */
static const wr_core *program_core (void) {
  static const wr_core *core;
  static wr_arena *arena;
  if (core) return core;
  arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("a.bpl"), wr_str_of (program_text));
  struct bpl_program *program = bpl_parse (arena, wr_interner_new (), sources, diags);
  if (!bpl_resolve (program, diags) || !bpl_typecheck (program, diags)) abort ();
  core = bpl_lower (program, diags);
  if (!core) abort ();
  return core;
}

/* Bit g of `verdicts`: goal g of every procedure failed. */
static wr_result *prove (wr_arena *arena, uint8_t verdicts) {
  wr_result *result = WR_NEW (arena, wr_result, 1);
  wr_core *extension = wr_core_extend (program_core (), arena);
  result->core = extension;
  result->body_count = program_core ()->bodies.len;
  result->bodies = WR_NEW (arena, struct wr_body_result, result->body_count);
  for (uint32_t i = 0; i < result->body_count; i++) {
    struct wr_body_result *b = &result->bodies[i];
    b->body = i;
    b->selected = true;
    b->passive = wr_flow_run (extension, i, NULL, arena);
    b->vc = wr_vc_build (extension, b->passive, NULL, arena);
    b->goals = WR_NEW (arena, struct wr_goal_result, b->passive->goal_count);
    for (uint32_t g = 0; g < b->passive->goal_count; g++) {
      bool failed = verdicts >> g % 8 & 1;
      b->goals[g].verdict = failed ? WR_VERDICT_FAILED : WR_VERDICT_PROVED;
      b->goals[g].reason = failed ? WR_STATUS_SAT : WR_STATUS_UNSAT;
    }
  }
  return result;
}

/* A byte for the number of words, and then the words. */
static wr_str take_part (wr_str *bytes) {
  size_t words = bytes->len ? (unsigned char)bytes->ptr[0] * sizeof (uint32_t) : 0;
  wr_str part = {bytes->ptr + (bytes->len != 0), bytes->len - (bytes->len != 0)};
  if (part.len > words) part.len = words;
  size_t all = part.len + (bytes->len != 0);
  *bytes = (wr_str){bytes->ptr + all, bytes->len - all};
  return part;
}

static wr_cover *read_all (wr_arena *arena, const wr_result *result, wr_str bytes) {
  wr_cover *cover = WR_NEW (arena, wr_cover, 1);
  wr_map axioms = {0};
  cover->result = result;
  cover->goals = WR_NEW (arena, struct wr_explanation *, result->body_count);
  cover->blocks = WR_NEW (arena, struct wr_explanation *, result->body_count);
  cover->costs = WR_NEW (arena, struct wr_cover_cost, result->body_count);
  cover->before = WR_NEW (arena, struct wr_cover_cost, result->body_count);
  cover->done = WR_NEW (arena, bool, result->body_count);
  cover->lost = WR_NEW (arena, bool, result->body_count);
  for (uint32_t i = 0; i < result->core->axioms.len; i++)
    wr_map_put (&axioms, result->core->axioms.data[i].label.ix, i);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    uint32_t goals = body->passive->goal_count, count = goals + body->passive->block_count;
    wr_str part = take_part (&bytes);
    struct wr_numbering labels = {result->core, body->vc, &axioms};
    struct wr_explained list = {.count = count};
    if (!wr_explained_read (part, &labels, arena, &list) ||
        !wr_explained_fit (&list, body->passive)) {
      list.data = WR_NEW (arena, struct wr_explanation, count);
      list.cost = (struct wr_cover_cost){0};
    }
    cover->goals[b] = list.data;
    cover->blocks[b] = list.data + goals;
    cover->before[b] = list.cost;
    cover->done[b] = true;
  }
  wr_map_free (&axioms);
  return cover;
}

static void check_lists (const wr_coverage *coverage, const wr_graph *graph) {
  json_t *procedures = wr_report_cover_procedures (coverage, 1);
  json_t *facts = wr_report_facts (coverage, 1);
  json_t *states = wr_report_elements (coverage, 1);
  wr_report_trusts (procedures, graph);
  wr_buf text = {0};
  wr_json_dump (&text, procedures);
  wr_json_dump (&text, facts);
  wr_json_dump (&text, states);
  wr_buf_free (&text);
  json_decref (procedures);
  json_decref (facts);
  json_decref (states);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  wr_arena *arena = wr_arena_new ();
  wr_result *result = prove (arena, data[0]);
  wr_cover *cover = read_all (arena, result, (wr_str){(const char *)data + 1, size - 1});
  wr_coverage *coverage = wr_coverage_of (cover, arena);
  if (coverage->whole.covered > coverage->whole.total) abort ();
  wr_graph *graph = wr_graph_of (coverage, arena);
  check_round_trip (graph, arena);
  check_lists (coverage, graph);
  wr_coverage_free (coverage);
  wr_arena_free (arena);
  return 0;
}
