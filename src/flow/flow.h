/* flow/flow.h -- from a body to its passive graph.  On a copy of the body: irreducible loops are made
   reducible by node splitting, loops are cut at their invariants, calls are desugared into their
   clauses, `old` becomes the entry state, returns meet in one exit, and variables become incarnations,
   each given a value at most once on any path.  The result is an acyclic graph of facts and goals.

   Roles and labels (DESIGN, section 2): every fact carries the label of the element whose effect it is,
   or none where it is frame (joins of incarnations, stores around an assigned place, out-parameter
   copies).  Derived labels, sites of loops, incarnations and expressions are added to an extension of the program
   (wr_core_extend); the program itself is untouched. */
#ifndef WR_FLOW_FLOW_H
#define WR_FLOW_FLOW_H

#include "base/cancel.h"
#include "core/core.h"

struct wr_goal {
  enum wr_role
      role; /* the role of its label; for a goal without a label, the role that it would have */
  wr_label label;   /* the goal's own: off means that only an unreachable point proves it */
  wr_label assumed; /* its later use as a fact; none when it is not assumed afterwards */
  wr_expr cond;
  wr_span
      at; /* where its failure is reported (`at_return`: the clause; the trace gives the return) */
  bool at_return;       /* reported at the return of the failing path */
  wr_span clause;       /* the violated clause, for the note; file 0: none */
  uint32_t block, item; /* its position in the passive graph */
  /* An earlier goal has the same label: the same clause on another edge into its loop, or a copy made
     to untangle loops.  They share a verdict line. */
  bool implied;
};

enum wr_pitem_kind {
  WR_PITEM_FACT, /* expr under label (none: frame) */
  WR_PITEM_GOAL, /* goals[goal] */
  WR_PITEM_CHOOSE, /* these incarnations get arbitrary values here: no constraint; for models and replay */
  WR_PITEM_CAPTURE /* a state to show: `state` */
};
struct wr_pitem {
  enum wr_pitem_kind kind;
  wr_label label;
  wr_expr expr;
  uint32_t goal;
  const wr_var *chosen; /* CHOOSE: incarnations, some may occur nowhere else */
  uint32_t chosen_count;
  uint32_t state; /* CAPTURE: index into states */
  uint32_t core_block,
      core_cmd; /* the command of the body that this comes from; UINT32_MAX: none */
};

/* The expression that each variable denotes at a point. */
struct wr_pstate {
  wr_symbol name; /* {:captureState} text, or none (entry, loop head, return) */
  wr_span at;
  const wr_var *vars;
  const wr_expr *values;
  uint32_t count;
};

struct wr_pblock {
  wr_symbol name;
  wr_span at;        /* file 0: generated, left out of traces */
  wr_span return_at; /* a block that returns: where */
  struct wr_pitem *items;
  uint32_t item_count;
  uint32_t *succs; /* all larger than the block's own index; none: a path ends */
  uint32_t succ_count;
};

typedef struct wr_passive {
  uint32_t body;
  struct wr_pblock *
      blocks; /* [0] is the entry; topologically sorted; goals of unreachable code are in blocks that
                               [0] does not reach */
  uint32_t block_count;
  struct wr_goal *goals; /* in program order: block, item */
  uint32_t goal_count;
  struct wr_pstate *states;
  uint32_t state_count;
} wr_passive;

/* The passive graph of body number `body`, in `arena`.  `extension` is an extension of the program: it gets what flow
   derives, and later stages read the graph together with it.  NULL: the token was asked. */
wr_passive *wr_flow_run (wr_core *extension, uint32_t body, const wr_cancel *cancel,
                         wr_arena *arena);
void wr_passive_print (wr_buf *out, const wr_core *core, const wr_passive *passive);
/* The first fault of a graph, or NULL: it is acyclic, on every path each incarnation is introduced once and before
   it is used, an effect under a label constrains only a fresh incarnation, labels' roles fit, no OLD is left. */
const char *wr_passive_fault (const wr_core *core, const wr_passive *passive);
/* Aborts when there is a fault; runs after flow in debug builds. */
void wr_passive_check (const wr_core *core, const wr_passive *passive);

#endif
