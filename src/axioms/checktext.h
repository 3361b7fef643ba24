/* axioms/checktext.h -- one check of a log: which of its assertions are axioms, and the text and the options that the solver reads for it. */
#ifndef WR_AXIOMS_CHECKTEXT_H
#define WR_AXIOMS_CHECKTEXT_H

#include "axioms/identity.h"
#include "axioms/log.h"
#include "solve/z3_log.h"

/* The assertions in the scope of a check, in order; what `check-sat-assuming` assumes is the last one.  Which of them are axioms, which may be left
   out?  The rules: if `options` has patterns (it may be NULL), the assertions that match; if comments before assertions say `axiom`, these; if the log names a query (wr_log_is_query), all but the query that have a name or
   stand outside of all scopes; if nearly all have names, these, but not if the goal has one too; else those outside of all scopes; in a text without scopes, all but the last, or all if
   the check assumes its goal. */
struct wr_log_axioms {
  bool *is_axiom;     /* per assertion */
  uint32_t *commands; /* per assertion: its command */
  uint32_t count;
  bool has_goal; /* false: the check is about the axioms alone */
};
struct wr_log_axioms wr_log_axioms_of (const wr_log *log, const struct wr_log_check *check,
                                       const struct wr_identity_options *options, wr_arena *arena);

/* Declarations and assertions that hold at the check, and the options. */
struct wr_check_text {
  wr_buf text;
  WR_VEC (struct wr_z3_log_option) options;
};
struct wr_check_text wr_check_text_of (const wr_log *log, const struct wr_log_check *check);
void wr_check_text_free (struct wr_check_text *text);
/* The input of the solver for it, with guards at all axioms. */
struct wr_z3_log_input wr_check_input (const struct wr_check_text *text,
                                       const struct wr_log_axioms *axioms);

/* Z3 says `(error "line N column M: why")` about the text of a check, once or more often.  Of the first of them: the line of the log, and `why` in place of `error`. */
uint32_t wr_check_error (const wr_log *log, const struct wr_log_check *check, wr_str *error);

#endif
