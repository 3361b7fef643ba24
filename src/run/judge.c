#include "run/judge.h"

#include "base/bitset.h"
#include "diagnose/clause.h"
#include "diagnose/refine.h"
#include "diagnose/state.h"

struct work {
  wr_run *run;
  bool only_lines; /* goals on the selected lines */
  struct wr_tests **tests;
  WR_VEC (struct wr_diagnosis *) out;
};

static bool is_on_line (const wr_run *run, const struct wr_goal *goal) {
  for (uint32_t i = 0; i < run->selects.len; i++) {
    const struct wr_select *s = &run->selects.data[i];
    wr_span places[] = {goal->at, goal->clause};
    for (int k = 0; k < 2; k++)
      if (places[k].file == s->file &&
          wr_position_of (run->sources, places[k].file, places[k].begin).line == s->line)
        return true;
  }
  return false;
}

static bool is_open (const struct wr_goal_result *goal) {
  return goal->verdict == WR_VERDICT_FAILED || goal->verdict == WR_VERDICT_TIMEOUT ||
         goal->verdict == WR_VERDICT_UNKNOWN;
}

static void each_open (struct work *w,
                       void (*visit) (struct work *w, const struct wr_body_result *body,
                                      uint32_t goal)) {
  const wr_result *result = w->run->proved.result;
  wr_bitset seen = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
      uint32_t label = body->passive->goals[g].label.ix;
      if (!is_open (&body->goals[g])) continue;
      if (label && wr_bitset_has (&seen, label)) continue;
      if (label) wr_bitset_set (&seen, label, true);
      visit (w, body, g);
    }
  }
  wr_bitset_free (&seen);
}

static void find_lines (struct work *w, const struct wr_body_result *body, uint32_t goal) {
  w->only_lines |= is_on_line (w->run, &body->passive->goals[goal]);
}

static void judge (struct work *w, const struct wr_body_result *body, uint32_t goal) {
  wr_run *run = w->run;
  if (w->only_lines && !is_on_line (run, &body->passive->goals[goal])) return;
  const struct wr_tests *tests = w->tests[body - run->proved.result->bodies];
  struct wr_diagnosis *d =
      wr_judge (run->proved.result->core, body, goal, tests, run->cancel, run->arena);
  bool failed = body->goals[goal].verdict == WR_VERDICT_FAILED;
  if (!failed && d->judgement != WR_JUDGED_GENUINE && !d->proved) return;
  if (d->judgement == WR_JUDGED_SPURIOUS && d->weak.cause)
    wr_find_clause (run->proved.result, &run->proved.decide, run->cancel, d, run->arena);
  WR_VEC_PUSH (&w->out, d);
  if (run->sink.judged) run->sink.judged (run->sink.ctx, d);
}

struct wr_diagnosed wr_run_judge (wr_run *run, const struct wr_search_bounds *bounds) {
  struct work w = {.run = run};
  if (!run->proved.result) return (struct wr_diagnosed){0};
  wr_refine (run->proved.result, &run->proved.decide, run->cancel, true, run->arena);
  wr_find_states (run->proved.result, run->cancel, run->arena);
  w.tests = wr_search (run->proved.result, &run->proved.decide, bounds, run->cancel, run->arena);
  each_open (&w, find_lines);
  each_open (&w, judge);
  struct wr_diagnosed out = {WR_VEC_KEEP (run->arena, &w.out), w.out.len, w.tests};
  WR_VEC_FREE (&w.out);
  return out;
}
