/* axioms/checktext.c -- checks of logs as text (axioms/checktext.h). */
#include "axioms/checktext.h"

#include "solve/sexp.h"

#include <stdio.h>
#include <string.h>

/* -- axioms of a check --------------------------------------------------------------------------------- */

/* Are nearly all assertions named? */
static bool names_count (const wr_log *log, const struct wr_log_axioms *axioms) {
  uint32_t named = 0;
  for (uint32_t k = 0; k < axioms->count; k++)
    named += log->commands.data[axioms->commands[k]].name.len > 0;
  return named > 1 && named + 3 >= axioms->count - axioms->count / 10;
}

/* `; axiom 12:3` before an assertion: the comments of --dump-smt name each axiom by its role and position. */
static bool is_marked (const struct wr_log_command *command) {
  static const char *const roles[] = {"axiom ", "function-body ", "unique "};
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (wr_str_starts (command->before, wr_str_of (roles[i])) &&
        command->before.len > strlen (roles[i]) &&
        strchr ("0123456789", command->before.ptr[strlen (roles[i])]))
      return true;
  return false;
}

/* What `(check-sat-assuming (a b))` and Z3's `(check-sat a b)` assume: `a b`; empty: nothing. */
static wr_str assumptions_of (wr_str command) {
  size_t at = 0;
  wr_str token;
  wr_sexp_token (command, &at, &token);
  wr_sexp_token (command, &at, &token);
  bool list = wr_str_equal (token, WR_LIT ("check-sat-assuming"));
  if (!list && !wr_str_equal (token, WR_LIT ("check-sat"))) return (wr_str){0};
  if (list && (!wr_sexp_token (command, &at, &token) || !wr_str_equal (token, WR_LIT ("("))))
    return (wr_str){0};
  wr_str all = {0};
  for (uint32_t depth = 0; wr_sexp_token (command, &at, &token);) {
    if (wr_str_equal (token, WR_LIT (")")) && !depth--) return all;
    if (wr_str_equal (token, WR_LIT ("("))) depth++;
    if (!all.len) all.ptr = token.ptr;
    all.len = (size_t)(token.ptr + token.len - all.ptr);
  }
  return (wr_str){0};
}

/* Which assertion is an axiom?  Number `k` of `count` in the scope of the check. */
struct picking {
  const wr_log *log;
  const struct wr_identity_options *options;
  uint32_t k, count;
  bool assumes; /* the check assumes its goal */
};
typedef bool pick (const struct picking *p, const struct wr_log_command *command);

static bool is_chosen (const struct picking *p, const struct wr_log_command *command) {
  return wr_identity_chosen (command->text, command->before, p->options);
}

static bool is_marked_outside (const struct picking *p, const struct wr_log_command *command) {
  (void)p;
  return is_marked (command) && command->level == 0;
}

static bool is_named (const struct picking *p, const struct wr_log_command *command) {
  (void)p;
  return command->name.len > 0;
}

/* Where the query is named: what has another name, and what stands outside of all scopes. */
static bool is_no_query (const struct picking *p, const struct wr_log_command *command) {
  (void)p;
  return command->name.len ? !wr_log_is_query (command) : command->level == 0;
}

/* What stands outside of all scopes; in a text without scopes, all but the goal, which is the last unless the check assumes it. */
static bool is_outside (const struct picking *p, const struct wr_log_command *command) {
  return p->log->has_scopes ? command->level == 0 : p->assumes || p->k + 1 < p->count;
}

/* The number of axioms. */
static uint32_t take (struct picking p, struct wr_log_axioms *axioms, pick *is_axiom) {
  uint32_t count = 0;
  p.count = axioms->count;
  for (p.k = 0; p.k < p.count; p.k++) {
    axioms->is_axiom[p.k] = is_axiom (&p, &p.log->commands.data[axioms->commands[p.k]]);
    count += axioms->is_axiom[p.k];
  }
  return count;
}

/* The rules of the header, in their order. */
static uint32_t take_axioms (const struct picking *p, bool by_mark, struct wr_log_axioms *axioms) {
  if (p->options && p->options->pattern_count) return take (*p, axioms, is_chosen);
  if (by_mark) return take (*p, axioms, is_marked_outside);
  if (p->log->names_query) return take (*p, axioms, is_no_query);
  uint32_t named = names_count (p->log, axioms) ? take (*p, axioms, is_named) : axioms->count;
  return named < axioms->count ? named : take (*p, axioms, is_outside);
}

struct wr_log_axioms wr_log_axioms_of (const wr_log *log, const struct wr_log_check *check,
                                       const struct wr_identity_options *options, wr_arena *arena) {
  struct wr_log_axioms out = {.is_axiom = WR_NEW (arena, bool, check->count + 1),
                              .commands = WR_NEW (arena, uint32_t, check->count + 1)};
  bool by_mark = false;
  for (uint32_t i = 0; i < check->count; i++) {
    uint32_t command = log->scope.data[check->first + i];
    if (log->commands.data[command].kind != WR_LOG_ASSERT) continue;
    by_mark |= is_marked (&log->commands.data[command]);
    out.commands[out.count++] = command;
  }
  struct picking p = {.log = log, .options = options};
  p.assumes = assumptions_of (log->commands.data[check->command].text).len > 0;
  uint32_t axioms = take_axioms (&p, by_mark, &out);
  if (p.assumes) out.commands[out.count++] = check->command;
  out.has_goal = axioms < out.count;
  return out;
}

/* -- the text ------------------------------------------------------------------------------------------ */

struct wr_check_text wr_check_text_of (const wr_log *log, const struct wr_log_check *check) {
  struct wr_check_text out = {0};
  for (uint32_t i = 0; i < check->count; i++) {
    const struct wr_log_command *command = &log->commands.data[log->scope.data[check->first + i]];
    struct wr_z3_log_option option;
    if (command->kind != WR_LOG_OPTION) {
      wr_buf_add (&out.text, command->text);
      wr_buf_add_char (&out.text, '\n');
    } else if (wr_log_option (command->text, &option.name, &option.value)) {
      WR_VEC_PUSH (&out.options, option);
    }
  }
  wr_str assumed = assumptions_of (log->commands.data[check->command].text);
  if (assumed.len) wr_buf_print (&out.text, "(assert (and %.*s))\n", WR_STR_ARGS (assumed));
  return out;
}

void wr_check_text_free (struct wr_check_text *text) {
  wr_buf_free (&text->text);
  WR_VEC_FREE (&text->options);
}

struct wr_z3_log_input wr_check_input (const struct wr_check_text *text,
                                       const struct wr_log_axioms *axioms) {
  return (struct wr_z3_log_input){.text = wr_buf_str (&text->text),
                                  .options = text->options.data,
                                  .option_count = text->options.len,
                                  .guarded = axioms->is_axiom,
                                  .assertion_count = axioms->count};
}

uint32_t wr_check_error (const wr_log *log, const struct wr_log_check *check, wr_str *error) {
  unsigned line = 0;
  int length = 0;
  char start[64];
  uint32_t found = log->commands.data[check->command].line;
  snprintf (start, sizeof start, "%.*s", WR_STR_ARGS (*error));
  if (sscanf (start, "(error \"line %u column %*u: %n", &line, &length) != 1 || !length)
    return found;
  wr_str why = {error->ptr + length, error->len - (size_t)length};
  const wr_str next = WR_LIT ("\")\n(error \"line ");
  for (size_t i = 0; i + next.len <= why.len; i++)
    if (wr_str_starts ((wr_str){why.ptr + i, why.len - i}, next)) why.len = i;
  while (why.len && strchr ("\n ", why.ptr[why.len - 1])) why.len--;
  if (wr_str_ends (why, WR_LIT ("\")"))) why.len -= 2; /* of the only error */
  while (why.len && why.ptr[why.len - 1] == ' ') why.len--;
  *error = why;
  for (uint32_t i = 0; line && i < check->count; i++) {
    const struct wr_log_command *command = &log->commands.data[log->scope.data[check->first + i]];
    if (command->kind == WR_LOG_OPTION) continue;
    uint32_t lines = 1;
    for (size_t k = 0; k < command->text.len; k++) lines += command->text.ptr[k] == '\n';
    if (line <= lines) found = command->line + line - 1;
    line = line > lines ? line - lines : 0;
  }
  return found;
}
