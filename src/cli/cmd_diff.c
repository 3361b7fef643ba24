/* `warrant diff`: what changed between the JSON documents of two runs. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "report/diff.h"
#include "report/mark.h"
#include "source/source.h"

#include <string.h>

static const char *trouble (enum wr_load_status status) {
  switch (status) {
  case WR_LOAD_OK: return "";
  case WR_LOAD_MISSING: return "no such file";
  case WR_LOAD_FORBIDDEN: return "no permission to read it";
  case WR_LOAD_DIRECTORY: return "this is a directory";
  case WR_LOAD_TOO_LARGE: return "the file is too large";
  case WR_LOAD_TOO_MANY:
  case WR_LOAD_FAILED: break;
  }
  return "reading failed";
}

static wr_doc *load (wr_sources *sources, const char *path, wr_arena *arena) {
  uint32_t file;
  enum wr_load_status status = wr_sources_load (sources, path, &file);
  if (status != WR_LOAD_OK) {
    wr_output_complain ("'%s': %s", path, trouble (status));
    return NULL;
  }
  wr_buf problem = {0};
  wr_doc *doc = wr_doc_read (wr_source_text (sources, file), arena, &problem);
  if (!doc) wr_output_complain ("'%s': %s", path, wr_buf_text (&problem));
  wr_buf_free (&problem);
  return doc;
}

static enum wr_exit publish (const struct wr_options *options, const wr_diff *diff) {
  const char *path = options->json, *markdown = options->markdown;
  bool as_json = options->format == WR_FORMAT_JSON || (path && !*path);
  enum wr_exit code = WR_EXIT_OK;
  wr_buf text = {0};
  if (markdown) {
    wr_diff_markdown (&text, diff);
    struct wr_output to = {"--markdown", markdown, WR_MARK_MARKDOWN};
    code = wr_output_file (options, &to, wr_buf_str (&text));
    wr_buf_clear (&text);
  }
  if (as_json || path) {
    json_t *doc = wr_diff_json (diff);
    wr_json_dump (&text, doc);
    json_decref (doc);
    struct wr_output to = {"--json", path, WR_MARK_JSON};
    if (path && *path)
      code = wr_exit_worse (code, wr_output_file (options, &to, wr_buf_str (&text)));
    if (!as_json) wr_buf_clear (&text);
  }
  if (!as_json && !options->quiet) wr_diff_text (&text, diff);
  if (!markdown || strcmp (markdown, "-") != 0)
    code = wr_exit_worse (code, wr_output_print (options, &text));
  wr_buf_free (&text);
  return code;
}

enum wr_exit wr_cmd_diff (const struct wr_options *options) {
  if (options->args.count != 2) {
    wr_output_complain ("diff takes two documents: warrant diff OLD.json NEW.json");
    return WR_EXIT_INPUT;
  }
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_doc *before = load (sources, options->args.items[0], arena);
  wr_doc *after = load (sources, options->args.items[1], arena);
  enum wr_exit code = WR_EXIT_INPUT;
  if (before && after) {
    const wr_diff *diff = wr_diff_of (before, after, arena);
    code = wr_exit_worse (diff->worse ? WR_EXIT_FAILED : WR_EXIT_OK, publish (options, diff));
  }
  wr_sources_free (sources);
  wr_arena_free (arena);
  return code;
}
