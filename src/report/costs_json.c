/* report/costs_json.c -- the cost of goals and procedures as JSON. */
#include "report/costs.h"

#include "core/name.h"

/* Goals that one query proved have equal shares of its cost: number of goals, resources and time. */
bool wr_goals_share (const struct wr_goal_result *a, const struct wr_goal_result *b) {
  return a->together > 1 && a->together == b->together && a->resources == b->resources &&
         a->seconds == b->seconds;
}

bool wr_goal_is_first (const struct wr_body_result *body, uint32_t goal) {
  for (uint32_t i = 0; i < goal; i++)
    if (wr_goals_share (&body->goals[i], &body->goals[goal])) return false;
  return true;
}

void wr_report_set_group (json_t *object, const wr_core *core, const struct wr_body_result *body,
                          uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  if (r->together < 2) return;
  uint32_t first = 0;
  while (first < goal && !wr_goals_share (&body->goals[first], r)) first++;
  json_t *group = wr_json_object ();
  wr_buf id = {0};
  wr_label_print_id (&id, 'g', wr_label_id (core, body->passive->goals[first].label));
  wr_json_set (group, "first", json_string (wr_buf_text (&id)));
  wr_json_set (group, "goals", wr_json_count (r->together));
  wr_json_set (group, "resources", wr_json_count (r->resources * r->together));
  wr_json_set (group, "seconds", json_real (r->seconds * r->together));
  wr_json_set (object, "group", group);
  wr_buf_free (&id);
}

struct wr_spent wr_explaining_cost (const wr_cover *cover, uint32_t body) {
  const struct wr_cover_cost *now = &cover->costs[body], *before = &cover->before[body];
  const struct wr_cover_cost *cost = now->queries ? now : before;
  return (struct wr_spent){
      .cpu = cost->cpu, .resources = cost->resources, .queries = cost->queries};
}

static json_t *spent_json (const struct wr_spent *spent, bool clock) {
  json_t *object = wr_json_object ();
  if (clock) wr_json_set (object, "seconds", json_real (spent->seconds));
  wr_json_set (object, "cpu_seconds", json_real (spent->cpu));
  wr_json_set (object, "resources", wr_json_count (spent->resources));
  wr_json_set (object, "queries", wr_json_count (spent->queries));
  return object;
}

void wr_report_set_cost (json_t *procedure, const struct wr_body_result *body,
                         const wr_cover *cover) {
  json_t *cost = wr_json_object ();
  wr_json_set (cost, "cached", json_boolean (body->spent_before));
  wr_json_set (cost, "prove", spent_json (&body->spent, true));
  if (cover) {
    struct wr_spent explaining = wr_explaining_cost (cover, body->body);
    wr_json_set (cost, "explain", spent_json (&explaining, false));
  }
  wr_json_set (procedure, "cost", cost);
}
