/* `warrant explain` for every code, and: the example of a code triggers that code. */
#include "core/text.h"
#include "front/front.h"
#include "process.h"
#include "source/diag.h"
#include "tap.h"

#include <stdlib.h>

/* Examples that stand for something long are written with an ellipsis and tested in limits.c. */
static bool is_literal (const char *example) { return !strstr (example, "..."); }

/* What a limit or a fault of the solver causes, and what compares solvers, has no example that is sure. */
static bool is_verdict (const struct wr_code_info *info) {
  return info->phase == WR_PHASE_VERIFY && info->severity == WR_ERROR &&
         strcmp (info->slug, "self-check") != 0;
}

static bool is_program (const struct wr_code_info *info) {
  return is_verdict (info) || info->phase == WR_PHASE_PARSE || info->phase == WR_PHASE_RESOLVE ||
         info->phase == WR_PHASE_TYPE;
}

static void test_text (struct tap *t, char *warrant, const struct wr_code_info *info) {
  char *words[] = {warrant, "explain", (char *)info->slug, NULL};
  struct outcome got = process_run (words, NULL);
  const char *text = wr_buf_text (&got.out);
  bool ok = got.code == 0 && !strncmp (text, info->slug, strlen (info->slug)) &&
            strstr (text, info->title) && strstr (text, "\nExample:\n") &&
            strstr (text, "\nWhat to do:\n");
  OK (t, ok, "explain %s", info->slug);
  outcome_free (&got);
}

static void test_example (struct tap *t, char *warrant, const struct wr_code_info *info,
                          const struct wr_front *front) {
  char path[64];
  const char *example = front->example (wr_code_find (wr_str_of (info->slug)));
  snprintf (path, sizeof path, "explain-example%s", front->extensions[0]);
  file_write (path, wr_str_of (example));
  char *words[] = {warrant, "verify", "--no-cache", "-q", (char *)path, NULL}, mark[128];
  struct outcome got = process_run (words, NULL);
  snprintf (mark, sizeof mark, "[%s]", info->slug);
  int want = is_verdict (info) ? 1 : info->severity == WR_ERROR ? 3 : 0;
  bool ok = strstr (wr_buf_text (&got.out), mark) && (want == 0 || got.code == want);
  if (!OK (t, ok, "the example of %s in %s triggers it", info->slug, front->title)) {
    tap_show ("example", wr_str_of (example));
    tap_show ("output", wr_buf_str (&got.out));
  }
  outcome_free (&got);
  unlink (path);
}

/* Codes of core's text form: the example is read by core's own reader. */
static void test_core_example (struct tap *t, const struct wr_code_info *info) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file = wr_sources_add (sources, WR_LIT ("example"), wr_str_of (info->example));
  wr_core_free (wr_core_read (arena, symbols, sources, file, diags));
  bool found = false;
  for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
    found = found || wr_code_info (wr_diags_at (diags, i)->code) == info;
  }
  OK (t, found, "the example of %s triggers it", info->slug);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

/* The examples of every language that has one. */
static void test_examples (struct tap *t, char *warrant, enum wr_code code) {
  const struct wr_code_info *info = wr_code_info (code);
  uint32_t found = 0;
  for (wr_fronts front = wr_fronts_builtin (); *front; front++) {
    const char *example = (*front)->example ? (*front)->example (code) : NULL;
    found += example != NULL;
    if (example && is_program (info) && is_literal (example))
      test_example (t, warrant, info, *front);
  }
  OK (t, found, "some language has an example of %s", info->slug);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  if (argc < 2) return 2;
  char *warrant = argv[1];
  char *all[] = {warrant, "explain", NULL};
  struct outcome list = process_run (all, NULL);
  for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
    const struct wr_code_info *info = wr_code_info ((enum wr_code)i);
    OK (&t, strstr (wr_buf_text (&list.out), info->slug) != NULL, "explain lists %s", info->slug);
    test_text (&t, warrant, info);
    if (strncmp (info->slug, "core-", 5) != 0)
      test_examples (&t, warrant, (enum wr_code)i);
    else if (is_literal (info->example))
      test_core_example (&t, info);
  }
  outcome_free (&list);
  char *brackets[] = {warrant, "explain", "[syntax]", NULL};
  struct outcome got = process_run (brackets, NULL);
  OK (&t, got.code == 0 && got.out.len, "[code] as it stands in a message");
  outcome_free (&got);
  char *unknown[] = {warrant, "explain", "sintax", NULL};
  got = process_run (unknown, NULL);
  OK (&t, got.code == 3 && strstr (wr_buf_text (&got.err), "did you mean 'syntax'"),
      "unknown code");
  outcome_free (&got);
  char *json[] = {warrant, "explain", "--json", "syntax", NULL};
  got = process_run (json, NULL);
  OK (&t, got.code == 0 && strstr (wr_buf_text (&got.out), "\"code\": \"syntax\""), "as JSON");
  outcome_free (&got);
  return tap_done (&t);
}
