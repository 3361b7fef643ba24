/* analysis/graph.h -- the dependency graph of a run.  Nodes are labels: facts and goals.  An edge says that its
   first node directly depends on its second:

     a goal on the facts of its core;
     a fact that goals justify on those goals: an assertion used later on its own goal, an invariant on being
     established and maintained, a precondition known after a call on its goal there, a value on the
     well-formedness of its expression;
     a clause of a call on the goals of the call's preconditions, and a postcondition at a call also on the
     callee's proof of it;
     the postconditions of a procedure without a body on its preconditions.

   Axioms, assumptions, conditions and assigned values are leaves.  A goal that is not proved has no
   dependencies; facts that are assumed after it depend on it.  A proved goal without an explanation depends, through an
   internal node, on everything in its body and on all axioms.

   The graph has no pointers into the program: it can be stored and loaded (analysis/store.h), and queries on it need
   neither program nor solver.  It knows roles, not languages. */
#ifndef WR_ANALYSIS_GRAPH_H
#define WR_ANALYSIS_GRAPH_H

#include "analysis/elements.h"

/* X (NAME, "name") */
#define WR_EDGES(X)                                                                                \
  X (PROOF, "proof")                 /* goal: fact in its core */                                  \
  X (CONTRADICTION, "contradiction") /* vacuous goal: fact in the contradiction */                 \
  X (ASIDE, "aside")                 /* the same, if the goal also has a proof of its own */       \
  X (JUSTIFIED, "justified")         /* fact: goal that established it */                          \
  X (CALL, "call")                   /* clause of a call: goal of a precondition there */          \
  X (CALLEE, "callee")               /* postcondition at a call: the callee's own */               \
  X (BODYLESS, "bodyless")           /* postcondition of a bodyless procedure: its precondition */ \
  X (WELL_FORMED, "well-formed")     /* fact: the goal that its expression is well-formed */       \
  X (UNEXPLAINED, "unexplained")     /* goal without an explanation: everything in its body */

enum wr_edge_kind {
#define X(name, text) WR_EDGE_##name,
  WR_EDGES (X)
#undef X
      WR_EDGE_COUNT
};
const char *wr_edge_name (enum wr_edge_kind kind);

/* Why a node is trusted: nothing in the program proves it.  X (NAME, "name in JSON") */
#define WR_TRUSTS(X)                                                                               \
  X (NONE, "none")                                                                                 \
  X (ASSUME, "assume") /* also where clauses */                                                    \
  X (AXIOM, "axiom")                                                                               \
  X (BODYLESS, "bodyless") /* postcondition of a procedure without a body */                       \
  X (FREE, "free")         /* free clauses */                                                      \
  X (FAILED, "failed")                                                                             \
  X (TIMEOUT, "timeout")                                                                           \
  X (UNKNOWN, "unknown") /* also goals that were not asked */                                      \
  X (VACUOUS, "vacuous") /* a goal that no execution reaches */                                    \
  X (RECURSIVE,                                                                                    \
     "recursive") /* body of a recursive function that is not seen to be well founded */           \
  X (UNCHECKED, "unchecked") /* the program switches its check off */                              \
  X (CUT, "cut")             /* inlining ends here: deeper recursion is left out */

enum wr_trust {
#define X(name, text) WR_TRUST_##name,
  WR_TRUSTS (X)
#undef X
      WR_TRUST_COUNT
};
const char *wr_trust_name (enum wr_trust trust); /* NULL for NONE */

/* A position as it is shown to the user: `#line` is followed; the end is exclusive. */
struct wr_place {
  wr_str file; /* empty: no position */
  uint32_t line, column, end_line, end_column;
};

struct wr_gnode {
  uint32_t label;   /* its number in the result; 0: an internal node without a label */
  uint64_t id;      /* its id (core/name.h); 0 with label */
  uint32_t element; /* nodes of one user-level element share it; 0: none */
  uint8_t role;     /* enum wr_role */
  /* enum wr_class.  Explicit: assumed or claimed without further justification (assumptions, preconditions, where
     clauses, free clauses, postconditions of procedures without a body; goals of assertions and postconditions).
     Implicit: everything else that the user wrote. */
  uint8_t cls;
  uint8_t type;     /* enum wr_label_type; never NONE with a label */
  uint8_t trust;    /* enum wr_trust */
  uint8_t verdict;  /* goal: enum wr_verdict; NONE: not asked */
  uint8_t status;   /* fact: enum wr_fact_status */
  bool goal;        /* otherwise a fact */
  bool vacuous;     /* goal: its point is unreachable */
  bool unexplained; /* goal: proved, but without an explanation */
  uint8_t
      limit; /* goal: enum wr_limit, if it is not explained or a fact of its core is undecided */
  uint32_t procedure;    /* owner: index into procedures + 1; 0: the program */
  struct wr_place at;    /* the user's text */
  struct wr_place use;   /* at a call or a havoc: where it takes effect */
  wr_str text, use_text; /* the source text at both places */
  wr_str name;           /* core/name.h */
  wr_str given;          /* its name in other tools for the language; may be empty */
};

/* An element of analysis/elements.h. */
struct wr_gelement {
  uint32_t
      node; /* one of its nodes: that of its text, or of a call, a clause that takes effect there */
  uint8_t state;  /* enum wr_element_state */
  uint8_t reason; /* enum wr_element_reason */
  bool call, prelude;
};

struct wr_gprocedure {
  wr_str name;
  struct wr_place at;
  bool has_body;
};

typedef struct wr_graph {
  struct wr_gnode *nodes; /* by label; nodes without a label at the end */
  uint32_t node_count;
  struct wr_gprocedure *procedures;
  uint32_t procedure_count;
  struct wr_gelement *elements;
  uint32_t element_count;
  /* Edges of node n: first[n] .. first[n + 1]; in order of their targets. */
  uint32_t *first, *to;
  uint8_t *kind, *need; /* enum wr_edge_kind, enum wr_need; per edge.  LIMIT: undecided */
  uint32_t edge_count;
  /* What can replace a fact in the core of a goal, as numbers: the goal, the fact, how many facts replace it, these facts; and so on. */
  uint32_t *alternatives;
  uint32_t alternative_words;
  /* Which goals establish a precondition at the calls of its procedure: pairs of a fact and a goal, in order.  These are no
     edges: a proof takes a precondition for granted (analysis/progress.h looks beyond). */
  uint32_t *callers;
  uint32_t caller_count; /* pairs */
  /* The same edges backwards: those into node n are back_first[n] .. back_first[n + 1].  A graph from the store has
     them only after wr_graph_connect_back. */
  uint32_t *back_first, *back_from, *back_edge;
} wr_graph;

/* Builds the graph of a run from its explanations.  Its strings point into the sources of the run. */
wr_graph *wr_graph_of (const wr_coverage *coverage, wr_arena *arena);

/* Sets the edges of a graph.  They may come in any order, and more than once. */
struct wr_gedge {
  uint32_t from, to;
  uint8_t kind, need;
};
typedef WR_VEC (struct wr_gedge) wr_gedges;
void wr_graph_connect (wr_graph *graph, wr_gedges *edges, wr_arena *arena);
void wr_graph_connect_back (wr_graph *graph, wr_arena *arena); /* the backward edges only */

/* The node of a label, or UINT32_MAX. */
uint32_t wr_graph_node (const wr_graph *graph, uint32_t label);
/* As in the JSON of `cover`: `g` or `f` and the id of the label. */
void wr_gnode_id (wr_buf *out, const struct wr_gnode *node);
/* The next entry of `alternatives` from `at` on, or false; sets *at to the one behind it. */
struct wr_galternative {
  uint32_t goal, instead_of, count;
  const uint32_t *use;
};
bool wr_graph_alternative (const wr_graph *graph, uint32_t *at, struct wr_galternative *out);
/* Is the node a fact that is shown to the user (not internal)? */
bool wr_gnode_is_fact (const struct wr_gnode *node);

/* -- queries on node sets: arrays of node indices ------------------------------------------------- */

enum wr_direction { WR_FORWARD, WR_BACKWARD }; /* to dependencies; to dependents */

/* How sure it must be that a goal needs a fact. */
enum wr_sure {
  WR_SURE_USED,       /* the fact is in its core */
  WR_SURE_NOT_SPARED, /* and no replacement is known */
  WR_SURE_NEEDED      /* and every core has it */
};

/* The edges that a walk takes: those for which 1 << kind is set; of those from a goal to facts only the ones that are as sure as
   `sure`.  `ignored` nodes are not entered. */
struct wr_walk {
  enum wr_direction direction;
  uint32_t kinds;
  enum wr_sure sure;
  const wr_bitset *ignored; /* NULL: none */
};
/* If a goal has both a contradiction and a proof of its own, walks follow the proof. */
#define WR_WALK_DEFAULT (((1u << WR_EDGE_COUNT) - 1) & ~(1u << WR_EDGE_ASIDE))

/* Adds every node that is reached to `seen`, the start included. */
void wr_graph_reach (const wr_graph *graph, const struct wr_walk *walk, const uint32_t *start,
                     uint32_t count, wr_bitset *seen);
/* The same from every node that is in `seen` already. */
void wr_graph_extend (const wr_graph *graph, const struct wr_walk *walk, wr_bitset *seen);
/* A shortest path from a node of `from` to one of `to`; false: there is none.  Nodes are appended to `path`. */
bool wr_graph_path (const wr_graph *graph, const struct wr_walk *walk, const wr_u32s *from,
                    const wr_u32s *to, wr_u32s *path);
/* Strongly connected components over the edges of `walk` (forward): component[n] for each node, numbered so that
   a component comes after every component that it depends on.  Returns the number of components. */
uint32_t wr_graph_components (const wr_graph *graph, const struct wr_walk *walk,
                              uint32_t *component);

#endif
