#include "flow/flow.h"

#include "base/check.h"
#include "flow/pass.h"

/* An acyclic graph and its order.  False: cancelled. */
static bool prepare (wr_wgraph *g, wr_u32s *order) {
  static void (*const steps[]) (wr_wgraph * g) = {wr_wgraph_find_loops, wr_wgraph_cut,
                                                  wr_wgraph_split_edges};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    if (wr_cancelled (g->cancel)) return false;
    steps[i](g);
  }
  if (!wr_cancelled (g->cancel)) wr_wgraph_order (g, order);
  return !wr_cancelled (g->cancel);
}

/* The facts and goals of an acyclic graph.  NULL: cancelled. */
static wr_passive *derive (wr_core *core, wr_wgraph *g, const wr_u32s *order, wr_arena *arena) {
  wr_scope scope;
  wr_liveness live = {0};
  wr_scope_build (&scope, core, g->body);
  wr_liveness_run (&live, &scope, g, order);
  wr_pass p = {.core = core, .arena = arena, .g = g, .scope = &scope};
  for (uint32_t i = 0; i < scope.vars.len; i++) {
    WR_VEC_PUSH (&p.values, 0);
    WR_VEC_PUSH (&p.entry, 0);
  }
  wr_passive *passive = wr_cancelled (g->cancel) ? NULL : wr_pass_run (&p, order, &live);
  WR_VEC_FREE (&p.values);
  WR_VEC_FREE (&p.entry);
  WR_VEC_FREE (&p.undo);
  WR_VEC_FREE (&p.goals);
  WR_VEC_FREE (&p.states);
  wr_map_free (&p.now);
  wr_map_free (&p.old);
  wr_map_free (&p.versions);
  wr_liveness_free (&live);
  wr_scope_free (&scope);
  return passive;
}

wr_passive *wr_flow_run (wr_core *core, uint32_t body, const wr_cancel *cancel, wr_arena *arena) {
  WR_REQUIRE (core->parent); /* a program is a value: what is derived goes to an extension */
  wr_wgraph g;
  wr_u32s order = {0};
  wr_wgraph_build (&g, core, body, cancel);
  wr_passive *passive = prepare (&g, &order) ? derive (core, &g, &order, arena) : NULL;
  WR_VEC_FREE (&order);
  wr_wgraph_free (&g);
#ifndef NDEBUG
  if (passive) wr_passive_check (core, passive);
#endif
  return passive;
}
