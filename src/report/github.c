/* report/github.c -- annotations of a GitHub workflow. A step shows ten of each kind and silently drops the rest,
   so the most severe come first and the rest is counted. */
#include "report/formats.h"

#include "base/check.h"
#include "base/utf8.h"
#include "base/words.h"

static const char *kind_of (enum wr_severity severity) {
  switch (severity) {
  case WR_ERROR: return "error";
  case WR_WARNING: return "warning";
  case WR_INFO: return "notice";
  }
  WR_UNREACHABLE ();
}

/* Workflow commands end at a line end and split their properties at ',' and ':'. */
static void add_escaped (wr_buf *out, wr_str text, bool property) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool escape = c == '%' || c == '\r' || c == '\n' || (property && (c == ',' || c == ':'));
    if (escape)
      wr_buf_print (out, "%%%02X", (unsigned char)c);
    else
      wr_buf_add_char (out, c);
  }
}

/* Messages quote programs, so invalid text and terminal control characters are replaced. */
static void add_message (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  add_escaped (out, wr_buf_str (&clean), false);
  wr_buf_free (&clean);
}

static void add_property (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  wr_utf8_clean (&clean, text);
  add_escaped (out, wr_buf_str (&clean), true);
  wr_buf_free (&clean);
}

static void add_diag (wr_buf *out, const wr_model *model, const struct wr_row_diag *diag) {
  wr_buf_print (out, "::%s ", kind_of (diag->severity));
  if (diag->at.path) {
    wr_buf_add (out, WR_LIT ("file="));
    add_property (out, wr_model_path (model, diag->at.path));
    if (diag->at.line)
      wr_buf_print (out, ",line=%u,col=%u,endLine=%u,endColumn=%u", diag->at.line, diag->at.column,
                    diag->at.end_line, diag->at.end_column);
    wr_buf_add_char (out, ',');
  }
  wr_buf_print (out, "title=%s::", wr_code_info (diag->code)->slug);
  add_message (out, diag->message);
  for (uint32_t i = 0; i < diag->note_count; i++) {
    const struct wr_row_note *note = &diag->notes[i];
    wr_buf_add (out, WR_LIT ("%0A"));
    if (note->at.path) {
      add_message (out, wr_model_path (model, note->at.path));
      wr_buf_print (out, ":%u:%u: ", note->at.line, note->at.column);
    }
    add_message (out, note->text);
  }
  wr_buf_add_char (out, '\n');
}

void wr_report_github (wr_buf *out, const wr_model *model) {
  static const enum wr_severity order[] = {WR_ERROR, WR_WARNING, WR_INFO};
  uint32_t more[3] = {0};
  for (int k = 0; k < 3; k++) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < model->diags.len; i++) {
      if (model->diags.data[i].severity != order[k]) continue;
      if (shown++ < WR_GITHUB_SHOWN)
        add_diag (out, model, &model->diags.data[i]);
      else
        more[k]++;
    }
  }
  if (model->coverage) {
    wr_buf_add (out, WR_LIT ("covered: "));
    wr_add_counts (out, &model->elements);
    wr_buf_add_char (out, '\n');
  }
  if (!more[0] && !more[1] && !more[2]) return;
  wr_buf_add (out, WR_LIT ("not shown as annotations:"));
  for (int k = 0; k < 3; k++)
    if (more[k])
      wr_buf_print (out, " %u more %s%s", more[k], kind_of (order[k]),
                    wr_plural (more[k], "", "s"));
  wr_buf_print (out, " (a step shows %d of each kind; --sarif has them all)\n", WR_GITHUB_SHOWN);
}
