/* report/html_graph.c -- the dependency graph for the page: only what the document does not contain already, and
   no facts without edges. */
#include "report/html.h"

enum { GRAPH_TEXT = 200 }; /* bytes of a text that the document does not have */

static bool is_shown (const wr_graph *graph, uint32_t n) {
  return graph->nodes[n].goal || graph->first[n] != graph->first[n + 1] ||
         graph->back_first[n] != graph->back_first[n + 1];
}

static wr_str cut (wr_str text) {
  if (text.len <= GRAPH_TEXT) return text;
  text.len = GRAPH_TEXT;
  while (text.len && ((unsigned char)text.ptr[text.len] & 0xC0) == 0x80) text.len--;
  return text;
}

static json_t *node_json (const struct wr_gnode *node, uint32_t n, wr_buf *scratch) {
  json_t *object = wr_json_object ();
  wr_buf_clear (scratch);
  if (node->label)
    wr_gnode_id (scratch, node);
  else
    wr_buf_print (scratch, "i%u", n);
  wr_json_set (object, "id", wr_json_text (wr_buf_str (scratch)));
  if (node->procedure) wr_json_set (object, "procedure", wr_json_count (node->procedure - 1));
  if (node->trust)
    wr_json_set (object, "trust", json_string (wr_trust_name ((enum wr_trust)node->trust)));
  if (node->cls == WR_CLASS_INTERNAL) wr_json_set (object, "internal", json_true ());
  if (node->goal) wr_json_set (object, "goal", json_true ());
  /* clauses that take part in no verified body are not among the facts of the document */
  if (!node->goal && node->status == WR_FACT_NONE) {
    wr_json_set (object, "role", json_string (wr_role_name ((enum wr_role)node->role)));
    wr_json_set (object, "text", wr_json_text (cut (node->text)));
  }
  return object;
}

static void add_edges (const wr_graph *graph, const uint32_t *number, uint32_t n, json_t *edges) {
  for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
    wr_json_push (edges, wr_json_count (number[n]));
    wr_json_push (edges, wr_json_count (number[graph->to[e]]));
    wr_json_push (edges, wr_json_count (graph->kind[e]));
  }
}

json_t *wr_html_graph (const wr_graph *graph) {
  json_t *object = wr_json_object (), *kinds = wr_json_array (), *procedures = wr_json_array (),
         *nodes = wr_json_array (), *edges = wr_json_array ();
  for (int k = 0; k < WR_EDGE_COUNT; k++)
    wr_json_push (kinds, json_string (wr_edge_name ((enum wr_edge_kind)k)));
  for (uint32_t p = 0; p < graph->procedure_count; p++) {
    json_t *procedure = wr_json_object ();
    wr_json_set (procedure, "name", wr_json_text (graph->procedures[p].name));
    wr_json_set (procedure, "body", json_boolean (graph->procedures[p].has_body));
    wr_json_push (procedures, procedure);
  }
  wr_u32s number = {0};
  wr_buf scratch = {0};
  for (uint32_t n = 0; n < graph->node_count; n++) {
    WR_VEC_PUSH (&number, (uint32_t)json_array_size (nodes));
    if (is_shown (graph, n)) wr_json_push (nodes, node_json (&graph->nodes[n], n, &scratch));
  }
  for (uint32_t n = 0; n < graph->node_count; n++) add_edges (graph, number.data, n, edges);
  wr_buf_free (&scratch);
  WR_VEC_FREE (&number);
  wr_json_set (object, "kinds", kinds);
  wr_json_set (object, "procedures", procedures);
  wr_json_set (object, "nodes", nodes);
  wr_json_set (object, "edges", edges);
  return object;
}
