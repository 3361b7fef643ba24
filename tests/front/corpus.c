/* tests/front/corpus.c -- every Boogie file below a folder: parses, and round-trips.  Files that the manifest of
   Boogie's own tests calls wrong must be refused at just its lines; CIVL may be refused.

     corpus FOLDER

   A folder that is missing is passed over. */
#include "reading.h"

#include <ftw.h>
#include <stdlib.h>

static struct tap *tap; /* nftw takes no context */
static wr_buf manifest;

static bool read_file (const char *path, wr_buf *out) {
  FILE *file = fopen (path, "rb");
  if (!file) return false;
  char block[65536];
  size_t got;
  while ((got = fread (block, 1, sizeof block, file)) > 0) wr_buf_add (out, (wr_str){block, got});
  fclose (file);
  return true;
}

/* The lines of a file that the manifest calls a parse error, as "6;7"; empty if it does not. */
static wr_str expected_lines (const char *path) {
  const char *name = strstr (path, "/Test/");
  if (!name || !manifest.len) return (wr_str){0};
  wr_buf key = {0};
  wr_buf_print (&key, "\n%s\t", name + 6);
  const char *row = strstr (wr_buf_text (&manifest), wr_buf_text (&key));
  wr_buf_free (&key);
  if (!row) return (wr_str){0};
  wr_str columns[7] = {{0}};
  const char *at = row + 1;
  for (int i = 0; i < 7; i++) {
    size_t len = strcspn (at, "\t\n");
    columns[i] = (wr_str){at, len};
    at += len + (at[len] == '\t');
  }
  return wr_str_equal (columns[3], WR_LIT ("parse-error")) ? columns[6] : (wr_str){0};
}

static int by_line (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Distinct lines in order, as text. */
static void lines_text (uint32_t *lines, uint32_t count, wr_buf *out) {
  qsort (lines, count, sizeof *lines, by_line);
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || lines[i] != lines[i - 1]) wr_buf_print (out, "%u ", lines[i]);
}

static void check_lines (const char *path, const struct reading *r, wr_str expected) {
  uint32_t want[256], got[256], wants = 0, gots = 0;
  for (size_t i = 0; i < expected.len && wants < 256; i++) {
    uint32_t line = 0;
    for (; i < expected.len && expected.ptr[i] != ';'; i++)
      line = line * 10 + (uint32_t)(expected.ptr[i] - '0');
    want[wants++] = line;
  }
  for (uint32_t i = 0; i < wr_diags_count (r->diags) && gots < 256; i++) {
    wr_span at = wr_diags_at (r->diags, i)->at;
    got[gots++] = wr_position_of (r->sources, at.file, at.begin).line;
  }
  wr_buf a = {0}, b = {0};
  lines_text (got, gots, &a);
  lines_text (want, wants, &b);
  SAME (tap, wr_buf_str (&a), wr_buf_text (&b), path);
  wr_buf_free (&a);
  wr_buf_free (&b);
}

static int visit (const char *path, const struct stat *info, int type, struct FTW *place) {
  (void)info, (void)place;
  if (type != FTW_F || !wr_str_ends (wr_str_of (path), WR_LIT (".bpl"))) return 0;
  wr_buf text = {0}, printed = {0}, errors = {0};
  if (!read_file (path, &text)) return 0;
  struct reading r = read_text (wr_buf_str (&text));
  reading_errors (&r, &errors);
  wr_str expected = expected_lines (path);
  if (expected.len)
    check_lines (path, &r, expected);
  else if (wr_diags_count (r.diags) == 0)
    OK (tap, reading_round_trips (&r, &printed), "%s: round trip", path);
  else if (!OK (tap, !strcmp (reading_first (&r), "civl-not-supported"), "%s", path))
    tap_show ("errors", wr_buf_str (&errors));
  wr_buf_free (&text);
  wr_buf_free (&printed);
  wr_buf_free (&errors);
  reading_free (&r);
  return 0;
}

int main (int argc, char **argv) {
  struct tap t = {0};
  tap = &t;
  wr_buf path = {0};
  wr_buf_print (&path, "%s/boogie/manifest.tsv", argc > 1 ? argv[1] : ".");
  if (argc < 2 || !read_file (wr_buf_text (&path), &manifest))
    printf ("# no corpora here\n");
  else
    nftw (argv[1], visit, 16, 0);
  wr_buf_free (&path);
  wr_buf_free (&manifest);
  return tap_done (&t);
}
