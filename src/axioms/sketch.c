/* axioms/sketch.c -- sketches of tests (axioms/sketch.h). */
#include "axioms/sketch.h"

#include "axioms/checktext.h"
#include "axioms/declared.h"
#include "solve/sexp.h"

#include <string.h>

enum { MOST_PIECES = 64 };

static bool is (wr_str token, const char *word) { return wr_str_equal (token, wr_str_of (word)); }

/* The expression at `at`, which moves behind it; "": there is none. */
static wr_str expression (wr_str text, size_t *at) {
  wr_str token;
  uint32_t depth = 0;
  const char *begin = NULL;
  do {
    if (!wr_sexp_token (text, at, &token)) return (wr_str){0};
    if (!begin) begin = token.ptr;
    if (is (token, "(")) depth++;
    if (is (token, ")")) {
      if (!depth) return (wr_str){0};
      depth--;
    }
  } while (depth);
  return (wr_str){begin, (size_t)(token.ptr + token.len - begin)};
}

/* The members of a list, at most MOST_PIECES; 0: it is not a list, or has more. */
static uint32_t members (wr_str list, wr_str out[MOST_PIECES]) {
  uint32_t count = 0;
  size_t at = 1;
  if (list.len < 2 || list.ptr[0] != '(') return 0;
  wr_str inside = {list.ptr, list.len - 1};
  for (wr_str one; (one = expression (inside, &at)).len; out[count++] = one)
    if (count == MOST_PIECES) return 0;
  return count;
}

/* On one line, because it stands in a comment. */
static void add_folded (wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    bool blank = strchr (" \t\r\n", text.ptr[i]) && text.ptr[i];
    if (blank && out->len && out->data[out->len - 1] == ' ') continue;
    wr_buf_add_char (out, blank ? ' ' : text.ptr[i]);
  }
}

/* Without (! … :key value) around it; trigger terms are appended to `triggers`. */
static wr_str bare (wr_str formula, wr_buf *triggers) {
  wr_str parts[MOST_PIECES];
  for (;;) {
    uint32_t count = members (formula, parts);
    if (count < 2 || !is (parts[0], "!")) return formula;
    for (uint32_t i = 2; i + 1 < count; i++)
      if (is (parts[i], ":pattern")) {
        wr_buf_add_char (triggers, ' ');
        add_folded (triggers, parts[i + 1]);
      }
    formula = parts[1];
  }
}

void wr_sketch_declared (const wr_log *log, wr_map *names) {
  for (uint32_t i = 0; i < log->commands.len; i++) {
    const struct wr_log_command *command = &log->commands.data[i];
    size_t at = 0;
    wr_str token;
    if (command->kind != WR_LOG_DECLARE) continue;
    while (wr_sexp_token (command->text, &at, &token))
      if (!is (token, "(") && !is (token, ")")) wr_map_put (names, wr_str_hash (token, 0), 1);
  }
}

/* Variables become constants; one whose name is taken gets another, and `let` gives it back. */
static bool write_constants (wr_buf *out, wr_str binders, const wr_map *declared, wr_buf *lets) {
  wr_str all[MOST_PIECES], one[MOST_PIECES];
  uint32_t count = members (binders, all);
  for (uint32_t i = 0; i < count; i++) {
    if (members (all[i], one) != 2) return false;
    if (!wr_map_has (declared, wr_str_hash (one[0], 0))) {
      wr_buf_print (out, "(declare-fun %.*s () %.*s)\n", WR_STR_ARGS (one[0]),
                    WR_STR_ARGS (one[1]));
    } else {
      wr_buf_print (out, "(declare-fun constant!%u () %.*s)\n", i, WR_STR_ARGS (one[1]));
      wr_buf_print (lets, "%s(%.*s constant!%u)", lets->len ? " " : "", WR_STR_ARGS (one[0]), i);
    }
  }
  return count > 0;
}

static void write_formula (wr_buf *out, const char *before, wr_str formula, const wr_buf *lets,
                           const char *after) {
  wr_buf_print (out, "(assert %s", before);
  if (lets->len)
    wr_buf_print (out, "(let (%.*s) %.*s)", WR_STR_ARGS (wr_buf_str (lets)), WR_STR_ARGS (formula));
  else
    wr_buf_add (out, formula);
  wr_buf_print (out, "%s)\n", after);
}

void wr_sketch_write (wr_buf *out, wr_str assertion, const wr_map *declared, bool holds) {
  const char *before = holds ? "" : "(not ", *after = holds ? "" : ")";
  wr_str parts[MOST_PIECES];
  wr_buf triggers = {0}, lets = {0}, constants = {0};
  size_t at = 1;
  expression (assertion, &at);
  wr_str formula = bare (expression (assertion, &at), &triggers);
  uint32_t count = members (formula, parts);
  wr_buf_clear (&triggers);
  if (count == 3 && is (parts[0], "forall") &&
      write_constants (&constants, parts[1], declared, &lets)) {
    wr_str body = bare (parts[2], &triggers), sides[MOST_PIECES];
    if (triggers.len)
      wr_buf_print (out, "; trigger terms:%.*s\n", WR_STR_ARGS (wr_buf_str (&triggers)));
    wr_buf_add (out, wr_buf_str (&constants));
    bool implies = members (body, sides) == 3 && is (sides[0], "=>");
    if (implies) write_formula (out, "", sides[1], &lets, "");
    write_formula (out, before, implies ? sides[2] : body, &lets, after);
  } else {
    wr_buf_clear (&lets);
    write_formula (out, before, formula, &lets, after);
  }
  wr_buf_free (&triggers);
  wr_buf_free (&lets);
  wr_buf_free (&constants);
}

/* -- logs ---------------------------------------------------------------------------------------------- */

/* The first query of the log that has a goal. */
static const struct wr_log_check *first_check (const wr_log *log,
                                               const struct wr_identity_options *identity,
                                               wr_arena *arena, struct wr_log_axioms *axioms) {
  for (uint32_t i = 0; i < log->checks.len; i++) {
    *axioms = wr_log_axioms_of (log, &log->checks.data[i], identity, arena);
    if (axioms->has_goal) return &log->checks.data[i];
  }
  return NULL;
}

static bool is_kept (const struct wr_sketch_options *options, uint64_t hash) {
  if (options->without && hash == options->without) return false;
  return !options->only || wr_map_has (options->only, hash);
}

static void write_scope (wr_buf *out, const wr_log *log, const struct wr_log_check *check,
                         const struct wr_log_axioms *axioms, const uint64_t *hashes,
                         const struct wr_sketch_options *options) {
  for (uint32_t i = 0, k = 0; i < check->count; i++) {
    const struct wr_log_command *command = &log->commands.data[log->scope.data[check->first + i]];
    bool is_fact = command->kind == WR_LOG_ASSERT;
    bool kept = !is_fact || (axioms->is_axiom[k] && is_kept (options, hashes[k]));
    k += is_fact;
    if (!kept) continue;
    if (command->before.len) {
      wr_buf_add (out, WR_LIT ("; "));
      add_folded (out, command->before);
      wr_buf_add_char (out, '\n');
    }
    wr_buf_add (out, command->text);
    wr_buf_add_char (out, '\n');
  }
}

/* The line of the command behind the last axiom. */
static uint32_t line_behind (const wr_log *log, const struct wr_log_axioms *axioms) {
  uint32_t last = UINT32_MAX;
  for (uint32_t k = 0; k < axioms->count; k++)
    if (axioms->is_axiom[k] && (last == UINT32_MAX || axioms->commands[k] > last))
      last = axioms->commands[k];
  return last < log->commands.len - 1 ? log->commands.data[last + 1].line : 0;
}

static void write_query (wr_buf *out, wr_str text) {
  wr_buf_add (out, WR_LIT ("(push 1)\n"));
  wr_buf_add (out, text);
  wr_buf_add (out, WR_LIT ("(check-sat)\n(pop 1)\n"));
}

bool wr_sketch_log (wr_buf *out, const wr_log *log, const struct wr_sketch_options *options,
                    wr_map *wanted, wr_sketches *sketches, wr_arena *arena) {
  struct wr_log_axioms axioms;
  const struct wr_log_check *check = first_check (log, options->identity, arena, &axioms);
  if (!check) return false;
  uint64_t *hashes = WR_NEW (arena, uint64_t, axioms.count);
  wr_map declared = {0};
  wr_declared types = {.log = log};
  wr_buf queries = {0}, sketch = {0};
  uint32_t made = 0;
  wr_sketch_declared (log, &declared);
  for (uint32_t k = 0; k < axioms.count; k++) {
    const struct wr_log_command *command = &log->commands.data[axioms.commands[k]];
    if (!axioms.is_axiom[k]) continue;
    hashes[k] = wr_declared_identity (&types, axioms.commands[k], options->identity).hash;
    if (made == options->most || wr_map_or (wanted, hashes[k], 0) != 1) continue;
    wr_map_put (wanted, hashes[k], 2);
    wr_buf_clear (&sketch);
    wr_sketch_write (&sketch, command->text, &declared, options->holds);
    struct wr_sketch one = {hashes[k], wr_str_keep (arena, wr_buf_str (&sketch)),
                            line_behind (log, &axioms)};
    WR_VEC_PUSH (sketches, one);
    write_query (&queries, one.text);
    made++;
  }
  if (made) {
    write_scope (out, log, check, &axioms, hashes, options);
    if (options->holds) wr_buf_add (out, WR_LIT ("(set-option :smt.mbqi true)\n"));
    write_query (out, WR_LIT ("(assert true)\n"));
    wr_buf_add (out, wr_buf_str (&queries));
  }
  wr_buf_free (&queries);
  wr_buf_free (&sketch);
  wr_map_free (&declared);
  wr_declared_free (&types);
  return made > 0;
}
