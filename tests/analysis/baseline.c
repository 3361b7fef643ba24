/* What a baseline contains, and texts that are not a baseline. */
#include "analysis/baseline.h"
#include "tap.h"

static wr_baseline *read_it (wr_arena *arena, const char *text, wr_buf *problem) {
  return wr_baseline_read (wr_str_of (text), arena, problem);
}

static bool refuses (wr_arena *arena, const char *text) {
  wr_buf problem = {0};
  wr_baseline *b = read_it (arena, text, &problem);
  bool refused = !b && problem.len > 0;
  wr_baseline_free (b);
  wr_buf_free (&problem);
  return refused;
}

int main (void) {
  struct tap tap = {0};
  wr_arena *arena = wr_arena_new ();
  wr_buf problem = {0};
  wr_baseline *b =
      read_it (arena,
               "{\"format\":\"warrant/1\",\"findings\":["
               "{\"code\":\"a\",\"procedure\":\"P\",\"text\":\"x  >\\n 0\",\"line\":3},"
               "{\"code\":\"a\",\"procedure\":\"P\",\"text\":\"x > 0\"},{\"code\":\"b\"},"
               "{\"code\":\"a\",\"text\":\"y\"}]}",
               &problem);
  OK (&tap, b != NULL, "a document is read");
  OK (&tap, wr_baseline_left (b) == 4, "it has four findings");
#define TAKE(code, procedure, text)                                                                \
  wr_baseline_take (b, WR_LIT (code), WR_LIT (procedure), WR_LIT (text))
  OK (&tap, TAKE ("a", "P", "x > 0"), "known");
  OK (&tap, TAKE ("a", "P", "  x > 0 "), "twice, blanks aside");
  OK (&tap, !TAKE ("a", "P", "x > 0"), "but not three times");
  OK (&tap, !TAKE ("a", "Q", "y"), "another procedure");
  OK (&tap, !TAKE ("c", "", "y"), "another code");
  OK (&tap, !TAKE ("a", "", "yy"), "another text");
  OK (&tap, TAKE ("b", "", ""), "without procedure and text");
  OK (&tap, wr_baseline_left (b) == 1, "one is gone");
  OK (&tap, refuses (arena, ""), "nothing");
  OK (&tap, refuses (arena, "{\"format\":\"warrant/1\""), "cut short");
  OK (&tap, refuses (arena, "[]"), "no object");
  OK (&tap, refuses (arena, "{\"format\":\"warrant/1\"}"), "no findings");
  OK (&tap, refuses (arena, "{\"format\":\"other\",\"findings\":[]}"), "another format");
  OK (&tap, refuses (arena, "{\"format\":\"warrant/1\",\"findings\":[3]}"), "no finding");
  wr_baseline_free (b);
  wr_buf_free (&problem);
  wr_arena_free (arena);
  return tap_done (&tap);
}
