/* axioms/bytes.h -- the tests of one file as bytes: from a worker to its parent, and in the cache.  Reading checks every length and index,
   because the bytes may come from anywhere. */
#ifndef WR_AXIOMS_BYTES_H
#define WR_AXIOMS_BYTES_H

#include "axioms/relation.h"

/* What a file says: its axioms and other declarations, and its tests, whose sets are indices into these. */
struct wr_file_tests {
  WR_VEC (struct wr_axiom_row) axioms;
  WR_VEC (struct wr_element_row) elements;
  WR_VEC (struct wr_test_row) tests;
};

void wr_file_tests_write (wr_buf *out, const struct wr_file_tests *tests);
/* Strings are views of the bytes.  False: the bytes are not of this form; `tests` must be freed all the same. */
bool wr_file_tests_read (wr_str bytes, struct wr_file_tests *tests);
void wr_file_tests_free (struct wr_file_tests *tests);

/* Enters a file's axioms and tests in the relation, the tests under this path. */
void wr_relation_take (wr_relation *relation, wr_str path, const struct wr_file_tests *tests);

#endif
