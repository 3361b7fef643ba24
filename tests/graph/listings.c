/* The programs in which the published dependency analysis is discussed, rewritten: what is reported of the goal on the
   line marked (Q) has every line marked (D) and none marked (I).

   listings WARRANT FOLDER SCRATCH */
#include "process.h"
#include "tap.h"

#include "base/vec.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_LINES = 100 };

static json_t *query (const char *warrant, const char *command, const char *address) {
  char *args[] = {(char *)warrant, (char *)command, "--json", (char *)address, NULL};
  struct outcome got = process_run (args, NULL);
  json_t *document = got.code == 0 ? json_loadb (got.out.data, got.out.len, 0, NULL) : NULL;
  if (!document) tap_show ("error", wr_buf_str (&got.err));
  outcome_free (&got);
  return document;
}

static void mark (const json_t *document, const char *list, bool *seen) {
  const json_t *d;
  size_t i;
  bool proof = false;
  json_array_foreach (json_object_get (document, list), i, d) {
    const char *part = json_string_value (json_object_get (d, "part"));
    proof |= part && !strcmp (part, "proof");
  }
  json_array_foreach (json_object_get (document, list), i, d) {
    const char *part = json_string_value (json_object_get (d, "part"));
    json_int_t line = json_integer_value (json_object_get (d, "line"));
    bool aside = proof && part && !strcmp (part, "contradiction");
    if (!aside && line > 0 && line < MAX_LINES) seen[line] = true;
  }
}

static void check_file (struct tap *tap, const char *warrant, const char *path, const char *name) {
  wr_buf text = {0};
  char marks[MAX_LINES] = {0}, address[4200];
  int goal = 0;
  file_read (path, &text);
  int line = 1;
  for (const char *at = wr_buf_text (&text); *at; at++) {
    if (*at == '\n') line++;
    if (line >= MAX_LINES) break;
    if (at[0] == '(' && strchr ("QDI", at[1]) && at[2] == ')') marks[line] = at[1];
    if (marks[line] == 'Q') goal = line;
  }
  snprintf (address, sizeof address, "%s:%d", path, goal);
  json_t *document = query (warrant, "why", address);
  bool seen[MAX_LINES] = {false}, good = document != NULL;
  mark (document, "dependencies", seen);
  for (int i = 1; i < MAX_LINES; i++) {
    if (marks[i] == 'D' && !seen[i]) printf ("# line %d is missing\n", i);
    if (marks[i] == 'I' && seen[i]) printf ("# line %d is reported\n", i);
    good &= marks[i] == 'D' ? seen[i] : marks[i] != 'I' || !seen[i];
  }
  tap_check (tap, good, __FILE__, __LINE__, "why %s", name);
  json_decref (document);
  int first = 1; /* and back: the first dependency has the goal among its dependents */
  while (first + 1 < MAX_LINES && marks[first] != 'D') first++;
  bool back[MAX_LINES] = {false};
  snprintf (address, sizeof address, "%s:%d", path, first);
  document = query (warrant, "impact", address);
  mark (document, "dependents", back);
  tap_check (tap, back[goal], __FILE__, __LINE__, "impact %s, line %d", name, first);
  json_decref (document);
  wr_buf_free (&text);
}

static void check_share (struct tap *tap, const json_t *document, const char *procedure,
                         const char *of, int covered, int total) {
  const json_t *d;
  size_t i;
  bool good = false;
  json_array_foreach (json_object_get (document, "proof_coverage"), i, d) {
    if (strcmp (json_string_value (json_object_get (d, "procedure")), procedure) != 0) continue;
    if (strcmp (json_string_value (json_object_get (d, "of")), of) != 0) continue;
    good = json_integer_value (json_object_get (d, "covered")) == covered &&
           json_integer_value (json_object_get (d, "total")) == total;
  }
  tap_check (tap, good, __FILE__, __LINE__, "proof coverage of %s by %s: %d of %d", procedure, of,
             covered, total);
}

/* Definitions 5.6 and 5.7 on listing 5.1. */
static void check_coverage (struct tap *tap, const char *warrant, const char *folder) {
  char address[4200];
  snprintf (address, sizeof address, "%s/5.1.bpl", folder);
  json_t *document = query (warrant, "uncovered", address);
  check_share (tap, document, "incr", "procedure", 2, 3);
  check_share (tap, document, "incr", "postconditions", 2, 3);
  check_share (tap, document, "foo", "procedure", 4, 4);
  json_decref (document);
  for (int line = 19; line <= 20; line++) {
    snprintf (address, sizeof address, "%s/5.1.bpl:%d", folder, line);
    document = query (warrant, "why", address);
    check_share (tap, document, "foo", "goals", 2, 4);
    json_decref (document);
  }
}

/* The same in Viper. */
static void check_viper_coverage (struct tap *tap, const char *warrant, const char *folder) {
  char address[4200];
  snprintf (address, sizeof address, "%s/5.1.vpr", folder);
  json_t *document = query (warrant, "uncovered", address);
  check_share (tap, document, "step", "procedure", 2, 3);
  check_share (tap, document, "step", "postconditions", 2, 3);
  check_share (tap, document, "walk", "procedure", 4, 4);
  json_decref (document);
  for (int line = 19; line <= 20; line++) {
    snprintf (address, sizeof address, "%s/5.1.vpr:%d", folder, line);
    document = query (warrant, "why", address);
    check_share (tap, document, "walk", "goals", 2, 4);
    json_decref (document);
  }
}

static int by_name (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 4) return 2;
  mkdir (argv[3], 0777);
  setenv ("XDG_CACHE_HOME", argv[3], 1);
  WR_VEC (char *) names = {0};
  DIR *dir = opendir (argv[2]);
  for (struct dirent *e; dir && (e = readdir (dir));)
    if (strstr (e->d_name, ".bpl") || strstr (e->d_name, ".vpr"))
      WR_VEC_PUSH (&names, strdup (e->d_name));
  if (dir) closedir (dir);
  if (names.len) qsort (names.data, names.len, sizeof *names.data, by_name);
  tap_check (&tap, names.len >= 21, __FILE__, __LINE__, "%u listings", names.len);
  for (uint32_t i = 0; i < names.len; i++) {
    char path[4096];
    snprintf (path, sizeof path, "%s/%s", argv[2], names.data[i]);
    check_file (&tap, argv[1], path, names.data[i]);
    free (names.data[i]);
  }
  check_coverage (&tap, argv[1], argv[2]);
  check_viper_coverage (&tap, argv[1], argv[2]);
  WR_VEC_FREE (&names);
  return tap_done (&tap);
}
