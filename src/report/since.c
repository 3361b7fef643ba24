#include "report/since.h"

#include "core/name.h"
#include "diagnose/counterexample.h"
#include "report/execution.h"
#include "report/verify.h"
#include "source/render.h"

#include <string.h>

/* -- the former run ---------------------------------------------------------------------------------------- */

static const char *text_of (const json_t *object, const char *key) {
  const char *text = json_string_value (json_object_get (object, key));
  return text ? text : "";
}

typedef void on_goal (void *ctx, const json_t *goal);

static void each_goal (const json_t *document, on_goal *visit, void *ctx) {
  size_t f, p, g;
  json_t *file, *procedure, *goal;
  json_array_foreach (json_object_get (document, "files"), f, file) {
    json_array_foreach (json_object_get (file, "procedures"), p, procedure) {
      json_array_foreach (json_object_get (procedure, "goals"), g, goal) { visit (ctx, goal); }
    }
  }
}

struct wanted {
  const char *name;
  const json_t *found;
};

static void match (void *ctx, const json_t *goal) {
  struct wanted *w = ctx;
  if (!w->found && strcmp (text_of (goal, "name"), w->name) == 0) w->found = goal;
}

static const json_t *goal_before (const json_t *document, const char *name) {
  struct wanted w = {name, NULL};
  each_goal (document, match, &w);
  return w.found;
}

static const char *judgement_before (const json_t *document, const char *name) {
  size_t i;
  json_t *failure;
  json_array_foreach (json_object_get (document, "failures"), i, failure) {
    if (strcmp (text_of (json_object_get (failure, "goal"), "name"), name) == 0)
      return text_of (failure, "judgement");
  }
  return "";
}

/* -- states -------------------------------------------------------------------------------------------------- */

static const json_t *steps_before (const json_t *goal) {
  const json_t *c = json_object_get (goal, "counterexample");
  return json_is_true (json_object_get (c, "valid")) ? json_object_get (c, "steps") : NULL;
}

/* The first step that differs; both NULL: none does. */
static void first_difference (const wr_core *core, const json_t *old,
                              const struct wr_counterexample *now, json_t *entry) {
  size_t count = json_array_size (old);
  for (size_t i = 0; i < count || i < now->step_count; i++) {
    const json_t *a = json_array_get (old, i);
    json_t *b = i < now->step_count ? wr_report_step_json (core, &now->steps[i]) : NULL;
    bool same = a && b && strcmp (text_of (a, "kind"), text_of (b, "kind")) == 0 &&
                json_equal (json_object_get (a, "values"), json_object_get (b, "values"));
    if (same) {
      json_decref (b);
      continue;
    }
    wr_json_set (entry, "state", json_string ("changed"));
    if (a) wr_json_set (entry, "before", json_deep_copy (a));
    if (b) wr_json_set (entry, "after", b);
    return;
  }
  wr_json_set (entry, "state", json_string ("same"));
}

static const struct wr_diagnosis *diagnosis_of (const struct wr_tests_report *r, uint32_t body,
                                                uint32_t goal) {
  for (uint32_t i = 0; i < r->failure_count; i++)
    if (r->failures[i]->body == body && r->failures[i]->goal == goal) return r->failures[i];
  return NULL;
}

/* -- all ------------------------------------------------------------------------------------------------------ */

struct progress {
  const struct wr_tests_report *r;
  const json_t *before;
  json_t *out;
  json_t *seen; /* names of goals of this run */
};

static void set_state (struct progress *p, json_t *entry, const json_t *old,
                       const struct wr_goal_result *now) {
  const struct wr_counterexample *c = now->counterexample;
  const json_t *steps = steps_before (old);
  if (now->verdict == WR_VERDICT_PROVED)
    wr_json_set (entry, "state", json_string ("proved"));
  else if (!old || strcmp (text_of (old, "verdict"), "proved") == 0)
    wr_json_set (entry, "state", json_string ("new"));
  else if (!steps || !c || !c->valid)
    wr_json_set (entry, "state", json_string ("unknown"));
  else
    first_difference (p->r->words->result->core, steps, c, entry);
}

static void compare (struct progress *p, uint32_t b, uint32_t g) {
  const wr_core *core = p->r->words->result->core;
  const struct wr_body_result *body = &p->r->words->result->bodies[b];
  const struct wr_goal *goal = &body->passive->goals[g];
  wr_buf name = {0};
  wr_label_name (&name, core, goal->label);
  const json_t *old = goal_before (p->before, wr_buf_text (&name));
  wr_json_set (p->seen, wr_buf_text (&name), json_true ());
  bool was_proved = !old || strcmp (text_of (old, "verdict"), "proved") == 0;
  if (!was_proved || body->goals[g].verdict != WR_VERDICT_PROVED) {
    json_t *entry = wr_json_object ();
    wr_json_set (entry, "goal", wr_json_text (wr_buf_str (&name)));
    wr_json_set (entry, "file",
                 wr_json_text (wr_position_of (core->sources, goal->at.file, goal->at.begin).path));
    wr_json_set_span (entry, core->sources, goal->at);
    set_state (p, entry, old, &body->goals[g]);
    const struct wr_diagnosis *d = diagnosis_of (p->r, b, g);
    if (d) wr_json_set (entry, "judgement", json_string (wr_judgement_name (d->judgement)));
    const char *judged = judgement_before (p->before, wr_buf_text (&name));
    if (*judged) wr_json_set (entry, "judgement_before", json_string (judged));
    wr_json_push (p->out, entry);
  }
  wr_buf_free (&name);
}

static void add_gone (void *ctx, const json_t *goal) {
  struct progress *p = ctx;
  const char *name = text_of (goal, "name");
  if (json_object_get (p->seen, name) || strcmp (text_of (goal, "verdict"), "proved") == 0) return;
  json_t *entry = wr_json_object ();
  wr_json_set (entry, "goal", json_string (name));
  wr_json_set (entry, "state", json_string ("gone"));
  wr_json_push (p->out, entry);
}

json_t *wr_report_since (const struct wr_tests_report *r, const json_t *before) {
  struct progress p = {r, before, wr_json_array (), wr_json_object ()};
  const wr_result *result = r->words->result;
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++)
      if (body->passive->goals[views.data[i].shown].label.ix) compare (&p, b, views.data[i].shown);
  }
  WR_VEC_FREE (&views);
  each_goal (before, add_gone, &p);
  json_decref (p.seen);
  return p.out;
}

/* -- text ------------------------------------------------------------------------------------------------------- */

static void add_values (wr_buf *out, const json_t *step) {
  const char *name;
  json_t *value;
  bool first = true;
  if (!step) wr_buf_add (out, WR_LIT ("nothing"));
  json_object_foreach (json_object_get (step, "values"), name, value) {
    wr_buf_print (out, "%s%s = %s", first ? "" : ", ", name, json_string_value (value));
    first = false;
  }
}

static void add_entry (wr_buf *out, const json_t *entry) {
  const char *state = text_of (entry, "state");
  if (json_object_get (entry, "line"))
    wr_buf_print (out, "%s:%lld: ", text_of (entry, "file"),
                  (long long)json_integer_value (json_object_get (entry, "line")));
  wr_buf_print (out, "%s: ", text_of (entry, "goal"));
  if (strcmp (state, "proved") == 0) wr_buf_add (out, WR_LIT ("it is proved now"));
  if (strcmp (state, "new") == 0) wr_buf_add (out, WR_LIT ("it was proved before, or is new"));
  if (strcmp (state, "gone") == 0) wr_buf_add (out, WR_LIT ("it is not there any more"));
  if (strcmp (state, "same") == 0)
    wr_buf_add (out, WR_LIT ("no progress: the counterexample has the same states"));
  if (strcmp (state, "unknown") == 0)
    wr_buf_add (out, WR_LIT ("not known: a run has no confirmed counterexample"));
  if (strcmp (state, "changed") == 0) {
    wr_buf_add (out, WR_LIT ("the counterexample changed: "));
    add_values (out, json_object_get (entry, "after"));
    wr_buf_add (out, WR_LIT (" instead of "));
    add_values (out, json_object_get (entry, "before"));
  }
  const char *judged = text_of (entry, "judgement"), *before = text_of (entry, "judgement_before");
  if (*judged && *before && strcmp (judged, before) != 0)
    wr_buf_print (out, "; it was %s and is %s", before, judged);
  wr_buf_add_char (out, '\n');
}

void wr_report_since_text (wr_buf *out, const json_t *since) {
  size_t i;
  json_t *entry;
  wr_buf_add (out, WR_LIT ("since the former run:\n"));
  if (!json_array_size (since)) wr_buf_add (out, WR_LIT ("  all goals were and are proved\n"));
  json_array_foreach (since, i, entry) {
    wr_buf_add (out, WR_LIT ("  "));
    add_entry (out, entry);
  }
}
