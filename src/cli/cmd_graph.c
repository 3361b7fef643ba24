/* `warrant graph`: the dependency graph for other tools. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/inquiry.h"
#include "report/graph.h"
#include "report/mark.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static void write_form (wr_inquiry *q, const struct wr_output *to,
                        void (*form) (wr_buf *out, const wr_graph *graph)) {
  if (!to->path) return;
  wr_buf text = {0};
  form (&text, q->task.run.graph);
  if (!strcmp (to->path, "-"))
    wr_buf_add (&q->report.text, wr_buf_str (&text));
  else
    q->exit = wr_exit_worse (q->exit, wr_output_file (q->options, to, wr_buf_str (&text)));
  wr_buf_free (&text);
}

static void write_csv (wr_inquiry *q, const char *folder) {
  if (!folder) return;
  if (mkdir (folder, 0777) != 0 && errno != EEXIST) {
    wr_output_complain ("cannot create '%s': %s", folder, strerror (errno));
    q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
    return;
  }
  wr_arena *arena = q->task.run.arena;
  const char *nodes = wr_str_print (arena, "%s/nodes.csv", folder).ptr;
  const char *edges = wr_str_print (arena, "%s/edges.csv", folder).ptr;
  struct wr_output to_nodes = {"--csv", nodes, WR_MARK_NODES};
  struct wr_output to_edges = {"--csv", edges, WR_MARK_EDGES};
  if (!wr_output_allowed (q->options, &to_nodes) || !wr_output_allowed (q->options, &to_edges)) {
    q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
    return;
  }
  write_form (q, &to_nodes, wr_report_graph_nodes_csv);
  write_form (q, &to_edges, wr_report_graph_edges_csv);
}

/* As with `--dot FILE`, a blank may separate `--json` from its file: an argument that ends in .json is not a program. */
static struct wr_options with_json (const struct wr_options *options, wr_arena *arena) {
  struct wr_options copy = *options;
  const char **kept = WR_NEW (arena, const char *, options->args.count);
  copy.args = (struct wr_list){kept, 0};
  for (uint32_t i = 0; i < options->args.count; i++) {
    const char *arg = options->args.items[i];
    if (options->json && !*options->json && wr_str_ends (wr_str_of (arg), WR_LIT (".json")))
      copy.json = arg;
    else
      kept[copy.args.count++] = arg;
  }
  return copy;
}

enum wr_exit wr_cmd_graph (const struct wr_options *options) {
  wr_inquiry q;
  wr_arena *arena = wr_arena_new ();
  struct wr_options copy = with_json (options, arena);
  json_t *document = NULL;
  if (wr_inquiry_begin (&q, &copy)) {
    write_form (&q, &(struct wr_output){"--dot", copy.dot, WR_MARK_DOT}, wr_report_graph_dot);
    write_form (&q, &(struct wr_output){"--graphml", copy.graphml, WR_MARK_XML},
                wr_report_graph_graphml);
    write_csv (&q, copy.csv);
    bool alone = !copy.dot && !copy.graphml && !copy.csv;
    document = wr_inquiry_document (&q);
    if (!document && alone) {
      document = wr_json_object ();
      wr_json_set (document, "format", json_string ("warrant/1"));
      wr_json_set (document, "command", json_string ("graph"));
      wr_json_set (document, "complete", json_true ());
    }
    if (document) {
      json_t *graph = wr_report_graph (q.task.run.graph);
      json_object_update (document, graph);
      json_decref (graph);
    }
  }
  enum wr_exit code = wr_inquiry_end (&q, document);
  wr_arena_free (arena);
  return code;
}
