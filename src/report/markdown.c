/* report/markdown.c -- a summary for the page of a job: the numbers, errors and findings, and a table of
   procedures, problematic ones first. */
#include "report/formats.h"

#include "base/utf8.h"
#include "base/words.h"

#include <string.h>

void wr_markdown_add (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  for (size_t i = 0; i < clean.len; i++) {
    char c = clean.data[i];
    if (strchr ("\\`*_{}[]<>|#~$@&!", c) && c)
      wr_buf_print (out, "&#%d;", c);
    else
      wr_buf_add_char (out, c);
  }
  wr_buf_free (&clean);
}

static void add_code (wr_buf *out, wr_str text) {
  wr_buf_add (out, WR_LIT ("<code>"));
  wr_markdown_add (out, text);
  wr_buf_add (out, WR_LIT ("</code>"));
}

static void add_place (wr_buf *out, const wr_model *model, const struct wr_spot *at) {
  if (!at->path) return;
  wr_buf place = {0};
  wr_buf_add (&place, wr_model_path (model, at->path));
  if (at->line) wr_buf_print (&place, ":%u", at->line);
  add_code (out, wr_buf_str (&place));
  wr_buf_free (&place);
}

static uint32_t vacuous_goals (const wr_model *model) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->procedures.len; i++) count += model->procedures.data[i].vacuous;
  return count;
}

static void add_numbers (wr_buf *out, const wr_model *model) {
  const struct wr_summary *sum = &model->summary;
  const struct wr_element_counts *elements = &model->elements;
  wr_buf_add (out, WR_LIT ("| procedures verified | goals | failed | timeouts | unknown |"));
  if (model->coverage) wr_buf_add (out, WR_LIT (" vacuous | covered elements | covered lines |"));
  wr_buf_add (out, WR_LIT ("\n|--:|--:|--:|--:|--:|"));
  if (model->coverage) wr_buf_add (out, WR_LIT ("--:|--:|--:|"));
  wr_buf_print (out, "\n| %u of %u | %u | %u | %u | %u |", sum->verified, model->procedures.len,
                model->goals.len, sum->errors, sum->timeouts, sum->unknown);
  if (model->coverage) {
    struct wr_totals lines = wr_model_totals (model, 0);
    wr_buf_print (out, " %u | %u of %u (", vacuous_goals (model), elements->covered,
                  elements->coverable);
    wr_add_percent (out, elements->covered, elements->coverable);
    wr_buf_print (out, ") | %u of %u (", lines.lines_hit, lines.lines);
    wr_add_percent (out, lines.lines_hit, lines.lines);
    wr_buf_add (out, WR_LIT (") |"));
  }
  wr_buf_add (out, WR_LIT ("\n\n"));
  if (!model->coverage) return;
  wr_buf_add (out, WR_LIT ("Covered: "));
  wr_add_counts (out, elements);
  wr_buf_add (out, WR_LIT (".\n"));
  if (model->axioms.total)
    wr_buf_print (out, "Axioms of the prelude that proofs use: %u of %u.\n", model->axioms.covered,
                  model->axioms.total);
  wr_buf_add_char (out, '\n');
}

static void add_proved (wr_buf *out, const wr_model *model) {
  uint32_t vacuous = model->coverage ? model->elements.vacuous : 0;
  if (vacuous)
    wr_buf_print (out, "**Every goal is proved, but %u %s vacuous: %s.**", vacuous,
                  wr_plural (vacuous, "element is", "elements are"),
                  "no execution reaches them, or only a contradiction uses them");
  else
    wr_buf_add (out, WR_LIT ("**Everything is proved.**"));
}

static void add_verdict (wr_buf *out, const wr_model *model) {
  const struct wr_summary *sum = &model->summary;
  bool below = model->percent > 0 && wr_element_counts_below (&model->elements, model->percent);
  uint32_t refused = model->input_errors;
  if (model->interrupted)
    wr_buf_print (out,
                  "**The run was interrupted: this report is not complete; %u %s not checked.** ",
                  sum->unchecked, wr_plural (sum->unchecked, "goal was", "goals were"));
  if (refused)
    wr_buf_print (out, "**%u %s in the input.** ", refused, wr_plural (refused, "error", "errors"));
  if (sum->errors)
    wr_buf_print (out, "**%u %s.**", sum->errors,
                  wr_plural (sum->errors, "goal is not proved", "goals are not proved"));
  else if (sum->timeouts || sum->unknown)
    wr_buf_print (out, "**Nothing failed, but %u %s not decided.**", sum->timeouts + sum->unknown,
                  wr_plural ((uint64_t)sum->timeouts + sum->unknown, "goal is", "goals are"));
  else if (!refused && !model->interrupted)
    add_proved (out, model);
  if (model->percent > 0 && model->coverage) {
    wr_buf_print (out, " Coverage is %s the threshold of %.4g%%.", below ? "below" : "at or above",
                  model->percent);
  }
  wr_buf_add (out, WR_LIT ("\n\n"));
}

static void add_more (wr_buf *out, uint32_t shown) {
  if (shown <= WR_MARKDOWN_ROWS) return;
  uint32_t left = shown - WR_MARKDOWN_ROWS;
  wr_buf_print (out, "\n%u more %s not shown.\n", left, wr_plural (left, "is", "are"));
}

static void add_findings (wr_buf *out, const wr_model *model) {
  static const enum wr_severity order[] = {WR_ERROR, WR_WARNING, WR_INFO};
  if (!model->diags.len) return;
  wr_buf_add (out, WR_LIT ("### Errors and findings\n\n"));
  wr_buf_count (out, wr_model_count (model, WR_ERROR), "error, ", "errors, ");
  wr_buf_count (out, wr_model_count (model, WR_WARNING), "warning, ", "warnings, ");
  wr_buf_count (out, wr_model_count (model, WR_INFO), "note.\n\n", "notes.\n\n");
  wr_buf_add (out, WR_LIT ("| | code | place | message |\n|---|---|---|---|\n"));
  uint32_t shown = 0;
  for (int k = 0; k < 3; k++) {
    for (uint32_t i = 0; i < model->diags.len; i++) {
      const struct wr_row_diag *diag = &model->diags.data[i];
      if (diag->severity != order[k] || shown++ >= WR_MARKDOWN_ROWS) continue;
      static const char *const words[] = {"error", "warning", "note"};
      wr_buf_print (out, "| %s | %s | ", words[k], wr_code_info (diag->code)->slug);
      add_place (out, model, &diag->at);
      wr_buf_add (out, WR_LIT (" | "));
      wr_markdown_add (out, diag->message);
      wr_buf_add (out, WR_LIT (" |\n"));
    }
  }
  add_more (out, shown);
  wr_buf_add_char (out, '\n');
}

static void add_procedure (wr_buf *out, const wr_model *model, const struct wr_row_procedure *row) {
  bool verified = row->verdict == WR_VERDICT_PROVED;
  wr_buf_add (out, WR_LIT ("| "));
  add_code (out, row->name);
  wr_buf_add (out, WR_LIT (" | "));
  add_place (out, model, &row->at);
  wr_buf_print (out, " | %s | %u |", verified ? "verified" : wr_verdict_name (row->verdict),
                row->goal_count);
  if (model->coverage) {
    wr_buf_print (out, " %u | %u/%u | ", row->vacuous, row->elements.covered,
                  row->elements.coverable);
    wr_add_percent (out, row->elements.covered, row->elements.coverable);
    wr_buf_add (out, WR_LIT (" |"));
  }
  wr_buf_add_char (out, '\n');
}

static bool needs_look (const wr_model *model, const struct wr_row_procedure *row) {
  return row->verdict != WR_VERDICT_PROVED || row->vacuous ||
         (model->coverage && row->elements.covered < row->elements.coverable);
}

static void add_procedures (wr_buf *out, const wr_model *model) {
  if (!model->procedures.len) return;
  wr_buf_add (out, WR_LIT ("<details><summary>Procedures</summary>\n\n"
                           "| procedure | place | verdict | goals |"));
  if (model->coverage) wr_buf_add (out, WR_LIT (" vacuous | covered | share |"));
  wr_buf_add (out, WR_LIT ("\n|---|---|---|--:|"));
  if (model->coverage) wr_buf_add (out, WR_LIT ("--:|--:|--:|"));
  wr_buf_add_char (out, '\n');
  uint32_t shown = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < model->procedures.len; i++) {
      const struct wr_row_procedure *row = &model->procedures.data[i];
      if (needs_look (model, row) == (pass == 0) && shown++ < WR_MARKDOWN_ROWS)
        add_procedure (out, model, row);
    }
  }
  add_more (out, shown);
  wr_buf_add (out, WR_LIT ("\n</details>\n"));
}

void wr_report_markdown (wr_buf *out, const wr_model *model) {
  wr_buf_print (out, "## Warrant: %s\n\n", model->command);
  add_verdict (out, model);
  add_numbers (out, model);
  add_findings (out, model);
  add_procedures (out, model);
}
