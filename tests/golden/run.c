/* The golden runner.  For every FOLDER/x.bpl and x.vpr it runs `warrant ARGS x.bpl` and compares standard output,
   standard error and the exit code with x.bpl.gold.  ARGS are the words of x.bpl.args, or else of the
   folder's `default.args`; `@` at the start of a word stands for the file, which otherwise comes last.

     run [--bless] WARRANT FOLDER...

   --bless writes the gold files instead: read the difference before you commit it.  Files run from inside
   their folder, so paths are short; times ("seconds": 0.012, time="0.012", 0.3 s), memory and solver resources are replaced by `_`. */
#include "process.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>

enum { MAX_WORDS = 64 };

struct job {
  const char *warrant, *folder;
  bool bless;
};

/* The words of an .args file; the buffer is cut up in place. */
static int split (char *text, char **words, int most) {
  int count = 0;
  for (char *word = strtok (text, " \t\n"); word && count < most; word = strtok (NULL, " \t\n")) {
    words[count++] = word;
  }
  return count;
}

/* The table of costs: seconds, and what follows them in the line, become one `_`. */
static bool drop_costs (wr_buf *to, wr_str text, size_t *at, size_t end) {
  wr_str number = {text.ptr + *at, end - *at};
  const char *dot = memchr (number.ptr, '.', number.len);
  bool seconds = dot && number.len - (size_t)(dot - number.ptr) == 4 &&
                 wr_str_ends (wr_buf_str (to), WR_LIT ("  ")) && end < text.len &&
                 text.ptr[end] == ' ';
  if (!seconds) return false;
  while (to->len && to->data[to->len - 1] == ' ') to->len--;
  wr_buf_add (to, WR_LIT ("  _"));
  while (end < text.len && text.ptr[end] != '\n') end++;
  *at = end;
  return true;
}

/* Numbers with a fraction before " s" or after "seconds": become `_`: times differ from run to run, resources
   from solver to solver. */
static void drop_times (wr_buf *to, wr_str text) {
  for (size_t i = 0; i < text.len;) {
    size_t end = i;
    while (end < text.len && strchr ("0123456789.e-", text.ptr[end])) end++;
    wr_str rest = {text.ptr + end, text.len - end}, done = wr_buf_str (to);
    bool digit = text.ptr[i] >= '0' && text.ptr[i] <= '9';
    bool time =
        digit &&
        (wr_str_ends (done, WR_LIT ("seconds\": ")) ||
         wr_str_ends (done, WR_LIT ("resources\": ")) || wr_str_ends (done, WR_LIT (" time=\"")) ||
         wr_str_starts (rest, WR_LIT (" s\n")) || wr_str_starts (rest, WR_LIT (" s,")) ||
         wr_str_starts (rest, WR_LIT (" s)")) || wr_str_starts (rest, WR_LIT (" MB\n")));
    if (digit && drop_costs (to, text, &i, end)) continue;
    if (time) {
      wr_buf_add_char (to, '_');
      i = end;
    } else {
      wr_buf_add_char (to, text.ptr[i++]);
    }
  }
}

static void section (wr_buf *to, const char *title, const wr_buf *text) {
  if (!text->len) return;
  wr_buf_print (to, "--- %s\n", title);
  drop_times (to, wr_buf_str (text));
  if (text->data[text->len - 1] != '\n') wr_buf_add (to, WR_LIT ("(no line end)\n"));
}

static void run_case (const struct job *job, const char *name, wr_buf *result) {
  wr_buf args = {0};
  char path[512], *words[MAX_WORDS + 3];
  snprintf (path, sizeof path, "%s.args", name);
  if (!file_read (path, &args) && !file_read ("default.args", &args)) {
    wr_buf_add (&args, WR_LIT ("verify"));
  }
  words[0] = (char *)job->warrant;
  (void)wr_buf_text (&args);
  int count = 1 + split (args.data, words + 1, MAX_WORDS);
  bool placed = false;
  wr_arena *arena = wr_arena_new ();
  for (int i = 1; i < count; i++) {
    if (words[i][0] != '@') continue;
    words[i] = (char *)wr_str_print (arena, "%s%s", name, words[i] + 1).ptr;
    placed = true;
  }
  if (!placed) words[count++] = (char *)name;
  words[count] = NULL;
  struct outcome got = process_run (words, NULL);
  wr_buf_print (result, "exit %d\n", got.code);
  section (result, "output", &got.out);
  section (result, "errors", &got.err);
  outcome_free (&got);
  wr_arena_free (arena);
  wr_buf_free (&args);
}

static void compare (struct tap *t, const struct job *job, const char *name) {
  wr_buf got = {0}, want = {0};
  char path[512];
  snprintf (path, sizeof path, "%s.gold", name);
  run_case (job, name, &got);
  if (job->bless) {
    FILE *file = fopen (path, "wb");
    OK (t, file && fwrite (got.data, 1, got.len, file) == got.len, "%s/%s blessed", job->folder,
        name);
    if (file) fclose (file);
  } else {
    bool there = file_read (path, &want);
    bool same = there && wr_str_equal (wr_buf_str (&got), wr_buf_str (&want));
    if (!OK (t, same, "%s/%s", job->folder, name)) {
      tap_show ("got", wr_buf_str (&got));
      tap_show (there ? "want" : "there is no gold file", wr_buf_str (&want));
    }
  }
  wr_buf_free (&got);
  wr_buf_free (&want);
}

static int is_case (const struct dirent *entry) {
  wr_str name = wr_str_of (entry->d_name);
  bool program = wr_str_ends (name, WR_LIT (".bpl")) || wr_str_ends (name, WR_LIT (".vpr"));
  return program && name.len < 256;
}

static void run_folder (struct tap *t, const struct job *job) {
  int here = open (".", O_RDONLY | O_DIRECTORY);
  struct dirent **entries = NULL;
  int count = chdir (job->folder) == 0 ? scandir (".", &entries, is_case, alphasort) : -1;
  OK (t, count > 0, "%s has cases", job->folder);
  for (int i = 0; i < count; i++) {
    compare (t, job, entries[i]->d_name);
    free (entries[i]);
  }
  free (entries);
  if (fchdir (here) != 0) abort ();
  close (here);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  bool bless = argc > 1 && !strcmp (argv[1], "--bless");
  int first = bless ? 2 : 1;
  if (argc < first + 2) {
    fprintf (stderr, "usage: run [--bless] WARRANT FOLDER...\n");
    return 2;
  }
  unsetenv ("NO_COLOR");
  setenv ("SOURCE_DATE_EPOCH", "1000000000", 1);
  char *warrant = realpath (argv[first], NULL);
  for (int i = first + 1; i < argc; i++) {
    run_folder (&t, &(struct job){.warrant = warrant, .folder = argv[i], .bless = bless});
  }
  free (warrant);
  return tap_done (&t);
}
