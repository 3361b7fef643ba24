/* report/html_trace.c -- the path on which a goal fails, in terms of the source: what was executed, in order. */
#include "diagnose/counterexample.h"
#include "report/execution.h"
#include "report/html.h"
#include "report/html_places.h"
#include "report/verify.h"

enum { MOST_STEPS = 1000 };

struct trace {
  const struct wr_html_places *places;
  const wr_core *core;
  json_t *steps;
  wr_span last; /* the place of the step before */
};

/* What a fact of the path did: a clause at a call or a havoc did it there. */
static wr_span span_of (const struct trace *t, const struct wr_label_info *info) {
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&t->core->labels, info->site);
    if (site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) return site->span;
  }
  return info->span;
}

/* What is known on entry (preconditions, axioms) or was proved before is not a step. */
static bool is_step (const struct wr_label_info *info) {
  const struct wr_role_info *role = wr_role_info (info->role);
  if (info->cls == WR_CLASS_INTERNAL) return false;
  return role->statement || info->role == WR_ROLE_CONDITION ||
         info->role == WR_ROLE_INVARIANT_ASSUMED;
}

static void add_step (struct trace *t, wr_label label) {
  if (!label.ix || json_array_size (t->steps) >= MOST_STEPS) return;
  const struct wr_label_info *info = wr_label_info (&t->core->labels, label);
  wr_span at = span_of (t, info);
  bool same = at.file == t->last.file && at.begin == t->last.begin && at.end == t->last.end;
  if (!is_step (info) || same || !wr_html_has_place (t->places, at)) return;
  t->last = at;
  json_t *step = wr_json_object ();
  wr_json_set (step, "at", wr_html_place (t->places, at));
  wr_json_set (step, "role", json_string (wr_role_name (info->role)));
  if (info->negative) wr_json_set (step, "negative", json_true ());
  wr_json_push (t->steps, step);
}

static void add_path (struct trace *t, const struct wr_body_result *body, uint32_t g) {
  const struct wr_goal *goal = &body->passive->goals[g];
  const struct wr_goal_result *r = &body->goals[g];
  for (uint32_t i = 0; i < r->path_count; i++) {
    const struct wr_pblock *block = &body->passive->blocks[r->path[i]];
    bool last = r->path[i] == goal->block;
    uint32_t count = last ? goal->item : block->item_count;
    for (uint32_t k = 0; k < count; k++) {
      const struct wr_pitem *item = &block->items[k];
      if (item->kind == WR_PITEM_GOAL)
        add_step (t, body->passive->goals[item->goal].label);
      else if (item->kind == WR_PITEM_FACT)
        add_step (t, item->label);
    }
    if (last) return;
  }
}

/* The goal that is shown for a label; NULL: there is none.  Its number goes to *goal. */
static const struct wr_body_result *find_goal (const wr_result *result, wr_label label,
                                               uint32_t *goal) {
  wr_goal_views views = {0};
  const struct wr_body_result *found = NULL;
  for (uint32_t b = 0; b < result->body_count && !found; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len && !found; i++) {
      *goal = views.data[i].shown;
      if (body->passive->goals[*goal].label.ix == label.ix) found = body;
    }
  }
  WR_VEC_FREE (&views);
  return found;
}

json_t *wr_html_trace (const struct wr_html_places *places, const wr_result *result,
                       wr_label label) {
  struct trace t = {places, result->core, wr_json_array (), {0}};
  uint32_t goal;
  const struct wr_body_result *body = find_goal (result, label, &goal);
  if (body) add_path (&t, body, goal);
  return t.steps;
}

/* The whole statement of a step, where errors are reported at a part of it. */
static wr_span statement_of (const wr_core *core, const struct wr_shown_step *s) {
  const struct wr_body *body = &core->bodies.data[s->point.body];
  if (s->kind != WR_TRACE_COMMAND || s->point.block >= body->block_count) return s->at;
  const struct wr_block *block = &body->blocks[s->point.block];
  if (s->point.cmd >= block->cmd_count) return s->at;
  const struct wr_cmd *cmd = &block->cmds[s->point.cmd];
  if (cmd->assign_count && cmd->assigns[0].label.ix)
    return wr_label_info (&core->labels, cmd->assigns[0].label)->span;
  return cmd->site.ix ? wr_site_info (&core->labels, cmd->site)->span : s->at;
}

json_t *wr_html_values (const struct wr_html_places *places, const wr_result *result,
                        wr_label label) {
  json_t *steps = wr_json_array ();
  uint32_t goal;
  const struct wr_body_result *body = find_goal (result, label, &goal);
  const struct wr_counterexample *c = body ? body->goals[goal].counterexample : NULL;
  for (uint32_t i = 0; c && c->valid && i < c->step_count && i < MOST_STEPS; i++) {
    const struct wr_shown_step *s = &c->steps[i];
    json_t *step = wr_json_object (), *values = wr_json_array ();
    wr_span at = statement_of (result->core, s);
    if (wr_html_has_place (places, at)) wr_json_set (step, "at", wr_html_place (places, at));
    wr_json_set (step, "kind", json_string (wr_report_step_kind (s->kind)));
    for (uint32_t k = 0; k < s->count; k++) {
      json_t *pair = wr_json_array ();
      wr_json_push (pair, wr_json_text (s->values[k].name));
      wr_json_push (pair, wr_json_text (s->values[k].value));
      wr_json_push (values, pair);
    }
    wr_json_set (step, "values", values);
    wr_json_push (steps, step);
  }
  return steps;
}
