/* Files, line tables, `#line`. */
#include "source/source.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_positions (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  OK (t, wr_sources_count (sources) == 0, "no file at first");
  uint32_t f = wr_sources_add (sources, WR_LIT ("a.bpl"), WR_LIT ("ab\ncd\r\n\nx\ry"));
  OK (t, f == 1, "files are numbered from 1");
  SAME (t, wr_source_path (sources, f), "a.bpl", "path");
  OK (t, wr_source_text (sources, f).ptr[11] == '\0', "text ends with NUL");
  static const struct {
    uint32_t byte, line, column;
  } want[] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1},  {5, 2, 3}, {6, 2, 4},
              {7, 3, 1}, {8, 4, 1}, {10, 5, 1}, {11, 5, 2}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    wr_position at = wr_position_of (sources, f, want[i].byte);
    OK (t, at.line == want[i].line && at.column == want[i].column, "byte %u is at %u:%u",
        want[i].byte, at.line, at.column);
  }
  uint32_t begin;
  SAME (t, wr_source_line_text (sources, f, 2, &begin), "cd", "line without its end");
  OK (t, begin == 3, "its first byte");
  SAME (t, wr_source_line_text (sources, f, 3, &begin), "", "empty line");
  SAME (t, wr_source_line_text (sources, f, 5, &begin), "y", "last line, no end");
  uint32_t empty = wr_sources_add (sources, WR_LIT ("empty"), WR_LIT (""));
  OK (t, wr_position_of (sources, empty, 0).line == 1, "an empty file has a line");
  wr_sources_free (sources);
  wr_arena_free (arena);
}

static void test_directives (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  uint32_t f = wr_sources_add (sources, WR_LIT ("a"), WR_LIT ("1\n2\n3\n4\n5\n"));
  wr_source_set_line (sources, f, 2, 100, WR_LIT ("b"));
  wr_source_set_line (sources, f, 6, 7, WR_LIT (""));
  wr_position at = wr_position_of (sources, f, 0);
  OK (t, at.line == 1, "before the directive");
  SAME (t, at.path, "a", "own path before");
  at = wr_position_of (sources, f, 4);
  OK (t, at.line == 101, "one line behind it: %u", at.line);
  SAME (t, at.path, "b", "path of the directive");
  at = wr_position_of (sources, f, 8);
  OK (t, at.line == 8, "second directive: %u", at.line);
  SAME (t, at.path, "b", "a directive without a path keeps the last one");
  OK (t, wr_source_line (sources, f, 8) == 5, "physical line");
  wr_sources_free (sources);
  wr_arena_free (arena);
}

static void test_loading (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  uint32_t f = 0;
  OK (t, wr_sources_load (sources, "no/such/file", &f) == WR_LOAD_MISSING, "missing");
  OK (t, wr_sources_load (sources, "/", &f) == WR_LOAD_DIRECTORY, "directory");
  OK (t, wr_sources_load (sources, "/dev/zero", &f) == WR_LOAD_TOO_LARGE, "endless");
  OK (t, wr_sources_count (sources) == 0, "nothing was added");
  char name[] = "unit-source-XXXXXX";
  int fd = mkstemp (name);
  OK (t, fd >= 0 && write (fd, "x\0y", 3) == 3, "a file with a NUL byte");
  OK (t, wr_sources_load (sources, name, &f) == WR_LOAD_OK, "loads");
  OK (t, wr_source_text (sources, f).len == 3, "with all its bytes");
  OK (t, ftruncate (fd, (off_t)WR_MAX_FILE_BYTES + 1) == 0, "grow it beyond the limit");
  OK (t, wr_sources_load (sources, name, &f) == WR_LOAD_TOO_LARGE, "too large");
  close (fd);
  if (geteuid () != 0) { /* root may read everything */
    OK (t, truncate (name, 0) == 0 && chmod (name, 0) == 0, "take the permission away");
    OK (t, wr_sources_load (sources, name, &f) == WR_LOAD_FORBIDDEN, "forbidden");
  }
  unlink (name);
  for (uint32_t i = wr_sources_count (sources); i < WR_MAX_FILES; i++) {
    wr_sources_add (sources, WR_LIT ("f"), WR_LIT (""));
  }
  OK (t, wr_sources_load (sources, "/dev/null", &f) == WR_LOAD_TOO_MANY, "too many files");
  wr_sources_free (sources);
  wr_arena_free (arena);
}

int main (void) {
  struct tap t = {0};
  test_positions (&t);
  test_directives (&t);
  test_loading (&t);
  return tap_done (&t);
}
