/* `warrant trust` and `warrant uncovered`: what is trusted without proof, and what no goal needs. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "cli/output.h"
#include "report/graph.h"

/* The nodes at the addresses; none if only files are given. False: nothing is at an address. */
static bool find (wr_inquiry *q, enum wr_meant meant, wr_u32s *out) {
  bool good = true;
  for (uint32_t i = 0; good && q->addressed && i < q->names.count; i++)
    good = wr_inquiry_find (q, q->names.items[i], meant, out);
  return good;
}

static void keep_goals (const wr_graph *graph, wr_u32s *nodes) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < nodes->len; i++)
    if (graph->nodes[nodes->data[i]].goal) nodes->data[kept++] = nodes->data[i];
  nodes->len = kept;
}

enum wr_exit wr_cmd_trust (const struct wr_options *options) {
  wr_inquiry q;
  wr_u32s asked = {0};
  wr_leaves leaves = {0};
  json_t *document = NULL;
  bool good = wr_inquiry_begin (&q, options) && find (&q, WR_MEANT_GOALS, &asked);
  if (good) keep_goals (q.task.run.graph, &asked);
  if (good && q.addressed && !asked.len) {
    wr_output_complain ("there is no goal at these addresses");
    q.exit = wr_exit_worse (q.exit, WR_EXIT_INPUT);
    good = false;
  }
  if (good) {
    wr_query_trust (q.task.run.graph, &asked, &q.filter, &leaves);
    document = wr_inquiry_document (&q);
    if (document) wr_report_trust_json (document, q.task.run.graph, &asked, &leaves, &q.filter);
    wr_report_trust_text (&q.report.text, q.task.run.graph, &asked, &leaves, &q.filter);
  }
  WR_VEC_FREE (&asked);
  WR_VEC_FREE (&leaves);
  return wr_inquiry_end (&q, document);
}

/* Only the elements of which a node is at the addresses. */
static void keep_asked (const wr_graph *graph, wr_u32s *elements, const wr_u32s *asked) {
  wr_bitset at = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < asked->len; i++) wr_bitset_set (&at, asked->data[i], true);
  for (uint32_t i = 0; i < elements->len; i++)
    if (wr_bitset_has (&at, graph->elements[elements->data[i]].node))
      elements->data[kept++] = elements->data[i];
  elements->len = kept;
  wr_bitset_free (&at);
}

enum wr_exit wr_cmd_uncovered (const struct wr_options *options) {
  wr_inquiry q;
  wr_u32s uncovered = {0}, vacuous = {0}, asked = {0};
  json_t *document = NULL;
  if (wr_inquiry_begin (&q, options) && find (&q, WR_MEANT_ALL, &asked)) {
    const wr_graph *graph = q.task.run.graph;
    wr_query_elements (graph, WR_ELEMENT_UNCOVERED, &q.filter, &uncovered);
    wr_query_elements (graph, WR_ELEMENT_VACUOUS, &q.filter, &vacuous);
    if (q.addressed) {
      keep_asked (graph, &uncovered, &asked);
      keep_asked (graph, &vacuous, &asked);
    }
    keep_goals (graph, &asked);
    document = wr_inquiry_document (&q);
    if (document) {
      wr_report_uncovered_json (document, graph, &uncovered, &vacuous);
      if (asked.len || !q.addressed) wr_report_shares_json (document, graph, &asked, &q.filter);
    }
    wr_report_uncovered_text (&q.report.text, graph, &uncovered, &vacuous);
    wr_report_graph_counts_text (&q.report.text, graph);
  }
  WR_VEC_FREE (&uncovered);
  WR_VEC_FREE (&vacuous);
  WR_VEC_FREE (&asked);
  return wr_inquiry_end (&q, document);
}
