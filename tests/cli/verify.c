/* `warrant verify` as a process: the same answer whatever the number of workers, Ctrl-C, nothing left behind.

   verify WARRANT SOURCE-ROOT */
#include "process.h"
#include "share.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>

enum { MAX_FILES = 100 };

/* -- determinism ------------------------------------------------------------------------------------- */

struct files {
  char *words[MAX_FILES + 8];
  int count;
};

static void add_word (struct files *f, const char *word) {
  if (f->count < MAX_FILES + 7) f->words[f->count++] = strdup (word);
}

static void add_folder (struct files *f, const char *root, const char *folder) {
  char path[4096];
  struct dirent **entries = NULL;
  snprintf (path, sizeof path, "%s/%s", root, folder);
  int count = scandir (path, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (wr_str_ends (wr_str_of (entries[i]->d_name), WR_LIT (".bpl"))) {
      snprintf (path, sizeof path, "%s/%s/%s", root, folder, entries[i]->d_name);
      add_word (f, path);
    }
    free (entries[i]);
  }
  free (entries);
}

/* Everything but the numbers after "seconds". */
static void without_times (wr_buf *to, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    wr_buf_add_char (to, text.ptr[i]);
    if (!wr_str_ends (wr_buf_str (to), WR_LIT ("seconds\": "))) continue;
    while (i + 1 < text.len && text.ptr[i + 1] != ',' && text.ptr[i + 1] != '\n') i++;
  }
}

/* Once with one worker, then with two. */
static void test_same (struct tap *t, char *warrant, const char *root, const char *command,
                       const char *folder, int runs) {
  wr_buf first = {0};
  for (int run = 0; run < runs; run++) {
    struct files f = {0};
    add_word (&f, warrant);
    add_word (&f, command);
    add_word (&f, "--no-cache");
    add_word (&f, "--separate");
    add_word (&f, "--json");
    add_word (&f, run > 0 ? "--jobs=2" : "--jobs=1");
    add_word (&f, "--rlimit=300000");
    add_word (&f, "--timeout=1000");
    add_folder (&f, root, folder);
    struct outcome got = process_run (f.words, NULL);
    wr_buf text = {0};
    without_times (&text, wr_buf_str (&got.out));
    if (run == 0) {
      OK (t, got.out.len > 0 && strstr (wr_buf_text (&got.out), "\"proved\""), "%s of %s", command,
          folder);
      wr_buf_add (&first, wr_buf_str (&text));
    } else {
      OK (t, wr_str_equal (wr_buf_str (&first), wr_buf_str (&text)),
          "%s of %s: run %d says the same", command, folder, run + 1);
    }
    wr_buf_free (&text);
    outcome_free (&got);
    for (int i = 0; i < f.count; i++) free (f.words[i]);
  }
  wr_buf_free (&first);
}

/* -- Ctrl-C ------------------------------------------------------------------------------------------ */

static int count_entries (const char *folder) {
  int n = 0;
  DIR *dir = opendir (folder);
  for (struct dirent *e; dir && (e = readdir (dir));)
    n += strcmp (e->d_name, ".") != 0 && strcmp (e->d_name, "..") != 0;
  if (dir) closedir (dir);
  return n;
}

/* After a run that ends by itself, too; `prctl` makes us the parent of whoever is left over. */
static void test_left_over (struct tap *t, char *warrant, const char *root) {
  char folder[] = "left-XXXXXX";
  if (!mkdtemp (folder)) return;
  setenv ("TMPDIR", folder, 1);
  static const char *const names[] = {"max.bpl", "transfer.bpl"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[4096];
    snprintf (path, sizeof path, "%s/examples/%s", root, names[i]);
    char *words[] = {warrant, "verify", "--no-cache", "--jobs=2", path, NULL};
    struct outcome got = process_run (words, NULL);
    OK (t, got.code == (int)i, "%s: exit %d", names[i], got.code);
    OK (t, waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: no process is left", names[i]);
    OK (t, count_entries (folder) == 0, "%s: no file is left", names[i]);
    outcome_free (&got);
  }
  rmdir (folder);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  if (argc < 3) return 2;
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  test_same (&t, argv[1], argv[2], "verify", "examples", 3);
  test_same (&t, argv[1], argv[2], "verify", "tests/golden/verify", share_is_all () ? 3 : 2);
  test_same (&t, argv[1], argv[2], "cover", "examples", 3);
  test_left_over (&t, argv[1], argv[2]);
  return tap_done (&t);
}
