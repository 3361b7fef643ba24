#include "cli/inquiry.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "report/graph.h"
#include "report/mark.h"
#include "run/prune.h"
#include "run/query.h"

#include <string.h>
#include <unistd.h>

/* -- arguments -------------------------------------------------------------------------------------- */

typedef WR_VEC (const char *) paths;

static void add_path (paths *list, const char *path) {
  for (uint32_t i = 0; i < list->len; i++)
    if (!strcmp (list->data[i], path)) return;
  WR_VEC_PUSH (list, path);
}

static bool exists (const char *path) { return access (path, F_OK) == 0; }

/* The files that an argument names: itself, or those in its addresses, which commas may separate; what is left of it is
   added to `names`. */
static void take_files (wr_inquiry *q, const char *arg, paths *files, paths *names) {
  if (!strcmp (arg, "-") || exists (arg)) {
    add_path (files, arg);
    return;
  }
  wr_buf rest = {0};
  for (const char *at = arg; *at;) {
    size_t len = strcspn (at, ",");
    const char *part = wr_str_keep (q->task.run.arena, (wr_str){at, len}).ptr;
    struct wr_address a = wr_address_parse ((wr_str){at, len});
    if (len && exists (part)) {
      add_path (files, part);
    } else {
      wr_buf_print (&rest, "%s%s", rest.len ? "," : "", part);
    }
    if (a.file.len) {
      const char *path = wr_str_keep (q->task.run.arena, a.file).ptr;
      if (exists (path) || a.line) add_path (files, path);
    }
    at += len;
    if (*at) at++;
  }
  if (rest.len && names)
    WR_VEC_PUSH (names, wr_str_keep (q->task.run.arena, wr_buf_str (&rest)).ptr);
  wr_buf_free (&rest);
}

static void last_program (wr_inquiry *q, paths *files) {
  const char *path = q->task.run.options.cache_path;
  if (!path || !exists (path)) return;
  wr_str *found;
  uint32_t count;
  if (wr_run_last_files (path, q->task.run.arena, &found, &count))
    for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (files, found[i].ptr);
}

static bool read_arguments (wr_inquiry *q, paths *files) {
  const struct wr_list *args = &q->options->args;
  paths names = {0};
  for (uint32_t i = 0; i < args->count; i++) take_files (q, args->items[i], files, &names);
  for (uint32_t i = 0; i < q->options->ignore.count; i++)
    take_files (q, q->options->ignore.items[i], files, NULL);
  if (!files->len) last_program (q, files);
  const paths *shown = names.len ? &names : files;
  q->names.items = wr_arena_copy (q->task.run.arena, shown->data, shown->len, sizeof *shown->data);
  q->names.count = shown->len;
  q->addressed = names.len > 0;
  WR_VEC_FREE (&names);
  if (files->len) return true;
  wr_output_complain ("no program is given: name its files, or run `warrant cover` first");
  q->exit = WR_EXIT_INPUT;
  return false;
}

/* -- the graph -------------------------------------------------------------------------------------- */

static void compute (wr_inquiry *q) {
  wr_run *run = &q->task.run;
  if (q->options->command == WR_COMMAND_PRUNE) {
    if (!wr_task_prove_cached (&q->task)) return;
    wr_run_begin_graph (run);
    return;
  }
  if (!wr_task_prove (&q->task)) return;
  wr_task_explain (&q->task, WR_CORES_MUST);
  if (wr_task_interrupted (&q->task)) return;
  if (run->coverage)
    wr_task_advise (&q->task, NULL); /* so that all commands say the same about an element */
  if (wr_task_interrupted (&q->task)) return;
  wr_run_make_graph (run);
  wr_run_store (run);
}

/* The types that --type names, separated by commas. */
static bool read_types (wr_inquiry *q, const char *list) {
  for (const char *at = list; at;) {
    const char *comma = strchr (at, ',');
    wr_str name = {at, comma ? (size_t)(comma - at) : strlen (at)};
    enum wr_label_type type;
    if (!wr_label_type_find (name, &type)) {
      wr_buf types = {0};
      for (unsigned t = WR_TYPE_NONE + 1; t < WR_TYPE_COUNT; t++)
        wr_buf_print (&types, "%s%s", t > 1 ? ", " : "",
                      wr_label_type_name ((enum wr_label_type)t));
      wr_output_complain ("--type takes a list of %s, not '%.*s'", wr_buf_text (&types),
                          (int)name.len, name.ptr);
      wr_buf_free (&types);
      q->exit = WR_EXIT_INPUT;
      return false;
    }
    q->filter.types |= UINT32_C (1) << type;
    at = comma ? comma + 1 : NULL;
  }
  return true;
}

static bool read_filter (wr_inquiry *q) {
  const struct wr_options *o = q->options;
  q->filter = (struct wr_filter){.explicit_only = o->explicit_only, .direct_only = o->direct};
  if (o->role) {
    q->filter.by_role = wr_role_find (wr_str_of (o->role), &q->filter.role);
    if (!q->filter.by_role) {
      wr_buf roles = {0};
      for (unsigned r = 0; r < WR_ROLE_COUNT; r++)
        wr_buf_print (&roles, "%s%s", r ? ", " : "", wr_role_name ((enum wr_role)r));
      wr_output_complain ("--role takes one of %s, not '%s'", wr_buf_text (&roles), o->role);
      wr_buf_free (&roles);
      q->exit = WR_EXIT_INPUT;
      return false;
    }
  }
  if (o->type && !read_types (q, o->type)) return false;
  wr_u32s nodes = {0};
  bool good = true;
  for (uint32_t i = 0; i < o->ignore.count && good; i++)
    good = wr_inquiry_find (q, o->ignore.items[i], WR_MEANT_ALL, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) wr_bitset_set (&q->ignored, nodes.data[i], true);
  WR_VEC_FREE (&nodes);
  if (o->ignore.count) q->filter.ignored = &q->ignored;
  return good;
}

static bool may_write (wr_inquiry *q, const paths *files) {
  q->own.also_read = (struct wr_list){
      wr_arena_copy (q->task.run.arena, files->data, files->len, sizeof *files->data), files->len};
  if (wr_reports_check (q->options)) return true;
  q->exit = WR_EXIT_INPUT;
  return false;
}

bool wr_inquiry_begin (wr_inquiry *q, const struct wr_options *options) {
  *q = (wr_inquiry){.own = *options};
  q->options = &q->own;
  q->report = wr_publish_new (q->options);
  q->report.coverage = true; /* pass 1 is that of `cover` */
  wr_task_begin (&q->task, q->options, &q->report);
  wr_run *run = &q->task.run;
  paths files = {0};
  bool may = read_arguments (q, &files) && may_write (q, &files);
  bool read = may && wr_task_read (&q->task, files.data, files.len);
  if (read && !wr_run_recall (run, options->command != WR_COMMAND_WHY)) compute (q);
  if (may && !run->graph) { /* reports the errors of the program, as `verify` does */
    wr_publish_run (&q->report, run, NULL, NULL);
    q->exit = wr_exit_worse (wr_publish_end (&q->report), q->exit);
  }
  WR_VEC_FREE (&files);
  return run->graph && read_filter (q);
}

bool wr_inquiry_find (wr_inquiry *q, const char *address, enum wr_meant meant, wr_u32s *out) {
  wr_buf nearest = {0}, text = {0};
  wr_str part = {0};
  bool good = wr_run_find (&q->task.run, address, meant, out, &part, &nearest);
  if (!good) {
    const char *name = wr_str_keep (q->task.run.arena, part).ptr;
    wr_output_complain (exists (name) ? "'%s' contains no goal and no fact"
                                      : "no element, procedure or file is called '%s'",
                        name);
    if (nearest.len) wr_buf_print (&text, "similar names:\n%s", wr_buf_text (&nearest));
    wr_output_error (wr_buf_str (&text));
    q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
  }
  wr_buf_free (&nearest);
  wr_buf_free (&text);
  return good;
}

bool wr_inquiry_load_labels (wr_inquiry *q) {
  wr_run *run = &q->task.run;
  if (run->proved.core) return true;
  if (!wr_task_prove_cached (&q->task)) return false;
  if (wr_run_graph_fits (run)) return true;
  wr_run_prove_called (run, NULL);
  wr_task_check_failure (&q->task);
  wr_task_explain (&q->task, WR_CORES_MINIMAL);
  if (wr_task_interrupted (&q->task)) return false;
  wr_run_make_graph (run);
  return true;
}

static bool wants_json (const struct wr_options *o) {
  return o->json || o->format == WR_FORMAT_JSON;
}

json_t *wr_inquiry_document (const wr_inquiry *q) {
  if (!wants_json (q->options)) return NULL;
  json_t *document = wr_json_object ();
  wr_json_set (document, "format", json_string ("warrant/1"));
  wr_json_set (document, "command", json_string (wr_command_info (q->options->command)->name));
  wr_json_set (document, "version", json_string (WR_VERSION));
  wr_json_set (document, "complete", json_boolean (!wr_task_interrupted (&q->task)));
  return document;
}

enum wr_exit wr_inquiry_end (wr_inquiry *q, json_t *document) {
  wr_buf text = {0};
  const char *path = q->options->json;
  wr_interrupt_claim (q->options->interrupt);
  if (wr_task_interrupted (&q->task) && document)
    json_object_set_new (document, "complete", json_false ());
  if (document) wr_json_dump (&text, document);
  json_decref (document);
  enum wr_exit written = WR_EXIT_OK;
  if (document && path && *path) {
    struct wr_output to = {"--json", path, WR_MARK_JSON};
    written = wr_output_file (q->options, &to, wr_buf_str (&text));
  } else if (document) {
    wr_buf_clear (&q->report.text);
    wr_buf_add (&q->report.text, wr_buf_str (&text));
  }
  bool program = q->options->command == WR_COMMAND_PRUNE; /* as its author wrote it */
  if (q->task.run.graph)
    written = wr_exit_worse (written, program ? wr_output_exact (q->options, &q->report.text)
                                              : wr_output_print (q->options, &q->report.text));
  enum wr_exit code = wr_exit_worse (q->exit, written);
  wr_buf_free (&text);
  wr_bitset_free (&q->ignored);
  wr_publish_free (&q->report);
  wr_task_end (&q->task);
  return code;
}
