/* The checker: a good program passes, and each kind of damage to it is found and named. */
#include "core/text.h"
#include "fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char program[] =
    "(sort Ref)"
    "(datatype List (constructor Nil) (constructor Cons (head int) (tail List)))"
    "(function f (int) int (define ((a int)) (add a 1)))"
    "(function h (int) int (define ((a int)) (f a)))"
    "(function lam (int) (map (int) bool) (lambda L9 ((k int)) ((i int)) (lt i k)))"
    "(function bvn ((bv 8)) (bv 8) (builtin \"bvnot\"))"
    "(function c () Ref) (function d () Ref)"
    "(global g int (where L1 (le 0 g))) (global other int)"
    "(axiom L2 (forall ((x int)) (trigger (f x)) (lt x (f x))))"
    "(axiom L9 (eq (h 1) 2) h)"
    "(unique (distinct (c) (d)))"
    "(procedure P - - body (in a int) (out r int) (modifies g)"
    "  (requires L3 (lt 0 a)) (ensures L4 (lt (old g) r)))"
    "(procedure Q - - body (in m (map (int) List)))"
    "(body P P - - (entry S1) (exit S2) (in a) (out r) (local y int) (local m (map (int) List))"
    "  (block top - (assume L5 - (lt y 0)) (assert L6 - (lt a y)) (assign - (set L7 y 1) (set - "
    "(at m (index 0) (field head)) 2))"
    "    (havoc - S4 g) (call - S5 P (y) (r)) (goto head))"
    "  (block head - (loop S3) (invariant L8 - (lt a 3)) (goto head end))"
    "  (block end - (return -)))"
    "(body Q Q - - (in m) (block top - (return -)))"
    "(elements 2)"
    "(site S1 entry - (in P)) (site S2 exit - (in P)) (site S3 loop - (in P)) (site S4 havoc - (in "
    "P)) (site S5 call - (in P))"
    "(label L1 where explicit -) (label L2 axiom explicit -) (label L3 requires explicit - "
    "(element 1) (in P))"
    "(label L4 ensures explicit - (element 2) (in P)) (label L5 assume explicit - (in P)) (label "
    "L6 assert explicit - (in P))"
    "(label L7 assign explicit - (in P)) (label L8 invariant-assumed explicit - (in P)) (label L9 "
    "function-body explicit -)"
    "(label L10 requires-at-call explicit - (clause L3) (site S5) (element 1) (in P))";

struct loaded {
  struct fixture f;
  wr_diags *diags;
};

static struct loaded load (void) {
  struct loaded l = {.f = fixture_new ()};
  l.diags = wr_diags_new (l.f.arena);
  uint32_t file = wr_sources_add (l.f.sources, WR_LIT ("good"), wr_str_of (program));
  wr_core_free (l.f.core);
  l.f.core = wr_core_read (l.f.arena, l.f.symbols, l.f.sources, file, l.diags);
  for (uint32_t i = 0; i < wr_diags_count (l.diags); i++) {
    printf ("# %.*s\n", WR_STR_ARGS (wr_diags_at (l.diags, i)->message));
  }
  return l;
}

static void unload (struct loaded *l) {
  wr_diags_free (l->diags);
  fixture_free (&l->f);
}

typedef void damage (struct fixture *f);

#define CORE (f->core)
#define BODY (CORE->bodies.data[0])
#define TOP (BODY.blocks[0])
#define PROC (CORE->procedures.data[0])
static wr_expr number (struct fixture *f) { return wr_mk_int (CORE, 7); }
static wr_expr yes (struct fixture *f) { return wr_mk_bool (CORE, true); }
static wr_expr of_var (struct fixture *f, wr_var v) {
  return wr_mk2 (CORE, WR_OP_EQ, wr_mk_var (CORE, v), wr_mk_var (CORE, v));
}
static wr_expr unbound (struct fixture *f) {
  return of_var (f, new_var (f, WR_VAR_BOUND, "u", int_sort (f)));
}
static wr_expr with_old (struct fixture *f) { return wr_mk1 (CORE, WR_OP_OLD, yes (f)); }

static void no_such_op (struct fixture *f) {
  CORE->exprs.data[TOP.cmds[0].expr.ix].op = WR_OP_COUNT;
}
static void wrong_arity (struct fixture *f) { CORE->exprs.data[TOP.cmds[0].expr.ix].count = 1; }
static void forward_child (struct fixture *f) {
  CORE->pool.data[CORE->exprs.data[TOP.cmds[0].expr.ix].first] = CORE->exprs.len - 1;
}
static void param_sort (struct fixture *f) {
  CORE->pool.data[CORE->funcs.data[1].first_sort] = bool_sort (f).ix;
}
static void result_sort (struct fixture *f) { CORE->funcs.data[1].sort = bool_sort (f); }
static void site_owner (struct fixture *f) { CORE->labels.sites.data[1].procedure = 9; }
static void label_owner (struct fixture *f) { CORE->labels.infos.data[1].procedure = 9; }
static void label_clause (struct fixture *f) { CORE->labels.infos.data[1].clause.ix = 1; }
static void label_site (struct fixture *f) { CORE->labels.infos.data[1].site.ix = 9; }
static void label_element (struct fixture *f) { CORE->labels.infos.data[1].element = 9; }
static void label_conjunct (struct fixture *f) { CORE->labels.infos.data[1].conjunct = 1; }
static void clause_element (struct fixture *f) { CORE->labels.infos.data[10].element = 2; }
static void func_twice (struct fixture *f) { CORE->funcs.data[2].name = CORE->funcs.data[1].name; }
static void proc_twice (struct fixture *f) { CORE->procedures.data[1].name = PROC.name; }
static void body_twice (struct fixture *f) { CORE->bodies.data[1].name = BODY.name; }
static void field_twice (struct fixture *f) {
  CORE->fields.data[1].name = CORE->fields.data[0].name;
}
static void constructor_twice (struct fixture *f) {
  CORE->constructors.data[1].name = CORE->constructors.data[0].name;
}
static void sort_twice (struct fixture *f) { wr_datatype_declare (CORE, sym (f, "Ref")); }
static void empty_datatype (struct fixture *f) { wr_datatype_declare (CORE, sym (f, "Void")); }
static void circular (struct fixture *f) {
  CORE->funcs.data[1].body = wr_mk_app (
      CORE, (wr_func){2}, (wr_expr[]){wr_mk_var (CORE, CORE->funcs.data[1].params.data[0])}, 1);
}
static void func_body_sort (struct fixture *f) { CORE->funcs.data[1].body = yes (f); }
static void func_params (struct fixture *f) { CORE->funcs.data[1].params.len = 0; }
static void func_scope (struct fixture *f) {
  CORE->funcs.data[1].body = wr_mk_var (CORE, CORE->funcs.data[2].params.data[0]);
}
static void func_label (struct fixture *f) { CORE->funcs.data[3].label.ix = 1; }
static void lambda_sort (struct fixture *f) { CORE->funcs.data[3].indices.len = 0; }
static void lambda_index (struct fixture *f) {
  CORE->vars.data[CORE->funcs.data[3].indices.data[0].ix].sort = bool_sort (f);
}
static void builtin_name (struct fixture *f) { CORE->funcs.data[4].builtin.ix = 0; }
static void global_kind (struct fixture *f) {
  CORE->vars.data[CORE->globals.data[0].ix].kind = WR_VAR_LOCAL;
}
static void global_twice (struct fixture *f) { CORE->globals.data[1] = CORE->globals.data[0]; }
static void where_scope (struct fixture *f) {
  CORE->vars.data[CORE->globals.data[0].ix].where.data[0].expr = of_var (f, PROC.ins.data[0]);
}
static void where_role (struct fixture *f) {
  CORE->vars.data[CORE->globals.data[0].ix].where.data[0].label.ix = 2;
}
static void axiom_sort (struct fixture *f) { CORE->axioms.data[0].expr = number (f); }
static void axiom_scope (struct fixture *f) {
  CORE->axioms.data[0].expr = of_var (f, CORE->globals.data[0]);
}
static void axiom_unbound (struct fixture *f) { CORE->axioms.data[0].expr = unbound (f); }
static void axiom_missing (struct fixture *f) { CORE->axioms.data[0].expr.ix = 0; }
static void axiom_old (struct fixture *f) { CORE->axioms.data[0].expr = with_old (f); }
static void axiom_role (struct fixture *f) { CORE->axioms.data[0].label.ix = 9; }
static void axiom_func (struct fixture *f) { CORE->axioms.data[0].func.ix = 99; }
static void not_distinct (struct fixture *f) { CORE->distinct.data[0] = yes (f); }
static void requires_out (struct fixture *f) {
  PROC.requires_.data[0].expr = of_var (f, PROC.outs.data[0]);
}
static void requires_old (struct fixture *f) { PROC.requires_.data[0].expr = with_old (f); }
static void requires_role (struct fixture *f) { PROC.requires_.data[0].label.ix = 4; }
static void ensures_local (struct fixture *f) {
  PROC.ensures.data[0].expr = of_var (f, BODY.locals.data[0]);
}
static void ensures_label (struct fixture *f) { PROC.ensures.data[0].label.ix = 99; }
static void modifies_local (struct fixture *f) { PROC.modifies.data[0] = BODY.locals.data[0]; }
static void formal_kind (struct fixture *f) {
  CORE->vars.data[PROC.ins.data[0].ix].kind = WR_VAR_OUT;
}
static void no_body (struct fixture *f) { PROC.has_body = false; }
static void no_blocks (struct fixture *f) { BODY.block_count = 0; }
static void no_procedure (struct fixture *f) { BODY.procedure = 9; }
static void fewer_formals (struct fixture *f) { BODY.ins.len = 0; }
static void formal_sort (struct fixture *f) {
  BODY.outs.data[0] = new_var (f, WR_VAR_OUT, "b", bool_sort (f));
}
static void entry_site (struct fixture *f) { BODY.entry_site.ix = 2; }
static void loop_site (struct fixture *f) { BODY.blocks[1].loop_site.ix = 99; }
static void block_twice (struct fixture *f) { BODY.blocks[1].name = TOP.name; }
static void block_name (struct fixture *f) { BODY.blocks[1].name.ix = 0; }
static void no_target (struct fixture *f) { TOP.succs[0] = 9; }
static void invariant_role (struct fixture *f) { BODY.blocks[1].invariants[0].label.ix = 5; }
static void invariant_sort (struct fixture *f) { BODY.blocks[1].invariants[0].expr = number (f); }
static void assume_goal (struct fixture *f) { TOP.cmds[0].label.ix = 6; }
static void assert_fact (struct fixture *f) { TOP.cmds[1].label.ix = 5; }
static void assume_scope (struct fixture *f) {
  TOP.cmds[0].expr = of_var (f, CORE->procedures.data[1].ins.data[0]);
}
static void assign_in (struct fixture *f) { TOP.cmds[2].assigns[0].var = BODY.ins.data[0]; }
static void assign_foreign (struct fixture *f) {
  TOP.cmds[2].assigns[0].var = new_var (f, WR_VAR_LOCAL, "z", int_sort (f));
}
static void assign_sort (struct fixture *f) { TOP.cmds[2].assigns[0].value = yes (f); }
static void assign_role (struct fixture *f) { TOP.cmds[2].assigns[0].label.ix = 5; }
static void assign_twice (struct fixture *f) { TOP.cmds[2].assigns[0] = TOP.cmds[2].assigns[1]; }
static void assign_index (struct fixture *f) { TOP.cmds[2].assigns[1].steps[0].index[0] = yes (f); }
static void assign_no_map (struct fixture *f) { TOP.cmds[2].assigns[1].steps[0].index_count = 0; }
static void assign_field (struct fixture *f) { TOP.cmds[2].assigns[1].steps[1].field = 99; }
static void assign_field_sort (struct fixture *f) {
  TOP.cmds[2].assigns[1].steps[0] = TOP.cmds[2].assigns[1].steps[1];
}
static void assign_unlisted (struct fixture *f) {
  TOP.cmds[2].assigns[0].var = CORE->globals.data[1];
}
static void havoc_in (struct fixture *f) { TOP.cmds[3].vars[0] = BODY.ins.data[0]; }
static void havoc_site (struct fixture *f) { TOP.cmds[3].site.ix = 5; }
static void havoc_unlisted (struct fixture *f) { TOP.cmds[3].vars[0] = CORE->globals.data[1]; }
static void call_nothing (struct fixture *f) { TOP.cmds[4].procedure = 9; }
static void call_arguments (struct fixture *f) { TOP.cmds[4].arg_count = 0; }
static void call_argument_sort (struct fixture *f) { TOP.cmds[4].args[0] = yes (f); }
static void call_target_sort (struct fixture *f) { TOP.cmds[4].vars[0] = BODY.locals.data[1]; }
static void call_target_in (struct fixture *f) { TOP.cmds[4].vars[0] = BODY.ins.data[0]; }

static const struct {
  const char *item, *why; /* found in the message */
  damage *break_it;
} cases[] = {
    {"expression", "no such operator", no_such_op},
    {"expression", "wrong arity", wrong_arity},
    {"expression", "before its parent", forward_child},
    {"expression", "argument 1 of f", param_sort},
    {"expression", "result of f", result_sort},
    {"site S1", "procedure", site_owner},
    {"label L1", "procedure", label_owner},
    {"label L1", "later label", label_clause},
    {"label L1", "site", label_site},
    {"label L1", "element", label_element},
    {"label L1", "conjunct", label_conjunct},
    {"label L10", "another element", clause_element},
    {"function f", "twice", func_twice},
    {"procedure P", "twice", proc_twice},
    {"body P", "twice", body_twice},
    {"field head", "twice", field_twice},
    {"constructor Nil", "twice", constructor_twice},
    {"sort Ref", "twice", sort_twice},
    {"datatype Void", "no constructors", empty_datatype},
    {"function", "circular", circular},
    {"function f", "another sort", func_body_sort},
    {"function f", "number of parameters", func_params},
    {"function f", "not bound", func_scope},
    {"function lam", "role where", func_label},
    {"function lam", "not a map", lambda_sort},
    {"function lam", "index 1", lambda_index},
    {"function bvn", "builtin", builtin_name},
    {"globals", "another kind", global_kind},
    {"globals", "declared twice", global_twice},
    {"where 1", "not in scope", where_scope},
    {"where 1", "role axiom", where_role},
    {"axiom 1", "sort bool", axiom_sort},
    {"axiom 1", "cannot stand here", axiom_scope},
    {"axiom 1", "not bound", axiom_unbound},
    {"axiom 1", "missing", axiom_missing},
    {"axiom 1", "old", axiom_old},
    {"axiom 1", "role function-body", axiom_role},
    {"axiom 1", "no such function", axiom_func},
    {"unique 1", "DISTINCT", not_distinct},
    {"procedure P, requires 1", "out-parameter r", requires_out},
    {"procedure P, requires 1", "old", requires_old},
    {"procedure P, requires 1", "role ensures", requires_role},
    {"procedure P, ensures 1", "variable y is not in scope", ensures_local},
    {"procedure P, ensures 1", "no such label", ensures_label},
    {"procedure P", "not a global", modifies_local},
    {"procedure P", "another kind", formal_kind},
    {"body P", "said to have none", no_body},
    {"body P", "no blocks", no_blocks},
    {"body P", "no such procedure", no_procedure},
    {"body P", "other parameters", fewer_formals},
    {"body P", "parameter 1", formal_sort},
    {"body P", "another kind", entry_site},
    {"block head", "no such site", loop_site},
    {"body P", "two blocks", block_twice},
    {"body P", "no name", block_name},
    {"block top", "goes to no block", no_target},
    {"block head, invariant 1", "role assume", invariant_role},
    {"block head, invariant 1", "sort bool", invariant_sort},
    {"block top, command 1", "role assert", assume_goal},
    {"block top, command 2", "role assume", assert_fact},
    {"block top, command 1", "not in scope", assume_scope},
    {"block top, command 3", "cannot be assigned", assign_in},
    {"block top, command 3", "not in scope", assign_foreign},
    {"block top, command 3", "another sort", assign_sort},
    {"block top, command 3", "role assume", assign_role},
    {"block top, command 3", "target twice", assign_twice},
    {"block top, command 3", "another sort", assign_index},
    {"block top, command 3", "not a map", assign_no_map},
    {"block top, command 3", "no such field", assign_field},
    {"block top, command 3", "another sort", assign_field_sort},
    {"block top, command 3", "not in modifies", assign_unlisted},
    {"block top, command 4", "cannot be assigned", havoc_in},
    {"block top, command 4", "another kind", havoc_site},
    {"block top, command 4", "not in modifies", havoc_unlisted},
    {"block top, command 5", "no such procedure", call_nothing},
    {"block top, command 5", "wrong number", call_arguments},
    {"block top, command 5", "another sort", call_argument_sort},
    {"block top, command 5", "target 1", call_target_sort},
    {"block top, command 5", "cannot be assigned", call_target_in},
};

/* wr_core_check aborts: seen from a child. */
static void test_abort (struct tap *t) {
  struct loaded l = load ();
  axiom_sort (&l.f);
  fflush (stdout);
  pid_t child = fork ();
  if (!child) {
    signal (SIGABRT, SIG_DFL);
    if (!freopen ("/dev/null", "w", stderr)) _exit (1);
    wr_core_check (l.f.core);
    _exit (0);
  }
  int status = 0;
  bool ended = waitpid (child, &status, 0) == child;
  OK (t, ended && !(WIFEXITED (status) && WEXITSTATUS (status) == 0), "wr_core_check aborts");
  unload (&l);
}

int main (void) {
  struct tap t = {0};
  wr_buf why = {0};
  struct loaded good = load ();
  OK (&t, good.f.core && !wr_core_problem (good.f.core, &why), "the program is good");
  unload (&good);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct loaded l = load ();
    cases[i].break_it (&l.f);
    wr_buf_clear (&why);
    bool found = wr_core_problem (l.f.core, &why);
    const char *text = wr_buf_text (&why);
    OK (&t, found && strstr (text, cases[i].item) && strstr (text, cases[i].why), "%s: %s (%s)",
        cases[i].item, cases[i].why, text);
    unload (&l);
  }
  test_abort (&t);
  wr_buf_free (&why);
  return tap_done (&t);
}
