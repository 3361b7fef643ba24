/* What an earlier version of a program left in the cache changes no answer: after an edit every core is as without a cache. */
#include "analysis/cover.h"
#include "front/boogie/lower.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

/* The same goals; in the first version there is one way to prove each, in the second there are two. After the last
   goal of S nothing is proved, but unreachable code there is reported. */
static const char before[] = "procedure P(x: int) requires x > 1; { assert x >= 0; }\n"
                             "procedure Q(x: int) requires x > 1; { assert x >= 0; }\n"
                             "procedure R(x: int) requires x > 5; { assert x >= 0; }\n"
                             "procedure S(x: int) requires x > 5; { assert x >= 0;\n"
                             "  if (x > 9) { assume x < 20; assume true; } }\n";
static const char after[] =
    "procedure P(x: int) requires x > 0; requires x > 1; { assert x >= 0; }\n"
    "procedure Q(x: int) requires x > 1; requires x > 0; { assert x >= 0; }\n"
    "procedure R(x: int) requires x > 5; { assert x >= 0; }\n"
    "procedure S(x: int) requires x > 5; { assert x >= 0;\n"
    "  if (x > 9) { assume x < 8; assume true; } }\n";

static void add_core (wr_buf *out, const wr_core *core, uint32_t body,
                      const struct wr_explanation *e) {
  for (uint32_t i = 0; i < e->core_count; i++)
    wr_buf_print (out, " %u:%u", body,
                  wr_label_info (&core->labels, (wr_label){e->core[i]})->span.begin);
}

/* Offsets in the text of what each core is made of, of goals and of blocks that nothing reaches.  Says how much was asked. */
static uint64_t cores (const char *text, const char *cache, enum wr_core_effort effort,
                       wr_buf *out) {
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
  const wr_cover *cover = wr_cover_run (result, &how, arena);
  uint64_t asked = 0;
  for (uint32_t b = 0; b < result->body_count; b++) {
    add_core (out, result->core, b, &cover->goals[b][0]);
    for (uint32_t i = 0; i < result->bodies[b].passive->block_count; i++)
      if (cover->blocks[b][i].known) {
        wr_buf_print (out, " block");
        add_core (out, result->core, b, &cover->blocks[b][i]);
      }
    asked += cover->costs[b].queries;
  }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return asked;
}

int main (void) {
  struct tap tap = {0};
  static const enum wr_core_effort efforts[] = {WR_CORES_MINIMAL, WR_CORES_MUST};
  for (int i = 0; i < 2; i++) {
    char path[] = "analysis-edited-XXXXXX";
    int file = mkstemp (path);
    wr_buf old = {0}, with = {0}, without = {0}, again = {0};
    cores (before, path, efforts[i], &old);
    cores (after, path, efforts[i], &with);
    cores (after, NULL, efforts[i], &without);
    uint64_t asked = cores (after, path, efforts[i], &again);
    OK (&tap, old.len > 0 && with.len > 0, "there are cores:%.*s,%.*s",
        WR_STR_ARGS (wr_buf_str (&old)), WR_STR_ARGS (wr_buf_str (&with)));
    OK (&tap, wr_str_equal (wr_buf_str (&with), wr_buf_str (&without)),
        "after an edit they are as without a cache:%.*s", WR_STR_ARGS (wr_buf_str (&without)));
    OK (&tap, !asked && wr_str_equal (wr_buf_str (&again), wr_buf_str (&without)),
        "a second time nothing is asked: %u questions", (unsigned)asked);
    wr_buf_free (&again);
    wr_buf_free (&old);
    wr_buf_free (&with);
    wr_buf_free (&without);
    close (file);
    unlink (path);
  }
  return tap_done (&tap);
}
