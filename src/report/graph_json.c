/* report/graph_json.c -- answers from the dependency graph as JSON (CONTRACT: why, impact, path, trust). */
#include "report/cover.h"
#include "report/graph.h"

static void set_text (json_t *object, const char *key, wr_str text) {
  if (text.len) wr_json_set (object, key, wr_json_text (text));
}

static void set_place (json_t *object, const struct wr_place *place) {
  if (!place->file.len) return;
  wr_json_set (object, "file", wr_json_text (place->file));
  wr_json_set (object, "line", wr_json_count (place->line));
  wr_json_set (object, "column", wr_json_count (place->column));
  wr_json_set (object, "end_line", wr_json_count (place->end_line));
  wr_json_set (object, "end_column", wr_json_count (place->end_column));
}

static json_t *node_at (const wr_graph *graph, uint32_t n, bool use) {
  const struct wr_gnode *node = &graph->nodes[n];
  json_t *object = wr_json_object ();
  wr_buf id = {0};
  wr_gnode_id (&id, node);
  wr_json_set (object, "id", wr_json_text (wr_buf_str (&id)));
  wr_buf_free (&id);
  set_place (object, use ? &node->use : &node->at);
  wr_json_set (object, "role", json_string (wr_role_name ((enum wr_role)node->role)));
  wr_json_set (object, "class", json_string (wr_class_name ((enum wr_class)node->cls)));
  wr_json_set (object, "type", json_string (wr_label_type_name ((enum wr_label_type)node->type)));
  set_text (object, "name", node->name);
  set_text (object, "label", node->given);
  set_text (object, "text", use ? node->use_text : node->text);
  if (node->procedure) set_text (object, "procedure", graph->procedures[node->procedure - 1].name);
  enum wr_trust doubt = wr_query_doubt (graph, n);
  if (!node->goal && doubt != WR_TRUST_NONE)
    wr_json_set (object, "verdict", json_string (wr_trust_name (doubt)));
  if (!node->goal) return object;
  const char *verdict =
      node->verdict ? wr_verdict_name ((enum wr_verdict)node->verdict) : "unknown";
  wr_json_set (object, "verdict", json_string (verdict));
  wr_json_set (object, "vacuous", json_boolean (node->vacuous));
  if (node->unexplained) wr_json_set (object, "coverage", json_string ("no-information"));
  const char *limit = wr_limit_name ((enum wr_limit)node->limit);
  if (limit) wr_json_set (object, "limit", json_string (limit));
  return object;
}

json_t *wr_report_node (const wr_graph *graph, uint32_t node) {
  const struct wr_gnode *n = &graph->nodes[node];
  return node_at (graph, node, n->goal && n->use.file.len);
}

json_t *wr_report_source (const wr_graph *graph, uint32_t node) {
  return node_at (graph, node, graph->nodes[node].use.file.len > 0);
}

static bool is_clause_of_call (const struct wr_gnode *node) {
  return node->use.file.len && wr_role_is_of_call ((enum wr_role)node->role);
}

/* What can replace a fact, per goal that has it in its core; NULL: nothing is known. */
static json_t *alternatives_json (const wr_graph *graph, uint32_t node) {
  json_t *list = NULL;
  struct wr_galternative way;
  wr_buf id = {0};
  for (uint32_t at = 0; wr_graph_alternative (graph, &at, &way);) {
    if (way.instead_of != node) continue;
    if (!list) list = wr_json_array ();
    json_t *one = wr_json_object (), *use = wr_json_array ();
    wr_buf_clear (&id);
    wr_gnode_id (&id, &graph->nodes[way.goal]);
    wr_json_set (one, "goal", wr_json_text (wr_buf_str (&id)));
    for (uint32_t i = 0; i < way.count; i++) {
      wr_buf_clear (&id);
      wr_gnode_id (&id, &graph->nodes[way.use[i]]);
      wr_json_push (use, wr_json_text (wr_buf_str (&id)));
    }
    wr_json_set (one, "use", use);
    wr_json_push (list, one);
  }
  wr_buf_free (&id);
  return list;
}

static void push_dependency (json_t *list, const wr_graph *graph, const struct wr_dependency *d,
                             bool use, bool part) {
  json_t *object = node_at (graph, d->node, use);
  wr_json_set (object, "direct", json_boolean (d->direct));
  wr_json_set (object, "needed", json_boolean (d->status == WR_MEMBER_NEEDED));
  wr_json_set (object, "status", json_string (wr_member_name (d->status)));
  json_t *ways = alternatives_json (graph, d->node);
  if (ways) wr_json_set (object, "alternatives", ways);
  if (part)
    wr_json_set (object, "part", json_string (d->contradiction ? "contradiction" : "proof"));
  wr_json_push (list, object);
}

static json_t *nodes_json (const wr_graph *graph, const wr_u32s *nodes) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < nodes->len; i++)
    wr_json_push (list, wr_report_node (graph, nodes->data[i]));
  return list;
}

void wr_report_found_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                           const wr_dependencies *found, bool impact) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < found->len; i++) {
    const struct wr_dependency *d = &found->data[i];
    bool goal_at_call = impact && graph->nodes[d->node].use.file.len;
    push_dependency (list, graph, d, goal_at_call, !impact);
    if (!impact && is_clause_of_call (&graph->nodes[d->node]))
      push_dependency (list, graph, d, true, true);
  }
  wr_json_set (document, "goals", nodes_json (graph, asked)); /* asked about, goals or not */
  wr_json_set (document, impact ? "dependents" : "dependencies", list);
}

static json_t *share_json (wr_str procedure, const char *of, struct wr_share share) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "procedure", wr_json_text (procedure));
  wr_json_set (object, "of", json_string (of));
  wr_json_set (object, "covered", wr_json_count (share.covered));
  wr_json_set (object, "total", wr_json_count (share.total));
  return object;
}

void wr_report_shares_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                            const struct wr_filter *filter) {
  json_t *list = wr_json_array ();
  wr_u32s goals = {0};
  for (uint32_t p = 0; p < graph->procedure_count; p++) {
    const struct wr_gprocedure *procedure = &graph->procedures[p];
    if (!procedure->has_body) continue;
    bool meant = !asked->len;
    for (uint32_t i = 0; i < asked->len; i++)
      meant |= graph->nodes[asked->data[i]].procedure == p + 1;
    if (!meant) continue;
    if (asked->len)
      wr_json_push (list, share_json (procedure->name, "goals",
                                      wr_query_proof_coverage (graph, asked, p, filter)));
    WR_VEC_CLEAR (&goals);
    wr_query_goals_of (graph, p, false, &goals);
    wr_json_push (list, share_json (procedure->name, "procedure",
                                    wr_query_proof_coverage (graph, &goals, p, filter)));
    WR_VEC_CLEAR (&goals);
    wr_query_goals_of (graph, p, true, &goals);
    if (!goals.len) continue;
    wr_json_push (list, share_json (procedure->name, "postconditions",
                                    wr_query_proof_coverage (graph, &goals, p, filter)));
  }
  WR_VEC_FREE (&goals);
  wr_json_set (document, "proof_coverage", list);
}

void wr_report_path_json (json_t *document, const wr_graph *graph, const wr_u32s *path,
                          bool backwards) {
  wr_json_set (document, "path", nodes_json (graph, path));
  if (path->len) wr_json_set (document, "backwards", json_boolean (backwards));
}

static json_t *leaf_json (const wr_graph *graph, const struct wr_leaf *leaf) {
  json_t *object = wr_report_node (graph, leaf->node);
  wr_json_set (object, "kind",
               json_string (wr_trust_name ((enum wr_trust)graph->nodes[leaf->node].trust)));
  wr_json_set (object, "goals", wr_json_count (leaf->goals));
  return object;
}

void wr_report_trust_json (json_t *document, const wr_graph *graph, const wr_u32s *asked,
                           const wr_leaves *leaves, const struct wr_filter *filter) {
  json_t *goals = wr_json_array (), *list = wr_json_array ();
  wr_u32s top = {0};
  for (uint32_t i = 0; i < asked->len; i++) WR_VEC_PUSH (&top, asked->data[i]);
  if (!asked->len) wr_query_top_goals (graph, &top);
  struct wr_walk walk = {.kinds = WR_WALK_DEFAULT, .ignored = filter->ignored};
  wr_buf id = {0};
  for (uint32_t i = 0; i < top.len; i++) {
    json_t *object = wr_report_node (graph, top.data[i]), *rests = wr_json_array ();
    wr_bitset seen = {0};
    wr_graph_reach (graph, &walk, &top.data[i], 1, &seen);
    for (uint32_t k = 0; k < leaves->len; k++) {
      if (leaves->data[k].node == top.data[i] || !wr_bitset_has (&seen, leaves->data[k].node))
        continue;
      wr_buf_clear (&id);
      wr_gnode_id (&id, &graph->nodes[leaves->data[k].node]);
      wr_json_push (rests, wr_json_text (wr_buf_str (&id)));
    }
    wr_json_set (object, "leaves", rests);
    wr_json_push (goals, object);
    wr_bitset_free (&seen);
  }
  for (uint32_t i = 0; i < leaves->len; i++)
    wr_json_push (list, leaf_json (graph, &leaves->data[i]));
  wr_json_set (document, "goals", goals);
  wr_json_set (document, "leaves", list);
  wr_buf_free (&id);
  WR_VEC_FREE (&top);
}

static json_t *elements_json (const wr_graph *graph, const wr_u32s *elements) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < elements->len; i++) {
    const struct wr_gelement *element = &graph->elements[elements->data[i]];
    const char *reason = wr_element_reason_name ((enum wr_element_reason)element->reason);
    const struct wr_gnode *node = &graph->nodes[element->node];
    json_t *object = node_at (graph, element->node, element->call);
    if (!node->goal)
      wr_json_set (object, "status",
                   json_string (wr_fact_status_name ((enum wr_fact_status)node->status)));
    wr_json_set (object, "state",
                 json_string (wr_element_state_name ((enum wr_element_state)element->state)));
    if (reason) wr_json_set (object, "reason", json_string (reason));
    wr_json_push (list, object);
  }
  return list;
}

void wr_report_uncovered_json (json_t *document, const wr_graph *graph, const wr_u32s *uncovered,
                               const wr_u32s *vacuous) {
  struct wr_element_counts counts = {0};
  struct wr_share axioms = {0};
  json_t *summary = wr_json_object (), *share = wr_json_object ();
  wr_query_counts (graph, &counts, &axioms);
  wr_json_set (document, "uncovered", elements_json (graph, uncovered));
  wr_json_set (document, "vacuous", elements_json (graph, vacuous));
  wr_json_set (summary, "elements", wr_report_counts_json (&counts));
  wr_json_set (share, "covered", wr_json_count (axioms.covered));
  wr_json_set (share, "total", wr_json_count (axioms.total));
  wr_json_set (summary, "axioms", share);
  wr_json_set (document, "summary", summary);
}
