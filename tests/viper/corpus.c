/* tests/viper/corpus.c -- every Viper file below a folder parses as far as the manifest says, and round-trips: the tree as it is
   parsed, and, printed once more, the tree after types are checked.

     corpus FOLDER

   A folder that is missing is passed over. */
#include "reading.h"

#include <ftw.h>
#include <stdlib.h>

static struct tap *tap; /* nftw takes no context */

static bool read_file (const char *path, wr_buf *out) {
  FILE *file = fopen (path, "rb");
  if (!file) return false;
  char block[65536];
  size_t got;
  while ((got = fread (block, 1, sizeof block, file)) > 0) wr_buf_add (out, (wr_str){block, got});
  fclose (file);
  return true;
}

/* What the test says itself; imports of files that are not in the corpus fail too. */
static bool expects_error (wr_str text, const char *id) {
  wr_buf copy = {0};
  wr_buf_add (&copy, text);
  bool found = strstr (wr_buf_text (&copy), id) || strstr (wr_buf_text (&copy), "import");
  wr_buf_free (&copy);
  return found;
}

/* The program after checking, as text, is accepted again. */
static void check_typed (const char *path, struct reading *r) {
  if (!vpr_resolve (r->program, r->diags) || !vpr_check (r->program, r->diags)) return;
  wr_buf printed = {0};
  vpr_print_program (&printed, r->program);
  struct reading again = read_at (path, wr_buf_str (&printed));
  bool ok = !wr_diags_errors (again.diags) && vpr_resolve (again.program, again.diags) &&
            vpr_check (again.program, again.diags);
  if (!OK (tap, ok, "%s: checked, printed and checked again", path)) {
    wr_buf errors = {0};
    reading_list (&again, &errors);
    tap_show ("errors", wr_buf_str (&errors));
    wr_buf_free (&errors);
  }
  reading_free (&again);
  wr_buf_free (&printed);
}

static int visit (const char *path, const struct stat *info, int type, struct FTW *place) {
  (void)info, (void)place;
  wr_str name = wr_str_of (path);
  if (type != FTW_F ||
      !(wr_str_ends (name, WR_LIT (".vpr")) || wr_str_ends (name, WR_LIT (".sil"))))
    return 0;
  wr_buf text = {0}, printed = {0}, errors = {0};
  if (!read_file (path, &text)) return 0;
  struct reading r = read_at (path, wr_buf_str (&text));
  reading_list (&r, &errors);
  if (!wr_diags_errors (r.diags)) {
    OK (tap, reading_round_trips (&r, &printed), "%s: round trip", path);
    check_typed (path, &r);
  } else if (!OK (tap, expects_error (wr_buf_str (&text), "parser.error"), "%s", path)) {
    tap_show ("errors", wr_buf_str (&errors));
  }
  wr_buf_free (&text);
  wr_buf_free (&printed);
  wr_buf_free (&errors);
  reading_free (&r);
  return 0;
}

int main (int argc, char **argv) {
  struct tap t = {0};
  tap = &t;
  if (argc > 1) nftw (argv[1], visit, 16, FTW_PHYS);
  if (!t.count) OK (&t, true, "there is no corpus here");
  return tap_done (&t);
}
