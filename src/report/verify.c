/* report/verify.c -- procedures and goals as JSON. */
#include "report/verify.h"

#include "base/check.h"
#include "core/name.h"
#include "report/costs.h"
#include "report/execution.h"
#include "front/front.h"
#include "source/quote.h"
#include "source/render.h"

static const char *procedure_verdict (enum wr_verdict verdict) {
  return verdict == WR_VERDICT_PROVED ? "verified" : wr_verdict_name (verdict);
}

/* What the functions below share. */
struct writer {
  struct wr_jsontext to;
  const wr_result *result;
  wr_buf scratch;
  wr_goal_views views;
};

static void write_from (struct wr_jsontext *to, const char *key, const wr_core *core,
                        wr_origin origin) {
  wr_jt_open (to, key, '[');
  while (origin.ix) {
    const struct wr_origin_info *info = wr_origin_info (&core->labels, origin);
    wr_position at = wr_position_of (core->sources, info->span.file, info->span.begin);
    wr_jt_open (to, NULL, '{');
    wr_jt_word (to, "kind", wr_origin_word (info->kind));
    wr_jt_text (to, "file", at.path);
    wr_jt_span (to, core->sources, info->span);
    wr_jt_close (to, '}');
    origin = info->parent;
  }
  wr_jt_close (to, ']');
}

/* A written value as a tree. */
static json_t *tree_of (wr_buf *text) {
  json_t *value = json_loadb (text->data, text->len, JSON_ALLOW_NUL, NULL);
  WR_REQUIRE (value);
  wr_buf_free (text);
  return value;
}

static wr_origin origin_of (const wr_core *core, wr_label label) {
  return label.ix ? wr_label_info (&core->labels, label)->origin : (wr_origin){0};
}

void wr_report_set_from (json_t *object, const wr_core *core, wr_label label) {
  wr_origin origin = origin_of (core, label);
  if (!origin.ix) return;
  wr_buf text = {0};
  write_from (&(struct wr_jsontext){.out = &text}, NULL, core, origin);
  wr_json_set (object, "from", tree_of (&text));
}

/* The clause of a goal that stands elsewhere, for example a precondition at a call. */
static void write_clause (struct wr_jsontext *to, const wr_core *core, const struct wr_goal *goal) {
  wr_span clause = goal->clause;
  if (!clause.file || (clause.file == goal->at.file && clause.begin == goal->at.begin)) return;
  wr_jt_open (to, "clause", '{');
  wr_jt_text (to, "file", wr_position_of (core->sources, clause.file, clause.begin).path);
  wr_jt_span (to, core->sources, clause);
  wr_jt_close (to, '}');
}

static void write_label (struct writer *w, const struct wr_goal *goal) {
  const wr_core *core = w->result->core;
  const struct wr_label_info *label = wr_label_info (&core->labels, goal->label);
  wr_origin origin = origin_of (core, goal->label);
  wr_buf_clear (&w->scratch);
  wr_label_print_id (&w->scratch, 'g', wr_label_id (core, goal->label));
  wr_jt_text (&w->to, "id", wr_buf_str (&w->scratch));
  wr_buf_clear (&w->scratch);
  wr_label_name (&w->scratch, core, goal->label);
  wr_jt_text (&w->to, "name", wr_buf_str (&w->scratch));
  wr_buf_clear (&w->scratch);
  if (wr_words_of_label (&w->scratch, core, goal->label))
    wr_jt_text (&w->to, "label", wr_buf_str (&w->scratch));
  wr_jt_word (&w->to, "role", wr_role_name (label->role));
  wr_jt_span (&w->to, core->sources, goal->at);
  write_clause (&w->to, core, goal);
  wr_jt_text (&w->to, "text", wr_span_text (core->sources, label->span));
  if (origin.ix) write_from (&w->to, "from", core, origin);
}

static void write_goal (struct writer *w, const struct wr_body_result *body,
                        const struct wr_goal_view *view) {
  const struct wr_goal_result *r = &body->goals[view->shown];
  bool asked = view->verdict != WR_VERDICT_NONE; /* not after --error-limit failures */
  enum wr_verdict verdict = asked ? view->verdict : WR_VERDICT_UNKNOWN;
  wr_jt_open (&w->to, NULL, '{');
  write_label (w, &body->passive->goals[view->shown]);
  wr_jt_word (&w->to, "verdict", wr_verdict_name (verdict));
  if (verdict != WR_VERDICT_PROVED)
    wr_jt_word (&w->to, "reason", asked ? wr_status_name (r->reason) : "error-limit");
  if (r->clock_of_steps) wr_jt_word (&w->to, "limit", "rlimit");
  wr_jt_count (&w->to, "resources", view->resources);
  wr_jt_real (&w->to, "seconds", view->seconds);
  if (r->cached) wr_jt_bool (&w->to, "cached", true);
  wr_report_group (&w->to, w->result->core, body, view->shown);
  if (r->counterexample)
    wr_report_counterexample (&w->to, "counterexample", w->result->core, r->counterexample);
  wr_jt_close (&w->to, '}');
}

static void write_procedure (struct writer *w, const struct wr_body_result *body, bool flat) {
  const wr_core *core = w->result->core;
  const struct wr_body *source = &core->bodies.data[body->body];
  wr_symbol title = core->procedures.data[source->procedure].title;
  wr_position at = wr_position_of (core->sources, source->at.file, source->at.begin);
  wr_jt_open (&w->to, NULL, '{');
  w->to.flat = flat;
  wr_jt_text (&w->to, "name", wr_symbol_text (core->symbols, source->name));
  if (title.ix) wr_jt_text (&w->to, "title", wr_symbol_text (core->symbols, title));
  wr_jt_count (&w->to, "line", at.line);
  wr_jt_count (&w->to, "column", at.column);
  wr_jt_origin (&w->to, core->sources, source->at);
  wr_jt_word (&w->to, "verdict", procedure_verdict (wr_body_verdict (body)));
  wr_jt_real (&w->to, "seconds", body->seconds);
  wr_jt_real (&w->to, "cpu_seconds", body->cpu);
  wr_jt_real (&w->to, "solver_seconds", body->solver_cpu);
  wr_jt_count (&w->to, "resources", body->resources);
  wr_report_cost (&w->to, body);
  wr_jt_open (&w->to, "goals", '[');
  WR_VEC_CLEAR (&w->views);
  wr_goal_views_of (body, &w->views);
  for (uint32_t i = 0; i < w->views.len; i++) write_goal (w, body, &w->views.data[i]);
  wr_jt_close (&w->to, ']');
  wr_jt_close (&w->to, '}');
  w->to.flat = false;
}

static bool is_listed (const struct writer *w, const struct wr_body_result *body, uint32_t file) {
  if (!body->passive || !body->selected) return false;
  return w->result->core->bodies.data[body->body].at.file == file;
}

static bool is_begun (const struct wr_body_result *body) {
  bool begun = body->passive->goal_count == 0;
  for (uint32_t g = 0; g < body->passive->goal_count && !begun; g++)
    begun =
        body->goals[g].verdict != WR_VERDICT_NONE && body->goals[g].reason != WR_STATUS_CANCELLED;
  return begun;
}

static void write_procedures (struct writer *w, uint32_t depth, uint32_t file, bool partial) {
  wr_jt_open (&w->to, NULL, '[');
  w->to.depth += depth;
  for (uint32_t b = 0; b < w->result->body_count; b++) {
    const struct wr_body_result *body = &w->result->bodies[b];
    if (is_listed (w, body, file) && (!partial || is_begun (body)))
      write_procedure (w, body, partial);
  }
  wr_jt_close (&w->to, ']');
  WR_VEC_FREE (&w->views);
  wr_buf_free (&w->scratch);
}

void wr_report_procedures (wr_buf *out, uint32_t depth, const wr_result *result, uint32_t file) {
  write_procedures (&(struct writer){.to = {.out = out}, .result = result}, depth, file, false);
}

void wr_report_decided_procedures (wr_buf *out, uint32_t depth, const wr_result *result,
                                   uint32_t file) {
  write_procedures (&(struct writer){.to = {.out = out}, .result = result}, depth, file, true);
}

json_t *wr_report_procedures_tree (const wr_result *result, uint32_t file) {
  wr_buf text = {0};
  wr_report_procedures (&text, 0, result, file);
  return tree_of (&text);
}
