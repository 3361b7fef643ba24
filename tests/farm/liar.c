/* tests/farm/liar.c -- preloaded into a worker that lies: when the program ends, its result is cut, or with LIAR_SAVED=FILE replaced by the first one
   that this worker had. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void copy (const char *from, const char *to) {
  FILE *in = fopen (from, "rb"), *out = in ? fopen (to, "wb") : NULL;
  int c;
  while (out && (c = fgetc (in)) != EOF) fputc (c, out);
  if (in) fclose (in);
  if (out) fclose (out);
}

__attribute__ ((destructor)) static void lie (void) {
  struct stat st;
  const char *saved = getenv ("LIAR_SAVED");
  if (stat ("result", &st) != 0 || !S_ISREG (st.st_mode)) return;
  if (!saved) {
    if (truncate ("result", st.st_size / 2) != 0) unlink ("result");
  } else if (access (saved, R_OK) == 0) {
    copy (saved, "result");
  } else {
    copy ("result", saved);
  }
}
