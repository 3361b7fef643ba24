/* report/stability_json.c -- the stability of proofs as JSON (report/stability.h). */
#include "report/stability.h"

#include "core/name.h"
#include "source/quote.h"
#include "source/render.h"

/* Rounded, so that the text does not depend on the last bits. */
static json_t *rounded (double value) {
  return json_real ((double)(int64_t)(value * 10 + 0.5) / 10);
}

static json_t *sets_json (uint32_t all, uint32_t any) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "intersection", wr_json_count (all));
  wr_json_set (object, "union", wr_json_count (any));
  return object;
}

static json_t *spread_json (const wr_stability *s, const struct wr_steady_goal *goal,
                            enum wr_axis axis) {
  const struct wr_spread *spread = &goal->spread[axis];
  json_t *object = wr_json_object (), *costs = wr_json_array ();
  wr_json_set (object, "runs", wr_json_count (spread->runs));
  wr_json_set (object, "proved", wr_json_count (spread->proved));
  wr_json_set (object, "mean", rounded (spread->mean));
  wr_json_set (object, "deviation", rounded (spread->deviation));
  wr_json_set (object, "least", wr_json_count (spread->runs ? spread->least : 0));
  wr_json_set (object, "greatest", wr_json_count (spread->greatest));
  wr_json_set (object, "outliers", wr_json_count (spread->outliers));
  for (uint32_t i = 0; i < spread->runs; i++)
    wr_json_push (costs, wr_json_count (goal->runs[axis][i].resources));
  wr_json_set (object, "costs", costs);
  if (!s->explained) return object;
  wr_json_set (object, "explained", wr_json_count (spread->explained));
  wr_json_set (object, "core", sets_json (spread->core_all, spread->core_any));
  wr_json_set (object, "needed", sets_json (spread->needed_all, spread->needed_any));
  return object;
}

static json_t *goal_json (const wr_stability *s, const struct wr_steady_goal *goal) {
  const wr_core *core = s->result->core;
  const struct wr_goal *at = &s->result->bodies[goal->body].passive->goals[goal->goal];
  json_t *object = wr_json_object (), *axes = wr_json_object ();
  wr_buf text = {0};
  wr_label_print_id (&text, 'g', wr_label_id (core, at->label));
  wr_json_set (object, "id", json_string (wr_buf_text (&text)));
  wr_buf_clear (&text);
  wr_label_name (&text, core, at->label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (&text)));
  wr_buf_free (&text);
  wr_json_set (object, "procedure",
               wr_json_text (wr_symbol_text (core->symbols, core->bodies.data[goal->body].name)));
  wr_json_set (object, "file",
               wr_json_text (wr_position_of (core->sources, at->at.file, at->at.begin).path));
  wr_json_set_span (object, core->sources, at->at);
  wr_json_set (object, "verdict", json_string (wr_verdict_name (goal->base.verdict)));
  wr_json_set (object, "resources", wr_json_count (goal->base.resources));
  wr_json_set (object, "steady", json_boolean (wr_steady (s, goal)));
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    if (s->axes[a])
      wr_json_set (axes, wr_axis_name ((enum wr_axis)a), spread_json (s, goal, (enum wr_axis)a));
  wr_json_set (object, "axes", axes);
  return object;
}

json_t *wr_report_stability_json (const struct wr_stability_report *report) {
  const wr_stability *s = report->stability;
  json_t *object = wr_json_object (), *inputs = wr_json_object (), *goals = wr_json_array ();
  wr_json_set (object, "runs", wr_json_count (s->runs));
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
    if (!s->axes[a]) continue;
    json_t *axis = wr_json_object ();
    wr_json_set (axis, "runs", wr_json_count (s->done[a]));
    wr_json_set (axis, "distinct_inputs", wr_json_count (s->inputs[a]));
    wr_json_set (axis, "inputs", wr_json_count (s->most_inputs[a]));
    wr_json_set (inputs, wr_axis_name ((enum wr_axis)a), axis);
  }
  wr_json_set (object, "axes", inputs);
  for (uint32_t i = 0; i < s->goal_count; i++) wr_json_push (goals, goal_json (s, &s->goals[i]));
  wr_json_set (object, "goals", goals);
  wr_json_set (object, "unsteady", wr_json_count (wr_unsteady_count (s)));
  wr_json_set (object, "complete", json_boolean (!s->cancelled));
  return object;
}
