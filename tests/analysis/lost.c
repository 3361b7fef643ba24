/* What the clock takes is not remembered: explanations that were lost are asked for again the next time, in a cache
   that keeps those that were found. */
#include "../fault/backend.h"
#include "analysis/cover.h"
#include "front/boogie/lower.h"
#include "tap.h"

#include <stdio.h>

static const char text[] = "procedure P(x: int) requires x > 0; requires x < 9;\n"
                           "{ assert x >= 0; assert x <= 9; }\n";

static uint32_t known (const wr_cover *cover) {
  uint32_t count = 0;
  const wr_result *result = cover->result;
  for (uint32_t b = 0; b < result->body_count; b++)
    for (uint32_t g = 0; g < result->bodies[b].passive->goal_count; g++)
      count += cover->goals[b][g].known;
  return count;
}

static uint64_t queries (const wr_cover *cover) {
  uint64_t count = 0;
  for (uint32_t b = 0; b < cover->result->body_count; b++) count += cover->costs[b].queries;
  return count;
}

static wr_core *load (wr_arena *arena, wr_interner *symbols, wr_sources *sources, wr_diags *diags) {
  wr_sources_add (sources, WR_LIT ("lost.bpl"), wr_str_of (text));
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  if (!bpl_resolve (program, diags) || !bpl_typecheck (program, diags)) return NULL;
  return bpl_lower (program, diags);
}

int main (void) {
  struct tap tap = {0};
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  char path[] = "analysis-lost-XXXXXX";
  int file = mkstemp (path);
  wr_core *core = load (arena, symbols, sources, diags);
  struct wr_decide_options decide = {
      .workers = 1, .backend = &wr_backend_z3, .want_cores = true, .cache_path = path};
  wr_result *result = wr_decide (core, &decide, arena);
  struct wr_cover_options slow = {.effort = WR_CORES_MUST,
                                  .workers = 1,
                                  .backend = &fake_backend,
                                  .timeout = 30,
                                  .cache_path = path};
  slow.solver.command = "t";
  struct wr_cover_options quick = slow;
  quick.backend = &wr_backend_z3;
  wr_cover *cover = wr_cover_run (result, &slow, arena);
  OK (&tap, known (cover) == 0 && cover->lossy, "the clock takes every answer");
  cover = wr_cover_run (result, &quick, arena);
  OK (&tap, known (cover) == 2 && !cover->lossy, "what was lost is asked for again");
  OK (&tap, queries (cover) > 0, "and not recalled");
  cover = wr_cover_run (result, &slow, arena);
  OK (&tap, known (cover) == 2 && queries (cover) == 0 && !cover->lossy, "what was found is");
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  close (file);
  unlink (path);
  return tap_done (&tap);
}
