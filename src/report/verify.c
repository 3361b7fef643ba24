/* report/verify.c -- procedures and goals as JSON. */
#include "report/verify.h"

#include "core/name.h"
#include "report/costs.h"
#include "front/front.h"
#include "source/quote.h"
#include "source/render.h"

static const char *procedure_verdict (enum wr_verdict verdict) {
  return verdict == WR_VERDICT_PROVED ? "verified" : wr_verdict_name (verdict);
}

void wr_report_set_from (json_t *object, const wr_core *core, wr_label label) {
  wr_origin origin = label.ix ? wr_label_info (&core->labels, label)->origin : (wr_origin){0};
  if (!origin.ix) return;
  json_t *list = wr_json_array ();
  while (origin.ix) {
    const struct wr_origin_info *info = wr_origin_info (&core->labels, origin);
    wr_position at = wr_position_of (core->sources, info->span.file, info->span.begin);
    json_t *one = wr_json_object ();
    wr_json_set (one, "kind", json_string (wr_origin_word (info->kind)));
    wr_json_set (one, "file", wr_json_text (at.path));
    wr_json_set_span (one, core->sources, info->span);
    wr_json_push (list, one);
    origin = info->parent;
  }
  wr_json_set (object, "from", list);
}

/* The clause of a goal that stands elsewhere, for example a precondition at a call. */
static void set_clause (json_t *object, const wr_core *core, const struct wr_goal *goal) {
  wr_span clause = goal->clause;
  if (!clause.file || (clause.file == goal->at.file && clause.begin == goal->at.begin)) return;
  json_t *where = wr_json_object ();
  wr_json_set (where, "file",
               wr_json_text (wr_position_of (core->sources, clause.file, clause.begin).path));
  wr_json_set_span (where, core->sources, clause);
  wr_json_set (object, "clause", where);
}

static json_t *goal_json (const wr_result *result, const struct wr_body_result *body,
                          const struct wr_goal_view *view, wr_buf *scratch) {
  const wr_core *core = result->core;
  const struct wr_goal *goal = &body->passive->goals[view->shown];
  const struct wr_goal_result *r = &body->goals[view->shown];
  const struct wr_label_info *label = wr_label_info (&core->labels, goal->label);
  json_t *object = wr_json_object ();
  wr_buf_clear (scratch);
  wr_label_print_id (scratch, 'g', wr_label_id (core, goal->label));
  wr_json_set (object, "id", json_string (wr_buf_text (scratch)));
  wr_buf_clear (scratch);
  wr_label_name (scratch, core, goal->label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (scratch)));
  wr_buf_clear (scratch);
  if (wr_words_of_label (scratch, core, goal->label))
    wr_json_set (object, "label", wr_json_text (wr_buf_str (scratch)));
  wr_json_set (object, "role", json_string (wr_role_name (label->role)));
  wr_json_set_span (object, core->sources, goal->at);
  set_clause (object, core, goal);
  wr_json_set (object, "text", wr_json_text (wr_span_text (core->sources, label->span)));
  wr_report_set_from (object, core, goal->label);
  bool asked = view->verdict != WR_VERDICT_NONE; /* not after --error-limit failures */
  enum wr_verdict verdict = asked ? view->verdict : WR_VERDICT_UNKNOWN;
  wr_json_set (object, "verdict", json_string (wr_verdict_name (verdict)));
  if (verdict != WR_VERDICT_PROVED)
    wr_json_set (object, "reason",
                 json_string (asked ? wr_status_name (r->reason) : "error-limit"));
  if (r->clock_of_steps) wr_json_set (object, "limit", json_string ("rlimit"));
  wr_json_set (object, "resources", wr_json_count (view->resources));
  wr_json_set (object, "seconds", json_real (view->seconds));
  if (r->cached) wr_json_set (object, "cached", json_true ());
  wr_report_set_group (object, core, body, view->shown);
  return object;
}

json_t *wr_report_procedures (const wr_result *result, uint32_t file) {
  const wr_core *core = result->core;
  json_t *list = wr_json_array ();
  wr_goal_views views = {0};
  wr_buf scratch = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    const struct wr_body *source = &core->bodies.data[b];
    if (!body->passive || !body->selected || source->at.file != file) continue;
    json_t *object = wr_json_object ();
    wr_json_set (object, "name", wr_json_text (wr_symbol_text (core->symbols, source->name)));
    wr_symbol title = core->procedures.data[source->procedure].title;
    if (title.ix)
      wr_json_set (object, "title", wr_json_text (wr_symbol_text (core->symbols, title)));
    wr_position at = wr_position_of (core->sources, source->at.file, source->at.begin);
    wr_json_set (object, "line", wr_json_count (at.line));
    wr_json_set (object, "column", wr_json_count (at.column));
    wr_json_set_origin (object, core->sources, source->at);
    wr_json_set (object, "verdict", json_string (procedure_verdict (wr_body_verdict (body))));
    wr_json_set (object, "seconds", json_real (body->seconds));
    wr_json_set (object, "cpu_seconds", json_real (body->cpu));
    wr_json_set (object, "solver_seconds", json_real (body->solver_cpu));
    wr_json_set (object, "resources", wr_json_count (body->resources));
    wr_report_set_cost (object, body, NULL);
    json_t *goals = wr_json_array ();
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++)
      wr_json_push (goals, goal_json (result, body, &views.data[i], &scratch));
    wr_json_set (object, "goals", goals);
    wr_json_push (list, object);
  }
  WR_VEC_FREE (&views);
  wr_buf_free (&scratch);
  return list;
}
