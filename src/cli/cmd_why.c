/* `warrant why` and `warrant impact`: what goals rest on, and which goals rest on elements. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "report/graph.h"

static enum wr_exit ask (const struct wr_options *options, bool impact) {
  wr_inquiry q;
  wr_u32s asked = {0};
  wr_dependencies found = {0};
  json_t *document = NULL;
  bool good = wr_inquiry_begin (&q, options);
  for (uint32_t i = 0; good && i < q.names.count; i++)
    good = wr_inquiry_find (&q, q.names.items[i], impact ? WR_MEANT_ALL : WR_MEANT_GOALS, &asked);
  if (good) {
    if (impact)
      wr_query_impact (q.task.run.graph, &asked, &q.filter, &found);
    else
      wr_query_why (q.task.run.graph, &asked, &q.filter, &found);
    document = wr_inquiry_document (&q);
    if (document) {
      wr_report_found_json (document, q.task.run.graph, &asked, &found, impact);
      if (!impact) wr_report_shares_json (document, q.task.run.graph, &asked, &q.filter);
    }
    wr_report_found_text (&q.report.text, q.task.run.graph, &asked, &found, impact);
    if (!impact) {
      wr_buf_add_char (&q.report.text, '\n');
      wr_report_shares_text (&q.report.text, q.task.run.graph, &asked, &q.filter);
    }
  }
  WR_VEC_FREE (&asked);
  WR_VEC_FREE (&found);
  return wr_inquiry_end (&q, document);
}

enum wr_exit wr_cmd_why (const struct wr_options *options) { return ask (options, false); }
enum wr_exit wr_cmd_impact (const struct wr_options *options) { return ask (options, true); }
