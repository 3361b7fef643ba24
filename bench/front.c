/* bench/front -- how long the front end takes: parse, resolve, typecheck.

     front [-n RUNS] FILE...

   For each file the median of RUNS (default 21), the parts of the median run, and the memory that the run's
   arena and tables hold as a multiple of the file's size (peak of the process over the size, first run). */
#include "base/os.h"
#include "run/run.h"
#include "front/boogie/boogie.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MAX_RUNS = 1001 };

struct sample {
  double all, parse, resolve, type;
};

static int by_all (const void *a, const void *b) {
  double x = ((const struct sample *)a)->all, y = ((const struct sample *)b)->all;
  return (x > y) - (x < y);
}

static long peak_kib (void) {
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* One run over a text that is in memory already; false if the program has errors. */
static bool measure (wr_str path, wr_str text, struct sample *sample) {
  struct wr_run_options options = {0};
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_sources_add (run.sources, path, text);
  double start = wr_clock ();
  struct bpl_program *program = bpl_parse (run.arena, run.symbols, run.sources, run.diags);
  double parsed = wr_clock ();
  bool ok = !wr_diags_errors (run.diags) && bpl_resolve (program, run.diags);
  double resolved = wr_clock ();
  ok = ok && bpl_typecheck (program, run.diags);
  double typed = wr_clock ();
  *sample = (struct sample){typed - start, parsed - start, resolved - parsed, typed - resolved};
  wr_run_free (&run);
  return ok;
}

static bool bench (const char *path, int runs) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  uint32_t file = 0;
  bool ok = wr_sources_load (sources, path, &file) == WR_LOAD_OK;
  if (ok) {
    struct sample *samples = WR_NEW (arena, struct sample, (size_t)runs);
    wr_str text = wr_source_text (sources, file);
    long before = peak_kib (), after = 0;
    for (int i = 0; i < runs; i++) {
      ok = measure (wr_str_of (path), text, &samples[i]) && ok;
      if (i == 0) after = peak_kib ();
    }
    qsort (samples, (size_t)runs, sizeof *samples, by_all);
    const struct sample *median = &samples[runs / 2];
    printf ("%s: %zu bytes, median of %d: %.1f ms (parse %.1f, resolve %.1f, typecheck %.1f), "
            "memory %.1f times the size%s\n",
            path, text.len, runs, median->all * 1e3, median->parse * 1e3, median->resolve * 1e3,
            median->type * 1e3, (double)(after - before) * 1024 / (double)(text.len ? text.len : 1),
            ok ? "" : "; the program has errors");
  } else {
    fprintf (stderr, "front: cannot read %s\n", path);
  }
  wr_sources_free (sources);
  wr_arena_free (arena);
  return ok;
}

int main (int argc, char **argv) {
  int runs = 21, first = 1;
  if (argc > 2 && !strcmp (argv[1], "-n")) {
    runs = atoi (argv[2]);
    first = 3;
  }
  if (runs < 1 || runs > MAX_RUNS || first >= argc) {
    fprintf (stderr, "usage: front [-n RUNS] FILE...\n");
    return 2;
  }
  bool ok = true;
  for (int i = first; i < argc; i++) ok = bench (argv[i], runs) && ok;
  return ok ? 0 : 1;
}
