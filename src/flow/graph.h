/* flow/graph.h -- the working copy of a body's control flow.  Blocks refer to the body's blocks instead
   of copying commands; what flow adds stands beside them: the entry (where clauses, preconditions), the
   unified exit (postconditions), blocks on edges, loop heads with their invariants and targets, and the
   invariants that are checked at the end of a block on its way into a loop head.

   Code that the entry does not reach is kept when it holds goals, so that every assertion gets its
   (trivial) verdict: it hangs on virtual edges from the entry, which the passive graph leaves out. */
#ifndef WR_FLOW_GRAPH_H
#define WR_FLOW_GRAPH_H

#include "base/bitset.h"
#include "base/cancel.h"
#include "core/core.h"

#define WR_NO_BLOCK UINT32_MAX

/* Limits of what is copied to untangle the irreducible loops of one body. */
enum { WR_MAX_SPLITS = 4096 /* blocks */, WR_MAX_SPLIT_EDGES = 1 << 15 };

enum wr_wblock_kind { WR_WBLOCK_ENTRY, WR_WBLOCK_EXIT, WR_WBLOCK_CODE, WR_WBLOCK_EDGE };

/* The invariants of a loop head, in order. */
struct wr_winvariant {
  wr_expr expr, checked; /* what is assumed, and what is checked */
  wr_label assumed, established, maintained;
  bool free;         /* only assumed */
  wr_span at;        /* where its failure is reported */
  uint32_t core_cmd; /* lifted from the head's commands; WR_NO_BLOCK: a written invariant */
};

struct wr_wloop {
  uint32_t head;
  uint32_t parent; /* the loop around it, or WR_NO_BLOCK */
  wr_u32s body;    /* blocks, head included */
  wr_site site;
  uint32_t lifted; /* commands of the head that became invariants */
  wr_u32s targets; /* variables (ix) assigned in the loop, increasing */
  WR_VEC (struct wr_winvariant) invariants;
};

struct wr_wblock {
  enum wr_wblock_kind kind;
  uint32_t core;  /* CODE: the body's block; EDGE: the one it leaves; else WR_NO_BLOCK */
  uint32_t inner; /* innermost loop around it, or WR_NO_BLOCK */
  uint32_t head;  /* the loop whose head this is, or WR_NO_BLOCK */
  uint32_t
      check; /* the loop whose invariants are checked at the end of this block, or WR_NO_BLOCK */
  bool maintained; /* check: on a back edge */
  bool abstract;   /* EDGE into a head of a tangled loop: nothing is checked */
  bool peeled;     /* has been copied in front of a tangled loop once */
  wr_u32s succs, preds;
};

typedef struct {
  wr_core *core;
  uint32_t body;
  WR_VEC (struct wr_wblock) blocks; /* [0] entry, [1] exit, then the body's blocks in order */
  WR_VEC (struct wr_wloop) loops;   /* outer before inner */
  uint32_t splits, split_edges;     /* copied blocks, and edges out of them */
  /* Polled by every step that can take long; NULL: never cancelled.  After it was asked a step ends early, and nobody may use the graph. */
  const wr_cancel *cancel;
} wr_wgraph;

enum { WR_WENTRY = 0, WR_WEXIT = 1, WR_WFIRST = 2 };

void wr_wgraph_build (wr_wgraph *g, wr_core *core, uint32_t body, const wr_cancel *cancel);
void wr_wgraph_free (wr_wgraph *g);
/* Finds the loops, untangling those with several entries. [loops.c] */
void wr_wgraph_find_loops (wr_wgraph *g);
/* Invariants, targets, checks on edges; back edges are gone afterwards. [cut.c] */
void wr_wgraph_cut (wr_wgraph *g);
/* A block of its own on every edge from a branch to a join. */
void wr_wgraph_split_edges (wr_wgraph *g);
/* The blocks that the entry reaches (virtual edges count), predecessors first, otherwise in the order of
   the body. */
void wr_wgraph_order (const wr_wgraph *g, wr_u32s *order);

uint32_t wr_wblock_add (wr_wgraph *g, enum wr_wblock_kind kind, uint32_t core);
void wr_wedge_add (wr_wgraph *g, uint32_t from, uint32_t to);
void wr_wedge_append (wr_wgraph *g, uint32_t from, uint32_t to); /* there is no such edge yet */
void wr_wedge_remove (wr_wgraph *g, uint32_t from, uint32_t to);
/* A block between two blocks, in the place of their edge. */
uint32_t wr_wedge_split (wr_wgraph *g, uint32_t from, uint32_t to);
bool wr_wloop_holds (const wr_wgraph *g, uint32_t loop, uint32_t block);
/* Leading commands of a goto-loop's head that act as its invariants; those that ask about a part of one (enum wr_probe) do not, and are
   asked when the invariants are assumed. */
uint32_t wr_wblock_prefix (const wr_wgraph *g, uint32_t block);
bool wr_wcmd_probes (const wr_wgraph *g, const struct wr_cmd *cmd);
/* Is command `i` of a block left to be passed, when the block is the head of `loop` (WR_NO_BLOCK: of none)? */
bool wr_wcmd_stays (const wr_wgraph *g, uint32_t loop, const struct wr_block *code, uint32_t i);

static inline const struct wr_body *wr_wgraph_body (const wr_wgraph *g) {
  return &g->core->bodies.data[g->body];
}
/* The body's block, or NULL for blocks of flow's own. */
static inline const struct wr_block *wr_wblock_code (const wr_wgraph *g, uint32_t block) {
  const struct wr_wblock *b = &g->blocks.data[block];
  return b->kind == WR_WBLOCK_CODE ? &wr_wgraph_body (g)->blocks[b->core] : NULL;
}

#endif
