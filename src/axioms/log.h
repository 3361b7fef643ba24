/* axioms/log.h -- the SMT-LIB text that a verifier wrote as its queries: commands, scopes, and what is in scope at each `check-sat`.
   Formulas are not looked into: the solver's own parser reads them (solve/z3_log.h).  The text may hold anything; depth and
   length of an expression are limited as in solve/sexp.h, and so are open scopes and what all checks see together. */
#ifndef WR_AXIOMS_LOG_H
#define WR_AXIOMS_LOG_H

#include "base/str.h"
#include "base/vec.h"

enum {
  WR_MAX_LOG_SCOPES = 1 << 20,
  WR_MAX_LOG_SEEN = 1 << 27 /* commands in the scopes of all checks */
};

enum wr_log_kind {
  WR_LOG_OTHER, /* no influence on answers: get-model, echo, … */
  WR_LOG_OPTION,
  WR_LOG_DECLARE, /* every declaration and definition */
  WR_LOG_ASSERT,
  WR_LOG_PUSH,
  WR_LOG_POP,
  WR_LOG_RESET,
  WR_LOG_RESET_ASSERTIONS,
  WR_LOG_CHECK,
  WR_LOG_INFO,
  WR_LOG_INCLUDE, /* Z3 reads another file */
  WR_LOG_EXIT     /* the solver reads nothing after it */
};

struct wr_log_command {
  enum wr_log_kind kind;
  wr_str text;
  wr_str before;  /* the comment that stands directly before it, without its marks; empty: none */
  wr_str name;    /* of ASSERT: x in (assert (! … :named x)); empty: none */
  uint32_t line;  /* 1-based */
  uint32_t level; /* of ASSERT: how many scopes are open */
};

/* A `check-sat`.  The items are indices of commands, in the order of the text. */
struct wr_log_check {
  uint32_t command;
  uint32_t first,
      count; /* into `scope` of the log: declarations, options and assertions that hold here */
  wr_str expected; /* "sat", "unsat" or "unknown" from (set-info :status …); empty: not said */
  wr_str
      title; /* the verifier's own name of the query, such as Boogie's :boogie-vc-id; empty: none */
};

typedef struct wr_log {
  wr_str text;
  WR_VEC (struct wr_log_command) commands;
  WR_VEC (struct wr_log_check) checks;
  wr_u32s scope;
  bool has_scopes;  /* there is a `push` */
  bool names_query; /* the name of some assertion says that it is a query, see wr_log_is_query */
  wr_str
      problem; /* not empty: the text is not a sequence of commands; what stands before it is kept */
  uint32_t problem_line;
} wr_log;

/* `text` must outlive the log. */
wr_log wr_log_read (wr_str text);
void wr_log_free (wr_log *log);

/* Does the name of the assertion say that it is the query, as F* writes it (`@query`)? */
bool wr_log_is_query (const struct wr_log_command *command);

/* The name and the value of (set-option :name value). */
bool wr_log_option (wr_str command, wr_str *name, wr_str *value);

#endif
