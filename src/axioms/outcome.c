/* axioms/outcome.c -- outcomes of tests (axioms/outcome.h). */
#include "axioms/outcome.h"

#include "base/check.h"

const char *wr_outcome_name (enum wr_outcome outcome) {
  static const char *const names[] = {
#define X(name, text, meaning) text,
      WR_OUTCOMES (X)
#undef X
  };
  WR_REQUIRE (outcome < WR_OUTCOME_COUNT);
  return names[outcome];
}

const char *wr_outcome_meaning (enum wr_outcome outcome) {
  static const char *const meanings[] = {
#define X(name, text, meaning) meaning,
      WR_OUTCOMES (X)
#undef X
  };
  WR_REQUIRE (outcome < WR_OUTCOME_COUNT);
  return meanings[outcome];
}

/* By what was observed, where it differs from what was expected: "proved", "failed" or "timeout". */
static enum wr_outcome of_proved (enum wr_axiom_verdict expected) {
  return expected == WR_AXIOM_FAILED ? WR_OUTCOME_UNSOUND : WR_OUTCOME_UNSOUND_OR_ANOMALY;
}
static enum wr_outcome of_failed (enum wr_axiom_verdict expected) {
  return expected == WR_AXIOM_PROVED ? WR_OUTCOME_INCOMPLETE : WR_OUTCOME_INCOMPLETE_OR_ANOMALY;
}
static enum wr_outcome of_timeout (enum wr_axiom_verdict expected) {
  return expected == WR_AXIOM_PROVED ? WR_OUTCOME_INCOMPLETE_OR_SLOW : WR_OUTCOME_UNSOUND_OR_SLOW;
}

enum wr_outcome wr_outcome_of (enum wr_axiom_verdict expected, enum wr_axiom_verdict observed) {
  WR_REQUIRE (expected < WR_AXIOM_VERDICT_COUNT && observed < WR_AXIOM_VERDICT_COUNT);
  if (expected == WR_AXIOM_UNDECIDED) return WR_OUTCOME_NOT_SAID;
  if (expected == observed) return WR_OUTCOME_AS_EXPECTED;
  switch (observed) {
  case WR_AXIOM_PROVED: return of_proved (expected);
  case WR_AXIOM_FAILED: return of_failed (expected);
  case WR_AXIOM_TIMEOUT: return of_timeout (expected);
  case WR_AXIOM_UNDECIDED:
  case WR_AXIOM_ERROR:
  case WR_AXIOM_VERDICT_COUNT: break;
  }
  return WR_OUTCOME_NO_RESULT;
}

struct wr_outcome_table wr_outcome_table_of (const wr_relation *relation) {
  struct wr_outcome_table table = {0};
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    table.cells[row->verdict][row->expected]++;
    table.by_outcome[wr_outcome_of (row->expected, row->verdict)]++;
    table.completeness += row->expected == WR_AXIOM_PROVED;
    table.soundness += row->expected == WR_AXIOM_FAILED;
    table.said += row->expected != WR_AXIOM_UNDECIDED;
  }
  return table;
}
