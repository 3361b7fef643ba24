/* `warrant verify` as a process: the same answer whatever the number of workers, Ctrl-C, nothing left behind.

   verify WARRANT SOURCE-ROOT */
#include "process.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>

enum { MAX_FILES = 100, HOLES = 13 };

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

/* Twice with one worker and twice with two. */
static void test_same (struct tap *t, char *warrant, const char *root, const char *command,
                       const char *folder) {
  wr_buf first = {0};
  for (int run = 0; run < 4; run++) {
    struct files f = {0};
    add_word (&f, warrant);
    add_word (&f, command);
    add_word (&f, "--no-cache");
    add_word (&f, "--separate");
    add_word (&f, "--json");
    add_word (&f, run % 2 ? "--jobs=2" : "--jobs=1");
    add_word (&f, "--rlimit=2000000");
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

/* Two goals that no solver decides in time (HOLES + 1 pigeons in HOLES holes), and one that fails at once. */
static void write_slow (const char *path) {
  wr_buf text = {0};
  wr_buf_print (&text, "procedure Slow(x: int");
  for (int i = 0; i <= HOLES; i++) wr_buf_print (&text, ", p%d: int", i);
  wr_buf_print (&text, ")\n");
  for (int i = 0; i <= HOLES; i++)
    wr_buf_print (&text, "  requires 0 <= p%d && p%d < %d;\n", i, i, HOLES);
  for (int i = 0; i <= HOLES; i++)
    for (int j = 0; j < i; j++) wr_buf_print (&text, "  requires p%d != p%d;\n", i, j);
  wr_buf_print (&text, "{\n  assert x > 0;\n  assert x > 1;\n}\n"
                       "procedure Quick(x: int) { assert x > 5; }\n");
  file_write (path, wr_buf_str (&text));
  wr_buf_free (&text);
}

struct terminal {
  int master;
  char *name;
};

static bool terminal_open (struct terminal *t) {
  t->master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (t->master < 0 || grantpt (t->master) != 0 || unlockpt (t->master) != 0) return false;
  t->name = strdup (ptsname (t->master));
  return t->name != NULL;
}

/* Reads the progress line until it says `text`; false when the terminal is closed first. */
static bool wait_for (int master, const char *text) {
  wr_buf seen = {0};
  bool found = false;
  char block[512];
  for (ssize_t got; !found && (got = read (master, block, sizeof block)) > 0;) {
    wr_buf_add (&seen, (wr_str){block, (size_t)got});
    found = strstr (wr_buf_text (&seen), text) != NULL;
  }
  wr_buf_free (&seen);
  return found;
}

static int count_entries (const char *folder) {
  int n = 0;
  DIR *dir = opendir (folder);
  for (struct dirent *e; dir && (e = readdir (dir));)
    n += strcmp (e->d_name, ".") != 0 && strcmp (e->d_name, "..") != 0;
  if (dir) closedir (dir);
  return n;
}

/* `signal` comes when one of three goals is done. */
static struct outcome interrupt (struct tap *t, char *warrant, const char *path, int signal) {
  struct outcome got = {.code = -1};
  struct terminal terminal = {0};
  int out[2];
  if (!terminal_open (&terminal) || pipe2 (out, O_CLOEXEC) != 0) return got;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0) {
    dup2 (open ("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2 (out[1], STDOUT_FILENO);
    dup2 (open (terminal.name, O_RDWR | O_NOCTTY), STDERR_FILENO);
    execl (warrant, warrant, "verify", "--no-cache", "--jobs=2", "--timeout=1000", "--color=never",
           path, (char *)NULL);
    _exit (127);
  }
  int slave = open (terminal.name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  close (out[1]);
  OK (t, wait_for (terminal.master, "1 of 3 goals"), "the progress line counts goals");
  kill (child, signal);
  close (slave);
  int none = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  process_wait (&got, child, out[0], none);
  close (none);
  close (out[0]);
  close (terminal.master);
  free (terminal.name);
  return got;
}

static void test_interrupt (struct tap *t, char *warrant, int signal, const char *name) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/slow.bpl", folder);
  write_slow (path);
  setenv ("TMPDIR", folder, 1);
  struct outcome got = interrupt (t, warrant, path, signal);
  const char *text = wr_buf_text (&got.out);
  bool told = strstr (text, "[assert-failed]") &&
              strstr (text, "was not decided: the run was interrupted") &&
              strstr (text, "warrant: 0 verified, 1 error, 2 unknown\n");
  if (!OK (t, told, "%s: what is known is told", name)) tap_show ("output", wr_buf_str (&got.out));
  OK (t, got.code == 1, "%s: exit %d", name, got.code);
  OK (t, waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: no process is left", name);
  OK (t, count_entries (folder) == 1, "%s: no file is left", name);
  outcome_free (&got);
  unlink (path);
  rmdir (folder);
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
  test_same (&t, argv[1], argv[2], "verify", "examples");
  test_same (&t, argv[1], argv[2], "verify", "tests/golden/verify");
  test_same (&t, argv[1], argv[2], "cover", "examples");
  test_interrupt (&t, argv[1], SIGINT, "Ctrl-C");
  test_interrupt (&t, argv[1], SIGTERM, "SIGTERM");
  test_left_over (&t, argv[1], argv[2]);
  return tap_done (&t);
}
