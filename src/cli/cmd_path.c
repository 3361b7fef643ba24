/* `warrant path`: a chain of dependencies between two sets of elements. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/inquiry.h"
#include "report/graph.h"

enum wr_exit wr_cmd_path (const struct wr_options *options) {
  wr_inquiry q;
  wr_u32s from = {0}, to = {0}, path = {0};
  json_t *document = NULL;
  bool backwards = false, good = wr_inquiry_begin (&q, options);
  if (good && q.names.count != 2) {
    wr_output_complain ("'path' takes two addresses, and files that belong to the program");
    q.exit = WR_EXIT_INPUT;
    good = false;
  }
  good = good && wr_inquiry_find (&q, q.names.items[0], WR_MEANT_GOALS, &from) &&
         wr_inquiry_find (&q, q.names.items[1], WR_MEANT_FACTS, &to);
  if (good) {
    wr_query_path (q.task.run.graph, &from, &to, &q.filter, &path, &backwards);
    document = wr_inquiry_document (&q);
    if (document) wr_report_path_json (document, q.task.run.graph, &path, backwards);
    wr_report_path_text (&q.report.text, q.task.run.graph, &path, backwards);
  }
  WR_VEC_FREE (&from);
  WR_VEC_FREE (&to);
  WR_VEC_FREE (&path);
  return wr_inquiry_end (&q, document);
}
