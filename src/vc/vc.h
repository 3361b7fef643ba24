/* vc/vc.h -- the verification condition: "some selected goal fails on some path".

   The formula is a graph of four kinds of nodes, from the last block back to the first:
     STOP                     false: this path is over and nothing failed
     FACT label expr next     (label => expr) and next          (no label: expr and next)
     GOAL goal next           (select and (label => not cond)) or ((assumed => cond) and next)
                              (no `assumed` label: ... or next)
     CHOICE c next other      (c and next) or (not c and other)
   Asserted in the solver, with one selector true and the others false, it is unsatisfiable exactly when
   that goal holds on every path.  Purity (DESIGN, section 2) is visible: a label occurs only as
   `label => constraint` in a positive place, so fewer labels never prove more; wr_vc_check enforces it.
   Choices are fresh and exclusive, so that a model names one failing path. */
#ifndef WR_VC_VC_H
#define WR_VC_VC_H

#include "flow/flow.h"

enum wr_vc_kind { WR_VC_STOP, WR_VC_FACT, WR_VC_GOAL, WR_VC_CHOICE };
struct wr_vc_node {
  enum wr_vc_kind kind;
  wr_label label;       /* FACT */
  wr_expr expr;         /* FACT */
  uint32_t goal;        /* GOAL */
  uint32_t choice;      /* CHOICE: its number; the block it belongs to is choice_block[choice] */
  uint32_t next, other; /* smaller than the node's own index */
};

typedef struct wr_vc {
  const wr_core *core;
  const wr_passive *passive;
  struct wr_vc_node *nodes; /* [0] is STOP; children before parents */
  uint32_t node_count, root;
  uint32_t
      *block_node; /* per passive block: the node it starts with; 0: nothing to fail from there */
  uint32_t *first_choice; /* per passive block: the number of its first choice */
  bool *reached;          /* per passive block: some path leads there */
  uint32_t choice_count;
  /* CHOICE c: true goes to passive block choice_then[c], false to choice_else[c] (UINT32_MAX: on to the next choice of the same branch) */
  uint32_t *choice_block, *choice_then, *choice_else;
  wr_label *labels; /* every label that occurs, increasing */
  uint32_t label_count;
  uint32_t sums; /* facts that assign a number to a variable (vc/sums.h) */
} wr_vc;

/* NULL: the token was asked. */
wr_vc *wr_vc_build (const wr_core *core, const wr_passive *passive, const wr_cancel *cancel,
                    wr_arena *arena);
void wr_vc_print (wr_buf *out, const wr_vc *vc);
/* The first fault of a formula, or NULL: nodes refer to smaller ones; a label occurs only before a Boolean
   constraint over incarnations, goals under goals' labels and facts under facts' labels; an assignment's label
   constrains only a fresh name. [check.c] */
const char *wr_vc_fault (const wr_vc *vc);
void wr_vc_check (const wr_vc *vc); /* aborts when there is a fault */

/* Goals that need no solver: those that no path of the graph reaches, or whose condition is literally true. */
bool wr_vc_goal_is_trivial (const wr_vc *vc, uint32_t goal);

/* The position of a label in `labels`, or UINT32_MAX. */
uint32_t wr_vc_rank (const wr_vc *vc, uint32_t label);

/* The labels on paths to a goal (facts before it, its own label), increasing; appended to `out`. */
void wr_vc_goal_labels (const wr_vc *vc, uint32_t goal, wr_u32s *out);

/* The passive blocks of the failing path to `goal`: `choice_value[c]` from a model. */
void wr_vc_path (const wr_vc *vc, uint32_t goal, const bool *choice_value, wr_u32s *out);

#endif
