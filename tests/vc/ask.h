/* tests/vc/ask.h -- asking a solver about many goals at once: the texts of several programs one after the
   other, (reset) between them, and the answers as one letter each: P proved (unsat), F not (sat or
   unknown), ? anything else. */
#ifndef WR_TESTS_VC_ASK_H
#define WR_TESTS_VC_ASK_H

#include "process.h"
#include "tap.h"
#include "vc/smtlib.h"

struct asker {
  wr_buf text;
  const char *program;
  enum wr_dialect dialect;
};

static inline struct asker asker_z3 (void) {
  return (struct asker){.program = "/usr/bin/z3", .dialect = WR_DIALECT_Z3};
}
static inline struct asker asker_cvc5 (void) {
  return (struct asker){.program = "/usr/bin/cvc5", .dialect = WR_DIALECT_STANDARD};
}
static inline bool asker_installed (const struct asker *a) {
  return access (a->program, X_OK) == 0;
}

static inline void ask_program (struct asker *a, const wr_core *core, bool labelled) {
  if (a->text.len) wr_buf_print (&a->text, "(reset)\n");
  wr_smtlib_prelude (&a->text, core, a->dialect, labelled);
  /* With case_split 3 z3 4.8.12 never ends on some maps of truth values. */
  if (a->dialect == WR_DIALECT_Z3) wr_buf_print (&a->text, "(set-option :smt.case_split 1)\n");
}
static inline void ask_enter (struct asker *a, const wr_vc *vc) {
  wr_buf_print (&a->text, "(push 1)\n");
  wr_smtlib_procedure (&a->text, vc, a->dialect, true);
}
static inline void ask_leave (struct asker *a) { wr_buf_print (&a->text, "(pop 1)\n"); }

/* One letter per line of output, appended to `letters`; false when the program could not be run. */
static inline bool ask_run (struct asker *a, wr_buf *letters) {
  char path[] = "ask-XXXXXX";
  int fd = mkstemp (path);
  if (fd < 0) return false;
  bool ok = write (fd, a->text.data, a->text.len) == (ssize_t)a->text.len;
  close (fd);
  bool z3 = a->dialect == WR_DIALECT_Z3;
  char *words[] = {(char *)(uintptr_t)a->program,
                   z3 ? "-smt2" : "--lang=smt2",
                   z3 ? "-T:100" : "--incremental",
                   z3 ? path : "--tlimit-per=500",
                   z3 ? NULL : path,
                   NULL};
  struct outcome got = process_run (words, NULL);
  unlink (path);
  wr_str out = wr_buf_str (&got.out);
  for (size_t i = 0; i < out.len;) {
    const char *end = memchr (out.ptr + i, '\n', out.len - i);
    size_t n = end ? (size_t)(end - out.ptr) - i : out.len - i;
    wr_str line = {out.ptr + i, n};
    char letter = '?';
    if (wr_str_equal (line, WR_LIT ("unsat"))) letter = 'P';
    if (wr_str_equal (line, WR_LIT ("sat")) || wr_str_equal (line, WR_LIT ("unknown")))
      letter = 'F';
    if (letter == '?') tap_show ("the solver says", line);
    wr_buf_add_char (letters, letter);
    i += n + 1;
  }
  outcome_free (&got);
  return ok;
}

#endif
