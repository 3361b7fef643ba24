/* The command line from outside: help, usage errors, exit codes, formats, output errors. */
#include "cli/options.h"
#include "process.h"
#include "source/diag.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>

struct world {
  struct tap tap;
  char *warrant;
};

enum { MAX_ARGS = 16 };

/* Runs `warrant` with the words of `line`, which are separated by single spaces. */
static struct outcome run_line (const struct world *w, const char *line, const char *input) {
  char copy[512], *words[MAX_ARGS + 2] = {w->warrant};
  snprintf (copy, sizeof copy, "%s", line);
  int count = 1;
  for (char *word = strtok (copy, " "); word && count <= MAX_ARGS; word = strtok (NULL, " ")) {
    words[count++] = word;
  }
  return process_run (words, input);
}

/* The exit code, and a text that standard output (or standard error) contains. */
static void expect (struct world *w, const char *line, int code, const char *out, const char *err) {
  struct outcome got = run_line (w, line, NULL);
  bool ok = got.code == code && (!out || strstr (wr_buf_text (&got.out), out)) &&
            (!err || strstr (wr_buf_text (&got.err), err));
  if (!OK (&w->tap, ok, "warrant %s: exit %d", line, code)) {
    printf ("# exit %d\n", got.code);
    tap_show ("output", wr_buf_str (&got.out));
    tap_show ("errors", wr_buf_str (&got.err));
  }
  outcome_free (&got);
}

static void test_help (struct world *w) {
  expect (w, "--help", 0, "Usage: warrant COMMAND", NULL);
  expect (w, "-h", 0, "Exit codes: 0", NULL);
  expect (w, "--version", 0, "warrant " WR_VERSION "\n", NULL);
  expect (w, "-V", 0, WR_VERSION, NULL);
  expect (w, "help", 0, "Usage: warrant COMMAND", NULL);
  expect (w, "help dump", 0, "Usage: warrant dump", NULL);
  expect (w, "help nothing", 3, NULL, "unknown command 'nothing'");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    char line[128], usage[128];
    snprintf (line, sizeof line, "%s --help", info->name);
    snprintf (usage, sizeof usage, "Usage: warrant %s ", info->name);
    expect (w, line, 0, usage, NULL);
    expect (w, line, 0, "Examples:\n  warrant ", NULL);
    expect (w, "--help", 0, info->line, NULL);
  }
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    if (!option->help) continue;
    enum wr_command command = WR_COMMAND_VERIFY;
    while (!(option->commands & 1u << command)) command++;
    char line[128], name[128];
    snprintf (line, sizeof line, "%s --help", wr_command_info (command)->name);
    snprintf (name, sizeof name, "--%s", option->name);
    expect (w, line, 0, name, NULL);
  }
}

static void test_usage (struct world *w) {
  expect (w, "", 3, NULL, "no command was given");
  expect (w, "verfy a.bpl", 3, NULL, "(did you mean 'verify'?)");
  expect (w, "frobnicate", 3, NULL, "unknown command 'frobnicate'\n");
  expect (w, "a.bpl", 3, NULL, "did you mean 'warrant verify a.bpl'?");
  expect (w, "verify", 3, NULL, "'verify' needs FILE...");
  expect (w, "verify --colour=never a.bpl", 3, NULL, "(did you mean '--color'?)");
  expect (w, "verify --xyzzy a.bpl", 3, NULL, "unknown option '--xyzzy'\n");
  expect (w, "verify -z a.bpl", 3, NULL, "unknown option '-z'");
  expect (w, "verify --color=nevr a.bpl", 3, NULL, "(did you mean 'never'?)");
  expect (w, "verify --color", 3, NULL, "--color needs a value");
  expect (w, "verify --separate=1 a.bpl", 3, NULL, "--separate takes no value");
  expect (w, "verify --json= a.bpl", 3, NULL, "--json= needs a value");
  expect (w, "verify --jobs=0 a.bpl", 3, NULL, "--jobs takes a whole number from 1 to 1024");
  expect (w, "verify --jobs=-1 a.bpl", 3, NULL, "not '-1'");
  expect (w, "verify --jobs=2x a.bpl", 3, NULL, "not '2x'");
  expect (w, "verify -j a.bpl", 3, NULL, "not 'a.bpl'");
  expect (w, "verify --rlimit=99999999999999999999 a.bpl", 3, NULL, "--rlimit takes");
  expect (w, "verify --timeout=0 a.bpl", 3, NULL, "greater than 0");
  expect (w, "verify --timeout=nan a.bpl", 3, NULL, "greater than 0");
  expect (w, "verify --after=parse a.bpl", 3, NULL, "'verify' has no option --after");
  expect (w, "verify --limit=x a.bpl", 3, NULL, "'verify' has no option --limit");
  expect (w, "--limit=x verify a.bpl", 3, NULL, "'verify' has no option --limit");
  expect (w, "diagnose --limit=x a.bpl", 3, NULL, "--limit takes a percentage");
  expect (w, "dump --after=nothing a.bpl", 3, NULL, "--after takes one of");
  expect (w, "verify -- --odd-name.bpl", 3, "--odd-name.bpl: error: no such file", NULL);
  expect (w, "verify \33[2Jx", 3, "�[2Jx: error", NULL);
}

static void test_reading (struct world *w) {
  file_write ("good.bpl", WR_LIT ("procedure P() { }\n"));
  file_write ("bad.bpl", WR_LIT ("procedure P() { x := ; }\n"));
  file_write ("other.txt", WR_LIT ("const c: int;\n"));
  mkdir ("folder", 0777);
  expect (w, "verify missing.bpl", 3, "missing.bpl: error: no such file [file-missing]", NULL);
  expect (w, "verify good.bpl/x.bpl", 3, "[file-missing]", NULL);
  expect (w, "why folder", 3, "folder: error: this is a directory: name the files", NULL);
  expect (w, "verify folder", 3, NULL, "'folder' contains no program: no file below it matches");
  expect (w, "verify other.txt", 3, "[unknown-language]\nnote: files that end in .bpl (Boogie)",
          NULL);
  file_write ("max.dfy", WR_LIT ("method M() { }\n"));
  expect (w, "verify max.dfy", 3, "note: Dafny translates it to Boogie", NULL);
  expect (w, "verify --lang=boogie other.txt", 0, "warrant: 0 verified, 0 errors\n", NULL);
  expect (w, "verify missing.bpl good.bpl", 3, "[file-missing]", NULL);
  expect (w, "verify good.bpl:1", 0, "warrant: ", NULL);
  expect (w, "verify missing.bpl:1", 3, "missing.bpl: error: no such file", NULL);
  expect (w, "verify bad.bpl", 3, "bad.bpl:1:22: error: ", NULL);
  expect (w, "verify bad.bpl", 3,
          "\n    1 | procedure P() { x := ; }\n      |                      ^\n", NULL);
  expect (w, "verify -q bad.bpl", 3, "[syntax]\n", NULL);
  expect (w, "verify good.bpl other.txt --lang=boogie", 0, "warrant: ", NULL);
  expect (w, "dump good.bpl", 0, "procedure P()", NULL);
  expect (w, "dump bad.bpl", 3, NULL, "bad.bpl:1:22: error: ");
  expect (w, "verify --lang=boogie /dev/zero", 3, "[file-too-large]", NULL);
  if (geteuid () != 0) {
    chmod ("other.txt", 0);
    expect (w, "verify --lang=boogie other.txt", 3, "[file-unreadable]", NULL);
    chmod ("other.txt", 0666);
  }
  struct outcome got = run_line (w, "verify --lang=boogie -", "bad.bpl");
  OK (&w->tap, got.code == 3 && strstr (wr_buf_text (&got.out), "<stdin>:1:22: error"),
      "standard input");
  outcome_free (&got);
  got = run_line (w, "verify -", "good.bpl");
  OK (&w->tap, got.code == 3 && strstr (wr_buf_text (&got.out), "[unknown-language]"),
      "standard input needs --lang");
  outcome_free (&got);
  got = run_line (w, "verify -q good.bpl", NULL);
  OK (&w->tap, got.code == 0 && !got.out.len && !got.err.len, "-q: nothing to say");
  outcome_free (&got);
}

static void test_several (struct world *w) {
  file_write ("uses.bpl", WR_LIT ("procedure Q() { assert c == c; }\n"));
  expect (w, "verify --lang=boogie uses.bpl other.txt", 0, "warrant: ", NULL);
  expect (w, "verify --separate --lang=boogie uses.bpl other.txt", 3, "[undeclared-identifier]",
          NULL);
  expect (w, "verify --separate good.bpl good.bpl", 0, "warrant: ", NULL);
  expect (w, "verify good.bpl good.bpl", 3, "error", NULL);
}

static void test_formats (struct world *w) {
  expect (w, "verify --json bad.bpl", 3, "\"status\": \"parse-error\"", NULL);
  expect (w, "verify --format=json missing.bpl", 3, "\"status\": \"unreadable\"", NULL);
  expect (w, "verify --json good.bpl", 0, "\"format\": \"warrant/1\"", NULL);
  expect (w, "verify --format=github bad.bpl", 3, "::error file=bad.bpl,line=1,col=22,", NULL);
  expect (w, "verify --color=always bad.bpl", 3, "\33[1;31merror: ", NULL);
  expect (w, "verify --color=auto bad.bpl", 3, "1:22: error: ", NULL);
  expect (w, "verify --json=out.json bad.bpl", 3, "bad.bpl:1:22: error: ", NULL);
  wr_buf json = {0};
  OK (&w->tap, file_read ("out.json", &json) && strstr (wr_buf_text (&json), "\"parse-error\""),
      "--json=FILE wrote the file");
  wr_buf_free (&json);
  expect (w, "verify --json=no/such/folder/x.json good.bpl", 3, NULL, "cannot create");
  expect (w, "verify --json=/dev/full good.bpl", 5, NULL, "cannot write '/dev/full'");
  setenv ("NO_COLOR", "1", 1);
  expect (w, "verify --color=always bad.bpl", 3, "\33[1;31merror: ", NULL);
  unsetenv ("NO_COLOR");
}

static void test_output_errors (struct world *w) {
  char line[512];
  snprintf (line, sizeof line, "%s verify good.bpl >/dev/full 2>err.txt", w->warrant);
  int status = system (line);
  OK (&w->tap, WIFEXITED (status) && WEXITSTATUS (status) == 5, "a full disk: exit 5");
  wr_buf text = {0};
  OK (&w->tap, file_read ("err.txt", &text) && strstr (wr_buf_text (&text), "cannot write"),
      "and a message");
  wr_buf_free (&text);
  snprintf (line, sizeof line, "(%s explain; echo $? >code.txt) 2>err.txt | true; sleep 0.2",
            w->warrant);
  status = system (line);
  OK (&w->tap, file_read ("code.txt", &text) && strchr ("05", text.data[0]),
      "a closed pipe: no death by signal");
  wr_buf_free (&text);
}

static void test_generated (struct world *w) {
  expect (w, "--generate=man", 0, ".SH EXIT STATUS", NULL);
  expect (w, "--generate=bash", 0, "complete -o filenames -F _warrant warrant", NULL);
  expect (w, "--generate=bash", 0, "compgen -f -X '!*.json'", NULL);
  expect (w, "--generate=zsh", 0, "#compdef warrant", NULL);
  expect (w, "--help-hidden", 0, "group_goals=8", NULL);
  expect (w, "--generate=fish", 0, "complete -c warrant", NULL);
}

/* The next `"id": "..."` from *at on, quotes included; empty: there is none. */
static wr_str next_id (const char **at) {
  const char *begin = strstr (*at, "\"id\": \"");
  if (!begin) return (wr_str){0};
  begin += strlen ("\"id\": ");
  const char *end = strchr (begin + 1, '"') + 1;
  *at = end;
  return (wr_str){begin, (size_t)(end - begin)};
}

static uint32_t count_in (const char *text, wr_str id) {
  uint32_t count = 0;
  const char *at = text;
  for (wr_str other; (other = next_id (&at)).len;) count += wr_str_equal (other, id);
  return count;
}

/* Ids of goals and facts come from names: they are unique in a program of several files, and the same whichever
   procedures are selected and after edits elsewhere; an id is an address. */
static void test_ids (struct world *w) {
  static const char q[] =
      "procedure Q(x: int) returns (r: int) requires x > 0; ensures r > x; { r := x + 1; }\n";
  static const char a[] = "procedure A() { var y: int; call y := Q(1); assert y > 1;\n"
                          "  while (y < 10) invariant y > 1; { y := y + 1; } assert y > 1; }\n";
  static const char b[] =
      "procedure B() { var y: int; call y := Q(2); call y := Q(y); assert y > 1; }\n";
  char edited[1024];
  snprintf (edited, sizeof edited, "// a comment\n%sprocedure New() { assert 1 < 2; }\n%s", q, a);
  wr_buf both = {0};
  wr_buf_print (&both, "%s%s", q, a);
  file_write ("qa.bpl", wr_buf_str (&both));
  file_write ("b.bpl", wr_str_of (b));
  struct outcome all = run_line (w, "cover --no-cache --json qa.bpl b.bpl", NULL);
  const char *full = wr_buf_text (&all.out), *at = full;
  uint32_t count = 0, twice = 0;
  for (wr_str id; (id = next_id (&at)).len; count++) twice += count_in (full, id) > 1;
  OK (&w->tap, all.code == 0 && count > 20 && !twice, "%u ids in two files, each once", count);
  static const char *const parts[] = {"cover --no-cache --json --procedure B qa.bpl b.bpl",
                                      "cover --no-cache --json --procedure A qa.bpl b.bpl"};
  for (int i = 0; i < 2; i++) {
    struct outcome part = run_line (w, parts[i], NULL);
    uint32_t met = 0, other = 0;
    at = wr_buf_text (&part.out);
    for (wr_str id; (id = next_id (&at)).len; met++) other += count_in (full, id) != 1;
    OK (&w->tap, met > 5 && met < count && !other, "%s: %u ids, all as without a selection",
        parts[i], met);
    outcome_free (&part);
  }
  file_write ("qa.bpl", wr_str_of (edited));
  struct outcome after = run_line (w, "cover --no-cache --json qa.bpl b.bpl", NULL);
  uint32_t lost = 0;
  at = full;
  for (wr_str id; (id = next_id (&at)).len;) lost += count_in (wr_buf_text (&after.out), id) != 1;
  OK (&w->tap, !lost, "after an edit elsewhere the ids are the same");
  at = full;
  wr_str first = next_id (&at);
  char line[128];
  snprintf (line, sizeof line, "why --no-cache qa.bpl b.bpl %.*s", (int)first.len - 2,
            first.ptr + 1);
  expect (w, line, 0, "rests on", NULL);
  outcome_free (&all);
  outcome_free (&after);
  wr_buf_free (&both);
}

int main (int argc, char **argv) {
  struct world w = {0};
  char folder[] = "cli-XXXXXX";
  if (argc < 2 || !(w.warrant = realpath (argv[1], NULL)) || !mkdtemp (folder) || chdir (folder)) {
    return 2;
  }
  unsetenv ("NO_COLOR");
  test_help (&w);
  test_usage (&w);
  test_reading (&w);
  test_several (&w);
  test_formats (&w);
  test_output_errors (&w);
  test_generated (&w);
  test_ids (&w);
  char line[64];
  snprintf (line, sizeof line, "rm -rf ./%s", folder);
  if (chdir ("..") != 0 || system (line) < 0) return 2;
  free (w.warrant);
  return tap_done (&w.tap);
}
