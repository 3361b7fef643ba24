/* axioms/expected.c -- expected results of a suite (axioms/expected.h). */
#include "axioms/expected.h"

#include "axioms/textfile.h"

/* A file's texts, and what they say. */
struct known {
  wr_buf test, output;
  wr_expectations by_test, by_output;
};

static void read_known (struct known *known, wr_str path, const struct wr_expected_calls *calls,
                        wr_arena *arena) {
  wr_str problem;
  wr_str beside = wr_str_print (arena, "%.*s.expect", WR_STR_ARGS (path));
  *known = (struct known){0};
  if (wr_textfile_read (wr_str_keep (arena, path).ptr, &known->test, arena, &problem))
    known->by_test = wr_expectations_of_test (wr_buf_str (&known->test));
  if (wr_textfile_read (beside.ptr, &known->output, arena, &problem))
    known->by_output = wr_expectations_of_output (wr_buf_str (&known->output));
  if (known->by_test.bad_line)
    calls->bad (calls->ctx, path, known->by_test.bad_line, known->by_test.bad_word);
}

static void free_known (struct known *known) {
  wr_expectations_free (&known->by_test);
  wr_expectations_free (&known->by_output);
  wr_buf_free (&known->test);
  wr_buf_free (&known->output);
}

void wr_expected_fill (wr_relation *relation, wr_manifest *manifest,
                       const struct wr_expected_calls *calls) {
  wr_arena *arena = wr_arena_new ();
  struct known known = {0};
  wr_str path = {0};
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    struct wr_test_row *row = &relation->tests.data[i];
    if (row->verdict == WR_AXIOM_UNDECIDED && row->name.len) continue; /* a check without a goal */
    if (!path.ptr || !wr_str_equal (row->path, path)) {
      free_known (&known);
      read_known (&known, path = row->path, calls, arena);
    }
    enum wr_axiom_verdict verdict = wr_manifest_find (manifest, row);
    if (!verdict) verdict = wr_expectation (&known.by_test, row);
    if (!verdict) verdict = wr_expectation (&known.by_output, row);
    if (verdict) row->expected = verdict;
  }
  free_known (&known);
  wr_arena_free (arena);
}
