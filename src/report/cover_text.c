/* report/cover_text.c -- coverage as a table, and as marks beside the source. */
#include "report/cover.h"

#include "base/check.h"
#include "base/utf8.h"
#include "base/words.h"
#include "report/formats.h"
#include "report/verify.h"

#include <stdlib.h>
#include <string.h>

static void add_share (wr_buf *out, const struct wr_element_counts *counts) {
  wr_buf percent = {0};
  wr_add_percent (&percent, counts->covered, counts->coverable);
  wr_buf_print (out, "%4u/%-4u %6s\n", counts->covered, counts->coverable, wr_buf_text (&percent));
  wr_buf_free (&percent);
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

void wr_report_remedy (wr_buf *out, enum wr_limit limit, bool unexplained) {
  switch (limit) {
  case WR_LIMIT_NONE:
  case WR_LIMIT_COUNT: break;
  case WR_LIMIT_RESOURCES:
    wr_buf_print (out, ": the solver resources did not suffice; --budget %s allows more",
                  unexplained ? "core_floor=1000000"
                              : "need_floor=100000 --budget need_again_floor=100000");
    break;
  case WR_LIMIT_TIME:
    wr_buf_add (out, WR_LIT (": the time did not suffice; --no-cache asks again"));
    break;
  case WR_LIMIT_EFFORT: wr_buf_add (out, WR_LIT ("; --cores=must decides it")); break;
  }
  wr_buf_add_char (out, '\n');
}

/* Of how many facts in cores it is not known whether they are needed. */
static void add_undecided (wr_buf *out, const wr_coverage *coverage) {
  const wr_result *result = coverage->cover->result;
  uint32_t members = 0, undecided = 0, cores = 0;
  enum wr_limit why = WR_LIMIT_NONE;
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    if (!result->bodies[b].passive || !result->bodies[b].selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (&result->bodies[b], &views);
    for (uint32_t i = 0; i < views.len; i++) {
      const struct wr_explanation *e = coverage->goals[b][views.data[i].first];
      if (views.data[i].verdict != WR_VERDICT_PROVED) continue;
      enum wr_limit limit = wr_limit_of (e, coverage->cover->lost[b]);
      if (!e->known || limit == WR_LIMIT_NONE) continue;
      why = limit;
      cores++;
      members += e->core_count;
      for (uint32_t k = 0; k < e->core_count; k++)
        undecided += wr_member_of (e, k) == WR_MEMBER_UNDECIDED;
    }
  }
  WR_VEC_FREE (&views);
  if (undecided) {
    wr_buf_print (out, "undecided whether needed: %u of %u facts in the cores of %u %s", undecided,
                  members, cores, cores == 1 ? "goal" : "goals");
    wr_report_remedy (out, why, false);
  }
}

/* -- what is not explained -------------------------------------------------------------------------- */

/* X (reason, "why", "what helps") */
#define OPEN_REASONS(X)                                                                            \
  X (NOT_CHECKED, "a goal was not checked", "run again without --error-limit, to the end")         \
  X (NOT_PROVED, "a goal that might use them is not proved", "mend that goal first")               \
  X (LIMIT, "a limit was reached before a proof was explained",                                    \
     "--no-cache --budget core_factor=30 searches longer")                                         \
  X (UNCONFIRMED, "the solver's own cores are not confirmed", "--cores=must decides it")           \
  X (UNDECIDED_USER, "only clauses that are not explained use them", NULL)

static void add_open (wr_buf *out, const wr_elements *elements, enum wr_element_reason reason,
                      const char *why, const char *help) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < elements->count; i++)
    count += !elements->data[i].prelude && elements->data[i].state == WR_ELEMENT_UNEXPLAINED &&
             elements->data[i].reason == reason;
  if (!count) return;
  wr_buf_add (out, WR_LIT ("not explained: "));
  wr_buf_count (out, count, "element", "elements");
  wr_buf_print (out, ", because %s%s%s\n", why, help ? ": " : "", help ? help : "");
}

static void add_totals (wr_buf *out, const wr_coverage *coverage) {
  const wr_elements *elements = coverage->elements;
  wr_buf_add (out, WR_LIT ("covered: "));
  wr_add_counts (out, &elements->whole);
  if (has_first_cores (coverage))
    wr_buf_add (out, WR_LIT ("; from the solver's own cores, which are not confirmed and contain "
                             "no axioms"));
  wr_buf_add_char (out, '\n');
  if (elements->axioms.total)
    wr_buf_print (out, "axioms of the prelude: proofs use %u of %u\n", elements->axioms.covered,
                  elements->axioms.total);
#define X(reason, why, help) add_open (out, elements, WR_ELEMENT_BY_##reason, why, help);
  OPEN_REASONS (X)
#undef X
}

/* -- the table --------------------------------------------------------------------------------------- */

static uint32_t vacuous_goals (const wr_coverage *coverage, uint32_t b,
                               const wr_goal_views *views) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < views->len; i++)
    count += coverage->goals[b][views->data[i].first]->vacuous;
  return count;
}

void wr_report_cover_table (wr_buf *out, const wr_coverage *coverage) {
  const wr_result *result = coverage->cover->result;
  size_t width = 9;
  for (uint32_t b = 0; b < result->body_count; b++) {
    size_t len = wr_symbol_text (result->core->symbols, result->core->bodies.data[b].name).len;
    if (result->bodies[b].passive && result->bodies[b].selected && len > width) width = len;
  }
  if (width > 60) width = 60;
  wr_buf_print (out, "%-*s  verdict   goals  vacuous   covered   share\n", (int)width, "procedure");
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    wr_str name = wr_symbol_text (result->core->symbols, result->core->bodies.data[b].name);
    enum wr_verdict verdict = wr_body_verdict (body);
    wr_buf_print (out, "%-*.*s  %-8s  %5u  %7u  ", (int)width, WR_STR_ARGS (name),
                  verdict == WR_VERDICT_PROVED ? "verified" : wr_verdict_name (verdict), views.len,
                  vacuous_goals (coverage, b, &views));
    add_share (out, &coverage->elements->bodies[b]);
  }
  WR_VEC_FREE (&views);
  add_totals (out, coverage);
  add_undecided (out, coverage);
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

/* The worst first. */
static const struct {
  enum wr_element_state state;
  char mark;
} marks[] = {{WR_ELEMENT_FAILED, '!'},      {WR_ELEMENT_VACUOUS, 'x'}, {WR_ELEMENT_UNCOVERED, '-'},
             {WR_ELEMENT_UNEXPLAINED, '?'}, {WR_ELEMENT_COVERED, '+'}, {WR_ELEMENT_EXEMPT, ' '}};
enum { MARKS = sizeof marks / sizeof *marks };

static uint8_t rank_of (enum wr_element_state state) {
  uint8_t rank = 0;
  while (rank < MARKS - 1 && marks[rank].state != state) rank++;
  return rank;
}

void wr_report_annotate (wr_buf *out, const wr_coverage *coverage, uint32_t file) {
  const wr_core *core = coverage->cover->result->core;
  wr_str text = wr_source_text (core->sources, file);
  uint32_t lines = wr_source_line (core->sources, file, (uint32_t)text.len);
  uint8_t *worst = wr_alloc (lines + 1, sizeof *worst);
  for (uint32_t line = 0; line <= lines; line++) worst[line] = MARKS - 1;
  for (uint32_t i = 0; i < coverage->elements->count; i++) {
    const struct wr_element *element = &coverage->elements->data[i];
    if (element->span.file != file) continue;
    uint32_t line = wr_source_line (core->sources, file, element->span.begin);
    uint8_t rank = rank_of (element->state);
    if (rank < worst[line]) worst[line] = rank;
  }
  for (uint32_t line = 1; line <= lines; line++) {
    uint32_t begin;
    wr_str one = wr_source_line_text (core->sources, file, line, &begin);
    if (line == lines && !one.len) break;
    wr_buf_print (out, "%c %5u | ", marks[worst[line]].mark, line);
    wr_utf8_clean_line (out, one);
    wr_buf_add_char (out, '\n');
  }
  free (worst);
}
