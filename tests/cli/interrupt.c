/* Interrupted runs: what is known is reported in every format, marked as incomplete, and nothing is left behind.

   interrupt WARRANT */
#include "base/json.h"
#include "cli/interrupt.h"
#include "process.h"
#include "share.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

enum { HOLES = 13 };

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

static void remove_all (const char *folder) {
  DIR *dir = opendir (folder);
  for (struct dirent *e; dir && (e = readdir (dir));) {
    char path[512];
    snprintf (path, sizeof path, "%s/%s", folder, e->d_name);
    unlink (path);
  }
  if (dir) closedir (dir);
  rmdir (folder);
}

static bool nothing_left (void) { return waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

/* Runs the command, whose progress goes to a terminal, and sends the signal when the progress line says `when`. */
static struct outcome interrupt (struct tap *t, char *const *words, const char *when, int signal) {
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
    execv (words[0], words);
    _exit (127);
  }
  int slave = open (terminal.name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  close (out[1]);
  OK (t, wait_for (terminal.master, when), "the progress line says %s", when);
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

static bool file_says (const char *folder, const char *name, const char *text) {
  char path[512];
  wr_buf got = {0};
  snprintf (path, sizeof path, "%s/%s", folder, name);
  bool found = file_read (path, &got) && strstr (wr_buf_text (&got), text);
  if (!found) tap_show (name, wr_buf_str (&got));
  wr_buf_free (&got);
  return found;
}

/* -- while the solver works ------------------------------------------------------------------------------ */

static void test_goals (struct tap *t, char *warrant, char *command, int signal, int code) {
  char folder[] = "interrupt-XXXXXX", names[6][64];
  static const char *const forms[6] = {"%s/slow.bpl",        "--json=%s/r.json",
                                       "--junit=%s/r.xml",   "--markdown=%s/r.md",
                                       "--sarif=%s/r.sarif", "--html=%s/r.html"};
  if (!mkdtemp (folder)) return;
  for (int i = 0; i < 6; i++) snprintf (names[i], sizeof names[i], forms[i], folder);
  write_slow (names[0]);
  char *words[] = {warrant,         command,  "--no-cache", "--jobs=2", "--timeout=1000",
                   "--color=never", names[0], names[1],     names[2],   names[3],
                   names[4],        names[5], NULL};
  struct outcome got = interrupt (t, words, "1 of 3 goals", signal);
  const char *text = wr_buf_text (&got.out);
  bool told = strstr (text, "[assert-failed]") && !strstr (text, "was not decided") &&
              strstr (text, "warrant: 0 verified, 1 error, 2 goals not checked (interrupted)\n");
  if (!OK (t, told, "%s: what is known is told", command))
    tap_show ("output", wr_buf_str (&got.out));
  OK (t, !strstr (text, "covered"), "%s: nothing is explained", command);
  OK (t, got.code == code, "%s: exit %d", command, got.code);
  OK (t, nothing_left (), "%s: no process is left", command);
  OK (t, file_says (folder, "r.json", "\"complete\": false"), "JSON");
  OK (t, file_says (folder, "r.json", "\"unchecked\": 2"), "JSON counts");
  OK (t, file_says (folder, "r.xml", "<property name=\"complete\" value=\"false\"/>"), "JUnit");
  OK (t, file_says (folder, "r.xml", "<skipped message=\"not asked: interrupted\"/>"), "skipped");
  OK (t, file_says (folder, "r.md", "interrupted"), "Markdown");
  OK (t, file_says (folder, "r.sarif", "\"executionSuccessful\": false"), "SARIF");
  OK (t, file_says (folder, "r.html", "\"complete\":false"), "the page");
  outcome_free (&got);
  remove_all (folder);
}

/* The document on standard output holds what was decided, one procedure on each line, and leaves out what was not. */
static void test_document (struct tap *t, char *warrant) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/slow.bpl", folder);
  write_slow (path);
  char *words[] = {warrant, "verify", "--no-cache", "--timeout=1000", "--json", path, NULL};
  struct outcome got = interrupt (t, words, "1 of 3 goals", SIGINT);
  json_t *doc = json_loadb (got.out.data, got.out.len, 0, NULL);
  json_t *file = json_array_get (json_object_get (doc, "files"), 0);
  json_t *procedures = json_object_get (file, "procedures"),
         *quick = json_array_get (procedures, 0);
  json_t *goal = json_array_get (json_object_get (quick, "goals"), 0);
  const char *name = json_string_value (json_object_get (quick, "name"));
  const char *verdict = json_string_value (json_object_get (goal, "verdict"));
  bool good = json_array_size (procedures) == 1 && name && !strcmp (name, "Quick") && verdict &&
              !strcmp (verdict, "failed");
  if (!OK (t, good, "the document lists the procedure that was decided, and no other"))
    tap_show ("output", wr_buf_str (&got.out));
  OK (t, strstr (wr_buf_text (&got.out), "{\"name\": \"Quick\",\"line\": "), "on one line");
  json_t *summary = json_object_get (doc, "summary");
  OK (t, json_integer_value (json_object_get (summary, "unchecked")) == 2,
      "the others are counted");
  json_decref (doc);
  outcome_free (&got);
  remove_all (folder);
}

static void test_query (struct tap *t, char *warrant, char *command) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/slow.bpl", folder);
  write_slow (path);
  char *words[] = {warrant, command, "--no-cache", "--timeout=1000", "--json", path, NULL};
  struct outcome got = interrupt (t, words, "1 of 3 goals", SIGINT);
  OK (t, got.code == 130, "%s: exit %d", command, got.code);
  if (!OK (t, strstr (wr_buf_text (&got.out), "\"complete\": false"), "%s: JSON", command))
    tap_show ("output", wr_buf_str (&got.out));
  OK (t, nothing_left (), "%s: no process is left", command);
  outcome_free (&got);
  remove_all (folder);
}

static void test_prune (struct tap *t, char *warrant) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/slow.bpl", folder);
  write_slow (path);
  char *words[] = {warrant, "prune", "--no-cache", "--timeout=1000", path, "Slow", NULL};
  struct outcome got = interrupt (t, words, "of 3 goals", SIGTERM);
  OK (t, got.code == 143 && got.out.len == 0, "prune: exit %d, no result", got.code);
  outcome_free (&got);
  remove_all (folder);
}

/* The report as text says that it is not complete. */
static void test_text (struct tap *t, char *warrant, char *command, const char *when) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/slow.bpl", folder);
  write_slow (path);
  char *words[] = {warrant, command, "--no-cache", "--timeout=1000", path, NULL};
  struct outcome got = interrupt (t, words, when, SIGINT);
  OK (t, got.code == 130, "%s as text: exit %d", command, got.code);
  if (!OK (t, strstr (wr_buf_text (&got.out), "interrupted"), "%s as text says so", command))
    tap_show ("output", wr_buf_str (&got.out));
  OK (t, nothing_left (), "%s as text: no process is left", command);
  outcome_free (&got);
  remove_all (folder);
}

/* -- while the program is read --------------------------------------------------------------------------- */

/* Standard input is not closed, so the main thread waits for it and cannot answer. */
static void test_reading (struct tap *t, char *warrant, char *command, int signal) {
  int in[2], out[2];
  struct outcome got = {.code = -1};
  if (pipe2 (in, O_CLOEXEC) != 0 || pipe2 (out, O_CLOEXEC) != 0) return;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0) {
    dup2 (in[0], STDIN_FILENO);
    dup2 (out[1], STDOUT_FILENO);
    execl (warrant, warrant, command, "--no-cache", "--lang=boogie", "--json", "-", (char *)NULL);
    _exit (127);
  }
  close (in[0]);
  close (out[1]);
  /* More than a pipe holds: when it is written, the child reads. */
  static const char line[] = "procedure P(x: int) { assert x == x; }\n";
  for (int i = 0; i < 4000; i++) (void)!write (in[1], line, sizeof line - 1);
  kill (child, signal);
  int none = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  process_wait (&got, child, out[0], none);
  OK (t, got.code == 128 + signal, "%s, reading: exit %d", command, got.code);
  if (!OK (t, strstr (wr_buf_text (&got.out), "\"complete\": false"), "%s, reading: JSON", command))
    tap_show ("output", wr_buf_str (&got.out));
  outcome_free (&got);
  close (none);
  close (in[1]);
  close (out[0]);
}

/* -- while the report is written -------------------------------------------------------------------------- */

/* The signal comes after the first bytes, and the reader takes little at a time: the report is complete, and it is written to its end. */
static void test_writing (struct tap *t, char *warrant) {
  char folder[] = "interrupt-XXXXXX", path[64];
  int out[2], none = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  wr_buf text = {0};
  struct outcome got = {.code = -1};
  if (!mkdtemp (folder) || pipe2 (out, O_CLOEXEC) != 0) return;
  snprintf (path, sizeof path, "%s/a.bpl", folder);
  for (int i = 0; i < 400; i++)
    wr_buf_print (&text, "procedure P%d(x: int) requires x > 0; { assert x >= 0; }\n", i);
  file_write (path, wr_buf_str (&text));
  wr_buf_free (&text);
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0) {
    dup2 (out[1], STDOUT_FILENO);
    execl (warrant, warrant, "verify", "--no-cache", "--json", path, (char *)NULL);
    _exit (127);
  }
  close (out[1]);
  struct pollfd first = {out[0], POLLIN, 0};
  poll (&first, 1, -1);
  kill (child, SIGINT);
  for (int i = 0; i < 8; i++) {
    char page[4096];
    ssize_t count = read (out[0], page, sizeof page);
    if (count > 0) wr_buf_add (&text, (wr_str){page, (size_t)count});
    nanosleep (&(struct timespec){0, 100000000}, NULL);
  }
  process_wait (&got, child, out[0], none);
  wr_buf_add (&text, wr_buf_str (&got.out));
  OK (t, got.code == 0, "writing: exit %d", got.code);
  bool whole = strstr (wr_buf_text (&text), "\"complete\": true") && text.len > 100000 &&
               !strcmp (wr_buf_text (&text) + text.len - 3, "\n}\n");
  OK (t, whole, "writing: a whole document of %zu bytes", (size_t)text.len);
  wr_buf_free (&text);
  outcome_free (&got);
  close (none);
  close (out[0]);
  remove_all (folder);
}

/* A signal that comes when the report is written and the thread for signals has ended does not change the exit code. */
static void test_end (struct tap *t) {
  int status = 0;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0) {
    struct wr_options options = {0};
    struct wr_interrupt interrupt;
    wr_interrupt_begin (&interrupt, &options, NULL);
    wr_interrupt_claim (&interrupt);
    wr_interrupt_end (&interrupt);
    kill (getpid (), SIGINT);
    kill (getpid (), SIGTERM);
    _exit ((int)wr_interrupt_code (&interrupt));
  }
  OK (t, child > 0 && waitpid (child, &status, 0) == child && WIFEXITED (status),
      "no signal ends it");
  OK (t, WIFEXITED (status) && WEXITSTATUS (status) == 0, "the exit code is that of the report");
}

/* -- not interrupted ---------------------------------------------------------------------------------------- */

static void test_complete (struct tap *t, char *warrant) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/a.bpl", folder);
  file_write (path, WR_LIT ("procedure P(x: int) requires x > 0; { assert x >= 0; }\n"));
  static char *const commands[] = {"verify",    "cover", "why",  "trust",
                                   "uncovered", "graph", "prune"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    char *words[] = {warrant, commands[i], "--no-cache", "--json", path, NULL};
    struct outcome got = process_run (words, NULL);
    if (!OK (t, got.code == 0 && strstr (wr_buf_text (&got.out), "\"complete\": true"),
             "%s is complete", commands[i]))
      tap_show ("output", wr_buf_str (&got.out));
    outcome_free (&got);
  }
  remove_all (folder);
}

/* Out of memory is exit code 5 with a message; control characters of programs do not reach a terminal. */
static void test_ends (struct tap *t, char *warrant) {
  char folder[] = "interrupt-XXXXXX", path[64];
  if (!mkdtemp (folder)) return;
  snprintf (path, sizeof path, "%s/a.bpl", folder);
#if !INSTRUMENTED
  wr_buf text = {0};
  for (int i = 0; i < 60000; i++)
    wr_buf_print (&text, "procedure P%d(x: int) requires x > %d; { assert x >= %d; }\n", i, i, i);
  file_write (path, wr_buf_str (&text));
  wr_buf_free (&text);
  char *little[] = {warrant, "verify", "--no-cache", "--max-memory=100", path, NULL};
  struct outcome got = process_run (little, NULL);
  OK (t, got.code == 5 && strstr (wr_buf_text (&got.err), "out of memory"),
      "out of memory: exit %d", got.code);
  outcome_free (&got);
#endif
  file_write (path, WR_LIT ("procedure P(n: int) requires n > 0; { assert n >= 0; } "
                            "// \xE2\x80\xAE \x1b[31m\n"));
  char *marked[] = {warrant, "cover", "--no-cache", "--annotate", path, NULL};
  struct outcome shown = process_run (marked, NULL);
  const char *out = wr_buf_text (&shown.out);
  OK (t, shown.code == 0 && !strchr (out, 0x1b) && !strstr (out, "\xE2\x80\xAE"),
      "control characters are replaced");
  OK (t, strstr (out, "U+202E") && strstr (out, "[bidi-control]"), "and bidirectional ones found");
  outcome_free (&shown);
  remove_all (folder);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  if (argc < 2) return 2;
  signal (SIGPIPE, SIG_IGN);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  test_complete (&t, argv[1]);
  test_ends (&t, argv[1]);
  test_goals (&t, argv[1], "verify", SIGINT, 130);
  test_goals (&t, argv[1], "cover", SIGTERM, 143);
  test_document (&t, argv[1]);
  test_query (&t, argv[1], "why");
  test_query (&t, argv[1], "trust");
  test_prune (&t, argv[1]);
  test_text (&t, argv[1], "verify", "1 of 3 goals");
  test_text (&t, argv[1], "axioms", "of");
  test_text (&t, argv[1], "stability", "1 of 3 goals");
  test_writing (&t, argv[1]);
  test_end (&t);
  test_reading (&t, argv[1], "verify", SIGINT);
  test_reading (&t, argv[1], "why", SIGTERM);
  return tap_done (&t);
}
