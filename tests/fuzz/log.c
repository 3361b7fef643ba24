/* tests/fuzz/log.c -- any bytes as what a suite consists of: an SMT-LIB log with its checks, axioms and declarations, and the texts that say which result a
   test is expected to have.  Everything that is found is a part of the text, and indices stay within what they are about. */
#include "axioms/checktext.h"
#include "axioms/expect.h"
#include "axioms/groups.h"
#include "axioms/log_elements.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { MOST_CHECKS = 64 };

static void check_part (wr_str part, wr_str text) {
  if (part.len && (part.ptr < text.ptr || part.ptr + part.len > text.ptr + text.len)) abort ();
}

static uint32_t lines_of (wr_str text) {
  uint32_t lines = 1;
  for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
  return lines;
}

static void check_commands (const wr_log *log, uint32_t lines) {
  uint32_t last = 1;
  for (uint32_t i = 0; i < log->commands.len; i++) {
    const struct wr_log_command *command = &log->commands.data[i];
    check_part (command->text, log->text);
    check_part (command->before, log->text);
    if (command->line < last || command->line > lines) abort ();
    last = command->line;
    if (command->kind != WR_LOG_ASSERT) continue;
    struct wr_identity_options all = {.use_remarks = true};
    struct wr_identity id = wr_identity_of (command->text, command->before, &all);
    if (id.rule >= WR_IDENTITY_RULE_COUNT) abort ();
    check_part (id.qid, log->text);
    check_part (id.place, log->text);
    static const char *const patterns[] = {"*a*", "p?"};
    all.patterns = patterns;
    all.pattern_count = 2;
    wr_identity_chosen (command->text, command->before, &all);
  }
  if (log->problem.len && (log->problem_line < 1 || log->problem_line > lines)) abort ();
}

static void check_text (const wr_log *log, const struct wr_log_check *check,
                        const struct wr_log_axioms *axioms, uint32_t lines) {
  struct wr_check_text text = wr_check_text_of (log, check);
  struct wr_z3_log_input input = wr_check_input (&text, axioms);
  if (input.assertion_count != axioms->count) abort ();
  for (uint32_t i = 0; i < input.option_count; i++) check_part (input.options[i].name, log->text);
  for (uint32_t line = 0; line < 9; line++) {
    wr_buf said = {0};
    wr_buf_print (&said, "(error \"line %u column 1: unknown constant\")\n", line);
    wr_str error = wr_buf_str (&said);
    uint32_t found = wr_check_error (log, check, &error);
    if (found < 1 || found > lines + 9) abort ();
    wr_buf_free (&said);
  }
  wr_check_text_free (&text);
}

static void check_elements (const wr_log *log, const struct wr_log_check *check,
                            const struct wr_log_axioms *axioms, wr_log_elements *elements,
                            wr_arena *arena) {
  uint32_t *axiom_of = WR_NEW (arena, uint32_t, axioms->count + 1);
  wr_bitset covered = {0}, found = {0};
  for (uint32_t k = 0; k < axioms->count; k++) {
    check_part (log->commands.data[axioms->commands[k]].text, log->text);
    axiom_of[k] = axioms->is_axiom[k] ? k : UINT32_MAX;
    if (k % 2) wr_bitset_set (&covered, k, true);
  }
  wr_log_elements_cover (elements, check, axioms, axiom_of, &covered, &found);
  WR_BITSET_EACH (&found, i) {
    if (i >= elements->file->elements.len) abort ();
  }
  wr_bitset_free (&covered);
  wr_bitset_free (&found);
}

static void read_log (wr_str text, wr_arena *arena) {
  wr_log log = wr_log_read (text);
  uint32_t lines = lines_of (text);
  struct wr_file_tests file = {0};
  wr_log_elements elements;
  check_commands (&log, lines);
  wr_log_elements_init (&elements, &log, &file);
  for (uint32_t i = 0; i < log.checks.len && i < MOST_CHECKS; i++) {
    const struct wr_log_check *check = &log.checks.data[i];
    if (check->first + check->count > log.scope.len) abort ();
    struct wr_log_axioms axioms = wr_log_axioms_of (&log, check, NULL, arena);
    if (axioms.count > check->count + 1) abort ();
    check_text (&log, check, &axioms, lines);
    check_elements (&log, check, &axioms, &elements, arena);
  }
  wr_log_elements_free (&elements);
  wr_file_tests_free (&file);
  wr_log_free (&log);
}

static void check_expectations (wr_expectations expectations, wr_str text) {
  struct wr_test_row row = {.name = WR_LIT ("P"), .line = 1, .end_line = 3};
  for (uint32_t i = 0; i < expectations.names.len; i++)
    check_part (expectations.names.data[i].name, text);
  if (expectations.bad_line > lines_of (text)) abort ();
  if (wr_expectation (&expectations, &row) >= WR_AXIOM_VERDICT_COUNT) abort ();
  wr_expectations_free (&expectations);
}

static void read_expectations (wr_str text) {
  uint32_t lines = lines_of (text), bad = 0;
  wr_manifest manifest = {0};
  check_expectations (wr_expectations_of_test (text), text);
  check_expectations (wr_expectations_of_output (text), text);
  if (!wr_manifest_read (text, &manifest, &bad) && (bad < 1 || bad > lines)) abort ();
  for (uint32_t i = 0; i < manifest.len; i++) check_part (manifest.data[i].path, text);
  WR_VEC_FREE (&manifest);
  check_part (wr_heading_before (text, lines), text);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_arena *arena = wr_arena_new ();
  wr_str text = {(const char *)data, size};
  read_log (text, arena);
  read_expectations (text);
  wr_arena_free (arena);
  return 0;
}
