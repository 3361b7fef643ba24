/* axioms/logtest.c -- tests of logs (axioms/logtest.h). */
#include "axioms/logtest.h"

#include "axioms/checktext.h"
#include "axioms/declared.h"
#include "axioms/fine.h"
#include "axioms/instances.h"
#include "axioms/log_elements.h"
#include "base/check.h"
#include "base/os.h"
#include "solve/z3_log.h"

#include <stdlib.h>

enum {
  MOST_OPEN = 6 /* contexts of one test that are kept */,
  MOST_TEXT = 2000 /* bytes of an axiom that are kept */
};
static const double grace = 5;      /* seconds for reading and cleaning up around a query */
static const double keep_after = 5; /* seconds after which results are kept */

static const wr_str no_goal = {"no check has a goal: nothing but axioms is in scope", 51};

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
  wr_map by_hash; /* identity -> index + 1 */
  wr_declared declared;
  uint32_t *identity_of;      /* per command: index + 1; 0: not known yet */
  WR_VEC (struct goal) goals; /* of the test that is under way */
  uint64_t clock;
  const struct wr_logtest_resume *resume;
  struct wr_file_tests before; /* the results of an earlier process */
  double kept;                 /* when results were kept */
  wr_log_elements elements;
  /* Of the test that is under way. */
  wr_str problem;
  uint32_t problem_line;
  uint32_t without_goal, first_without; /* checks of axioms alone, and the line of the first */
};

static uint32_t identity (struct file *f, uint32_t command) {
  if (f->identity_of[command]) return f->identity_of[command] - 1;
  const struct wr_log_command *c = &f->log->commands.data[command];
  struct wr_identity id = wr_declared_identity (&f->declared, command, &f->options->identity);
  uint64_t known = wr_map_or (&f->by_hash, id.hash, 0);
  if (!known) {
    wr_str text = {c->text.ptr, c->text.len < MOST_TEXT ? c->text.len : MOST_TEXT};
    struct wr_axiom_row row = {.name = id.name.len ? id.name : c->before,
                               .group = id.place,
                               .file = id.place,
                               .line = id.place.len ? id.line : c->line,
                               .text = text,
                               .rule = wr_str_of (wr_identity_rule_name (id.rule)),
                               .hash = id.hash,
                               .prelude = true,
                               .ground = !wr_identity_quantifies (c->text)};
    if (!row.name.len) row.name = wr_str_print (f->arena, "line %u", c->line);
    WR_VEC_PUSH (&f->tests.axioms, row);
    wr_map_put (&f->by_hash, id.hash, known = f->tests.axioms.len);
  }
  f->tests.axioms.data[known - 1].parts++;
  return (f->identity_of[command] = (uint32_t)known) - 1;
}

static void add_goal (struct file *f, const struct wr_log_check *check) {
  struct goal goal = {.check = check,
                      .axioms = wr_log_axioms_of (f->log, check, &f->options->identity, f->arena)};
  if (!goal.axioms.has_goal) {
    if (!f->without_goal++) f->first_without = f->log->commands.data[check->command].line;
    return;
  }
  goal.identity = WR_NEW (f->arena, uint32_t, goal.axioms.count);
  for (uint32_t k = 0; k < goal.axioms.count; k++)
    goal.identity[k] = goal.axioms.is_axiom[k] ? identity (f, goal.axioms.commands[k]) : UINT32_MAX;
  WR_VEC_PUSH (&f->goals, goal);
}

static struct wr_z3_log_input input_of (const struct file *f, const struct wr_check_text *text,
                                        const struct goal *goal) {
  struct wr_z3_log_input input = wr_check_input (text, &goal->axioms);
  input.seed = f->options->seed;
  input.memory = f->options->memory;
  return input;
}

static wr_z3_log *open_check (struct file *f, const struct goal *goal, wr_arena *arena,
                              wr_str *error) {
  struct wr_check_text text = wr_check_text_of (f->log, goal->check);
  struct wr_z3_log_input input = input_of (f, &text, goal);
  wr_z3_log *log = wr_z3_log_open (&input, arena, error);
  wr_check_text_free (&text);
  return log;
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

static double seconds_of (const struct file *f, const struct wr_axiom_query *query) {
  return wr_axiom_query_seconds (f->options->timeout, f->options->reduce.rlimit, query->rlimit);
}

static void ask_open (struct file *f, wr_z3_log *open, const struct wr_axiom_query *query,
                      wr_arena *arena, struct wr_answer *answer) {
  const struct goal *goal = &f->goals.data[query->goal];
  wr_bitset on = {0};
  for (uint32_t k = 0; query->on && k < goal->axioms.count; k++)
    if (goal->identity[k] != UINT32_MAX && wr_bitset_has (query->on, goal->identity[k]))
      wr_bitset_set (&on, k, true);
  wr_z3_log_check (open, query->on ? &on : NULL, query->rlimit, seconds_of (f, query), arena,
                   answer);
  if (answer->status == WR_STATUS_UNSAT) translate_core (goal, arena, answer);
  wr_bitset_free (&on);
}

/* The check without guards, as the log has it: they change the search, so that a proof may be missed. */
static void ask_plain (struct file *f, const struct goal *goal, const struct wr_axiom_query *query,
                       wr_arena *arena, struct wr_answer *answer) {
  struct wr_check_text text = wr_check_text_of (f->log, goal->check);
  struct wr_z3_log_input input = input_of (f, &text, goal);
  bool *absent = WR_NEW (arena, bool, goal->axioms.count + 1);
  wr_str error = {0};
  for (uint32_t k = 0; k < goal->axioms.count; k++)
    absent[k] = goal->identity[k] != UINT32_MAX && !wr_bitset_has (query->on, goal->identity[k]);
  input.absent = absent;
  input.guarded = WR_NEW (arena, bool, goal->axioms.count + 1);
  f->calls->deadline (f->calls->ctx, seconds_of (f, query) + grace);
  wr_z3_log *open = wr_z3_log_open (&input, arena, &error);
  wr_check_text_free (&text);
  if (!open) return;
  uint64_t before = answer->resources;
  wr_z3_log_check (open, NULL, query->rlimit, seconds_of (f, query), arena, answer);
  answer->resources += before;
  wr_z3_log_close (open);
}

static void ask (void *self, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  struct file *f = self;
  struct goal *goal = &f->goals.data[query->goal];
  wr_str error = {0};
  f->calls->deadline (f->calls->ctx, seconds_of (f, query) + grace);
  wr_z3_log *open = query->fresh ? NULL : goal->open;
  if (!open) {
    if (!query->fresh) close_oldest (f);
    open = open_check (f, goal, f->arena, &error);
  }
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY, .detail = error};
  if (!open) {
    f->problem_line = wr_check_error (f->log, goal->check, &error);
    f->problem = error;
    return;
  }
  ask_open (f, open, query, arena, answer);
  if (query->fresh) {
    wr_z3_log_close (open);
    if (query->strong &&
        (answer->status == WR_STATUS_SAT || answer->status == WR_STATUS_INCOMPLETE))
      ask_plain (f, goal, query, arena, answer);
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

/* Goals that were not proved, asked once more. */
static void count_instances (struct file *f, const struct wr_axiom_reduction *reduction,
                             wr_instance_list *list) {
  for (uint32_t g = 0; g < f->goals.len; g++) {
    const struct goal *goal = &f->goals.data[g];
    enum wr_status status = reduction->goals[g].status;
    if (status != WR_STATUS_SAT && status != WR_STATUS_INCOMPLETE && status != WR_STATUS_RESOURCE &&
        status != WR_STATUS_TIME)
      continue;
    struct wr_check_text text = wr_check_text_of (f->log, goal->check);
    struct wr_z3_log_input input = input_of (f, &text, goal);
    f->calls->deadline (f->calls->ctx, f->options->count_timeout + grace);
    wr_instances_add (&input, goal->identity, f->options->reduce.rlimit, f->options->count_timeout,
                      list);
    wr_check_text_free (&text);
  }
}

/* Declarations that the proved goals of the test cover. */
static wr_u32s cover_elements (struct file *f, const struct wr_axiom_reduction *reduction) {
  wr_bitset found = {0};
  for (uint32_t g = 0; g < f->goals.len; g++) {
    const struct goal *goal = &f->goals.data[g];
    if (reduction->goals[g].status == WR_STATUS_UNSAT)
      wr_log_elements_cover (&f->elements, goal->check, &goal->axioms, goal->identity,
                             &reduction->covered, &found);
  }
  wr_u32s list = members (&found);
  wr_bitset_free (&found);
  return list;
}

/* Which pieces of its axioms does the test need?  Its proved goals are asked together. */
static void add_pieces (struct file *f, const struct wr_axiom_reduction *reduction,
                        struct wr_test_row *row) {
  struct wr_fine_options options = {.reduce = f->options->reduce,
                                    .timeout = f->options->timeout,
                                    .ctx = f->calls->ctx,
                                    .deadline = f->calls->deadline};
  WR_VEC (struct wr_fine_goal) goals = {0};
  WR_VEC (struct wr_check_text) texts = {0};
  for (uint32_t g = 0; g < f->goals.len; g++) {
    const struct goal *goal = &f->goals.data[g];
    if (reduction->goals[g].status != WR_STATUS_UNSAT) continue;
    struct wr_check_text text = wr_check_text_of (f->log, goal->check);
    struct wr_fine_goal fine = {input_of (f, &text, goal), goal->identity};
    WR_VEC_PUSH (&goals, fine);
    WR_VEC_PUSH (&texts, text);
  }
  if (goals.len && row->covered.len)
    wr_fine_add (goals.data, goals.len, &options, f->arena, &f->tests, row);
  for (uint32_t i = 0; i < texts.len; i++) wr_check_text_free (&texts.data[i]);
  WR_VEC_FREE (&texts);
  WR_VEC_FREE (&goals);
}

static void keep_results (struct file *f) {
  if (!f->calls->keep || (!f->resume->careful && wr_clock () - f->kept < keep_after)) return;
  wr_buf bytes = {0};
  wr_file_tests_write (&bytes, &f->tests);
  f->calls->keep (f->calls->ctx, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
  f->kept = wr_clock ();
}

/* Does the test have a result from an earlier process, or did that one die of it? */
static bool is_known (struct file *f, wr_str name) {
  uint32_t number = f->tests.tests.len;
  if (number < f->before.tests.len) {
    WR_VEC_PUSH (&f->tests.tests, f->before.tests.data[number]);
    f->before.tests.data[number] = (struct wr_test_row){0}; /* its lists have moved */
  } else if (f->resume->died && f->goals.len && number == f->before.tests.len) {
    struct wr_test_row row = {.name = name,
                              .verdict = WR_AXIOM_ERROR,
                              .expected = expected_of (f),
                              .goals = f->goals.len,
                              .problem = WR_LIT ("the solver ended without an answer"),
                              .problem_line =
                                  f->log->commands.data[f->goals.data[0].check->command].line};
    WR_VEC_PUSH (&f->tests.tests, row);
    keep_results (f);
  } else {
    return false;
  }
  WR_VEC_CLEAR (&f->goals);
  return true;
}

/* Pieces of axioms that an earlier process has described. */
static void restore_pieces (struct file *f) {
  for (uint32_t i = 0; i < f->tests.axioms.len && i < f->before.axioms.len; i++) {
    struct wr_axiom_row *to = &f->tests.axioms.data[i], *from = &f->before.axioms.data[i];
    for (uint32_t k = to->pieces.len; k < from->pieces.len; k++)
      WR_VEC_PUSH (&to->pieces, from->pieces.data[k]);
  }
}

/* The checks of a query or procedure that all ask about nothing but axioms. */
static void add_idle (struct file *f, wr_str name) {
  struct wr_test_row row = {.name = name,
                            .verdict = WR_AXIOM_UNDECIDED,
                            .complete = true,
                            .confirmed = true,
                            .without_goal = f->without_goal,
                            .problem = no_goal,
                            .problem_line = f->first_without};
  WR_VEC_PUSH (&f->tests.tests, row);
  keep_results (f);
}

/* Asks the goals of the test. */
static void ask_goals (struct file *f, wr_str name) {
  restore_pieces (f);
  struct wr_axiom_prover prover = {
      .self = f, .goals = f->goals.len, .ask = ask, .fresh_is_cheap = true};
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
                            .without_goal = f->without_goal,
                            .used = members (&reduction.used),
                            .covered = members (&reduction.covered),
                            .strong = members (&reduction.strong),
                            .elements = cover_elements (f, &reduction),
                            .complete = reduction.complete,
                            .confirmed = reduction.confirmed,
                            .resources = reduction.resources,
                            .queries = reduction.queries,
                            .seconds = reduction.seconds,
                            .problem = f->problem,
                            .problem_line = f->problem_line};
  count_instances (f, &reduction, &row.instances);
  if (f->options->fine) add_pieces (f, &reduction, &row);
  WR_VEC_PUSH (&f->tests.tests, row);
  for (uint32_t g = 0; g < f->goals.len; g++) wr_z3_log_close (f->goals.data[g].open);
  WR_VEC_CLEAR (&f->goals);
  wr_axiom_reduction_free (&reduction);
  wr_bitset_free (&prover.all);
  keep_results (f);
}

/* Ends the test whose checks were added. */
static void run_test (struct file *f, wr_str name) {
  bool any = f->goals.len || f->without_goal;
  if (any && !is_known (f, name)) {
    if (f->goals.len)
      ask_goals (f, name);
    else
      add_idle (f, name);
  }
  f->without_goal = 0;
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
                     const struct wr_logtest_calls *calls, const struct wr_logtest_resume *resume,
                     wr_buf *out) {
  struct file f = {.log = log,
                   .declared = {.log = log},
                   .options = options,
                   .calls = calls,
                   .resume = resume,
                   .kept = wr_clock (),
                   .arena = wr_arena_new ()};
  if (resume->bytes.len && !wr_file_tests_read (resume->bytes, &f.before))
    wr_file_tests_free (&f.before);
  wr_log_elements_init (&f.elements, log, &f.tests);
  f.identity_of = WR_NEW (f.arena, uint32_t, log->commands.len);
  run_checks (&f);
  restore_pieces (&f);
  if (log->problem.len) {
    struct wr_test_row row = {
        .verdict = WR_AXIOM_ERROR, .problem = log->problem, .problem_line = log->problem_line};
    WR_VEC_PUSH (&f.tests.tests, row);
  } else if (!f.tests.tests.len) {
    struct wr_test_row row = {.verdict = WR_AXIOM_UNDECIDED,
                              .problem = WR_LIT ("the text has no check-sat")};
    WR_VEC_PUSH (&f.tests.tests, row);
  }
  wr_file_tests_write (out, &f.tests);
  wr_file_tests_free (&f.tests);
  wr_file_tests_free (&f.before);
  WR_VEC_FREE (&f.goals);
  wr_log_elements_free (&f.elements);
  wr_map_free (&f.by_hash);
  wr_declared_free (&f.declared);
  wr_arena_free (f.arena);
}
