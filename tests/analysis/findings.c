/* `warrant cover` from outside: answers do not depend on the number of workers; verdicts are those of `verify`; and, where
   the collection of published examples is at hand, the findings that are known of them.

     findings WARRANT FOLDER_OF_PROGRAMS FOLDER_OF_PAPERS */
#include "process.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

/* The line `3 goals in 1 procedure; 0.04 s` ends with a time: it is left out. */
static void add_without_time (wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    size_t end = i + 1;
    while (end < text.len && strchr ("0123456789.", text.ptr[end])) end++;
    wr_str rest = {text.ptr + end, text.len - end};
    if (text.ptr[i] == ' ' && end > i + 1 && wr_str_starts (rest, WR_LIT (" s\n")))
      i = end + 1;
    else
      wr_buf_add_char (out, text.ptr[i]);
  }
}

static void run (const char *warrant, const char *const *args, wr_buf *out) {
  char *argv[12] = {(char *)(uintptr_t)warrant};
  int n = 1;
  while (*args && n < 11) argv[n++] = (char *)(uintptr_t)*args++;
  struct outcome got = process_run (argv, NULL);
  add_without_time (out, wr_buf_str (&got.out));
  outcome_free (&got);
}

static bool has_line (const wr_buf *text, const char *place, const char *code) {
  char want[128];
  snprintf (want, sizeof want, ":%s:", place);
  const char *at = text->data ? strstr (text->data, want) : NULL;
  for (; at; at = strstr (at + 1, want)) {
    const char *end = strchr (at, '\n');
    const char *found = strstr (at, code);
    if (found && (!end || found < end)) return true;
  }
  return false;
}

/* The summary. */
static wr_str last_line (const wr_buf *text) {
  wr_str all = {text->data, text->len};
  while (all.len && all.ptr[all.len - 1] == '\n') all.len--;
  size_t from = all.len;
  while (from && all.ptr[from - 1] != '\n') from--;
  return (wr_str){all.ptr + from, all.len - from};
}

static void one_program (struct tap *tap, const char *warrant, const char *path, const char *name) {
  wr_buf one = {0}, four = {0}, verify = {0};
  run (warrant, (const char *const[]){"cover", "--no-cache", "--jobs", "1", path, NULL}, &one);
  run (warrant, (const char *const[]){"cover", "--no-cache", "--jobs", "4", path, NULL}, &four);
  run (warrant, (const char *const[]){"verify", "--no-cache", path, NULL}, &verify);
  OK (tap, one.len && wr_str_equal (wr_buf_str (&one), wr_buf_str (&four)),
      "%s: the same with one worker and with four", name);
  if (!OK (tap, wr_str_equal (last_line (&one), last_line (&verify)), "%s: verdicts as in verify",
           name))
    tap_show ("verify", wr_buf_str (&verify));
  wr_buf_clear (&four);
  run (warrant, (const char *const[]){"cover", "--no-cache", "--fine", path, NULL}, &four);
  OK (tap, wr_str_equal (last_line (&four), last_line (&verify)), "%s: and with --fine", name);
  wr_buf_free (&one);
  wr_buf_free (&four);
  wr_buf_free (&verify);
}

static int by_name (const struct dirent **a, const struct dirent **b) { return alphasort (a, b); }

static void programs (struct tap *tap, const char *warrant, const char *folder) {
  struct dirent **names;
  int count = scandir (folder, &names, NULL, by_name);
  for (int i = 0; i < count; i++) {
    if (wr_str_ends (wr_str_of (names[i]->d_name), WR_LIT (".bpl"))) {
      char path[1024];
      snprintf (path, sizeof path, "%s/%s", folder, names[i]->d_name);
      one_program (tap, warrant, path, names[i]->d_name);
    }
    free (names[i]);
  }
  if (count >= 0) free (names);
}

struct known {
  const char *file, *place, *code;
};

static void papers (struct tap *tap, const char *warrant, const char *folder) {
  static const struct known all[] = {
      {"BinSearch.bpl", "2720:3", "unnecessary-requires"},
      {"BinSearch.bpl", "2847:17", "unconstrained-code"},
      {"BinSearch.bpl", "2863:5", "unconstrained-code"},
      {"Find-2.3.bpl", "3423:5", "vacuous-proof"},
      {"Find-2.3.bpl", "3264:1", "clashes: this axiom, from Find-2.3.dfy:1:26"}, /* its ensures */
      {"Find-2.3.bpl", "3420:5", "clashes: this assignment, from Find-2.3.dfy:8:9"}, /* the call */
  };
  const char *open = "";
  wr_buf text = {0};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char path[1024];
    snprintf (path, sizeof path, "%s/%s", folder, all[i].file);
    if (access (path, R_OK)) continue;
    if (strcmp (open, all[i].file)) {
      wr_buf_clear (&text);
      run (warrant, (const char *const[]){"cover", "--no-cache", path, NULL}, &text);
      wr_buf_add_char (&text, '\0');
      open = all[i].file;
    }
    OK (tap, has_line (&text, all[i].place, all[i].code), "%s:%s: %s", all[i].file, all[i].place,
        all[i].code);
  }
  wr_buf_free (&text);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 4) return 2;
  programs (&tap, argv[1], argv[2]);
  papers (&tap, argv[1], argv[3]);
  return tap_done (&tap);
}
