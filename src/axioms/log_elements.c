/* axioms/log_elements.c -- declarations of logs (axioms/log_elements.h). */
#include "axioms/log_elements.h"

#include "axioms/identity.h"
#include "solve/sexp.h"

/* -- declarations -------------------------------------------------------------------------------------- */

static void add_element (wr_log_elements *e, const char *kind, wr_str name, uint32_t command) {
  uint64_t key = wr_str_hash (name, 0);
  if (wr_map_or (&e->by_name, key, 0)) return;
  struct wr_element_row row = {.kind = wr_str_of (kind),
                               .name = name,
                               .line = e->log->commands.data[command].line,
                               .hash = wr_str_hash (wr_identity_plain_name (name), 3)};
  WR_VEC_PUSH (&e->file->elements, row);
  wr_map_put (&e->by_name, key, e->file->elements.len);
  wr_map_put (&e->command_of, key, (uint64_t)command + 1);
}

/* The names of `(declare-datatypes ((A 0) (B 0)) …)`, or of the older form with the parameters first. */
static void add_datatypes (wr_log_elements *e, wr_str text, size_t at, uint32_t command) {
  wr_str token;
  uint32_t depth = 0, words = 0, added = 0;
  while (wr_sexp_token (text, &at, &token)) {
    if (wr_str_equal (token, WR_LIT ("("))) {
      depth++, words = 0;
    } else if (wr_str_equal (token, WR_LIT (")"))) {
      if (!depth-- || (!depth && added)) return;
    } else if (depth == 2 && !words++) {
      add_element (e, "type", token, command);
      added++;
    }
  }
}

static void add_command (wr_log_elements *e, uint32_t number) {
  const struct wr_log_command *command = &e->log->commands.data[number];
  size_t at = 0;
  wr_str head, name, next;
  if (command->kind != WR_LOG_DECLARE || command->level) return;
  wr_sexp_token (command->text, &at, &head);
  if (!wr_sexp_token (command->text, &at, &head)) return;
  if (wr_str_equal (head, WR_LIT ("declare-datatypes"))) {
    add_datatypes (e, command->text, at, number);
    return;
  }
  if (!wr_sexp_token (command->text, &at, &name) || wr_str_equal (name, WR_LIT ("("))) return;
  bool type = wr_str_ends (head, WR_LIT ("-sort")) || wr_str_ends (head, WR_LIT ("-datatype"));
  bool constant = wr_str_ends (head, WR_LIT ("-const"));
  if (!type && !constant) {
    wr_sexp_token (command->text, &at, &next);
    constant = wr_sexp_token (command->text, &at, &next) && wr_str_equal (next, WR_LIT (")"));
  }
  add_element (e, type ? "type" : constant ? "constant" : "function", name, number);
}

void wr_log_elements_init (wr_log_elements *elements, const wr_log *log,
                           struct wr_file_tests *file) {
  *elements = (wr_log_elements){.log = log, .file = file};
  for (uint32_t i = 0; i < log->commands.len; i++) add_command (elements, i);
}

/* -- occurrences --------------------------------------------------------------------------------------- */

/* Enters what occurs in the text, and puts definitions on the list whose texts count then. */
static void take_text (wr_log_elements *e, wr_str text, wr_bitset *out, wr_u32s *work) {
  size_t at = 0;
  wr_str token;
  while (wr_sexp_token (text, &at, &token)) {
    uint64_t key = wr_str_hash (token, 0), number = wr_map_or (&e->by_name, key, 0);
    if (!number || wr_bitset_has (out, (uint32_t)number - 1)) continue;
    wr_bitset_set (out, (uint32_t)number - 1, true);
    WR_VEC_PUSH (work, (uint32_t)wr_map_or (&e->command_of, key, 1) - 1);
  }
}

void wr_log_elements_cover (wr_log_elements *e, const struct wr_log_check *check,
                            const struct wr_log_axioms *axioms, const uint32_t *axiom_of,
                            const wr_bitset *covered, wr_bitset *out) {
  wr_u32s work = {0};
  for (uint32_t k = 0; k < axioms->count; k++)
    if (axiom_of[k] == UINT32_MAX || wr_bitset_has (covered, axiom_of[k]))
      take_text (e, e->log->commands.data[axioms->commands[k]].text, out, &work);
  for (uint32_t i = 0; i < check->count; i++) {
    const struct wr_log_command *command =
        &e->log->commands.data[e->log->scope.data[check->first + i]];
    if (command->kind == WR_LOG_DECLARE && command->level) take_text (e, command->text, out, &work);
  }
  while (work.len) take_text (e, e->log->commands.data[WR_VEC_POP (&work)].text, out, &work);
  WR_VEC_FREE (&work);
}

void wr_log_elements_free (wr_log_elements *elements) {
  wr_map_free (&elements->by_name);
  wr_map_free (&elements->command_of);
}
