#include "cli/axioms_expect.h"

#include "axioms/textfile.h"

static void complain_expected (void *ctx, wr_str path, uint32_t line, wr_str word) {
  (void)ctx;
  wr_output_warn ("%.*s:%u: '%.*s' is not an expected result: proved, failed or timeout",
                  WR_STR_ARGS (path), line, WR_STR_ARGS (word));
}

bool wr_axioms_expect_read (const struct wr_options *options, wr_arena *arena,
                            struct wr_axioms_expected *expected) {
  wr_str problem;
  uint32_t bad;
  if (!options->expect) return true;
  if (!wr_textfile_read (options->expect, &expected->text, arena, &problem)) {
    wr_output_complain ("'%s' %.*s", options->expect, WR_STR_ARGS (problem));
    return false;
  }
  if (wr_manifest_read (wr_buf_str (&expected->text), &expected->manifest, &bad)) return true;
  wr_output_complain ("%s:%u: a line is proved, failed or timeout, a path and maybe a procedure",
                      options->expect, bad);
  return false;
}

static enum wr_exit exit_code (const wr_relation *relation) {
  enum wr_exit code = WR_EXIT_OK;
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    if (row->verdict == WR_AXIOM_ERROR) code = wr_exit_worse (code, WR_EXIT_INPUT);
    if (row->lost) code = wr_exit_worse (code, WR_EXIT_UNKNOWN);
    if (row->expected != WR_AXIOM_UNDECIDED && row->verdict != row->expected)
      code =
          wr_exit_worse (code, row->verdict == WR_AXIOM_TIMEOUT ? WR_EXIT_UNKNOWN : WR_EXIT_FAILED);
  }
  return code;
}

/* A mistyped path would otherwise look like a test that is as expected. */
static void warn_unmet (const struct wr_options *options, const wr_manifest *manifest) {
  for (uint32_t i = 0; i < manifest->len; i++) {
    const struct wr_manifest_entry *entry = &manifest->data[i];
    bool whole = entry->procedure.len && !options->test && !options->key.count;
    if (!entry->met)
      wr_output_warn ("%s:%u: no test fits this line%s", options->expect, entry->line,
                      whole ? "; with --test=procedure, procedures are tests" : "");
  }
}

enum wr_exit wr_axioms_expect_fill (const struct wr_options *options, bool complete,
                                    struct wr_axioms_expected *expected, wr_relation *relation) {
  wr_expected_fill (relation, &expected->manifest,
                    &(struct wr_expected_calls){NULL, complain_expected});
  if (complete) warn_unmet (options, &expected->manifest);
  return exit_code (relation);
}

void wr_axioms_expect_free (struct wr_axioms_expected *expected) {
  WR_VEC_FREE (&expected->manifest);
  wr_buf_free (&expected->text);
}
