/* Runs the console blocks of a document and compares what they show.

     run DOCUMENT FOLDER WARRANT

   In a ```console block a line `$ command` is run by the shell inside FOLDER, with `./warrant` and `warrant` meaning
   WARRANT; the lines up to the next command are what it prints, standard error included.  A line `...` stands for any number of
   lines.  A block whose first line is `# not run` is passed over. */
#include "process.h"
#include "tap.h"

#include <stdlib.h>

struct lines {
  char *text; /* cut into lines in place */
  char **items;
  size_t count;
};

static struct lines split_lines (wr_buf *buf) {
  struct lines lines = {0};
  (void)wr_buf_text (buf);
  lines.text = buf->data;
  size_t room = 1;
  for (size_t i = 0; i < buf->len; i++) room += buf->data[i] == '\n';
  lines.items = wr_alloc (room, sizeof *lines.items);
  for (char *at = lines.text; at && *at;) {
    lines.items[lines.count++] = at;
    at = strchr (at, '\n');
    if (at) *at++ = '\0';
  }
  return lines;
}

/* The length of a line without a time at its end: `0.04 s`. */
static size_t length_before_time (const char *line) {
  size_t len = strlen (line);
  if (len < 2 || strcmp (line + len - 2, " s") != 0) return len;
  len -= 2;
  while (len && strchr ("0123456789.", line[len - 1])) len--;
  return len;
}

static bool same_line (const char *want, const char *got) {
  size_t len = length_before_time (want);
  return len == length_before_time (got) && !strncmp (want, got, len) && !want[len] == !got[len];
}

/* Does `got` match the wanted lines, in which "..." stands for any number of lines? */
static bool matches (char **want, size_t want_count, char **got, size_t got_count) {
  size_t w = 0, g = 0, star = SIZE_MAX, mark = 0;
  while (g < got_count) {
    if (w < want_count && !strcmp (want[w], "...")) {
      star = w++;
      mark = g;
    } else if (w < want_count && same_line (want[w], got[g])) {
      w++, g++;
    } else if (star != SIZE_MAX) {
      w = star + 1;
      g = ++mark;
    } else {
      return false;
    }
  }
  while (w < want_count && !strcmp (want[w], "...")) w++;
  return w == want_count;
}

static void run_command (struct tap *t, const char *command, char **want, size_t want_count) {
  char *words[] = {"/bin/sh", "-c", NULL, NULL};
  wr_buf line = {0};
  wr_buf_print (&line, "exec 2>&1; %s", command);
  words[2] = (char *)wr_buf_text (&line);
  struct outcome got = process_run (words, NULL);
  wr_buf copy = {0};
  wr_buf_add (&copy, wr_buf_str (&got.out));
  struct lines lines = split_lines (&got.out);
  if (!OK (t, matches (want, want_count, lines.items, lines.count), "$ %s", command)) {
    tap_show ("it prints", wr_buf_str (&copy));
  }
  free (lines.items);
  wr_buf_free (&copy);
  wr_buf_free (&line);
  outcome_free (&got);
}

static void run_block (struct tap *t, char **items, size_t count) {
  if (count && !strcmp (items[0], "# not run")) return;
  for (size_t i = 0; i < count;) {
    size_t end = i + 1;
    while (end < count && strncmp (items[end], "$ ", 2) != 0) end++;
    if (!strncmp (items[i], "$ ", 2)) run_command (t, items[i] + 2, items + i + 1, end - i - 1);
    i = end;
  }
}

/* A folder in front of PATH that holds the program under test, and ./warrant itself.  Tests of several documents run at the same
   time, so each has a folder of its own (`scratch`, a template of mkdtemp). */
static bool prepare (const char *folder, const char *warrant, char *scratch) {
  wr_buf line = {0};
  char *program = realpath (warrant, NULL), here[4096];
  bool ok = program && getcwd (here, sizeof here) && mkdtemp (scratch);
  if (ok) {
    wr_buf_print (&line, "ln -s '%s' %s/warrant && cp -r '%s/examples' %s/", program, scratch,
                  folder, scratch);
    ok = system (wr_buf_text (&line)) == 0 && chdir (scratch) == 0;
    wr_buf_clear (&line);
    wr_buf_print (&line, "%s/%s:%s", here, scratch,
                  getenv ("PATH") ? getenv ("PATH") : "/usr/bin:/bin");
    setenv ("PATH", wr_buf_text (&line), 1);
    wr_buf_clear (&line);
    wr_buf_print (&line, "%s/%s/cache", here, scratch); /* empty: no goal is from the cache */
    setenv ("XDG_CACHE_HOME", wr_buf_text (&line), 1);
  }
  free (program);
  wr_buf_free (&line);
  return ok;
}

int main (int argc, char **argv) {
  struct tap t = {0};
  wr_buf document = {0}, end_line = {0};
  char scratch[] = "readme-run-XXXXXX";
  if (argc < 4 || !file_read (argv[1], &document) || !prepare (argv[2], argv[3], scratch)) return 2;
  unsetenv ("NO_COLOR");
  struct lines lines = split_lines (&document);
  size_t blocks = 0;
  for (size_t i = 0; i < lines.count; i++) {
    if (strcmp (lines.items[i], "```console") != 0) continue;
    size_t end = ++i;
    while (end < lines.count && strcmp (lines.items[end], "```") != 0) end++;
    run_block (&t, lines.items + i, end - i);
    blocks++;
    i = end;
  }
  OK (&t, blocks > 0, "%zu console blocks", blocks);
  free (lines.items);
  wr_buf_free (&document);
  wr_buf_print (&end_line, "rm -rf %s", scratch);
  bool removed = chdir ("..") == 0 && system (wr_buf_text (&end_line)) == 0;
  wr_buf_free (&end_line);
  if (!removed) return 2;
  return tap_done (&t);
}
