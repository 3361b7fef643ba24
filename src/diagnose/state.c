#include "diagnose/state.h"

#include "diagnose/explore.h"

#include <string.h>

enum { STATE_SCOPES = 2 };

/* What execution without specifications is given too: not the choices at loops and calls, whose names have a line. */
static void take_inputs (struct wr_counterexample *c, const wr_inputs *inputs, wr_arena *arena) {
  c->inputs = WR_NEW (arena, struct wr_input, inputs->len);
  for (uint32_t i = 0; i < inputs->len; i++) {
    wr_str name = inputs->data[i].name;
    if (!memchr (name.ptr, '@', name.len)) c->inputs[c->input_count++] = inputs->data[i];
  }
}

/* The steps of the body itself that have values. */
static void take_steps (struct wr_counterexample *c, const struct wr_execution *e,
                        wr_arena *arena) {
  c->steps = WR_NEW (arena, struct wr_shown_step, e->step_count);
  for (uint32_t i = 0; i < e->step_count; i++)
    if (e->steps[i].count && !e->steps[i].depth) c->steps[c->step_count++] = e->steps[i];
}

static struct wr_counterexample *find (const wr_core *core, uint32_t body, wr_label goal,
                                       const wr_cancel *cancel, wr_arena *arena) {
  struct wr_counterexample *c = NULL;
  bool over = false;
  for (uint32_t i = 0; i < STATE_SCOPES && !c && !over; i++) {
    struct wr_explore_options options = {
        .scope = &wr_scopes[i], .until = goal, .cancel = cancel, .modular = true};
    struct wr_exploration x = wr_explore (core, body, &options, arena);
    over = x.undecided > 0;
    for (uint32_t k = 0; k < x.violations.len && !c; k++) {
      const struct wr_violation *v = &x.violations.data[k];
      if (v->goal.ix != goal.ix || !v->certain) continue;
      struct wr_execute_options how = {.modular = true};
      struct wr_execution e = wr_execute (core, body, &v->inputs, &how, arena);
      if (e.result.end != WR_EXEC_FAILED || e.result.goal.ix != goal.ix) continue;
      c = WR_NEW (arena, struct wr_counterexample, 1);
      c->valid = c->axioms = true;
      take_inputs (c, &v->inputs, arena);
      take_steps (c, &e, arena);
    }
    wr_exploration_free (&x);
  }
  return c;
}

void wr_find_states (wr_result *result, const wr_cancel *cancel, wr_arena *arena) {
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected || result->core->bodies.data[body->body].by_contracts)
      continue;
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      struct wr_goal_result *r = &body->goals[g];
      if (r->verdict != WR_VERDICT_FAILED || (r->counterexample && r->counterexample->valid))
        continue;
      const struct wr_counterexample *c =
          find (result->core, body->body, body->passive->goals[g].label, cancel, arena);
      if (c) r->counterexample = c;
    }
  }
}
