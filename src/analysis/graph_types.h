/* analysis/graph_types.h -- what the dependency graph says beyond edges, for measures of progress: the types of its nodes
   (core/labeltype.h), and which goals establish which precondition. */
#ifndef WR_ANALYSIS_GRAPH_TYPES_H
#define WR_ANALYSIS_GRAPH_TYPES_H

#include "analysis/graph.h"

/* For a graph with nodes and edges.  Sets the types, the classes that follow from annotated types, and the callers. */
void wr_graph_set_types (wr_graph *graph, const wr_core *core, wr_arena *arena);

#endif
