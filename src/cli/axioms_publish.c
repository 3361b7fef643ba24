#include "cli/axioms_publish.h"

#include "cli/output.h"
#include "cli/reports.h"
#include "report/axioms_diff.h"
#include "report/html.h"
#include "report/mark.h"
#include "source/source.h"

static bool prints_json (const struct wr_options *options) {
  return options->format == WR_FORMAT_JSON || (options->json && !*options->json);
}

/* A report for which there is a function from the relation to text. */
static enum wr_exit write_form (const struct wr_options *options, const struct wr_output *to,
                                void (*form) (wr_buf *, const struct wr_axioms_report *),
                                const struct wr_axioms_report *report) {
  if (!to->path) return WR_EXIT_OK;
  wr_buf text = {0};
  form (&text, report);
  enum wr_exit code = wr_output_file (options, to, wr_buf_str (&text));
  wr_buf_free (&text);
  return code;
}

static enum wr_exit write_json (const struct wr_options *options, json_t *doc, wr_buf *text) {
  wr_json_dump (text, doc);
  if (!options->json || !*options->json) return WR_EXIT_OK;
  struct wr_output to = {"--json", options->json, WR_MARK_JSON};
  return wr_output_file (options, &to, wr_buf_str (text));
}

static enum wr_exit write_page (const struct wr_options *options,
                                const struct wr_axioms_report *report) {
  if (!options->html) return WR_EXIT_OK;
  wr_buf text = {0};
  json_t *doc = wr_report_axioms_json (report);
  wr_axioms_hide_paths (doc, report);
  json_t *programs = wr_json_array ();
  wr_html_page (&text, doc, programs);
  struct wr_output to = {"--html", options->html, WR_MARK_HTML};
  enum wr_exit code = wr_output_file (options, &to, wr_buf_str (&text));
  json_decref (programs);
  json_decref (doc);
  wr_buf_free (&text);
  return code;
}

enum wr_exit wr_axioms_publish (const struct wr_options *options,
                                const struct wr_axioms_report *report) {
  struct wr_output csv = {"--csv", options->csv, WR_MARK_AXIOMS},
                   lcov = {"--lcov", options->lcov, WR_MARK_LCOV};
  enum wr_exit code = write_form (options, &csv, wr_report_axioms_csv, report);
  code = wr_exit_worse (code, write_form (options, &lcov, wr_report_axioms_lcov, report));
  wr_buf text = {0};
  bool as_json = prints_json (options);
  code = wr_exit_worse (code, write_page (options, report));
  if (options->json || as_json) {
    json_t *doc = wr_report_axioms_json (report);
    code = wr_exit_worse (code, write_json (options, doc, &text));
    json_decref (doc);
  }
  if (!as_json) {
    wr_buf_clear (&text);
    wr_report_axioms_text (&text, report);
  }
  if (!wr_reports_to_stdout (options))
    code = wr_exit_worse (code, wr_output_print (options, &text));
  wr_buf_free (&text);
  return code;
}

/* -- two documents ------------------------------------------------------------------------------------- */

static enum wr_exit print_diff (const struct wr_options *options, const wr_axiom_diff *diff) {
  enum wr_exit code = diff->worse ? WR_EXIT_FAILED : WR_EXIT_OK;
  wr_buf text = {0};
  bool as_json = prints_json (options);
  if (options->json || as_json) {
    json_t *doc = wr_axiom_diff_json (diff);
    code = wr_exit_worse (code, write_json (options, doc, &text));
    json_decref (doc);
  }
  if (!as_json) {
    wr_buf_clear (&text);
    wr_axiom_diff_text (&text, diff);
  }
  code = wr_exit_worse (code, wr_output_print (options, &text));
  wr_buf_free (&text);
  return code;
}

enum wr_exit wr_axioms_diff (const struct wr_options *options) {
  if (options->args.count != 2) {
    wr_output_complain ("--diff takes two documents: warrant axioms --diff OLD.json NEW.json");
    return WR_EXIT_INPUT;
  }
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  enum wr_exit code = WR_EXIT_INPUT;
  uint32_t files[2];
  bool read = true;
  for (int i = 0; i < 2; i++) {
    const char *path = options->args.items[i];
    if (wr_sources_load (sources, path, &files[i]) == WR_LOAD_OK) continue;
    wr_output_complain ("'%s' cannot be read", path);
    read = false;
  }
  if (read) {
    wr_axiom_diff diff;
    wr_buf problem = {0};
    if (wr_axiom_diff_of (wr_source_text (sources, files[0]), wr_source_text (sources, files[1]),
                          arena, &diff, &problem))
      code = print_diff (options, &diff);
    else
      wr_output_complain ("%s", wr_buf_text (&problem));
    wr_axiom_diff_free (&diff);
    wr_buf_free (&problem);
  }
  wr_sources_free (sources);
  wr_arena_free (arena);
  return code;
}
