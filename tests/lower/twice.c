/* tests/lower/twice.c FOLDER... -- a program can be lowered several times.  `cover --fine`, `stability` and `prune` lower a tree again, and a
   lowering that leaves something behind in the tree would change the next one.  Every program of the folders, and of those below them, is
   lowered, lowered in another detail, and lowered as before: the first core and the last have the same text.  A folder that is missing is
   passed over. */
#include "core/text.h"
#include "front/front.h"
#include "tap.h"

#include <ftw.h>

static struct tap *tap; /* nftw takes no context */

static void print (wr_buf *out, const struct wr_program *program, enum wr_detail detail,
                   wr_arena *arena) {
  wr_diags *diags = wr_diags_new (arena);
  wr_core *core = wr_program_lower (program, detail, diags);
  if (core && detail == WR_DETAIL_CLAUSES) wr_core_print (out, core);
  if (!core) wr_buf_print (out, "not lowered, %u diagnostics\n", wr_diags_count (diags));
  wr_core_free (core);
  wr_diags_free (diags);
}

static void test_program (const char *path, const struct wr_front *front) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file;
  struct wr_front_input input = {
      .arena = arena, .symbols = symbols, .sources = sources, .diags = diags};
  struct wr_program program = {0};
  if (wr_sources_load (sources, path, &file) == WR_LOAD_OK &&
      wr_program_load (&program, front, &input, WR_LOADED_TYPED)) {
    wr_buf first = {0}, between = {0}, last = {0};
    print (&first, &program, WR_DETAIL_CLAUSES, arena);
    print (&between, &program, WR_DETAIL_FINE, arena);
    print (&last, &program, WR_DETAIL_CLAUSES, arena);
    OK (tap, first.len > 0 && wr_str_equal (wr_buf_str (&first), wr_buf_str (&last)),
        "%s: both times the same core", path);
    wr_buf_free (&first);
    wr_buf_free (&between);
    wr_buf_free (&last);
  }
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

static int visit (const char *path, const struct stat *info, int type, struct FTW *place) {
  (void)info, (void)place;
  const struct wr_front *front = wr_front_of_path (wr_fronts_builtin (), wr_str_of (path));
  if (type == FTW_F && front) test_program (path, front);
  return 0;
}

int main (int argc, char **argv) {
  struct tap t = {0};
  tap = &t;
  for (int i = 1; i < argc; i++) nftw (argv[i], visit, 16, 0);
  return tap_done (&t);
}
