/* After an edit only what changed is proved and explained again, and the answers are those of a run without memory.

   again WARRANT SCRATCH */
#include "process.h"
#include "tap.h"

#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char program[] = "procedure A(n: int) returns (r: int)\n"
                              "  requires n > 3;\n"
                              "  ensures r > 4;\n"
                              "{\n"
                              "  r := n + 1;\n"
                              "}\n"
                              "procedure B(k: int)\n"
                              "  requires k > 5;\n"
                              "{\n"
                              "  var x: int;\n"
                              "  call x := A(k);\n"
                              "  assert x > %d;\n"
                              "}\n";

static json_t *cover (const char *warrant, const char *path, int bound, bool memory) {
  wr_buf text = {0};
  wr_buf_print (&text, program, bound);
  file_write (path, wr_buf_str (&text));
  char *args[] = {(char *)warrant,
                  "cover",
                  "--json",
                  "--jobs=1",
                  (char *)path,
                  memory ? NULL : "--no-cache",
                  NULL};
  struct outcome got = process_run (args, NULL);
  json_t *document = json_loadb (got.out.data, got.out.len, 0, NULL);
  outcome_free (&got);
  wr_buf_free (&text);
  return document;
}

static json_t *procedure (const json_t *document, size_t i) {
  json_t *file = json_array_get (json_object_get (document, "files"), 0);
  return json_array_get (json_object_get (file, "procedures"), i);
}

static json_int_t spent (const json_t *procedure) {
  return json_integer_value (
      json_object_get (json_object_get (procedure, "explained"), "resources"));
}

static json_t *cores (const json_t *document) {
  json_t *all = json_array ();
  for (size_t p = 0; p < 2; p++) {
    const json_t *goals = json_object_get (procedure (document, p), "goals"), *goal;
    size_t i;
    json_array_foreach (goals, i, goal) json_array_append (all, json_object_get (goal, "core"));
  }
  return all;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 3) return 2;
  char path[4200], folder[4096];
  snprintf (folder, sizeof folder, "%s/%ld", argv[2], (long)getpid ());
  mkdir (argv[2], 0777);
  mkdir (folder, 0777);
  setenv ("XDG_CACHE_HOME", folder, 1);
  snprintf (path, sizeof path, "%s/again.bpl", folder);
  json_t *first = cover (argv[1], path, 3, true), *same = cover (argv[1], path, 3, true);
  json_t *edited = cover (argv[1], path, 2, true), *fresh = cover (argv[1], path, 2, false);
  tap_check (&tap, spent (procedure (first, 0)) > 0 && spent (procedure (first, 1)) > 0, __FILE__,
             __LINE__, "the first run explains both");
  tap_check (&tap, !spent (procedure (same, 0)) && !spent (procedure (same, 1)), __FILE__, __LINE__,
             "the second explains nothing");
  tap_check (&tap, !spent (procedure (edited, 0)) && spent (procedure (edited, 1)) > 0, __FILE__,
             __LINE__, "after an edit the changed one is explained");
  json_t *a = cores (edited), *b = cores (fresh);
  tap_check (&tap, json_array_size (a) == 3 && json_equal (a, b), __FILE__, __LINE__,
             "with the same cores as without memory");
  json_decref (a);
  json_decref (b);
  json_decref (first);
  json_decref (same);
  json_decref (edited);
  json_decref (fresh);
  return tap_done (&tap);
}
