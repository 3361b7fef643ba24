/* Formulas and their texts: what the checker refuses, questions about goals, size of shared terms, names,
   stand-alone queries. */
#include "../flow/little.h"
#include "ask.h"
#include "vc/smtname.h"

static wr_vc *first_vc (struct little *l) {
  return wr_vc_build (l->core, wr_flow_run (l->core, 0, NULL, l->arena), NULL, l->arena);
}

static const char *const branches =
    "(procedure P (in x int) (requires (lt 0 x)))\n"
    "(body P (local y int) (block A (goto B C D))\n"
    "(block B (assume (lt x 5)) (set y 1) (goto E)) (block C (assume (lt 5 x)) (set y x) (goto "
    "E))\n"
    "(block D (assert (lt 1 x)) (return)) (block E (assert (lt 0 y))))";

static void test_goals (struct tap *t) {
  struct little l = little_read (branches);
  wr_vc *vc = first_vc (&l);
  OK (t, !wr_vc_fault (vc), "a sound formula");
  OK (t, vc->choice_count == 2 && vc->choice_else[0] == UINT32_MAX, "two choices for three ways");
  wr_u32s labels = {0}, path = {0};
  wr_vc_goal_labels (vc, 0, &labels);
  OK (t, labels.len == 2, "the goal on one branch depends on requires alone (%u)", labels.len);
  labels.len = 0;
  wr_vc_goal_labels (vc, 1, &labels);
  OK (t, labels.len == 6, "the goal behind the join on both branches (%u)", labels.len);
  bool values[2] = {false, true};
  wr_vc_path (vc, 1, values, &path);
  bool right = path.len >= 4 && vc->passive->goals[1].block == path.data[path.len - 1];
  for (uint32_t i = 0; right && i < path.len; i++) {
    wr_str name = wr_symbol_text (l.symbols, vc->passive->blocks[path.data[i]].name);
    right = !wr_str_equal (name, WR_LIT ("B")) && !wr_str_equal (name, WR_LIT ("D"));
  }
  OK (t, right, "the path through C");
  WR_VEC_FREE (&labels);
  WR_VEC_FREE (&path);
  little_free (&l);
}

static void test_trivial (struct tap *t) {
  struct little l =
      little_read ("(procedure P) (body P (block A (assert true) (assert false) (return)) "
                   "(block B (assert false)))");
  wr_vc *vc = first_vc (&l);
  OK (t, wr_vc_goal_is_trivial (vc, 0) && !wr_vc_goal_is_trivial (vc, 1), "true and false");
  OK (t, wr_vc_goal_is_trivial (vc, 2), "unreachable");
  wr_u32s labels = {0};
  wr_vc_goal_labels (vc, 2, &labels);
  OK (t, labels.len == 1, "an unreachable goal depends on nothing");
  WR_VEC_FREE (&labels);
  little_free (&l);
}

typedef void spoiler (struct little *l, wr_vc *vc);

static struct wr_vc_node *find_node (wr_vc *vc, enum wr_vc_kind kind, bool assignment) {
  for (uint32_t i = vc->node_count; i-- > 1;) {
    struct wr_vc_node *n = &vc->nodes[i];
    bool assigns = n->kind == WR_VC_FACT && n->label.ix &&
                   wr_label_info (&vc->core->labels, n->label)->role == WR_ROLE_ASSIGN;
    if (n->kind == kind && assigns == assignment) return n;
  }
  abort ();
}
static void spoil_order (struct little *l, wr_vc *vc) {
  (void)l;
  vc->nodes[1].next = 1;
}
static void spoil_fact (struct little *l, wr_vc *vc) {
  (void)l;
  find_node (vc, WR_VC_FACT, false)->label = vc->passive->goals[0].label;
}
static void spoil_goal (struct little *l, wr_vc *vc) {
  (void)l;
  vc->passive->goals[0].label = vc->passive->goals[0].assumed;
}
static void spoil_listed (struct little *l, wr_vc *vc) {
  (void)l;
  vc->label_count--;
}
static void spoil_equation (struct little *l, wr_vc *vc) {
  find_node (vc, WR_VC_FACT, true)->expr = wr_mk_bool (l->core, false);
}
static void spoil_own_name (struct little *l, wr_vc *vc) {
  struct wr_vc_node *n = find_node (vc, WR_VC_FACT, true);
  wr_expr name = wr_expr_child (l->core, n->expr, 0);
  n->expr = wr_mk2 (l->core, WR_OP_EQ, name, wr_mk2 (l->core, WR_OP_ADD, name, name));
}
static void spoil_earlier (struct little *l, wr_vc *vc) {
  wr_expr name = wr_expr_child (l->core, find_node (vc, WR_VC_FACT, true)->expr, 0);
  find_node (vc, WR_VC_FACT, false)->expr = wr_mk2 (l->core, WR_OP_LE, name, name);
}
static void spoil_choice (struct little *l, wr_vc *vc) {
  (void)l;
  vc->choice_count = 0;
}
static void spoil_variable (struct little *l, wr_vc *vc) {
  wr_expr raw = wr_mk_var (l->core, l->core->procedures.data[0].ins.data[0]);
  find_node (vc, WR_VC_FACT, false)->expr = wr_mk2 (l->core, WR_OP_LE, raw, raw);
}

static void test_purity (struct tap *t) {
  static const struct {
    const char *name;
    spoiler *spoil;
  } cases[] = {{"nodes out of order", spoil_order},
               {"a fact under a goal's label", spoil_fact},
               {"a goal under a fact's label", spoil_goal},
               {"a label that is not listed", spoil_listed},
               {"an assignment that is no equation", spoil_equation},
               {"an assignment to a name it reads", spoil_own_name},
               {"an assignment to a name used before", spoil_earlier},
               {"an unknown choice", spoil_choice},
               {"a variable of the body", spoil_variable}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct little l = little_read (branches);
    wr_vc *vc = first_vc (&l);
    bool good = !wr_vc_fault (vc);
    cases[i].spoil (&l, vc);
    OK (t, good && wr_vc_fault (vc), "refused: %s", cases[i].name);
    little_free (&l);
  }
}

/* -- size -------------------------------------------------------------------------------------- */

/* Mentions e twice as often in every step. */
static wr_expr twice (wr_core *core, wr_expr e, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    e = wr_mk3 (core, WR_OP_ITE, wr_mk2 (core, WR_OP_LT, wr_mk_int (core, i), e),
                wr_mk2 (core, WR_OP_ADD, e, wr_mk_int (core, 1)), e);
  }
  return e;
}

static wr_expr stores (wr_core *core, wr_expr m, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    wr_expr ix = wr_mk_int (core, i);
    m = wr_mk (core, WR_OP_STORE, (wr_expr[]){m, ix, ix, ix}, 4);
  }
  return m;
}

static void test_size (struct tap *t) {
  static const enum wr_dialect dialects[] = {WR_DIALECT_Z3, WR_DIALECT_STANDARD};
  for (unsigned d = 0; d < 2; d++) {
    struct little l = little_read ("(function f (int) int) (procedure P (in x int) (in m (map int "
                                   "int int)) (in n (map int int int)))\n"
                                   "(body P (block A (assert (eq x 1)) (assert (forall ((y int)) "
                                   "(trigger (f y)) (lt y 0))) (assert (eq m n))))");
    wr_core *core = l.core;
    struct wr_cmd *cmds = core->bodies.data[0].blocks[0].cmds;
    wr_expr x = wr_expr_child (core, cmds[0].expr, 0), one = wr_expr_child (core, cmds[0].expr, 1);
    cmds[0].expr = wr_mk2 (core, WR_OP_EQ, twice (core, x, 60), one);
    wr_expr y = wr_expr_child (core, wr_expr_child (core, cmds[1].expr, 0), 0);
    wr_var var = {wr_expr_info (core, y)->data};
    struct wr_quantifier again = {.vars = &var, .var_count = 1, .weight = -1};
    cmds[1].expr =
        wr_mk_quantifier (core, WR_OP_FORALL, &again,
                          wr_mk2 (core, WR_OP_LT, twice (core, y, 60), twice (core, x, 60)));
    wr_expr m = wr_expr_child (core, cmds[2].expr, 0), n = wr_expr_child (core, cmds[2].expr, 1);
    cmds[2].expr = wr_mk2 (core, WR_OP_EQ, stores (core, m, 60), n);
    wr_vc *vc = first_vc (&l);
    wr_buf text = {0};
    wr_smtlib_procedure (&text, vc, dialects[d], true);
    OK (t, text.len < 60000, "shared terms stay small: %zu bytes", text.len);
    wr_buf_free (&text);
    struct asker a = d ? asker_cvc5 () : asker_z3 ();
    wr_buf letters = {0};
    if (asker_installed (&a)) {
      ask_program (&a, core, true);
      ask_enter (&a, vc);
      wr_buf_print (&a.text, "(pop 1)(check-sat)");
      OK (t, ask_run (&a, &letters) && letters.len == 1 && letters.data[0] == 'F', "and are read");
    }
    wr_buf_free (&letters);
    wr_buf_free (&a.text);
    little_free (&l);
  }
}

/* -- names and queries ------------------------------------------------------------------------- */

static void test_names (struct tap *t) {
  static const struct {
    const char *name, *want;
  } cases[] = {
      {"Foo", "Foo"},           {"and", "and@"},           {"f$x", "f$x"},  {"a'b", "|a'b|"},
      {"f#C", "|f#C|"},         {"x|y", "x!py@"},          {"A\\", "A!b"},  {"A!b", "A!!b"},
      {"A@1", "A!a1"},          {"fp.isNaN", "fp.isNaN@"}, {"Int", "Int@"}, {"9A", "|9A|"},
      {"\xc3\xa9", "!xc3!xa9"}, {"A B", "|A B|"}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_buf got = {0};
    wr_smt_name (&got, wr_str_of (cases[i].name));
    SAME (t, wr_buf_str (&got), cases[i].want, cases[i].name);
    wr_buf_free (&got);
  }
}

static void test_constructors (struct tap *t) {
  static const struct {
    const char *name, *want;
  } cases[] = {{"Foo", "Foo"}, {"A'", "A!x27"},  {"#M.T", "!x23M.T"}, {"A B", "A!x20B"},
               {"9A", "!c9A"}, {".A", "!c.A"},   {"nil", "nil@"},     {"A!x27", "A!!x27"},
               {"", "!c@"},    {"Pair", "Pair@"}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_buf got = {0};
    wr_smt_constructor (&got, wr_str_of (cases[i].name));
    SAME (t, wr_buf_str (&got), cases[i].want, cases[i].name);
    wr_buf_free (&got);
  }
}

/* Checks the text of a body with the condition `goal`, in both dialects. */
static void test_theories (struct tap *t) {
  static const struct {
    const char *decls, *goal, *z3, *standard;
  } cases[] = {
      {"(builtin str.in.re (string regex) bool)", "(str.in.re s r)", "(str.in.re s@",
       "(str.in_re s@"},
      {"(builtin str.indexof (string string) int)", "(eq 0 (str.indexof s s))",
       "(str.indexof s@0 s@0)", "(str.indexof s@0 s@0 0)"},
      {"(builtin fp (int) (float 24 8))", "(eq (fp x) (fp 1))", "RNE x@0)", "RNE (to_real x@0))"},
      {"(builtin re.loop (regex int int) regex)", "(eq r (re.loop r 1 3))", "(re.loop r@0 1 3)",
       "((_ re.loop 1 3) r@0)"},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_buf program = {0};
    wr_buf_print (
        &program,
        "%s (procedure P (in s string) (in r regex) (in x int)) (body P (block A (assert %s)))",
        cases[i].decls, cases[i].goal);
    struct little l = little_read (wr_buf_text (&program));
    wr_symbol *builtin = &l.core->funcs.data[1].builtin;
    if (wr_str_equal (wr_symbol_text (l.symbols, *builtin), WR_LIT ("fp")))
      *builtin = wr_intern (l.symbols, WR_LIT ("(_ to_fp 8 24) RNE"));
    wr_vc *vc = first_vc (&l);
    for (int d = 0; d < 2; d++) {
      wr_buf text = {0};
      wr_smtlib_procedure (&text, vc, d ? WR_DIALECT_STANDARD : WR_DIALECT_Z3, true);
      const char *want = d ? cases[i].standard : cases[i].z3;
      if (!OK (t, strstr (wr_buf_text (&text), want), "%s", want))
        tap_show ("got", wr_buf_str (&text));
      wr_buf_free (&text);
    }
    wr_buf_free (&program);
    little_free (&l);
  }
}

static char answer (const wr_buf *text) {
  struct asker a = asker_z3 ();
  wr_buf letters = {0};
  wr_buf_add (&a.text, wr_buf_str (text));
  char letter = ask_run (&a, &letters) && letters.len == 1 ? letters.data[0] : '?';
  wr_buf_free (&letters);
  wr_buf_free (&a.text);
  return letter;
}

static void test_queries (struct tap *t) {
  struct asker z3 = asker_z3 ();
  if (!asker_installed (&z3)) return;
  struct little l = little_read (
      "(function f (int) int) (axiom (eq (f 1) 2)) (procedure P (in x int) (requires (eq x 1)))\n"
      "(body P (block A (assert (lt 1 (f x)))))");
  wr_vc *vc = first_vc (&l);
  wr_label axiom = l.core->axioms.data[0].label,
           requires_ = l.core->procedures.data[0].requires_.data[0].label;
  const struct {
    const char *name;
    uint32_t off;
    bool untracked, labelled;
    char want;
  } cases[] = {{"everything on", 0, false, false, 'P'},
               {"labels replaced by true", 0, true, false, 'P'},
               {"axioms labelled", 0, false, true, 'P'},
               {"an axiom off", axiom.ix, false, true, 'F'},
               {"a precondition off", requires_.ix, false, true, 'F'},
               {"the goal's own label off", vc->passive->goals[0].label.ix, false, false, 'F'}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_bitset off = {0};
    if (cases[i].off) wr_bitset_set (&off, cases[i].off, true);
    struct wr_smtlib_query q = {.off = &off,
                                .untracked = cases[i].untracked,
                                .labelled_axioms = cases[i].labelled,
                                .rlimit = 1000000,
                                .status = cases[i].want == 'P' ? "unsat" : "unknown"};
    wr_buf text = {0};
    wr_smtlib_whole (&text, vc, WR_DIALECT_Z3, &q);
    OK (t, answer (&text) == cases[i].want, "a query by itself: %s", cases[i].name);
    wr_buf_free (&text);
    wr_bitset_free (&off);
  }
  little_free (&l);
}

int main (void) {
  struct tap tap = {0};
  test_goals (&tap);
  test_trivial (&tap);
  test_purity (&tap);
  test_size (&tap);
  test_constructors (&tap);
  test_theories (&tap);
  test_names (&tap);
  test_queries (&tap);
  return tap_done (&tap);
}
