/* flow/pass.h -- the state in which a body's blocks become facts and goals: which expression each variable
   denotes, and the items made so far. Blocks are visited along the dominator tree, and the changes of a block are
   undone when it is left, so nothing is copied from block to block. */
#ifndef WR_FLOW_PASS_H
#define WR_FLOW_PASS_H

#include "core/build.h"
#include "flow/flow.h"
#include "flow/scope.h"

struct wr_undo {
  uint32_t slot, value;
};

typedef WR_VEC (struct wr_pitem) wr_pitems;

typedef struct {
  wr_core *core;
  wr_arena *arena;
  wr_wgraph *g;
  wr_scope *scope;
  wr_u32s values;  /* per slot: wr_expr.ix; 0: unknown (dead after a join) */
  wr_map now, old; /* wr_var.ix -> wr_expr.ix; `old`: the same with globals as on entry */
  wr_u32s entry;   /* per slot: value on entry; 0: never read */
  WR_VEC (struct wr_undo) undo;
  wr_map versions;               /* name of a variable -> number of incarnations so far */
  wr_pitems *items;              /* of the block being made */
  uint32_t core_block, core_cmd; /* where the items come from */
  WR_VEC (struct wr_goal) goals;
  WR_VEC (struct wr_pstate) states;
} wr_pass;

/* A new incarnation of `of`; `part`: the value at a place inside it, of that sort. */
wr_var wr_pass_fresh (wr_pass *p, wr_var of);
wr_var wr_pass_fresh_part (wr_pass *p, wr_var of, wr_sort part);
/* `e` in the current state. */
wr_expr wr_pass_here (wr_pass *p, wr_expr e);
void wr_pass_set (wr_pass *p, uint32_t slot, wr_expr value);
/* The slot's value becomes a new incarnation, which is returned. */
wr_var wr_pass_renew (wr_pass *p, uint32_t slot);
void wr_pass_back_to (wr_pass *p, uint32_t undo_length);

/* Where messages about a clause point; file 0 for a clause without a label. */
wr_span wr_pass_report (const wr_pass *p, wr_label label);
void wr_pass_fact (wr_pass *p, wr_expr expr, wr_label label);
void wr_pass_goal (wr_pass *p, const struct wr_goal *goal);
void wr_pass_choose (wr_pass *p, const wr_var *vars, uint32_t count);
void wr_pass_capture (wr_pass *p, wr_symbol name, wr_span at);
/* The where clauses of a slot as facts at `site`. */
void wr_pass_where (wr_pass *p, uint32_t slot, wr_site site);

/* [contract.c] */
void wr_pass_entry (wr_pass *p, const uint64_t *used);
void wr_pass_exit (wr_pass *p);
/* [command.c] */
void wr_pass_cmd (wr_pass *p, const struct wr_cmd *cmd);
void wr_pass_havoc (wr_pass *p, const wr_var *vars, uint32_t count, wr_site site);
void wr_pass_loop_head (wr_pass *p, uint32_t loop);
void wr_pass_check (wr_pass *p, uint32_t loop, bool maintained);
/* [call.c] */
void wr_pass_call (wr_pass *p, const struct wr_cmd *cmd);
/* NULL: cancelled. [passive.c] */
wr_passive *wr_pass_run (wr_pass *p, const wr_u32s *order, const wr_liveness *live);

#endif
