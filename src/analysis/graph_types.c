#include "analysis/graph_types.h"

#include "analysis/query.h"

#include <stdlib.h>

/* -- types ------------------------------------------------------------------------------------------ */

/* What goals justify is code or a specification; what was proved before is a claim if in fact it was not proved. */
static enum wr_label_type type_of_reuse (const wr_graph *graph, uint32_t n) {
  return wr_query_doubt (graph, n) == WR_TRUST_NONE ? WR_TYPE_INTERNAL : WR_TYPE_EXPLICIT;
}

static enum wr_label_type type_of (const wr_graph *graph, uint32_t n,
                                   const struct wr_label_info *info) {
  const struct wr_gnode *node = &graph->nodes[n];
  const struct wr_role_info *role = wr_role_info (info->role);
  if (node->cls == WR_CLASS_INTERNAL) return WR_TYPE_INTERNAL;
  if (role->type == WR_TYPE_INTERNAL) return type_of_reuse (graph, n);
  if (info->type != WR_TYPE_NONE) return info->type;
  bool taken = role->trust == WR_ROLE_TRUST_CONTRACT && !node->goal && node->trust != WR_TRUST_NONE;
  return taken ? WR_TYPE_EXPLICIT_POSTCONDITION : role->type;
}

/* The type of the implicit checks of an element whose facts have this type. */
static enum wr_label_type type_of_check (enum wr_label_type fact) {
  return wr_label_type_info (fact)->claimed ? WR_TYPE_ANNOTATION : fact;
}

/* An annotation decides: the class of a node is that of its type. */
static void set_class (struct wr_gnode *node, const struct wr_label_info *info) {
  if (info->type == WR_TYPE_NONE || node->cls == WR_CLASS_INTERNAL) return;
  if (wr_role_info (info->role)->type != WR_TYPE_INTERNAL) node->cls = (uint8_t)info->cls;
}

static bool is_check (const struct wr_gnode *node, const struct wr_label_info *info) {
  return node->goal && node->cls != WR_CLASS_INTERNAL && info->type == WR_TYPE_NONE &&
         wr_role_info (info->role)->check == WR_CHECK_ELEMENT;
}

static void set_types (wr_graph *graph, const wr_core *core) {
  wr_map of_element = {0}; /* element -> type of its facts */
  for (uint32_t i = 0; i < graph->node_count; i++) {
    struct wr_gnode *node = &graph->nodes[i];
    node->type = WR_TYPE_INTERNAL;
    if (!node->label) continue;
    const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){node->label});
    set_class (node, info);
    node->type = (uint8_t)type_of (graph, i, info);
    bool own = node->element && !node->goal && !node->use.file.len; /* not a clause at a call */
    if (own && node->type != WR_TYPE_INTERNAL && !wr_map_has (&of_element, node->element))
      wr_map_put (&of_element, node->element, node->type);
  }
  for (uint32_t i = 0; i < graph->node_count; i++) {
    struct wr_gnode *node = &graph->nodes[i];
    uint64_t type;
    if (!node->label || !wr_map_get (&of_element, node->element, &type)) continue;
    if (is_check (node, wr_label_info (&core->labels, (wr_label){node->label})))
      node->type = (uint8_t)type_of_check ((enum wr_label_type)type);
  }
  wr_map_free (&of_element);
}

/* -- callers ---------------------------------------------------------------------------------------- */

struct pair {
  uint32_t fact, goal;
};

static int by_fact (const void *a, const void *b) {
  const struct pair *x = a, *y = b;
  if (x->fact != y->fact) return x->fact < y->fact ? -1 : 1;
  return (x->goal > y->goal) - (x->goal < y->goal);
}

/* The precondition that a goal establishes; 0: none. */
static uint32_t established_by (const wr_core *core, const struct wr_gnode *node) {
  if (!node->goal || !node->label) return 0;
  const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){node->label});
  if (info->establishes.ix) return info->establishes.ix;
  bool at_call = wr_role_info (info->role)->check == WR_CHECK_CALL && info->clause.ix;
  return at_call ? wr_label_root (&core->labels, info->clause).ix : 0;
}

static void set_callers (wr_graph *graph, const wr_core *core, wr_arena *arena) {
  WR_VEC (struct pair) list = {0};
  for (uint32_t i = 0; i < graph->node_count; i++) {
    uint32_t label = established_by (core, &graph->nodes[i]);
    uint32_t fact = label ? wr_graph_node (graph, label) : UINT32_MAX;
    if (fact != UINT32_MAX) WR_VEC_PUSH (&list, ((struct pair){fact, i}));
  }
  if (list.len) qsort (list.data, list.len, sizeof *list.data, by_fact);
  graph->caller_count = list.len;
  graph->callers = WR_NEW (arena, uint32_t, (size_t)2 * list.len);
  for (uint32_t i = 0; i < list.len; i++) {
    graph->callers[2 * i] = list.data[i].fact;
    graph->callers[2 * i + 1] = list.data[i].goal;
  }
  WR_VEC_FREE (&list);
}

void wr_graph_set_types (wr_graph *graph, const wr_core *core, wr_arena *arena) {
  set_types (graph, core);
  set_callers (graph, core, arena);
}
