/* tests/solve/watch.c -- a watched solver proves what an unwatched one proves, also if theories and quantifiers
   contribute only at the end, and is ended if there is no proof; before and after that it answers other queries. */
#include "solve/z3_watch.h"

#include "tap.h"

struct problem {
  const char *what, *text;
  bool proved;
};

#define TRIGGERS                                                                                   \
  "(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U) Bool)(declare-fun q (U U) Bool)"      \
  "(declare-const a U)(declare-const b U)"

static const struct problem problems[] = {
    {"equality that arithmetic knows",
     "(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)"
     "(assert (<= x y))(assert (<= y x))(assert (not (= (f x) (f y))))",
     true},
    {"the same without one bound",
     "(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)"
     "(assert (<= x y))(assert (not (= (f x) (f y))))",
     false},
    {"integers between integers",
     "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
     "(assert (= (+ (* 3 x) (* 6 y)) (+ (* 9 z) 1)))",
     true},
    {"integers that have to be split",
     "(declare-const x Int)(declare-const y Int)(assert (< (* 2 y) (* 4 x)))"
     "(assert (< (* 4 x) (+ (* 2 y) 2)))",
     true},
    {"few values of a bounded argument",
     "(declare-fun f (Int) Int)(declare-const x Int)(assert (<= 0 x 2))"
     "(assert (= (f 0) 1))(assert (= (f 1) 1))(assert (= (f 2) 1))(assert (not (= (f x) 1)))",
     true},
    {"one value too many",
     "(declare-fun f (Int) Int)(declare-const x Int)(assert (<= 0 x 3))"
     "(assert (= (f 0) 1))(assert (= (f 1) 1))(assert (= (f 2) 1))(assert (not (= (f x) 1)))",
     false},
    {"a chain of instances",
     TRIGGERS "(assert (forall ((x U)) (! (=> (p x) (p (f x))) :pattern ((p x)))))"
              "(assert (p a))(assert (not (p (f (f (f a))))))",
     true},
    {"a trigger of several terms beside one of one",
     TRIGGERS "(assert (forall ((x U) (y U)) (! (=> (and (p x) (p y)) (q x y))"
              " :pattern ((q x y)) :pattern ((p x) (p y)))))"
              "(assert (forall ((x U)) (! (=> (q x b) false) :pattern ((q x b)))))"
              "(assert (p a))(assert (p b))",
     true},
    {"no term for the trigger",
     TRIGGERS "(assert (forall ((x U)) (! (p x) :pattern ((f x)))))(assert (not (p a)))", false},
    {"instances and arithmetic in turn",
     "(declare-fun f (Int) Int)(declare-const n Int)"
     "(assert (forall ((x Int)) (! (= (f x) (+ x 1)) :pattern ((f x)))))"
     "(assert (<= n 4))(assert (>= n 4))(assert (not (= (f (f (f n))) 7)))",
     true},
    {"products",
     "(declare-const x Int)(declare-const y Int)(assert (> x 2))(assert (> y 2))"
     "(assert (< (* x y) 9))",
     true},
};

static const struct problem easy = {
    "", "(declare-const easy Int)(assert (< easy 0))(assert (> easy 0))", true};

static Z3_lbool ask (Z3_context z3, Z3_solver solver, struct wr_z3_watch *watch,
                     const struct problem *problem) {
  Z3_solver_push (z3, solver);
  Z3_solver_from_string (z3, solver, problem->text);
  if (watch) wr_z3_watch_begin (watch);
  Z3_ast yes = Z3_mk_true (z3);
  Z3_lbool truth = Z3_solver_check_assumptions (z3, solver, 1, &yes);
  Z3_solver_pop (z3, solver, 1);
  return truth;
}

static void test_arithmetic (struct tap *tap, const char *arithmetic) {
  Z3_global_param_set ("smt.arith.solver", arithmetic);
  Z3_config config = Z3_mk_config ();
  Z3_context z3 = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_solver plain = Z3_mk_simple_solver (z3);
  Z3_solver_inc_ref (z3, plain);
  Z3_solver watched = Z3_mk_simple_solver (z3);
  Z3_solver_inc_ref (z3, watched);
  struct wr_z3_watch watch;
  wr_z3_watch_over (&watch, z3, watched);
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
    const struct problem *p = &problems[i];
    Z3_lbool want = ask (z3, plain, NULL, p), truth = ask (z3, watched, &watch, p);
    bool ended = watch.ended;
    OK (tap, (want == Z3_L_FALSE) == p->proved, "%s, procedure %s: %s", p->what, arithmetic,
        p->proved ? "a proof" : "none");
    OK (tap, truth == (p->proved ? Z3_L_FALSE : Z3_L_UNDEF) && ended == !p->proved,
        "watched: the same");
    truth = ask (z3, watched, &watch, &easy);
    OK (tap, truth == Z3_L_FALSE && !watch.ended, "another question after it");
  }
  Z3_solver_dec_ref (z3, plain);
  Z3_solver_dec_ref (z3, watched);
  Z3_del_context (z3);
}

int main (void) {
  struct tap tap = {0};
  Z3_global_param_set ("auto_config", "false");
  Z3_global_param_set ("smt.mbqi", "false");
  Z3_global_param_set ("smt.case_split", "3");
  Z3_global_param_set ("smt.delay_units", "true");
  test_arithmetic (&tap, "2");
  test_arithmetic (&tap, "6");
  return tap_done (&tap);
}
