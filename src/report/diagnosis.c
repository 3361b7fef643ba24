#include "report/diagnosis.h"

#include "base/utf8.h"
#include "base/words.h"
#include "core/name.h"
#include "report/execution.h"
#include "source/quote.h"
#include "source/render.h"

#include <string.h>

static const struct wr_goal *goal_of (const struct wr_diagnosis_report *r,
                                      const struct wr_diagnosis *d) {
  return &r->result->bodies[d->body].passive->goals[d->goal];
}

static wr_str procedure_name (const wr_core *core, uint32_t procedure) {
  const struct wr_procedure *p = &core->procedures.data[procedure];
  return wr_symbol_text (core->symbols, p->title.ix ? p->title : p->name);
}

/* "this assertion `m >= 0`" */
static void goal_words (wr_buf *out, const wr_core *core, const struct wr_goal *goal) {
  wr_buf_print (out, "this %s ", wr_role_info (goal->role)->noun);
  wr_quote (out, core->sources,
            goal->label.ix ? wr_label_info (&core->labels, goal->label)->span : goal->at);
}

static void scope_words (wr_buf *out, const struct wr_diagnosis *d) {
  const struct wr_scope *s = d->scope;
  if (d->proved) {
    wr_buf_add (out, WR_LIT ("proved by execution: "));
    wr_buf_count (out, d->tests->runs, "execution", "executions");
    uint32_t other = d->tests->counts[WR_TEST_UNSATISFIABLE];
    wr_buf_print (out, " on all paths to it, %u other %s unsatisfiable", other,
                  other == 1 ? "path is" : "paths are");
    return;
  }
  wr_buf_count (out, d->tried.runs, "execution", "executions");
  if (!s) return;
  if (d->tried.limited) {
    wr_buf_print (out, " with integers from %lld to %lld", (long long)-s->most, (long long)s->most);
    if (s->literals) wr_buf_add (out, WR_LIT (" and near literals"));
    wr_buf_print (out, ", maps of %u entries", s->cells);
  }
  if (d->tried.cut)
    wr_buf_print (out, "; arbitrary choices of a successor are made up to %u times at one place",
                  s->rounds);
  if (d->tried.others)
    wr_buf_print (out, "; %llu of them violate another goal first",
                  (unsigned long long)d->tried.others);
  if (!d->tried.complete) wr_buf_add (out, WR_LIT ("; not all of them were tried"));
}

static void weak_words (wr_buf *out, const wr_core *core, const struct wr_weak *w) {
  if (w->cause == WR_CAUSE_CALL)
    wr_buf_print (out, "the postconditions of %.*s admit ",
                  WR_STR_ARGS (procedure_name (core, w->procedure)));
  else
    wr_buf_add (out, WR_LIT ("the invariants of this loop admit "));
  wr_report_values (out, w->state.values, w->state.count);
  wr_buf_add (out, WR_LIT (", but execution does not"));
  if (w->reached_count) wr_buf_add (out, WR_LIT (": with the same inputs it gets there with "));
  for (uint32_t i = 0; i < w->reached_count; i++) {
    if (i) wr_buf_add (out, WR_LIT ("; "));
    wr_report_values (out, w->reached[i].values, w->reached[i].count);
  }
}

static void clause_words (wr_buf *out, const struct wr_diagnosis *d) {
  const char *word = d->weak.cause == WR_CAUSE_CALL ? "ensures" : "invariant";
  for (uint32_t i = 0; i < d->clause_count; i++)
    wr_buf_print (out, "%s%s %.*s", i ? "; " : "", word, WR_STR_ARGS (d->clauses[i]));
}

static void explain (wr_buf *out, const struct wr_diagnosis_report *r,
                     const struct wr_diagnosis *d) {
  const wr_core *core = r->result->core;
  switch (d->judgement) {
  case WR_JUDGED_GENUINE:
    wr_buf_add (out, WR_LIT ("an execution violates "));
    goal_words (out, core, goal_of (r, d));
    return;
  case WR_JUDGED_SPURIOUS:
    wr_buf_add (out, WR_LIT ("no execution violates "));
    goal_words (out, core, goal_of (r, d));
    wr_buf_add (out, WR_LIT (" ("));
    scope_words (out, d);
    wr_buf_add (out, WR_LIT (")"));
    return;
  case WR_JUDGED_UNDECIDED:
    wr_buf_print (out, "%.*s: ", WR_STR_ARGS (d->why));
    goal_words (out, core, goal_of (r, d));
    wr_buf_add (out, WR_LIT (" ("));
    scope_words (out, d);
    wr_buf_add (out, WR_LIT (")"));
    return;
  }
}

void wr_report_command (wr_buf *out, const struct wr_diagnosis_report *r, uint32_t body,
                        const struct wr_input *inputs, uint32_t count) {
  const wr_core *core = r->result->core;
  wr_buf_add (out, WR_LIT ("warrant run"));
  for (uint32_t i = 0; i < r->file_count; i++) {
    wr_buf_add_char (out, ' ');
    wr_shell_word (out, wr_str_of (r->files[i]));
  }
  wr_buf_add_char (out, ' ');
  wr_shell_word (out, wr_symbol_text (core->symbols, core->bodies.data[body].name));
  for (uint32_t i = 0; i < count; i++) wr_input_print (out, &inputs[i]);
}

static const char *word_of (const struct wr_diagnosis *d) {
  if (d->judgement == WR_JUDGED_SPURIOUS && !d->certain) return "probably spurious";
  return wr_judgement_name (d->judgement);
}

static void add_place (wr_buf *out, const wr_core *core, wr_span at) {
  wr_position p = wr_position_of (core->sources, at.file, at.begin);
  wr_utf8_clean (out, p.path);
  wr_buf_print (out, ":%u:%u: ", p.line, p.column);
}

static void add_spurious (wr_buf *out, const struct wr_diagnosis_report *r,
                          const struct wr_diagnosis *d) {
  const wr_core *core = r->result->core;
  const struct wr_counterexample *c = r->result->bodies[d->body].goals[d->goal].counterexample;
  if (!d->weak.cause) {
    wr_buf_add (out, c && c->valid ? WR_LIT ("  no specification was found to be too weak: the "
                                             "solver may not be able to prove "
                                             "the goal\n")
                                   : WR_LIT ("  without a valid counterexample it is not known "
                                             "which specification is too weak\n"));
    return;
  }
  wr_buf_add (out, WR_LIT ("  "));
  add_place (out, core, d->weak.at);
  weak_words (out, core, &d->weak);
  wr_buf_add_char (out, '\n');
  if (!d->clause_count) return;
  wr_buf_add (out, WR_LIT ("  this would be enough: "));
  clause_words (out, d);
  wr_buf_add (out, d->clauses_proved
                       ? WR_LIT ("; it is proved\n")
                       : WR_LIT ("; no execution violates it, but it is not proved yet\n"));
}

void wr_report_diagnosis (wr_buf *out, const struct wr_diagnosis_report *r,
                          const struct wr_diagnosis *d) {
  const wr_core *core = r->result->core;
  add_place (out, core, goal_of (r, d)->at);
  wr_buf_print (out, "%s: ", word_of (d));
  explain (out, r, d);
  wr_buf_add_char (out, '\n');
  if (d->judgement == WR_JUDGED_SPURIOUS) add_spurious (out, r, d);
  if (d->judgement != WR_JUDGED_GENUINE && !d->possible) return;
  const char *words = !d->possible ? "  "
                      : d->execution.by_contracts
                          ? "  possible inputs: "
                          : "  possible inputs, if what could not be evaluated holds: ";
  wr_buf_add (out, wr_str_of (words));
  wr_report_command (out, r, d->body, d->inputs, d->input_count);
  if (d->possible) wr_buf_add (out, WR_LIT (" --trusting"));
  wr_buf_add_char (out, '\n');
  wr_buf trace = {0};
  wr_report_execution (&trace, core, &d->execution);
  wr_str rest = wr_buf_str (&trace);
  while (rest.len) {
    const char *end = memchr (rest.ptr, '\n', rest.len);
    size_t length = end ? (size_t)(end - rest.ptr) + 1 : rest.len;
    wr_buf_print (out, "    %.*s", (int)length, rest.ptr);
    rest = (wr_str){rest.ptr + length, rest.len - length};
  }
  wr_buf_free (&trace);
}

/* -- JSON -------------------------------------------------------------------------------------------------- */

static json_t *goal_json (const wr_core *core, const struct wr_goal *goal) {
  json_t *object = wr_json_object ();
  const struct wr_label_info *label = wr_label_info (&core->labels, goal->label);
  wr_buf text = {0};
  wr_label_print_id (&text, 'g', wr_label_id (core, goal->label));
  wr_json_set (object, "id", json_string (wr_buf_text (&text)));
  wr_buf_clear (&text);
  wr_label_name (&text, core, goal->label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (&text)));
  wr_json_set (object, "role", json_string (wr_role_name (goal->role)));
  wr_json_set (object, "file",
               wr_json_text (wr_position_of (core->sources, goal->at.file, goal->at.begin).path));
  wr_json_set_span (object, core->sources, goal->at);
  wr_json_set (object, "text", wr_json_text (wr_span_text (core->sources, label->span)));
  wr_buf_free (&text);
  return object;
}

json_t *wr_report_inputs_json (const struct wr_input *inputs, uint32_t count) {
  json_t *object = wr_json_object ();
  for (uint32_t i = 0; i < count; i++) {
    const char *name = inputs[i].name.ptr;
    json_t *before = json_object_get (object, name), *value = wr_json_text (inputs[i].value);
    if (json_is_array (before))
      wr_json_push (before, value);
    else if (before) {
      json_t *list = wr_json_array ();
      wr_json_push (list, json_incref (before));
      wr_json_push (list, value);
      wr_json_set (object, name, list);
    } else
      wr_json_set (object, name, value);
  }
  return object;
}

static json_t *weak_json (const wr_core *core, const struct wr_diagnosis *d) {
  json_t *object = wr_json_object (), *reached = wr_json_array (), *clauses = wr_json_array ();
  wr_json_set (object, "kind", json_string (d->weak.cause == WR_CAUSE_CALL ? "call" : "loop"));
  if (d->weak.cause == WR_CAUSE_CALL)
    wr_json_set (object, "procedure", wr_json_text (procedure_name (core, d->weak.procedure)));
  wr_json_set (object, "state", wr_report_step_json (core, &d->weak.state));
  for (uint32_t i = 0; i < d->weak.reached_count; i++)
    wr_json_push (reached, wr_report_step_json (core, &d->weak.reached[i]));
  wr_json_set (object, "reached", reached);
  for (uint32_t i = 0; i < d->clause_count; i++)
    wr_json_push (clauses, wr_json_text (d->clauses[i]));
  wr_json_set (object, "clauses", clauses);
  if (d->clause_count) wr_json_set (object, "clauses_proved", json_boolean (d->clauses_proved));
  return object;
}

static json_t *tried_json (const struct wr_diagnosis *d) {
  json_t *object = wr_json_object ();
  const struct wr_exploration *x = &d->tried;
  wr_json_set (object, "executions", wr_json_count (x->runs));
  wr_json_set (object, "successful", wr_json_count (x->returned));
  wr_json_set (object, "failed", wr_json_count (x->failed));
  wr_json_set (object, "unsatisfiable", wr_json_count (x->blocked));
  wr_json_set (object, "undecided", wr_json_count (x->undecided));
  wr_json_set (object, "out_of_budget", wr_json_count (x->endless));
  wr_json_set (object, "complete", json_boolean (x->complete));
  if (x->limited && d->scope) {
    json_t *bounds = wr_json_object ();
    wr_json_set (bounds, "integers", json_integer (d->scope->most));
    wr_json_set (bounds, "entries", wr_json_count (d->scope->cells));
    wr_json_set (object, "bounds", bounds);
  }
  return object;
}

json_t *wr_report_diagnosis_json (const struct wr_diagnosis_report *r,
                                  const struct wr_diagnosis *d) {
  const wr_core *core = r->result->core;
  json_t *object = wr_json_object (), *states = wr_json_array ();
  wr_buf text = {0};
  wr_json_set (object, "goal", goal_json (core, goal_of (r, d)));
  wr_json_set (object, "judgement", json_string (wr_judgement_name (d->judgement)));
  if (d->judgement == WR_JUDGED_SPURIOUS) {
    wr_json_set (object, "certain", json_boolean (d->certain));
    wr_json_set (object, "proved_by_execution", json_boolean (d->proved));
    wr_json_set (object, "cause", json_string (wr_cause_name (d->weak.cause)));
  }
  explain (&text, r, d);
  wr_json_set (object, "explanation", wr_json_text (wr_buf_str (&text)));
  wr_json_set (object, "inputs", wr_report_inputs_json (d->inputs, d->input_count));
  if (d->judgement == WR_JUDGED_UNDECIDED)
    wr_json_set (object, "possible", json_boolean (d->possible));
  if (d->judgement == WR_JUDGED_GENUINE || d->possible) {
    wr_buf_clear (&text);
    wr_report_command (&text, r, d->body, d->inputs, d->input_count);
    if (d->possible) wr_buf_add (&text, WR_LIT (" --trusting"));
    wr_json_set (object, "command", wr_json_text (wr_buf_str (&text)));
  }
  for (uint32_t i = 0; i < d->execution.step_count; i++)
    wr_json_push (states, wr_report_step_json (core, &d->execution.steps[i]));
  wr_json_set (object, "states", states);
  if (d->weak.cause) wr_json_set (object, "weak", weak_json (core, d));
  wr_json_set (object, "tried", tried_json (d));
  wr_buf_free (&text);
  return object;
}
