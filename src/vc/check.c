/* Checks purity. A label occurs only as `label implies constraint`, by the shape of the nodes. It remains to check
   that the nodes are well formed, and that the constraint of an assignment's label is `name = value` for a name
   that does not occur before it on any path. */
#include "vc/vc.h"

#include "base/bitset.h"
#include "base/check.h"
#include "core/build.h"

static const char *fault_of_expr (const wr_vc *vc, wr_expr e, wr_u32s *vars) {
  const wr_core *core = vc->core;
  if (!e.ix || e.ix >= core->exprs.len) return "an expression is missing";
  if (wr_expr_info (core, e)->has_old) return "`old` is left";
  if (wr_sort_info (core, wr_expr_info (core, e)->sort)->kind != WR_SORT_BOOL) {
    return "a constraint is not Boolean";
  }
  vars->len = 0;
  wr_free_vars (core, e, vars);
  for (uint32_t i = 0; i < vars->len; i++) {
    if (wr_var_info (core, (wr_var){vars->data[i]})->kind != WR_VAR_INCARNATION) {
      return "a variable is no incarnation";
    }
  }
  return NULL;
}

static bool is_goal_label (const wr_vc *vc, wr_label label) {
  return wr_role_is_goal (wr_label_info (&vc->core->labels, label)->role);
}

static bool is_listed (const wr_vc *vc, wr_label label) {
  uint32_t lo = 0, hi = vc->label_count;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (vc->labels[mid].ix < label.ix) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo < vc->label_count && vc->labels[lo].ix == label.ix;
}

static bool is_assignment (const wr_vc *vc, wr_label label) {
  return wr_role_info (wr_label_info (&vc->core->labels, label)->role)->off == WR_OFF_ARBITRARY;
}

static const char *fault_of_fact (const wr_vc *vc, const struct wr_vc_node *n, wr_u32s *vars) {
  const char *fault = fault_of_expr (vc, n->expr, vars);
  if (fault || !n->label.ix) return fault;
  if (is_goal_label (vc, n->label)) return "a fact has the label of a goal";
  if (!is_listed (vc, n->label)) return "a label is not listed";
  if (!is_assignment (vc, n->label)) return NULL;
  if (wr_expr_info (vc->core, n->expr)->op != WR_OP_EQ) return "an assignment is no equation";
  wr_expr name = wr_expr_child (vc->core, n->expr, 0);
  if (wr_expr_info (vc->core, name)->op != WR_OP_VAR) return "an assignment has no name";
  vars->len = 0;
  wr_free_vars (vc->core, wr_expr_child (vc->core, n->expr, 1), vars);
  for (uint32_t i = 0; i < vars->len; i++) {
    if (vars->data[i] == wr_expr_info (vc->core, name)->data)
      return "an assignment's name is not fresh";
  }
  return NULL;
}

static const char *fault_of_goal (const wr_vc *vc, const struct wr_vc_node *n, wr_u32s *vars) {
  if (n->goal >= vc->passive->goal_count) return "a goal is missing";
  const struct wr_goal *goal = &vc->passive->goals[n->goal];
  if (goal->label.ix && !is_goal_label (vc, goal->label)) return "a goal has the label of a fact";
  if (goal->label.ix && !is_listed (vc, goal->label)) return "a label is not listed";
  if (goal->assumed.ix && is_goal_label (vc, goal->assumed)) {
    return "a goal's later use has the label of a goal";
  }
  if (goal->assumed.ix && n->next && !is_listed (vc, goal->assumed)) return "a label is not listed";
  return fault_of_expr (vc, goal->cond, vars);
}

static const char *fault_of_node (const wr_vc *vc, uint32_t node, wr_u32s *vars) {
  const struct wr_vc_node *n = &vc->nodes[node];
  if (n->kind == WR_VC_STOP) return node ? "a path stops in the middle" : NULL;
  if (n->next >= node || n->other >= node) return "nodes are not sorted";
  switch (n->kind) {
  case WR_VC_STOP: break;
  case WR_VC_FACT: return fault_of_fact (vc, n, vars);
  case WR_VC_GOAL: return fault_of_goal (vc, n, vars);
  case WR_VC_CHOICE: return n->choice < vc->choice_count ? NULL : "a choice is missing";
  }
  return NULL;
}

/* An assignment's name must not be mentioned between the root and the assignment.  Nodes in decreasing
   order come after everything that leads to them; a name that is assigned in one place only (the usual
   case) is checked by the first mention it gets in that order on any path: it must be its assignment. */
static const char *fault_of_names (const wr_vc *vc, wr_u32s *vars) {
  wr_map mentioned = {0}; /* variable -> the largest node that mentions it */
  const char *fault = NULL;
  for (uint32_t node = vc->node_count; node-- > 1 && !fault;) {
    const struct wr_vc_node *n = &vc->nodes[node];
    if (n->kind != WR_VC_FACT && n->kind != WR_VC_GOAL) continue;
    wr_expr e = n->kind == WR_VC_FACT ? n->expr : vc->passive->goals[n->goal].cond;
    bool assigns = n->kind == WR_VC_FACT && n->label.ix && is_assignment (vc, n->label);
    uint32_t name = assigns ? wr_expr_info (vc->core, wr_expr_child (vc->core, e, 0))->data : 0;
    if (name && wr_map_has (&mentioned, name)) fault = "an assignment's name is used before it";
    vars->len = 0;
    wr_free_vars (vc->core, e, vars);
    for (uint32_t i = 0; i < vars->len; i++) wr_map_put (&mentioned, vars->data[i], node);
  }
  wr_map_free (&mentioned);
  return fault;
}

const char *wr_vc_fault (const wr_vc *vc) {
  wr_u32s vars = {0};
  const char *fault = NULL;
  if (!vc->node_count || vc->root >= vc->node_count) fault = "there is no root";
  for (uint32_t i = 1; i < vc->label_count && !fault; i++) {
    if (vc->labels[i - 1].ix >= vc->labels[i].ix) fault = "labels are not increasing";
  }
  for (uint32_t i = 0; i < vc->node_count && !fault; i++) fault = fault_of_node (vc, i, &vars);
  if (!fault) fault = fault_of_names (vc, &vars);
  WR_VEC_FREE (&vars);
  return fault;
}

void wr_vc_check (const wr_vc *vc) {
  const char *fault = wr_vc_fault (vc);
  if (fault) wr_check_failed (__FILE__, __LINE__, fault);
}
