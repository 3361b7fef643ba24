#include "report/execution.h"

#include "base/utf8.h"
#include "base/words.h"
#include "source/quote.h"
#include "source/render.h"

static const char *const kinds[] = {"start", "loop", "statement", "return"}; /* wr_trace_kind */

static void add_place (wr_buf *out, const wr_core *core, wr_span at) {
  wr_position p = wr_position_of (core->sources, at.file, at.begin);
  wr_utf8_clean (out, p.path);
  wr_buf_print (out, ":%u", p.line);
}

const char *wr_report_step_kind (enum wr_trace_kind kind) { return kinds[kind]; }

void wr_report_values (wr_buf *out, const struct wr_shown_value *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    wr_buf_print (out, "%s%.*s = %.*s", i ? ", " : "", WR_STR_ARGS (values[i].name),
                  WR_STR_ARGS (values[i].value));
}

static void add_step (wr_buf *out, const wr_core *core, const struct wr_shown_step *step) {
  for (uint32_t i = 0; i < step->depth; i++) wr_buf_add (out, WR_LIT ("  "));
  add_place (out, core, step->at);
  wr_buf_add (out, WR_LIT (": "));
  switch (step->kind) {
  case WR_TRACE_ENTRY: wr_buf_add (out, step->count ? WR_LIT ("start, ") : WR_LIT ("start")); break;
  case WR_TRACE_HEAD: wr_buf_add (out, step->count ? WR_LIT ("loop, ") : WR_LIT ("loop")); break;
  case WR_TRACE_RETURN: wr_buf_add (out, WR_LIT ("return")); break;
  case WR_TRACE_COMMAND: break;
  }
  wr_report_values (out, step->values, step->count);
  wr_buf_add_char (out, '\n');
}

static void end_words (wr_buf *out, const wr_core *core, const struct wr_execution *e) {
  switch (e->result.end) {
  case WR_EXEC_RETURNED:
    wr_buf_add (out, WR_LIT ("the procedure returned and all checks held"));
    if (e->out_count) wr_buf_add (out, WR_LIT (": "));
    wr_report_values (out, e->outs, e->out_count);
    return;
  case WR_EXEC_FAILED:
    wr_buf_print (out, "this %s is violated: ", wr_role_info (e->role)->noun);
    wr_quote (out, core->sources, e->clause);
    return;
  case WR_EXEC_BLOCKED:
    wr_buf_add (out, WR_LIT ("an assumption is false here, so there is no such execution"));
    return;
  case WR_EXEC_CUT:
  case WR_EXEC_UNDECIDED:
    if (e->bad.len) {
      wr_buf_print (out, "the value is not one of its type: %.*s", WR_STR_ARGS (e->bad));
      return;
    }
    wr_buf_print (out, "%.*s could not be evaluated", WR_STR_ARGS (e->why));
    if (e->missing.len)
      wr_buf_print (out, "; nothing gives %.*s a value (add '%.*s=VALUE')",
                    WR_STR_ARGS (e->missing), WR_STR_ARGS (e->missing));
    return;
  case WR_EXEC_OUT_OF_STEPS:
    wr_buf_print (out, "the execution did not end within %llu steps",
                  (unsigned long long)e->result.steps);
    return;
  }
}

void wr_report_execution (wr_buf *out, const wr_core *core, const struct wr_execution *e) {
  for (uint32_t i = 0; i < e->step_count; i++) add_step (out, core, &e->steps[i]);
  if (e->cut) wr_buf_add (out, WR_LIT ("(further steps are left out)\n"));
  wr_buf words = {0};
  end_words (&words, core, e);
  add_place (out, core, e->at);
  wr_buf_print (out, ":%u: %s: %s\n",
                wr_position_of (core->sources, e->at.file, e->at.begin).column,
                e->result.end == WR_EXEC_FAILED ? "error" : "note", wr_buf_text (&words));
  wr_buf_free (&words);
  if (e->contradicts) {
    wr_buf_add (out, WR_LIT ("note: there is no such execution, because these values contradict "));
    wr_quote (out, core->sources, e->axiom);
    wr_buf_add_char (out, '\n');
  }
  if (e->by_contracts)
    wr_buf_add (out, WR_LIT ("note: calls and loops of this procedure were executed by their "
                             "specifications\n"));
  if (e->result.trusted)
    wr_buf_print (
        out, "note: %llu assumptions and checks could not be evaluated and are taken to hold\n",
        (unsigned long long)e->result.trusted);
  if (e->unused.len)
    wr_buf_print (out, "note: the input %.*s was not asked for\n", WR_STR_ARGS (e->unused));
}

static json_t *values_json (const struct wr_shown_value *values, uint32_t count) {
  json_t *object = wr_json_object ();
  wr_buf key = {0};
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_clear (&key);
    wr_buf_add (&key, values[i].name);
    wr_json_set (object, wr_buf_text (&key), wr_json_text (values[i].value));
  }
  wr_buf_free (&key);
  return object;
}

json_t *wr_report_step_json (const wr_core *core, const struct wr_shown_step *step) {
  json_t *object = wr_json_object ();
  wr_position at = wr_position_of (core->sources, step->at.file, step->at.begin);
  wr_json_set (object, "file", wr_json_text (at.path));
  wr_json_set (object, "line", wr_json_count (at.line));
  wr_json_set (object, "column", wr_json_count (at.column));
  wr_json_set_origin (object, core->sources, step->at);
  wr_json_set (object, "kind", json_string (kinds[step->kind]));
  if (step->depth) wr_json_set (object, "depth", wr_json_count (step->depth));
  wr_json_set (object, "values", values_json (step->values, step->count));
  return object;
}

static void write_values (struct wr_jsontext *to, const char *key,
                          const struct wr_shown_value *values, uint32_t count) {
  wr_buf name = {0};
  wr_jt_open (to, key, '{');
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_clear (&name);
    wr_buf_add (&name, values[i].name);
    wr_jt_text (to, wr_buf_text (&name), values[i].value);
  }
  wr_jt_close (to, '}');
  wr_buf_free (&name);
}

static void write_step (struct wr_jsontext *to, const wr_core *core,
                        const struct wr_shown_step *step) {
  wr_position at = wr_position_of (core->sources, step->at.file, step->at.begin);
  wr_jt_open (to, NULL, '{');
  wr_jt_text (to, "file", at.path);
  wr_jt_count (to, "line", at.line);
  wr_jt_count (to, "column", at.column);
  wr_jt_origin (to, core->sources, step->at);
  wr_jt_word (to, "kind", kinds[step->kind]);
  write_values (to, "values", step->values, step->count);
  wr_jt_close (to, '}');
}

void wr_report_counterexample (struct wr_jsontext *to, const char *key, const wr_core *core,
                               const struct wr_counterexample *c) {
  wr_jt_open (to, key, '{');
  wr_jt_bool (to, "valid", c->valid);
  if (!c->valid) wr_jt_text (to, "reason", c->why);
  if (c->valid) wr_jt_word (to, "axioms", c->axioms ? "hold" : "not-refuted");
  wr_jt_open (to, "steps", '[');
  for (uint32_t i = 0; i < c->step_count; i++) write_step (to, core, &c->steps[i]);
  wr_jt_close (to, ']');
  if (c->function_count) write_values (to, "functions", c->functions, c->function_count);
  wr_jt_close (to, '}');
}

void wr_report_execution_json (json_t *object, const wr_core *core, const struct wr_execution *e) {
  json_t *steps = wr_json_array (), *end = wr_json_object ();
  wr_buf words = {0};
  end_words (&words, core, e);
  wr_json_set (object, "outcome", json_string (wr_exec_end_name (e->result.end)));
  wr_json_set (object, "explanation", wr_json_text (wr_buf_str (&words)));
  wr_position at = wr_position_of (core->sources, e->at.file, e->at.begin);
  wr_json_set (end, "file", wr_json_text (at.path));
  wr_json_set_span (end, core->sources, e->at);
  wr_json_set (object, "at", end);
  if (e->result.end == WR_EXEC_FAILED) {
    json_t *goal = wr_json_object ();
    wr_json_set (goal, "role", json_string (wr_role_name (e->role)));
    wr_json_set (
        goal, "file",
        wr_json_text (wr_position_of (core->sources, e->clause.file, e->clause.begin).path));
    wr_json_set_span (goal, core->sources, e->clause);
    wr_json_set (goal, "text", wr_json_text (wr_span_text (core->sources, e->clause)));
    wr_json_set (object, "goal", goal);
  }
  if (e->missing.len) wr_json_set (object, "missing", wr_json_text (e->missing));
  if (e->by_contracts) wr_json_set (object, "by_contracts", json_true ());
  if (e->contradicts) wr_json_set (object, "contradicts_axiom", json_true ());
  if (e->result.trusted) wr_json_set (object, "trusted", wr_json_count (e->result.trusted));
  for (uint32_t i = 0; i < e->step_count; i++)
    wr_json_push (steps, wr_report_step_json (core, &e->steps[i]));
  wr_json_set (object, "steps", steps);
  if (e->result.end == WR_EXEC_RETURNED)
    wr_json_set (object, "outputs", values_json (e->outs, e->out_count));
  wr_json_set (object, "work", wr_json_count (e->result.steps));
  wr_buf_free (&words);
}
