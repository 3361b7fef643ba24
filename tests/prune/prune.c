/* `warrant prune` from outside: what the solver misses is put back, as little as possible; results are programs that are
   proved; the stored graph gives the same answer as a new one.

     prune WARRANT FORGETFUL EXAMPLES */
#include "process.h"
#include "tap.h"

#include "base/os.h"

#include <stdlib.h>

static struct outcome run (const char *const *words) {
  char *argv[16];
  int n = 0;
  for (; words[n] && n < 15; n++) argv[n] = (char *)(uintptr_t)words[n];
  argv[n] = NULL;
  return process_run (argv, NULL);
}
#define RUN(...) run ((const char *const[]){__VA_ARGS__, NULL})

static bool has (const wr_buf *text, const char *part) {
  wr_str all = wr_buf_str (text), want = wr_str_of (part);
  for (size_t i = 0; i + want.len <= all.len; i++)
    if (!memcmp (all.ptr + i, want.ptr, want.len)) return true;
  return false;
}

static const char program[] = "function magic(x: int): bool;\n"
                              "function other(x: int): bool;\n"
                              "axiom (forall x: int :: {other(x)} other(x));\n"
                              "procedure Goal(x: int) returns (r: int)\n"
                              "  requires x > 0;\n"
                              "  requires x < 100;\n"
                              "  ensures r > 0;\n"
                              "{ assume other(x); assume magic(x); assume x != 7; r := x; }\n";

static void missed (struct tap *tap, const char *warrant, const char *forgetful, const char *path) {
  wr_buf solver = {0};
  wr_buf_print (&solver, "smtlib:%s", forgetful);
  const char *how = wr_buf_text (&solver);
  struct outcome got = RUN (warrant, "prune", "--no-cache", "-j1", "--solver", how, path, "Goal");
  OK (tap, got.code == 0, "what the solver misses can be put back");
  OK (tap, has (&got.out, "assume magic(x);"), "the fact that was missed is back");
  OK (tap, !has (&got.out, "other") && !has (&got.out, "100") && !has (&got.out, "!= 7"),
      "and no other");
  OK (tap, has (&got.err, "1 put back"), "it is told");
  if (tap->failed)
    tap_show ("output", wr_buf_str (&got.out)), tap_show ("errors", wr_buf_str (&got.err));
  outcome_free (&got);
  wr_buf_free (&solver);
}

/* The result of the result is itself. */
static void again (struct tap *tap, const char *warrant, const char *example, const char *path) {
  wr_buf address = {0}, pruned = {0};
  wr_buf_print (&address, "%s:10", example);
  struct outcome first = RUN (warrant, "prune", "--no-cache", "-q", wr_buf_text (&address));
  OK (tap, first.code == 0 && first.out.len, "%s is pruned", wr_buf_text (&address));
  OK (tap, file_write (path, wr_buf_str (&first.out)), "the result is written");
  struct outcome verify = RUN (warrant, "verify", "--no-cache", "-q", path);
  OK (tap, verify.code == 0, "and proved");
  struct outcome second = RUN (warrant, "prune", "--no-cache", "-q", path);
  OK (tap, second.code == 0, "pruned once more");
  SAME (tap, wr_buf_str (&second.out), wr_buf_text (&first.out), "it stays as it is");
  outcome_free (&first);
  outcome_free (&verify);
  outcome_free (&second);
  wr_buf_free (&address);
  wr_buf_free (&pruned);
}

static void stored (struct tap *tap, const char *warrant, const char *path, const char *folder) {
  setenv ("XDG_CACHE_HOME", folder, 1);
  struct outcome first = RUN (warrant, "prune", path, "Goal");
  struct outcome second = RUN (warrant, "prune", path, "Goal");
  struct outcome cover = RUN (warrant, "cover", "-q", path);
  struct outcome third = RUN (warrant, "prune", path, "Goal");
  OK (tap, first.code == 0 && second.code == 0 && cover.code == 0 && third.code == 0,
      "with a cache, twice, and after `cover`");
  SAME (tap, wr_buf_str (&second.out), wr_buf_text (&first.out), "from memory the same");
  SAME (tap, wr_buf_str (&third.out), wr_buf_text (&first.out), "from the stored graph the same");
  SAME (tap, wr_buf_str (&third.err), wr_buf_text (&first.err), "and the same counts");
  outcome_free (&first);
  outcome_free (&second);
  outcome_free (&cover);
  outcome_free (&third);
}

/* A goal elsewhere that cannot be decided is not asked about. */
static void elsewhere (struct tap *tap, const char *warrant, const char *path) {
  static const char text[] =
      "procedure Hard(x: int, y: int, z: int) requires x > 2 && y > 2 && z > 2;\n"
      "{ assert x * x * x + y * y * y != z * z * z; }\n"
      "procedure Easy(x: int) requires x > 0; requires x < 9; { assert x != 0; }\n"
      "procedure Caller() { call Easy(3); assert true; }\n";
  OK (tap, file_write (path, wr_str_of (text)), "a program with a goal that is hard");
  double begin = wr_clock ();
  struct outcome got = RUN (warrant, "prune", "--no-cache", "--rlimit=4000000000", "--timeout=60",
                            "-j1", path, "Easy");
  OK (tap, got.code == 0 && has (&got.out, "requires x > 0;") && !has (&got.out, "Hard"),
      "one elsewhere is pruned to");
  OK (tap, wr_clock () - begin < 50, "without asking about the hard one");
  outcome_free (&got);
}

/* A file that is not a store is reported, and the run continues. */
static void broken (struct tap *tap, const char *warrant, const char *path, const char *folder) {
  char db[1100];
  snprintf (db, sizeof db, "%s/warrant/answers.db", folder);
  OK (tap, file_write (db, wr_str_of ("this is no database, and it never was one")), "a bad store");
  struct outcome loud = RUN (warrant, "prune", path, "Goal");
  struct outcome quiet = RUN (warrant, "prune", "-q", path, "Goal");
  OK (tap, loud.code == 0 && has (&loud.err, "warrant: warning: no cache: "), "it is told");
  OK (tap, quiet.code == 0 && !quiet.err.len, "not with -q");
  SAME (tap, wr_buf_str (&loud.out), wr_buf_text (&quiet.out), "the answer is there");
  outcome_free (&loud);
  outcome_free (&quiet);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  char folder[1024], path[1040], result[1040];
  if (argc < 4 || !getcwd (folder, sizeof folder - 16)) return 1;
  strcat (folder, "/prune-XXXXXX");
  if (!mkdtemp (folder)) return 1;
  snprintf (path, sizeof path, "%s/p.bpl", folder);
  snprintf (result, sizeof result, "%s/r.bpl", folder);
  OK (&tap, file_write (path, wr_str_of (program)), "a program");
  if (system ("command -v z3 >/dev/null 2>&1") == 0)
    missed (&tap, argv[1], argv[2], path);
  else
    printf ("# no z3 on the path: what a solver misses is passed over\n");
  again (&tap, argv[1], argv[3], result);
  elsewhere (&tap, argv[1], result);
  stored (&tap, argv[1], path, folder);
  broken (&tap, argv[1], path, folder);
  struct outcome gone = RUN ("rm", "-rf", folder);
  outcome_free (&gone);
  return tap_done (&tap);
}
