/* report/graph.h -- answers from the dependency graph as text and JSON, and the graph itself as DOT, GraphML, CSV
   and JSON. Text shows the user's elements, grouped by procedure; JSON shows labels. */
#ifndef WR_REPORT_GRAPH_H
#define WR_REPORT_GRAPH_H

#include "analysis/query.h"
#include "base/json.h"

/* `f12 FILE:3:5 text` in one line; long texts are cut. */
void wr_report_node_line (wr_buf *out, const wr_graph *graph, uint32_t node);
/* The keys that every node has in JSON: id, file, line, column, role, class, name, label, text, procedure, and of
   goals the verdict. */
json_t *wr_report_node (const wr_graph *graph, uint32_t node);
/* The same of the element that the user wrote: for a clause at a call the place and the text of the call. */
json_t *wr_report_source (const wr_graph *graph, uint32_t node);

/* `why` and `impact`: the nodes of the query, then the result. [graph_text.c, graph_json.c] */
void wr_report_found_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                           const wr_dependencies *found, bool impact);
void wr_report_found_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                           const wr_dependencies *found, bool impact);
/* Proof coverage of the asked goals' procedures (`asked` empty: of all with bodies, by their explicit goals and by
   their postconditions alone). */
void wr_report_shares_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                            const struct wr_filter *filter);
void wr_report_shares_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                            const struct wr_filter *filter);

void wr_report_path_text (wr_buf *out, const wr_graph *graph, const wr_u32s *path, bool backwards);
void wr_report_path_json (json_t *document, const wr_graph *graph, const wr_u32s *path,
                          bool backwards);
/* Of these goals; none: of those that no other rests on. */
void wr_report_trust_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                           const wr_leaves *leaves, const struct wr_filter *filter);
void wr_report_trust_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                           const wr_leaves *leaves, const struct wr_filter *filter);
/* `uncovered`: numbers in graph->elements.  JSON has the counts of all elements, too. */
void wr_report_uncovered_text (wr_buf *out, const wr_graph *graph, const wr_u32s *uncovered,
                               const wr_u32s *vacuous);
void wr_report_uncovered_json (json_t *document, const wr_graph *graph, const wr_u32s *uncovered,
                               const wr_u32s *vacuous);
/* The line `covered: …` that `cover` prints. */
void wr_report_graph_counts_text (wr_buf *out, const wr_graph *graph);

/* The whole graph, internal nodes included.  [graph_export.c] */
json_t *wr_report_graph (const wr_graph *graph); /* {"nodes": [...], "edges": [[from, to, kind]]} */
void wr_report_graph_dot (wr_buf *out, const wr_graph *graph);
void wr_report_graph_graphml (wr_buf *out, const wr_graph *graph);
void wr_report_graph_nodes_csv (wr_buf *out, const wr_graph *graph);
void wr_report_graph_edges_csv (wr_buf *out, const wr_graph *graph);

#endif
