/* report/axioms_diff.h -- two versions of a prelude or of a suite: which axioms lost their last test.  Both are documents that
   `axioms --json=FILE` wrote.  report/axioms_match.h says which axioms are the same; tests are matched by path and name. */
#ifndef WR_REPORT_AXIOMS_DIFF_H
#define WR_REPORT_AXIOMS_DIFF_H

#include "base/json.h"
#include "base/vec.h"

/* X (NAME, "kind in JSON", "title", it got worse) */
#define WR_AXIOM_CHANGES(X)                                                                        \
  X (LOST, "lost", "axioms that lost their last test", true)                                       \
  X (BARE, "new-uncovered", "new axioms without a test", true)                                     \
  X (BROKE, "test-broke", "tests that are no longer proved", true)                                 \
  X (GAINED, "gained", "axioms that have a test now", false)                                       \
  X (NEW, "new", "new axioms with a test", false)                                                  \
  X (RENAMED, "renamed", "axioms that have another name", false)                                   \
  X (GONE, "gone", "axioms that are gone", false)                                                  \
  X (TEST_GONE, "test-gone", "tests that are gone", false)                                         \
  X (TEST_NEW, "test-new", "new tests", false)

enum wr_axiom_change_kind {
#define X(name, word, title, worse) WR_AXIOM_CHANGE_##name,
  WR_AXIOM_CHANGES (X)
#undef X
      WR_AXIOM_CHANGE_COUNT
};

struct wr_axiom_change {
  enum wr_axiom_change_kind kind;
  wr_str name;            /* of the axiom or test */
  uint32_t before, after; /* tests of the axiom */
  wr_str tests;           /* LOST: those that it had */
  wr_str old_name;        /* RENAMED */
};

typedef struct wr_axiom_diff {
  WR_VEC (struct wr_axiom_change) changes; /* by kind, then in the order of the documents */
  uint32_t counts[WR_AXIOM_CHANGE_COUNT], worse;
  uint32_t covered[2], total[2]; /* before and after */
  bool interrupted[2];           /* not all tests were measured */
} wr_axiom_diff;

/* False: a text is not such a document, and `problem` says why.  Strings live in the arena; the diff must be freed in any case. */
bool wr_axiom_diff_of (wr_str before, wr_str after, wr_arena *arena, wr_axiom_diff *diff,
                       wr_buf *problem);
void wr_axiom_diff_free (wr_axiom_diff *diff);
void wr_axiom_diff_text (wr_buf *out, const wr_axiom_diff *diff);
json_t *wr_axiom_diff_json (const wr_axiom_diff *diff);

#endif
