/* `warrant why` and `warrant impact`: what goals rest on, and which goals rest on elements. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "report/graph.h"

/* Finds what the addresses stand for.  `from`: where the query starts.  The dependents of an element are those of its facts, because
   these are what `why` lists: a goal does not rest on a precondition because a call had to establish it. */
static bool find (wr_inquiry *q, bool impact, wr_u32s *asked, wr_u32s *from) {
  for (uint32_t i = 0; i < q->names.count; i++) {
    const char *name = q->names.items[i];
    if (!wr_inquiry_find (q, name, impact ? WR_MEANT_ALL : WR_MEANT_GOALS, asked)) return false;
    if (!wr_inquiry_find (q, name, impact ? WR_MEANT_FACTS : WR_MEANT_GOALS, from)) return false;
  }
  return true;
}

static enum wr_exit ask (const struct wr_options *options, bool impact) {
  wr_inquiry q;
  wr_u32s asked = {0}, from = {0};
  wr_dependencies found = {0};
  json_t *document = NULL;
  if (wr_inquiry_begin (&q, options) && find (&q, impact, &asked, &from)) {
    if (impact)
      wr_query_impact (q.task.run.graph, &from, &q.filter, &found);
    else
      wr_query_why (q.task.run.graph, &from, &q.filter, &found);
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
  WR_VEC_FREE (&from);
  WR_VEC_FREE (&found);
  return wr_inquiry_end (&q, document);
}

enum wr_exit wr_cmd_why (const struct wr_options *options) { return ask (options, false); }
enum wr_exit wr_cmd_impact (const struct wr_options *options) { return ask (options, true); }
