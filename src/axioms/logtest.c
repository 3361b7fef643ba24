/* axioms/logtest.c -- tests of logs (axioms/logtest.h). */
#include "axioms/logtest.h"

#include "base/check.h"
#include "solve/sexp.h"
#include "solve/z3_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_OPEN = 6 /* contexts of one test that are kept */,
  MOST_TEXT = 2000 /* bytes of an axiom that are kept */
};
static const double grace = 5; /* seconds for reading and cleaning up around a query */

/* -- axioms of a check --------------------------------------------------------------------------------- */

static bool is_named (wr_str text, wr_str *name) {
  size_t at = 0;
  wr_str token;
  uint32_t depth = 0;
  *name = (wr_str){0};
  while (wr_sexp_token (text, &at, &token)) {
    if (wr_str_equal (token, WR_LIT ("("))) depth++;
    if (wr_str_equal (token, WR_LIT (")"))) depth--;
    if (depth == 2 && wr_str_equal (token, WR_LIT (":named")) && wr_sexp_token (text, &at, name))
      return true;
  }
  return false;
}

static bool has_scopes (const wr_log *log) {
  for (uint32_t i = 0; i < log->commands.len; i++)
    if (log->commands.data[i].kind == WR_LOG_PUSH) return true;
  return false;
}

/* Names mark axioms only where a query is named too, or nearly everything is. */
static bool names_count (const wr_log *log, const struct wr_log_axioms *axioms) {
  uint32_t named = 0;
  wr_str name;
  for (uint32_t k = 0; k < axioms->count; k++)
    named += is_named (log->commands.data[axioms->commands[k]].text, &name);
  return named > 1 && named + 3 >= axioms->count - axioms->count / 10;
}

struct wr_log_axioms wr_log_axioms_of (const wr_log *log, const struct wr_log_check *check,
                                       wr_arena *arena) {
  struct wr_log_axioms out = {.is_axiom = WR_NEW (arena, bool, check->count),
                              .commands = WR_NEW (arena, uint32_t, check->count)};
  for (uint32_t i = 0; i < check->count; i++) {
    uint32_t command = log->scope.data[check->first + i];
    if (log->commands.data[command].kind == WR_LOG_ASSERT) out.commands[out.count++] = command;
  }
  bool by_name = names_count (log, &out), scopes = has_scopes (log);
  uint32_t axioms = 0;
  for (uint32_t k = 0; k < out.count; k++) {
    const struct wr_log_command *command = &log->commands.data[out.commands[k]];
    wr_str name;
    if (by_name)
      out.is_axiom[k] = is_named (command->text, &name) && !wr_str_starts (name, WR_LIT ("@query"));
    else
      out.is_axiom[k] = scopes ? command->level == 0 : k + 1 < out.count;
    axioms += out.is_axiom[k];
  }
  out.has_goal = axioms < out.count;
  return out;
}

/* -- one test ------------------------------------------------------------------------------------------ */

struct goal {
  const struct wr_log_check *check;
  struct wr_log_axioms axioms;
  uint32_t *identity; /* per assertion: into the file's axioms; UINT32_MAX: it always holds */
  wr_z3_log *open;
  uint64_t used_at;
};

struct file {
  const wr_log *log;
  const struct wr_logtest_options *options;
  const struct wr_logtest_calls *calls;
  wr_arena *arena;
  struct wr_file_tests tests;
  wr_map by_hash;             /* identity -> index + 1 */
  uint32_t *identity_of;      /* per command: index + 1; 0: not known yet */
  WR_VEC (struct goal) goals; /* of the test that is under way */
  uint64_t clock;
  wr_str problem; /* of the test that is under way */
  uint32_t problem_line;
};

static uint32_t identity (struct file *f, uint32_t command) {
  if (f->identity_of[command]) return f->identity_of[command] - 1;
  const struct wr_log_command *c = &f->log->commands.data[command];
  struct wr_identity id = wr_identity_of (c->text, c->before, &f->options->identity);
  uint64_t known = wr_map_or (&f->by_hash, id.hash, 0);
  if (!known) {
    wr_str text = {c->text.ptr, c->text.len < MOST_TEXT ? c->text.len : MOST_TEXT};
    struct wr_axiom_row row = {.name = id.name.len ? id.name
                                                   : wr_str_print (f->arena, "line %u", c->line),
                               .group = id.place,
                               .file = id.place,
                               .line = id.place.len ? id.line : c->line,
                               .text = text,
                               .rule = wr_str_of (wr_identity_rule_name (id.rule)),
                               .hash = id.hash,
                               .prelude = true};
    WR_VEC_PUSH (&f->tests.axioms, row);
    wr_map_put (&f->by_hash, id.hash, known = f->tests.axioms.len);
  }
  f->tests.axioms.data[known - 1].parts++;
  return (f->identity_of[command] = (uint32_t)known) - 1;
}

static void add_goal (struct file *f, const struct wr_log_check *check) {
  struct goal goal = {.check = check, .axioms = wr_log_axioms_of (f->log, check, f->arena)};
  if (!goal.axioms.has_goal) return;
  goal.identity = WR_NEW (f->arena, uint32_t, goal.axioms.count);
  for (uint32_t k = 0; k < goal.axioms.count; k++)
    goal.identity[k] = goal.axioms.is_axiom[k] ? identity (f, goal.axioms.commands[k]) : UINT32_MAX;
  WR_VEC_PUSH (&f->goals, goal);
}

/* The text and the options in scope. */
static wr_z3_log *open_check (struct file *f, const struct goal *goal, wr_arena *arena,
                              wr_str *error) {
  wr_buf text = {0};
  WR_VEC (struct wr_z3_log_option) options = {0};
  for (uint32_t i = 0; i < goal->check->count; i++) {
    const struct wr_log_command *command =
        &f->log->commands.data[f->log->scope.data[goal->check->first + i]];
    struct wr_z3_log_option option;
    if (command->kind != WR_LOG_OPTION) {
      wr_buf_add (&text, command->text);
      wr_buf_add_char (&text, '\n');
    } else if (wr_log_option (command->text, &option.name, &option.value)) {
      WR_VEC_PUSH (&options, option);
    }
  }
  struct wr_z3_log_input input = {.text = wr_buf_str (&text),
                                  .options = options.data,
                                  .option_count = options.len,
                                  .guarded = goal->axioms.is_axiom,
                                  .assertion_count = goal->axioms.count,
                                  .seed = f->options->seed,
                                  .memory = f->options->memory};
  wr_z3_log *log = wr_z3_log_open (&input, arena, error);
  WR_VEC_FREE (&options);
  wr_buf_free (&text);
  return log;
}

/* Z3 says `(error "line N column M: why")` about the text of open_check: `why`, and the line of the log. */
static void keep_problem (struct file *f, const struct goal *goal, wr_str error) {
  unsigned line = 0;
  int length = 0;
  char start[64];
  snprintf (start, sizeof start, "%.*s", WR_STR_ARGS (error));
  f->problem = error;
  f->problem_line = f->log->commands.data[goal->check->command].line;
  if (sscanf (start, "(error \"line %u column %*u: %n", &line, &length) != 1 || !length) return;
  f->problem = (wr_str){error.ptr + length, error.len - (size_t)length};
  while (f->problem.len && strchr ("\n ", f->problem.ptr[f->problem.len - 1])) f->problem.len--;
  if (wr_str_ends (f->problem, WR_LIT ("\")"))) f->problem.len -= 2;
  while (f->problem.len && f->problem.ptr[f->problem.len - 1] == ' ') f->problem.len--;
  for (uint32_t i = 0; line && i < goal->check->count; i++) {
    const struct wr_log_command *command =
        &f->log->commands.data[f->log->scope.data[goal->check->first + i]];
    if (command->kind == WR_LOG_OPTION) continue;
    uint32_t lines = 1;
    for (size_t k = 0; k < command->text.len; k++) lines += command->text.ptr[k] == '\n';
    if (line <= lines) f->problem_line = command->line + line - 1;
    line = line > lines ? line - lines : 0;
  }
}

static void close_oldest (struct file *f) {
  struct goal *oldest = NULL;
  uint32_t open = 0;
  for (uint32_t g = 0; g < f->goals.len; g++) {
    struct goal *goal = &f->goals.data[g];
    if (!goal->open) continue;
    open++;
    if (!oldest || goal->used_at < oldest->used_at) oldest = goal;
  }
  if (open < MOST_OPEN) return;
  wr_z3_log_close (oldest->open);
  oldest->open = NULL;
}

/* The core in terms of axioms. */
static void translate_core (const struct goal *goal, wr_arena *arena, struct wr_answer *answer) {
  wr_bitset in = {0};
  for (uint32_t i = 0; i < answer->core_count; i++)
    wr_bitset_set (&in, goal->identity[answer->core[i]], true);
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  answer->core_count = 0;
  WR_BITSET_EACH (&in, i) { answer->core[answer->core_count++] = i; }
  wr_bitset_free (&in);
}

static void ask_open (struct file *f, wr_z3_log *open, const struct wr_axiom_query *query,
                      wr_arena *arena, struct wr_answer *answer) {
  const struct goal *goal = &f->goals.data[query->goal];
  wr_bitset on = {0};
  for (uint32_t k = 0; query->on && k < goal->axioms.count; k++)
    if (goal->identity[k] != UINT32_MAX && wr_bitset_has (query->on, goal->identity[k]))
      wr_bitset_set (&on, k, true);
  wr_z3_log_check (open, query->on ? &on : NULL, query->rlimit, f->options->timeout, arena, answer);
  if (answer->status == WR_STATUS_UNSAT) translate_core (goal, arena, answer);
  wr_bitset_free (&on);
}

static void ask (void *self, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  struct file *f = self;
  struct goal *goal = &f->goals.data[query->goal];
  wr_str error = {0};
  f->calls->deadline (f->calls->ctx, f->options->timeout + grace);
  wr_z3_log *open = query->fresh ? NULL : goal->open;
  if (!open) {
    if (!query->fresh) close_oldest (f);
    open = open_check (f, goal, f->arena, &error);
  }
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY, .detail = error};
  if (!open) {
    keep_problem (f, goal, error);
    return;
  }
  ask_open (f, open, query, arena, answer);
  if (query->fresh) {
    wr_z3_log_close (open);
  } else {
    goal->open = open;
    goal->used_at = ++f->clock;
  }
}

static enum wr_axiom_verdict verdict_of (const struct wr_axiom_reduction *reduction) {
  bool failed = false, error = false;
  if (reduction->proved == reduction->goal_count) return WR_AXIOM_PROVED;
  for (uint32_t g = 0; g < reduction->goal_count; g++) {
    enum wr_status status = reduction->goals[g].status;
    failed |= status == WR_STATUS_SAT || status == WR_STATUS_INCOMPLETE;
    error |= status == WR_STATUS_BAD_REPLY || status == WR_STATUS_DIED;
  }
  return error ? WR_AXIOM_ERROR : failed ? WR_AXIOM_FAILED : WR_AXIOM_TIMEOUT;
}

static enum wr_axiom_verdict expected_of (const struct file *f) {
  enum wr_axiom_verdict expected = WR_AXIOM_UNDECIDED;
  for (uint32_t g = 0; g < f->goals.len; g++) {
    wr_str said = f->goals.data[g].check->expected;
    if (wr_str_equal (said, WR_LIT ("sat"))) return WR_AXIOM_FAILED;
    if (wr_str_equal (said, WR_LIT ("unsat"))) expected = WR_AXIOM_PROVED;
  }
  return expected;
}

static wr_u32s members (const wr_bitset *set) {
  wr_u32s list = {0};
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&list, i); }
  return list;
}

/* Ends the test whose goals were added. */
static void run_test (struct file *f, wr_str name) {
  if (!f->goals.len) return;
  struct wr_axiom_prover prover = {.self = f, .goals = f->goals.len, .ask = ask};
  for (uint32_t g = 0; g < f->goals.len; g++) {
    const struct goal *goal = &f->goals.data[g];
    for (uint32_t k = 0; k < goal->axioms.count; k++)
      if (goal->identity[k] != UINT32_MAX) wr_bitset_set (&prover.all, goal->identity[k], true);
  }
  struct wr_axiom_reduction reduction;
  f->problem = (wr_str){0};
  f->problem_line = 0;
  wr_axiom_reduce (&prover, &f->options->reduce, &reduction);
  struct wr_test_row row = {.name = name,
                            .verdict = verdict_of (&reduction),
                            .expected = expected_of (f),
                            .goals = reduction.goal_count,
                            .proved = reduction.proved,
                            .used = members (&reduction.used),
                            .covered = members (&reduction.covered),
                            .strong = members (&reduction.strong),
                            .complete = reduction.complete,
                            .confirmed = reduction.confirmed,
                            .resources = reduction.resources,
                            .queries = reduction.queries,
                            .seconds = reduction.seconds,
                            .problem = f->problem,
                            .problem_line = f->problem_line};
  WR_VEC_PUSH (&f->tests.tests, row);
  for (uint32_t g = 0; g < f->goals.len; g++) wr_z3_log_close (f->goals.data[g].open);
  WR_VEC_CLEAR (&f->goals);
  wr_axiom_reduction_free (&reduction);
  wr_bitset_free (&prover.all);
}

/* -- all tests of a log -------------------------------------------------------------------------------- */

static void run_checks (struct file *f) {
  const wr_log *log = f->log;
  wr_str title = {0};
  for (uint32_t i = 0; i < log->checks.len; i++) {
    const struct wr_log_check *check = &log->checks.data[i];
    bool next = f->options->unit == WR_TEST_QUERY ||
                (f->options->unit == WR_TEST_PROCEDURE && !wr_str_equal (title, check->title));
    if (i && next) run_test (f, title);
    title = check->title;
    if (f->options->unit == WR_TEST_QUERY)
      title = wr_str_print (f->arena, "%.*s%sline %u", WR_STR_ARGS (title), title.len ? " " : "",
                            log->commands.data[check->command].line);
    add_goal (f, check);
  }
  run_test (f, f->options->unit == WR_TEST_FILE ? (wr_str){0} : title);
}

void wr_logtest_run (const wr_log *log, const struct wr_logtest_options *options,
                     const struct wr_logtest_calls *calls, wr_buf *out) {
  struct file f = {.log = log, .options = options, .calls = calls, .arena = wr_arena_new ()};
  f.identity_of = WR_NEW (f.arena, uint32_t, log->commands.len);
  run_checks (&f);
  if (log->problem.len) {
    struct wr_test_row row = {
        .verdict = WR_AXIOM_ERROR, .problem = log->problem, .problem_line = log->problem_line};
    WR_VEC_PUSH (&f.tests.tests, row);
  }
  wr_file_tests_write (out, &f.tests);
  wr_file_tests_free (&f.tests);
  WR_VEC_FREE (&f.goals);
  wr_map_free (&f.by_hash);
  wr_arena_free (f.arena);
}
