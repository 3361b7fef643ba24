/* The text form on real programs: what is lowered from the Boogie files of the corpora is printed, read back
   and printed to the same text.  Arguments: folders or files; a folder that is not there is passed over. */
#include "core/text.h"
#include "front/boogie/lower.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

struct totals {
  uint32_t programs, lowered;
  size_t bytes;
  double print, read;
};

static double now (void) {
  struct timespec at;
  clock_gettime (CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static bool round_trips (wr_core *core, wr_sources *sources, struct totals *totals) {
  wr_buf once = {0}, twice = {0};
  wr_arena *arena = wr_arena_new ();
  wr_diags *diags = wr_diags_new (arena);
  double start = now ();
  wr_core_print (&once, core);
  totals->print += now () - start;
  totals->bytes += once.len;
  uint32_t file = wr_sources_add (sources, WR_LIT ("printed.core"), wr_buf_str (&once));
  start = now ();
  wr_core *again = wr_core_read (arena, core->symbols, sources, file, diags);
  totals->read += now () - start;
  if (again) wr_core_print (&twice, again);
  bool same = again && wr_str_equal (wr_buf_str (&once), wr_buf_str (&twice));
  for (uint32_t i = 0; i < wr_diags_count (diags) && i < 5; i++) {
    const wr_diag *diag = wr_diags_at (diags, i);
    printf ("# byte %u: %.*s\n", diag->at.begin, WR_STR_ARGS (diag->message));
  }
  wr_core_free (again);
  wr_diags_free (diags);
  wr_arena_free (arena);
  wr_buf_free (&once);
  wr_buf_free (&twice);
  return same;
}

static void try_file (struct tap *t, const char *path, struct totals *totals) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file;
  totals->programs++;
  if (wr_sources_load (sources, path, &file) == WR_LOAD_OK) {
    struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
    bool ok =
        !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
    wr_core *core = ok ? bpl_lower (program, diags) : NULL;
    if (core) {
      totals->lowered++;
      if (!round_trips (core, sources, totals)) OK (t, false, "%s", path);
      wr_core_free (core);
    }
  }
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

/* Folders nest at most this deeply. */
enum { MAX_DEPTH = 8 };

static void try_path (struct tap *t, const char *path, int depth, struct totals *totals) {
  struct stat info;
  struct dirent **entries;
  if (stat (path, &info) || depth > MAX_DEPTH) return;
  if (!S_ISDIR (info.st_mode)) {
    if (wr_str_ends (wr_str_of (path), WR_LIT (".bpl"))) try_file (t, path, totals);
    return;
  }
  int n = scandir (path, &entries, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    wr_buf inner = {0};
    wr_buf_print (&inner, "%s/%s", path, entries[i]->d_name);
    if (entries[i]->d_name[0] != '.') try_path (t, wr_buf_text (&inner), depth + 1, totals);
    wr_buf_free (&inner);
    free (entries[i]);
  }
  if (n >= 0) free (entries);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  struct totals totals = {0};
  for (int i = 1; i < argc; i++) try_path (&t, argv[i], 0, &totals);
  printf ("# %u programs, %u lowered, %zu bytes, printed in %.2f s, read in %.2f s\n",
          totals.programs, totals.lowered, totals.bytes, totals.print, totals.read);
  OK (&t, totals.lowered > 0 || !totals.programs, "programs were lowered");
  return tap_done (&t);
}
