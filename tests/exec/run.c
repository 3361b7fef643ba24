/* Bodies, from Boogie text: modular and real executions, contracts, loops, old, where, places. */
#include "core/build.h"
#include "exec/exec.h"
#include "front/boogie/boogie.h"
#include "front/boogie/lower.h"
#include "tap.h"

#include <stdlib.h>

struct script {
  struct tap tap;
  wr_core *core;
  const char
      *answers;  /* one letter per question: digits for values and branches; the last repeats */
  wr_buf failed; /* roles of the goals that failed, in order */
};

static int64_t next_answer (struct script *s) {
  char c = *s->answers;
  if (s->answers[1]) s->answers++;
  return c == '-' ? -1 : c - '0';
}

static const wr_value *value_for (struct script *s, wr_machine *m, wr_sort sort) {
  int64_t n = wr_sort_info (s->core, sort)->kind == WR_SORT_MAP ? 0 : next_answer (s);
  switch ((int)wr_sort_info (s->core, sort)->kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, n != 0);
  case WR_SORT_INT: return wr_value_int (m, n);
  case WR_SORT_NAMED: return wr_value_element (m, sort, (uint32_t)n);
  case WR_SORT_MAP: return wr_value_map (m, sort, value_for (s, m, wr_sort_range (s->core, sort)));
  default: return NULL;
  }
}

static const wr_value *on_havoc (void *ctx, wr_machine *m, wr_var var, wr_sort sort) {
  (void)var;
  return value_for (ctx, m, sort);
}
static uint32_t on_branch (void *ctx, wr_machine *m, uint32_t block, uint32_t count) {
  (void)m, (void)block;
  return (uint32_t)next_answer (ctx) % count;
}
static const wr_value *on_function (void *ctx, wr_machine *m, wr_func func,
                                    const wr_value *const *args, uint32_t count) {
  struct script *s = ctx;
  (void)args, (void)count;
  return value_for (s, m, wr_func_info (s->core, func)->sort);
}
static void on_failed (void *ctx, wr_machine *m, wr_label goal, wr_span at) {
  struct script *s = ctx;
  (void)at;
  enum wr_role role = wr_label_info (&wr_machine_core (m)->labels, goal)->role;
  wr_buf_print (&s->failed, " %s", wr_role_name (role));
}

static const char *const ends[] = {"returned", "failed",    "blocked",
                                   "cut",      "undecided", "out of steps"};

struct run_case {
  const char *name, *want, *answers, *text; /* the name may begin with a mode: real, lazy */
};

static void run (struct script *s, const struct run_case *c) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("t.bpl"), wr_str_of (c->text));
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  bool ok =
      !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
  s->core = ok ? bpl_lower (program, diags) : NULL;
  wr_buf got = {0};
  bool real = !strncmp (c->name, "real:", 5), lazy = !strncmp (c->name, "lazy:", 5);
  if (s->core) {
    struct wr_exec_options options = {.modular = !real, .lazy = lazy, .max_steps = 5000};
    options.oracle = (struct wr_oracle){.ctx = s,
                                        .havoc = on_havoc,
                                        .branch = on_branch,
                                        .function = on_function,
                                        .failed = on_failed};
    s->answers = c->answers;
    wr_machine *m = wr_machine_new (s->core, &options);
    struct wr_exec_result r = wr_machine_run (m, s->core->bodies.len - 1, NULL);
    wr_buf_print (&got, "%s%s", ends[r.end], wr_buf_text (&s->failed));
    wr_machine_free (m);
    wr_core_free (s->core);
  } else {
    wr_buf_print (
        &got, "does not load: %.*s",
        WR_STR_ARGS (wr_diags_count (diags) ? wr_diags_at (diags, 0)->message : WR_LIT ("?")));
  }
  SAME (&s->tap, wr_buf_str (&got), c->want, c->name);
  wr_buf_free (&got);
  wr_buf_clear (&s->failed);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

/* Answers come in the order of the questions: globals, in-parameters, outs, locals, then as they arise. */
static const struct run_case cases[] = {
    {"a body without anything", "returned", "0", "procedure P() {}"},
    {"an assertion that holds", "returned", "3", "procedure P(x: int) { assert x == 3; }"},
    {"an assertion that fails", "failed assert", "4", "procedure P(x: int) { assert x == 3; }"},
    {"the first failure ends it", "failed assert", "4",
     "procedure P(x: int) { assert x == 3; assert x == 5; }"},
    {"an assertion without subsumption does not", "failed assert assert", "4",
     "procedure P(x: int) { assert {:subsumption 0} x == 3; assert x == 5; }"},
    {"an assumption blocks", "blocked", "4",
     "procedure P(x: int) { assume x == 3; assert false; }"},
    {"a failure before an assumption stays", "failed assert", "4",
     "procedure P(x: int) { assert {:subsumption 0} false; assume false; }"},
    {"a precondition blocks", "blocked", "4",
     "procedure P(x: int) requires x == 3; { assert false; }"},
    {"a free precondition too", "blocked", "4",
     "procedure P(x: int) free requires x == 3; { assert false; }"},
    {"a where clause of an in-parameter", "blocked", "4",
     "procedure P(x: int where x == 3) { assert false; }"},
    {"a where clause of a global", "blocked", "4",
     "var g: int where g == 3; procedure P() { assert false; }"},
    {"a where clause of a local", "blocked", "4",
     "procedure P() { var x: int where x == 3; assert false; }"},
    {"a where clause of an out-parameter", "blocked", "4",
     "procedure P() returns (r: int where r == 3) { assert false; }"},
    {"a where clause holds at havoc", "blocked", "34",
     "procedure P() { var x: int where x == 3; havoc x; assert false; }"},
    {"but not at an assignment", "failed assert", "3",
     "procedure P() { var x: int where x == 3; x := 4; assert x == 3; }"},
    {"a postcondition that holds", "returned", "0",
     "procedure P() returns (r: int) ensures r == 1; { r := 1; }"},
    {"a postcondition that fails", "failed ensures", "0",
     "procedure P() returns (r: int) ensures r == 2; { r := 1; }"},
    {"a free postcondition is not checked", "returned", "0",
     "procedure P() returns (r: int) free ensures r == 2; { r := 1; }"},
    {"old in a postcondition", "returned", "5",
     "var g: int; procedure P() modifies g; ensures g == old(g) + 1; { g := g + 1; }"},
    {"old in a body", "failed assert", "5",
     "var g: int; procedure P() modifies g; { g := g + 1; assert g == old(g); }"},
    {"old of a havocked global", "returned", "57",
     "var g: int; procedure P() modifies g; { havoc g; assert old(g) == 5 && g == 7; }"},
    {"a parallel assignment", "returned", "12",
     "procedure P() { var x, y: int; x, y := y, x; assert x == 2 && y == 1; }"},
    {"assignment into a map", "returned", "7",
     "procedure P() { var m: [int]int; m[3] := 1; assert m[3] == 1 && m[4] == 7; }"},
    {"assignment into a map in a map", "returned", "0",
     "procedure P() { var m: [int][int]int; m[3][4] := 1; "
     "assert m[3][4] == 1 && m[3][5] == 0 && m[2][4] == 0; }"},
    {"assignment to a field", "returned", "0",
     "datatype D { C(a: int, b: int) } procedure P() { var d: D; d := C(1, 2); d->b := 5; "
     "assert d == C(1, 5); }"},
    {"assignment to a field in a map", "returned", "0",
     "datatype D { C(a: [int]int) } procedure P(n: [int]int) { var d: D; d := C(n); "
     "d->a[3] := 5; assert d->a[3] == 5 && d->a[2] == 0; }"},
    {"then", "failed assert", "70", "procedure P(x: int) { if (x == 7) { assert false; } }"},
    {"else", "blocked", "71", "procedure P(x: int) { if (x == 7) { assert false; } }"},
    {"a goto", "failed assert", "1", "procedure P() { goto A, B; A: return; B: assert false; }"},
    {"unique constants are left to the axioms", "failed assert", "5",
     "const unique a, b: int; procedure P() { assert a != b; }"},
    /* calls by contract */
    {"a precondition at a call fails", "failed requires-at-call", "0",
     "procedure Q(x: int); requires x == 1; procedure P() { call Q(2); }"},
    {"a free call checks nothing", "returned", "0",
     "procedure Q(x: int); requires x == 1; procedure P() { free call Q(2); }"},
    {"a free precondition at a call is not checked", "returned", "0",
     "procedure Q(x: int); free requires x == 1; procedure P() { call Q(2); }"},
    {"a call gives an arbitrary result", "failed assert", "09",
     "procedure Q() returns (r: int); procedure P() { var x: int; call x := Q(); assert x != 9; }"},
    {"that satisfies the postcondition", "blocked", "09",
     "procedure Q() returns (r: int); ensures r == 8; "
     "procedure P() { var x: int; call x := Q(); assert x != 9; }"},
    {"a free postcondition is assumed", "blocked", "09",
     "procedure Q() returns (r: int); free ensures r == 8; "
     "procedure P() { var x: int; call x := Q(); assert false; }"},
    {"a where clause of a callee's result", "blocked", "09",
     "procedure Q() returns (r: int where r == 8); "
     "procedure P() { var x: int; call x := Q(); assert false; }"},
    {"a call changes what it modifies", "returned", "58",
     "var g: int; procedure Q(); modifies g; procedure P() modifies g; "
     "{ call Q(); assert g == 8 && old(g) == 5; }"},
    {"old in a callee's postcondition is the state before the call", "returned", "57",
     "var g: int; procedure Q(); modifies g; ensures g == old(g) + 1; procedure P() modifies g; "
     "{ g := 6; call Q(); assert g == 7; }"},
    {"where of a modified global", "blocked", "58",
     "var g: int where g == 5; procedure Q(); modifies g; procedure P() modifies g; "
     "{ call Q(); assert false; }"},
    {"lazy: a recursive call keeps the caller's parameters", "returned", "204",
     "procedure P(x: int) returns (r: int) requires x >= 0; ensures r >= 0; "
     "{ r := 0; if (true) { call r := P(x + 1); } assert x == 2 && r == 4; }"},
    {"a call in a body that exists goes by contract", "failed assert", "03",
     "procedure Q() returns (r: int) ensures r > 0; { r := 1; } "
     "procedure P() { var x: int; call x := Q(); assert x == 1; }"},
    {"real: or runs it", "returned", "03",
     "procedure Q() returns (r: int) ensures r > 0; { r := 1; } "
     "procedure P() { var x: int; call x := Q(); assert x == 1; }"},
    {"real: a callee's failing postcondition", "failed ensures", "03",
     "procedure Q() returns (r: int) ensures r > 1; { r := 1; } "
     "procedure P() { var x: int; call x := Q(); }"},
    {"real: real recursion", "returned", "1000000000000000",
     "procedure F(n: int) returns (r: int) { var s: int; if (n <= 0) { r := 0; } "
     "else { call s := F(n - 1); r := s + n; } } "
     "procedure P() { var x: int; call x := F(0); assert x == 0; }"},
    /* loops */
    {"an invariant that is not established", "failed invariant-established", "5",
     "procedure P(x: int) { while (*) invariant x == 3; {} }"},
    {"a free invariant is only assumed", "blocked", "5",
     "procedure P(x: int) { while (*) free invariant x == 3; {} }"},
    {"targets are arbitrary at the head", "failed assert", "090",
     "procedure P() { var x: int; x := 0; while (*) { x := x + 1; } assert x != 9; }"},
    {"the invariant holds there", "blocked", "09",
     "procedure P() { var x: int; x := 0; while (*) invariant x < 5; { x := x + 1; } }"},
    {"the rest stays", "returned", "7390",
     "procedure P(y: int) { var x: int; x := 0; while (*) { x := x + 1; } assert y == 7; }"},
    {"an invariant that is not maintained", "failed invariant-maintained", "041",
     "procedure P() { var x: int; x := 0; while (x < 9) invariant x < 5; { x := x + 1; } }"},
    {"a back edge ends a modular execution", "cut", "031",
     "procedure P() { var x: int; x := 0; while (x < 9) invariant x < 5; { x := x + 1; } }"},
    {"where clauses at a loop head", "blocked", "37",
     "procedure P() { var x: int where x == 3; while (*) { havoc x; } assert false; }"},
    {"invariants of a loop made by goto", "failed invariant-established", "5",
     "procedure P(x: int) { H: assert x == 3; goto H, X; X: }"},
    {"are maintained too", "failed invariant-maintained", "030",
     "procedure P() { var x: int; x := 3; H: assert x == 3; x := x + 1; goto H, X; X: }"},
    {"and targets are arbitrary", "blocked", "04",
     "procedure P() { var x: int; x := 3; H: assert x == 3; x := x + 1; goto H, X; X: }"},
    {"real: a real loop goes round", "returned", "00001",
     "procedure P() { var i: int; i := 0; H: if (i < 3) { i := i + 1; goto H; } assert i == 3; }"},
    {"real: a real loop that never ends", "out of steps", "0", "procedure P() { H: goto H; }"},
    {"real: a real loop checks its invariants", "failed invariant-maintained", "01",
     "procedure P() { var i: int; i := 0; while (true) invariant i < 3; { i := i + 1; } }"},
    /* what cannot be decided */
    {"a quantifier over all integers", "undecided", "0",
     "procedure P() { assert (forall i: int :: i * i >= 0); }"},
    {"does not matter when another part decides", "blocked", "0",
     "procedure P() { assume false && (forall i: int :: i * i >= 0); }"},
    {"some integers may settle it", "failed assert", "0",
     "procedure P() { assert (forall i: int :: i * i >= 2); }"},
    {"a quantifier over reals in a range", "undecided", "0",
     "procedure P() { assert (forall r: real :: 0.0 <= r && r <= 1.0 ==> r < 2.0); }"},
    {"a range that depends on a value", "failed assert", "5",
     "procedure P(n: int) { assert (forall i: int :: 0 <= i && i < n ==> i != 4); }"},
    {"a range that ends before", "returned", "4",
     "procedure P(n: int) { assert (forall i: int :: 0 <= i && i < n ==> i != 4); }"},
    {"a range in the old state", "returned", "3",
     "var g: int; procedure P() modifies g; "
     "{ g := 100; assert (forall i: int :: old(0 <= i && i < g) ==> i < 3); }"},
    {"a quantifier over elements that are compared", "returned", "0",
     "type R; procedure P(r: R) { var h: [R]int; h[r] := 5; "
     "assert (forall o: R :: o == r ==> h[o] == 5); assert !(forall o: R :: h[o] == 5); "
     "assert (exists o: R :: o != r); }"},
    {"a quantifier over elements as arguments", "undecided", "0",
     "type R; function f(r: R): int; procedure P() { assert (forall o: R :: f(o) == 0); }"},
    {"a range that is too large", "undecided", "0",
     "procedure P() { assert (forall i: int :: 0 <= i && i < 1000000 ==> i * i >= 0); }"},
    {"real: a recursive function with a quantifier", "returned", "0",
     "function f(n: int): bool { n <= 0 || (f(n - 1) && (forall i: int :: 0 <= i && i < n ==> i * "
     "i "
     "< n * n)) } procedure P() { assert f(4); }"},
    {"an implementation of its own has the formals' contract", "failed ensures", "0",
     "procedure P(a: int) returns (r: int); ensures r == a + 1; "
     "implementation P(b: int) returns (s: int) { s := b; }"},
    {"and the where clauses", "blocked", "04",
     "procedure P() returns (r: int where r == 3); "
     "implementation P() returns (s: int) { assert false; }"},
    {"lazy: what is not read is not asked", "returned", "3",
     "procedure P(y: int, x: int) { assert x == 3; }"},
    {"lazy: old and new of a global are one until it is written", "returned", "57",
     "var g: int; procedure P() modifies g; { assert g == old(g); havoc g; assert g == 7; "
     "assert old(g) == 5; }"},
    {"lazy: old first read after a havoc", "returned", "75",
     "var g: int; procedure P() modifies g; { havoc g; assert g == 7; assert old(g) == 5; }"},
};

/* Each is true: what an operator of the language means, down to the evaluator. */
static const char *const truths[] = {
    "1 < 2 && !(2 < 2) && !(3 < 2)",
    "1 <= 2 && 2 <= 2 && !(3 <= 2)",
    "2 > 1 && !(2 > 2) && !(2 > 3)",
    "2 >= 1 && 2 >= 2 && !(2 >= 3)",
    "1 != 2 && !(1 != 1) && 1 == 1",
    "(false ==> false) && (false ==> true) && !(true ==> false)",
    "(false <== false) && !(false <== true) && (true <== false)",
    "(true <==> true) && !(true <==> false)",
    "2 - 3 == -1 && 2 * 3 == 6 && 7 - 2 - 1 == 4",
    "7 div 2 == 3 && -7 div 2 == -4 && 7 div -2 == -3 && -7 div -2 == 4",
    "7 mod 2 == 1 && -7 mod 2 == 1 && 7 mod -2 == 1 && -7 mod -2 == 1",
    "1.5 + 1.5 == 3.0 && 1.0 / 4.0 == 0.25 && 1 / 2 == 0.5",
    "int(-1.5) == -2 && real(3) == 3.0",
    "5bv4 ++ 6bv4 == 86bv8 && 86bv8[8:4] == 5bv4 && 86bv8[4:0] == 6bv4",
    "add(15bv4, 1bv4) == 0bv4 && slt(8bv4, 7bv4) && !ult(8bv4, 7bv4)",
    "sext(9bv4) == 249bv8 && zext(9bv4) == 9bv8",
    "(if true then 1 else 2) == 1 && (if false then 1 else 2) == 2",
    "(var a, b := 1, 2; a < b)",
    "(forall x: bool :: x || !x) && !(exists x: bool :: x && !x)",
    "(forall i: int :: 0 <= i && i < 3 ==> i * i <= 4)",
    "!(forall i: int :: 0 <= i && i <= 3 ==> i * i <= 4)",
    "(exists i: int :: -3 < i && i <= 5 && i * i == 25)",
    "!(exists i: int :: -3 < i && i < 5 && i * i == 25)",
    "(forall i, j: int :: 0 <= i && i < j && j < 4 ==> i * j <= 6)",
    "!(forall i, j: int :: i < j && j < 5 && 0 <= i ==> i * j <= 6)",
    "(forall i: int :: (forall j: int :: 0 <= i && i < j && j < 4 ==> i * j <= 6))",
    "(forall i: int :: 0 <= i && i < 4 ==> (exists j: int :: 0 <= j && j < 4 && i + j == 3))",
    "!(forall i: int :: 0 <= i && i < 5 ==> (exists j: int :: 0 <= j && j < 4 && i + j == 3))",
    "(forall i: int :: i < 0 || 2 * i > 7 || i * i <= 9)",
    "(exists i: int :: 3 * i == 12 && i * i == 16) && !(exists i: int :: 3 * i == 13)",
    "(forall i: int :: !(0 <= i) || i >= 4 || i * i < 16)",
    "(forall i: int :: i < 3 || i >= 3) && !(exists i: int :: i < 3 && i > 3)",
    "(forall i: int :: i < 3 ==> i < 4) && !(forall i: int :: i < 4 ==> i < 3)",
    "(exists i: int :: i > 1000000)",
    "(forall i: int :: (lambda x: int :: 0)[i] == 0) || true",
    "(lambda x: int :: x + 1)[4] == 5",
    "(lambda x: bool :: !x) == (lambda y: bool :: y == false)",
    "(lambda x: int :: 0)[3 := 4][3] == 4 && (lambda x: int :: 0)[3 := 4][4] == 0",
    "N() is N && !(N() is C) && C(1, N()) is C",
    "C(1, N())->a == 1 && C(1, N())->b == N() && C(1, N()) != C(2, N())",
    "C(1, N())->(a := 5) == C(5, N())",
    "inc(4) == 5 && inl(4) == 8 && sum(4) == 10",
};

static void run_truths (struct script *s) {
  static const char prelude[] =
      "datatype D { N(), C(a: int, b: D) } "
      "function {:define} inc(x: int) returns (int) { x + 1 } "
      "function {:inline} inl(x: int) returns (int) { x + x } "
      "function sum(n: int) returns (int) { if n <= 0 then 0 else n + sum(n - 1) } "
      "function {:bvbuiltin \"bvadd\"} add(a: bv4, b: bv4) returns (bv4); "
      "function {:bvbuiltin \"bvslt\"} slt(a: bv4, b: bv4) returns (bool); "
      "function {:bvbuiltin \"bvult\"} ult(a: bv4, b: bv4) returns (bool); "
      "function {:bvbuiltin \"sign_extend 4\"} sext(a: bv4) returns (bv8); "
      "function {:bvbuiltin \"zero_extend 4\"} zext(a: bv4) returns (bv8); ";
  for (size_t i = 0; i < sizeof truths / sizeof *truths; i++) {
    wr_buf text = {0};
    wr_buf_print (&text, "%sprocedure P() { assert %s; }", prelude, truths[i]);
    struct run_case c = {truths[i], "returned", "0", wr_buf_text (&text)};
    run (s, &c);
    wr_buf_free (&text);
  }
}

int main (void) {
  struct script s = {0};
  run_truths (&s);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) run (&s, &cases[i]);
  wr_buf_free (&s.failed);
  return tap_done (&s.tap);
}
