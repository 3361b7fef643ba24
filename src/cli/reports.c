#include "cli/reports.h"

#include "cli/output.h"

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
  const char *option, *path;
  void (*write) (wr_buf *out, const wr_model *model); /* NULL: written elsewhere */
};
enum { REPORTS = 6 };

static void reports_of (const struct wr_options *options, struct report out[REPORTS]) {
  out[0] = (struct report){"--lcov", options->lcov, wr_report_lcov};
  out[1] = (struct report){"--cobertura", options->cobertura, add_cobertura};
  out[2] = (struct report){"--sarif", options->sarif, wr_report_sarif};
  out[3] = (struct report){"--junit", options->junit, wr_report_junit};
  out[4] = (struct report){"--markdown", options->markdown, wr_report_markdown};
  out[5] = (struct report){"--html", options->html, NULL};
}

static bool is_stdout (const char *path) { return path && !strcmp (path, "-"); }

bool wr_reports_to_stdout (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  for (int i = 0; i < REPORTS; i++)
    if (is_stdout (all[i].path)) return true;
  return false;
}

static bool clashes (const char *a, const char *b) { return a && *a && !strcmp (a, b); }

bool wr_reports_check (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  for (int i = 0; i < REPORTS; i++) {
    if (!all[i].path) continue;
    if (!*all[i].path) {
      wr_output_complain ("%s needs the name of a file", all[i].option);
      return false;
    }
    for (int k = 0; k < i; k++) {
      if (!all[k].path || strcmp (all[i].path, all[k].path) != 0) continue;
      wr_output_complain ("%s and %s would both write to '%s'", all[k].option, all[i].option,
                          all[i].path);
      return false;
    }
    if (clashes (options->json, all[i].path)) {
      wr_output_complain ("--json and %s would both write to '%s'", all[i].option, all[i].path);
      return false;
    }
    bool prints = options->format != WR_FORMAT_TEXT || (options->json && !*options->json);
    if (is_stdout (all[i].path) && prints) {
      wr_output_complain ("%s - and the report of --format would both go to standard output",
                          all[i].option);
      return false;
    }
  }
  return true;
}

bool wr_reports_any (const struct wr_options *options) {
  struct report all[REPORTS];
  reports_of (options, all);
  bool any = options->format == WR_FORMAT_GITHUB;
  for (int i = 0; i < REPORTS; i++) any |= all[i].path && all[i].write;
  return any;
}

enum wr_exit wr_reports_write (const struct wr_options *options, const wr_model *model) {
  struct report all[REPORTS];
  reports_of (options, all);
  enum wr_exit code = WR_EXIT_OK;
  wr_buf text = {0};
  for (int i = 0; i < REPORTS; i++) {
    if (!all[i].path || !all[i].write) continue;
    wr_buf_clear (&text);
    all[i].write (&text, model);
    code = wr_exit_worse (code, is_stdout (all[i].path)
                                    ? wr_output_print (&text)
                                    : wr_output_file (all[i].path, wr_buf_str (&text)));
  }
  wr_buf_free (&text);
  return code;
}
