/* diagnose/search.h -- dynamic symbolic execution: looks for executions that violate goals, path by path.

   The body is executed on some inputs; the conditions of that path tell which other paths there are.  A condition is turned round, the
   solver gives inputs for it, and the body is executed on these.  Paths that lead to a goal come first, those nearest to it before the
   others.  Where the solver cannot decide a condition, terms are replaced by the values that they had in an execution.  What an
   execution shows does not depend on the solver; "unsatisfiable" does. */
#ifndef WR_DIAGNOSE_SEARCH_H
#define WR_DIAGNOSE_SEARCH_H

#include "base/cancel.h"
#include "diagnose/inputs.h"
#include "result/result.h"

struct wr_search_bounds {
  uint32_t paths;      /* executions */
  uint32_t iterations; /* of each loop */
  uint32_t depth;      /* of calls */
  uint64_t rlimit;     /* solver resources per condition */
  bool summaries;      /* loops by their invariants */
  bool thorough;       /* and rounds are checked to maintain them */
};
extern const struct wr_search_bounds wr_search_defaults;

enum wr_test_kind {
  WR_TEST_FAILED,
  WR_TEST_SUCCESSFUL,
  WR_TEST_UNSATISFIABLE, /* no execution takes this path */
  WR_TEST_OUT_OF_BUDGET, /* the solver did not decide, or the execution did not end */
  WR_TEST_KIND_COUNT
};
struct wr_test {
  enum wr_test_kind kind;
  wr_label goal; /* FAILED: the goal that is violated */
  bool
      certain; /* FAILED: all assumptions were evaluated; no function without a body was asked for, or the axioms hold */
  bool
      summarised; /* a loop was entered in a state of its invariants: the program need not reach it */
  struct wr_input *inputs;
  uint32_t input_count;
  wr_str condition; /* of the path, over inputs; "": none */
  wr_str why;       /* OUT_OF_BUDGET */
};

/* What was found about one body. */
struct wr_tests {
  struct wr_test *tests;
  uint32_t count;
  uint32_t counts[WR_TEST_KIND_COUNT];
  /* No execution but those of failed tests violates a goal: every path that leads to one was executed, or is unsatisfiable. */
  bool complete;
  wr_str why;     /* not complete */
  bool summaries; /* loops were given by their invariants */
  uint64_t runs, queries, resources;
};

/* Per body of the result; NULL: it has no goal that failed or ran out of budget, or the program has too many axioms.  Everything
   lives in the arena. */
struct wr_tests **wr_search (const wr_result *result, const struct wr_decide_options *decide,
                             const struct wr_search_bounds *bounds, const wr_cancel *cancel,
                             wr_arena *arena);
const char *wr_test_kind_name (enum wr_test_kind kind); /* failed, successful, ... */

#endif
