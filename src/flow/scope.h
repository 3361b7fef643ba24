/* flow/scope.h -- the variables that a body can name, numbered densely ("slots"): globals, ins, outs,
   locals.  A formal of the procedure and the body's own variable for it are one slot.  Also: which slots
   are read and written where, and which are live. */
#ifndef WR_FLOW_SCOPE_H
#define WR_FLOW_SCOPE_H

#include "flow/graph.h"

typedef struct {
  const wr_core *core;
  WR_VEC (wr_var) vars;  /* per slot: the body's variable */
  WR_VEC (wr_var) alias; /* per slot: the procedure's formal if it is another variable; or none */
  wr_map slots;          /* wr_var.ix -> slot */
  uint32_t first_in, first_out, first_local;
} wr_scope;

void wr_scope_build (wr_scope *scope, const wr_core *core, uint32_t body);
void wr_scope_free (wr_scope *scope);
/* UINT32_MAX: not in scope (bound variables, a callee's formals). */
uint32_t wr_scope_slot (const wr_scope *scope, wr_var var);
/* The where clauses of a slot: the body's variable's, or those of the procedure's formal. */
const wr_clauses *wr_scope_where (const wr_scope *scope, uint32_t slot);

/* Sets of slots, one row per block of the graph. */
typedef struct {
  uint32_t words;
  uint64_t *live; /* read later before it is written, at the start of the block */
  uint64_t *defs; /* written in the block */
  uint64_t *used; /* one row: read anywhere, in contract and where clauses too */
} wr_liveness;

/* `order` is topological: the graph is acyclic. [liveness.c] */
void wr_liveness_run (wr_liveness *l, const wr_scope *scope, const wr_wgraph *g,
                      const wr_u32s *order);
void wr_liveness_free (wr_liveness *l);

static inline bool wr_row_has (const uint64_t *row, uint32_t slot) {
  return row[slot / 64] >> (slot % 64) & 1;
}
static inline void wr_row_add (uint64_t *row, uint32_t slot) {
  row[slot / 64] |= UINT64_C (1) << (slot % 64);
}

#endif
