#include "cli/reports.h"

#include "cli/output.h"
#include "report/mark.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* In milliseconds; reproducible builds set SOURCE_DATE_EPOCH. */
static int64_t stamp (void) {
  const char *epoch = getenv ("SOURCE_DATE_EPOCH");
  char *end = NULL;
  long long given = epoch ? strtoll (epoch, &end, 10) : 0;
  bool usable = epoch && *epoch && !*end && given >= 0 && given < INT64_MAX / 1000;
  return 1000 * (usable ? (int64_t)given : (int64_t)time (NULL));
}

static void add_cobertura (wr_buf *out, const wr_model *model) {
  wr_report_cobertura (out, model, stamp ());
}

struct report {
  struct wr_output to;
  void (*write) (wr_buf *out, const wr_model *model); /* NULL: written elsewhere */
};
enum { REPORTS = 11 };

/* --json=FILE; without a file it is the format of standard output. */
static const char *json_file (const struct wr_options *options) {
  return options->json && *options->json ? options->json : NULL;
}

static const char *csv_mark (const struct wr_options *options) {
  return options->command == WR_COMMAND_AXIOMS ? WR_MARK_AXIOMS : WR_MARK_COSTS;
}

static const char *costs_file (const struct wr_options *options) {
  return options->command == WR_COMMAND_GRAPH ? NULL : options->csv;
}

/* Every file that an option names; `graph --csv` names a folder. */
static void reports_of (const struct wr_options *options, struct report out[REPORTS]) {
  const struct report all[REPORTS] = {
      {{"--lcov", options->lcov, WR_MARK_LCOV}, wr_report_lcov},
      {{"--cobertura", options->cobertura, WR_MARK_XML}, add_cobertura},
      {{"--sarif", options->sarif, WR_MARK_SARIF}, wr_report_sarif},
      {{"--junit", options->junit, WR_MARK_JUNIT}, wr_report_junit},
      {{"--markdown", options->markdown, WR_MARK_MARKDOWN}, wr_report_markdown},
      {{"--html", options->html, WR_MARK_HTML}, NULL},
      {{"--json", json_file (options), WR_MARK_JSON}, NULL},
      {{"--dot", options->dot, WR_MARK_DOT}, NULL},
      {{"--graphml", options->graphml, WR_MARK_XML}, NULL},
      {{"--output", options->output, NULL}, NULL},
      {{"--csv", costs_file (options), csv_mark (options)}, NULL},
  };
  memcpy (out, all, sizeof all);
}

static bool is_stdout (const char *path) { return path && !strcmp (path, "-"); }

/* The reports of `graph` may share standard output; the others have it for themselves. */
bool wr_reports_to_stdout (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  for (int i = 0; i < REPORTS; i++)
    if (is_stdout (all[i].to.path)) return true;
  return false;
}

static bool complain_of_both (const struct wr_output *a, const struct wr_output *b) {
  wr_output_complain ("%s and %s would both write to '%s'", a->option, b->option, b->path);
  return false;
}

static bool check_one (const struct wr_options *options, const struct wr_output *to) {
  bool prints = options->format != WR_FORMAT_TEXT || (options->json && !*options->json);
  if (!*to->path) {
    wr_output_complain ("%s needs the name of a file", to->option);
    return false;
  }
  if (!is_stdout (to->path)) return wr_output_allowed (options, to);
  if (!prints || options->command == WR_COMMAND_GRAPH) return true;
  wr_output_complain ("%s - and the report of --format would both go to standard output",
                      to->option);
  return false;
}

bool wr_reports_check (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  for (int i = 0; i < REPORTS; i++) {
    if (!all[i].to.path) continue;
    bool shared = is_stdout (all[i].to.path) && options->command == WR_COMMAND_GRAPH;
    for (int k = 0; k < i && !shared; k++)
      if (all[k].to.path && wr_outfile_same (all[i].to.path, all[k].to.path))
        return complain_of_both (&all[k].to, &all[i].to);
    if (!check_one (options, &all[i].to)) return false;
  }
  return wr_output_stdout_allowed (options);
}

bool wr_reports_any (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  bool any = options->format == WR_FORMAT_GITHUB;
  for (int i = 0; i < REPORTS; i++) any |= all[i].to.path && all[i].write;
  return any;
}

enum wr_exit wr_reports_write (const struct wr_options *options, const wr_model *model) {
  struct report all[REPORTS];
  reports_of (options, all);
  enum wr_exit code = WR_EXIT_OK;
  wr_buf text = {0};
  for (int i = 0; i < REPORTS; i++) {
    if (!all[i].to.path || !all[i].write) continue;
    wr_buf_clear (&text);
    all[i].write (&text, model);
    code = wr_exit_worse (code, wr_output_file (options, &all[i].to, wr_buf_str (&text)));
  }
  wr_buf_free (&text);
  return code;
}
