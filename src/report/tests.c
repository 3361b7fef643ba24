#include "report/tests.h"

#include "base/utf8.h"
#include "base/words.h"
#include "core/name.h"
#include "source/render.h"

#include <string.h>

static const char *const colours[WR_COLOUR_COUNT] = {"green", "red", "orange"};

static const struct wr_diagnosis *diagnosis_of (const struct wr_tests_report *r, uint32_t body,
                                                wr_label goal) {
  const wr_result *result = r->words->result;
  for (uint32_t i = 0; i < r->failure_count; i++) {
    const struct wr_diagnosis *d = r->failures[i];
    wr_label label = result->bodies[d->body].passive->goals[d->goal].label;
    if (d->body == body && label.ix == goal.ix) return d;
  }
  return NULL;
}

enum wr_colour wr_report_colour (const struct wr_tests_report *r, uint32_t body, uint32_t goal) {
  const struct wr_body_result *b = &r->words->result->bodies[body];
  if (b->goals[goal].verdict == WR_VERDICT_PROVED) return WR_GREEN;
  const struct wr_diagnosis *d = diagnosis_of (r, body, b->passive->goals[goal].label);
  if (d && d->proved) return WR_GREEN;
  return d && d->judgement == WR_JUDGED_GENUINE ? WR_RED : WR_ORANGE;
}

/* -- text ---------------------------------------------------------------------------------------------------- */

static const char *const kinds[WR_TEST_KIND_COUNT] = {"failed", "successful", "unsatisfiable",
                                                      "out of budget"};

static void add_place (wr_buf *out, const wr_core *core, wr_span at) {
  wr_position p = wr_position_of (core->sources, at.file, at.begin);
  wr_utf8_clean (out, p.path);
  wr_buf_print (out, ":%u", p.line);
}

static void add_goal (wr_buf *out, const wr_core *core, wr_label goal) {
  if (!goal.ix || goal.ix >= core->labels.infos.len) return;
  add_place (out, core, wr_label_info (&core->labels, goal)->span);
}

static void add_test (wr_buf *out, const wr_core *core, const struct wr_test *t) {
  wr_buf_print (out, "  %s", kinds[t->kind]);
  if (t->goal.ix) {
    wr_buf_add (out, WR_LIT (" at "));
    add_goal (out, core, t->goal);
  }
  wr_buf_add_char (out, ':');
  for (uint32_t i = 0; i < t->input_count; i++) wr_input_print (out, &t->inputs[i]);
  if (!t->input_count && t->kind <= WR_TEST_SUCCESSFUL) wr_buf_add (out, WR_LIT (" no inputs"));
  if (t->condition.len)
    wr_buf_print (out, "%s if %.*s", t->input_count ? "," : "", WR_STR_ARGS (t->condition));
  if (t->why.len) wr_buf_print (out, " (%.*s)", WR_STR_ARGS (t->why));
  if (t->summarised) wr_buf_add (out, WR_LIT (" (by invariants)"));
  wr_buf_add_char (out, '\n');
}

static void add_body (wr_buf *out, const struct wr_tests_report *r, uint32_t b) {
  const wr_core *core = r->words->result->core;
  const struct wr_tests *tests = r->tests[b];
  const struct wr_body *body = &core->bodies.data[r->words->result->bodies[b].body];
  add_place (out, core, body->at);
  wr_buf_print (out, ": %.*s: ", WR_STR_ARGS (wr_symbol_text (core->symbols, body->name)));
  wr_buf_count (out, tests->runs, "execution", "executions");
  wr_buf_add (out, WR_LIT (" of the search: "));
  for (int k = 0; k < WR_TEST_KIND_COUNT; k++)
    wr_buf_print (out, "%s%u %s", k ? ", " : "", tests->counts[k], kinds[k]);
  if (tests->complete)
    wr_buf_add (out, WR_LIT ("; all paths to the goals were tried\n"));
  else
    wr_buf_print (out, "; not all paths were tried: %.*s\n", WR_STR_ARGS (tests->why));
  for (uint32_t k = 0; r->all && k < WR_TEST_KIND_COUNT; k++)
    for (uint32_t i = 0; i < tests->count; i++)
      if (tests->tests[i].kind == k) add_test (out, core, &tests->tests[i]);
}

static void add_colours (wr_buf *out, const struct wr_tests_report *r) {
  const wr_result *result = r->words->result;
  uint32_t counts[WR_COLOUR_COUNT] = {0};
  for (uint32_t b = 0; b < result->body_count; b++)
    for (uint32_t g = 0; result->bodies[b].passive && result->bodies[b].selected &&
                         g < result->bodies[b].passive->goal_count;
         g++)
      counts[wr_report_colour (r, b, g)]++;
  wr_buf_print (out,
                "assertions: %u green (proved), %u red (an execution violates them), %u orange "
                "(neither)\n",
                counts[WR_GREEN], counts[WR_RED], counts[WR_ORANGE]);
}

void wr_report_tests (wr_buf *out, const struct wr_tests_report *r) {
  bool any = false;
  for (uint32_t b = 0; b < r->words->result->body_count; b++) {
    if (!r->tests || !r->tests[b]) continue;
    add_body (out, r, b);
    any = true;
  }
  if (any || r->failure_count) add_colours (out, r);
}

/* -- JSON ---------------------------------------------------------------------------------------------------- */

static json_t *test_json (const struct wr_tests_report *r, uint32_t b, const struct wr_test *t) {
  const wr_core *core = r->words->result->core;
  json_t *object = wr_json_object ();
  wr_json_set (object, "kind", json_string (wr_test_kind_name (t->kind)));
  if (t->goal.ix && t->goal.ix < core->labels.infos.len) {
    wr_buf name = {0};
    wr_label_name (&name, core, t->goal);
    wr_json_set (object, "goal", wr_json_text (wr_buf_str (&name)));
    wr_buf_free (&name);
  }
  if (t->kind <= WR_TEST_SUCCESSFUL || t->input_count)
    wr_json_set (object, "inputs", wr_report_inputs_json (t->inputs, t->input_count));
  if (t->summarised) wr_json_set (object, "by_invariants", json_true ());
  if (t->kind <= WR_TEST_SUCCESSFUL && !t->summarised) {
    wr_buf text = {0};
    wr_report_command (&text, r->words, b, t->inputs, t->input_count);
    if (t->kind == WR_TEST_FAILED && !t->certain) wr_buf_add (&text, WR_LIT (" --trusting"));
    wr_json_set (object, "command", wr_json_text (wr_buf_str (&text)));
    wr_buf_free (&text);
  }
  wr_json_set (object, "condition", wr_json_text (t->condition));
  if (t->kind == WR_TEST_FAILED) wr_json_set (object, "certain", json_boolean (t->certain));
  if (t->why.len) wr_json_set (object, "reason", wr_json_text (t->why));
  return object;
}

static json_t *body_json (const struct wr_tests_report *r, uint32_t b) {
  const wr_core *core = r->words->result->core;
  const struct wr_tests *tests = r->tests[b];
  const struct wr_body *body = &core->bodies.data[r->words->result->bodies[b].body];
  json_t *object = wr_json_object (), *list = wr_json_array (), *counts = wr_json_object ();
  wr_json_set (object, "procedure", wr_json_text (wr_symbol_text (core->symbols, body->name)));
  wr_json_set (object, "file",
               wr_json_text (wr_position_of (core->sources, body->at.file, body->at.begin).path));
  wr_json_set_span (object, core->sources, body->at);
  wr_json_set (object, "complete", json_boolean (tests->complete));
  if (!tests->complete) wr_json_set (object, "reason", wr_json_text (tests->why));
  wr_json_set (object, "executions", wr_json_count (tests->runs));
  wr_json_set (object, "queries", wr_json_count (tests->queries));
  wr_json_set (object, "resources", wr_json_count (tests->resources));
  for (uint32_t k = 0; k < WR_TEST_KIND_COUNT; k++)
    wr_json_set (counts, wr_test_kind_name ((enum wr_test_kind)k),
                 wr_json_count (tests->counts[k]));
  wr_json_set (object, "counts", counts);
  for (uint32_t i = 0; i < tests->count; i++)
    wr_json_push (list, test_json (r, b, &tests->tests[i]));
  wr_json_set (object, "tests", list);
  return object;
}

json_t *wr_report_tests_json (const struct wr_tests_report *r) {
  json_t *list = wr_json_array ();
  for (uint32_t b = 0; b < r->words->result->body_count; b++)
    if (r->tests && r->tests[b]) wr_json_push (list, body_json (r, b));
  return list;
}

static json_t *assertion_json (const struct wr_tests_report *r, uint32_t b, uint32_t g) {
  const wr_core *core = r->words->result->core;
  const struct wr_body_result *body = &r->words->result->bodies[b];
  const struct wr_goal *goal = &body->passive->goals[g];
  json_t *object = wr_json_object ();
  wr_buf name = {0};
  wr_label_name (&name, core, goal->label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (&name)));
  wr_buf_free (&name);
  wr_json_set (object, "file",
               wr_json_text (wr_position_of (core->sources, goal->at.file, goal->at.begin).path));
  wr_json_set_span (object, core->sources, goal->at);
  wr_json_set (object, "verdict", json_string (wr_verdict_name (body->goals[g].verdict)));
  wr_json_set (object, "colour", json_string (colours[wr_report_colour (r, b, g)]));
  const struct wr_diagnosis *d = diagnosis_of (r, b, goal->label);
  if (d && d->proved) wr_json_set (object, "proved_by_execution", json_true ());
  return object;
}

json_t *wr_report_assertions_json (const struct wr_tests_report *r) {
  const wr_result *result = r->words->result;
  json_t *list = wr_json_array ();
  for (uint32_t b = 0; b < result->body_count; b++)
    for (uint32_t g = 0; result->bodies[b].passive && result->bodies[b].selected &&
                         g < result->bodies[b].passive->goal_count;
         g++)
      if (result->bodies[b].passive->goals[g].label.ix)
        wr_json_push (list, assertion_json (r, b, g));
  return list;
}
