/* report/graph_export.c -- the dependency graph for other tools.  DOT shows what people see: internal nodes are left
   out there; the other forms hold everything. */
#include "report/graph.h"

#include "base/utf8.h"
#include "report/csv.h"
#include "report/mark.h"

enum { DOT_TEXT = 40 };

static const char *verdict_of (const struct wr_gnode *node) {
  if (!node->goal) return NULL;
  return node->verdict ? wr_verdict_name ((enum wr_verdict)node->verdict) : "unknown";
}

static const char *status_of (const struct wr_gnode *node) {
  bool has = !node->goal && node->status != WR_FACT_NONE;
  return has ? wr_fact_status_name ((enum wr_fact_status)node->status) : NULL;
}

static wr_str procedure_of (const wr_graph *graph, const struct wr_gnode *node) {
  return node->procedure ? graph->procedures[node->procedure - 1].name : (wr_str){0};
}

static void add_id (wr_buf *out, const wr_graph *graph, uint32_t n) {
  if (graph->nodes[n].label)
    wr_gnode_id (out, &graph->nodes[n]);
  else
    wr_buf_print (out, "i%u", n);
}

/* -- JSON ------------------------------------------------------------------------------------------- */

static json_t *word (const char *text) { return text ? json_string (text) : json_null (); }

static json_t *node_json (const wr_graph *graph, uint32_t n) {
  const struct wr_gnode *node = &graph->nodes[n];
  json_t *object = wr_json_object ();
  wr_buf id = {0};
  add_id (&id, graph, n);
  wr_json_set (object, "id", wr_json_text (wr_buf_str (&id)));
  wr_buf_free (&id);
  wr_json_set (object, "goal", json_boolean (node->goal));
  wr_json_set (object, "role", word (wr_role_name ((enum wr_role)node->role)));
  wr_json_set (object, "class", word (wr_class_name ((enum wr_class)node->cls)));
  wr_json_set (object, "type", word (wr_label_type_name ((enum wr_label_type)node->type)));
  wr_json_set (object, "procedure",
               node->procedure ? wr_json_text (procedure_of (graph, node)) : json_null ());
  wr_json_set (object, "file", wr_json_text (node->at.file));
  wr_json_set (object, "line", wr_json_count (node->at.line));
  wr_json_set (object, "column", wr_json_count (node->at.column));
  wr_json_set (object, "end_line", wr_json_count (node->at.end_line));
  wr_json_set (object, "end_column", wr_json_count (node->at.end_column));
  wr_json_set (object, "text", wr_json_text (node->text));
  wr_json_set (object, "name", wr_json_text (node->name));
  if (node->given.len) wr_json_set (object, "label", wr_json_text (node->given));
  if (node->use.file.len) {
    json_t *use = wr_json_object ();
    wr_json_set (use, "file", wr_json_text (node->use.file));
    wr_json_set (use, "line", wr_json_count (node->use.line));
    wr_json_set (use, "column", wr_json_count (node->use.column));
    wr_json_set (use, "text", wr_json_text (node->use_text));
    wr_json_set (object, "use", use);
  }
  wr_json_set (object, "verdict", word (verdict_of (node)));
  wr_json_set (object, "vacuous", json_boolean (node->vacuous));
  wr_json_set (object, "status", word (status_of (node)));
  wr_json_set (object, "kind", word (wr_trust_name ((enum wr_trust)node->trust)));
  return object;
}

json_t *wr_report_graph (const wr_graph *graph) {
  json_t *object = wr_json_object (), *nodes = wr_json_array (), *edges = wr_json_array ();
  for (uint32_t n = 0; n < graph->node_count; n++) {
    wr_json_push (nodes, node_json (graph, n));
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      json_t *edge = wr_json_array ();
      wr_json_push (edge, wr_json_count (n));
      wr_json_push (edge, wr_json_count (graph->to[e]));
      wr_json_push (edge, word (wr_edge_name ((enum wr_edge_kind)graph->kind[e])));
      wr_json_push (edges, edge);
    }
  }
  wr_json_set (object, "nodes", nodes);
  wr_json_set (object, "edges", edges);
  return object;
}

/* -- DOT -------------------------------------------------------------------------------------------- */

static void add_dot_text (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  for (size_t i = 0; i < clean.len; i++) {
    if (clean.data[i] == '"' || clean.data[i] == '\\') wr_buf_add_char (out, '\\');
    wr_buf_add_char (out, clean.data[i]);
  }
  wr_buf_free (&clean);
}

static void add_dot_node (wr_buf *out, const wr_graph *graph, uint32_t n, const char *indent) {
  const struct wr_gnode *node = &graph->nodes[n];
  bool bad = node->goal && node->verdict != WR_VERDICT_PROVED;
  wr_buf_print (out, "%sn%u [shape=%s%s, label=\"", indent, n, node->goal ? "box" : "ellipse",
                bad             ? ", color=red"
                : node->trust   ? ", style=bold"
                : node->vacuous ? ", style=dashed"
                                : "");
  size_t most = DOT_TEXT;
  wr_str text = node->text;
  if (text.len > most) {
    while (most > 0 && ((unsigned char)text.ptr[most] & 0xC0) == 0x80) most--;
    text.len = most;
  }
  wr_buf_print (out, "%s\\n", wr_role_name ((enum wr_role)node->role));
  add_dot_text (out, text);
  if (text.len < node->text.len) wr_buf_add (out, WR_LIT ("…"));
  if (node->at.line) wr_buf_print (out, "\\nline %u", node->at.line);
  wr_buf_add (out, WR_LIT ("\"];\n"));
}

/* A fact that nothing rests on is left out, so that large programs stay legible. */
static bool is_shown (const wr_graph *graph, uint32_t n) {
  const struct wr_gnode *node = &graph->nodes[n];
  if (node->cls == WR_CLASS_INTERNAL) return false;
  return node->goal || graph->back_first[n] < graph->back_first[n + 1];
}

static void add_dot_cluster (wr_buf *out, const wr_graph *graph, uint32_t procedure) {
  bool begun = false;
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    if (node->procedure != procedure || !is_shown (graph, n)) continue;
    if (!begun && procedure) {
      wr_buf_print (out, "  subgraph cluster_%u {\n    label=\"", procedure);
      add_dot_text (out, graph->procedures[procedure - 1].name);
      wr_buf_add (out, WR_LIT ("\";\n"));
    }
    begun = true;
    add_dot_node (out, graph, n, procedure ? "    " : "  ");
  }
  if (begun && procedure) wr_buf_add (out, WR_LIT ("  }\n"));
}

void wr_report_graph_dot (wr_buf *out, const wr_graph *graph) {
  wr_buf_add (out, WR_LIT ("digraph warrant {\n  rankdir=LR;\n  node [fontname=\"monospace\"];\n"));
  for (uint32_t p = 0; p <= graph->procedure_count; p++) add_dot_cluster (out, graph, p);
  for (uint32_t n = 0; n < graph->node_count; n++) {
    if (!is_shown (graph, n)) continue;
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      if (!is_shown (graph, graph->to[e])) continue;
      bool clash = graph->kind[e] == WR_EDGE_CONTRADICTION || graph->kind[e] == WR_EDGE_ASIDE;
      wr_buf_print (out, "  n%u -> n%u [tooltip=\"%s\"%s];\n", n, graph->to[e],
                    wr_edge_name ((enum wr_edge_kind)graph->kind[e]),
                    clash ? ", style=dashed" : "");
    }
  }
  wr_buf_add (out, WR_LIT ("}\n"));
}

/* -- GraphML ---------------------------------------------------------------------------------------- */

static void add_xml (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  for (size_t i = 0; i < clean.len; i++) {
    switch (clean.data[i]) {
    case '<': wr_buf_add (out, WR_LIT ("&lt;")); break;
    case '>': wr_buf_add (out, WR_LIT ("&gt;")); break;
    case '&': wr_buf_add (out, WR_LIT ("&amp;")); break;
    case '"': wr_buf_add (out, WR_LIT ("&quot;")); break;
    default: wr_buf_add_char (out, clean.data[i]); break;
    }
  }
  wr_buf_free (&clean);
}

static void add_data (wr_buf *out, const char *key, wr_str text) {
  if (!text.len) return;
  wr_buf_print (out, "<data key=\"%s\">", key);
  add_xml (out, text);
  wr_buf_add (out, WR_LIT ("</data>"));
}

static void add_word (wr_buf *out, const char *key, const char *text) {
  if (text) add_data (out, key, wr_str_of (text));
}

static void add_graphml_node (wr_buf *out, const wr_graph *graph, uint32_t n) {
  const struct wr_gnode *node = &graph->nodes[n];
  wr_buf_print (out, "<node id=\"n%u\">", n);
  wr_buf id = {0};
  add_id (&id, graph, n);
  add_data (out, "id", wr_buf_str (&id));
  add_data (out, "name", node->name);
  wr_buf_print (out, "<data key=\"goal\">%s</data>", node->goal ? "true" : "false");
  add_word (out, "role", wr_role_name ((enum wr_role)node->role));
  add_word (out, "class", wr_class_name ((enum wr_class)node->cls));
  add_word (out, "type", wr_label_type_name ((enum wr_label_type)node->type));
  add_data (out, "procedure", procedure_of (graph, node));
  add_data (out, "file", node->at.file);
  wr_buf_print (out, "<data key=\"line\">%u</data><data key=\"column\">%u</data>", node->at.line,
                node->at.column);
  add_data (out, "text", node->text);
  add_word (out, "verdict", verdict_of (node));
  add_word (out, "status", status_of (node));
  add_word (out, "kind", wr_trust_name ((enum wr_trust)node->trust));
  wr_buf_add (out, WR_LIT ("</node>\n"));
  wr_buf_free (&id);
}

void wr_report_graph_graphml (wr_buf *out, const wr_graph *graph) {
  static const char *const texts[] = {"id",   "name",    "role",   "class", "procedure", "file",
                                      "text", "verdict", "status", "kind",  "type"};
  wr_buf_add (out, WR_LIT ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" WR_MARK_XML
                           "\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    wr_buf_print (out, "<key id=\"%s\" for=\"node\" attr.name=\"%s\" attr.type=\"string\"/>\n",
                  texts[i], texts[i]);
  wr_buf_add (out,
              WR_LIT ("<key id=\"goal\" for=\"node\" attr.name=\"goal\" attr.type=\"boolean\"/>\n"
                      "<key id=\"line\" for=\"node\" attr.name=\"line\" attr.type=\"int\"/>\n"
                      "<key id=\"column\" for=\"node\" attr.name=\"column\" attr.type=\"int\"/>\n"
                      "<key id=\"edge\" for=\"edge\" attr.name=\"kind\" attr.type=\"string\"/>\n"
                      "<key id=\"need\" for=\"edge\" attr.name=\"need\" attr.type=\"string\"/>\n"
                      "<graph id=\"dependencies\" edgedefault=\"directed\">\n"));
  for (uint32_t n = 0; n < graph->node_count; n++) add_graphml_node (out, graph, n);
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      wr_buf_print (out, "<edge source=\"n%u\" target=\"n%u\">", n, graph->to[e]);
      add_word (out, "edge", wr_edge_name ((enum wr_edge_kind)graph->kind[e]));
      add_word (out, "need", wr_need_name ((enum wr_need)graph->need[e]));
      wr_buf_add (out, WR_LIT ("</edge>\n"));
    }
  }
  wr_buf_add (out, WR_LIT ("</graph>\n</graphml>\n"));
}

/* -- CSV, with the head lines that Neo4j's importer reads ------------------------------------------------ */

static void add_word_cell (wr_buf *out, const char *text) {
  wr_csv_cell (out, text ? wr_str_of (text) : (wr_str){0});
}

void wr_report_graph_nodes_csv (wr_buf *out, const wr_graph *graph) {
  wr_buf_add (out, WR_LIT ("node:ID,id,name,label,goal:boolean,role,class,procedure,file,line:int,"
                           "column:int,end_line:int,end_column:int,use_file,use_line:int,text,"
                           "verdict,vacuous:boolean,status,kind,type,:LABEL\n"));
  wr_buf id = {0};
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    wr_buf_clear (&id);
    add_id (&id, graph, n);
    wr_buf_print (out, "%u,%s,", n, wr_buf_text (&id));
    wr_csv_cell (out, node->name);
    wr_buf_add_char (out, ',');
    wr_csv_cell (out, node->given);
    wr_buf_print (out, ",%s,%s,%s,", node->goal ? "true" : "false",
                  wr_role_name ((enum wr_role)node->role),
                  wr_class_name ((enum wr_class)node->cls));
    wr_csv_cell (out, procedure_of (graph, node));
    wr_buf_add_char (out, ',');
    wr_csv_cell (out, node->at.file);
    wr_buf_print (out, ",%u,%u,%u,%u,", node->at.line, node->at.column, node->at.end_line,
                  node->at.end_column);
    wr_csv_cell (out, node->use.file);
    wr_buf_print (out, ",%u,", node->use.line);
    wr_csv_cell (out, node->text);
    wr_buf_add_char (out, ',');
    add_word_cell (out, verdict_of (node));
    wr_buf_print (out, ",%s,", node->vacuous ? "true" : "false");
    add_word_cell (out, status_of (node));
    wr_buf_add_char (out, ',');
    add_word_cell (out, wr_trust_name ((enum wr_trust)node->trust));
    wr_buf_print (out, ",%s,%s\n", wr_label_type_name ((enum wr_label_type)node->type),
                  node->goal ? "Goal" : "Fact");
  }
  wr_buf_free (&id);
}

void wr_report_graph_edges_csv (wr_buf *out, const wr_graph *graph) {
  wr_buf_add (out, WR_LIT (":START_ID,:END_ID,kind,need,:TYPE\n"));
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      const char *need = wr_need_name ((enum wr_need)graph->need[e]);
      wr_buf_print (out, "%u,%u,%s,%s,DEPENDS_ON\n", n, graph->to[e],
                    wr_edge_name ((enum wr_edge_kind)graph->kind[e]), need ? need : "");
    }
  }
}
