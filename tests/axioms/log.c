/* tests/axioms/log.c -- logs are cut into commands, scopes and checks; assertions are told apart and recognised again. */
#include "axioms/identity.h"
#include "axioms/checktext.h"
#include "axioms/declared.h"
#include "axioms/logtest.h"
#include "tap.h"

static struct tap tap;

/* The lines of the assertions in scope at a check, as "3 5 ". */
static void scope_lines (wr_buf *out, const wr_log *log, uint32_t check) {
  const struct wr_log_check *c = &log->checks.data[check];
  for (uint32_t i = 0; i < c->count; i++) {
    const struct wr_log_command *command = &log->commands.data[log->scope.data[c->first + i]];
    if (command->kind == WR_LOG_ASSERT) wr_buf_print (out, "%u ", command->line);
    if (command->kind == WR_LOG_DECLARE) wr_buf_print (out, "d%u ", command->line);
  }
}

static void expect_scope (const char *what, const char *text, uint32_t check, const char *lines) {
  wr_log log = wr_log_read (wr_str_of (text));
  wr_buf got = {0};
  if (check < log.checks.len) scope_lines (&got, &log, check);
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (lines)), "%s", what))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
  wr_log_free (&log);
}

static void test_scopes (void) {
  expect_scope ("what is asserted in a scope ends with it",
                "(assert a)\n(push 1)\n(assert b)\n(check-sat)\n(pop 1)\n(assert c)\n(check-sat)\n",
                1, "1 6 ");
  expect_scope ("a check sees all open scopes",
                "(assert a)\n(push)\n(assert b)\n(push)\n(assert c)\n(check-sat)\n", 0, "1 3 5 ");
  expect_scope ("pop takes several scopes",
                "(push 2)\n(assert a)\n(push)\n(assert b)\n(pop 3)\n(assert c)\n(check-sat)", 0,
                "6 ");
  expect_scope ("pop of more than there is leaves what is outside",
                "(assert a)\n(pop 5)\n(check-sat)", 0, "1 ");
  expect_scope ("reset ends everything",
                "(declare-fun a () Bool)\n(assert a)\n(reset)\n(assert b)\n(check-sat)", 0, "4 ");
  expect_scope ("declarations end with their scope",
                "(push)\n(declare-fun a () Bool)\n(pop)\n(check-sat)", 0, "");
  expect_scope ("declarations survive with :global-decls",
                "(set-option :global-decls true)\n(push)\n(declare-fun a () Bool)\n(assert "
                "a)\n(pop)\n(check-sat)",
                0, "d3 ");
  expect_scope ("reset-assertions keeps global declarations",
                "(set-option :global-declarations true)\n(declare-const a Bool)\n(assert "
                "a)\n(reset-assertions)\n(check-sat)",
                0, "d2 ");
  expect_scope ("nothing counts after exit",
                "(assert a)\n(check-sat)\n(exit)\n(assert b)\n(check-sat)\n", 1, "");
  expect_scope ("pop of more scopes than are open has no effect, as in Z3",
                "(push)\n(assert a)\n(pop 2)\n(check-sat)\n", 0, "2 ");
  expect_scope ("reset-assertions leaves declarations and open scopes as they are, as in Z3",
                "(declare-fun a () Bool)\n(assert a)\n(push)\n(declare-fun b () Bool)\n(assert "
                "b)\n(reset-assertions)\n(assert c)\n(check-sat)\n",
                0, "d1 d4 7 ");
  expect_scope ("a scope that was open at reset-assertions can be closed",
                "(declare-fun a () Bool)\n(assert a)\n(push)\n(declare-fun b () Bool)\n"
                "(reset-assertions)\n(assert b)\n(pop)\n(assert a)\n(check-sat)\n",
                0, "d1 8 ");
  expect_scope ("parentheses in strings, names and comments do not count",
                "(assert (= \"(\" |a)b| )) ; )\n(assert c)\n(check-sat)", 0, "1 2 ");
}

/* The options and the text that the solver is given for the last check. */
static void expect_text (const char *what, const char *text, const char *want) {
  wr_log log = wr_log_read (wr_str_of (text));
  struct wr_check_text got = wr_check_text_of (&log, &log.checks.data[log.checks.len - 1]);
  wr_buf all = {0};
  for (uint32_t i = 0; i < got.options.len; i++)
    wr_buf_print (&all, "%.*s=%.*s ", WR_STR_ARGS (got.options.data[i].name),
                  WR_STR_ARGS (got.options.data[i].value));
  wr_buf_add (&all, wr_buf_str (&got.text));
  if (!OK (&tap, wr_str_equal (wr_buf_str (&all), wr_str_of (want)), "%s", what))
    tap_show ("got", wr_buf_str (&all));
  wr_buf_free (&all);
  wr_check_text_free (&got);
  wr_log_free (&log);
}

static void test_texts (void) {
  expect_text ("options stay when all else is reset",
               "(set-option :smt.mbqi false)\n(assert a)\n(reset)\n(assert b)\n(check-sat)\n",
               "smt.mbqi=false (assert b)\n");
  expect_text ("options stay when assertions are reset",
               "(set-option :smt.mbqi false)\n(assert a)\n(reset-assertions)\n(check-sat)\n",
               "smt.mbqi=false ");
  expect_text ("what check-sat-assuming assumes", "(assert a)(check-sat-assuming (b (not c)))",
               "(assert a)\n(assert (and b (not c)))\n");
  expect_text ("a check without assumptions", "(assert a)(check-sat-assuming ( ))", "(assert a)\n");
  expect_text ("what Z3 assumes if check-sat has arguments", "(assert a)(check-sat b (not c) )",
               "(assert a)\n(assert (and b (not c)))\n");
  expect_text ("a comment is no assumption", "(assert a)(check-sat ; b\n)", "(assert a)\n");
}

static void expect_error (const char *raw, const char *want, uint32_t line) {
  wr_log log = wr_log_read (WR_LIT ("(assert\n a)\n(assert b)\n(check-sat)\n"));
  wr_str error = wr_str_of (raw);
  uint32_t got = wr_check_error (&log, &log.checks.data[0], &error);
  if (!OK (&tap, wr_str_equal (error, wr_str_of (want)) && got == line, "line %u: %s", line, want))
    printf ("# line %u: %.*s\n", got, WR_STR_ARGS (error));
  wr_log_free (&log);
}

/* Of the errors that Z3 reports about the text of a check, the first one is told. */
static void test_errors (void) {
  expect_error ("(error \"line 3 column 5: unknown constant c\")\n", "unknown constant c", 3);
  expect_error ("(error \"line 2 column 1: unknown constant a (Int) \")\n(error \"line 3 column 2: "
                "unknown constant b\")\n",
                "unknown constant a (Int)", 2);
  expect_error ("no position", "no position", 4);
}

static void expect_problem (const char *text, uint32_t line) {
  wr_log log = wr_log_read (wr_str_of (text));
  if (!OK (&tap, log.problem.len && log.problem_line == line, "a problem in line %u", line))
    printf ("# line %u: %.*s\n", log.problem_line, WR_STR_ARGS (log.problem));
  wr_log_free (&log);
}

/* Each of these checks sees all declarations. */
static void test_many_checks (void) {
  enum { MANY = 12000 };
  wr_buf text = {0};
  for (int i = 0; i < MANY; i++) wr_buf_print (&text, "(declare-sort S%d 0)", i);
  for (int i = 0; i < MANY; i++) wr_buf_print (&text, "\n(check-sat)");
  wr_log log = wr_log_read (wr_buf_str (&text));
  uint32_t most = WR_MAX_LOG_SEEN / MANY;
  OK (&tap, log.checks.len == most && log.problem_line == most + 2,
      "what all checks see is limited");
  wr_log_free (&log);
  wr_buf_free (&text);
}

static void test_problems (void) {
  expect_problem ("(assert a)\n(assert (b)\n", 2);
  expect_problem ("(assert a))\n", 1);
  expect_problem ("(assert a)\nword\n(check-sat)", 2);
  expect_problem ("(assert a)\n()\n", 2);
  expect_problem ("(assert a)\n(include \"b.smt2\")\n(check-sat)\n", 2);
  wr_log log = wr_log_read (WR_LIT ("(assert a)\n(check-sat)\n(assert \""));
  OK (&tap, log.checks.len == 1 && log.problem_line == 3, "what stands before a problem is kept");
  wr_log_free (&log);
  log = wr_log_read (WR_LIT ("(check-sat)\n(exit)\nnot a command )\n(check-sat)\n"));
  OK (&tap, log.checks.len == 1 && !log.problem.len, "what stands after exit is not read");
  wr_log_free (&log);
  log = wr_log_read (WR_LIT ("(push 1048576)\n(check-sat)\n(pop 1048576)\n(push 1048577)\n"));
  OK (&tap, log.checks.len == 1 && log.problem_line == 4, "open scopes are limited");
  wr_log_free (&log);
  test_many_checks ();
  log = wr_log_read (WR_LIT (""));
  OK (&tap, !log.problem.len && !log.checks.len, "an empty text has no checks");
  wr_log_free (&log);
}

/* Which assertions are axioms, as "+-". */
static void expect_axioms (const char *what, const char *text, const char *marks) {
  wr_log log = wr_log_read (wr_str_of (text));
  wr_arena *arena = wr_arena_new ();
  struct wr_log_axioms axioms =
      wr_log_axioms_of (&log, &log.checks.data[log.checks.len - 1], NULL, arena);
  wr_buf got = {0};
  for (uint32_t k = 0; k < axioms.count; k++)
    wr_buf_add_char (&got, axioms.is_axiom[k] ? '+' : '-');
  if (!OK (&tap, wr_str_equal (wr_buf_str (&got), wr_str_of (marks)), "%s", what))
    tap_show ("got", wr_buf_str (&got));
  wr_buf_free (&got);
  wr_arena_free (arena);
  wr_log_free (&log);
}

static void test_axioms (void) {
  expect_axioms ("outside of scopes", "(assert a)(push)(assert b)(check-sat)", "+-");
  expect_axioms ("without scopes the last assertion is the goal",
                 "(assert a)(assert b)(assert (not c))(check-sat)", "++-");
  expect_axioms (
      "all named but the query",
      "(assert (! a :named x))(push)(assert (! b :named y))(assert (! c :named @query))(check-sat)",
      "++-");
  expect_axioms ("beside a named query, what is outside of scopes needs no name",
                 "(assert a)(assert b)(assert c)(assert d)(assert e)(push)(assert (! f :named x))"
                 "(assert g)(assert (! h :named @query))(check-sat)",
                 "++++++--");
  expect_axioms ("where all assertions have names and none is the query's, the last is the goal",
                 "(assert (! a :named x))(assert (! b :named y))(assert (! c :named z))(check-sat)",
                 "++-");
  expect_axioms (
      "where all assertions have names and none is the query's, scopes count",
      "(assert (! a :named x))(push)(assert (! b :named y))(assert (! c :named z))(check-sat)",
      "+--");
  expect_axioms ("where only some queries of a log are named, a check of axioms has no goal",
                 "(assert (! a :named x))(assert (! b :named y))(push)(assert (! c :named "
                 "@query))(check-sat)(pop)(check-sat)",
                 "++");
  expect_axioms ("a check of the axioms alone has no goal",
                 "(assert a)(check-sat)(push)(assert b)(pop)(assert c)(check-sat)", "++");
  expect_axioms ("comments of a dumped query mark the axioms",
                 "; axiom 3:1\n(assert a)\n(assert b)\n(assert c)\n(check-sat-assuming (d))",
                 "+---");
  expect_axioms ("what a check assumes is its goal, also without scopes",
                 "(assert a)(assert b)(check-sat-assuming (d))", "++-");
  expect_axioms ("arguments of check-sat are its goal", "(assert a)(push)(pop)(check-sat (not d))",
                 "+-");
  expect_axioms ("what a check assumes is its goal",
                 "(assert a)(push)(pop)(check-sat-assuming (d (not e)))", "+-");
}

static void expect_same (const char *a, const char *b, bool same) {
  struct wr_identity_options options = {0};
  struct wr_identity x = wr_identity_of (wr_str_of (a), (wr_str){0}, &options);
  struct wr_identity y = wr_identity_of (wr_str_of (b), (wr_str){0}, &options);
  OK (&tap, (x.hash == y.hash) == same, "%s %s %s", a, same ? "is" : "is not", b);
}

static void expect_same_remark (const char *remark, const char *a, const char *b, bool same) {
  struct wr_identity_options options = {.use_remarks = true};
  struct wr_identity x = wr_identity_of (wr_str_of (a), wr_str_of (remark), &options);
  struct wr_identity y = wr_identity_of (wr_str_of (b), wr_str_of (remark), &options);
  OK (&tap, (x.hash == y.hash) == same, "%s: %s %s %s", remark, a, same ? "is" : "is not", b);
}

/* The last assertions of two logs. */
static void expect_same_in (const char *a, const char *b, bool same) {
  struct wr_identity_options options = {0};
  uint64_t hash[2];
  for (int i = 0; i < 2; i++) {
    wr_log log = wr_log_read (wr_str_of (i ? b : a));
    wr_declared declared = {.log = &log};
    hash[i] = wr_declared_identity (&declared, log.commands.len - 1, &options).hash;
    wr_declared_free (&declared);
    wr_log_free (&log);
  }
  OK (&tap, (hash[0] == hash[1]) == same, "%s %s %s", a, same ? "is" : "is not", b);
}

static void test_declarations (void) {
  expect_same_in ("(declare-fun f (Int) Int)(declare-fun g () Int)(assert (= (f 1) (f 2)))",
                  "(declare-fun f (Int) Int)(assert (= (f 1) (f 2)))", true);
  expect_same_in ("(declare-fun f (Int) Int)(assert (= (f 1) (f 2)))",
                  "(declare-fun f (Int) Bool)(assert (= (f 1) (f 2)))", false);
  expect_same_in ("(declare-fun f (Int) Int)(reset)(declare-fun f (Int) Bool)(assert (= (f 1) (f "
                  "2)))",
                  "(declare-fun f (Int) Bool)(assert (= (f 1) (f 2)))", true);
  expect_same_in (
      "(declare-const c Int)(reset)(declare-sort S 0)(declare-const c S)(assert (= c c))",
      "(declare-sort S 0)(declare-const c S)(assert (= c c))", true);
  expect_same_in ("(declare-const c Int)(assert (= c c))",
                  "(declare-fun |c| () Int)(assert (= c c))", true);
  expect_same_in ("(declare-fun f@@3 (T@@2) Int)(assert (forall ((x T@@2)) (= (f@@3 x) 1)))",
                  "(declare-fun f (T) Int)(assert (forall ((x T)) (= (f x) 1)))", true);
  expect_same_in (
      "(declare-sort S 0)(declare-sort T 0)(declare-fun f (S) Int)(declare-fun f (T) Int)"
      "(assert (forall ((x S)) (= (f x) 1)))",
      "(declare-sort S 0)(declare-fun f (S) Int)(assert (forall ((x S)) (= (f x) 1)))", true);
  expect_same_in ("(declare-const x Int)(assert (forall ((x Int)) (= x x)))",
                  "(assert (forall ((y Int)) (= y y)))", true);
  expect_same_in ("(define-fun k () Int 1)(assert (= k 1))",
                  "(define-fun k () Int 2)(assert (= k 1))", false);
  expect_same_in ("(declare-fun f (Int) Int)(assert (! (= (f 1) 1) :named n))",
                  "(declare-fun f (Int) Bool)(assert (! (= (f 1) 1) :named n))", true);
}

/* Verifiers number what has the same name in a file, and write the same heading into each file. */
static void test_remarks (void) {
  expect_same_remark ("mem_append", "(assert (= (mem1 x) 1))", "(assert (= (mem2 x4) 1))", true);
  expect_same_remark ("mem_append", "(assert (= (mem1 x) 1))", "(assert (= (mem1 x) 2))", false);
  expect_same_remark ("H", "(assert (>= n 0))", "(assert (< m n))", false);
  expect_same_remark ("////////// Axioms", "(assert (p a))", "(assert (q a))", false);
  expect_same_remark ("1", "(assert (p a1))", "(assert (p a2))", false);
  struct wr_identity_options options = {.use_remarks = true};
  const wr_str text = WR_LIT ("(assert (p a))");
  const wr_str headings[] = {WR_LIT ("////////// Axioms"), WR_LIT ("--- maps"), WR_LIT ("1")};
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    OK (&tap,
        wr_identity_of (text, headings[i], &options).hash ==
            wr_identity_of (text, (wr_str){0}, &options).hash,
        "a heading is no name: %.*s", WR_STR_ARGS (headings[i]));
}

static void test_identity (void) {
  expect_same ("(assert (let ((x (f x))) (p x)))", "(assert (let ((y (f y))) (p y)))", false);
  expect_same ("(assert (let ((a b) (b a)) (p a b)))", "(assert (let ((c d) (d c)) (p c d)))",
               false);
  expect_same ("(assert (let ((x (f c))) (let ((x (g x))) (p x))))",
               "(assert (let ((y (f c))) (let ((z (g y))) (p z))))", true);
  expect_same ("(assert (let ((x (forall ((y Int)) (q y))) (z c)) (=> x (p z))))",
               "(assert (let ((u (forall ((v Int)) (q v))) (w c)) (=> u (p w))))", true);
  expect_same ("(assert (forall ((x Int)) (! (p x) :qid |a.1:2| :skolemid |7|)))",
               "(assert (forall ((y Int)) (! (p y) :qid |b.9:9|)))", true);
  expect_same ("(assert (forall ((x Int)) (p x)))", "(assert (forall ((x Int)) (q x)))", false);
  expect_same ("(assert (forall ((x Int) (y Int)) (p x y)))",
               "(assert (forall ((y Int) (x Int)) (p y x)))", true);
  expect_same ("(assert (forall ((x Int) (y Int)) (p x y)))",
               "(assert (forall ((x Int) (y Int)) (p y x)))", false);
  expect_same ("(assert (forall ((x Int)) (p x)))", "(assert (forall ((x Bool)) (p x)))", false);
  expect_same ("(assert (f@@12 a))", "(assert (f@@3 a))", true);
  expect_same ("(assert (f_12 a))", "(assert (f_3 a))", true);
  expect_same ("(assert (|f#_12| |a|))", "(assert (|f#_3| a))", true);
  expect_same ("(assert (forall ((|x#1| Int)) (p |x#1|)))", "(assert (forall ((y Int)) (p y)))",
               true);
  expect_same ("(assert (f |a b|))", "(assert (f a b))", false);
  expect_same ("(assert (= a |12|))", "(assert (= a 12))", false);
  expect_same ("(assert (= a 12))", "(assert (= a 3))", false);
  expect_same ("(assert (! a :named x))", "(assert (! b :named x))", true);
  expect_same ("(assert (forall ((x Int)) (! (p x) :qid prelude_box)))",
               "(assert (forall ((x Int)) (! (q x) :qid prelude_box)))", true);
  expect_same ("(assert (forall ((x Int)) (! (p x) :qid |quant-u-7|)))",
               "(assert (forall ((x Int)) (! (q x) :qid |quant-u-7|)))", false);
  expect_same ("(assert (forall ((x Int)) (! (=> (forall ((y Int)) (! (p y) :qid inner)) (q x)) "
               ":qid first)))",
               "(assert (forall ((x Int)) (! (=> (forall ((y Int)) (! (p y) :qid inner)) (r x)) "
               ":qid second)))",
               false);
  expect_same ("(assert (forall ((x Int)) (! (=> (forall ((y Int)) (! (p y) :qid one)) (q x)) "
               ":qid outer)))",
               "(assert (forall ((x Int)) (! (=> (forall ((y Int)) (! (q y) :qid two)) (q x)) "
               ":qid outer)))",
               true);
  expect_same ("(assert (=> c (and (forall ((x Int)) (! (p x) :qid one)) (forall ((x Int)) (! (q "
               "x) :qid two)))))",
               "(assert (=> d (and (forall ((x Int)) (! (r x) :qid one)) (forall ((x Int)) (! (q "
               "x) :qid three)))))",
               true);
  expect_same ("(assert (and (forall ((x Int)) (p x)) (q x)))",
               "(assert (and (forall ((y Int)) (p y)) (q y)))", false);
  expect_same ("(assert (forall ((x Int)) (! (p x) :weight 3)))",
               "(assert (forall ((x Int)) (! (p x) :weight 4)))", false);
}

int main (void) {
  test_scopes ();
  test_texts ();
  test_errors ();
  test_problems ();
  test_axioms ();
  test_identity ();
  test_remarks ();
  test_declarations ();
  return tap_done (&tap);
}
