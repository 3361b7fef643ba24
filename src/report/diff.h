/* report/diff.h -- what changed between two runs.  Rows are matched by path and name; what is left by name alone (a
   file was moved), then without the callee in the name, then by what follows the procedure in the name (a procedure was renamed), where that is
   unambiguous on both sides.  Names hold a hash of the element's text and no line. */
#ifndef WR_REPORT_DIFF_H
#define WR_REPORT_DIFF_H

#include "base/json.h"
#include "report/document.h"

/* X (NAME, "kind in JSON", "title", it got worse); the worst first */
#define WR_CHANGES(X)                                                                              \
  X (FILE_REFUSED, "file-refused", "files that are refused now", true)                             \
  X (GOAL_BROKE, "goal-broke", "goals that are no longer proved", true)                            \
  X (GOAL_OPEN, "goal-open", "new goals that are not proved", true)                                \
  X (GOAL_VACUOUS, "goal-vacuous", "goals that are proved vacuously now", true)                    \
  X (TRUST_GREW, "trust-grew", "goals that rest on more than before", true)                        \
  X (FINDING_NEW, "finding-new", "new findings", true)                                             \
  X (FACT_UNCOVERED, "fact-uncovered", "elements that no proof needs any more", true)              \
  X (FACT_UNREACHABLE, "fact-unreachable", "elements that are vacuous or unreachable now", true)   \
  X (FINDING_INFO, "finding-info", "new findings that are for information", false)                 \
  X (FACT_IDLE, "fact-idle", "new elements that no proof needs", false)                            \
  X (FACT_LOST, "fact-lost", "elements about which nothing is known any more", false)              \
  X (GOAL_VANISHED, "goal-vanished", "goals that are gone", false)                                 \
  X (GOAL_APPEARED, "goal-appeared", "new goals", false)                                           \
  X (GOAL_MENDED, "goal-mended", "goals that are proved now", false)                               \
  X (FACT_COVERED, "fact-covered", "elements that a proof needs now", false)                       \
  X (TRUST_SHRANK, "trust-shrank", "goals that rest on less than before", false)                   \
  X (FINDING_GONE, "finding-gone", "findings that are gone", false)

enum wr_change_kind {
#define X(name, word, title, worse) WR_CHANGE_##name,
  WR_CHANGES (X)
#undef X
      WR_CHANGE_COUNT
};
const char *wr_change_word (enum wr_change_kind kind);
const char *wr_change_title (enum wr_change_kind kind);
bool wr_change_is_worse (enum wr_change_kind kind);

struct wr_change {
  enum wr_change_kind kind;
  const struct wr_doc_row *row;         /* of the new document; of the old one for what is gone */
  const char *before, *after;           /* verdict or status; NULL: was not there */
  wr_str text;                          /* of a fact or finding */
  const struct wr_doc_finding *finding; /* FINDING_*; else NULL */
  const struct wr_doc_leaf **leaves;    /* TRUST_GREW, TRUST_SHRANK: which */
  uint32_t leaf_count;
};

typedef struct wr_diff {
  const wr_doc *before, *after;
  struct wr_change *changes; /* by kind, then in the order of the document */
  uint32_t count;
  uint32_t counts[WR_CHANGE_COUNT];
  uint32_t worse;
} wr_diff;

wr_diff *wr_diff_of (const wr_doc *before, const wr_doc *after, wr_arena *arena);

/* [diff_write.c] */
enum {
  WR_DIFF_ROWS = 50,  /* of each kind, for people; JSON has all */
  WR_DIFF_LEAVES = 10 /* of each row, likewise */
};
void wr_diff_text (wr_buf *out, const wr_diff *diff);
void wr_diff_markdown (wr_buf *out, const wr_diff *diff);
json_t *wr_diff_json (const wr_diff *diff);

#endif
