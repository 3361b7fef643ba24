/* report/junit.c -- JUnit's XML: a suite per procedure, a test case per goal. A failed goal is a failure; a
   timeout and an undecided goal are errors; a goal that was not checked is skipped. A file that was refused is a
   suite with one case in error. The properties of a suite count its vacuous goals and its elements. */
#include "report/formats.h"

#include "base/check.h"
#include "source/quote.h"

struct tally {
  uint32_t tests, failures, errors, skipped;
};

static void count_goal (struct tally *sum, enum wr_verdict verdict) {
  sum->tests++;
  switch (verdict) {
  case WR_VERDICT_PROVED: return;
  case WR_VERDICT_FAILED: sum->failures++; return;
  case WR_VERDICT_TIMEOUT:
  case WR_VERDICT_UNKNOWN: sum->errors++; return;
  case WR_VERDICT_NONE: sum->skipped++; return;
  }
  WR_UNREACHABLE ();
}

static struct tally tally_of (const wr_model *model) {
  struct tally sum = {0};
  for (uint32_t i = 0; i < model->goals.len; i++) count_goal (&sum, model->goals.data[i].verdict);
  for (uint32_t i = 0; i < model->files.len; i++) {
    sum.tests += model->files.data[i].refused > 0;
    sum.errors += model->files.data[i].refused > 0;
  }
  return sum;
}

static void add_spot (wr_buf *out, const wr_model *model, const struct wr_spot *at) {
  if (!at->path) return;
  wr_xml_add (out, wr_model_path (model, at->path));
  if (at->line) wr_buf_print (out, ":%u:%u", at->line, at->column);
}

/* The element that says why a case did not pass, without its content. */
static void open_problem (wr_buf *out, const char *element, const char *type, wr_str message) {
  wr_buf_print (out, "      <%s", element);
  wr_xml_attribute (out, "type", wr_str_of (type));
  wr_xml_attribute (out, "message", message);
  wr_buf_add_char (out, '>');
}

static void add_problem (wr_buf *out, const wr_model *model, const struct wr_row_goal *goal) {
  switch (goal->verdict) {
  case WR_VERDICT_PROVED: return;
  case WR_VERDICT_NONE:
    wr_buf_print (out, "      <skipped message=\"not asked: %s\"/>\n",
                  model->interrupted ? "interrupted" : "--error-limit");
    return;
  case WR_VERDICT_FAILED:
  case WR_VERDICT_TIMEOUT:
  case WR_VERDICT_UNKNOWN: break;
  }
  const struct wr_code_info *info = wr_code_info (goal->code);
  const struct wr_row_diag *diag = goal->diag ? &model->diags.data[goal->diag - 1] : NULL;
  const char *element = goal->verdict == WR_VERDICT_FAILED ? "failure" : "error";
  open_problem (out, element, info->slug, diag ? diag->message : wr_str_of (info->title));
  add_spot (out, model, diag ? &diag->at : &goal->at);
  wr_buf_print (out, ": %s (%s)", wr_role_name (goal->role), goal->reason);
  for (uint32_t i = 0; diag && i < diag->note_count; i++) {
    wr_buf_add_char (out, '\n');
    add_spot (out, model, &diag->notes[i].at);
    if (diag->notes[i].at.path) wr_buf_add (out, WR_LIT (": "));
    wr_xml_add (out, diag->notes[i].text);
  }
  wr_buf_print (out, "</%s>\n", element);
}

static void add_goal (wr_buf *out, const wr_model *model, const struct wr_row_procedure *procedure,
                      const struct wr_row_goal *goal) {
  wr_buf_add (out, WR_LIT ("    <testcase"));
  wr_buf name = {0};
  wr_buf_print (&name, "%.*s ", WR_STR_ARGS (goal->name));
  wr_quote_text (&name, goal->text);
  wr_xml_attribute (out, "name", wr_buf_str (&name));
  wr_buf_free (&name);
  wr_buf_add (out, WR_LIT (" classname=\""));
  wr_xml_add (out, wr_model_path (model, procedure->at.path));
  wr_buf_add_char (out, '.');
  wr_xml_add (out, procedure->name);
  wr_buf_print (out, "\" time=\"%.3f\"", goal->seconds);
  if (goal->verdict == WR_VERDICT_PROVED && !goal->vacuous) {
    wr_buf_add (out, WR_LIT ("/>\n"));
    return;
  }
  wr_buf_add (out, WR_LIT (">\n"));
  add_problem (out, model, goal);
  if (goal->vacuous)
    wr_buf_add (
        out, WR_LIT ("      <system-out>vacuous: no execution reaches this point</system-out>\n"));
  wr_buf_add (out, WR_LIT ("    </testcase>\n"));
}

static void add_property (wr_buf *out, const char *name, uint32_t value) {
  wr_buf_print (out, "      <property name=\"%s\" value=\"%u\"/>\n", name, value);
}

static void add_properties (wr_buf *out, const struct wr_element_counts *counts, uint32_t vacuous) {
  wr_buf_add (out, WR_LIT ("    <properties>\n"));
  add_property (out, "vacuous", vacuous);
  add_property (out, "elements.covered", counts->covered);
  add_property (out, "elements.coverable", counts->coverable);
  add_property (out, "elements.unexplained", counts->unexplained);
  add_property (out, "elements.failed", counts->failed);
  add_property (out, "elements.vacuous", counts->vacuous);
  wr_buf_add (out, WR_LIT ("    </properties>\n"));
}

static void add_suite (wr_buf *out, const wr_model *model, const struct wr_row_procedure *row) {
  struct tally sum = {0};
  const struct wr_row_goal *goals = WR_VEC_FROM (&model->goals, row->first_goal);
  double seconds = 0;
  for (uint32_t i = 0; i < row->goal_count; i++) {
    count_goal (&sum, goals[i].verdict);
    seconds += goals[i].seconds;
  }
  wr_buf_add (out, WR_LIT ("  <testsuite"));
  wr_xml_attribute (out, "name", row->name);
  wr_buf_print (out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\"",
                sum.tests, sum.failures, sum.errors, sum.skipped, seconds);
  wr_xml_attribute (out, "file", wr_model_path (model, row->at.path));
  wr_buf_add (out, WR_LIT (">\n"));
  if (model->coverage) add_properties (out, &row->elements, row->vacuous);
  for (uint32_t i = 0; i < row->goal_count; i++) add_goal (out, model, row, &goals[i]);
  wr_buf_add (out, WR_LIT ("  </testsuite>\n"));
}

static void add_refused (wr_buf *out, const wr_model *model, const struct wr_row_file *file) {
  wr_str path = wr_model_path (model, file->path);
  wr_buf_add (out, WR_LIT ("  <testsuite"));
  wr_xml_attribute (out, "name", path);
  wr_buf_add (out,
              WR_LIT (" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0.000\""));
  wr_xml_attribute (out, "file", path);
  wr_buf_add (out, WR_LIT (">\n    <testcase name=\"program\""));
  wr_xml_attribute (out, "classname", path);
  wr_buf_add (out, WR_LIT (" time=\"0.000\">\n"));
  bool open = false;
  for (uint32_t i = 0; i < model->diags.len; i++) {
    const struct wr_row_diag *diag = &model->diags.data[i];
    const struct wr_code_info *info = wr_code_info (diag->code);
    bool here = diag->file == file->path || !diag->file;
    if (!here || diag->severity != WR_ERROR || info->phase >= WR_PHASE_VERIFY) continue;
    if (!open) open_problem (out, "error", info->slug, diag->message);
    if (open) wr_buf_add_char (out, '\n');
    open = true;
    add_spot (out, model, &diag->at);
    wr_buf_add (out, WR_LIT (": "));
    wr_xml_add (out, diag->message);
  }
  wr_buf_add (out, open ? WR_LIT ("</error>\n")
                        : WR_LIT ("      <error type=\"refused\" message=\"refused\"/>\n"));
  wr_buf_add (out, WR_LIT ("    </testcase>\n  </testsuite>\n"));
}

/* The elements that belong to no verified procedure: axioms, function bodies, contracts without a body. */
static void add_program (wr_buf *out, const wr_model *model) {
  struct wr_element_counts rest = model->elements;
  for (uint32_t i = 0; i < model->procedures.len; i++) {
    const struct wr_element_counts *row = &model->procedures.data[i].elements;
    rest.covered -= row->covered;
    rest.coverable -= row->coverable;
    rest.unexplained -= row->unexplained;
    rest.failed -= row->failed;
    rest.vacuous -= row->vacuous;
  }
  if (!rest.coverable && !rest.unexplained && !rest.failed) return;
  wr_buf_add (out, WR_LIT ("  <testsuite name=\"declarations\" tests=\"0\" failures=\"0\" "
                           "errors=\"0\" skipped=\"0\" time=\"0.000\">\n"));
  add_properties (out, &rest, 0);
  wr_buf_add (out, WR_LIT ("  </testsuite>\n"));
}

void wr_report_junit (wr_buf *out, const wr_model *model) {
  struct tally sum = tally_of (model);
  double seconds = 0;
  for (uint32_t i = 0; i < model->goals.len; i++) seconds += model->goals.data[i].seconds;
  wr_buf_print (out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<testsuites name=\"warrant %s\" tests=\"%u\" failures=\"%u\" errors=\"%u\" "
                "time=\"%.3f\">\n",
                model->command, sum.tests, sum.failures, sum.errors, seconds);
  if (model->interrupted)
    wr_buf_add (out, WR_LIT ("  <properties><property name=\"complete\" "
                             "value=\"false\"/></properties>\n"));
  for (uint32_t i = 0; i < model->files.len; i++)
    if (model->files.data[i].refused) add_refused (out, model, &model->files.data[i]);
  for (uint32_t i = 0; i < model->procedures.len; i++)
    add_suite (out, model, &model->procedures.data[i]);
  if (model->coverage) add_program (out, model);
  wr_buf_add (out, WR_LIT ("</testsuites>\n"));
}
