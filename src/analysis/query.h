/* analysis/query.h -- queries on the dependency graph: dependencies and dependents of nodes, trusted facts, elements, and proof
   coverage of a procedure.  Answers are about labels; reports lift them to the elements that the user wrote (wr_element_key). */
#ifndef WR_ANALYSIS_QUERY_H
#define WR_ANALYSIS_QUERY_H

#include "analysis/graph.h"

struct wr_filter {
  bool explicit_only; /* class explicit */
  bool direct_only;
  bool by_role;
  enum wr_role role;
  uint32_t types;           /* bit 1 << enum wr_label_type: wanted; 0: all */
  const wr_bitset *ignored; /* nodes that the user excludes; NULL: none */
};

struct wr_dependency {
  uint32_t node;
  bool direct; /* in the core of a goal that was asked about */
  enum wr_member
      status; /* needed: on some path to it every goal needs the next fact; interchangeable: on each path some goal has a
                            replacement; undecided: neither is known */
  bool clash; /* in the contradiction that makes a goal vacuous */
  bool contradiction; /* and in no proof */
};
typedef WR_VEC (struct wr_dependency) wr_dependencies;

/* Facts that the nodes depend on, in the order of nodes; for a vacuous goal also the facts of the contradiction. */
void wr_query_why (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                   wr_dependencies *out);
/* Goals that depend on the nodes.  If these are facts, it is the inverse of wr_query_why: a goal is listed exactly if one of the facts is
   listed for it, in its proof or in the contradiction that stands for one. */
void wr_query_impact (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                      wr_dependencies *out);
/* A shortest chain in which each node depends on the next: from a node of `from` to one of `to`, or, with
   `*backwards` set, the other way round. */
bool wr_query_path (const wr_graph *graph, const wr_u32s *from, const wr_u32s *to,
                    const struct wr_filter *filter, wr_u32s *path, bool *backwards);

/* A trusted node: nothing in the program proves it. */
struct wr_leaf {
  uint32_t node;
  uint32_t goals; /* number of goals that depend on it */
};
typedef WR_VEC (struct wr_leaf) wr_leaves;
/* Is the node shown as trusted?  Internal nodes are not, but for the recursion that inlining leaves out. */
bool wr_gnode_is_trusted (const struct wr_gnode *node);
/* The trusted nodes that goals (those in `among`; if it is empty, all) depend on, by falling number of goals; without `among` also
   checks that are switched off and that no goal depends on. */
void wr_query_trust (const wr_graph *graph, const wr_u32s *among, const struct wr_filter *filter,
                     wr_leaves *out);
/* Goals that no other goal depends on; of goals that depend on each other, the explicit ones. */
void wr_query_top_goals (const wr_graph *graph, wr_u32s *out);

/* The elements in this state, as numbers in graph->elements; not those of a prelude. */
void wr_query_elements (const wr_graph *graph, enum wr_element_state state,
                        const struct wr_filter *filter, wr_u32s *out);
/* The same counts that `cover` has. */
void wr_query_counts (const wr_graph *graph, struct wr_element_counts *elements,
                      struct wr_share *axioms);

/* How many of the elements of a procedure that a proof may assume do these goals depend on?  The elements are its preconditions,
   assumptions, assignments, conditions, invariants, where clauses and calls, each once.  `procedure`: index. */
bool wr_gnode_is_assumption (const struct wr_gnode *node); /* a fact of such an element */
struct wr_share wr_query_proof_coverage (const wr_graph *graph, const wr_u32s *goals,
                                         uint32_t procedure, const struct wr_filter *filter);
/* The explicit goals of a procedure; with `ensures_only` only its postconditions. */
void wr_query_goals_of (const wr_graph *graph, uint32_t procedure, bool ensures_only, wr_u32s *out);

/* The worst trust among the goals that justify a fact and are not proved: FAILED, TIMEOUT, UNKNOWN; NONE if all are proved. */
enum wr_trust wr_query_doubt (const wr_graph *graph, uint32_t node);

/* Equal for nodes of one element: all clauses of a call belong to the call. */
uint64_t wr_element_key (const struct wr_gnode *node);

#endif
