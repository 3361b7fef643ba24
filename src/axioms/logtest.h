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
  bool fine; /* also which pieces of axioms are needed */
  struct wr_identity_options identity;
  const wr_map *prelude; /* programs: identities of the axioms that count; NULL: all */
  double timeout;        /* of each query, in seconds */
  double count_timeout;  /* of the failed attempts that are repeated to count instances */
  uint32_t seed;
  uint64_t memory;
};

struct wr_logtest_calls {
  void *ctx;
  void (*deadline) (void *ctx, double seconds); /* before each query: what it may take */
  void (*keep) (void *ctx, wr_str bytes);       /* results so far, now and then; may be NULL */
};

/* How far an earlier process came that ended early. */
struct wr_logtest_resume {
  wr_str bytes; /* its last results (`keep`); empty: none */
  bool careful; /* it died: results are kept after every test */
  bool
      died; /* it was careful, so it died of the first test without a result, which is not tried again */
};

/* Appends all tests of the log as bytes (axioms/bytes.h). */
void wr_logtest_run (const wr_log *log, const struct wr_logtest_options *options,
                     const struct wr_logtest_calls *calls, const struct wr_logtest_resume *resume,
                     wr_buf *out);

#endif
