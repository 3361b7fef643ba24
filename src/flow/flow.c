#include "flow/flow.h"

#include "base/check.h"
#include "flow/pass.h"

wr_passive *wr_flow_run (wr_core *core, uint32_t body, wr_arena *arena) {
  WR_REQUIRE (core->parent); /* a program is a value: what is derived goes to an extension */
  wr_wgraph g;
  wr_scope scope;
  wr_u32s order = {0};
  wr_liveness live = {0};
  wr_wgraph_build (&g, core, body);
  wr_wgraph_find_loops (&g);
  wr_wgraph_cut (&g);
  wr_wgraph_split_edges (&g);
  wr_wgraph_order (&g, &order);
  wr_scope_build (&scope, core, body);
  wr_liveness_run (&live, &scope, &g, &order);
  wr_pass p = {.core = core, .arena = arena, .g = &g, .scope = &scope};
  for (uint32_t i = 0; i < scope.vars.len; i++) {
    WR_VEC_PUSH (&p.values, 0);
    WR_VEC_PUSH (&p.entry, 0);
  }
  wr_passive *passive = wr_pass_run (&p, &order, &live);
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
  WR_VEC_FREE (&order);
  wr_wgraph_free (&g);
#ifndef NDEBUG
  wr_passive_check (core, passive);
#endif
  return passive;
}
