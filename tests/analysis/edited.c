/* What an earlier version of a program left in the cache changes no answer: after an edit every core is as without a cache. */
#include "analysis/cover.h"
#include "front/boogie/lower.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

/* The same goals; in the first version there is one way to prove each, in the second there are two. */
static const char before[] = "procedure P(x: int) requires x > 1; { assert x >= 0; }\n"
                             "procedure Q(x: int) requires x > 1; { assert x >= 0; }\n"
                             "procedure R(x: int) requires x > 5; { assert x >= 0; }\n";
static const char after[] =
    "procedure P(x: int) requires x > 0; requires x > 1; { assert x >= 0; }\n"
    "procedure Q(x: int) requires x > 1; requires x > 0; { assert x >= 0; }\n"
    "procedure R(x: int) requires x > 5; { assert x >= 0; }\n";

/* Offsets in the text of what each core is made of. */
static void cores (const char *text, const char *cache, enum wr_core_effort effort, wr_buf *out) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("edited.bpl"), wr_str_of (text));
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  wr_core *core = bpl_resolve (program, diags) && bpl_typecheck (program, diags)
                      ? bpl_lower (program, diags)
                      : NULL;
  struct wr_decide_options decide = {
      .workers = 1, .backend = &wr_backend_z3, .want_cores = true, .cache_path = cache};
  struct wr_cover_options how = {.effort = effort,
                                 .workers = 1,
                                 .backend = &wr_backend_z3,
                                 .timeout = 30,
                                 .cache_path = cache};
  wr_result *result = wr_decide (core, &decide, arena);
  const wr_cover *cover = wr_cover_run (core, result, &how, arena);
  for (uint32_t b = 0; b < result->body_count; b++)
    for (uint32_t i = 0; i < cover->goals[b][0].core_count; i++) {
      wr_label label = {cover->goals[b][0].core[i]};
      wr_buf_print (out, " %u:%u", b, wr_label_info (&core->labels, label)->span.begin);
    }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

int main (void) {
  struct tap tap = {0};
  static const enum wr_core_effort efforts[] = {WR_CORES_MINIMAL, WR_CORES_MUST};
  for (int i = 0; i < 2; i++) {
    char path[] = "analysis-edited-XXXXXX";
    int file = mkstemp (path);
    wr_buf old = {0}, with = {0}, without = {0};
    cores (before, path, efforts[i], &old);
    cores (after, path, efforts[i], &with);
    cores (after, NULL, efforts[i], &without);
    OK (&tap, old.len > 0 && with.len > 0, "there are cores:%.*s,%.*s",
        WR_STR_ARGS (wr_buf_str (&old)), WR_STR_ARGS (wr_buf_str (&with)));
    OK (&tap, wr_str_equal (wr_buf_str (&with), wr_buf_str (&without)),
        "after an edit they are as without a cache:%.*s", WR_STR_ARGS (wr_buf_str (&without)));
    wr_buf_free (&old);
    wr_buf_free (&with);
    wr_buf_free (&without);
    close (file);
    unlink (path);
  }
  return tap_done (&tap);
}
