/* `warrant progress`: how far the verification has come, and what to prove next. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "report/progress.h"

enum { GUIDES = 10 }; /* lines of guidance, without -v */

/* The nodes at the addresses.  False: nothing is at an address. */
static bool find (wr_inquiry *q, wr_bitset *out) {
  wr_u32s nodes = {0};
  bool good = true;
  for (uint32_t i = 0; good && q->addressed && i < q->names.count; i++)
    good = wr_inquiry_find (q, q->names.items[i], WR_MEANT_ALL, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) wr_bitset_set (out, nodes.data[i], true);
  WR_VEC_FREE (&nodes);
  return good;
}

enum wr_exit wr_cmd_progress (const struct wr_options *options) {
  wr_inquiry q;
  json_t *document = NULL;
  wr_bitset asked = {0};
  if (wr_inquiry_begin (&q, options) && find (&q, &asked)) {
    const wr_graph *graph = q.task.run.graph;
    struct wr_headway progress;
    wr_headway_of (graph, q.addressed ? &asked : NULL, &progress);
    document = wr_inquiry_document (&q);
    if (document) wr_report_progress_json (document, graph, &progress);
    wr_report_progress_text (&q.report.text, graph, &progress,
                             options->verbose ? UINT32_MAX : GUIDES);
    wr_headway_free (&progress);
  }
  wr_bitset_free (&asked);
  return wr_inquiry_end (&q, document);
}
