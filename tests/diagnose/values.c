/* tests/diagnose/values.c -- the values of counterexamples are evaluated along the path, and planted wrong values are caught. */
#include "diagnose/counterexample.h"
#include "decided.h"
#include "tap.h"

static const struct wr_counterexample *of (struct run *r, uint32_t goal) {
  const struct wr_body_result *body = &r->result->bodies[0];
  return wr_counterexample_of (r->result->core, body->passive, goal, &body->goals[goal], r->arena);
}

/* "start: x = 7; y = 14; " */
static void shown (const struct wr_counterexample *c, wr_buf *out) {
  wr_buf_clear (out);
  for (uint32_t i = 0; i < c->step_count; i++)
    for (uint32_t k = 0; k < c->steps[i].count; k++)
      wr_buf_print (out, "%.*s = %.*s; ", WR_STR_ARGS (c->steps[i].values[k].name),
                    WR_STR_ARGS (c->steps[i].values[k].value));
}

static void plant (struct run *r, uint32_t goal, const char *text) {
  struct wr_goal_result *g = &r->result->bodies[0].goals[goal];
  for (uint32_t i = 0; i < g->value_count; i++) g->values[i].text = wr_str_of (text);
}

int main (void) {
  struct tap tap = {0};
  wr_buf text = {0};
  struct run r = decide ("procedure P(x: int) { var y: int; y := x * 2; assert y != 14; }");
  shown (of (&r, 0), &text);
  SAME (&tap, wr_buf_str (&text), "x = 7; y = 14; ", "the inputs and what a step computes");
  plant (&r, 0, "7");
  shown (of (&r, 0), &text);
  SAME (&tap, wr_buf_str (&text), "x = 7; y = 14; ",
        "a wrong value of a defined variable is not shown");
  plant (&r, 0, "8");
  const struct wr_counterexample *c = of (&r, 0);
  OK (&tap, !c->valid && c->refuted && c->why.len && !c->step_count,
      "a wrong input is caught: %.*s", WR_STR_ARGS (c->why));
  drop (&r);
  r = decide ("procedure P(x: int, z: int) { var u: int; u := z; assume x > 3; assert x < 3; }");
  shown (of (&r, 0), &text);
  OK (&tap,
      strstr (wr_buf_text (&text), "x = ") && !strstr (wr_buf_text (&text), "u = ") &&
          !strstr (wr_buf_text (&text), "z = "),
      "variables that do not matter are left out: %s", wr_buf_text (&text));
  plant (&r, 0, "2");
  c = of (&r, 0);
  OK (&tap, !c->valid && c->refuted, "a fact on the path is false: %.*s", WR_STR_ARGS (c->why));
  r.result->bodies[0].goals[0].path_count = 0;
  OK (&tap, !of (&r, 0)->valid, "without a path there is no counterexample");
  drop (&r);
  r = decide (
      "procedure P(n: int) { var i: int; i := 0; while (i < n) invariant i >= 0; { i := i + "
      "1; } assert i == n; }");
  c = of (&r, 2);
  shown (c, &text);
  OK (&tap, c->valid && c->step_count >= 2, "the state at a loop head: %s", wr_buf_text (&text));
  drop (&r);
  wr_buf_free (&text);
  return tap_done (&tap);
}
