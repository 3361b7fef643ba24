#include "cli/inquiry.h"

#include "analysis/reduce.h"
#include "analysis/store.h"
#include "cli/output.h"
#include "report/graph.h"

#include <string.h>
#include <unistd.h>

/* -- the store -------------------------------------------------------------------------------------- */

/* Everything but the files that the graph depends on. */
static struct wr_run_key key_of (const wr_run *run) {
  const struct wr_options *o = run->options;
  uint32_t count = wr_sources_count (run->sources), used = 0;
  struct wr_stored_file *files = WR_NEW (run->arena, struct wr_stored_file, count);
  for (uint32_t file = 1; file <= count; file++) {
    if (wr_source_hidden (run->sources, file)) continue;
    wr_str text = wr_source_text (run->sources, file);
    files[used++] =
        (struct wr_stored_file){wr_source_path (run->sources, file), wr_digest_of (&text, 1)};
  }
  wr_str how = wr_str_print (run->arena, "lang %u solver %s seed %llu rlimit %llu timeout %g",
                             o->lang, o->solver ? o->solver : "z3", (unsigned long long)o->seed,
                             (unsigned long long)o->rlimit, o->timeout);
  return (struct wr_run_key){files, used, how};
}

/* And cores are those that every run finds. */
static bool is_whole (const wr_run *run) {
  const struct wr_options *o = run->options;
  return !o->procedure.count && !run->select_count && !o->untracked && !o->error_limit &&
         !o->self_check;
}

/* An answer that the clock or solver trouble took may be there the next time: then only the names of the files are kept. */
static bool is_final (const wr_result *result, const wr_coverage *coverage) {
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      enum wr_status reason = body->goals[g].reason;
      bool open = body->goals[g].verdict == WR_VERDICT_TIMEOUT ||
                  body->goals[g].verdict == WR_VERDICT_UNKNOWN;
      if (open && reason != WR_STATUS_RESOURCE) return false;
    }
  }
  return !coverage->cover->lossy;
}

static void store (const wr_run *run, const wr_result *result, const wr_coverage *coverage,
                   const wr_graph *graph) {
  const char *path = wr_cache_file (run->options, run->arena);
  if (!path || !is_whole (run) || result->cancelled || result->failure.len) return;
  wr_cache *cache = wr_cache_open (path);
  struct wr_run_key key = key_of (run);
  wr_store_put (cache, &key, is_final (result, coverage) ? graph : NULL);
  wr_cache_close (cache);
}

void wr_inquiry_remember (const wr_run *run, const struct wr_proved *proved,
                          const wr_coverage *coverage) {
  if (!wr_cache_file (run->options, run->arena) || !is_whole (run)) return;
  store (run, proved->result, coverage, wr_graph_of (coverage, run->arena));
}

static wr_graph *recall (wr_inquiry *q) {
  const char *path = wr_cache_file (q->options, q->run.arena);
  if (!path || !is_whole (&q->run)) return NULL;
  wr_cache *cache = wr_cache_open (path);
  struct wr_run_key key = key_of (&q->run);
  wr_graph *graph = wr_store_get (cache, &key, q->run.arena);
  wr_cache_close (cache);
  if (graph && q->options->command != WR_COMMAND_WHY) wr_graph_connect_back (graph, q->run.arena);
  return graph;
}

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
    const char *part = wr_str_keep (q->run.arena, (wr_str){at, len}).ptr;
    struct wr_address a = wr_address_parse ((wr_str){at, len});
    if (len && exists (part)) {
      add_path (files, part);
    } else {
      wr_buf_print (&rest, "%s%s", rest.len ? "," : "", part);
    }
    if (a.file.len) {
      const char *path = wr_str_keep (q->run.arena, a.file).ptr;
      if (exists (path) || a.line) add_path (files, path);
    }
    at += len;
    if (*at) at++;
  }
  if (rest.len && names) WR_VEC_PUSH (names, wr_str_keep (q->run.arena, wr_buf_str (&rest)).ptr);
  wr_buf_free (&rest);
}

static void last_program (wr_inquiry *q, paths *files) {
  const char *path = wr_cache_file (q->options, q->run.arena);
  if (!path || !exists (path)) return;
  wr_cache *cache = wr_cache_open (path);
  wr_str *found;
  uint32_t count;
  if (wr_store_last (cache, q->run.arena, &found, &count))
    for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (files, found[i].ptr);
  wr_cache_close (cache);
}

static bool read_arguments (wr_inquiry *q, paths *files) {
  const struct wr_list *args = &q->options->args;
  paths names = {0};
  for (uint32_t i = 0; i < args->count; i++) take_files (q, args->items[i], files, &names);
  for (uint32_t i = 0; i < q->options->ignore.count; i++)
    take_files (q, q->options->ignore.items[i], files, NULL);
  if (!files->len) last_program (q, files);
  const paths *shown = names.len ? &names : files;
  q->names.items = wr_arena_copy (q->run.arena, shown->data, shown->len, sizeof *shown->data);
  q->names.count = shown->len;
  q->addressed = names.len > 0;
  WR_VEC_FREE (&names);
  if (files->len) return true;
  wr_output_complain ("which program? Name its files, or cover it first");
  q->exit = WR_EXIT_INPUT;
  return false;
}

/* -- the graph -------------------------------------------------------------------------------------- */

static void explain_nothing (wr_inquiry *q) {
  wr_bitset none = {0};
  wr_coverage_free (q->coverage);
  q->coverage = wr_explain_some (&q->run, &q->report, &q->proved, &none, NULL);
  q->graph = wr_graph_of (q->coverage, q->run.arena);
}

static void compute (wr_inquiry *q) {
  if (!wr_run_front (&q->run, WR_AFTER_TYPE)) return;
  q->proved = wr_prove (&q->run, &q->report);
  if (!q->proved.result || q->proved.result->failure.len) return;
  q->partial = q->options->command == WR_COMMAND_PRUNE;
  if (q->partial) {
    explain_nothing (q);
    return;
  }
  q->coverage = wr_explain (&q->run, &q->report, &q->proved, WR_CORES_MUST);
  q->graph = wr_graph_of (q->coverage, q->run.arena);
  store (&q->run, q->proved.result, q->coverage, q->graph);
}

/* The goals at an address, or at those between its commas; what names nothing is told later. */
static void find_goals (const wr_graph *graph, const char *address, wr_u32s *out) {
  wr_buf nearest = {0};
  if (!wr_address_find (graph, wr_str_of (address), WR_MEANT_GOALS, out, &nearest)) {
    for (const char *at = address; *at;) {
      size_t len = strcspn (at, ",");
      (void)wr_address_find (graph, (wr_str){at, len}, WR_MEANT_GOALS, out, &nearest);
      at += len;
      if (*at) at++;
    }
  }
  wr_buf_free (&nearest);
}

void wr_inquiry_prove (wr_inquiry *q) {
  if (!q->partial) return;
  wr_u32s nodes = {0};
  wr_bitset procedures = {0};
  for (uint32_t i = 0; i < q->names.count; i++) find_goals (q->graph, q->names.items[i], &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    wr_bitset_set (&procedures, q->graph->nodes[nodes.data[i]].procedure, true);
  wr_prove_rest (&q->run, &q->report, &q->proved, &procedures);
  explain_nothing (q);
  wr_bitset_free (&procedures);
  WR_VEC_FREE (&nodes);
}

void wr_inquiry_explain (wr_inquiry *q, const wr_u32s *goals) {
  wr_bitset tried = {0}, open = {0};
  while (q->partial && wr_reduce_open (q->graph, q->proved.core, goals, &tried, &open)) {
    wr_coverage *old = q->coverage;
    q->coverage = wr_explain_some (&q->run, &q->report, &q->proved, &open, old);
    q->graph = wr_graph_of (q->coverage, q->run.arena);
    wr_coverage_free (old);
    wr_bitset_clear (&open);
  }
  wr_bitset_free (&open);
  wr_bitset_free (&tried);
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
  wr_u32s nodes = {0};
  bool good = true;
  for (uint32_t i = 0; i < o->ignore.count && good; i++)
    good = wr_inquiry_find (q, o->ignore.items[i], WR_MEANT_ALL, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) wr_bitset_set (&q->ignored, nodes.data[i], true);
  WR_VEC_FREE (&nodes);
  if (o->ignore.count) q->filter.ignored = &q->ignored;
  return good;
}

bool wr_inquiry_begin (wr_inquiry *q, const struct wr_options *options) {
  *q = (wr_inquiry){.options = options, .run = wr_run_new (options)};
  q->report = wr_publish_new (options);
  q->report.coverage = true; /* pass 1 is that of `cover` */
  paths files = {0};
  bool read = read_arguments (q, &files) && wr_run_read (&q->run, files.data, files.len);
  if (read) q->graph = recall (q);
  if (read && !q->graph) compute (q);
  if (!q->graph && files.len) { /* what is wrong with the program, as `verify` tells it */
    wr_publish_run (&q->report, &q->run, NULL, NULL);
    q->exit = wr_exit_worse (wr_publish_end (&q->report), q->exit);
  }
  WR_VEC_FREE (&files);
  return q->graph && read_filter (q);
}

bool wr_inquiry_find (wr_inquiry *q, const char *address, enum wr_meant meant, wr_u32s *out) {
  bool good = true;
  wr_buf nearest = {0}, text = {0};
  /* names may have commas themselves: P<a, b> */
  if (strchr (address, ',') &&
      wr_address_find (q->graph, wr_str_of (address), meant, out, &nearest)) {
    wr_buf_free (&nearest);
    return true;
  }
  wr_buf_clear (&nearest);
  for (const char *at = address; *at && good;) {
    size_t len = strcspn (at, ",");
    good = wr_address_find (q->graph, (wr_str){at, len}, meant, out, &nearest);
    if (!good) {
      const char *part = wr_str_keep (q->run.arena, (wr_str){at, len}).ptr;
      wr_output_complain (exists (part) ? "there is nothing to ask about in '%s'"
                                        : "nothing in the graph is called '%s'",
                          part);
      if (nearest.len) wr_buf_print (&text, "near it:\n%s", wr_buf_text (&nearest));
      wr_output_error (wr_buf_str (&text));
      q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
    }
    at += len;
    if (*at) at++;
  }
  wr_buf_free (&nearest);
  wr_buf_free (&text);
  return good;
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
  return document;
}

enum wr_exit wr_inquiry_end (wr_inquiry *q, json_t *document) {
  wr_buf text = {0};
  const char *path = q->options->json;
  if (document) wr_json_dump (&text, document);
  json_decref (document);
  enum wr_exit written = WR_EXIT_OK;
  if (document && path && *path) {
    written = wr_output_file (path, wr_buf_str (&text));
  } else if (document) {
    wr_buf_clear (&q->report.text);
    wr_buf_add (&q->report.text, wr_buf_str (&text));
  }
  if (q->graph) written = wr_exit_worse (written, wr_output_print (&q->report.text));
  enum wr_exit code = wr_exit_worse (q->exit, written);
  wr_buf_free (&text);
  wr_bitset_free (&q->ignored);
  wr_coverage_free (q->coverage);
  wr_publish_free (&q->report);
  wr_proved_free (&q->proved);
  wr_run_free (&q->run);
  return code;
}
