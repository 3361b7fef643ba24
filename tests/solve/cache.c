/* tests/solve/cache.c -- the cache: what is put is got, by several runs at once, and no state of the file
   hurts a run. */
#include "solve/cache.h"

#include "tap.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct wr_digest key (int n) {
  wr_str part = {(const char *)&n, sizeof n};
  return wr_digest_of (&part, 1);
}

static bool has (wr_cache *cache, int n, const char *want) {
  struct wr_digest k = key (n);
  wr_buf got = {0};
  bool found = wr_cache_get (cache, &k, &got);
  bool same = found && wr_str_equal (wr_buf_str (&got), wr_str_of (want));
  wr_buf_free (&got);
  return same;
}

static void put (wr_cache *cache, int n, const char *value) {
  struct wr_digest k = key (n);
  wr_cache_put (cache, &k, wr_str_of (value));
}

static void test_basic (struct tap *tap, const char *path) {
  wr_cache *cache = wr_cache_open (path);
  OK (tap, wr_cache_warning (cache).len == 0, "opens, and makes the folders");
  OK (tap, !has (cache, 1, "one"), "nothing is in it");
  put (cache, 1, "one");
  put (cache, 2, "two");
  wr_cache_flush (cache);
  OK (tap, has (cache, 1, "one") && has (cache, 2, "two"), "what is put is got");
  put (cache, 2, "deux");
  wr_cache_close (cache);
  cache = wr_cache_open (path);
  OK (tap, has (cache, 1, "one") && has (cache, 2, "deux") && !has (cache, 3, ""),
      "it is there in the next run");
  wr_cache_close (cache);
  wr_str ab[2] = {WR_LIT ("ab"), WR_LIT ("c")}, bc[2] = {WR_LIT ("a"), WR_LIT ("bc")};
  struct wr_digest x = wr_digest_of (ab, 2), y = wr_digest_of (bc, 2);
  OK (tap, memcmp (&x, &y, sizeof x) != 0, "parts do not run together");
}

static void test_shared (struct tap *tap, const char *path) {
  enum { WRITERS = 4, EACH = 50 };
  pid_t pids[WRITERS];
  for (int w = 0; w < WRITERS; w++) {
    pids[w] = fork ();
    if (pids[w] > 0) continue;
    wr_cache *cache = wr_cache_open (path);
    for (int i = 0; i < EACH; i++) {
      put (cache, 1000 + w * EACH + i, "x");
      wr_cache_flush (cache);
    }
    bool bad = wr_cache_warning (cache).len > 0;
    wr_cache_close (cache);
    _exit (bad);
  }
  bool good = true;
  for (int w = 0; w < WRITERS; w++) {
    int status;
    waitpid (pids[w], &status, 0);
    good = good && WIFEXITED (status) && WEXITSTATUS (status) == 0;
  }
  OK (tap, good, "four runs write at once");
  wr_cache *cache = wr_cache_open (path);
  for (int i = 0; i < WRITERS * EACH; i++) good = good && has (cache, 1000 + i, "x");
  OK (tap, good, "nothing is lost");
  wr_cache_close (cache);
}

static void write_file (const char *path, const char *text, size_t size) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0 || write (fd, text, size) < 0) abort ();
  close (fd);
}

static void expect_warning (struct tap *tap, const char *path, const char *name) {
  wr_cache *cache = wr_cache_open (path);
  put (cache, 1, "one");
  wr_cache_flush (cache);
  OK (tap, wr_cache_warning (cache).len > 0 && !has (cache, 1, "one"), "%s: %.*s", name,
      WR_STR_ARGS (wr_cache_warning (cache)));
  wr_cache_close (cache);
}

static void test_broken (struct tap *tap, const char *folder) {
  char path[4096], text[8192];
  snprintf (path, sizeof path, "%s/text.db", folder);
  memset (text, 'x', sizeof text);
  write_file (path, text, sizeof text);
  expect_warning (tap, path, "a file of something else");
  struct stat info;
  OK (tap, stat (path, &info) == 0 && info.st_size == (off_t)sizeof text, "is left alone");
  expect_warning (tap, folder, "a folder");
  snprintf (path, sizeof path, "%s/text.db/answers.db", folder);
  expect_warning (tap, path, "a folder that is a file");
  /* Damaged behind its first page. */
  snprintf (path, sizeof path, "%s/damaged.db", folder);
  wr_cache *cache = wr_cache_open (path);
  for (int i = 0; i < 2000; i++) put (cache, i, "a value of some length, so that there are pages");
  wr_cache_close (cache);
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  bool damaged = pwrite (fd, text, sizeof text, 4096) == (ssize_t)sizeof text;
  close (fd);
  cache = wr_cache_open (path);
  for (int i = 0; i < 2000; i++) has (cache, i, "");
  OK (tap, damaged && wr_cache_warning (cache).len > 0, "a damaged file: %.*s",
      WR_STR_ARGS (wr_cache_warning (cache)));
  wr_cache_close (cache);
}

static int query (const char *path, const char *sql) {
  sqlite3 *db = NULL;
  int code = sqlite3_open (path, &db);
  if (code == SQLITE_OK) code = sqlite3_exec (db, sql, NULL, NULL, NULL);
  sqlite3_close (db);
  return code;
}

/* A value that is not what was stored under its key is not found. */
static void test_changed (struct tap *tap, const char *folder) {
  char path[4096];
  snprintf (path, sizeof path, "%s/changed.db", folder);
  wr_cache *cache = wr_cache_open (path);
  put (cache, 1, "one");
  put (cache, 2, "two");
  wr_cache_close (cache);
  OK (tap, query (path, "UPDATE answers SET value=substr(value,1,length(value)-1)||x'00'") == 0,
      "the last byte of every value is changed");
  cache = wr_cache_open (path);
  wr_buf got = {0};
  struct wr_digest one = key (1), two = key (2);
  OK (tap, !wr_cache_get (cache, &one, &got) && !wr_cache_get (cache, &two, &got) && !got.len,
      "a changed value is not found");
  put (cache, 1, "one");
  put (cache, 2, "two");
  wr_cache_close (cache);
  OK (tap,
      query (path, "CREATE TABLE t AS SELECT * FROM answers; UPDATE answers SET value="
                   "(SELECT value FROM t WHERE t.key<>answers.key); DROP TABLE t") == 0,
      "two values are exchanged");
  cache = wr_cache_open (path);
  OK (tap, !wr_cache_get (cache, &one, &got) && !wr_cache_get (cache, &two, &got),
      "the value of another key is not found");
  wr_cache_close (cache);
  wr_buf_free (&got);
}

static void test_trust (struct tap *tap, const char *folder) {
  char path[4096], link[4096], inner[4096];
  struct stat info;
  snprintf (inner, sizeof inner, "%s/trust", folder);
  snprintf (path, sizeof path, "%s/trust/answers.db", folder);
  snprintf (link, sizeof link, "%s/trust/link.db", folder);
  wr_cache *cache = wr_cache_open (path);
  put (cache, 1, "one");
  wr_cache_close (cache);
  OK (tap, stat (path, &info) == 0 && (info.st_mode & 0777) == 0600, "the file is 0600");
  if (symlink (path, link) != 0) abort ();
  expect_warning (tap, link, "a symbolic link");
  chmod (path, 0620);
  expect_warning (tap, path, "a file that a group may write");
  chmod (path, 0644);
  cache = wr_cache_open (path);
  OK (tap, has (cache, 1, "one"), "a file that others may only read is used");
  wr_cache_close (cache);
  OK (tap, stat (path, &info) == 0 && (info.st_mode & 0777) == 0600, "and becomes 0600");
  chmod (inner, 0777);
  expect_warning (tap, path, "a folder that others may write");
  chmod (inner, 0700);
  if (geteuid () == 0 && chown (path, 12345, 0) == 0) {
    expect_warning (tap, path, "a file of another user");
    chown (path, 0, 0) == 0 ? (void)0 : abort ();
  }
  cache = wr_cache_open (path);
  OK (tap, has (cache, 1, "one"), "nothing of it was changed");
  wr_cache_close (cache);
}

static wr_cache *open_with_one (const char *path) {
  wr_cache *cache = wr_cache_open (path);
  put (cache, 1, "one");
  wr_cache_flush (cache);
  return cache;
}

/* What is no regular file is not waited for. */
static void test_special (struct tap *tap, const char *folder) {
  char path[4096];
  snprintf (path, sizeof path, "%s/pipe.db", folder);
  if (mkfifo (path, 0600) != 0) abort ();
  wr_cache *cache = wr_cache_open (path);
  OK (tap, strstr (wr_cache_warning (cache).ptr, "it is not a regular file") != NULL,
      "a pipe: %.*s", WR_STR_ARGS (wr_cache_warning (cache)));
  wr_cache_close (cache);
  cache = wr_cache_open_as (path, true);
  OK (tap, wr_cache_warning (cache).len > 0, "a pipe that is only read");
  wr_cache_close (cache);
}

/* SQLite reads the files beside the database as part of it. */
static void test_beside (struct tap *tap, const char *folder) {
  static const char *const names[] = {"-journal", "-wal", "-shm"};
  char path[4096], other[4096], target[4096];
  snprintf (path, sizeof path, "%s/beside.db", folder);
  snprintf (target, sizeof target, "%s/target", folder);
  wr_cache_close (open_with_one (path));
  write_file (target, "", 0);
  for (int i = 0; i < 3; i++) {
    snprintf (other, sizeof other, "%s%s", path, names[i]);
    if (symlink (target, other) != 0) abort ();
    expect_warning (tap, path, "a symbolic link beside it");
    unlink (other);
    if (mkfifo (other, 0600) != 0) abort ();
    expect_warning (tap, path, "a pipe beside it");
    unlink (other);
    write_file (other, "", 0);
    chmod (other, 0602);
    expect_warning (tap, path, "a file beside it that others may write");
    chmod (other, 0600);
    if (geteuid () == 0 && chown (other, 12345, 0) == 0)
      expect_warning (tap, path, "a file of another user beside it");
    unlink (other);
  }
  wr_cache *cache = wr_cache_open (path);
  OK (tap, has (cache, 1, "one"), "without them it is used");
  wr_cache_close (cache);
}

/* In a process that may not write to the folder, also if root runs the tests. */
static bool read_frozen (const char *folder, const char *path, bool read_only) {
  pid_t pid = fork ();
  if (pid == 0) {
    if (geteuid () == 0 && (chown (folder, 12345, 12345) != 0 || chown (path, 12345, 12345) != 0 ||
                            setgid (12345) != 0 || setuid (12345) != 0))
      _exit (2);
    wr_cache *cache = wr_cache_open_as (path, read_only);
    bool good = has (cache, 1, "one") && (wr_cache_warning (cache).len > 0) == !read_only;
    put (cache, 2, "two");
    wr_cache_flush (cache);
    good = good && !has (cache, 2, "two") && wr_cache_read_only (cache);
    wr_cache_close (cache);
    _exit (good ? 0 : 1);
  }
  int status;
  waitpid (pid, &status, 0);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static void test_frozen (struct tap *tap, const char *folder) {
  char inner[4096], path[4096];
  snprintf (inner, sizeof inner, "%s/frozen 100%%?#", folder);
  snprintf (path, sizeof path, "%s/frozen 100%%?#/answers.db", folder);
  wr_cache_close (open_with_one (path));
  chmod (folder, 0711);
  chmod (inner, 0500);
  OK (tap, read_frozen (inner, path, false),
      "a cache in a folder that cannot be written to is read");
  OK (tap, read_frozen (inner, path, true), "also if it is only to be read");
  chmod (path, 0400);
  chmod (inner, 0700);
  OK (tap, read_frozen (inner, path, false), "a file that cannot be written to is read");
  chmod (folder, 0700);
}

static void test_modes (struct tap *tap, const char *folder) {
  char path[4096];
  snprintf (path, sizeof path, "%s/none/read.db", folder);
  wr_cache *cache = wr_cache_open_as (path, true);
  put (cache, 1, "one");
  wr_cache_close (cache);
  OK (tap, access (path, F_OK) != 0, "a cache that is only read is not made");
  snprintf (path, sizeof path, "%s/read.db", folder);
  cache = wr_cache_open (path);
  put (cache, 1, "one");
  wr_cache_close (cache);
  cache = wr_cache_open_as (path, true);
  OK (tap, has (cache, 1, "one"), "it is read");
  put (cache, 2, "two");
  wr_cache_flush (cache);
  OK (tap, !has (cache, 2, "two") && !wr_cache_warning (cache).len, "and not written");
  wr_cache_close (cache);
  OK (tap, query (path, "PRAGMA user_version=1000") == 0, "a later format");
  expect_warning (tap, path, "a file that a newer version made");
  OK (tap, query (path, "INSERT INTO answers SELECT x'01', value FROM answers") == 0,
      "it still has its tables");
}

/* A limit on file sizes stands for a full disk. */
static void test_full (struct tap *tap, const char *folder) {
  char path[4096];
  snprintf (path, sizeof path, "%s/full.db", folder);
  pid_t pid = fork ();
  if (pid == 0) {
    signal (SIGXFSZ, SIG_IGN);
    setrlimit (RLIMIT_FSIZE, &(struct rlimit){40000, 40000});
    wr_cache *cache = wr_cache_open (path);
    for (int i = 0; i < 5000; i++)
      put (cache, i, "a value of some length, so that there are pages");
    wr_cache_flush (cache);
    bool warned = wr_cache_warning (cache).len > 0 && !has (cache, 1, "");
    wr_cache_close (cache);
    _exit (warned ? 0 : 1);
  }
  int status;
  waitpid (pid, &status, 0);
  OK (tap, WIFEXITED (status) && WEXITSTATUS (status) == 0, "a full disk gives a warning");
}

int main (void) {
  struct tap tap = {0};
  const char *base = getenv ("TMPDIR");
  char folder[2048], path[4096], command[4096];
  snprintf (folder, sizeof folder, "%s/warrant-cache-XXXXXX", base ? base : P_tmpdir);
  if (!mkdtemp (folder)) return 1;
  snprintf (path, sizeof path, "%s/a/b/answers.db", folder);
  test_basic (&tap, path);
  test_shared (&tap, path);
  test_broken (&tap, folder);
  test_changed (&tap, folder);
  test_trust (&tap, folder);
  test_special (&tap, folder);
  test_beside (&tap, folder);
  test_frozen (&tap, folder);
  test_modes (&tap, folder);
  test_full (&tap, folder);
  snprintf (command, sizeof command, "rm -rf '%s'", folder);
  OK (&tap, system (command) == 0, "cleaned up");
  return tap_done (&tap);
}
