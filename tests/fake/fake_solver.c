/* tests/fake/fake_solver.c -- a scripted solver: it reads SMT-LIB commands and answers by a script.

   fake_solver VERDICT [FAULT N]: VERDICT (sat, unsat, unknown) is the answer to every check.  At the N-th
   command (from 0) it commits the FAULT: die, hang, garbage, error, close, flood, deep, half, late, or
   silent (answers nothing from there on). */
#include "solve/sexp.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say (const char *text) {
  fputs (text, stdout);
  fflush (stdout);
}

/* true: go on with an honest answer. */
static bool commit_fault (const char *fault) {
  if (!strcmp (fault, "die")) raise (SIGKILL);
  if (!strcmp (fault, "exit")) exit (3);
  if (!strcmp (fault, "hang"))
    for (;;) pause ();
  if (!strcmp (fault, "garbage")) say ("!@#$%^ 12 unsat-ish \x01\xff\n");
  if (!strcmp (fault, "error")) say ("(error \"line 1: made up\")\n");
  if (!strcmp (fault, "close")) return close (1), false;
  if (!strcmp (fault, "flood")) {
    static char chunk[1 << 16];
    for (size_t i = 0; i + 1 < sizeof chunk; i++) chunk[i] = "(and )"[i % 6];
    for (say ("(");;) say (chunk);
  }
  if (!strcmp (fault, "deep"))
    for (int i = 0; i < 200000; i++) say ("(");
  if (!strcmp (fault, "unbalanced")) say (") unsat\n");
  if (!strcmp (fault, "half")) {
    say ("(L1 L2");
    exit (0);
  }
  if (!strcmp (fault, "twice")) say ("unsat\nsat\n");
  if (!strcmp (fault, "late")) usleep (300000);
  return true;
}

static bool starts (wr_str text, const char *word) {
  return wr_str_starts (text, wr_str_of (word));
}

/* The words of a get-value command are the choices: all false. */
static void give_values (wr_str command) {
  wr_str token;
  size_t at = 0;
  int n = 0;
  printf ("(");
  while (wr_sexp_token (command, &at, &token))
    if (token.ptr[0] != '(' && token.ptr[0] != ')' && n++ > 0)
      printf ("(%.*s false)", WR_STR_ARGS (token));
  say (")\n");
}

static void give_echo (wr_str command) {
  const char *begin = memchr (command.ptr, '"', command.len);
  printf ("%.*s\n", (int)(command.len - (size_t)(begin - command.ptr) - 1), begin);
  say ("");
}

static void answer (wr_str command, const char *verdict) {
  if (starts (command, "(check-sat")) printf ("%s\n", verdict), say ("");
  if (starts (command, "(echo")) give_echo (command);
  if (starts (command, "(get-unsat-assumptions"))
    say ("(L!1 (not L!2) L!3 L!99999999999999999999)\n");
  if (starts (command, "(get-value")) give_values (command);
  if (starts (command, "(get-info :reason")) say ("(:reason-unknown incomplete)\n");
  if (starts (command, "(get-info :rlimit")) say ("(:rlimit 17)\n");
}

int main (int argc, char **argv) {
  const char *verdict = argc > 1 ? argv[1] : "unknown";
  const char *fault = argc > 2 ? argv[2] : "";
  long at = argc > 3 ? strtol (argv[3], NULL, 10) : -1;
  if (argc > 1 && !strcmp (argv[1], "--version")) return say ("fake 1\n"), 0;
  wr_buf text = {0};
  struct wr_scan scan = {0};
  long number = 0;
  bool silent = false;
  char chunk[4096];
  for (ssize_t got; (got = read (0, chunk, sizeof chunk)) > 0;) {
    wr_buf_add (&text, (wr_str){chunk, (size_t)got});
    while (wr_scan (&scan, wr_buf_str (&text)) == WR_SCAN_WHOLE) {
      wr_str command = {text.data + scan.begin, scan.at - scan.begin};
      if (number++ == at) {
        silent = silent || !strcmp (fault, "silent");
        if (!commit_fault (fault)) continue;
      }
      if (!silent) answer (command, verdict);
    }
  }
  wr_buf_free (&text);
  return 0;
}
