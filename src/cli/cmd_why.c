/* `warrant why` and `warrant impact`: what goals rest on, and which goals rest on elements. */
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "cli/output.h"
#include "report/graph.h"
#include "run/slice.h"

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

/* -- slices ------------------------------------------------------------------------------------------ */

/* Ignores what the goals can do without when statements are deleted as text. */
static bool slice (wr_inquiry *q, const wr_u32s *from, struct wr_slice *out) {
  const wr_graph *graph = q->task.run.graph;
  wr_u32s goals = {0};
  for (uint32_t i = 0; i < from->len; i++) {
    const struct wr_gnode *node = &graph->nodes[from->data[i]];
    if (node->goal && node->verdict == WR_VERDICT_PROVED) WR_VEC_PUSH (&goals, node->label);
  }
  bool good = goals.len && wr_inquiry_load_labels (q);
  if (!goals.len) {
    wr_output_complain ("there is no proved goal at these addresses");
    q->exit = wr_exit_worse (q->exit, WR_EXIT_FAILED);
  }
  if (good) {
    wr_watch_begin (&q->task.watch);
    good = wr_run_slice (&q->task.run, &goals, out);
    wr_watch_end (&q->task.watch);
  }
  for (uint32_t i = 0; good && i < q->task.run.graph->node_count; i++)
    if (wr_bitset_has (&out->removed, q->task.run.graph->nodes[i].label))
      wr_bitset_set (&q->ignored, i, true);
  q->filter.ignored = &q->ignored;
  WR_VEC_FREE (&goals);
  return good;
}

static void tell_slice (wr_inquiry *q, const struct wr_slice *s, json_t *document) {
  wr_buf *out = &q->report.text;
  if (!s->verified)
    wr_buf_add (out, WR_LIT ("the pruned program is not proved, so nothing is left out\n"));
  else
    wr_buf_print (out, "%u more can be deleted as text\n", s->elements);
  if (!document) return;
  json_t *object = wr_json_object ();
  wr_json_set (object, "verified", json_boolean (s->verified));
  wr_json_set (object, "deleted", wr_json_count (s->elements));
  wr_json_set (object, "checks", wr_json_count (s->checks));
  wr_json_set (object, "text", wr_json_text (wr_buf_str (&s->text)));
  wr_json_set (document, "slice", object);
}

static enum wr_exit ask (const struct wr_options *options, bool impact) {
  wr_inquiry q;
  wr_u32s asked = {0}, from = {0};
  wr_dependencies found = {0};
  json_t *document = NULL;
  struct wr_slice sliced = {0};
  bool good = wr_inquiry_begin (&q, options) && find (&q, impact, &asked, &from);
  if (good && options->slice) good = slice (&q, &from, &sliced);
  if (good) {
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
      if (options->slice) tell_slice (&q, &sliced, document);
      wr_buf_add_char (&q.report.text, '\n');
      wr_report_shares_text (&q.report.text, q.task.run.graph, &asked, &q.filter);
    }
  }
  wr_slice_free (&sliced);
  WR_VEC_FREE (&asked);
  WR_VEC_FREE (&from);
  WR_VEC_FREE (&found);
  return wr_inquiry_end (&q, document);
}

enum wr_exit wr_cmd_why (const struct wr_options *options) { return ask (options, false); }
enum wr_exit wr_cmd_impact (const struct wr_options *options) { return ask (options, true); }
