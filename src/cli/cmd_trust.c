/* `warrant trust` and `warrant uncovered`: what is taken for granted, and what no goal needs. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "report/graph.h"

enum wr_exit wr_cmd_trust (const struct wr_options *options) {
  wr_inquiry q;
  wr_leaves leaves = {0};
  json_t *document = NULL;
  if (wr_inquiry_begin (&q, options)) {
    wr_query_trust (q.graph, &q.filter, &leaves);
    document = wr_inquiry_document (&q);
    if (document) wr_report_trust_json (document, q.graph, &leaves, &q.filter);
    wr_report_trust_text (&q.report.text, q.graph, &leaves, &q.filter);
  }
  WR_VEC_FREE (&leaves);
  return wr_inquiry_end (&q, document);
}

enum wr_exit wr_cmd_uncovered (const struct wr_options *options) {
  wr_inquiry q;
  wr_u32s facts = {0}, all = {0};
  json_t *document = NULL;
  if (wr_inquiry_begin (&q, options)) {
    wr_query_uncovered (q.graph, &q.filter, &facts);
    document = wr_inquiry_document (&q);
    if (document) {
      wr_report_uncovered_json (document, q.graph, &facts);
      wr_report_shares_json (document, q.graph, &all, &q.filter);
    }
    wr_report_uncovered_text (&q.report.text, q.graph, &facts);
    wr_buf_add_char (&q.report.text, '\n');
    wr_report_shares_text (&q.report.text, q.graph, &all, &q.filter);
  }
  WR_VEC_FREE (&facts);
  return wr_inquiry_end (&q, document);
}
