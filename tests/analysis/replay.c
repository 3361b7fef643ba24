/* tests/analysis/replay.c -- counterexamples stand up to the evaluator, and changed ones do not. */
#include "analysis/replay.h"
#include "decided.h"
#include "tap.h"

static enum wr_replay replay (struct run *r, uint32_t goal, wr_buf *why) {
  const struct wr_body_result *body = &r->result->bodies[0];
  wr_buf_clear (why);
  return wr_replay_failure (r->result->core, body->passive, goal, &body->goals[goal], why);
}

static const char *const failing[] = {
    "procedure P(x: int) { assert x * 2 != 14; }",
    "procedure P(x: int, m: [int]int) { var n: [int]int; n := m; n[x] := 3; assert n[4] == m[4]; }",
    "function f(int): int; procedure P(x: int) { assert f(x) == f(x + 1); }",
    "procedure P(a: bv8, b: bv8) { assert a ++ b != 513bv16; }",
    "procedure P(r: real) { assume r * 3.0 == 1.0; assert r > 1.0; }",
    "datatype D { A(n: int), B(d: D) } procedure P(d: D) { assume d is B; assert d->d is B; }",
    "var g: int; procedure P() modifies g; { g := g + 1; if (*) { g := g * 2; } assert g != old(g) "
    "+ 1; }",
    "procedure P() { var i: int; i := 0; while (i < 10) invariant i <= 10; { i := i + 1; } assert "
    "i == 11; }",
    "procedure P(y: int) { var m: [int]int; m := (lambda i: int :: i + 1); assert m[y] > 10; }",
    "function f(x: int): int; axiom (forall x: int :: {f(x)} f(x) > x); procedure P(y: int) { "
    "assert "
    "y > 10; }",
};

static void test_failing (struct tap *tap) {
  wr_buf why = {0};
  for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
    struct run r = decide (failing[i]);
    const struct wr_passive *passive = r.result->bodies[0].passive;
    bool held = false;
    for (uint32_t g = 0; g < passive->goal_count; g++)
      held |= replay (&r, g, &why) == WR_REPLAY_HOLDS;
    OK (tap, held, "replayed: %s (%s)", failing[i], wr_buf_text (&why));
    drop (&r);
  }
  wr_buf_free (&why);
}

/* For solvers a power of reals is a value of an unknown function: the evaluator must not know better. */
static void test_power (struct tap *tap) {
  wr_buf why = {0};
  struct run r = decide ("procedure P() { assert 2.0 ** 3.0 == 8.0; }");
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_UNDECIDED, "a power is undecided");
  drop (&r);
  wr_buf_free (&why);
}

static void test_changed (struct tap *tap) {
  wr_buf why = {0};
  struct run r = decide ("procedure P(x: int) { assume x > 3; assert x < 3; }");
  struct wr_goal_result *goal = &r.result->bodies[0].goals[0];
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_HOLDS, "the counterexample holds");
  for (uint32_t i = 0; i < goal->value_count; i++) goal->values[i].text = WR_LIT ("2");
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_WRONG, "with another value a fact is false");
  OK (tap, why.len > 0, "and it is named: %s", wr_buf_text (&why));
  goal->value_count = 0;
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_UNDECIDED, "without values nothing can be said");
  goal->path_count = 0;
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_NONE, "nor without a path");
  drop (&r);
  r = decide ("procedure P(x: int) { assume x > 3; assert x > 2; }");
  OK (tap, replay (&r, 0, &why) == WR_REPLAY_NONE, "a proved goal has no counterexample");
  drop (&r);
  wr_buf_free (&why);
}

int main (void) {
  struct tap tap = {0};
  test_power (&tap);
  test_failing (&tap);
  test_changed (&tap);
  return tap_done (&tap);
}
