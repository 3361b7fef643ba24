/* tests/solve/buildid.c -- what one build stores in a cache, another build does not find.  The program is built twice, with different ids.

   buildid OTHER       the test
   buildid put|get PATH  stores an answer, or looks for it: exit code 0 if it is there */
#include "process.h"
#include "solve/cache.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>

const char wr_build_id[] = BUILD_ID; /* instead of the library's */

static struct wr_digest key (void) {
  wr_str part = WR_LIT ("a query");
  return wr_digest_of (&part, 1);
}

static bool use (const char *how, const char *path) {
  wr_cache *cache = wr_cache_open (path);
  struct wr_digest name = key ();
  wr_buf value = {0};
  bool found = true;
  if (!strcmp (how, "put"))
    wr_cache_put (cache, &name, WR_LIT ("proved"));
  else
    found = wr_cache_get (cache, &name, &value) &&
            wr_str_equal (wr_buf_str (&value), WR_LIT ("proved"));
  wr_cache_close (cache);
  wr_buf_free (&value);
  return found;
}

static bool other (char *program, char *how, char *path) {
  struct outcome got = process_run ((char *[]){program, how, path, NULL}, NULL);
  bool good = got.code == 0;
  outcome_free (&got);
  return good;
}

int main (int argc, char **argv) {
  if (argc == 3) return use (argv[1], argv[2]) ? 0 : 1;
  if (argc != 2) return 2;
  struct tap t = {0};
  char folder[] = "warrant-buildid-XXXXXX", path[64];
  if (!mkdtemp (folder)) return 2;
  snprintf (path, sizeof path, "%s/answers.db", folder);
  OK (&t, other (argv[1], "put", path), "the other build stores an answer");
  OK (&t, other (argv[1], "get", path), "the other build finds it");
  OK (&t, !use ("get", path), "this build does not find it");
  use ("put", path);
  OK (&t, use ("get", path), "this build finds its own");
  OK (&t, other (argv[1], "get", path), "the other build still finds its own");
  unlink (path);
  rmdir (folder);
  return tap_done (&t);
}
