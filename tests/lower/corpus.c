/* Every Boogie file of the corpora that passes the front end can be lowered; wr_core_check looks at the result in
   debug builds. Skipped if there are no corpora. usage: corpus FOLDER... */
#include "front/boogie/lower.h"
#include "tap.h"

#include <dirent.h>
#include <sys/stat.h>

static void lower_file (struct tap *tap, const char *path) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file;
  if (wr_sources_load (sources, path, &file) == WR_LOAD_OK) {
    struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
    bool ok =
        !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
    wr_core *core = ok ? bpl_lower (program, diags) : NULL;
    if (ok) OK (tap, core || wr_diags_errors (diags), "%s", path);
    wr_core *fine = core ? bpl_lower_fine (program, diags) : NULL;
    if (core)
      OK (tap,
          fine && fine->labels.element_count == core->labels.element_count &&
              fine->bodies.len == core->bodies.len,
          "%s: the same elements with finer labels", path);
    wr_core_free (fine);
    wr_core_free (core);
  }
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

static void walk (struct tap *tap, wr_arena *arena, const char *folder) {
  struct dirent **entries;
  int count = scandir (folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    const char *path = wr_str_print (arena, "%s/%s", folder, name).ptr;
    struct stat info;
    if (name[0] != '.' && stat (path, &info) == 0) {
      if (S_ISDIR (info.st_mode)) walk (tap, arena, path);
      if (S_ISREG (info.st_mode) && wr_str_ends (wr_str_of (name), WR_LIT (".bpl"))) {
        lower_file (tap, path);
      }
    }
    free (entries[i]);
  }
  if (count >= 0) free (entries);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  wr_arena *arena = wr_arena_new ();
  for (int i = 1; i < argc; i++) walk (&tap, arena, argv[i]);
  wr_arena_free (arena);
  OK (&tap, true, "all files");
  return tap_done (&tap);
}
