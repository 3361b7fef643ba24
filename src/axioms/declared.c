/* axioms/declared.c -- identities with declarations (axioms/declared.h). */
#include "axioms/declared.h"

#include "solve/sexp.h"

/* Are all words sorts of the solver, or numbers? */
static bool is_of_theories (wr_str type) {
  static const char *const sorts[] = {
      "(",      ")",      "_",      "Int", "Bool",  "Real",          "Array",
      "BitVec", "String", "RegLan", "Seq", "RegEx", "FloatingPoint", "RoundingMode"};
  size_t at = 0;
  wr_str token;
  while (wr_sexp_token (type, &at, &token)) {
    bool known = token.ptr[0] >= '0' && token.ptr[0] <= '9';
    for (size_t i = 0; !known && i < sizeof sorts / sizeof *sorts; i++)
      known = wr_str_equal (token, wr_str_of (sorts[i]));
    if (!known) return false;
  }
  return true;
}

/* The types of functions and constants, and definitions.  Types with sorts of the log do not count: verifiers overload a function for each such
   sort that a program has (Set_card of Silicon), and quantifiers name the sort.  Datatypes do not count: programs have their own beside
   those of a prelude. */
static void declare (wr_declared *d, wr_str text) {
  size_t at = 0;
  wr_str head, name;
  wr_sexp_token (text, &at, &head);
  if (!wr_sexp_token (text, &at, &head) || !wr_sexp_token (text, &at, &name)) return;
  bool constant = wr_str_ends (head, WR_LIT ("-const"));
  if (!constant && !wr_str_ends (head, WR_LIT ("-fun")) && !wr_str_ends (head, WR_LIT ("-fun-rec")))
    return;
  wr_buf type = {0};
  wr_str rest = {text.ptr + at, text.len - at};
  bool defines = wr_str_starts (head, WR_LIT ("define-"));
  if (!defines && !is_of_theories (rest)) return;
  if (constant && !defines) wr_buf_add (&type, WR_LIT ("()"));
  wr_identity_normalise (&type, rest);
  wr_map_put (&d->types, wr_identity_name_hash (name), wr_str_hash (wr_buf_str (&type), 0));
  wr_buf_free (&type);
}

struct wr_identity wr_declared_identity (wr_declared *declared, uint32_t command,
                                         const struct wr_identity_options *options) {
  const struct wr_log_command *commands = declared->log->commands.data;
  for (; declared->upto < command; declared->upto++) {
    if (commands[declared->upto].kind == WR_LOG_RESET) wr_map_clear (&declared->types);
    if (commands[declared->upto].kind == WR_LOG_DECLARE)
      declare (declared, commands[declared->upto].text);
  }
  return wr_identity_typed (commands[command].text, commands[command].before, options,
                            &declared->types);
}

void wr_declared_free (wr_declared *declared) { wr_map_free (&declared->types); }
