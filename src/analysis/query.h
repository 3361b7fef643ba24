/* analysis/query.h -- questions to the dependency graph: what does this rest on, what rests on this, what is trusted,
   what does nothing need, and how much of a procedure its proofs need.  Answers are about labels; elements() lifts
   them to what the user wrote, for display. */
#ifndef WR_ANALYSIS_QUERY_H
#define WR_ANALYSIS_QUERY_H

#include "analysis/graph.h"

struct wr_filter {
  bool explicit_only; /* class explicit */
  bool direct_only;
  bool by_role;
  enum wr_role role;
  const wr_bitset *ignored; /* nodes that the user judges irrelevant; NULL: none */
};

struct wr_dependency {
  uint32_t node;
  bool direct;        /* in the core of a goal that was asked about */
  bool needed;        /* no link on the way to it could be replaced */
  bool clash;         /* a part of why a goal's point is not reached */
  bool contradiction; /* and of nothing else */
};
typedef WR_VEC (struct wr_dependency) wr_dependencies;

/* Facts that the nodes rest on, in order of nodes; of a vacuous goal also the contradiction. */
void wr_query_why (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                   wr_dependencies *out);
/* Goals that rest on the nodes. */
void wr_query_impact (const wr_graph *graph, const wr_u32s *asked, const struct wr_filter *filter,
                      wr_dependencies *out);
/* A shortest chain in which each node depends on the next: from a node of `from` to one of `to`, or, with
   `*backwards` set, the other way round. */
bool wr_query_path (const wr_graph *graph, const wr_u32s *from, const wr_u32s *to,
                    const struct wr_filter *filter, wr_u32s *path, bool *backwards);

/* What is trusted: nodes that nothing proves, those that most goals rest on first. */
struct wr_leaf {
  uint32_t node;
  uint32_t goals; /* that rest on it */
};
typedef WR_VEC (struct wr_leaf) wr_leaves;
/* Of all goals, or of those in `among` if that is not empty. */
void wr_query_trust (const wr_graph *graph, const wr_u32s *among, const struct wr_filter *filter,
                     wr_leaves *out);
/* Goals that no other goal rests on; of goals that rest on each other, the explicit ones. */
void wr_query_top_goals (const wr_graph *graph, wr_u32s *out);

/* One fact of each element, or conjunct of one, that no goal rests on; the goals of invariants do not count by
   themselves.  What assertions establish is no element of its own. */
void wr_query_uncovered (const wr_graph *graph, const struct wr_filter *filter, wr_u32s *out);

/* Of the elements of a procedure that a proof may assume, how many do these goals rest on?  The elements are its
   preconditions, assumptions, assignments, conditions, invariants, where clauses and calls, each once; what
   assertions establish is none.  `procedure`: index. */
struct wr_share wr_query_proof_coverage (const wr_graph *graph, const wr_u32s *goals,
                                         uint32_t procedure, const struct wr_filter *filter);
/* The explicit goals of a procedure; only its postconditions. */
void wr_query_goals_of (const wr_graph *graph, uint32_t procedure, bool ensures_only, wr_u32s *out);

/* What a fact is worth whose own justification is not proved: FAILED, TIMEOUT, UNKNOWN; else NONE. */
enum wr_trust wr_query_doubt (const wr_graph *graph, uint32_t node);

/* Equal for nodes that are one element to the user: a call with all that it does is one. */
uint64_t wr_element_key (const struct wr_gnode *node);

#endif
