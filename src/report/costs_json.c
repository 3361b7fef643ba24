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

void wr_report_group (struct wr_jsontext *to, const wr_core *core,
                      const struct wr_body_result *body, uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  if (r->together < 2) return;
  uint32_t first = 0;
  while (first < goal && !wr_goals_share (&body->goals[first], r)) first++;
  wr_buf id = {0};
  wr_label_print_id (&id, 'g', wr_label_id (core, body->passive->goals[first].label));
  wr_jt_open (to, "group", '{');
  wr_jt_text (to, "first", wr_buf_str (&id));
  wr_jt_count (to, "goals", r->together);
  wr_jt_count (to, "resources", r->resources * r->together);
  wr_jt_real (to, "seconds", r->seconds * r->together);
  wr_jt_close (to, '}');
  wr_buf_free (&id);
}

struct wr_spent wr_explaining_cost (const wr_cover *cover, uint32_t body) {
  const struct wr_cover_cost *now = &cover->costs[body], *before = &cover->before[body];
  const struct wr_cover_cost *cost = now->queries ? now : before;
  return (struct wr_spent){
      .cpu = cost->cpu, .resources = cost->resources, .queries = cost->queries};
}

void wr_report_cost (struct wr_jsontext *to, const struct wr_body_result *body) {
  wr_jt_open (to, "cost", '{');
  wr_jt_bool (to, "cached", body->spent_before);
  wr_jt_open (to, "prove", '{');
  wr_jt_real (to, "seconds", body->spent.seconds);
  wr_jt_real (to, "cpu_seconds", body->spent.cpu);
  wr_jt_count (to, "resources", body->spent.resources);
  wr_jt_count (to, "queries", body->spent.queries);
  wr_jt_close (to, '}');
  wr_jt_close (to, '}');
}

void wr_report_add_explaining (json_t *cost, const struct wr_spent *spent) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "cpu_seconds", json_real (spent->cpu));
  wr_json_set (object, "resources", wr_json_count (spent->resources));
  wr_json_set (object, "queries", wr_json_count (spent->queries));
  wr_json_set (cost, "explain", object);
}
