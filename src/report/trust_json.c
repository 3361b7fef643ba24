/* report/trust_json.c -- the unproved assumptions of goals: "trusts" of goals, and the "leaves" that they refer to. */
#include "report/cover.h"

#include "analysis/query.h"
#include "base/check.h"

#include <stdlib.h>

static json_t *node_id (const struct wr_gnode *node, wr_buf *scratch) {
  wr_buf_clear (scratch);
  wr_gnode_id (scratch, node);
  return wr_json_text (wr_buf_str (scratch));
}

/* What `trust` lists too. */
static bool is_leaf (const struct wr_gnode *node) {
  return node->label && wr_gnode_is_trusted (node);
}

static bool is_explained (const struct wr_gnode *node) {
  return node->goal && node->verdict == WR_VERDICT_PROVED && !node->unexplained;
}

static json_t *trusts_of (const wr_graph *graph, uint32_t goal, wr_bitset *seen, wr_buf *scratch) {
  struct wr_walk walk = {.direction = WR_FORWARD, .kinds = WR_WALK_DEFAULT};
  json_t *list = wr_json_array ();
  wr_bitset_free (seen);
  wr_graph_reach (graph, &walk, &goal, 1, seen);
  for (uint32_t n = 0; n < graph->node_count; n++) {
    if (n != goal && is_leaf (&graph->nodes[n]) && wr_bitset_has (seen, n))
      wr_json_push (list, node_id (&graph->nodes[n], scratch));
  }
  return list;
}

void wr_report_trusts (json_t *procedures, const wr_graph *graph) {
  wr_buf scratch = {0};
  wr_bitset seen = {0};
  wr_map nodes = {0}; /* id -> node + 1 */
  for (uint32_t n = 0; n < graph->node_count; n++)
    if (is_explained (&graph->nodes[n])) wr_map_put (&nodes, graph->nodes[n].id, n + 1);
  for (size_t p = 0; p < json_array_size (procedures); p++) {
    json_t *goals = json_object_get (json_array_get (procedures, p), "goals");
    for (size_t i = 0; i < json_array_size (goals); i++) {
      json_t *goal = json_array_get (goals, i);
      const char *id = json_string_value (json_object_get (goal, "id"));
      uint64_t number = id && *id == 'g' ? strtoull (id + 1, NULL, 16) : 0;
      uint32_t node = (uint32_t)wr_map_or (&nodes, number, 0);
      if (node) wr_json_set (goal, "trusts", trusts_of (graph, node - 1, &seen, &scratch));
    }
  }
  wr_map_free (&nodes);
  wr_bitset_free (&seen);
  wr_buf_free (&scratch);
}

static uint32_t file_of (const wr_core *core, const struct wr_gnode *node) {
  WR_ASSERT (node->label);
  return wr_label_info (&core->labels, (wr_label){node->label})->span.file;
}

/* Everything on which some explained goal rests, and what those of the file rest on. */
static void reach_all (const wr_graph *graph, const wr_core *core, uint32_t file, wr_bitset *any,
                       wr_bitset *of_file) {
  struct wr_walk walk = {.direction = WR_FORWARD, .kinds = WR_WALK_DEFAULT};
  wr_u32s all = {0}, here = {0};
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    if (!is_explained (node)) continue;
    WR_VEC_PUSH (&all, n);
    if (node->label && file_of (core, node) == file) WR_VEC_PUSH (&here, n);
  }
  wr_graph_reach (graph, &walk, all.data, all.len, any);
  wr_graph_reach (graph, &walk, here.data, here.len, of_file);
  WR_VEC_FREE (&all);
  WR_VEC_FREE (&here);
}

json_t *wr_report_leaves (const wr_graph *graph, const wr_core *core, const wr_sources *sources,
                          uint32_t file) {
  json_t *list = wr_json_array ();
  wr_buf scratch = {0};
  wr_bitset any = {0}, of_file = {0};
  reach_all (graph, core, file, &any, &of_file);
  for (uint32_t n = 0; n < graph->node_count; n++) {
    const struct wr_gnode *node = &graph->nodes[n];
    if (!is_leaf (node)) continue;
    uint32_t own = file_of (core, node);
    bool listed = own == file ? wr_bitset_has (&any, n)
                              : wr_source_hidden (sources, own) && wr_bitset_has (&of_file, n);
    if (!listed) continue;
    json_t *leaf = wr_json_object ();
    wr_json_set (leaf, "id", node_id (node, &scratch));
    wr_json_set (leaf, "kind",
                 wr_json_text (wr_str_of (wr_trust_name ((enum wr_trust)node->trust))));
    wr_json_set (leaf, "name", wr_json_text (node->name));
    if (node->procedure)
      wr_json_set (leaf, "procedure", wr_json_text (graph->procedures[node->procedure - 1].name));
    wr_json_set (leaf, "line", wr_json_count (node->at.line));
    wr_json_set (leaf, "text", wr_json_text (node->text));
    wr_json_push (list, leaf);
  }
  wr_bitset_free (&any);
  wr_bitset_free (&of_file);
  wr_buf_free (&scratch);
  return list;
}
