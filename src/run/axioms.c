#include "run/axioms.h"

#include "base/check.h"

void wr_run_axioms (wr_run *run, const struct wr_logtest_options *how, struct wr_file_tests *out) {
  WR_REQUIRE (run->proved.result);
  struct wr_program_tests_options options = {.unit = how->unit,
                                             .reduce = how->reduce,
                                             .prelude = how->prelude,
                                             .fine = how->fine,
                                             .count_timeout = how->count_timeout,
                                             .decide = run->proved.decide};
  options.decide.cancel = run->cancel;
  wr_program_tests (run->proved.result, &options, out, run->arena, &run->failure);
}
