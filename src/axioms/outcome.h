/* axioms/outcome.h -- what the result of a test says about the verifier: the observed verdict against the expected one, as in the table of
   the paper on axiomatization coverage (section 4).  Tests whose expected verdict is "proved" are completeness tests; those whose
   expected verdict is "failed" are soundness tests, and only these show unsoundness directly. */
#ifndef WR_AXIOMS_OUTCOME_H
#define WR_AXIOMS_OUTCOME_H

#include "axioms/relation.h"

/* X (NAME, "name in JSON", "for people") */
#define WR_OUTCOMES(X)                                                                             \
  X (NOT_SAID, "not-said", "no expected outcome is given")                                         \
  X (AS_EXPECTED, "as-expected", "as expected")                                                    \
  X (UNSOUND, "unsound", "unsound: it is proved, but must not be provable")                        \
  X (UNSOUND_OR_ANOMALY, "unsound-or-anomaly",                                                     \
     "unsound, or faster than expected: it is proved where a timeout is expected")                 \
  X (INCOMPLETE, "incomplete",                                                                     \
     "incomplete, or more annotations are required: it is not provable, but should be proved")     \
  X (INCOMPLETE_OR_ANOMALY, "incomplete-or-anomaly",                                               \
     "incomplete, or faster than expected: it is not provable where a timeout is expected")        \
  X (INCOMPLETE_OR_SLOW, "incomplete-or-performance",                                              \
     "incomplete, or a performance failure: it times out, but should be proved")                   \
  X (UNSOUND_OR_SLOW, "unsound-or-performance",                                                    \
     "unsound, or a performance failure: it times out, but must not be provable")                  \
  X (NO_RESULT, "no-result", "no result: the test could not be read or asked")

enum wr_outcome {
#define X(name, text, meaning) WR_OUTCOME_##name,
  WR_OUTCOMES (X)
#undef X
      WR_OUTCOME_COUNT
};
const char *wr_outcome_name (enum wr_outcome outcome);
const char *wr_outcome_meaning (enum wr_outcome outcome);

enum wr_outcome wr_outcome_of (enum wr_axiom_verdict expected, enum wr_axiom_verdict observed);

struct wr_outcome_table {
  uint32_t cells[WR_AXIOM_VERDICT_COUNT][WR_AXIOM_VERDICT_COUNT]; /* [observed][expected] */
  uint32_t by_outcome[WR_OUTCOME_COUNT];
  uint32_t completeness, soundness; /* tests: "proved" is expected, "failed" is expected */
  uint32_t said;                    /* tests with an expected verdict */
};
struct wr_outcome_table wr_outcome_table_of (const wr_relation *relation);

#endif
