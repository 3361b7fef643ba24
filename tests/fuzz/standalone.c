/* tests/fuzz/standalone.c -- runs a fuzz target without libFuzzer: on the files named, or on standard input
   (for AFL).  The test suite runs the seeds and the kept crashes this way. */
#include "base/str.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void run (FILE *file) {
  wr_buf buf = {0};
  char block[65536];
  size_t got;
  while ((got = fread (block, 1, sizeof block, file)) > 0) wr_buf_add (&buf, (wr_str){block, got});
  LLVMFuzzerTestOneInput ((const uint8_t *)wr_buf_text (&buf), buf.len);
  wr_buf_free (&buf);
}

static int run_path (const char *path, int count) {
  FILE *file = fopen (path, "rb");
  if (!file) {
    printf ("not ok %d - %s cannot be opened\n", count + 1, path);
    return count + 1;
  }
  run (file);
  fclose (file);
  printf ("ok %d - %s\n", count + 1, path);
  return count + 1;
}

static int run_folder (const char *folder, int count) {
  struct dirent **entries;
  int n = scandir (folder, &entries, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    wr_buf path = {0};
    wr_buf_print (&path, "%s/%s", folder, entries[i]->d_name);
    if (entries[i]->d_name[0] != '.') count = run_path (wr_buf_text (&path), count);
    wr_buf_free (&path);
    free (entries[i]);
  }
  if (n >= 0) free (entries);
  return count;
}

int main (int argc, char **argv) {
  int count = 0;
  if (argc < 2) run (stdin);
  for (int i = 1; i < argc; i++) {
    struct stat info;
    bool folder = stat (argv[i], &info) == 0 && S_ISDIR (info.st_mode);
    count = folder ? run_folder (argv[i], count) : run_path (argv[i], count);
  }
  if (argc > 1) printf ("1..%d\n", count);
  return 0;
}
