/* report/html_trace.c -- the path on which a goal fails, in terms of the source: what was executed, in order. */
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

json_t *wr_html_trace (const struct wr_html_places *places, const wr_result *result,
                       wr_label label) {
  struct trace t = {places, result->core, wr_json_array (), {0}};
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count && !json_array_size (t.steps); b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++) {
      uint32_t shown = views.data[i].shown;
      if (body->passive->goals[shown].label.ix != label.ix) continue;
      add_path (&t, body, shown);
      break;
    }
  }
  WR_VEC_FREE (&views);
  return t.steps;
}
