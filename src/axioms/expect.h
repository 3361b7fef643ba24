/* axioms/expect.h -- which result a test is expected to have, read from the texts that suites have.

   In the test itself, a comment line is one of

     // expect: proved             of the whole file; also `failed` and `timeout`
     // expect Name: failed        of the procedure with this name
     //:: ExpectedOutput(error)    the next line that is not such an annotation has an error

   with any of the comment marks //, ;, # and --.  What a verifier is expected to print (a file beside the test) names the lines of its errors
   as `file(line,column): Error…` and ends with `finished with 3 verified, 1 error`.  A manifest has one line per test:
   verdict, path, and maybe the name of a procedure. */
#ifndef WR_AXIOMS_EXPECT_H
#define WR_AXIOMS_EXPECT_H

#include "axioms/relation.h"

struct wr_expected_name {
  wr_str name;
  enum wr_axiom_verdict verdict;
};

typedef struct wr_expectations {
  enum wr_axiom_verdict whole; /* UNDECIDED: not said */
  WR_VEC (struct wr_expected_name) names;
  wr_u32s lines;     /* with an expected error */
  bool all_lines;    /* other lines have none */
  uint32_t bad_line; /* not 0: this line expects something that is no verdict */
  wr_str bad_word;
} wr_expectations;

/* "proved", "failed" or "timeout", or another usual word for it; UNDECIDED: it is none of them. */
enum wr_axiom_verdict wr_expected_verdict (wr_str word);

/* Strings are views of the text.  Free with wr_expectations_free. */
wr_expectations wr_expectations_of_test (wr_str text);
wr_expectations wr_expectations_of_output (wr_str text);
void wr_expectations_free (wr_expectations *expectations);

/* Of a test with this name and these lines; an empty name stands for the whole file. */
enum wr_axiom_verdict wr_expectation (const wr_expectations *expectations,
                                      const struct wr_test_row *row);

struct wr_manifest_entry {
  enum wr_axiom_verdict verdict;
  wr_str path;      /* compared with the end of a test's path, at a `/`; may have * and ? */
  wr_str procedure; /* empty: all tests of the file */
  uint32_t line;
  bool met; /* some test fits */
};
typedef WR_VEC (struct wr_manifest_entry) wr_manifest;
/* False: `bad_line` is not of this form; entries before it are kept. */
bool wr_manifest_read (wr_str text, wr_manifest *manifest, uint32_t *bad_line);
/* The last entry that fits.  All that fit are marked. */
enum wr_axiom_verdict wr_manifest_find (wr_manifest *manifest, const struct wr_test_row *row);

#endif
