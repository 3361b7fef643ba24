/* A second language goes through every command and every report, and nothing of the first one shows.

   commands WARRANT-WITH-TINY FOLDER */
#include "process.h"
#include "tap.h"

#include <stdlib.h>

struct state {
  struct tap tap;
  char *warrant, *folder;
  char scratch[64];
};

/* Words of another language. */
static const char *foreign_word (wr_buf *text) {
  static const char *const words[] = {
      "boogie", ".bpl", "anon0", "{:", "`;`", "assert false", "piece0"};
  const char *all = wr_buf_text (text);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcasestr (all, words[i])) return words[i];
  return NULL;
}

/* Of a page for browsers only its data: the script in it is the same for all languages. */
static void keep_data (wr_buf *text) {
  const char *all = wr_buf_text (text), *data = strstr (all, "id=\"data\">");
  const char *end = data ? strstr (data, "</script>") : NULL;
  if (!end) return;
  wr_buf part = {0};
  wr_buf_add (&part, (wr_str){data, (size_t)(end - data)});
  wr_buf_free (text);
  *text = part;
}

static void check_words (struct state *s, const char *what, wr_buf *text) {
  keep_data (text);
  const char *word = foreign_word (text);
  if (!OK (&s->tap, !word, "%s: no word of another language", what)) {
    printf ("# %s\n", word);
    tap_show ("text", wr_buf_str (text));
  }
}

/* The words of `line`; @ stands for the folder with the programs, % for the one for files. */
static struct outcome run (const struct state *s, const char *line) {
  char *words[32] = {s->warrant}, *copy = strdup (line), *rest = copy, *word;
  int count = 1;
  while (count < 31 && (word = strsep (&rest, " "))) {
    wr_buf full = {0};
    for (const char *c = word; *c; c++) {
      if (*c == '@' || *c == '%')
        wr_buf_add (&full, wr_str_of (*c == '@' ? s->folder : s->scratch));
      else
        wr_buf_add_char (&full, *c);
    }
    words[count++] = strdup (wr_buf_text (&full));
    wr_buf_free (&full);
  }
  struct outcome got = process_run (words, NULL);
  for (int i = 1; i < count; i++) free (words[i]);
  free (copy);
  return got;
}

/* The exit code, a part of what is printed, and no foreign word. */
static void expect (struct state *s, const char *line, int code, const char *part) {
  struct outcome got = run (s, line);
  wr_buf_add (&got.out, wr_buf_str (&got.err));
  bool found = strstr (wr_buf_text (&got.out), part) != NULL;
  if (!OK (&s->tap, got.code == code && found, "%s", line)) {
    printf ("# exit code %d, wanted %d and: %s\n", got.code, code, part);
    tap_show ("output", wr_buf_str (&got.out));
  }
  check_words (s, line, &got.out);
  outcome_free (&got);
}

/* A file that was written holds this. */
static void expect_file (struct state *s, const char *name, const char *part) {
  char path[256];
  wr_buf text = {0};
  snprintf (path, sizeof path, "%s/%s", s->scratch, name);
  bool read = file_read (path, &text);
  OK (&s->tap, read && strstr (wr_buf_text (&text), part), "%s holds %s", name, part);
  check_words (s, name, &text);
  wr_buf_free (&text);
}

static void test_loading (struct state *s) {
  char path[256];
  snprintf (path, sizeof path, "%s/syntax.tiny", s->scratch);
  file_write (path, WR_LIT ("task P(\n"));
  expect (s, "verify --json %/syntax.tiny", 3, "\"status\": \"parse-error\"");
  snprintf (path, sizeof path, "%s/name.tiny", s->scratch);
  file_write (path, WR_LIT ("task P()\n  check x > 0\nend\n"));
  expect (s, "verify --json %/name.tiny", 3, "\"status\": \"resolve-error\"");
  snprintf (path, sizeof path, "%s/type.tiny", s->scratch);
  file_write (path, WR_LIT ("task P(x)\n  x = run P()\nend\n"));
  expect (s, "verify --json %/type.tiny", 3, "\"status\": \"type-error\"");
  snprintf (path, sizeof path, "%s/demo.txt", s->scratch);
  file_write (path, WR_LIT ("task P(x)\n  check x == x\nend\n"));
  expect (s, "verify --lang=tiny %/demo.txt", 0, "1 verified, 0 errors");
  struct outcome got = run (s, "verify %/demo.txt");
  OK (&s->tap, got.code == 3 && strstr (wr_buf_text (&got.out), "--lang=tiny or --lang="),
      "a file without a known extension");
  outcome_free (&got);
  snprintf (path, sizeof path, "%s/other.bpl", s->scratch);
  file_write (path, WR_LIT ("procedure P() { assert true; }\n"));
  got = run (s, "verify @/demo.tiny %/other.bpl");
  OK (&s->tap,
      got.code == 3 && strstr (wr_buf_text (&got.out), "all files of a program share one language"),
      "two languages in one program");
  outcome_free (&got);
}

static void test_proofs (struct state *s) {
  expect (s, "verify --no-cache @/demo.tiny", 0, "5 verified, 0 errors");
  expect (s, "verify --no-cache -v -p Max @/demo.tiny", 0, "1 verified, 0 errors");
  expect (s, "verify --no-cache @/demo.tiny:5", 0, "1 verified, 0 errors");
  expect (s, "verify --no-cache @/wrong.tiny", 1, "note: then result = -1");
  expect (s, "verify --no-cache --self-check @/wrong.tiny", 1, "0 verified, 1 error");
  expect (s, "run @/wrong.tiny Abs x=-1", 1, "wrong.tiny:4: result = -1");
  expect (s, "verify --no-cache --format=github @/wrong.tiny", 1, "::error");
  expect (s,
          "verify --no-cache --sarif=%/wrong.sarif --junit=%/wrong.xml --markdown=%/wrong.md "
          "--html=%/wrong.html @/wrong.tiny",
          1, "0 verified, 1 error");
  expect_file (s, "wrong.sarif", "codeFlows");
  expect_file (s, "wrong.xml", "<failure");
  expect_file (s, "wrong.md", "wrong.tiny");
  expect_file (s, "wrong.html", "wrong.tiny");
}

static void test_coverage (struct state *s) {
  expect (s, "cover --no-cache @/demo.tiny", 0, "[unnecessary-assume]");
  expect (s, "cover --no-cache -p Absurd @/demo.tiny", 0, "clashes: this need");
  expect (s, "cover --no-cache -p Marked @/demo.tiny", 0, "remove absurd");
  expect (s, "cover --no-cache --fine -p Count @/demo.tiny", 0, "[unnecessary-invariant]");
  expect (s, "cover --no-cache --annotate @/demo.tiny", 0, "result = 0");
  expect (s, "cover --no-cache --format=github @/demo.tiny", 0, "::warning");
  expect (s,
          "cover --no-cache --json=%/demo.json --html=%/demo.html --lcov=%/demo.info "
          "--cobertura=%/demo.xml --sarif=%/demo.sarif --junit=%/junit.xml "
          "--markdown=%/demo.md @/demo.tiny",
          0, "5 verified, 0 errors");
  expect_file (s, "demo.json", "\"unnecessary-assume\"");
  expect_file (s, "demo.html", "task Count(n)");
  expect_file (s, "demo.info", "FN:");
  expect_file (s, "demo.xml", "<coverage");
  expect_file (s, "demo.sarif", "```tiny");
  expect_file (s, "demo.sarif", "Remove this line");
  expect_file (s, "junit.xml", "<testcase");
  expect_file (s, "demo.md", "demo.tiny");
  expect (s, "diff %/demo.json %/demo.json", 0, "");
  expect (s, "cover --no-cache --baseline=%/demo.json @/demo.tiny", 0, "baseline:");
}

static void test_queries (struct state *s) {
  expect (s, "why --no-cache @/demo.tiny:24", 0, "result >= b");
  expect (s, "why --no-cache --json @/demo.tiny Step", 0, "\"ensures-of-call\"");
  expect (s, "impact --no-cache @/demo.tiny:6", 0, "result >= b");
  expect (s, "progress --no-cache @/demo.tiny", 0, "goals rest on 9 of 10 statements");
  expect (s, "stability --no-cache --runs=2 @/demo.tiny", 0, "12 of 12 goals keep their verdict");
  expect (s, "diagnose --no-cache @/wrong.tiny", 1,
          "genuine: an execution violates this postcondition `gives result >= 0`");
  expect (s, "axioms --no-cache @/demo.tiny", 0, "tests: 1, of which 1 proved");
  expect (s, "path --no-cache @/demo.tiny:24 @/demo.tiny:6", 0, "result = b");
  expect (s, "trust --no-cache @/demo.tiny", 0, "gives result > x");
  expect (s, "uncovered --no-cache @/demo.tiny", 0, "spare = n");
  expect (s, "graph --no-cache --dot=%/demo.dot --graphml=%/demo.graphml --csv=%/csv @/demo.tiny",
          0, "");
  expect_file (s, "demo.dot", "digraph");
  expect_file (s, "demo.graphml", "<graphml");
  expect_file (s, "csv/nodes.csv", "demo.tiny");
}

static void test_texts (struct state *s) {
  expect (s, "prune --no-cache @/demo.tiny:24", 0, "check m >= n");
  expect (s, "prune --no-cache @/demo.tiny Step", 0, "task Next(x)\n  gives result > x\noutside");
  expect (s, "prune --no-cache --json @/demo.tiny Count", 0, "\"verified\": true");
  expect (s, "prune --no-cache --advice @/demo.tiny", 0, "task Count(n)");
  expect (s, "dump --after=parse @/demo.tiny", 0, "repeat result < n\n    keeps result <= n");
  expect (s, "dump --after=type @/demo.tiny", 0, "suppose n > 0 ok unnecessary-assume");
  expect (s, "explain unnecessary-assume", 0, "suppose n > 3");
  expect (s, "explain vacuous-proof", 0, "absurd");
  expect (s, "explain unnecessary-assert", 0, "ok unnecessary-assert");
  expect (s, "explain --lang=tiny file-missing", 0, "");
  struct outcome got = run (s, "prune --help"); /* it lists the other language too */
  OK (&s->tap, got.code == 0 && strstr (wr_buf_text (&got.out), "warrant prune max.tiny:12"),
      "examples of commands");
  outcome_free (&got);
  got = run (s, "dump --after=smt @/demo.tiny");
  OK (&s->tap, got.code == 0 && strstr (wr_buf_text (&got.out), "(check-sat"), "queries");
  outcome_free (&got);
  got = run (s, "dump --after=core @/demo.tiny");
  OK (&s->tap, got.code == 0 && strstr (wr_buf_text (&got.out), "(procedure Count"), "core");
  outcome_free (&got);
}

int main (int argc, char **argv) {
  if (argc != 3) return 2;
  struct state s = {.warrant = argv[1], .folder = argv[2], .scratch = "/tmp/tiny-XXXXXX"};
  if (!mkdtemp (s.scratch)) return 2;
  test_loading (&s);
  test_proofs (&s);
  test_coverage (&s);
  test_queries (&s);
  test_texts (&s);
  char *remove[] = {"/bin/rm", "-r", s.scratch, NULL};
  struct outcome gone = process_run (remove, NULL);
  OK (&s.tap, gone.code == 0, "nothing is left behind");
  outcome_free (&gone);
  return tap_done (&s.tap);
}
