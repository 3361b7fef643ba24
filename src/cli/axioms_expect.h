/* cli/axioms_expect.h -- the results that `axioms` expects: `--expect FILE`, what is said about it, and the exit code. */
#ifndef WR_CLI_AXIOMS_EXPECT_H
#define WR_CLI_AXIOMS_EXPECT_H

#include "axioms/expected.h"
#include "cli/options.h"
#include "cli/output.h"

struct wr_axioms_expected {
  wr_manifest manifest;
  wr_buf text; /* of the manifest */
};
/* False: the manifest cannot be read, and this was reported. */
bool wr_axioms_expect_read (const struct wr_options *options, wr_arena *arena,
                            struct wr_axioms_expected *expected);
/* Sets what is expected of each test.  `complete`: all tests are there, so a line that fits none is told.  The result is the worst that a test
   means for the exit code. */
enum wr_exit wr_axioms_expect_fill (const struct wr_options *options, bool complete,
                                    struct wr_axioms_expected *expected, wr_relation *relation);
void wr_axioms_expect_free (struct wr_axioms_expected *expected);

#endif
