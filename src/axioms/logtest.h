/* axioms/logtest.h -- the tests of one SMT-LIB log: which assertions are axioms, which checks make up a test, and what each test covers.
   Calls Z3, so it runs in worker processes only (axioms/suite.h). */
#ifndef WR_AXIOMS_LOGTEST_H
#define WR_AXIOMS_LOGTEST_H

#include "axioms/bytes.h"
#include "axioms/identity.h"
#include "axioms/log.h"
#include "axioms/reduce.h"

enum wr_test_unit { WR_TEST_FILE, WR_TEST_PROCEDURE, WR_TEST_QUERY };

struct wr_logtest_options {
  enum wr_test_unit unit;
  struct wr_axiom_reduce_options reduce;
  struct wr_identity_options identity;
  double timeout; /* of each query, in seconds */
  uint32_t seed;
  uint64_t memory;
};

/* Is the k-th assertion in the scope of the check an axiom, which may be left out?  The rules: with names on assertions, every named one but
   the query (its name begins with `@query`); else those outside of all scopes; in a text without scopes, all but the last. */
struct wr_log_axioms {
  bool *is_axiom;     /* per assertion in scope */
  uint32_t *commands; /* per assertion in scope: its command */
  uint32_t count;
  bool has_goal; /* false: the check is about the axioms alone */
};
struct wr_log_axioms wr_log_axioms_of (const wr_log *log, const struct wr_log_check *check,
                                       wr_arena *arena);

/* Called before each query with the seconds that it may take. */
struct wr_logtest_calls {
  void *ctx;
  void (*deadline) (void *ctx, double seconds);
};

/* Appends all tests of the log as bytes (axioms/bytes.h). */
void wr_logtest_run (const wr_log *log, const struct wr_logtest_options *options,
                     const struct wr_logtest_calls *calls, wr_buf *out);

#endif
