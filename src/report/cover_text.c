/* report/cover_text.c -- coverage as a table, and as marks beside the source. */
#include "report/cover.h"

#include "base/check.h"
#include "base/utf8.h"
#include "report/verify.h"

#include <stdlib.h>
#include <string.h>

static void add_percent (wr_buf *out, struct wr_share share) {
  if (!share.total)
    wr_buf_add (out, WR_LIT ("     -"));
  else
    wr_buf_print (out, "%5.1f%%", 100.0 * share.covered / share.total);
}

/* True with --cores=fast: the cores are not confirmed. */
static bool has_first_cores (const wr_coverage *coverage) {
  const wr_result *result = coverage->cover->result;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; coverage->cover->goals[b] && g < body->passive->goal_count; g++)
      if (coverage->cover->goals[b][g].first) return true;
  }
  return false;
}

void wr_report_cover_table (wr_buf *out, const wr_coverage *coverage) {
  const wr_result *result = coverage->cover->result;
  size_t width = 9;
  for (uint32_t b = 0; b < result->body_count; b++) {
    size_t len = wr_symbol_text (result->core->symbols, result->core->bodies.data[b].name).len;
    if (result->bodies[b].passive && result->bodies[b].selected && len > width) width = len;
  }
  if (width > 60) width = 60;
  wr_buf_print (out, "%-*s  verdict   goals  vacuous  covered   share\n", (int)width, "procedure");
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    uint32_t vacuous = 0;
    for (uint32_t i = 0; i < views.len; i++)
      vacuous += coverage->goals[b][views.data[i].first]->vacuous;
    wr_str name = wr_symbol_text (result->core->symbols, result->core->bodies.data[b].name);
    enum wr_verdict verdict = wr_body_verdict (body);
    wr_buf_print (out, "%-*.*s  %-8s  %5u  %7u  %3u/%-4u  ", (int)width, WR_STR_ARGS (name),
                  verdict == WR_VERDICT_PROVED ? "verified" : wr_verdict_name (verdict), views.len,
                  vacuous, coverage->bodies[b].covered, coverage->bodies[b].total);
    add_percent (out, coverage->bodies[b]);
    wr_buf_add_char (out, '\n');
  }
  WR_VEC_FREE (&views);
  wr_buf_print (out, "covered: %u of %u facts (", coverage->whole.covered, coverage->whole.total);
  if (coverage->whole.total)
    wr_buf_print (out, "%.1f%%", 100.0 * coverage->whole.covered / coverage->whole.total);
  else
    wr_buf_add_char (out, '-');
  wr_buf_add (
      out,
      has_first_cores (coverage)
          ? WR_LIT ("); a fact is covered if it is in the solver's own core of some goal; these "
                    "cores are not confirmed and contain no axioms\n")
          : WR_LIT ("); a fact is covered if some proof needs it or if it is "
                    "interchangeable; unreachable facts are not counted\n"));
}

enum { PART_TEXT = 60 };

struct part_line {
  wr_span span;
  enum wr_fact_status status;
};

static int by_place (const void *a, const void *b) {
  const struct part_line *x = a, *y = b;
  if (x->span.file != y->span.file) return x->span.file < y->span.file ? -1 : 1;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
  return (x->status < y->status) - (x->status > y->status); /* the strongest first */
}

static void add_part (wr_buf *out, const wr_sources *sources, const struct part_line *part) {
  wr_position at = wr_position_of (sources, part->span.file, part->span.begin);
  wr_str text = wr_source_text (sources, part->span.file);
  text = (wr_str){text.ptr + part->span.begin, part->span.end - part->span.begin};
  bool cut = text.len > PART_TEXT;
  if (cut) text.len = PART_TEXT;
  const char *line = memchr (text.ptr, '\n', text.len);
  if (line) text.len = (size_t)(line - text.ptr);
  wr_utf8_clean (out, at.path);
  wr_buf_print (out, ":%u:%u: part %s: ", at.line, at.column, wr_fact_status_name (part->status));
  wr_utf8_clean (out, text);
  wr_buf_add (out, cut || line ? WR_LIT (" ...\n") : WR_LIT ("\n"));
}

/* A part with several roles is printed once, with the strongest status. */
void wr_report_parts_table (wr_buf *out, const wr_fine *fine) {
  struct part_line *lines = wr_alloc (fine->part_count + 1, sizeof *lines);
  for (uint32_t i = 0; i < fine->part_count; i++) {
    const struct wr_fact *fact = fine->parts[i].fact;
    lines[i] =
        (struct part_line){wr_label_info (&fine->core->labels, fact->label)->span, fact->status};
  }
  if (fine->part_count) qsort (lines, fine->part_count, sizeof *lines, by_place);
  for (uint32_t i = 0; i < fine->part_count; i++) {
    bool told = i && lines[i].span.file == lines[i - 1].span.file &&
                lines[i].span.begin == lines[i - 1].span.begin &&
                lines[i].span.end == lines[i - 1].span.end;
    if (!told) add_part (out, fine->core->sources, &lines[i]);
  }
  free (lines);
}

static char mark_of (enum wr_fact_status status) {
  switch (status) {
  case WR_FACT_NONE: return ' ';
  case WR_FACT_UNUSED:
  case WR_FACT_REMOVABLE: return '-';
  case WR_FACT_NO_INFORMATION: return '?';
  case WR_FACT_INTERCHANGEABLE: return '~';
  case WR_FACT_NEEDED: return '+';
  case WR_FACT_UNREACHABLE: return 'x';
  case WR_FACT_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

void wr_report_annotate (wr_buf *out, const wr_coverage *coverage, uint32_t file) {
  const wr_core *core = coverage->cover->result->core;
  wr_str text = wr_source_text (core->sources, file);
  uint32_t lines = wr_source_line (core->sources, file, (uint32_t)text.len);
  enum wr_fact_status *best = wr_alloc (lines + 1, sizeof *best);
  for (uint32_t i = 1; i < coverage->fact_count; i++) {
    const struct wr_fact *fact = &coverage->facts[i];
    const struct wr_label_info *info = wr_label_info (&core->labels, fact->label);
    if (info->span.file != file || fact->status == WR_FACT_NONE ||
        !wr_fact_counts (core, fact->label))
      continue;
    uint32_t line = wr_source_line (core->sources, file, info->span.begin);
    if (fact->status > best[line]) best[line] = fact->status;
  }
  for (uint32_t line = 1; line <= lines; line++) {
    uint32_t begin;
    wr_str one = wr_source_line_text (core->sources, file, line, &begin);
    if (line == lines && !one.len) break;
    wr_buf_print (out, "%c %5u | %.*s\n", mark_of (best[line]), line, WR_STR_ARGS (one));
  }
  free (best);
}
