/* Collecting diagnostics: order, duplicates, the limit; the table of codes. */
#include "source/diag.h"
#include "tap.h"

static wr_span span (uint32_t file, uint32_t begin, uint32_t end) {
  return (wr_span){file, begin, end};
}

static void test_collecting (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_diags *diags = wr_diags_new (arena);
  wr_diag_add (diags, WR_CODE_SYNTAX, span (2, 1, 2), "fourth");
  wr_diag_add (diags, WR_CODE_SYNTAX, span (1, 9, 10), "second %d", 2);
  wr_diag_add (diags, WR_CODE_FILE_MISSING, span (0, 0, 0), "last");
  wr_diag *first = wr_diag_add (diags, WR_CODE_SYNTAX, span (1, 3, 4), "first");
  wr_diag_add (diags, WR_CODE_SYNTAX, span (1, 9, 12), "third: same place, later");
  for (int i = 0; i < 5; i++) wr_diag_note (diags, first, span (1, 0, 1), "note %d", i);
  wr_diag *again = wr_diag_add (diags, WR_CODE_SYNTAX, span (1, 3, 4), "first");
  wr_diag_note (diags, again, span (1, 0, 1), "dropped with its diagnostic");
  OK (t, wr_diags_count (diags) == 5, "a duplicate is dropped");
  OK (t, wr_diags_errors (diags) == 5, "and not counted");
  OK (t, first->note_count == 5, "its notes are dropped too");
  SAME (t, first->notes[4].text, "note 4", "notes keep their order");
  wr_diags_sort (diags);
  static const char *const want[] = {"first", "second 2", "third: same place, later", "fourth",
                                     "last"};
  for (uint32_t i = 0; i < 5; i++) SAME (t, wr_diags_at (diags, i)->message, want[i], want[i]);
  wr_diag_add (diags, WR_CODE_SYNTAX, span (2, 1, 2), "fourth");
  OK (t, wr_diags_count (diags) == 5, "duplicates are found after sorting");
  wr_diag_about (diags, WR_CODE_SYNTAX, span (2, 1, 2), 1, "fourth");
  wr_diag_about (diags, WR_CODE_SYNTAX, span (2, 1, 2), 2, "fourth");
  wr_diag_about (diags, WR_CODE_SYNTAX, span (2, 1, 2), 2, "fourth");
  OK (t, wr_diags_count (diags) == 7, "diagnostics about different goals are no duplicates");
  wr_diags_free (diags);
  wr_arena_free (arena);
}

static void test_limit (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_diags *diags = wr_diags_new (arena);
  for (uint32_t i = 0; i < WR_MAX_ERRORS; i++) {
    wr_diag_add (diags, WR_CODE_SYNTAX, span (1, i, i + 1), "error");
  }
  OK (t, wr_diags_count (diags) == WR_MAX_ERRORS && !wr_diags_dropped (diags), "up to the limit");
  for (uint32_t i = 0; i < 7; i++) {
    wr_diag *over = wr_diag_add (diags, WR_CODE_SYNTAX, span (2, i, i + 1), "over");
    wr_diag_note (diags, over, span (2, i, i + 1), "note");
  }
  wr_diags_sort (diags);
  OK (t, wr_diags_count (diags) == WR_MAX_ERRORS + 1, "beyond it only one is added");
  OK (t, wr_diags_errors (diags) == WR_MAX_ERRORS + 7, "all are counted");
  OK (t, wr_diags_dropped (diags) == 7, "seven were dropped");
  const wr_diag *last = wr_diags_at (diags, WR_MAX_ERRORS);
  OK (t, last->code == WR_CODE_TOO_MANY_ERRORS && last->severity == WR_INFO, "it says so");
  SAME (t, last->message, "7 further diagnostics are not shown; 7 of them are errors", "how many");
  wr_diags_free (diags);
  wr_arena_free (arena);
}

static void test_codes (struct tap *t) {
  for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
    const struct wr_code_info *info = wr_code_info ((enum wr_code)i);
    bool full = *info->title && *info->text && *info->fix;
    OK (t, full && wr_code_find (wr_str_of (info->slug)) == (enum wr_code)i,
        "%s: found by its slug, with title, text and fix", info->slug);
    size_t word = strspn (info->slug, "abcdefghijklmnopqrstuvwxyz0123456789-");
    OK (t, *info->slug && !info->slug[word], "%s: is a word", info->slug);
  }
  OK (t, wr_code_find (WR_LIT ("no-such-code")) == WR_CODE_NONE, "unknown slug");
  OK (t, wr_code_find (WR_LIT ("")) == WR_CODE_NONE, "empty slug");
}

int main (void) {
  struct tap t = {0};
  test_collecting (&t);
  test_limit (&t);
  test_codes (&t);
  return tap_done (&t);
}
