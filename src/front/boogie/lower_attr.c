/* Attributes about how something is verified: limits, solver options, and unsupported attributes, which are
   reported (docs/reference/boogie.md has the table). */
#include "front/boogie/lowering.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- options of the solver -------------------------------------------------------------------------------- */

/* Options of Z3 that steer its search.  None of them makes it prove what does not hold, and none changes what the
   answers are about (models, cores, statistics). */
enum option_kind { OPTION_BOOL, OPTION_NUMBER, OPTION_REAL };
static const struct {
  const char *name;
  enum option_kind kind;
  uint32_t most; /* NUMBER */
} known_options[] = {
    {"smt.arith.nl", OPTION_BOOL, 0},
    {"smt.arith.nl.branching", OPTION_BOOL, 0},
    {"smt.arith.nl.rounds", OPTION_NUMBER, UINT32_MAX},
    {"smt.arith.random_initial_value", OPTION_BOOL, 0},
    {"smt.arith.solver", OPTION_NUMBER, 6},
    {"smt.bv.reflect", OPTION_BOOL, 0},
    {"smt.case_split", OPTION_NUMBER, 6},
    {"smt.delay_units", OPTION_BOOL, 0},
    {"smt.ematching", OPTION_BOOL, 0},
    {"smt.mbqi", OPTION_BOOL, 0},
    {"smt.phase_selection", OPTION_NUMBER, 6},
    {"smt.qi.eager_threshold", OPTION_REAL, 0},
    {"smt.qi.lazy_threshold", OPTION_REAL, 0},
    {"smt.qi.max_instances", OPTION_NUMBER, UINT32_MAX},
    {"smt.qi.max_multi_patterns", OPTION_NUMBER, UINT32_MAX},
    {"smt.random_seed", OPTION_NUMBER, UINT32_MAX},
    {"smt.relevancy", OPTION_NUMBER, 2},
    {"smt.restart_factor", OPTION_REAL, 0},
    {"smt.restart_strategy", OPTION_NUMBER, 4},
    {"sat.random_seed", OPTION_NUMBER, UINT32_MAX},
};
enum { OPTION_COUNT = sizeof known_options / sizeof *known_options, MAX_VALUE = 20 };

static size_t digits_at (wr_str text, size_t from) {
  return from < text.len ? strspn (text.ptr + from, "0123456789") : 0;
}

/* `text` is NUL-terminated. */
static bool is_value (wr_str text, size_t option) {
  size_t whole = digits_at (text, 0), part = digits_at (text, whole + 1);
  if (text.len > MAX_VALUE) return false;
  switch (known_options[option].kind) {
  case OPTION_BOOL:
    return wr_str_equal (text, WR_LIT ("true")) || wr_str_equal (text, WR_LIT ("false"));
  case OPTION_NUMBER:
    return whole && whole == text.len &&
           strtoull (text.ptr, NULL, 10) <= known_options[option].most;
  case OPTION_REAL:
    if (whole == text.len) return whole > 0;
    return whole && part && text.ptr[whole] == '.' && whole + 1 + part == text.len;
  }
  WR_UNREACHABLE ();
}

/* The text of an argument: a string, a number or a truth value; NUL-terminated. */
static wr_str argument_text (bpl_lowering *lo, const struct bpl_attr_arg *arg) {
  if (!arg->expr) return wr_str_keep (lo->arena, arg->text);
  if (arg->expr->kind == BPL_EXPR_TRUE) return WR_LIT ("true");
  if (arg->expr->kind == BPL_EXPR_FALSE) return WR_LIT ("false");
  bool number = arg->expr->kind == BPL_EXPR_INT || arg->expr->kind == BPL_EXPR_REAL;
  return number ? wr_str_keep (lo->arena, arg->expr->u.literal.text) : WR_LIT ("");
}

/* A later option overrides an earlier one of the same name. */
static void add_option (bpl_lowering *lo, struct wr_body *body, const char *name, wr_str value) {
  struct wr_solver_option option = {bpl_sym (lo, name), wr_intern (lo->symbols, value)};
  for (uint32_t i = 0; i < body->options.len; i++) {
    if (body->options.data[i].name.ix != option.name.ix) continue;
    body->options.data[i] = option;
    return;
  }
  WR_VEC_PUSH (&body->options, option);
}

static void read_smt_option (bpl_lowering *lo, const bpl_attr *a, struct wr_body *body) {
  wr_str name = a->arg_count ? argument_text (lo, &a->args[0]) : WR_LIT ("");
  size_t i = 0;
  while (i < OPTION_COUNT && strcasecmp (known_options[i].name, name.ptr) != 0) i++;
  if (i == OPTION_COUNT) {
    bpl_not_honoured (lo, a, "it is not among the options that are known to be harmless");
    return;
  }
  wr_str value = a->arg_count == 2 ? argument_text (lo, &a->args[1]) : WR_LIT ("");
  if (is_value (value, i))
    add_option (lo, body, known_options[i].name, value);
  else
    bpl_not_honoured (lo, a, "this is not a value of the option");
}

static void read_seed (bpl_lowering *lo, const bpl_attr *a, struct wr_body *body) {
  uint64_t seed;
  if (!bpl_attr_number (lo, a, "random_seed", &seed) || seed > INT32_MAX) {
    bpl_not_honoured (lo, a, "a number is expected");
    return;
  }
  wr_str text = wr_str_print (lo->arena, "%u", (unsigned)seed);
  add_option (lo, body, "smt.random_seed", text);
  add_option (lo, body, "sat.random_seed", text);
}

/* -- procedures ----------------------------------------------------------------------------------------------- */

static bool read_number (bpl_lowering *lo, const bpl_attr *attrs, const char *name, uint64_t *n) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, name);
  if (!a) return false;
  if (bpl_attr_number (lo, attrs, name, n)) return true;
  bpl_not_honoured (lo, a, "a number is expected");
  return false;
}

void bpl_read_options (bpl_lowering *lo, const bpl_attr *attrs, struct wr_body *body) {
  uint64_t n;
  if (read_number (lo, attrs, "rlimit", &n)) body->rlimit = n;
  if (read_number (lo, attrs, "timeLimit", &n)) body->time_limit = (double)n;
  if (bpl_attr_is_false (lo, attrs, "verify")) body->verify = false;
  const bpl_attr *inlined = bpl_attr_get (lo, attrs, "inline");
  if (inlined && inlined->arg_count && inlined->args[0].expr) body->verify = false;
  for (const bpl_attr *a = attrs; a; a = a->next) {
    if (a->kind != BPL_ATTR) continue;
    wr_str name = wr_symbol_text (lo->symbols, a->name.name);
    if (wr_str_equal (name, WR_LIT ("smt_option"))) read_smt_option (lo, a, body);
    if (wr_str_equal (name, WR_LIT ("random_seed"))) read_seed (lo, a, body);
  }
}

/* -- statements ------------------------------------------------------------------------------------------------- */

bool bpl_is_soft (const bpl_lowering *lo, const bpl_attr *attrs) {
  uint64_t weight = 0;
  if (!attrs || !bpl_attr_get (lo, attrs, "id")) return false;
  return bpl_attr_is (lo, attrs, "soft") ||
         (bpl_attr_number (lo, attrs, "soft", &weight) && weight > 0);
}

void bpl_warn_attrs (bpl_lowering *lo, const bpl_stmt *stmt) {
  if (!stmt->attrs) return;
  const bpl_attr *a = bpl_attr_get (lo, stmt->attrs, "subsumption");
  uint64_t level;
  if (a && stmt->kind == BPL_STMT_CALL)
    bpl_not_honoured (lo, a, "what a call requires is assumed behind it");
  if (a && stmt->kind == BPL_STMT_ASSERT && !bpl_attr_number (lo, a, "subsumption", &level))
    bpl_not_honoured (lo, a, "a number is expected");
  a = bpl_attr_get (lo, stmt->attrs, "verified_under");
  if (a && stmt->kind == BPL_STMT_CALL && bpl_is_inlined (lo, stmt->decl))
    bpl_not_honoured (lo, a, "the call is inlined, and what it requires is checked");
  a = bpl_attr_get (lo, stmt->attrs, "try");
  if (a && stmt->kind == BPL_STMT_ASSUME) bpl_not_honoured (lo, a, "it is assumed like any other");
}

void bpl_warn_clause (bpl_lowering *lo, const struct bpl_spec *spec) {
  const bpl_attr *a = spec->attrs ? bpl_attr_get (lo, spec->attrs, "verified_under") : NULL;
  if (a) bpl_not_honoured (lo, a, "it has a meaning only on assertions, invariants and calls");
}
