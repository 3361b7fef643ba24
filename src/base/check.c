#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

noreturn void wr_check_failed (const char *file, int line, const char *what) {
  fprintf (stderr, "warrant: internal error: %s:%d: %s\n", file, line, what);
  abort ();
}
