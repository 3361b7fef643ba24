#include "run/axioms.h"

#include "base/check.h"

void wr_run_axioms (wr_run *run, enum wr_test_unit unit,
                    const struct wr_axiom_reduce_options *reduce, wr_relation *relation) {
  WR_REQUIRE (run->proved.result);
  struct wr_program_tests_options options = {
      .unit = unit, .reduce = *reduce, .decide = run->proved.decide};
  struct wr_file_tests tests = {0};
  options.decide.cancel = run->cancel;
  wr_program_tests (run->proved.result, &options, &tests, run->arena, &run->failure);
  wr_relation_take (relation, wr_source_path (run->sources, 1), &tests);
  wr_file_tests_free (&tests);
}
