/* Assignments of sums (vc/sums.h): which names are replaced by which sums, and the programs with known answers when all of them are. */
#include "../flow/little.h"
#include "base/bigint.h"
#include "solve/solve.h"
#include "tap.h"
#include "vc/sums.h"

#include <limits.h>
#include <stdlib.h>

/* -- the sums of a body ------------------------------------------------------------------------------- */

static void put_name (const wr_core *core, wr_var var, wr_buf *out) {
  wr_buf_add (out, wr_symbol_text (core->symbols, wr_var_info (core, var)->name));
}

static void put_number (struct little *l, const mpq_t number, wr_buf *out) {
  wr_buf_add (out, wr_real_text (l->arena, number));
}

/* x@2 = 1 x@0 + 3; one after the other. */
static void put_sums (struct little *l, wr_buf *out) {
  wr_passive *passive = wr_flow_run (l->core, 0, NULL, l->arena);
  wr_sums sums = {0};
  wr_vc_sums (wr_vc_build (l->core, passive, NULL, l->arena), &sums);
  for (uint32_t i = 0; i < sums.len; i++) {
    const struct wr_sum *value = &sums.data[i].value;
    put_name (l->core, sums.data[i].name, out);
    wr_buf_print (out, " = ");
    for (uint32_t k = 0; k < value->count; k++) {
      put_number (l, value->factors[k], out);
      wr_buf_add_char (out, ' ');
      put_name (l->core, value->vars[k], out);
      wr_buf_print (out, " + ");
    }
    put_number (l, value->constant, out);
    wr_buf_print (out, "; ");
  }
  wr_sums_free (&sums);
}

static const struct {
  const char *name, *text, *want;
} bodies[] = {
    {"a chain is one sum", "(set x (add a 1)) (set x (add x 1)) (set x (sub 7 x))",
     "x@1 = 1 a@0 + 1; x@2 = 1 a@0 + 2; x@3 = -1 a@0 + 5; "},
    {"factors", "(set x (mul 3 a)) (set y (add (mul x 2) (neg b) a))",
     "x@1 = 3 a@0 + 0; y@1 = 7 a@0 + -1 b@0 + 0; "},
    {"terms that cancel", "(set x (add a b)) (set y (sub x a)) (set x (sub y b))",
     "x@1 = 1 a@0 + 1 b@0 + 0; y@1 = 1 b@0 + 0; x@2 = 0; "},
    {"a product of variables is none", "(set x (mul a b)) (set y (add x 1))", "y@1 = 1 x@1 + 1; "},
    {"arbitrary values are no sums", "(set x 1) (havoc x) (set y (add x 1))",
     "x@1 = 1; y@1 = 1 x@2 + 1; "},
    {"four terms at most",
     "(set x (add a b)) (set x (add x c)) (set x (add x d)) (set x (add x e)) (set x (add x 1))",
     "x@1 = 1 a@0 + 1 b@0 + 0; x@2 = 1 a@0 + 1 b@0 + 1 c@0 + 0; x@3 = 1 a@0 + 1 b@0 + 1 c@0 + 1 "
     "d@0 + 0; x@5 = 1 x@4 + 1; "},
    {"numbers of 64 bits at most",
     "(set x (mul 9223372036854775808 a)) (set x (mul 2 x)) (set x (add x 1))",
     "x@1 = 9223372036854775808 a@0 + 0; x@3 = 1 x@2 + 1; "},
};

static void test_sums (struct tap *t) {
  for (uint32_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    wr_buf text = {0}, got = {0};
    wr_buf_print (&text,
                  "(procedure P (in a int) (in b int) (in c int) (in d int) (in e int)) (body P "
                  "(local x int) (local y int) (block A %s (assert (eq x y)) (return)))",
                  bodies[i].text);
    struct little l = little_read (wr_buf_text (&text));
    put_sums (&l, &got);
    SAME (t, wr_buf_str (&got), bodies[i].want, bodies[i].name);
    little_free (&l);
    wr_buf_free (&text);
    wr_buf_free (&got);
  }
}

/* A name that two branches give a value to has two definitions: both stay equations, and what comes before and after them is put together. */
static void test_branches (struct tap *t) {
  struct little l = little_read (
      "(procedure P (in a int)) (body P (local x int) (block A (set x (add a 1)) (goto B C))"
      " (block B (set x (add x 1)) (set x (add x 1)) (goto D)) (block C (set x (add x 4)) (goto D))"
      " (block D (set x (add x 8)) (assert (lt a x)) (return)))");
  wr_buf got = {0};
  put_sums (&l, &got);
  const char *text = wr_buf_text (&got);
  OK (t, strstr (text, "x@1 = 1 a@0 + 1; "), "before the branch");
  OK (t, strstr (text, " = 1 a@0 + 3; ") && strstr (text, " = 1 a@0 + 5; "), "in both branches");
  OK (t, strstr (text, " + 8; ") && !strstr (text, "a@0 + 8") && !strstr (text, "a@0 + 11"),
      "the value after the join is no sum of values before it: %s", text);
  wr_buf_free (&got);
  little_free (&l);
}

/* -- answers ------------------------------------------------------------------------------------------ */

static const struct {
  const char *name, *want, *text;
} cases[] = {
#include "cases.def"
};

/* Each goal by itself, with all sums put together: without labels, and as a goal whose counterexample is wanted. */
static void ask_body (struct little *l, void *solver, uint32_t body, wr_buf *letters,
                      uint32_t *replaced) {
  wr_passive *passive = wr_flow_run (l->core, body, NULL, l->arena);
  wr_vc *vc = wr_vc_build (l->core, passive, NULL, l->arena);
  wr_sums sums = {0};
  wr_vc_sums (vc, &sums);
  *replaced += sums.len;
  wr_sums_free (&sums);
  wr_backend_z3.enter (solver, vc);
  for (uint32_t g = 0; g < passive->goal_count; g++) {
    struct wr_query query = wr_query_group (g, 1, WR_GROUP_UNLABELLED);
    struct wr_answer answer = {0};
    query.rlimit = 1000000;
    wr_backend_z3.check (solver, &query, l->arena, &answer);
    struct wr_query goal = wr_query_goal (g);
    struct wr_answer other = {0};
    goal.rlimit = 1000000;
    goal.goal.want_model = true;
    wr_backend_z3.check (solver, &goal, l->arena, &other);
    bool proved = answer.status == WR_STATUS_UNSAT,
         same = proved == (other.status == WR_STATUS_UNSAT);
    wr_buf_add_char (letters, !same ? '?' : proved ? 'P' : 'F');
  }
  wr_backend_z3.leave (solver);
}

static void test_answers (struct tap *t) {
  struct wr_budgets budgets = wr_default_budgets;
  uint32_t replaced = 0;
  budgets.sums_least = 0;
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct little l = little_read (cases[i].text);
    struct wr_solver_options options = {.budgets = &budgets};
    wr_str error = {0};
    wr_buf letters = {0};
    void *solver = wr_backend_z3.open (l.core, &options, &error);
    for (uint32_t b = 0; solver && b < l.core->bodies.len; b++) {
      if (b) wr_buf_add_char (&letters, ' ');
      ask_body (&l, solver, b, &letters, &replaced);
    }
    SAME (t, wr_buf_str (&letters), cases[i].want, cases[i].name);
    if (solver) wr_backend_z3.close (solver);
    wr_buf_free (&letters);
    little_free (&l);
  }
  OK (t, replaced > 50, "%u names were replaced", replaced);
}

static long value_of (const struct little *l, const struct wr_answer *answer, const char *name) {
  for (uint32_t i = 0; i < answer->value_count; i++) {
    wr_symbol known = wr_var_info (l->core, answer->values[i].var)->name;
    if (answer->values[i].var.ix &&
        wr_str_equal (wr_symbol_text (l->core->symbols, known), wr_str_of (name)))
      return strtol (answer->values[i].text.ptr, NULL, 10);
  }
  return LONG_MIN;
}

/* A model has values for the names that sums stand for, and the path. */
static void test_model (struct tap *t) {
  struct wr_budgets budgets = wr_default_budgets;
  budgets.sums_least = 0;
  struct little l = little_read ("(procedure P (in a int)) (body P (local x int) (block A (set x "
                                 "(add a 1)) (set x (add x 4)) (goto B C))"
                                 " (block B (assume (lt 7 a)) (set x (add x 2)) (assert (lt x 5)) "
                                 "(return)) (block C (assume (le a 7)) (return)))");
  wr_passive *passive = wr_flow_run (l.core, 0, NULL, l.arena);
  wr_vc *vc = wr_vc_build (l.core, passive, NULL, l.arena);
  struct wr_solver_options options = {.budgets = &budgets};
  struct wr_query query = wr_query_goal (0);
  struct wr_answer answer = {0};
  wr_str error = {0};
  void *solver = wr_backend_z3.open (l.core, &options, &error);
  query.rlimit = 1000000;
  query.goal.want_model = true;
  wr_backend_z3.enter (solver, vc);
  wr_backend_z3.check (solver, &query, l.arena, &answer);
  OK (t, answer.status == WR_STATUS_SAT && answer.has_model, "a counterexample");
  long a = value_of (&l, &answer, "a@0");
  OK (t, a > 7, "a is %ld", a);
  OK (t,
      value_of (&l, &answer, "x@1") == a + 1 && value_of (&l, &answer, "x@2") == a + 5 &&
          value_of (&l, &answer, "x@3") == a + 7,
      "sums have their values");
  OK (t, answer.choice_count == vc->choice_count, "and there is a path");
  wr_backend_z3.leave (solver);
  wr_backend_z3.close (solver);
  little_free (&l);
}

int main (void) {
  struct tap tap = {0};
  test_sums (&tap);
  test_branches (&tap);
  test_answers (&tap);
  test_model (&tap);
  return tap_done (&tap);
}
