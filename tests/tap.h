/* tests/tap.h -- the Test Anything Protocol in a page.  A test program makes a `struct tap`, runs its
   checks and returns tap_done(). */
#ifndef WR_TESTS_TAP_H
#define WR_TESTS_TAP_H

#include "base/str.h"

#include <stdio.h>
#include <string.h>

struct tap {
  int count, failed;
};

__attribute__ ((format (printf, 5, 6))) static inline bool
tap_check (struct tap *tap, bool ok, const char *file, int line, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  printf ("%sok %d - ", ok ? "" : "not ", ++tap->count);
  vprintf (fmt, args);
  va_end (args);
  printf ("\n");
  if (!ok) {
    tap->failed++;
    printf ("# failed at %s:%d\n", file, line);
  }
  fflush (stdout);
  return ok;
}

/* Prints a text as TAP comments, so that a failure can be read. */
static inline void tap_show (const char *what, wr_str text) {
  printf ("# %s:\n#   ", what);
  for (size_t i = 0; i < text.len; i++) {
    putchar (text.ptr[i]);
    if (text.ptr[i] == '\n') printf ("#   ");
  }
  printf ("\n");
}

static inline bool tap_same (struct tap *tap, wr_str got, wr_str want, const char *file, int line,
                             const char *name) {
  bool ok = tap_check (tap, wr_str_equal (got, want), file, line, "%s", name);
  if (!ok) tap_show ("got", got), tap_show ("want", want);
  return ok;
}

#define OK(tap, cond, ...) tap_check (tap, cond, __FILE__, __LINE__, __VA_ARGS__)
/* Two texts are equal: wr_str against a string literal or zero-terminated text. */
#define SAME(tap, got, want, name) tap_same (tap, got, wr_str_of (want), __FILE__, __LINE__, name)

static inline int tap_done (const struct tap *tap) {
  printf ("1..%d\n", tap->count);
  return tap->failed ? 1 : 0;
}

#endif
