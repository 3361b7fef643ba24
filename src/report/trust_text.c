/* report/trust_text.c -- what goals trust, for people. */
#include "report/graph.h"

/* Of the goals in question. */
struct trust_counts {
  uint32_t clean, vacuous, unexplained;
};

static void count_goal (struct trust_counts *sum, const struct wr_gnode *goal, bool trusts) {
  bool proved = goal->verdict == WR_VERDICT_PROVED;
  sum->vacuous += proved && goal->vacuous;
  sum->unexplained += proved && goal->unexplained;
  sum->clean += proved && goal->trust == WR_TRUST_NONE && !goal->unexplained && !trusts;
}

static void add_counts (wr_buf *out, const struct trust_counts *sum, uint32_t goals,
                        const char *what) {
  wr_buf_print (out, "%s%u of %u %s are proved and rest on nothing unproved\n",
                out->len ? "\n" : "", sum->clean, goals, what);
  if (sum->vacuous)
    wr_buf_print (out, "%u %s vacuously: no execution reaches the goal\n", sum->vacuous,
                  sum->vacuous == 1 ? "holds" : "hold");
  if (sum->unexplained)
    wr_buf_print (out, "%u %s not explained: everything before the goal is listed\n",
                  sum->unexplained, sum->unexplained == 1 ? "is" : "are");
}

void wr_report_trust_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                           const wr_leaves *leaves, const struct wr_filter *filter) {
  wr_u32s top = {0};
  struct trust_counts sum = {0};
  for (uint32_t i = 0; i < asked->len; i++) WR_VEC_PUSH (&top, asked->data[i]);
  if (!asked->len) wr_query_top_goals (graph, &top);
  struct wr_walk walk = {.kinds = WR_WALK_DEFAULT, .ignored = filter->ignored};
  for (uint32_t i = 0; i < top.len; i++) {
    wr_bitset seen = {0};
    uint32_t trusted = 0;
    wr_graph_reach (graph, &walk, &top.data[i], 1, &seen);
    for (uint32_t k = 0; k < leaves->len; k++)
      trusted += leaves->data[k].node != top.data[i] && wr_bitset_has (&seen, leaves->data[k].node);
    const struct wr_gnode *goal = &graph->nodes[top.data[i]];
    count_goal (&sum, goal, trusted > 0);
    if (!trusted && goal->trust == WR_TRUST_NONE) {
      wr_bitset_free (&seen);
      continue;
    }
    wr_report_node_line (out, graph, top.data[i]);
    for (uint32_t k = 0; k < leaves->len; k++) {
      uint32_t leaf = leaves->data[k].node;
      if (leaf == top.data[i] || !wr_bitset_has (&seen, leaf)) continue;
      wr_buf_print (out, "  trusts %-10s", wr_trust_name ((enum wr_trust)graph->nodes[leaf].trust));
      wr_report_node_line (out, graph, leaf);
    }
    wr_bitset_free (&seen);
  }
  add_counts (out, &sum, top.len, asked->len ? "goals" : "top-level goals");
  if (leaves->len)
    wr_buf_add (out, WR_LIT ("trusted elements, with the number of goals that rest on each:\n"));
  for (uint32_t k = 0; k < leaves->len; k++) {
    wr_buf_print (out, "  %5u  %-10s", leaves->data[k].goals,
                  wr_trust_name ((enum wr_trust)graph->nodes[leaves->data[k].node].trust));
    wr_report_node_line (out, graph, leaves->data[k].node);
  }
  WR_VEC_FREE (&top);
}
